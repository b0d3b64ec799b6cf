/** A client of the app of the tutorial "Embed it in an app": one seat of a game. */

import type { History } from "./generated/history";
import type { View } from "./generated/view";

export type Event = History["events"][number];

/** What the app sends: the table as the seat may know it, and what has happened since the last time. */
export type Update = { turn: number; view: View; news: History };
export type Refusal = { error: string };

export class Client {
  /** What the seat has seen, from the first deal on. */
  readonly events: Event[] = [];
  readonly #address: string;
  readonly #show: (update: Update, news: Event[]) => void;
  readonly #refuse: (refusal: Refusal) => void;
  #socket: WebSocket | null = null;
  #turn = 0;

  /**
   * @param address The address of the seat, such as ws://127.0.0.1:8000/play/KEY.
   * @param show Called with each update, and with the events that are new.
   * @param refuse Called when a move was refused.
   */
  constructor(address: string, show: (update: Update, news: Event[]) => void, refuse: (refusal: Refusal) => void) {
    this.#address = address;
    this.#show = show;
    this.#refuse = refuse;
  }

  /** Connect, or connect again after a loss: the app sends what the client has missed. */
  connect(): void {
    this.#socket = new WebSocket(`${this.#address}?since=${this.events.length}`);
    this.#socket.onmessage = (message) => this.receive(JSON.parse(message.data as string) as Update | Refusal);
  }

  receive(received: Update | Refusal): void {
    if ("error" in received) {
      this.#refuse(received);
      return;
    }
    this.#turn = received.turn;
    this.events.push(...received.news.events);
    this.#show(received, received.news.events);
  }

  /** Send a move: one of the codes in the view's `legal`. */
  move(code: string): void {
    this.#socket?.send(`${this.#turn} ${code}`);
  }
}

/** Return how a game stands, in a sentence. */
export function status(view: View): string {
  const score = view.score.join(" : ");
  if (view.outcome !== null) {
    const { winner, how } = view.outcome;
    return winner === null ? `The game is drawn, ${score}.` : `Side ${winner} wins, ${score} (${how}).`;
  }
  return view.mover === view.seat ? `${score}. Play one of ${view.legal.join(", ")}.` : `${score}. Wait for seat ${view.mover}.`;
}

/** Return what happened, in a few words. */
export function caption(event: Event): string {
  switch (event.event) {
    case "dealt":
      return `seat ${event.dealer} deals period ${event.period + 1}`;
    case "played":
    case "laid":
      return `seat ${event.seat}: ${event.move}, ${event.call}`;
    case "drawn":
      return `seat ${event.seat} draws ${event.card ?? "a card"}`;
    case "scored":
      return `side ${event.side} scores`;
    case "period-ended":
      return `the period ends, ${event.score.join(" : ")}`;
    case "game-ended":
      return `the game ends, ${event.outcome.score.join(" : ")}`;
    case "shown":
    case "thrown-out":
      return `${event.card} is ${event.event === "shown" ? "shown" : "thrown out"}`;
    case "opened":
      return `${event.place} is ${event.card}`;
    case "revealed":
      return "the closed cards are shown";
    case "discarded":
      return `seat ${event.seat} discards ${event.cards.join(" ")}`;
    case "claimed":
    case "intercepted":
    case "blocked":
    case "missed":
    case "checked":
    case "rumbled":
      return `seat ${event.seat}: ${event.event}`;
    case "seated":
      return `seat ${event.seat} is taken by ${event.name || event.player || "a person"}`;
    case "faulted":
    case "expired":
    case "forfeited":
    case "undone":
    case "undo-requested":
    case "undo-answered":
      return `seat ${event.seat}: ${event.event}`;
    default:
      return event satisfies never;
  }
}
