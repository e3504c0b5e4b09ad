// Counts down what is left of a round: elements with data-until show minutes and seconds, then data-over.

const EVERY = 1000;

function tick() {
  for (const shown of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Date.parse(shown.dataset.until) - Date.now()) / 1000);
    const over = left <= 0;
    shown.closest(".clock").classList.toggle("over", over);
    const text = over ? shown.dataset.over : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
  }
}

setInterval(tick, EVERY);
tick();
