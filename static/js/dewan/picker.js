// Dragging a tile to where it lies, and painting by letter keys. Without this script tiles are moved by taps.

const TAP_PX = 8;
let drag = null;

function stack(target) {
  return target.closest?.("[data-picker]");
}

function pointAt(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

// The space a point lies on, after "Hexagonal Grids": round all three coordinates, mend the worst.
function spaceAt(x, y, radius) {
  const r = y / (1.5 * radius);
  const q = x / (Math.sqrt(3) * radius) - r / 2;
  let [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(-q - r)];
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq, rr];
}

document.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest?.(".tile-press");
  if (!tile || event.button !== 0) return;
  drag = { tile, from: pointAt(tile.ownerSVGElement, event), x: event.clientX, y: event.clientY, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < TAP_PX) return;
  if (!drag.moved) {
    drag.moved = true;
    drag.tile.classList.add("dragged");
    drag.tile.setPointerCapture?.(event.pointerId);
  }
  const to = pointAt(drag.tile.ownerSVGElement, event);
  drag.tile.setAttribute("transform", `translate(${to.x - drag.from.x} ${to.y - drag.from.y})`);
});

document.addEventListener("pointerup", (event) => {
  const done = drag;
  drag = null;
  if (!done?.moved) return;
  const frame = stack(done.tile);
  const radius = Number(frame.dataset.radius);
  const [q, r] = done.tile.dataset.at.split(",").map(Number);
  const to = pointAt(done.tile.ownerSVGElement, event);
  const x = Math.sqrt(3) * radius * (q + r / 2) + to.x - done.from.x;
  const y = 1.5 * radius * r + to.y - done.from.y;
  const address = new URL(frame.dataset.here, location.href);
  address.searchParams.append("m", `move,${spaceAt(x, y, radius).join(",")},${done.tile.dataset.tile}`);
  // The click that follows the drag means nothing.
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  htmx.ajax("GET", address.pathname + address.search, { target: "#picker", swap: "outerHTML" });
});

document.addEventListener("pointercancel", () => {
  drag?.tile.removeAttribute("transform");
  drag?.tile.classList.remove("dragged");
  drag = null;
});

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-picker]")) event.preventDefault();
});

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

// Letters typed faster than the server answers wait their turn: each belongs to the space after the one before.
const letters = [];
// Before htmx has taken the page over, a button would load a new page and the letters behind it would be lost.
let painting = true;
document.addEventListener("htmx:load", painted, { once: true });

function letterButton(letter) {
  return document.querySelector(`.letter-button[data-letter="${CSS.escape(letter)}"]`);
}

function paintNext() {
  if (painting || !letters.length) return;
  const button = letterButton(letters[0]);
  if (!button) return;
  letters.shift();
  painting = true;
  button.click();
}

function painted() {
  painting = false;
  paintNext();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea")) return;
  const key = event.key.toLowerCase();
  // While an answer is on its way the buttons may be gone for a moment.
  if (!painting && !letterButton(key)) return;
  event.preventDefault();
  letters.push(key);
  paintNext();
});
// Between the two, the new buttons are there but htmx has not taken them over yet.
document.addEventListener("htmx:beforeSwap", () => {
  painting = true;
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "picker") painted(); // each part that was swapped tells of itself, too
});
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:sendAbort"]) {
  document.addEventListener(failure, () => {
    letters.length = 0;
    painting = false;
  });
}

// The palette stays where it was scrolled to when the page is swapped.
let scrolled = 0;
document.addEventListener("htmx:beforeSwap", () => {
  scrolled = document.querySelector(".picker-panel")?.scrollTop ?? 0;
});
document.addEventListener("htmx:afterSwap", () => {
  const panel = document.querySelector(".picker-panel");
  if (panel) panel.scrollTop = scrolled;
});
