// A finger that goes over spaces: a route on the referee's map, on the table's and on a player's own; Camps on the map of
// a quick score, which says itself what becomes of them. Without this script the spaces are links that do the same tap by
// tap; what a route is worth is judged by the server in either case.

const MOST_PATH = 200;
const TAP_PX = 8;
const STEP_PX = 6;
// How near its middle, in radii, a space must be touched to be part of the route: a finger that cuts a corner does not
// mean the space there, and one that strays over the edge of the map does not mean to leave it.
const ON_MAP = 0.8;
const OFF_MAP = 0.55;

let trace = null;

class Trace {
  constructor(section, event) {
    this.section = section;
    this.svg = section.querySelector("svg.map");
    this.radius = Number(section.dataset.radius);
    this.pointer = event.pointerId;
    this.from = { x: event.clientX, y: event.clientY };
    this.last = this.from;
    this.moved = 0;
    this.path = [];
    const traced = (section.dataset.traced || "").split(";").filter(Boolean);
    const first = this.spaceAt(this.from.x, this.from.y);
    // From the end of the route on screen the finger goes on; from anywhere else it begins anew.
    this.path = traced.length && traced.at(-1) === first ? traced : first ? [first] : [];
    this.line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    this.line.setAttribute("class", "finger");
  }

  // Rounds to the nearest hexagon, by the rules of cube coordinates.
  spaceAt(clientX, clientY) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const r = at.y / (1.5 * this.radius);
    const q = at.x / (Math.sqrt(3) * this.radius) - r / 2;
    let [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(-q - r)];
    const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    const space = `${rq},${rr}`;
    const [x, y] = this.middle(space);
    const onMap = this.svg.querySelector(`.press[data-space="${space}"]`) !== null;
    return Math.hypot(at.x - x, at.y - y) <= this.radius * (onMap ? ON_MAP : OFF_MAP) ? space : null;
  }

  middle(space) {
    const [q, r] = space.split(",").map(Number);
    return [Math.sqrt(3) * this.radius * (q + r / 2), 1.5 * this.radius * r];
  }

  move(event) {
    const now = { x: event.clientX, y: event.clientY };
    this.moved += Math.hypot(now.x - this.last.x, now.y - this.last.y);
    // A quick finger is reported seldom: look at every point between.
    const steps = Math.max(1, Math.ceil(Math.hypot(now.x - this.last.x, now.y - this.last.y) / STEP_PX));
    for (let i = 1; i <= steps; i += 1) {
      const share = i / steps;
      this.visit(this.spaceAt(this.last.x + (now.x - this.last.x) * share, this.last.y + (now.y - this.last.y) * share));
    }
    this.last = now;
    this.draw();
  }

  visit(space) {
    if (!space || space === this.path.at(-1) || this.path.length >= MOST_PATH) return;
    if (space === this.path.at(-2)) this.path.pop();
    else this.path.push(space);
  }

  draw() {
    if (!this.line.isConnected) this.svg.append(this.line);
    this.line.setAttribute("points", this.path.map((space) => this.middle(space).join(",")).join(" "));
  }

  get isTap() {
    return this.moved < TAP_PX || this.path.length < 2;
  }
}

function go(address) {
  htmx.ajax("GET", address, { target: "#table", swap: "outerHTML show:none" });
}

function within(event) {
  return event.target.closest?.("[data-trace]");
}

// Where a route can only begin on some spaces, a finger on any other one moves the map.
function mayBegin(section, space) {
  const from = section.dataset.from;
  return from === undefined || from.split(";").includes(space.dataset.space);
}

// Before the map sees them: a finger on a space traces, one beside the map moves it.
document.addEventListener(
  "pointerdown",
  (event) => {
    const section = within(event);
    const space = event.target.closest(".press");
    if (!section || event.button !== 0 || !space || !mayBegin(section, space)) return;
    event.stopPropagation();
    if (trace) {
      trace.line.remove(); // a second finger: no route is meant
      trace = null;
      return;
    }
    trace = new Trace(section, event);
  },
  { capture: true },
);

document.addEventListener("pointermove", (event) => {
  if (trace?.pointer === event.pointerId) trace.move(event);
});

// The page must not be scrolled by a finger that draws. (Browsers look at ``touch-action`` of whole drawings only.)
document.addEventListener("touchmove", (event) => trace && event.preventDefault(), { passive: false });

document.addEventListener("pointerup", (event) => {
  if (trace?.pointer !== event.pointerId) return;
  const done = trace;
  trace = null;
  if (done.isTap) {
    done.line.remove();
    return;
  }
  // The click that follows is no tap on the last space.
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  const path = done.path.join(";");
  if (done.section.dataset.trace) go(done.section.dataset.trace + path);
  else done.section.dispatchEvent(new CustomEvent("traced", { detail: path, bubbles: true }));
});

document.addEventListener("pointercancel", (event) => {
  if (trace?.pointer !== event.pointerId) return;
  trace.line.remove();
  trace = null;
});

// A link inside a drawing is not swapped in by htmx itself.
document.addEventListener("click", (event) => {
  const space = within(event)?.dataset.trace && event.target.closest("a.press");
  if (!space || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(space.getAttribute("href"));
});

// A link must not be dragged along under the finger.
document.addEventListener("dragstart", (event) => {
  if (within(event)) event.preventDefault();
});
