// Keeps the table screen in step with the log: a stream tells the number, the screen fetches itself anew.

const FIRST_RETRY = 1000;
const LONGEST_RETRY = 15000;
let source = null;
let retry = FIRST_RETRY;
let timer = null;
let asking = 0;
let latest = 0;

function table() {
  return document.querySelector("#table[data-live]");
}

function refresh(number) {
  const here = table();
  latest = Math.max(latest, Number(number));
  // What this screen has just asked for brings the news itself, and may lead on to another question.
  if (asking > 0) return;
  if (!here || here.hasAttribute("data-past") || Number(number) <= Number(here.dataset.seq)) return;
  htmx.ajax("GET", here.dataset.here, { target: "#table", swap: "outerHTML" });
}

function offline(show) {
  const sign = document.querySelector("#offline");
  if (sign) sign.hidden = !show;
}

function connect() {
  const here = table();
  if (!here) return;
  source?.close();
  source = new EventSource(`${here.dataset.live}?seen=${here.dataset.seq}`);
  source.addEventListener("news", (event) => {
    retry = FIRST_RETRY;
    offline(false);
    refresh(event.data);
  });
  source.addEventListener("open", () => {
    retry = FIRST_RETRY;
    offline(false);
  });
  source.addEventListener("error", () => {
    source.close();
    poll();
  });
}

// Where streams are blocked or the server is full: ask for the number, and try the stream again later.
async function poll() {
  clearTimeout(timer);
  const here = table();
  if (!here) return;
  try {
    const answer = await fetch(here.dataset.number);
    if (!answer.ok) throw new Error(answer.statusText);
    offline(false);
    refresh((await answer.json()).seq);
    timer = setTimeout(connect, retry);
  } catch {
    offline(true);
    timer = setTimeout(poll, retry);
  }
  retry = Math.min(retry * 2, LONGEST_RETRY);
}

document.addEventListener("htmx:beforeRequest", () => (asking += 1));
document.addEventListener("htmx:afterRequest", (event) => {
  asking = Math.max(0, asking - 1);
  if (event.detail.successful) setTimeout(() => refresh(latest), 0);
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-retry]")) {
    retry = FIRST_RETRY;
    poll();
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") poll();
});
connect();
