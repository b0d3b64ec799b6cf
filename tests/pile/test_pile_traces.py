"""The traces of the pile family: sequences of plays and their calls (pile.1.8)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from _stacked import cards, house, pile, play, stack, start, words
from hockey_cards import IllegalMove, variant
from hockey_cards.cards import Card
from hockey_cards.pile import Call, Claim, tabulate
from hockey_cards.pile.referee import EMPTY, claim_of, code_of


@attrs.frozen
class Trace:
    """Plays and what each does.

    Args:
        game: The key of the variant.
        plays: The cards in turn order, P1's first; a table card stands before a bar.
        calls: The call of each play.
        claims: After each play who holds the claim: 1 for the side of P1, 2 for the other, 0 for nobody.
        aside: The numbers of the plays, from 1, that set the pile aside.
        before: Cards played before, which leave an empty pile in the middle of the period.
    """

    game: str
    plays: str
    calls: str
    claims: str
    aside: tuple[int, ...] = ()
    before: str = ""

    @property
    def cards(self) -> list[Card]:
        return cards(self.plays.rpartition("|")[2])

    @property
    def table(self) -> list[Card]:
        return cards(self.plays.rpartition("|")[0])


def _trace(*values: Any, **more: Any) -> Any:
    trace = Trace(*values, **more)
    return pytest.param(trace, id=f"{trace.game}: {trace.plays}")


TRACES = [
    _trace("breakaway", "4s 4h Kc Kd", "play pass play goal", "0 2 2 0"),
    _trace("breakaway", "3c 3d 3h 3s", "play pass interception interception", "0 2 1 2"),
    _trace("breakaway", "Jc Qd Qh", "pass play goal", "1 1 0"),
    _trace("breakaway", "Jc Jd 5h Js", "pass interception play pass", "1 2 2 2"),
    _trace("breakaway", "9c 9d Ah 7s 7d", "play pass play missed pass", "0 2 2 0 1"),
    _trace("breakaway", "9c 9d Jh 4s 4d", "play pass interception play goal", "0 2 1 1 0"),
    _trace(
        "breakaway-original",
        "4s 4h Kc Kd 6c 6d 2h 9s",
        "play pass play goal play goal play missed",
        "0 2 2 2 2 2 2 0",
    ),
    _trace("shots", "7c 7d 9h 9s", "play pass play goal", "0 2 2 0"),
    _trace("shots", "5c 5d 5h 5s", "play pass block pass", "0 2 0 2"),
    _trace("shots", "8c 8d 4h Js", "play pass play pass", "0 2 2 2"),
    _trace("shots", "Jc Jd Jh", "pass block pass", "1 0 1"),
    _trace("passe", "9c | 9d Ah As", "pass play goal", "1 1 0", aside=(1, 3)),
    _trace("passe", "9c | Jc Jd 7h 7s", "pass interception play goal", "1 2 2 0", aside=(1, 2, 4)),
    _trace("passe", "8c | 8d Ah 4s 4d", "pass play missed pass", "1 1 0 2", aside=(1, 4)),
    _trace("block", "5c 7c 7d 7h", "play play goal play", "0 0 0 0", aside=(3,), before="9c 9d"),
    _trace("saves", "3c 3d 2h 5c", "play play goal play", "0 0 0 0", aside=(3,), before="4c 4d"),
    _trace("saves", "2h 5c", "goal play", "0 0", aside=(1,), before="4c 4d"),
]


def _piles(trace: Trace) -> list[list[Card]]:
    """Return the pile after some plays, by the rules of the text."""
    pile, piles = trace.table, list[list[Card]]()
    for number, card in enumerate(trace.cards, 1):
        pile = [] if number in trace.aside else [*pile, card]
        piles.append(pile)
    return piles


def _start(trace: Trace) -> Any:
    """Stack a pack in which each player holds the cards of the trace, and play what comes before.

    Cards are dealt in the order in which they are then played, so that the trace is the top of the pack.
    """
    game = variant(trace.game)
    schedule = pile(game).schedule
    filler = [card for card in cards("2c 2d 2s") if trace.table]
    table = " ".join(card.code for card in [*filler, *trace.table])
    dealt = " ".join(card.code for card in [*cards(trace.before), *trace.cards])
    size = schedule.packets[0] * schedule.seats if isinstance(schedule.packets, tuple) else 0
    return play(start(game, stack(dealt, table=table, table_at=size), dealer=0), trace.before)


@pytest.mark.parametrize("trace", TRACES)
def test_engine(trace: Trace) -> None:
    """pile.1.8: played with stacked packs, each card has its call, claim and pile."""
    state = _start(trace)
    first = state.rules.seat(state) % 2
    sides = {"0": None, "1": first, "2": 1 - first}
    seen: list[tuple[str, int | None, list[Card]]] = []
    for card in trace.cards:
        state = state.rules.apply(state, card)
        seen.append((words(state)[-1], state.claim, list(state.pile)))
    claims = [sides[claim] for claim in trace.claims.split()]
    assert list(zip(trace.calls.split(), claims, _piles(trace), strict=True)) == seen


@pytest.mark.parametrize("trace", TRACES)
def test_goals_count_for_the_side_that_played(trace: Trace) -> None:
    """pile.1.2: each goal counts for the side of its player, and nothing else counts."""
    state = _start(trace)
    before, first = state.goals, state.rules.seat(state)
    goals = [(first + turn) % 2 for turn, call in enumerate(trace.calls.split()) if call == "goal"]
    made = [new - old for new, old in zip(play(state, trace.cards).goals, before, strict=True)]
    assert [goals.count(0), goals.count(1)] == made


@pytest.mark.parametrize("trace", TRACES)
def test_table(trace: Trace) -> None:
    """pile.1.8: by the codes of the table alone, each card has its call, claim and pile."""
    rulings = tabulate(pile(variant(trace.game)).referee)
    code = code_of(Claim.NONE, trace.table[-1].rank if trace.table else EMPTY)
    seen: list[tuple[str, str, bool]] = []
    for turn, card in enumerate(trace.cards):
        ruling = rulings[code + card]
        code = ruling.next
        mover = (turn + 1) % 2  # whose turn it is next: 0 for the side of P1
        holder = {Claim.NONE: "0", Claim.OWN: "12"[mover], Claim.OTHER: "21"[mover]}[claim_of(code)]
        seen.append((str(ruling.call), holder, ruling.clears))
        assert ruling.goal is (ruling.call is Call.GOAL)
        assert code == code_of(claim_of(code), EMPTY if ruling.clears else card.rank)
    asides = [number in trace.aside for number in range(1, len(trace.cards) + 1)]
    assert list(zip(trace.calls.split(), trace.claims.split(), asides, strict=True)) == seen


def test_illegal_stop() -> None:
    """pile.1.8: in block, after 5c and Jc, Jd is illegal unless the player holds only stops."""
    state = play(start(variant("block"), stack("9c 9d 5c Jc Jd"), dealer=0), "9c 9d 5c Jc")
    with pytest.raises(IllegalMove) as caught:
        state.rules.apply(state, Card("Jd"))
    assert ("stop-card", "pile.1.5", Card("Jd")) == (caught.value.code, caught.value.rule, caught.value.move)
    assert caught.value.legal == state.rules.legal(state)
    assert not [card for card in caught.value.legal if card.code[0] == "J"]


def test_stop_under_force() -> None:
    """pile.1.8, pile.1.5: a player who holds only stops may play one on a stop; it has no effect."""
    game = house("block", {"packets": [1, 3]})
    state = play(start(game, stack("5c Jc Jd 6c"), dealer=0), "5c Jc")
    assert (Card("Jd"),) == state.rules.legal(state)
    state = play(state, "Jd")
    assert (["play", "play", "play"], cards("5c Jc Jd"), (0, 0)) == (words(state), list(state.pile), state.score)


@pytest.mark.parametrize("trace", [trace for trace in TRACES if trace.values[0].game == "breakaway"])
def test_over_a_packet(trace: Any) -> None:
    """pile.1.1: claim and pile are kept from packet to packet, so a trace continues across a deal."""
    game = house("breakaway", {"packets": [1] * 5, "overtime": "none"})
    state = play(start(game, stack(trace.plays), dealer=0), trace.cards)
    assert trace.calls.split() == words(state)
    assert trace.cards == list(state.pile)
