// The back end on a server: a WebSocket that connects again by itself.

import { App } from "./app.mjs";
import { memory } from "./dom.mjs";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SILENCE = 5000; // milliseconds without an answer after which a connection counts as lost

class Server {
  constructor() {
    this.local = false;
    this.wait = FIRST_WAIT;
    this.waiting = [];
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.check(); });
    addEventListener("online", () => this.check());
    addEventListener("hashchange", () => location.reload());
  }

  open() {
    clearTimeout(this.again);
    const address = new URL("ws", document.baseURI);
    address.hash = "";
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.app.connected();
    };
    socket.onmessage = (event) => {
      clearTimeout(this.silence);
      this.app.receive(JSON.parse(event.data));
    };
    socket.onclose = () => { if (this.socket === socket) this.retry(); };
  }

  retry() {
    clearTimeout(this.silence);
    this.app.lost();
    this.again = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  // A page that is shown again connects at once, and asks whether an old connection is alive.
  check() {
    if (this.socket.readyState > WebSocket.OPEN) {
      this.wait = FIRST_WAIT;
      this.open();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      this.send(this.app.table ? { type: "sync", since: this.app.known } : { type: "lobby" });
      this.silence = setTimeout(() => {
        const old = this.socket;
        this.open();
        old.close();
      }, SILENCE);
    }
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (message.type !== "lobby") this.app.lost();
  }

  // The secret of a seat is kept in the fragment of the address, which browsers do not send.
  remember(table, secret) {
    const secrets = memory.get("secrets") ?? {};
    if (table && secret) memory.set("secrets", Object.fromEntries([...Object.entries(secrets).slice(-20), [table, secret]]));
    const fragment = table ? `#t=${table}${secret ? `&s=${secret}` : ""}` : "";
    history.replaceState(null, "", location.pathname + fragment);
  }
}

const asked = new URLSearchParams(location.hash.slice(1));
const table = asked.get("t");
const start = table ? { table, secret: asked.get("s") ?? memory.get("secrets")?.[table] ?? null } : {};
const server = new Server();
server.app = new App(document.body, server, start);
server.open();
