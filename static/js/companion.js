// What every page needs: htmx carries the page's token on every change.

document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector('meta[name="csrf-token"]');
  if (token) event.detail.headers["X-CSRFToken"] = token.content;
});

// A nervous finger presses twice, and the second press may meet whatever stands there by then: the next player's button,
// a card to choose. What records a turn is not pressed by a finger that pressed the same spot less than half a second ago.
// Keys of the keyboard have no spot: for them it is the same button. What is meant to be pressed often (turn a tile, one
// more, undo) is not guarded.
const ONE_TURN = /\/(record|act|round|took|resolved)$/;
const TWICE_MS = 500;
const TWICE_PX = 14;
let pressed = { at: -TWICE_MS };

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("a, button");
    if (!button) return;
    const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, what: button.textContent.trim() };
    const before = pressed;
    pressed = press;
    if (button.type !== "submit" || !ONE_TURN.test(button.form?.action)) return;
    const near = Math.hypot(press.x - before.x, press.y - before.y) < TWICE_PX;
    if (press.at - before.at > TWICE_MS || !near || (event.detail === 0 && press.what !== before.what)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
