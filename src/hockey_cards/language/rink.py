"""The rules of the rink in words, read off the rule of passage itself."""

from __future__ import annotations

from functools import partial
from itertools import groupby, product

from hockey_cards.rink import Open, Rink, Stage
from hockey_cards.rink.passage import choices, ruling
from hockey_cards.rink.state import PLACES


def facts(rules: Rink) -> tuple[tuple[str, str], ...]:
    """Return what a player must know before the first deal, as (label, text)."""
    lanes = "the one opposite the column of the far row" if rules.knobs.goalkeeper_lanes else "either"
    return (
        ("seats", str(rules.seats)),
        ("deck", f"{len(rules.deck)} cards, {rules.deck[0].rank} to A"),
        ("layout", "3 rows of 4 cards, and 2 goalkeepers on each player's side, all face down"),
        ("stacks", f"{(len(rules.deck) - PLACES) // 2} cards for each player, face down"),
        ("goalkeepers", f"a run that has passed the rows tries one of the opponent's: {lanes}"),
        ("periods", "1"),
        ("end", "after the run of the last card of both stacks; most goals wins, equal is a draw"),
    )


def table(*, lanes: bool) -> tuple[tuple[str, ...], ...]:
    """Print the rule as rows of text, the heading first: one row for all choices at a stage that lead to the same."""
    rows = [("stage", "choice", "card", "call", "next stage")]
    for stage, matches in product(_reached(lanes=lanes), (True, False)):
        judge = partial(ruling, stage, matches=matches, lanes=lanes)
        for result, moves in groupby(choices(stage, 0), judge):
            card = "same suit or rank" if matches else "any other"
            after = "the run is over" if result.over else str(result.stage)
            rows.append((str(stage), _named(tuple(moves)), card, result.call, after))
    return tuple(rows)


def _reached(*, lanes: bool) -> tuple[Stage, ...]:
    """Return the stages that a run can come to."""
    reached = {Stage.NEAR_ROW}
    for stage in Stage:
        if stage in reached:
            reached |= {ruling(stage, move, matches=True, lanes=lanes).stage for move in choices(stage, 0)}
    return tuple(sorted(reached))


def _named(moves: tuple[Open, ...]) -> str:
    if moves[0].column is None:
        return " or ".join(move.code for move in moves)
    return f"columns {moves[0].code[0]}-{moves[-1].code[0]}"
