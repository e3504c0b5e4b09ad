// The screen stays awake while a table is open on it, where the browser allows that; where it does not, the page says so
// once on this device.

const KEPT = "companion.sleep-told";
let lock = null;

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
    // There is no such thing here, or the battery is to be spared.
    tell();
  }
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
