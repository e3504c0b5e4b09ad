// Phones without a server: the tablet's offer travels to the phone as a QR code, the phone's answer back as another, and
// then the two talk over a data channel. Where a Companion serves these files, it hands on offer and answer as a letter,
// and the second code is not needed. Requests of the phone are answered by the tablet, as those of a stranger until a code
// lets it in; whatever is hidden never leaves the tablet.

const CHUNK = 60000;
const MOST_BYTES = 110e6; // a photo may have 100 MB
const element = (id) => document.getElementById(id);

// --- Descriptions, short enough for a code

function shortened({ type, sdp }, more = {}) {
  const one = (pattern) => pattern.exec(sdp)?.[1];
  const candidates = [...sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gi)].map(([, address, port]) => [address, Number(port)]);
  const told = { t: type[0], u: one(/a=ice-ufrag:(\S+)/), p: one(/a=ice-pwd:(\S+)/), f: one(/a=fingerprint:sha-256 (\S+)/i).replaceAll(":", ""), c: candidates, ...more };
  return btoa(JSON.stringify(told)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function lengthened(code) {
  const told = JSON.parse(atob(code.trim().replaceAll("-", "+").replaceAll("_", "/")));
  if (!/^[0-9a-f]{64}$/i.test(told.f) || !Array.isArray(told.c) || [told.u, told.p].some((one) => !/^[\w+/]{4,64}$/.test(one))) throw new Error("code");
  const lines = [
    "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
    `a=ice-ufrag:${told.u}`, `a=ice-pwd:${told.p}`, `a=fingerprint:sha-256 ${told.f.match(/../g).join(":").toUpperCase()}`,
    `a=setup:${told.t === "o" ? "actpass" : "active"}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144",
    ...told.c.map(([address, port], at) => `a=candidate:${at + 1} 1 udp ${2113937151 - at} ${String(address).replace(/[^\w.:-]/g, "")} ${Number(port)} typ host`),
  ];
  return { told, description: { type: told.t === "o" ? "offer" : "answer", sdp: `${lines.join("\r\n")}\r\n` } };
}

async function gathered(connection) {
  if (connection.iceGatheringState !== "complete") {
    await new Promise((done) => {
      connection.addEventListener("icegatheringstatechange", () => connection.iceGatheringState === "complete" && done());
      setTimeout(done, 3000);
    });
  }
  return connection.localDescription;
}

async function drawn(text) {
  const { default: qrcode } = await import("./qrcode.js");
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  return code.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
}

// --- Messages: a line of JSON, then its body in pieces

function speak(channel, head, body) {
  const bytes = new Uint8Array(body ?? 0);
  channel.send(JSON.stringify({ ...head, size: bytes.length }));
  for (let at = 0; at < bytes.length; at += CHUNK) channel.send(bytes.slice(at, at + CHUNK));
}

function listen(channel, heard) {
  channel.binaryType = "arraybuffer";
  let head = null;
  let body = null;
  let at = 0;
  channel.onmessage = ({ data }) => {
    if (typeof data === "string") {
      head = JSON.parse(data);
      if (!(head.size <= MOST_BYTES)) return channel.close();
      body = new Uint8Array(head.size);
      at = 0;
    } else {
      body.set(new Uint8Array(data), at);
      at += data.byteLength;
    }
    if (at === head.size) heard(head, body.buffer);
  };
}

// --- Letters, which a Companion hands on; any other host knows nothing of them

async function letter(address, text) {
  try {
    const sent = text === undefined ? {} : { method: "POST", headers: { "Content-Type": "text/plain" }, body: text };
    const answer = await fetch(address, { ...sent, signal: AbortSignal.timeout(3000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

// What the phone wrote back. What is returned ends the waiting.
function awaited(address, heard) {
  const asking = setInterval(async () => {
    const told = await letter(address);
    if (!told?.answer) return;
    clearInterval(asking);
    heard(told.answer);
  }, 1000);
  return () => clearInterval(asking);
}

// --- The dialog

async function openDialog(say, title, text, code, typed) {
  element("phone-title").textContent = say(title);
  element("phone-text").textContent = say(text);
  element("phone-code").dataset.code = code;
  element("phone-typed-label").textContent = say(typed ? "phone-typed" : "phone-copy");
  element("phone-typed").readOnly = !typed;
  element("phone-typed").value = typed ? "" : code;
  element("phone-go").hidden = !typed;
  element("phone-go").textContent = say("phone-go");
  element("phone-close").textContent = say("close");
  if (!element("phone").open) element("phone").showModal();
  element("phone-code").innerHTML = await drawn(code);
}

// --- On the tablet

export async function connectPhone(host, base, path, say) {
  if (!("RTCPeerConnection" in window)) return alert(say("no-phones"));
  const connection = new RTCPeerConnection({ iceServers: [] });
  const channel = connection.createDataChannel("companion");
  await connection.setLocalDescription(await connection.createOffer());
  const code = shortened(await gathered(connection), { j: path });
  const sent = await letter(new URL("letters", base), code);
  if (sent?.code) openDialog(say, "phone-title", "phone-scan-only", `${base.href}#letter=${sent.code}`, false);
  else openDialog(say, "phone-title", "phone-scan", `${base.href}#phone=${code}`, true);
  const answered = async (typed) => {
    try {
      const { told, description } = lengthened(typed);
      if (told.o !== lengthened(code).told.u) throw new Error("the answer to another code");
      await connection.setRemoteDescription(description);
      element("phone-text").textContent = say("phone-connecting");
      return true;
    } catch {
      element("phone-text").textContent = say("phone-bad");
      return false;
    }
  };
  const stopLooking = sent?.code ? awaited(new URL(`letters/${sent.code}`, base), answered) : look(say, answered);
  const leave = () => {
    stopLooking();
    if (channel.readyState !== "open") connection.close();
  };
  element("phone").addEventListener("close", leave, { once: true });
  element("phone-go").onclick = () => answered(element("phone-typed").value);
  connection.addEventListener("connectionstatechange", () => {
    if (connection.connectionState === "failed") element("phone-text").textContent = say("phone-failed");
  });
  let visitor = null;
  listen(channel, (head, body) => {
    if (head.kind === "hello") {
      visitor = `phone-${String(head.id).slice(0, 64)}`;
    } else if (visitor) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => speak(channel, { number: head.number, status: data.status, headers: data.headers }, data.body);
      host.ask({ ...head.request, body }, port2, visitor);
    }
  });
  channel.onopen = () => element("phone").close();
}

// The phone's answer, seen by the camera of the tablet where it lets us: until one is taken.
function look(say, heard) {
  const video = element("phone-camera");
  let stream = null;
  let stopped = false;
  (async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      element("phone-text").textContent = say("phone-scan-typed");
      return;
    }
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
    const { default: jsQR } = await import("./jsqr.js");
    const canvas = new OffscreenCanvas(640, 480);
    const paper = canvas.getContext("2d", { willReadFrequently: true });
    let last = null;
    while (!stopped) {
      paper.drawImage(video, 0, 0, canvas.width, canvas.height);
      const seen = jsQR(paper.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
      if (seen?.data && seen.data !== last) {
        last = seen.data;
        if (await heard(last)) break;
      }
      await new Promise((done) => setTimeout(done, 200));
    }
  })();
  return () => {
    stopped = true;
    stream?.getTracks().forEach((track) => track.stop());
    video.hidden = true;
  };
}

// --- On the phone: ``way`` says whether ``code`` is the offer itself or that of a letter with it

export async function bePhone(base, way, code, say, lost) {
  if (!("RTCPeerConnection" in window)) throw new Error("no-phones");
  const address = way === "letter" && new URL(`letters/${code}`, base);
  const offer = address ? (await letter(address))?.offer : code;
  if (!offer) throw new Error("phone-gone");
  const { told, description } = lengthened(offer);
  const connection = new RTCPeerConnection({ iceServers: [] });
  const opened = new Promise((done) => {
    connection.ondatachannel = ({ channel }) => {
      if (channel.readyState === "open") done(channel);
      channel.onopen = () => done(channel);
    };
  });
  await connection.setRemoteDescription(description);
  await connection.setLocalDescription(await connection.createAnswer());
  const answer = shortened(await gathered(connection), { o: told.u });
  if (!address) openDialog(say, "phone-title", "phone-show", answer, false);
  else if (!(await letter(address, answer))) throw new Error("phone-gone");
  const channel = await opened;
  element("phone").close();
  let id = localStorage.getItem("phone");
  if (!id) localStorage.setItem("phone", (id = crypto.randomUUID()));
  speak(channel, { kind: "hello", id });
  const waiting = new Map();
  let number = 0;
  listen(channel, (head, body) => {
    waiting.get(head.number)?.postMessage({ status: head.status, headers: head.headers, body });
    waiting.delete(head.number);
  });
  channel.onclose = lost;
  connection.addEventListener("connectionstatechange", () => ["failed", "closed"].includes(connection.connectionState) && lost());
  return {
    ready: true,
    path: told.j,
    ask: ({ body, ...request }, port) => {
      waiting.set((number += 1), port);
      speak(channel, { kind: "request", number, request }, body);
    },
  };
}
