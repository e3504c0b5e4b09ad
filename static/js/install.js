// Lets the worker in that keeps the last known table; browsers allow it over HTTPS and on the machine itself.

if ("serviceWorker" in navigator && window.isSecureContext) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js", { scope: "/", updateViaCache: "none" }).catch(() => {});
  });
}
