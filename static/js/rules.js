// A rule that was tapped is laid over the page; closing it, or going back, leaves the page as it was.

const sheet = document.getElementById("rule-sheet");
const body = document.getElementById("rule-sheet-body");
let leaving = false;

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== body) return;
  if (!sheet.open) {
    sheet.showModal();
    // So that "back" on a phone closes the sheet and not the page under it.
    history.pushState({ sheet: true }, "");
  }
  document.getElementById("sheet-title")?.focus();
});

sheet.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest("[data-sheet-close]")) sheet.close();
});

sheet.addEventListener("close", () => {
  body.replaceChildren();
  leaving = Boolean(history.state?.sheet);
  if (leaving) history.back();
});

// Before htmx sees it, which would load the page anew: no page was left.
window.addEventListener(
  "popstate",
  (event) => {
    if (!sheet.open && !leaving) return;
    event.stopImmediatePropagation();
    leaving = false;
    if (sheet.open) sheet.close();
  },
  true,
);

// Buttons that only a script can serve appear with it.
for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
