// What is half typed, opened or scrolled survives when a screen draws itself anew without being asked. Where the new
// drawing has no place for what is typed, it waits, and says that it does.

const FIELDS = "input:not([type=hidden], [type=file]), textarea, select";
let kept = [];

const DRAWN_ANEW = ["table", "boards"];

function byItself(event) {
  return event.detail.requestConfig?.headers["By-Itself"] && DRAWN_ANEW.includes(event.detail.target?.id);
}

function changed(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

// The same element in another drawing of the same screen: by what it is, and the how-manieth of its kind.
function finder(root, element, selector) {
  const number = [...root.querySelectorAll(selector)].indexOf(element);
  return (other) => other.querySelectorAll(selector)[number];
}

function fieldFinder(root, field) {
  const value = field.type === "radio" ? `[value="${CSS.escape(field.value)}"]` : "";
  const form = field.form?.getAttribute("action");
  const within = form ? `form[action="${CSS.escape(form)}"] ` : "";
  return finder(root, field, `${within}[name="${CSS.escape(field.name)}"]${value}`);
}

function classFinder(root, element) {
  const classes = [...element.classList].map((one) => `.${CSS.escape(one)}`).join("");
  return finder(root, element, element.tagName.toLowerCase() + classes);
}

function fill(field, from) {
  if (field.type === "radio" || field.type === "checkbox") field.checked = from.checked;
  else field.value = from.value;
}

function look(root) {
  const found = [];
  for (const field of [...root.querySelectorAll(FIELDS)].filter(changed)) {
    found.push({ find: fieldFinder(root, field), needed: true, put: (twin) => fill(twin, field) });
  }
  const active = document.activeElement;
  if (active?.matches(FIELDS) && root.contains(active)) {
    const caret = [active.selectionStart, active.selectionEnd];
    found.push({
      find: fieldFinder(root, active),
      put: (twin) => {
        twin.focus({ preventScroll: true });
        if (caret[0] !== null && caret[0] !== undefined) twin.setSelectionRange(...caret);
      },
    });
  }
  for (const opened of root.querySelectorAll("details[open]")) {
    found.push({ find: classFinder(root, opened), put: (twin) => (twin.open = true) });
  }
  for (const scrolled of root.querySelectorAll("*")) {
    if (!scrolled.scrollTop && !scrolled.scrollLeft) continue;
    const { scrollTop, scrollLeft } = scrolled;
    found.push({ find: classFinder(root, scrolled), put: (twin) => Object.assign(twin, { scrollTop, scrollLeft }) });
  }
  return found;
}

function wait(show) {
  const said = document.querySelector("#connection-waiting");
  document.querySelector("#waiting")?.replaceChildren(...(show && said ? [said.content.cloneNode(true)] : []));
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!byItself(event) || !event.detail.shouldSwap) return;
  kept = look(event.detail.target);
  const next = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
  if (kept.some((one) => one.needed && !one.find(next))) {
    event.detail.shouldSwap = false;
    wait(true);
  }
});
document.addEventListener("htmx:afterSwap", (event) => {
  const root = document.querySelector("#table");
  if (event.detail.target?.id === "table" || event.target.id === "table") wait(false);
  if (!event.detail.requestConfig?.headers["By-Itself"] || !root) return;
  for (const one of kept) {
    const twin = one.find(root);
    if (twin) one.put(twin);
  }
  kept = [];
});
