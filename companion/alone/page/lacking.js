// Runs in browsers that understand little else: what this one lacks, in words of any age.
(function () {
  var lacks = [];
  if (!window.isSecureContext) lacks.push("https");
  if (!("serviceWorker" in navigator)) lacks.push("service workers");
  if (typeof WebAssembly !== "object") lacks.push("WebAssembly");
  if (typeof DecompressionStream === "undefined") lacks.push("DecompressionStream");
  if (!navigator.locks) lacks.push("Web Locks");
  if (!window.crypto || !window.crypto.subtle) lacks.push("Web Crypto");
  if (typeof indexedDB === "undefined") lacks.push("IndexedDB");
  window.companionLacks = lacks;
  if ("noModule" in document.createElement("script")) return;
  window.onload = function () {
    document.getElementById("what").innerHTML =
      "This browser is too old for Companion. · Dieser Browser ist zu alt. · Ce navigateur est trop ancien. · Este navegador é antigo demais.";
  };
})();
