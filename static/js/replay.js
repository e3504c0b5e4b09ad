// Replay: the slider, the play button and the arrow keys fetch one step after the other. Without this file the links
// and the number do the same.

const form = document.querySelector("[data-replay]");
const slider = form.querySelector("[data-slider]");
const number = form.querySelector("[data-number]");
const play = form.querySelector("[data-play]");
const last = Number(form.dataset.last);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
const PAUSE = still ? 2000 : 1100;
let wanted = Number(slider.value);
let busy = false;
let timer = null;

function address(step) {
  return `${form.dataset.replay}?step=${step}${"all" in form.dataset ? "&all=1" : ""}`;
}

// One question at a time: while an answer is on its way only the last wish is kept.
async function go(step) {
  wanted = Math.min(Math.max(0, step), last);
  slider.value = wanted;
  number.value = wanted;
  if (busy) return;
  busy = true;
  try {
    while (Number(document.querySelector("#replay").dataset.step) !== wanted) {
      const asked = wanted;
      await htmx.ajax("GET", address(asked), { target: "#replay", swap: "outerHTML" });
      history.replaceState(history.state, "", address(asked));
      if (Number(document.querySelector("#replay").dataset.step) !== asked) break;
    }
  } finally {
    busy = false;
  }
}

function pause() {
  clearTimeout(timer);
  timer = null;
  show(false);
}

function show(playing) {
  play.setAttribute("aria-pressed", String(playing));
  for (const part of play.querySelectorAll("[data-when]")) part.hidden = (part.dataset.when === "playing") !== playing;
}

async function tick() {
  await go(wanted + 1);
  if (timer === null) return;
  if (wanted >= last) return pause();
  timer = setTimeout(tick, PAUSE);
}

play.addEventListener("click", () => {
  if (timer !== null) return pause();
  show(true);
  timer = setTimeout(tick, 0);
  if (wanted >= last) go(0);
});
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  pause();
  go(Number(number.value));
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay [data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  const way = link.rel;
  go(Number(link.dataset.to)).then(() => document.querySelector(`#replay a[rel=${way}]`)?.focus());
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const step = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: last }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  pause();
  go(step);
});
slider.hidden = false;
play.hidden = last === 0;
form.classList.add("live");
