// A screen that is drawn anew keeps the place of the keyboard, and says what has changed to those who do not see it. The
// region that is read aloud stays where it is, since one that is swapped in together with its words stays silent.

const STOPS = "a[href], button, summary, input, select, textarea";

let seen = null;
let before = null;
let byKey = false;

function here() {
  return document.querySelector("#table");
}

// What the screen has to say: the last entry of the log if it is new, then whatever was asked for.
function words(table) {
  const parts = [...table.querySelectorAll("[data-aloud]")].map((one) => one.innerText.replace(/\s+/g, " ").trim());
  const { seq, done = "", undone = "" } = table.dataset;
  return { seq, done, undone, parts };
}

function speak(now, was) {
  const region = document.querySelector("#said");
  if (!region || !was) return;
  const back = now.undone && now.undone === was.done;
  const news = now.seq === was.seq ? [] : [back ? `${now.undone}: ${region.dataset.undone}` : now.done];
  const fresh = now.parts.filter((part) => part && !was.parts.includes(part));
  const text = [...news, ...fresh].filter(Boolean).join(". ");
  if (text) region.textContent = text;
}

// The same stop in another drawing: a space by its place, anything else by where it leads and what it is called.
function place(element) {
  if (element.dataset.space) return (root) => root.querySelector(`.press[data-space="${element.dataset.space}"]`);
  const name = element.getAttribute("aria-label") ?? element.innerText;
  const kind = element.tagName;
  return (root) =>
    [...root.querySelectorAll(STOPS)].find(
      (one) => one.tagName === kind && !one.disabled && (one.getAttribute("aria-label") ?? one.innerText) === name,
    );
}

function stay(find) {
  const table = here();
  if (!table || (document.activeElement && document.activeElement !== document.body)) return;
  const twin = find(table);
  if (twin) {
    twin.focus({ preventScroll: true });
    return;
  }
  // What was pressed is gone: the Tab key goes on from what is asked for now.
  const next = table.querySelector("[data-next]") ?? table;
  next.setAttribute("tabindex", "-1");
  next.focus({ preventScroll: true });
}

document.addEventListener("keydown", () => (byKey = true), { capture: true });
document.addEventListener("pointerdown", () => (byKey = false), { capture: true });
document.addEventListener("htmx:beforeSwap", (event) => {
  const table = here();
  if (!table || event.detail.target !== table) return;
  seen = words(table);
  before = byKey && table.contains(document.activeElement) ? place(document.activeElement) : null;
});
document.addEventListener("htmx:afterSettle", () => {
  const table = here();
  if (!table || !seen) return;
  speak(words(table), seen);
  if (before) stay(before);
  seen = before = null;
});

// A link inside a drawing is not swapped in by htmx itself. The event and the referee do so on their own.
document.addEventListener("click", (event) => {
  const space = event.target.closest?.("#table.table-grid a.press");
  if (!space || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  htmx.ajax("GET", space.getAttribute("href"), { target: "#table", swap: "outerHTML" });
});
