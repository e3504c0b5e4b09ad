// What every page needs: htmx carries the page's token on every change.

document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector('meta[name="csrf-token"]');
  if (token) event.detail.headers["X-CSRFToken"] = token.content;
});

// A nervous finger presses twice, and the second press may meet the next player's button. Of the forms that record what
// somebody did, buttons of the same label, pressed again at the same spot within half a second, were pressed once. Keys
// that are meant to be pressed often (turn a tile, one more, undo) are not among them.
const ONE_TURN = /\/(record|act|round|took|resolved)$/;
const TWICE_MS = 500;
const TWICE_PX = 16;
let pressed = { at: -TWICE_MS };

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    if (!button?.form || button.type !== "submit" || !ONE_TURN.test(button.form.action)) return;
    const press = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      what: `${button.form.action} ${button.textContent.trim()}`,
    };
    const again =
      press.at - pressed.at < TWICE_MS &&
      press.what === pressed.what &&
      Math.hypot(press.x - pressed.x, press.y - pressed.y) < TWICE_PX;
    pressed = press;
    if (!again) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
