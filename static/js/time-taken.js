// Clocks, where this device wants them (Settings): how much time each player has taken. The server says so after every
// entry; in between the clock of whoever is on turn goes on here.

let used = {};
let turn = null;
let saidAt = 0;
let asked = null;

function show() {
  const passed = Math.round((performance.now() - saidAt) / 1000);
  for (const place of document.querySelectorAll("[data-clock]")) {
    const name = place.dataset.clock;
    if (!(name in used)) continue;
    const seconds = used[name] + (name === turn ? passed : 0);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const [first, ...others] = parts[0] ? parts : parts.slice(1);
    place.textContent = [first, ...others.map((part) => String(part).padStart(2, "0"))].join(":");
    place.hidden = false;
  }
}

// At a table that was not drawn anew nothing has changed.
async function look() {
  const list = document.querySelector("[data-times]");
  const seq = document.querySelector("#table[data-live]")?.dataset.seq;
  if (!list) return;
  show();
  if (asked === seq) return;
  asked = seq;
  try {
    const answer = await fetch(list.dataset.times);
    if (!answer.ok) throw new Error(answer.status);
    ({ used, turn } = await answer.json());
    saidAt = performance.now();
    show();
  } catch {
    asked = null; // the line is said to be lost elsewhere: the next drawing asks again
  }
}

document.addEventListener("htmx:load", look);
setInterval(show, 1000);
look();
