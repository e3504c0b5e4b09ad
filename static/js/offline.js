// On the page shown without a server: which tables this device has kept, and back as soon as the server is there.

const list = document.querySelector("[data-kept-tables]");

async function showKept() {
  if (!list || !("caches" in window)) return;
  const cache = await caches.open("pages");
  for (const request of (await cache.keys()).reverse()) {
    const path = new URL(request.url).pathname;
    if (!/^\/tables\/[^/]+(\/score)?$/.test(path)) continue;
    const answer = await cache.match(request);
    const title = new DOMParser().parseFromString(await answer.text(), "text/html").title;
    const link = document.createElement("a");
    link.className = "button";
    link.href = path;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  list.closest("section").hidden = !list.children.length;
}

async function lookForServer() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    // still gone
  }
  setTimeout(lookForServer, 3000);
}

showKept();
if (location.pathname !== "/offline") lookForServer();
