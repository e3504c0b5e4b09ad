// A tap on the map puts a camp there at once. Without this script the space is a link to a page with a button.

document.addEventListener("click", (event) => {
  const space = event.target.closest?.("#quick-map a[data-space]");
  const form = document.querySelector("#quick-map .camp-form");
  if (!space || !form || event.defaultPrevented) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form));
  const at = space.dataset.space;
  // An id of its own: a second tap may come before the first is answered.
  Object.assign(values, { at, id: `${values.id}_${at.replace(",", "_")}` });
  htmx.ajax("POST", form.action, { source: space, target: "#table", swap: "outerHTML", values });
});
