/** Mistakes that the types find: the compiler reports a line below that it accepts. */

import type { Event } from "./client";
import type { Event as LoneEvent } from "./generated/event";
import type { GameRecord } from "./generated/record";
import type { View } from "./generated/view";

export function mistakes(view: View, event: Event, lone: LoneEvent, record: GameRecord): unknown[] {
  if (view.family === "rink") {
    // @ts-expect-error There are no hands in the rink.
    return [view.hand];
  }
  return [
    // @ts-expect-error There is no outcome while the game goes on.
    view.outcome.winner,
    // @ts-expect-error A spectator has no seat.
    view.seat + 1,
    // @ts-expect-error There is no such ending.
    view.outcome?.how === "shoot-out",
    // @ts-expect-error There is no such family.
    view.family === "puck",
    // @ts-expect-error Not every event has a seat.
    event.seat,
    // @ts-expect-error There is no such event.
    event.event === "kicked",
    // @ts-expect-error An event in a history has no format of its own.
    event.format,
    // @ts-expect-error This is the format of another version.
    lone.format === "hockey-cards-event/2",
    // @ts-expect-error A game that goes on has no outcome.
    record.outcome.winner,
  ];
}
