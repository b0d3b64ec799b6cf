"""The policies of the built-in players in the rink."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from hockey_cards.rink import Open, RinkView
from hockey_cards.rink.referee import PASSABLE, Stage, choices, judge, place
from hockey_cards.rules import Seat

if TYPE_CHECKING:
    from random import Random

_STAGES: Final = tuple(reversed(Stage))
"""The stages from the last to the first: the value of a choice follows from those of the choices after it."""


def greedy(view: RinkView, rng: Random) -> Open:
    """Choose an open card that matches if possible, else a closed card, else any."""
    passes = _passes(view)
    sure = [move for move, card in view.choices if card is not None and passes[card]]
    closed = [move for move, card in view.choices if card is None]
    return rng.choice(sure or closed or list(view.legal))


def counter(view: RinkView, rng: Random) -> Open:
    """Choose the card with the best probability of a goal, given all cards seen; open cards break ties."""
    chances = _chances(view)
    values = {move: (chances[move], card is not None) for move, card in view.choices}
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


def _passes(view: RinkView) -> tuple[bool, ...]:
    """Return for each card whether the running card passes it; the mover knows the running card."""
    assert view.running is not None
    return PASSABLE[view.running]


def _chances(view: RinkView) -> dict[Open, float]:
    """Return the probability of a goal for each legal move, with the best choice at every later stage."""
    assert view.seat is not None
    passes, unseen, lanes = _passes(view), view.unseen, view.rules.settings.goalkeeper_lanes
    # Without unseen cards there is no closed card.
    closed = sum(passes[card] for card in unseen) / len(unseen) if unseen else 0.0
    match = [closed if card is None else float(passes[card]) for card in view.layout]
    chances: dict[Open, float] = {}
    best: dict[Stage | None, float] = {None: 1.0}
    for stage in _STAGES[: len(_STAGES) - view.stage]:
        branches = _branches(stage, view.seat, lanes=lanes)
        chances = {move: match[spot] * best[then] for move, spot, then in branches}
        best[stage] = max(chances.values())
    return chances


@cache
def _branches(stage: Stage, seat: Seat, *, lanes: bool) -> tuple[tuple[Open, int, Stage | None], ...]:
    """Return the choices at a stage: each with its place on the table and the next stage, None for a goal."""
    ruled = [(move, judge(stage, move, matches=True, lanes=lanes)) for move in choices(stage, seat)]
    return tuple((move, place(move, seat), None if then.over else then.stage) for move, then in ruled)


PLAYERS: Final = {"greedy": greedy, "counter": counter, "exact": counter}
"""The policies of the built-in players in this family, by name; nothing in it is solved exactly."""
