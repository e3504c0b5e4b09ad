// Typing a box in: the line stays under the fingers from piece to piece, and in the line of a tile the keys go from
// space to space. Without this script the line is a plain field, and everything can be tapped.

const SPACE = /(?:@-?\d+,-?\d+)?([mbdfwv*.])(?:\+|[apc]\d?)*/gi;
const GROUND = /^[mbdfwv*.]$/i;
const FLOWER = 7;
// The spaces of a flower in reading order: where the arrows up and down lead.
const UP = [0, 1, 0, 0, 1, 2, 3];
const DOWN = [3, 4, 5, 6, 6, 5, 6];

let typing = false;

function spacesOf(line) {
  return [...line.value.matchAll(SPACE)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    letter: found.index + found[0].indexOf(found[1], found[0].startsWith("@") ? found[0].search(/[mbdfwv*.]/i) : 0),
    berry: found[0].includes("+"),
  }));
}

// The space the caret is in or behind, and whether it is marked as a whole.
function whereIn(line, spaces) {
  const from = line.selectionStart;
  const to = line.selectionEnd;
  const number = spaces.findLastIndex((one) => one.start < to);
  const marked = number >= 0 && from < to && from <= spaces[number].start && to >= spaces[number].end;
  return { number, marked };
}

function tellAt(line) {
  const { number, marked } = whereIn(line, spacesOf(line));
  line.form.querySelector("[data-at]").value = marked ? number : number + 1;
}

function mark(line, number) {
  const one = spacesOf(line)[number];
  if (one) line.setSelectionRange(one.start, one.end);
  else line.setSelectionRange(line.value.length, line.value.length);
  tellAt(line);
}

function rewrite(line, from, to, text, number) {
  line.setRangeText(text, from, to, "end");
  const end = spacesOf(line)[number].end;
  line.setSelectionRange(end, end);
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

function tileKey(event) {
  const line = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const spaces = spacesOf(line);
  const { number, marked } = whereIn(line, spaces);
  const here = spaces[number];
  const collapsed = line.selectionStart === line.selectionEnd;
  if (GROUND.test(event.key) && (marked || collapsed)) {
    // Told anew: the marked space, or the one after the caret. At the end of the line a letter is just typed.
    const next = marked ? number : number + 1;
    const behind = number < 0 ? line.selectionEnd === 0 : line.selectionEnd >= here.end;
    if (!spaces[next] || !(marked || behind)) return;
    event.preventDefault();
    rewrite(line, spaces[next].letter, spaces[next].letter + 1, event.key, next);
  } else if (event.key === "+" && here && here.berry) {
    event.preventDefault();
    const at = line.value.indexOf("+", here.start);
    rewrite(line, at, at + 1, "", number);
  } else if (/^[+apc\d]$/i.test(event.key) && marked) {
    line.setSelectionRange(here.end, here.end);
  } else if ((event.key === "Delete" || event.key === "Backspace") && marked && number < spaces.length - 1) {
    event.preventDefault();
    rewrite(line, here.start, here.end, ".", number);
    mark(line, number);
  } else if (event.key.startsWith("Arrow") && spaces.length) {
    const steps = {
      ArrowLeft: marked ? number - 1 : number,
      ArrowRight: number + 1,
      ArrowUp: number < FLOWER ? UP[Math.max(0, number)] : number,
      ArrowDown: number < FLOWER ? DOWN[Math.max(0, number)] : number,
    };
    event.preventDefault();
    mark(line, Math.max(0, steps[event.key]));
    line.dispatchEvent(new Event("caret"));
  }
}

document.addEventListener("keydown", (event) => {
  typing = true;
  if (event.target.matches?.('[data-line="tile"]')) tileKey(event);
});
document.addEventListener("pointerdown", (event) => {
  typing = event.pointerType === "mouse";
});
document.addEventListener(
  "input",
  (event) => {
    if (event.target.matches?.('[data-line="tile"]')) tellAt(event.target);
  },
  { capture: true },
);

// After a swap the line is ready for the next piece, unless a finger tapped: then it would only call up the keyboard.
function ready(root) {
  const line = root.querySelector?.("[data-line]");
  if (!line || !(typing || matchMedia("(pointer: fine)").matches)) return;
  line.focus({ preventScroll: true });
  if (line.dataset.line === "tile") {
    const at = Number(line.form.querySelector("[data-at]").value);
    const spaces = spacesOf(line);
    if (line.value && spaces[at]) line.setSelectionRange(spaces[at].start, spaces[at].end);
    else line.setSelectionRange(line.value.length, line.value.length);
  } else {
    line.setSelectionRange(line.value.length, line.value.length);
  }
}

// A box file that is chosen is opened at once.
document.addEventListener("change", (event) => {
  const file = event.target.closest?.('.read-in input[type="file"]');
  if (file?.files.length) file.form.requestSubmit();
});

// What the server would not even read is not sent; the form stays as it is.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const most = Number(form.dataset.most);
    if (!most) return;
    const file = form.elements.file.files[0];
    const tooLarge = Math.max(file?.size ?? 0, new Blob([form.elements.pasted.value]).size) > most;
    form.querySelector("[data-too-large]").hidden = !tooLarge;
    if (tooLarge) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

// On a fresh page the body is what htmx has loaded: only then does it hear what is typed.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt.id === "box" || event.detail.elt === document.body) ready(event.detail.elt);
});
