// The screen stays on while a table is open on it. Where the browser refuses the wake lock (every plain http address), a
// tiny silent video that plays in a loop from the first tap on does the same. Where that fails, too, the page says so once
// on this device.

const KEPT = "companion.sleep-told";
let lock = null;
let video = null;

function told() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function tell() {
  document.documentElement.dataset.awake = "no";
  const note = document.querySelector("#sleep");
  if (!note || told()) return;
  note.querySelector(isSecureContext ? "[data-refused]" : "[data-insecure]").hidden = false;
  note.hidden = false;
}

async function hold() {
  if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    document.documentElement.dataset.awake = "yes";
  } catch {
    // There is no such thing here, or the battery is to be spared. A video with sound plays after a tap only.
    if (video) play();
    else document.addEventListener("click", play, { once: true });
  }
}

async function play() {
  video ??= makeVideo();
  try {
    await video.play();
    document.documentElement.dataset.awake = "video";
  } catch {
    tell();
  }
}

function makeVideo() {
  // A muted one would not count as watched.
  const made = document.importNode(document.querySelector("#awake-video").content.firstElementChild, true);
  // Nobody waits for an answer of play() then: it never comes.
  made.lastElementChild.addEventListener("error", tell);
  document.body.append(made);
  return made;
}

document.addEventListener("click", (event) => {
  const note = event.target.closest("#sleep");
  if (!note || !event.target.closest("button")) return;
  note.hidden = true;
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // Nothing may be kept on this device: then it is said once a page.
  }
});
// The browser lets go whenever the page is out of sight.
document.addEventListener("visibilitychange", hold);
if (document.querySelector("#table[data-live]")) hold();
