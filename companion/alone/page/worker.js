// Python lives here: one at a time, requests go in as WSGI, and an answer goes out when what it tells is on the device.

import { loadPyodide } from "./runtime/pyodide.mjs";
import { attach, openDisk, openNotes } from "./disk.js";

const DATA = "/data";
const BASE = new URL("./", self.location.href);
let host = null;
let disk = null;
let flush = null;
let notes = null;
let cookies = "";
let last = Promise.resolve();
let broken = null;
let photoPart = async () => {};
const PHOTOS = /\/(photo|look)(\/|\?|$)/;
const PHOTO_SECONDS = 45;

self.onmessage = ({ data, ports }) => {
  if (data.kind === "start") start(data).catch(failed);
  else if (data.kind === "request") last = last.then(() => answer(data, ports[0]));
};

class Named extends Error {
  constructor(code, detail = "") {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

function failed(error) {
  postMessage({ kind: "failed", code: error.code?.toString() || "stopped", detail: error.detail ?? String(error.message ?? error).slice(-600) });
}

function stage(name) {
  postMessage({ kind: "stage", stage: name });
}

async function start({ origin, base, storage, language }) {
  stage("starting");
  const took = {};
  let before = performance.now();
  const lap = (name) => {
    took[name] = Math.round(performance.now() - before);
    before = performance.now();
  };
  const runtime = new URL("runtime/", BASE).href;
  const photos = await (await fetch(new URL("photos.json", BASE))).json();
  const [python, tree] = await Promise.all([
    loadPyodide({ indexURL: runtime, packageBaseUrl: new URL(photos.address, BASE).href, stdLibURL: `${runtime}python_stdlib.zip`, env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "ignore" } }),
    fetch(new URL("app.tree", BASE)).then((file) => file.arrayBuffer()),
    openStorage(base, storage),
  ]);
  lap("runtime");
  unpack(python.FS, new Uint8Array(tree));
  lap("unpacking");
  python.FS.mkdirTree(DATA);
  for (const [name, value] of Object.entries(await keys())) python.FS.writeFile(`${DATA}/${name}`, value);
  flush = attach(python.FS, DATA, disk);
  cookies = (await notes.get("cookies")) ?? "{}";
  const open = python.runPython(`
import sys
sys.path.insert(0, "/app")
from companion.alone.inside import opened
opened
`);
  lap("imports");
  const result = open(DATA, origin, base, cookies, language);
  const [made, why] = result.toJs({ depth: 1 });
  if (!made) throw new Named("not-opened", why);
  host = made;
  flush();
  await disk.settle();
  lap("application");
  photoPart = loading(python, photos);
  postMessage({ kind: "ready", storage: disk.kind, took, memory: python._module.HEAPU8.byteLength });
}

// The photo reader's packages come when a page of photos is first asked for: all of them, each held against its sum by
// the service worker, or none. A slow line keeps nobody waiting: the page then says that the reader is not there, and it
// goes on loading.
function loading(python, { packages, files }) {
  let coming = null;
  const load = async () => {
    await Promise.all(files.map(({ url }) => fetch(new URL(url, BASE))));
    await python.loadPackage(packages, { checkIntegrity: true, messageCallback: () => {}, errorCallback: () => {} });
  };
  return () => {
    coming ??= load().catch(() => (coming = null));
    return Promise.race([coming, new Promise((done) => setTimeout(done, PHOTO_SECONDS * 1000))]);
  };
}

async function openStorage(base, wanted) {
  try {
    notes = await openNotes(`companion ${base}`);
    disk = await openDisk(`companion ${base}`, notes, wanted);
  } catch (error) {
    throw new Named("no-storage", `${error.name}: ${error.message}`);
  }
}

function unpack(FS, tree) {
  const head = new DataView(tree.buffer).getUint32(0, true);
  const listed = JSON.parse(new TextDecoder().decode(tree.subarray(4, 4 + head)));
  const folders = new Set();
  let at = 4 + head;
  for (const [name, size] of listed) {
    const path = `/app/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) {
      FS.mkdirTree(folder);
      folders.add(folder);
    }
    FS.writeFile(path, tree.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// What signs cookies and codes, made once for this device.
async function keys() {
  const kept = await notes.get("keys");
  if (kept) return kept;
  const made = Object.fromEntries(["secret-key", "house-key"].map((name) => [name, crypto.getRandomValues(new Uint8Array(32))]));
  await notes.put("keys", made);
  return made;
}

async function answer({ request, visitor }, port) {
  try {
    if (broken) throw broken; // another tab may still ask
    if (PHOTOS.test(request.path)) await photoPart();
    const [status, headers, body] = host.answer(request.method, request.path, request.headers, new Uint8Array(request.body), visitor ?? "");
    const jar = host.cookies;
    if (jar !== cookies) {
      await notes.put("cookies", jar);
      cookies = jar;
    }
    flush();
    await disk.settle();
    const whole = body.byteLength === body.buffer.byteLength ? body : body.slice();
    port.postMessage({ status, headers, body: whole.buffer }, [whole.buffer]);
  } catch (error) {
    // What Python knows may no longer be what is on the device: it has to start again from there.
    broken = error;
    port.postMessage({ status: 507, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: new TextEncoder().encode(String(error)).buffer });
    postMessage({ kind: "stopped", code: error.name === "QuotaExceededError" ? "full" : "stopped", detail: `${error.name}: ${String(error.message).slice(-600)}` });
  }
}
