// A tap on the map puts a camp there at once, a finger that goes over several spaces one on each. Without this script the
// space is a link to a page with a button.

function put(at) {
  const form = document.querySelector("#quick-map .camp-form");
  if (!form) return false;
  const [first] = at.split(";");
  const values = Object.fromEntries(new FormData(form));
  // An id and a source of its own: a second tap may come before the first is answered.
  Object.assign(values, { at, id: `${values.id}_${first.replace(",", "_")}` });
  const source = document.querySelector(`#quick-map [data-space="${first}"]`);
  htmx.ajax("POST", form.action, { source, target: "#table", swap: "outerHTML", values });
  return true;
}

document.addEventListener("traced", (event) => put(event.detail));

document.addEventListener("click", (event) => {
  const space = event.target.closest?.("#quick-map a[data-space]");
  if (space && !event.defaultPrevented && put(space.dataset.space)) event.preventDefault();
});
