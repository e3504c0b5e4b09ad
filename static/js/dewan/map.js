// Moving and zooming a map, and walking over it with the arrow keys. The map itself is drawn by the server; without
// this script it is shown whole, and its spaces are plain links.

const MOST_ZOOM = 5;
const STEP = 1.5;
const TAP_PX = 8;

// Where each map was looked at, so that a swapped-in drawing of the same board is shown from the same place.
const remembered = new Map();

// Where the server wants us to look first: "x y width height".
function near(told) {
  const [x, y, width, height] = (told ?? "").split(" ").map(Number);
  return height ? { x, y, width, height } : null;
}

class MapFrame {
  constructor(frame) {
    this.frame = frame;
    this.svg = frame.querySelector("svg.map");
    const box = this.svg.viewBox.baseVal;
    this.whole = { x: box.x, y: box.y, width: box.width, height: box.height };
    this.key = `${frame.dataset.map} ${this.svg.getAttribute("viewBox")}`;
    this.box = { ...(near(this.svg.dataset.near) ?? remembered.get(this.key) ?? this.whole) };
    this.fingers = new Map();
    this.dragged = 0;
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, (event) => this.release(event));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A finger that moved the map did not mean the space it happened to leave.
    frame.addEventListener("click", (event) => this.swallowDrag(event), { capture: true });
    const tools = frame.querySelector("[data-map-tools]");
    if (tools) {
      tools.hidden = false;
      tools.addEventListener("click", (event) => this.tool(event));
    }
    this.show();
  }

  get zoom() {
    return this.whole.width / this.box.width;
  }

  tool(event) {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    if (button.dataset.zoom === "fit") this.box = { ...this.whole };
    else this.zoomBy(button.dataset.zoom === "in" ? STEP : 1 / STEP);
    this.show();
  }

  // Keeps the point of the drawing that lies under (clientX, clientY) where it is.
  zoomBy(factor, clientX, clientY) {
    const wanted = Math.min(MOST_ZOOM, Math.max(1, this.zoom * factor));
    const frame = this.svg.getBoundingClientRect();
    const at = this.pointAt(clientX ?? frame.left + frame.width / 2, clientY ?? frame.top + frame.height / 2);
    const width = this.whole.width / wanted;
    const shrink = width / this.box.width;
    this.box.x = at.x - (at.x - this.box.x) * shrink;
    this.box.y = at.y - (at.y - this.box.y) * shrink;
    this.box.width = width;
    this.box.height *= shrink;
  }

  pointAt(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  press(event) {
    if (event.button !== 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragged = 0;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.dragged += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.fingers.size === 1) {
      if (this.dragged < TAP_PX) {
        this.fingers.set(event.pointerId, now);
        return;
      }
      this.frame.setPointerCapture(event.pointerId);
      const from = this.pointAt(before.x, before.y);
      const to = this.pointAt(now.x, now.y);
      this.box.x -= to.x - from.x;
      this.box.y -= to.y - from.y;
    } else if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const apart = Math.hypot(now.x - other.x, now.y - other.y);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      if (was > 0) this.zoomBy(apart / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    this.fingers.set(event.pointerId, now);
    this.show();
  }

  release(event) {
    this.fingers.delete(event.pointerId);
  }

  wheel(event) {
    const factor = Math.exp(-event.deltaY / 400);
    // At either end the page may scroll on.
    if ((factor < 1 && this.zoom <= 1) || (factor > 1 && this.zoom >= MOST_ZOOM)) return;
    event.preventDefault();
    this.zoomBy(factor, event.clientX, event.clientY);
    this.show();
  }

  swallowDrag(event) {
    if (this.dragged >= TAP_PX && event.detail > 0 && event.target.closest(".press")) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.dragged = 0;
  }

  show() {
    const { whole, box } = this;
    const within = (value, least, room) => Math.min(Math.max(value, least), least + Math.max(room, 0));
    box.x = within(box.x, whole.x, whole.width - box.width);
    box.y = within(box.y, whole.y, whole.height - box.height);
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.frame.dataset.zoomed = String(this.zoom > 1.01);
    remembered.set(this.key, { ...box });
  }
}

// Sides as the record counts them: 0 is east, then against the clock.
const SIDES = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const KEYS = { ArrowRight: [0], ArrowLeft: [3], ArrowUp: [1, 2], ArrowDown: [5, 4] };

function walk(event) {
  const space = event.target.closest?.(".press[data-space]");
  if (!space) return;
  if (event.key in KEYS) {
    const map = space.ownerSVGElement;
    const next = beside(map, space, event.key) ?? beyond(map, space, event.key);
    if (!next) return;
    event.preventDefault();
    focusOnly(map, next);
  } else if ((event.key === "Enter" || event.key === " ") && space.getAttribute("role") === "button") {
    event.preventDefault();
    space.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
}

function at(space) {
  return space.dataset.space.split(",").map(Number);
}

function beside(map, space, key) {
  const [q, r] = at(space);
  // Up and down zigzag, so that they lead straight over the map.
  const sides = KEYS[key].length > 1 && r & 1 ? [...KEYS[key]].reverse() : KEYS[key];
  for (const side of sides) {
    const [dq, dr] = SIDES[side];
    const next = map.querySelector(`.press[data-space="${q + dq},${r + dr}"]`);
    if (next) return next;
  }
  return null;
}

// Over a gap, or around a bay of the map: the nearest space of the next row that has one, or the next in this row.
function beyond(map, space, key) {
  const [q, r] = at(space);
  const away = (one) => {
    const [otherQ, otherR] = at(one);
    const across = otherQ + otherR / 2 - q - r / 2;
    const down = otherR - r;
    if (key === "ArrowDown" || key === "ArrowUp") return [key === "ArrowDown" ? down : -down, Math.abs(across)];
    return down ? [0, 0] : [key === "ArrowRight" ? across : -across, 0];
  };
  const there = [...map.querySelectorAll(".press[data-space]")].map((one) => ({ one, far: away(one) }));
  const ahead = there.filter(({ far }) => far[0] > 0).sort((a, b) => a.far[0] - b.far[0] || a.far[1] - b.far[1]);
  return ahead[0]?.one ?? null;
}

// One stop for the Tab key; from there on the arrows lead.
function focusOnly(map, space) {
  for (const one of map.querySelectorAll(".press")) one.setAttribute("tabindex", one === space ? "0" : "-1");
  space.focus();
}

function prepare(root) {
  for (const frame of root.querySelectorAll("[data-map]:not([data-ready])")) {
    frame.dataset.ready = "true";
    new MapFrame(frame);
  }
  for (const map of root.querySelectorAll("svg.map:not([data-walked])")) {
    map.dataset.walked = "true";
    map.querySelectorAll(".press").forEach((one, i) => one.setAttribute("tabindex", i ? "-1" : "0"));
  }
}

document.addEventListener("keydown", walk);
document.addEventListener("htmx:load", (event) => prepare(event.detail.elt.parentNode ?? document));
prepare(document);
