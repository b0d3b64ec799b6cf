"""Built-in players of the rink."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hockey_cards.cards import Card
from hockey_cards.rink import Open, View
from hockey_cards.rink.passage import Stage, choices, passable, place, ruling

if TYPE_CHECKING:
    from random import Random


def greedy(view: View, rng: Random) -> Open:
    """Choose an open card that matches if there is one, else a closed card, else any."""
    running = _running(view)
    sure = [move for move, card in view.choices if card is not None and passable(running, card)]
    closed = [move for move, card in view.choices if card is None]
    return rng.choice(sure or closed or list(view.legal))


def counter(view: View, rng: Random) -> Open:
    """Choose what has the best chance to end in a goal, given all cards seen; of equals the least telling."""
    values = {move: (_chance(view, view.stage, move), card is not None) for move, card in view.choices}
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


def _running(view: View) -> Card:
    """Return the running card, which the mover always knows."""
    assert view.running is not None
    return view.running


def _chance(view: View, stage: Stage, move: Open) -> float:
    """Return the chance of a goal by way of a choice, the best choice being made at every later stage."""
    running = _running(view)
    assert view.seat is not None
    card = view.layout[place(move, view.seat)]
    if card is None:
        unseen = view.unseen
        match = sum(passable(running, other) for other in unseen) / len(unseen)
    else:
        match = float(passable(running, card))
    ruled = ruling(stage, move, matches=True, lanes=view.rules.knobs.goalkeeper_lanes)
    if not match or ruled.over:
        return match
    return match * _best(view, ruled.stage)


def _best(view: View, stage: Stage) -> float:
    assert view.seat is not None
    return max(_chance(view, stage, move) for move in choices(stage, view.seat))
