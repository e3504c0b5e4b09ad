// Photos: a chosen picture is looked at and sent at once, a tap on the reading answers without loading the page anew,
// and four taps get a magnifying glass. Without this script all of it is forms and links.

const HEAVY = 100e6;
const LOOK_SIDE = 320;
const DARK = 45;
const BLURRED = 18;
const SMALL = 900;

// --- Choosing

// A chosen picture goes off by itself: the button and the file's name are for where this script is missing. After Back
// nothing is chosen, so that the same picture can be chosen again.
document.documentElement.dataset.sends = "";
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-photo-form]:not([data-photo-form=wait])")) form.reset();
});

// What may be wrong with a picture, seen at a glance; nothing when the browser cannot open it (HEIC, say).
async function complaint(file) {
  if (file.size > HEAVY) return "heavy";
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  if (Math.max(bitmap.width, bitmap.height) < SMALL) return "small";
  const scale = LOOK_SIDE / Math.max(bitmap.width, bitmap.height);
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  paper.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = paper.getImageData(0, 0, width, height);
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++) light[i] = 0.3 * data[4 * i] + 0.6 * data[4 * i + 1] + 0.1 * data[4 * i + 2];
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  if (mean < DARK) return "dark";
  // The strongest edges of a picture in focus are steep even in its small copy.
  const steps = [];
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const here = light[y * width + x];
      steps.push(Math.abs(here - light[y * width + x - 1]) + Math.abs(here - light[(y - 1) * width + x]));
    }
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length * 0.995)] < BLURRED ? "blurred" : null;
}

document.addEventListener("change", async (event) => {
  const form = event.target.closest?.("form[data-photo-form]");
  const file = event.target.files?.[0];
  if (!form || !file) return;
  // The other way of choosing would be sent along.
  for (const input of form.querySelectorAll('input[type="file"]')) if (input !== event.target) input.value = "";
  const hint = form.querySelector("[data-photo-hint]");
  // Of several pictures the reader says which is no good; the others are read all the same.
  const wrong = event.target.files.length > 1 ? null : await complaint(file).catch(() => null);
  hint.hidden = !wrong;
  hint.textContent = wrong ? hint.dataset[wrong] : "";
  if (wrong || form.dataset.photoForm === "wait") return;
  form.dataset.sent = "true";
  hint.hidden = false;
  hint.textContent = hint.dataset.sending;
  form.requestSubmit();
});

// The form stays where it is while the page around it is drawn anew: for the next photo it is empty again.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt.closest?.("form[data-photo-form]");
  if (!form) return;
  form.reset();
  delete form.dataset.sent;
  form.querySelector("[data-photo-hint]").hidden = true;
});

// --- Looking over

document.addEventListener("click", (event) => {
  const space = event.target.closest?.(".photo-map a[data-space]");
  if (!space || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const form = document.querySelector("#photo-tap");
  if (form) {
    const values = { ...Object.fromEntries(new FormData(form)), at: space.dataset.space };
    htmx.ajax("POST", form.action, { source: space, target: "#table", swap: "outerHTML", values });
  } else {
    htmx.ajax("GET", space.getAttribute("href"), { source: space, target: "#table", swap: "outerHTML" });
  }
});

// The axes of a reading lie anyhow in the photo: the arrow keys go by where the spaces are seen.
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(space) {
  const box = space.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

document.addEventListener(
  "keydown",
  (event) => {
    const space = event.target.closest?.(".photo-map .press[data-space]");
    const way = WAYS[event.key];
    if (!space || !way) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [x, y] = middle(space);
    let best = null;
    for (const other of space.ownerSVGElement.querySelectorAll(".press")) {
      const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (other === space || along <= 0 || aside > along * 1.2) continue;
      if (!best || along + aside < best.far) best = { far: along + aside, other };
    }
    if (!best) return;
    for (const one of space.ownerSVGElement.querySelectorAll(".press")) one.setAttribute("tabindex", "-1");
    best.other.setAttribute("tabindex", "0");
    best.other.focus();
  },
  { capture: true },
);

// --- Four taps

const LOUPE_SHARE = 0.09;
const STEP = 6;

class Taps {
  constructor(form) {
    this.form = form;
    this.picture = form.querySelector('input[type="image"]');
    this.loupe = form.querySelector("[data-loupe]");
    this.width = Number(form.dataset.width);
    form.dataset.fit = "true";
    this.at = null;
    this.picture.addEventListener("pointerdown", (event) => this.follow(event));
    this.picture.addEventListener("pointermove", (event) => this.at && this.follow(event));
    this.picture.addEventListener("pointerup", (event) => {
      this.follow(event);
      this.send();
    });
    this.picture.addEventListener("pointercancel", () => this.hide());
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("blur", () => this.hide());
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  follow(event) {
    if (event.type === "pointerdown") this.picture.setPointerCapture(event.pointerId);
    const frame = this.picture.getBoundingClientRect();
    this.show(event.clientX - frame.left, event.clientY - frame.top);
  }

  show(x, y) {
    const frame = this.picture.getBoundingClientRect();
    this.at = { x: Math.min(Math.max(x, 0), frame.width), y: Math.min(Math.max(y, 0), frame.height) };
    const scale = this.width / frame.width;
    const [cx, cy, reach] = [this.at.x * scale, this.at.y * scale, (this.width * LOUPE_SHARE) / 2];
    this.loupe.removeAttribute("hidden");
    this.loupe.setAttribute("viewBox", `${cx - reach} ${cy - reach} ${2 * reach} ${2 * reach}`);
    const arm = reach / 3;
    this.loupe
      .querySelector("path")
      .setAttribute("d", `M${cx - arm} ${cy}h${2 * arm}M${cx} ${cy - arm}v${2 * arm}`);
    this.loupe.style.left = `${this.at.x}px`;
    // Near the upper edge the glass goes below the finger.
    this.loupe.style.top = `${this.at.y < 190 ? this.at.y + 230 : this.at.y}px`;
  }

  hide() {
    this.at = null;
    this.loupe.setAttribute("hidden", "");
  }

  key(event) {
    const frame = this.picture.getBoundingClientRect();
    const way = WAYS[event.key];
    const at = this.at ?? { x: frame.width / 2, y: frame.height / 2 };
    if (way) {
      const step = event.shiftKey ? 1 : STEP;
      this.show(at.x + way[0] * step, at.y + way[1] * step);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.at) this.send();
      else this.show(at.x, at.y);
    } else return;
    event.preventDefault();
  }

  send() {
    const values = { ...Object.fromEntries(new FormData(this.form)), width: this.picture.getBoundingClientRect().width };
    Object.assign(values, { "tap.x": this.at.x, "tap.y": this.at.y });
    this.hide();
    htmx.ajax("POST", this.form.action, { source: this.form, target: "#table", swap: "outerHTML", values });
  }
}

function prepare(root) {
  for (const form of root.querySelectorAll("form[data-taps]:not([data-fit])")) new Taps(form);
}

document.addEventListener("htmx:load", (event) => prepare(event.detail.elt.parentNode ?? document));
prepare(document);
