// The front end: it shows what a back end sends, and sends what a person chooses. It knows no rules and no words.

import { bdi, button, element, field, memory, picture, select } from "./dom.mjs";
import { Moves } from "./moves.mjs";

const PROTOCOL = 1;
const SOON = 3600; // seconds before a table expires

export class App {
  // backend: { send(message), local }; it calls connected(), receive(message) and lost().
  // start: what to open at once: { game }, or { table, secret }.
  constructor(root, backend, start = {}) {
    this.backend = backend;
    this.start = start;
    this.words = {};
    this.known = 0;
    this.state = null;
    this.table = start.table ?? null;
    this.secret = start.secret ?? null;
    this.language = memory.get("language") ?? start.language ?? navigator.language.split("-")[0];
    this.moves = new Moves((move, turn) => this.send({ type: "move", move, turn }));
    this.notice = element("p", { className: "notice", role: "status" });
    this.header = element("header", {});
    this.main = element("main", {});
    root.append(this.header, this.notice, this.main);
    root.classList.toggle("four-colours", memory.get("four-colours") === true);
    this.root = root;
    setInterval(() => this.tick(), 500);
  }

  send(message) {
    this.backend.send(message);
  }

  connected() {
    this.send({ type: "hello", protocol: PROTOCOL, language: this.hello?.language ?? this.language });
    if (this.table) {
      this.send({ type: "enter", table: this.table, secret: this.secret, since: this.known, game: this.state?.game ?? 0 });
    } else if (!this.start.game) {
      this.send({ type: "lobby" });
    }
  }

  lost() {
    this.say(this.words.lost ?? "...");
  }

  say(text, kind = "") {
    this.notice.textContent = text;
    this.notice.dataset.kind = kind;
  }

  receive(message) {
    const handlers = {
      hello: () => this.greet(message),
      lobby: () => this.showLobby(message.tables),
      seated: () => this.seated(message),
      game: () => { this.game = message; this.layTable(); },
      state: () => this.update(message),
      record: () => this.download(message.record),
      closed: () => this.leave(),
      error: () => this.refused(message),
    };
    handlers[message.type]?.();
  }

  greet(message) {
    const first = !this.hello;
    if (message.protocol !== PROTOCOL) return;
    this.hello = message;
    this.words = message.words;
    document.documentElement.lang = message.language;
    this.say("");
    this.showHeader();
    if (this.laid && !this.table && !this.backend.local) this.send({ type: "lobby" });
    if (first && this.start.game) {
      const game = message.games.find((each) => each.key === this.start.game) ?? message.games[0];
      const bots = game.seats.slice(1).map(() => message.bots[0]);
      this.send({ type: "open", game: game.key, name: memory.get("name") ?? game.seats[0], bots });
    }
  }

  showHeader() {
    const languages = select(Object.entries(this.hello.languages), this.hello.language);
    languages.addEventListener("change", () => {
      memory.set("language", languages.value);
      this.known = 0;
      this.send({ type: "language", language: languages.value });
      if (!this.table && !this.backend.local) this.send({ type: "lobby" });
    });
    const colours = element("input", { type: "checkbox", checked: memory.get("four-colours") === true });
    colours.addEventListener("change", () => {
      memory.set("four-colours", colours.checked);
      this.root.classList.toggle("four-colours", colours.checked);
    });
    this.header.replaceChildren(
      element("h1", {}, this.words.title),
      element("div", { className: "settings" },
        field(this.words.language, languages),
        element("label", { className: "check" }, colours, element("span", {}, this.words["four-colours"]))),
    );
  }

  // The lobby.

  showLobby(tables) {
    if (this.table) return;
    this.laid = "lobby";
    document.title = this.words.title;
    const list = tables.map((table) => element("li", {},
      element("span", {}, element("strong", {}, table.name), " ", ...this.joined(table.people)),
      table.free ? button(this.words.join, () => this.join(table.table)) : null,
      button(this.words.watch, () => this.goTo(table.table, null))));
    const found = tables.length ? element("ul", { className: "tables" }, ...list) : element("p", {}, this.words["no-tables"]);
    this.main.replaceChildren(
      element("div", { className: "lobby" },
        this.form(),
        this.backend.local ? null : element("section", {}, element("h2", {}, this.words.tables), found)));
    clearTimeout(this.refreshing);
    if (!this.backend.local) this.refreshing = setTimeout(() => this.refresh(), 5000);
  }

  refresh() {
    const typing = this.main.contains(document.activeElement);
    if (!this.table && !document.hidden && !typing) this.send({ type: "lobby" });
    else if (!this.table) this.refreshing = setTimeout(() => this.refresh(), 5000);
  }

  joined(names) {
    return names.flatMap((name, place) => (place ? [", ", bdi(name)] : [bdi(name)]));
  }

  nameField() {
    const control = element("input", { required: true, maxLength: 24, autocomplete: "nickname", value: memory.get("name") ?? "" });
    control.addEventListener("change", () => memory.set("name", control.value));
    return control;
  }

  form() {
    const { words, hello } = this;
    const games = select(hello.games.map((game) => [game.key, game.name]), this.start.game ?? memory.get("game"));
    const name = this.nameField();
    const details = element("div", { className: "details" });
    const perMove = select([["", words["no-limit"]], ...["15", "30", "60", "120"].map((text) => [text, text])], "");
    const perGame = select([["", words["no-limit"]], ...["3", "5", "10", "20"].map((text) => [text, text])], "");
    const open = element("input", { type: "checkbox" });
    let seats = [];
    let house = [];
    const choose = () => {
      const game = hello.games.find((each) => each.key === games.value) ?? hello.games[0];
      const players = [...(this.backend.local ? [] : [["", words.person]]), ...hello.bots.map((bot) => [bot, bot])];
      seats = game.seats.slice(1).map((seat) => [seat, select(players, hello.bots[0])]);
      house = game.options.map((option) => [option, element("input", { placeholder: option.default, spellcheck: false })]);
      details.replaceChildren(
        element("p", { className: "summary" }, game.summary),
        element("fieldset", {}, element("legend", {}, words.seats), ...seats.map(([seat, made]) => field(seat, made))),
        element("details", {}, element("summary", {}, words.house),
          ...house.map(([option, made]) => element("div", {},
            field(option.name, made), element("small", {}, option.values)))));
    };
    games.addEventListener("change", choose);
    choose();
    const submit = (event) => {
      event.preventDefault();
      memory.set("name", name.value);
      memory.set("game", games.value);
      const changed = house.filter(([, made]) => made.value.trim() !== "").map(([option, made]) => [option.name, made.value]);
      this.send({
        type: "open", game: games.value, name: name.value, bots: seats.map(([, made]) => made.value || null),
        house: Object.fromEntries(changed), public: open.checked,
        per_move: perMove.value ? Number(perMove.value) : null, per_game: perGame.value ? Number(perGame.value) : null,
      });
    };
    return element("form", { on: { submit } },
      element("h2", {}, words.open),
      field(words["your-name"], name),
      field(words.game, games),
      details,
      this.backend.local ? null : element("div", { className: "pair" },
        field(words["per-move"], perMove), field(words["per-game"], perGame)),
      this.backend.local ? null : element("label", { className: "check" }, open, element("span", {}, words.public)),
      element("button", { type: "submit", className: "main" }, words["open-now"]));
  }

  join(table) {
    const name = memory.get("name");
    if (name) this.send({ type: "join", table, name });
    else this.goTo(table, null);
  }

  goTo(table, secret) {
    Object.assign(this, { table, secret, known: 0, state: null });
    this.backend.remember?.(table, secret);
    this.send({ type: "enter", table, secret });
  }

  seated({ table, secret }) {
    Object.assign(this, { table, secret, known: 0, state: null });
    this.backend.remember?.(table, secret);
  }

  leave() {
    Object.assign(this, { table: null, secret: null, state: null, known: 0, start: {} });
    this.backend.remember?.(null, null);
    this.send({ type: "exit" });
    if (this.backend.local) this.receive({ type: "lobby", tables: [] });
    else this.send({ type: "lobby" });
  }

  // The table.

  layTable() {
    const { words } = this;
    this.laid = "table";
    clearTimeout(this.refreshing);
    this.known = 0;
    this.lines = element("ol", {});
    this.log = element("div", { className: "log", role: "log", "aria-label": words.events, tabIndex: 0 }, this.lines);
    this.seats = element("ul", { className: "seats" });
    this.turnLine = element("p", { className: "turn" });
    this.actions = element("div", { className: "actions" });
    this.links = element("div", { className: "links" });
    this.chance = element("dl", { className: "chance" });
    const rules = this.game.how_to_play.split("\n\n").map((text) => element("p", {}, text));
    this.main.replaceChildren(
      element("div", { className: "table" },
        element("h2", {}, this.game.name),
        element("section", { className: "play", "aria-label": words.picture },
          this.seats, this.moves.table, this.turnLine, this.moves.bar,
          element("p", { className: "keys" }, words.keys), this.actions),
        element("section", { className: "beside" },
          element("h3", {}, words.events), this.log, this.links,
          element("details", {}, element("summary", {}, words["how-to-play"]), ...rules),
          this.chance)));
  }

  update(state) {
    if (this.state && state.game === this.state.game && state.n < this.state.n) return;
    if (state.since && state.since !== this.known) {
      this.send({ type: "sync", since: 0 });
      return;
    }
    if (!state.since) this.lines.replaceChildren();
    this.state = state;
    this.known = state.events;
    this.received = performance.now();
    if (!this.backend.local && state.your_turn) this.send({ type: "ack", n: state.n });
    const atEnd = this.log.scrollTop + this.log.clientHeight >= this.log.scrollHeight - 40;
    this.lines.append(...state.lines.map((line) => element("li", { className: line.highlight ?? "" }, line.text)));
    if (atEnd || !state.since) this.log.scrollTop = this.log.scrollHeight;
    this.moves.show(state.moves, state.turn, picture(state.picture), this.words);
    this.showTurn();
    this.showSeats();
    this.showActions();
    this.showLinks();
    this.showChance();
    if (state.expires !== undefined && state.expires < SOON) this.say(this.words.ends);
    else if (this.notice.dataset.kind !== "error") this.say("");
    else this.notice.dataset.kind = "";
  }

  showTurn() {
    const { words, state } = this;
    const waiting = state.free?.length ? words.waiting : "";
    const mover = state.mover === null || state.your_turn || waiting ? null : state.names[state.mover];
    const text = state.result ?? (state.your_turn ? words["your-turn"] : waiting);
    this.turnLine.replaceChildren(text || (mover ? bdi(mover) : ""), ...(mover ? [" ..."] : []));
    this.turnLine.classList.toggle("yours", state.your_turn);
    document.title = (state.your_turn ? `\u25cf ${words["your-turn"]} \u2013 ` : "") + this.game.name;
  }

  showSeats() {
    const { state, words } = this;
    this.times = [];
    this.seats.replaceChildren(...state.names.map((name, seat) => {
      const bot = state.bots[seat];
      const away = bot === null && state.present && !state.present[seat];
      const time = element("span", { className: "time" });
      this.times.push(time);
      const note = [bot, away ? words.away : null].filter(Boolean).join(", ");
      return element("li", { className: seat === state.mover ? "mover" : "" },
        bdi(name), note ? element("small", {}, ` (${note})`) : null, time);
    }));
    this.tick();
  }

  // Count down what the server has said; the server alone judges.
  tick() {
    const { state, times } = this;
    if (!state?.time_left || !times) return;
    const passed = performance.now() - this.received;
    times.forEach((shown, seat) => {
      const moving = seat === state.mover && state.deadline !== null && state.deadline !== undefined;
      let left = state.time_left[seat];
      if (moving) left = Math.max(0, (left === null ? state.deadline : Math.min(left, state.deadline)) - passed);
      const seconds = left === null ? null : Math.ceil(left / 1000);
      const text = seconds === null ? "" : ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (shown.textContent !== text) shown.textContent = text;
    });
  }

  showActions() {
    const { state, words } = this;
    const ask = (type, more = {}) => () => this.send({ type, ...more });
    const made = [];
    const seat = state.seat;
    const over = state.result !== null;
    if (seat === null) {
      made.push(element("p", {}, words.watching));
      if (state.free?.length) made.push(this.joinForm());
    } else {
      const { undo_requested_by: asking, turn } = state;
      if (asking !== null && asking !== seat) {
        made.push(button(words.agree, ask("answer", { agree: true, turn })), button(words.refuse, ask("answer", { agree: false, turn })));
      }
      if (!over) {
        made.push(button(words.undo, ask("undo", { turn }), { disabled: asking !== null }));
        if (state.free?.length) made.push(button(words.leave, ask("fill")));
        else if (!this.backend.local) made.push(state.bots[seat] === null ? button(words.leave, ask("leave")) : button(words.return, ask("return")));
        made.push(button(words.forfeit, () => { if (confirm(words["forfeit-sure"])) this.send({ type: "forfeit" }); }));
      } else {
        made.push(button(words.rematch, ask("rematch"), { className: "main" }));
      }
    }
    if (over) made.push(button(words.record, ask("record")));
    made.push(button(words.lobby, () => this.leave()));
    this.replaceKept(this.actions, made);
  }

  // Replace buttons, and keep the focus on the one that has the same text.
  replaceKept(place, made) {
    const active = place.contains(document.activeElement) ? document.activeElement : null;
    if (active?.tagName === "INPUT") return;
    const text = active?.textContent;
    place.replaceChildren(...made);
    if (text) ([...place.querySelectorAll("button")].find((each) => each.textContent === text) ?? this.turnLine).focus?.();
  }

  joinForm() {
    const name = this.nameField();
    const submit = (event) => {
      event.preventDefault();
      document.activeElement?.blur();
      memory.set("name", name.value);
      this.send({ type: "join", table: this.table, name: name.value });
    };
    return element("form", { className: "join", on: { submit } },
      field(this.words["your-name"], name), element("button", { type: "submit", className: "main" }, this.words.join));
  }

  showLinks() {
    const { state, words } = this;
    if (this.backend.local || this.links.childElementCount) return;
    const base = location.href.split("#")[0];
    const link = (label, address) => {
      const shown = element("input", { readOnly: true, value: address, on: { focus: () => shown.select() } });
      const copy = button(words.copy, async () => {
        shown.select();
        await navigator.clipboard?.writeText(address);
        copy.textContent = words.copied;
      });
      return element("div", { className: "pair" }, label ? field(label, shown) : shown, copy);
    };
    this.links.replaceChildren(link(words.invite, `${base}#t=${this.table}`));
    if (state.seat !== null) {
      const own = link("", `${base}#t=${this.table}&s=${this.secret}`);
      own.querySelector("input").setAttribute("aria-label", words["your-link"]);
      this.links.append(element("details", {}, element("summary", {}, words["your-link"]), own));
    }
  }

  showChance() {
    const { state, words } = this;
    const rows = [[words.commitment, state.commitment], [words.seed, state.seed]].filter(([, value]) => value);
    this.chance.replaceChildren(...rows.flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, element("code", {}, value))]));
  }

  refused(message) {
    this.say(message.text, "error");
    this.moves.busy = false;
    this.moves.bar.removeAttribute("aria-busy");
    if (message.code === "no-seat") this.goTo(this.table, null);
    if (message.code === "no-table") {
      this.leave();
      this.say(message.text, "error");
    }
  }

  download(record) {
    const address = URL.createObjectURL(new Blob([`${record}\n`], { type: "application/json" }));
    element("a", { href: address, download: `${this.game.key}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
