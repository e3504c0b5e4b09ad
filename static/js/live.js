// Keeps a screen in step with the log of its table: a stream tells the number, the screen fetches itself anew. Where no
// stream gets through, the number is asked for; where nothing does, the screen says so and goes on trying.

const ASK_EVERY = 2000;
const TRY_STREAM_EVERY = 15000;
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 8000;
// The server speaks at once, and every ten seconds after that: a line that is silent for longer is dead or held up.
const FIRST_WORD = 4000;
const SILENCE = 25000;
const ANSWER = 5000;
// A request that hangs must not keep the news away for ever.
const LONGEST_REQUEST = 10000;
const AGAIN = 1000;

let source = null;
let timer = null;
let watch = null;
let retry = FIRST_RETRY;
let streamTried = 0;
const asking = new Set();
let askedAt = 0;
let latest = 0;
let finger = false;
let again;

function table() {
  return document.querySelector("#table[data-live]");
}

function busy() {
  // What was asked by a part of the page that is gone is answered without a word here.
  for (const one of asking) if (one.readyState === XMLHttpRequest.DONE) asking.delete(one);
  return finger || (asking.size > 0 && Date.now() - askedAt < LONGEST_REQUEST);
}

// A number below the last one: a backup was restored, and everything is as it once was.
function told(number) {
  const here = table();
  const back = Number(number) < latest;
  latest = Number(number);
  if (back && here && !busy()) fetchAnew(here);
  else refresh();
}

function refresh() {
  const here = table();
  // What this screen has just asked for brings the news itself, and may lead on to another question.
  if (!here || here.hasAttribute("data-past") || latest <= Number(here.dataset.seq)) return;
  if (busy()) {
    clearTimeout(again);
    again = setTimeout(refresh, AGAIN);
    return;
  }
  // A drawing that stays although its news have come waits for somebody (typed.js): asking again would never end.
  if (here.askedFor !== latest) fetchAnew(here);
}

function fetchAnew(here) {
  here.askedFor = latest;
  htmx.ajax("GET", here.dataset.here, { target: "#table", swap: "outerHTML", headers: { "By-Itself": "true" } });
}

// What is no part of the log and yet waits for somebody: those parts of a page fetch themselves when they hear this.
function lookUp() {
  htmx.trigger(document.body, "line");
}

// --- What the screen says of the line: live, asking, lost, stopped

function show(state) {
  const root = document.documentElement;
  const before = root.dataset.connection;
  if (before === state) return;
  root.dataset.connection = state;
  const away = (one) => one === "lost" || one === "stopped";
  const word = away(state) ? state : away(before) ? "back" : null;
  const said = word && document.querySelector(`#connection-${word}`);
  document.querySelector("#connection")?.replaceChildren(...(said ? [said.content.cloneNode(true)] : []));
}

function lost() {
  show(document.documentElement.dataset.connection === "stopped" ? "stopped" : "lost");
}

// --- The stream

function connect() {
  const here = table();
  if (!here) return;
  hangUp();
  streamTried = Date.now();
  const line = new EventSource(`${here.dataset.live}?seen=${here.dataset.seq}`);
  source = line;
  watch = setTimeout(() => silent(line), FIRST_WORD);
  const heard = (event) => {
    clearTimeout(watch);
    watch = setTimeout(() => silent(line), SILENCE);
    clearTimeout(timer);
    retry = FIRST_RETRY;
    show("live");
    told(event.data);
    if (event.type === "here") lookUp();
  };
  line.addEventListener("news", heard);
  line.addEventListener("here", heard);
  line.addEventListener("stopped", () => {
    show("stopped");
    hangUp();
    later(poll, retry);
  });
  line.addEventListener("error", () => silent(line));
}

function hangUp() {
  clearTimeout(watch);
  clearTimeout(timer);
  source?.close();
  source = null;
}

function silent(line) {
  if (line !== source) return;
  hangUp();
  poll();
}

// Fifty screens that lost the same server should not all come back in the same moment.
function later(what, milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(what, milliseconds * (0.8 + 0.4 * Math.random()));
}

// --- Asking instead

async function poll() {
  clearTimeout(timer);
  const here = table();
  if (!here) return;
  let answer = null;
  try {
    answer = await fetch(here.dataset.number, { cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
    if (answer.status === 403 || answer.status === 404) return location.reload(); // no longer for us to see
    if (!answer.ok) throw new Error(answer.statusText);
    const { seq } = await answer.json();
    retry = FIRST_RETRY;
    const back = ["lost", "stopped"].includes(document.documentElement.dataset.connection);
    told(seq);
    lookUp();
    if (source) return; // the stream was quicker
    if (back || Date.now() - streamTried >= TRY_STREAM_EVERY) {
      connect();
    } else {
      show("asking");
      later(poll, ASK_EVERY);
    }
  } catch {
    if (source) return;
    lost();
    later(poll, retry);
    retry = Math.min(retry * 2, LONGEST_RETRY);
  }
}

function tryNow() {
  retry = FIRST_RETRY;
  hangUp();
  poll();
}

// --- What happens on this screen meanwhile

document.addEventListener("htmx:beforeRequest", (event) => {
  asking.add(event.detail.xhr);
  askedAt = Date.now();
});
document.addEventListener("htmx:afterRequest", (event) => {
  asking.delete(event.detail.xhr);
  const byItself = event.detail.requestConfig.headers["By-Itself"];
  if (byItself && !event.detail.successful) delete table()?.askedFor;
  if (event.detail.successful) setTimeout(() => refresh(), 0);
  else if (byItself && [403, 404].includes(event.detail.xhr.status)) location.reload();
  else if (event.detail.xhr.status === 0) tryNow();
});
// A drawing that changes under a finger would take the finger's line with it.
document.addEventListener("pointerdown", (event) => {
  finger = event.target.closest?.("#table svg") !== null;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    finger = false;
    setTimeout(() => refresh(), 0);
  });
}
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-retry]")) tryNow();
  if (event.target.closest("[data-show-now]")) location.assign(table().dataset.here);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") poll();
});
addEventListener("online", tryNow);
addEventListener("offline", () => {
  hangUp();
  lost();
  later(poll, retry);
});
// A page that is left says goodbye to its stream at once, and takes it up again when somebody comes back to it.
addEventListener("pagehide", hangUp);
addEventListener("pageshow", (event) => {
  if (event.persisted) tryNow();
});
connect();
