// Great moments are heard and felt as well as seen: an event, a completed Story tile, the last round, the end. The sounds
// are made here, never before somebody has touched the page; phones shake. The switch is one of this device (Settings).

const SHAKE = [180, 90, 420];
const NOD = [90];

// Struck one after the other: frequency in hertz, seconds from the start, how long it rings.
const STRUCK = {
  volcano: [[55, 0, 2.6], [82.4, 0.05, 2.2], [61.7, 0.55, 2.4], [41.2, 0.9, 2.8]],
  downpour: [[587.3, 0, 0.9], [880, 0.16, 0.8], [698.5, 0.32, 1.1], [440, 0.52, 1.8]],
  "lake-villages": [[392, 0, 1.4], [523.3, 0.22, 1.4], [659.3, 0.44, 2]],
  "story-done": [[523.3, 0, 0.7], [659.3, 0.12, 0.7], [784, 0.24, 1.3]],
  "final-camp": [[196, 0, 1.6], [196, 0.4, 1.6], [293.7, 0.8, 2.4]],
  over: [[392, 0, 1], [523.3, 0.18, 1], [659.3, 0.36, 1], [784, 0.54, 2.6], [1046.5, 0.72, 2.6]],
};

let air = null;
let last = null;
let lastMoments = null;

function loud() {
  return document.documentElement.dataset.sound !== "off";
}

// Kept with the other settings of the device; without a line it holds as long as the page.
function keep(on) {
  document.documentElement.dataset.sound = on;
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const body = new URLSearchParams({ sound: on, csrf_token: token });
  fetch(document.querySelector("[data-sound-switch]").dataset.keep, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
}

// Browsers let a page be heard only after a touch or a key.
function touched() {
  if (typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume().catch(() => {});
}

function play(kind) {
  if (!air || !loud()) return;
  const start = air.currentTime + 0.02;
  for (const [pitch, after, rings] of STRUCK[kind]) {
    // A low sound is lost on a phone's loudspeaker, so each note brings its octave along.
    for (const [times, strength] of [[1, 0.22], [2, 0.1], [3, 0.04]]) {
      const tone = air.createOscillator();
      const volume = air.createGain();
      tone.type = pitch < 100 ? "triangle" : "sine";
      tone.frequency.value = pitch * times;
      volume.gain.setValueAtTime(0.0001, start + after);
      volume.gain.exponentialRampToValueAtTime(strength, start + after + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + after + rings);
      tone.connect(volume).connect(air.destination);
      tone.start(start + after);
      tone.stop(start + after + rings + 0.05);
    }
  }
}

// What a screen that was just drawn means: what was not there before is called out, once.
function look() {
  show();
  const touchedOnce = navigator.userActivation?.hasBeenActive;
  const event = document.querySelector("#table[data-event]")?.dataset.event ?? null;
  if (event && !last && touchedOnce !== false) call(event, SHAKE);
  last = event;
  const moments = [...document.querySelectorAll("#table [data-moment]")];
  const said = moments.map((one) => one.textContent.trim()).join();
  // Whoever opens the page finds things as they are: nothing happens just now.
  if (said && lastMoments !== null && said !== lastMoments && touchedOnce !== false) {
    call(moments.at(-1).dataset.moment, NOD);
  }
  lastMoments = said;
}

function call(kind, shake) {
  if (!(kind in STRUCK)) return;
  play(kind);
  const still = document.documentElement.dataset.motion === "off";
  if (navigator.userActivation?.hasBeenActive && !still) navigator.vibrate?.(shake);
}

function show() {
  for (const button of document.querySelectorAll("[data-sound-switch]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(loud()));
  }
}

document.addEventListener("pointerdown", touched);
document.addEventListener("keydown", touched);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound-switch]");
  if (button) {
    keep(loud() ? "off" : "on");
    show();
    play(document.querySelector("#table[data-event]")?.dataset.event ?? "lake-villages");
    return;
  }
  // A space of the event's map is looked at in place: a new page would call the event out again.
  const space = event.target.closest(".event-screen a.press");
  if (space && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    htmx.ajax("GET", space.getAttribute("href"), { target: "#table", swap: "outerHTML" });
  }
});
document.addEventListener("htmx:load", look);
look();
