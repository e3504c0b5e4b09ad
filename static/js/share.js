// Sharing with the device's own means, where it has any; downloads work everywhere.

const send = document.querySelector("[data-share]");
const copy = document.querySelector("[data-copy]");
const text = document.querySelector("[data-text]");

if (send) {
  const probe = new File([""], send.dataset.name, { type: "image/png" });
  // Over plain http no browser lets a page open the share sheet.
  if (!navigator.share || !navigator.canShare?.({ files: [probe] })) {
    document.querySelector("[data-no-share]").hidden = false;
  } else {
    send.hidden = false;
    send.addEventListener("click", async () => {
      send.disabled = true;
      try {
        const answer = await fetch(send.dataset.share);
        const picture = new File([await answer.blob()], send.dataset.name, { type: "image/png" });
        await navigator.share({ files: [picture], title: send.dataset.title, text: text.value });
      } catch (error) {
        if (error.name !== "AbortError") throw error;
      } finally {
        send.disabled = false;
      }
    });
  }
}

if (copy) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    // On the local network there is no clipboard for scripts, and anywhere a browser may refuse it: mark the text, and
    // the old way does it.
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      document.execCommand("copy");
    }
    document.querySelector("[data-copied]").textContent = copy.dataset.done;
  });
}
