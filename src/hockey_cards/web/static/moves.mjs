// The moves of a player: a toolbar of buttons with one tab stop, and the cards in the picture that do the same.

import { element } from "./dom.mjs";

const TYPING = 900; // milliseconds in which digits belong to one number

export class Moves {
  constructor(play) {
    this.play = play;
    this.moves = [];
    this.turn = -1;
    this.current = 0;
    this.chosen = new Set();
    this.typed = "";
    this.typedAt = 0;
    this.pressed = null;
    this.busy = false;
    this.bar = element("div", { className: "moves", role: "toolbar" });
    this.table = element("div", { className: "picture" });
    this.bar.addEventListener("keydown", (event) => this.#key(event));
    this.bar.addEventListener("focusin", (event) => this.#focused(event));
    this.bar.addEventListener("focusout", () => this.#mark());
    this.table.addEventListener("pointerdown", (event) => { this.pressed = [this.#card(event), this.turn]; });
    this.table.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  // Show the moves of a state. Whoever was at the toolbar, or nowhere, is at the toolbar again.
  show(moves, turn, svg, words) {
    const active = document.activeElement;
    const here = this.bar.contains(active) || active === document.body || active === null || !active.isConnected;
    this.table.replaceChildren(svg);
    const same = this.turn === turn && JSON.stringify(moves) === JSON.stringify(this.moves);
    this.words = words;
    this.busy = false;
    this.bar.removeAttribute("aria-busy");
    if (same && this.bar.childElementCount === moves.length) {
      this.#mark();
      return;
    }
    this.moves = moves;
    this.turn = turn;
    this.current = 0;
    this.chosen.clear();
    this.typed = "";
    this.bar.setAttribute("aria-label", words.moves);
    this.bar.hidden = moves.length === 0;
    this.bar.replaceChildren(...moves.map((move, place) => this.#button(move, place)));
    if (here && moves.length) this.#buttons()[0].focus({ preventScroll: true });
    this.#mark();
  }

  #button(move, place) {
    const made = element("button", { type: "button", tabIndex: place ? -1 : 0 });
    made.append(
      element("span", { className: "number", "aria-hidden": "true" }, String(place + 1)),
      element("span", { className: "text" }, move.text),
      element("span", { className: "effect" }, move.effect),
    );
    made.addEventListener("click", () => this.#make(place));
    return made;
  }

  #make(place) {
    if (this.busy) return;
    this.busy = true;
    this.bar.setAttribute("aria-busy", "true");
    this.play(this.moves[place].move, this.turn);
  }

  #buttons() {
    return [...this.bar.children];
  }

  #shown() {
    return this.#buttons().filter((made) => !made.hidden);
  }

  #focus(made) {
    this.#buttons().forEach((each) => { each.tabIndex = each === made ? 0 : -1; });
    made.focus();
  }

  #focused(event) {
    const place = this.#buttons().indexOf(event.target.closest("button"));
    if (place >= 0) this.current = place;
    this.#mark();
  }

  #key(event) {
    const shown = this.#shown();
    const here = shown.indexOf(document.activeElement);
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    let next = null;
    if (event.key in steps) next = (here + steps[event.key] + shown.length) % shown.length;
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = shown.length - 1;
    if (event.key === "Escape" && this.chosen.size) this.#choose(new Set());
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#focus(shown[next]);
  }

  // Digits and arrows lead to the moves from anywhere but a field.
  #anywhere(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !this.moves.length) return;
    if (event.target.closest?.("input, select, textarea, summary, dialog, .log")) return;
    if (/^[0-9]$/.test(event.key)) {
      this.typed = (event.timeStamp - this.typedAt < TYPING ? this.typed : "") + event.key;
      this.typedAt = event.timeStamp;
      const all = this.#buttons();
      const found = all[Number(this.typed) - 1] ?? all[Number(event.key) - 1];
      if (!found) return;
      if (found !== all[Number(this.typed) - 1]) this.typed = event.key;
      this.#choose(new Set());
      this.#focus(found);
      event.preventDefault();
    } else if (event.key.startsWith("Arrow") && event.target === document.body) {
      this.#focus(this.#buttons()[this.current]);
      event.preventDefault();
    }
  }

  #card(event) {
    return event.target.closest?.("[data-card]")?.dataset.card ?? null;
  }

  // A card that was pressed and released in the same turn is chosen; cards that changed in between are not.
  #click(event) {
    const card = this.#card(event);
    const [pressed, turn] = this.pressed ?? [null, -1];
    this.pressed = null;
    if (card === null || pressed !== card || turn !== this.turn) return;
    const chosen = new Set(this.chosen);
    if (!chosen.delete(card)) chosen.add(card);
    const fitting = this.#fitting(chosen);
    if (chosen.size && fitting.length === 1 && this.moves[fitting[0]].choices.length === chosen.size) this.#make(fitting[0]);
    else this.#choose(fitting.length ? chosen : new Set([card]));
  }

  #fitting(chosen) {
    const places = [...this.moves.keys()];
    return places.filter((place) => [...chosen].every((card) => this.moves[place].choices.includes(card)));
  }

  #choose(chosen) {
    this.chosen = chosen;
    const fitting = this.#fitting(chosen);
    const all = this.#buttons();
    all.forEach((made, place) => { made.hidden = !fitting.includes(place); });
    if (all[this.current]?.hidden ?? true) this.current = fitting[0] ?? 0;
    all.forEach((made, place) => { made.tabIndex = place === this.current ? 0 : -1; });
    this.#mark();
  }

  // Mark in the picture what the focused move would use, and what has been chosen.
  #mark() {
    const focused = this.bar.contains(document.activeElement) ? this.moves[this.current]?.choices ?? [] : [];
    for (const card of this.table.querySelectorAll("[data-card]")) {
      card.classList.toggle("focused", focused.includes(card.dataset.card));
      card.classList.toggle("chosen", this.chosen.has(card.dataset.card));
    }
  }
}
