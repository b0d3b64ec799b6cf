/** A client of the server of the tutorial "Embed it in an app": one seat of a game. */

import type { History } from "./generated/history";
import type { View } from "./generated/view";

export type Event = History["events"][number];

export class Client {
  /** What the seat has seen, from the first deal on. */
  readonly events: Event[] = [];
  readonly #address: string;

  /** @param address The address of the seat, such as http://127.0.0.1:8000/KEY. */
  constructor(address: string) {
    this.#address = address;
  }

  /** Return what the seat may know of the game now. */
  async look(): Promise<View> {
    return (await answer(await fetch(this.#address))) as View;
  }

  /** Return the events that are new since the last call. */
  async news(): Promise<Event[]> {
    const history = (await answer(await fetch(`${this.#address}?since=${this.events.length}`))) as History;
    this.events.push(...history.events);
    return history.events;
  }

  /** Make a move, and return what the seat may know after it. */
  async move(code: string): Promise<View> {
    return (await answer(await fetch(this.#address, { method: "POST", body: code }))) as View;
  }
}

async function answer(response: Response): Promise<unknown> {
  const fields: unknown = await response.json();
  if (!response.ok) {
    throw new Error((fields as { error: string }).error);
  }
  return fields;
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
