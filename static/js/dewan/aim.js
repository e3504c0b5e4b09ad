// The camera in the page: small frames are looked at while one aims, and the best picture is taken by itself.
// Only where the browser hands out a camera (a secure address); elsewhere the device's own camera dialog, as ever.

const FRAME_SIDE = 640;
const SMALL_SIDE = 96; // for brightness, sharpness and movement, seen in the browser itself
const PAUSE_MS = 350;
const DARK = 45;
const MOVED = 12; // mean change of a small frame's light between two looks
const CLOSE = 0.045; // of the longer side from space to space; less is too far off
const GOOD_WANTED = 3;

class Aim {
  constructor(panel) {
    this.panel = panel;
    this.form = panel.closest("form");
    this.video = panel.querySelector("video");
    this.spaces = panel.querySelector("[data-aim-spaces]");
    this.hint = panel.querySelector("[data-aim-hint]");
    this.open = this.form.querySelector("[data-aim-open]");
    this.open.hidden = false;
    this.open.addEventListener("click", () => this.start());
    panel.querySelector("[data-aim-stop]").addEventListener("click", () => this.stop());
    panel.querySelector("[data-aim-now]").addEventListener("click", async () => this.send(await this.picture()));
  }

  say(what) {
    const text = this.hint.dataset[what];
    if (this.hint.textContent !== text) this.hint.textContent = text;
    this.panel.dataset.aim = what;
  }

  async start() {
    this.good = 0;
    this.best = null;
    this.last = null;
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } },
      });
    } catch {
      this.panel.hidden = false;
      this.panel.dataset.aim = "blocked";
      this.hint.textContent = this.hint.dataset.blocked;
      return;
    }
    this.video.srcObject = this.stream;
    this.panel.hidden = false;
    this.open.hidden = true;
    this.say("find");
    await this.video.play();
    this.panel.scrollIntoView({ block: "nearest" });
    this.round();
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
    this.spaces.replaceChildren();
    this.panel.hidden = true;
    this.open.hidden = false;
    this.open.focus();
  }

  async round() {
    while (this.stream) {
      if (!document.hidden && this.video.videoWidth) await this.look().catch(() => {});
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }

  // The video no larger than ``side``, on a canvas of its own.
  drawn(side) {
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  // Mean light, mean change since the last look, and how steep the steepest edges are.
  glance() {
    const canvas = this.drawn(SMALL_SIDE * 3);
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const light = new Float32Array(data.length / 4);
    for (let i = 0; i < light.length; i++) light[i] = 0.3 * data[4 * i] + 0.6 * data[4 * i + 1] + 0.1 * data[4 * i + 2];
    let [sum, change, steep] = [0, 0, 0];
    for (let i = 0; i < light.length; i++) {
      sum += light[i];
      if (this.last) change += Math.abs(light[i] - this.last[i]);
      if (i >= width) steep += (light[i] - light[i - 1]) ** 2 + (light[i] - light[i - width]) ** 2;
    }
    const moved = this.last?.length === light.length ? change / light.length : 255;
    this.last = light;
    return { mean: sum / light.length, moved, sharp: steep / light.length };
  }

  async look() {
    const { mean, moved, sharp } = this.glance();
    const frame = await blobOf(this.drawn(FRAME_SIDE), 0.8);
    const body = new FormData();
    body.append("csrf_token", this.form.querySelector('[name="csrf_token"]').value);
    body.append("frame", frame, "frame.jpg");
    const answer = await fetch(this.panel.dataset.address, { method: "POST", body });
    if (!this.stream || !answer.ok) return;
    const shown = await answer.json();
    if (shown.busy) return;
    this.draw(shown.spaces ?? []);
    const wrong = this.wrong(shown, mean, moved);
    if (wrong) {
      this.say(wrong);
      this.good = 0;
      return;
    }
    this.say("good");
    this.good += 1;
    if (!this.best || sharp > this.best.sharp) this.best = { sharp, picture: await this.picture() };
    if (this.good >= GOOD_WANTED) this.send(this.best.picture);
  }

  wrong(shown, mean, moved) {
    if (mean < DARK) return "dark";
    if (!shown.found) return "find";
    if (shown.cut) return "farther";
    if (shown.spacing < CLOSE) return "closer";
    return moved > MOVED ? "still" : null;
  }

  draw(spaces) {
    const { videoWidth, videoHeight } = this.video;
    this.spaces.setAttribute("viewBox", `0 0 ${videoWidth} ${videoHeight}`);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const corner = ([x, y]) => `${Math.round(x * videoWidth)} ${Math.round(y * videoHeight)}`;
    path.setAttribute("d", spaces.map((ring) => `M${ring.map(corner).join("L")}Z`).join(""));
    this.spaces.replaceChildren(path);
  }

  picture() {
    return blobOf(this.drawn(Infinity), 0.92);
  }

  // As if it had been chosen: the form looks at it and sends it.
  send(picture) {
    if (!this.stream || !picture) return;
    const input = this.form.querySelector(".camera input");
    const files = new DataTransfer();
    files.items.add(new File([picture], "photo.jpg", { type: "image/jpeg" }));
    input.files = files.files;
    this.stop();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function blobOf(canvas, quality) {
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

function prepare() {
  const panel = document.querySelector("[data-aim-panel]:not([data-aim])");
  if (!panel || !window.isSecureContext || !navigator.mediaDevices?.getUserMedia) return;
  panel.dataset.aim = "";
  const aim = new Aim(panel);
  window.addEventListener("pagehide", () => aim.stream && aim.stop());
}

document.addEventListener("htmx:load", prepare);
prepare();
