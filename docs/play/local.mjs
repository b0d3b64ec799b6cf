// The back end in the page: the library itself, in a worker.

import { App } from "./app.mjs";

const asked = new URLSearchParams(location.search);
const wanted = asked.get("game") ?? "breakaway";
const game = /^[a-z0-9-]+$/.test(wanted) ? wanted : "breakaway";
const progress = document.getElementById("progress");
document.getElementById("preview").src = `play/${game}.svg`;

const worker = new Worker(new URL(`./worker.mjs${location.search}`, import.meta.url), { type: "module" });
const backend = { local: true, send: (message) => worker.postMessage(JSON.stringify(message)) };
let app = null;

worker.onmessage = ({ data }) => {
  if (data === "ready") {
    app = new App(document.body, backend, { game });
    app.connected();
    return;
  }
  for (const message of JSON.parse(data)) {
    app.receive(message);
    if (message.type === "state") document.getElementById("before")?.remove();
  }
};
worker.onerror = (event) => {
  event.preventDefault();
  progress.textContent = `The game could not be loaded: ${event.message || "the connection failed"}. Load the page again.`;
};
