// The page around the application: brings the pack to the device, holds the worker with Python in it, shows what it
// answers in a frame, and hands on the requests that the service worker catches.

import { bePhone, connectPhone } from "./phones.js";

const BASE = new URL("./", location.href);
const APP = new URL("app/", BASE);
const element = (id) => document.getElementById(id);
let words = {};
let owner = null; // what answers requests: {ask(request, port), ready}

export function say(code, parameters = {}) {
  return (words[code] ?? code).replace(/\{(\w+)\}/g, (whole, name) => parameters[name] ?? whole);
}

async function readWords() {
  const all = await (await fetch("words.json")).json();
  const wanted = [remembered("language"), ...navigator.languages].map((one) => (one ?? "").split("-")[0]);
  const language = wanted.find((one) => one in all) ?? "en";
  document.documentElement.lang = language;
  words = all[language];
}

function show(code, parameters) {
  element("what").textContent = say(code, parameters);
}

export function fail(code, parameters = {}, again = true) {
  element("loading").hidden = false;
  element("app").hidden = true;
  element("bar").hidden = true;
  element("progress").hidden = true;
  element("what").textContent = "";
  element("why").hidden = false;
  element("why").textContent = say(code, parameters);
  element("again").hidden = !again;
  element("again").textContent = say("again");
  element("again").onclick = () => location.reload();
  document.documentElement.dataset.state = "failed";
}

// --- The pack on the device

function listen(event) {
  const { data } = event;
  if (data.kind === "progress") {
    element("progress").value = data.done / data.all;
    const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    show("loading", { done: megabytes(data.done), all: megabytes(data.all) });
  } else if (data.kind === "damaged") {
    fail("damaged", { file: data.file });
  } else if (data.kind === "request" && owner) {
    owner.ask(data.request, event.ports[0]);
  } else if (data.kind === "who" && owner?.ready) {
    navigator.serviceWorker.controller?.postMessage({ kind: "owner" });
  } else if (data.kind === "newer") {
    newer(data.version);
  }
}

async function bringPack() {
  navigator.serviceWorker.addEventListener("message", listen);
  navigator.serviceWorker.startMessages();
  const registration = await navigator.serviceWorker.register("sw.js", { scope: BASE.pathname, updateViaCache: "none" });
  const coming = registration.installing;
  if (!registration.active) {
    await new Promise((done, failed) => {
      coming?.addEventListener("statechange", () => {
        if (coming.state === "activated") done();
        if (coming.state === "redundant") failed(new Error("install"));
      });
      if (registration.active?.state === "activated") done();
    });
  }
  // Below a Companion that serves the pack, its own worker may have this page until ours takes it over.
  if (navigator.serviceWorker.controller?.scriptURL !== new URL("sw.js", BASE).href) {
    await new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
      registration.active.postMessage({ kind: "claim" });
    });
  }
  registration.update().catch(() => {}); // offline, or the host is gone: what is here stays
}

// --- Python

export function startWorker() {
  return new Promise((done, failed) => {
    const worker = new Worker("worker.js", { type: "module" });
    const host = {
      ready: false,
      ask: (request, port, visitor) => worker.postMessage({ kind: "request", request, visitor }, [port]),
    };
    worker.onerror = (event) => {
      event.preventDefault();
      failed({ code: "stopped", detail: event.message ?? "" });
    };
    worker.onmessage = ({ data }) => {
      if (data.kind === "stage") show(data.stage);
      else if (data.kind === "ready") {
        host.ready = true;
        Object.assign(document.documentElement.dataset, { storage: data.storage, took: JSON.stringify(data.took), memory: data.memory });
        done(host);
      } else if (data.kind === "failed") failed(data);
      else if (data.kind === "stopped") fail(data.code, { detail: data.detail });
    };
    worker.postMessage({ kind: "start", origin: location.origin, base: APP.pathname.replace(/\/$/, ""), storage: new URLSearchParams(location.search).get("storage"), language: document.documentElement.lang });
  });
}

function own() {
  let holding = false;
  navigator.locks.request(`companion ${BASE.pathname}`, () => {
    holding = true;
    return new Promise(async () => {
      try {
        owner = await startWorker();
      } catch (error) {
        return fail(error.code ?? "stopped", { detail: error.detail ?? String(error) });
      }
      if (element("app").hidden) open();
      navigator.serviceWorker.controller.postMessage({ kind: "owner" });
      keep();
      // The lock is held until this page goes: the promise never ends.
    });
  });
  setTimeout(async () => {
    const { held } = await navigator.locks.query();
    if (!holding && held.some((lock) => lock.name === `companion ${BASE.pathname}`)) open(); // another tab answers
  }, 50);
}

// --- The frame

function open(wanted = decodeURI(location.hash.slice(1))) {
  const inside = /^[/\\]|:|\.\./.test(wanted.split("?")[0]) ? "" : wanted;
  const frame = element("app");
  frame.addEventListener("load", follow);
  setInterval(follow, 500); // htmx changes the address without a load
  frame.src = new URL(inside, APP).href;
  frame.hidden = false;
  element("loading").hidden = true;
  element("bar").hidden = false;
  document.documentElement.dataset.state = "open";
}

function follow() {
  const inner = element("app").contentWindow;
  let here;
  try {
    here = new URL(inner.location.href);
  } catch {
    return;
  }
  if (!here.pathname.startsWith(APP.pathname)) return;
  if (inner.document.body && !inner.document.connects) {
    inner.document.connects = true;
    inner.document.addEventListener("click", connect, { capture: true });
  }
  const inside = here.pathname.slice(APP.pathname.length) + here.search;
  const hash = inside ? `#${inside}` : "";
  if (location.hash !== hash) history.replaceState(null, "", location.pathname + location.search + hash);
  document.title = inner.document.title || "Companion";
  const lang = inner.document.documentElement?.lang;
  if (lang && lang !== localStorage.getItem("language")) {
    localStorage.setItem("language", lang);
    readWords().then(label);
  }
  element("kept-line").hidden = !keptCode || Boolean(sessionStorage.getItem("read"));
  const nothingToSay = element("kept-line").hidden && element("newer").hidden;
  element("bar").hidden = inside !== "" || nothingToSay || document.documentElement.dataset.state !== "open";
}

// A place at the table, for a phone that comes directly to this device.
function connect(event) {
  const link = event.target.closest?.("a[data-connect]");
  if (!link) return;
  event.preventDefault();
  connectPhone(owner, BASE, new URL(link.href).pathname.slice(APP.pathname.length), say);
}

// --- What the page says beside

let keptCode = "";

function label() {
  element("kept").textContent = keptCode && say(keptCode);
  element("read").textContent = say("close");
  element("read").onclick = () => {
    sessionStorage.setItem("read", "yes"); // until the next start
    follow();
  };
  element("newer-text").textContent = say("newer");
  element("newer-yes").textContent = say("newer-yes");
  element("newer-no").textContent = say("newer-no");
}

async function keep() {
  const granted = (await navigator.storage.persisted?.()) || (await navigator.storage.persist?.()) || false;
  keptCode = granted ? "kept" : "not-kept";
  label();
}

function newer(version) {
  element("newer").hidden = localStorage.getItem("refused") === version;
  element("newer-yes").onclick = () => {
    navigator.serviceWorker.controller.postMessage({ kind: "use", version });
  };
  element("newer-no").onclick = () => {
    localStorage.setItem("refused", version);
    element("newer").hidden = true;
  };
  label();
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.kind === "reload") location.reload();
});

// Where site data is switched off, asking what is kept is an error already.
let siteDataOff = "";

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch (error) {
    siteDataOff = error.name;
    return null;
  }
}

async function begin() {
  await readWords();
  const { companionLacks: lacks } = window;
  if (lacks.length) return fail("lacks", { what: lacks.join(", ") }, false);
  show("starting");
  try {
    await bringPack();
  } catch (error) {
    if (siteDataOff) return fail("no-storage", { detail: siteDataOff });
    if (element("why").hidden) fail("not-brought", { detail: String(error.message ?? error) });
    return;
  }
  element("progress").removeAttribute("value");
  const [, way, code] = /^#(phone|letter)=(.+)/.exec(location.hash) ?? [];
  if (way) {
    try {
      owner = await bePhone(BASE, way, code, say, () => fail("phone-lost"));
    } catch (error) {
      return fail(["no-phones", "phone-gone"].includes(error.message) ? error.message : "phone-bad", {}, false);
    }
    sessionStorage.setItem("phone", "connected");
    navigator.serviceWorker.controller.postMessage({ kind: "owner" });
    return open(owner.path);
  }
  if (sessionStorage.getItem("phone")) {
    // It was reloaded: what it showed is on the tablet. From the next time on it is a device of its own.
    sessionStorage.removeItem("phone");
    history.replaceState(null, "", location.pathname + location.search);
    return fail("phone-lost");
  }
  label();
  own();
  navigator.serviceWorker.controller.postMessage({ kind: "newer?" });
}

begin();
