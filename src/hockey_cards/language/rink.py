"""The words of the rink family; its table is read off the rule of passage itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby, product
from typing import Any, Final

from hockey_cards.events import Event, Played, Scored
from hockey_cards.language.words import Facts, Rows, Words
from hockey_cards.rink import Open, Opened, Rink, Shown, Stage, ThrownOut
from hockey_cards.rink.referee import choices, judge
from hockey_cards.rink.state import PLACES


def _facts(rules: Rink) -> Facts:
    lanes = "the one opposite the column of the far row" if rules.settings.goalkeeper_lanes else "either"
    return (
        ("seats", str(rules.seats)),
        ("deck", f"{len(rules.deck)} cards, {rules.deck[0].rank} to A"),
        ("layout", "3 rows of 4 cards, and 2 goalkeepers on each player's side, all face down"),
        ("stacks", f"{(len(rules.deck) - PLACES) // 2} cards for each player, face down"),
        ("goalkeepers", f"a run that has passed the rows tries one of the opponent's: {lanes}"),
        ("periods", "1"),
        ("end", "after the run of the last card of both stacks; the most goals win, and a level score is a draw"),
    )


def _table(rules: Rink) -> Rows:
    """Return the rule of passage: a row for all choices at a stage that have the same result."""
    lanes = rules.settings.goalkeeper_lanes
    rows = [("stage", "choice", "card", "call", "next stage")]
    for stage, matches in product(_reachable(lanes=lanes), (True, False)):
        ruling_on = partial(judge, stage, matches=matches, lanes=lanes)
        for result, moves in groupby(choices(stage, 0), ruling_on):
            card = "same suit or rank" if matches else "any other"
            after = "the run is over" if result.over else str(result.stage)
            rows.append((str(stage), _choice(tuple(moves)), card, result.call, after))
    return tuple(rows)


def _reachable(*, lanes: bool) -> tuple[Stage, ...]:
    """Return the stages that a run can reach."""
    reached = {Stage.NEAR_ROW}
    for stage in Stage:
        if stage in reached:
            reached |= {judge(stage, move, matches=True, lanes=lanes).stage for move in choices(stage, 0)}
    return tuple(sorted(reached))


def _choice(moves: tuple[Open, ...]) -> str:
    """Return the name of moves that have the same result."""
    if moves[0].column is None:
        return " or ".join(move.code for move in moves)
    return f"columns {moves[0].code[0]}-{moves[-1].code[0]}"


def _sentence(event: Event, _play: Played[Any] | None, names: Sequence[str]) -> str | None:
    match event:
        case Scored() | ThrownOut():
            return ""  # the call of the move says so
        case Opened():
            return f"{event.place} is turned up: {event.card}"
        case Shown():
            return f"{names[event.seat]}: runs with {event.card}"
        case _:
            return None


WORDS: Final = Words(_facts, _table, _sentence)
"""The words of the family."""
