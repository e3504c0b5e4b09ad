// The event is heard and felt as well as seen: a sound made here, never before somebody has touched the page, and a
// vibration on phones. The switch is remembered on this device.

const KEPT = "companion.sound";
const SHAKE = [180, 90, 420];

// Struck one after the other: frequency in hertz, seconds from the start, how long it rings.
const STRUCK = {
  volcano: [[55, 0, 2.6], [82.4, 0.05, 2.2], [61.7, 0.55, 2.4], [41.2, 0.9, 2.8]],
  downpour: [[587.3, 0, 0.9], [880, 0.16, 0.8], [698.5, 0.32, 1.1], [440, 0.52, 1.8]],
  "lake-villages": [[392, 0, 1.4], [523.3, 0.22, 1.4], [659.3, 0.44, 2]],
};

let air = null;
let last = null;

function loud() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

function keep(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // Nothing may be kept on this device: the switch then holds as long as the page.
  }
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
  for (const [pitch, after, rings] of STRUCK[kind] ?? STRUCK.volcano) {
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

// What a screen that was just drawn means: an event that was not there before is called out, once.
function look() {
  show();
  const event = document.querySelector("#table[data-event]")?.dataset.event ?? null;
  if (event && !last && navigator.userActivation?.hasBeenActive !== false) {
    play(event);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
  }
  last = event;
}

function show() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(loud()));
  }
}

document.addEventListener("pointerdown", touched);
document.addEventListener("keydown", touched);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound]");
  if (button) {
    keep(!loud());
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
