"""The states of a game between two moves, and the transitions between them, read off its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, Final

import attrs

from hockey_cards import Game, Variant, registry
from hockey_cards.cards import Rank
from hockey_cards.pile import Claim, Referee, Situation, forbids, judge
from hockey_cards.rink import Stage
from hockey_cards.rink.referee import choices
from hockey_cards.rink.referee import judge as judge_run

_CLAIMS: Final = {
    Claim.NONE: "nobody has the claim",
    Claim.OWN: "the side to move has it",
    Claim.OTHER: "the other side has it",
}
_FIRST: Final = "empty table, first card"
_EMPTY: Final = "empty table"
_CARD: Final = "a card on top"
_STOP: Final = "a stop on top"
_GAMES: Final = 60
"""The number of random games played for a family whose rule is not enumerated."""


@attrs.frozen
class Edge:
    """A transition from one state to the next.

    Args:
        before: The state before the move.
        move: The move, in words.
        call: The call of the move.
        after: The state after the move.
    """

    before: str
    move: str
    call: str
    after: str


def edges(variant: Variant[Any, Any, Any]) -> tuple[Edge, ...]:
    """Return all transitions of a game, with the moves of the same effect joined.

    A rule with a small domain is enumerated; for the other families the result is what random games show.
    """
    family = registry.family_of(variant.rules)
    listed = _LISTED.get(family.name) if family is not None else None
    return _joined(listed(variant.rules) if listed is not None else _seen_edges(variant))


def _joined(found: Iterable[Edge]) -> tuple[Edge, ...]:
    """Join the moves that lead from one state to another with the same call."""
    moves: dict[tuple[str, str, str], list[str]] = {}
    for edge in found:
        listed = moves.setdefault((edge.before, edge.call, edge.after), [])
        if edge.move not in listed:
            listed.append(edge.move)
    joined = [Edge(before, " or ".join(words), call, after) for (before, call, after), words in moves.items()]
    places = order(joined)
    return tuple(sorted(joined, key=lambda edge: (places[edge.before], places[edge.after])))


def pile_edges(referee: Referee) -> Iterator[Edge]:
    """Yield the effect of each kind of card in each state of the pile.

    In games with claims a state is the holder of the claim, in others the card on top.
    """
    claims = Claim if referee.goal_needs_pass else (Claim.NONE,)
    for claim, (ground, tops) in product(claims, _grounds(referee)):
        situation = Situation(claim, tops, first=ground == _FIRST)
        for kind, rank in _kinds(referee, tops):
            if not forbids(referee, situation, rank):
                ruling = judge(referee, situation, rank)
                call = f"{ruling.call}, pile aside" if ruling.clears else str(ruling.call)
                after = _CLAIMS[ruling.claim.turned]
                lies = _EMPTY if ruling.clears else _STOP if rank in referee.stop_ranks else _CARD
                named = (_CLAIMS[claim], after) if referee.goal_needs_pass else (ground, lies)
                yield Edge(named[0], kind, call, named[1])


def _grounds(referee: Referee) -> Iterator[tuple[str, tuple[Rank, ...]]]:
    """Yield the states of the table, each with the top rank that represents it."""
    if referee.stop_may_lead == "not-first" and referee.stop_ranks:
        yield _FIRST, ()
    yield _EMPTY, ()
    plain = [rank for rank in Rank if rank not in (*referee.pass_ranks, *referee.goal_ranks, *referee.stop_ranks)]
    yield _CARD, (plain[0],)
    if referee.pass_ranks:
        yield _CARD, referee.pass_ranks[:1]
    if referee.stop_ranks:
        yield _STOP, referee.stop_ranks[:1]


def _kinds(referee: Referee, tops: tuple[Rank, ...]) -> Iterator[tuple[str, Rank]]:
    """Yield the kinds of card, each with the rank that represents it."""
    special = (referee.pass_ranks, referee.goal_ranks, referee.stop_ranks)
    named = {rank for ranks in special for rank in ranks}
    if tops and tops[0] not in named:
        yield "match", tops[0]
    for ranks in special:
        if ranks:
            yield "/".join(str(rank) for rank in ranks), ranks[0]
    yield "other card", next(rank for rank in Rank if rank not in named and rank not in tops)


def _rink_edges(*, lanes: bool) -> Iterator[Edge]:
    reached = [Stage.NEAR_ROW]
    for stage in reached:
        for move, matches in product(choices(stage, 0), (True, False)):
            judged = judge_run(stage, move, matches=matches, lanes=lanes)
            after = "next run" if judged.over else str(judged.stage)
            yield Edge(str(stage), "suit or rank fits" if matches else "does not fit", judged.call, after)
            if judged.stage not in reached:
                reached.append(judged.stage)


_LISTED: Final[Mapping[str, Callable[[Any], Iterator[Edge]]]] = {
    "pile": lambda rules: pile_edges(rules.referee),
    "rink": lambda rules: _rink_edges(lanes=rules.settings.goalkeeper_lanes),
}
"""The families whose rule is small enough to be enumerated, by name."""


def _seen_edges(variant: Variant[Any, Any, Any]) -> Iterator[Edge]:
    """Yield the transitions of random games; a move is described by the first word of its code."""
    for number in range(_GAMES):
        chance, game = Random(number), Game.start(variant, seed=number)
        while game.outcome is None:
            move, before = chance.choice(game.legal), _phase(game)
            call = game.variant.rules.step(game.state, move).call
            game = game.play(move)
            yield Edge(before, move.code.split()[0], call, _phase(game))


def _phase(game: Game) -> str:
    verbs = {move.code.split()[0] for move in game.legal}
    return "the game is over" if not verbs else "a shot to answer" if "none" in verbs else "a turn"


def order(found: Iterable[Edge]) -> Mapping[str, int]:
    """Number the states from 0, those in which a move can be made first."""
    listed = list(found)
    names = dict.fromkeys([*(edge.before for edge in listed), *(edge.after for edge in listed)])
    return {name: number for number, name in enumerate(names)}
