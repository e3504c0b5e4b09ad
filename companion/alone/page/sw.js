// Keeps the pack on the device, and hands every request below app/ to the page that holds Python.
// VERSION, FILES and APART are put in front of this file when the pack is made.

const BASE = new URL("./", self.location.href);
const APP = new URL("app/", BASE).href;
const NAME = (version) => `companion ${BASE.pathname} ${version}`;
const STATE = `companion ${BASE.pathname} state`;
const LATER = `companion ${BASE.pathname} apart`;
const POINTER = new URL("in-use", BASE).href;
const ANSWER_SECONDS = 60;

let owner = null;
let told = [];
let inUse = null;

// --- Bringing the pack

self.addEventListener("install", (event) => event.waitUntil(install().then(() => self.skipWaiting())));

async function install() {
  const cache = await caches.open(NAME(VERSION));
  const old = await versionInUse();
  const before = old && (await caches.open(NAME(old)));
  const all = FILES.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  const progress = async (bytes) => {
    done += bytes;
    for (const client of await self.clients.matchAll({ includeUncontrolled: true })) {
      if (client.frameType === "top-level" && !old) client.postMessage({ kind: "progress", done, all });
    }
  };
  await Promise.all(
    FILES.map(async (file) => {
      const address = new URL(file.path, BASE).href;
      const kept = (await cache.match(address)) ?? (await before?.match(address));
      if (kept?.headers.get("X-Sum") === file.sha256) {
        if (!(await cache.match(address))) await cache.put(address, kept);
        return progress(file.bytes);
      }
      const packed = (await fetched(file, progress)) ?? (await fetched(file, progress, "reload"));
      if (!packed) {
        // A newer pack that is damaged is left alone, and the one that is here goes on.
        for (const client of old ? [] : await self.clients.matchAll({ includeUncontrolled: true })) {
          client.postMessage({ kind: "damaged", file: file.path });
        }
        throw new Error(`damaged: ${file.path}`);
      }
      const plain = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
      await cache.put(address, new Response(plain, { headers: { "Content-Type": file.type, "X-Sum": file.sha256 } }));
    }),
  );
}

// The file as it travels, or null where it is not what it should be.
async function fetched(file, progress, cache = "default") {
  const answer = await fetch(new URL(file.url, BASE), { cache });
  if (!answer.ok) return null;
  const parts = [];
  let got = 0;
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
    progress(value.length);
  }
  const whole = await new Blob(parts).arrayBuffer();
  const sum = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)), (one) => one.toString(16).padStart(2, "0"));
  if (sum.join("") === file.sha256) return whole;
  progress(-got);
  return null;
}

// --- Which pack is used: a newer one waits until somebody says so

async function versionInUse() {
  if (inUse) return inUse;
  const kept = await (await caches.open(STATE)).match(POINTER);
  const version = kept && (await kept.text());
  return version && (await caches.has(NAME(version))) ? version : null;
}

async function use(version) {
  await (await caches.open(STATE)).put(POINTER, new Response(version));
  inUse = version;
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME("")) && ![STATE, LATER, NAME(version)].includes(name)) await caches.delete(name);
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      if (!(await versionInUse())) await use(VERSION);
      await self.clients.claim();
      await tellNewer();
    })(),
  );
});

async function tellNewer() {
  const version = await versionInUse();
  if (version === VERSION) return;
  for (const client of await pages()) client.postMessage({ kind: "newer", version: VERSION });
}

async function pages() {
  return (await self.clients.matchAll({ type: "window" })).filter((one) => one.frameType === "top-level");
}

self.addEventListener("message", (event) => {
  const { data, source } = event;
  if (data.kind === "claim") event.waitUntil(self.clients.claim());
  if (data.kind === "newer?") event.waitUntil(tellNewer());
  if (data.kind === "use") {
    event.waitUntil(
      use(VERSION).then(async () => {
        for (const client of await pages()) client.postMessage({ kind: "reload" });
      }),
    );
  }
  if (data.kind === "owner") {
    owner = source.id;
    for (const one of told.splice(0)) one();
  }
});

// --- Requests

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const later = APART.find((one) => new URL(one.url, BASE).href === request.url);
  if (later) return event.respondWith(apart(later));
  if (request.url.startsWith(APP)) {
    if (request.mode === "navigate" && request.destination === "document") {
      event.respondWith(Response.redirect(`${BASE.pathname}#${request.url.slice(APP.length)}`));
    } else {
      event.respondWith(answered(request));
    }
  } else if (request.method === "GET" && request.url.startsWith(BASE.href)) {
    event.respondWith(file(request));
  }
});

// What does not come with the pack, from wherever its owner said: held against its sum, and kept from then on.
async function apart(one) {
  const address = new URL(one.url, BASE).href;
  const cache = await caches.open(LATER);
  const kept = await cache.match(address);
  if (kept?.headers.get("X-Sum") === one.sha256) return kept;
  const whole = await fetched(one, () => {}).catch(() => null);
  if (!whole) return Response.error();
  const answer = new Response(whole, { headers: { "X-Sum": one.sha256 } });
  await cache.put(address, answer.clone());
  return answer;
}

async function file(request) {
  const { href } = new URL(request.url.split(/[?#]/)[0]);
  const version = await versionInUse();
  const kept = version && (await (await caches.open(NAME(version))).match(href === BASE.href ? new URL("index.html", BASE).href : href));
  return kept ?? fetch(request);
}

// Static files have a sum in their address: they are kept as long as the pack is.
async function answered(request) {
  const lasting = request.method === "GET" && /\/app\/static\/.*[?&]v=/.test(request.url);
  const cache = lasting && (await caches.open(NAME(await versionInUse())));
  const kept = lasting && (await cache.match(request.url));
  if (kept) return kept;
  const answer = await ask(request);
  if (lasting && answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

async function ask(request) {
  const url = new URL(request.url);
  const sent = {
    method: request.method,
    path: url.pathname + url.search,
    headers: [
      ...[...request.headers].filter(([name]) => name !== "origin"),
      ["Referer", request.referrer],
      ["Accept-Language", self.navigator.languages.join(",")],
      ["Host", url.host],
    ],
    body: ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer(),
  };
  // Only our own pages can fetch here; a form may be sent from anywhere, and says where it came from.
  const from = request.mode !== "navigate" ? url.origin : request.referrer ? new URL(request.referrer).origin : "null";
  if (request.method !== "GET" && request.method !== "HEAD") sent.headers.push(["Origin", from]);
  const page = await ownersPage();
  if (!page) return silent();
  const { port1, port2 } = new MessageChannel();
  const coming = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    setTimeout(() => done(null), ANSWER_SECONDS * 1000);
  });
  page.postMessage({ kind: "request", request: sent }, [port2]);
  const answer = await coming;
  if (!answer) return silent();
  const empty = [101, 204, 205, 304].includes(answer.status) || request.method === "HEAD";
  return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers });
}

async function ownersPage() {
  const known = owner && (await self.clients.get(owner));
  if (known) return known;
  const heard = new Promise((done) => {
    told.push(done);
    setTimeout(done, ANSWER_SECONDS * 1000);
  });
  for (const client of await pages()) client.postMessage({ kind: "who" });
  await heard;
  return owner ? self.clients.get(owner) : null;
}

async function silent() {
  const words = await (await file(new Request(new URL("words.json", BASE)))).json();
  const language = self.navigator.languages.map((one) => one.split("-")[0]).find((one) => one in words) ?? "en";
  return new Response(words[language]["asleep"], { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
