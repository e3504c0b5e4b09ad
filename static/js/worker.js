// Keeps the last known table and the rules for when the server is gone. Lives in the browser, apart from any page.
//
// Never kept: a player's own seat, photos, files, what is recorded. Hidden cards stay out of the browser's storage.

const FILES = "files";
const PAGES = "pages";
const MOST_FILES = 200;
const MOST_PAGES = 40;
const WORTH_KEEPING = [/^\/$/, /^\/rules(\/|$)/, /^\/tables\/(?!new$)[^/]+$/, /^\/tables\/[^/]+\/(score|rules|stories)$/, /^\/(score|timer|games)\/[^/]+$/];

async function keepWhatEverybodyNeeds() {
  const { files, pages } = await (await fetch("/kept.json")).json();
  const cache = await caches.open(FILES);
  for (const file of files) {
    if (!(await cache.match(file))) await cache.add(file);
  }
  const shown = await caches.open(PAGES);
  for (const page of pages) {
    const answer = await fetch(page);
    if (answer.ok) await shown.put(page, answer);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepWhatEverybodyNeeds().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/static/") && url.searchParams.has("v")) {
    event.respondWith(file(request));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, request, url));
  }
});

// An address with a hash always leads to the same bytes.
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await trim(cache, MOST_FILES);
  }
  return answer;
}

async function page(event, request, url) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (WORTH_KEEPING.some((path) => path.test(url.pathname))) {
      const copy = answer.clone();
      event.waitUntil(keep(cache, url.pathname, copy));
    }
    return answer;
  } catch {
    const kept = await cache.match(url.pathname);
    return kept ?? (await cache.match("/offline")) ?? Response.error();
  }
}

async function keep(cache, path, answer) {
  if (answer.ok && !answer.redirected) {
    await cache.delete(path); // so that it counts as the newest
    await cache.put(path, answer);
    await trim(cache, MOST_PAGES);
  } else if (answer.status === 403 || answer.status === 404) {
    await cache.delete(path); // no longer for this device to see
  }
}

async function trim(cache, most) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}
