"""The play rule on its whole domain: all situations and ranks, for the named variants and many house rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from _stacked import pile
from hockey_cards.cards import Rank, deck
from hockey_cards.pile import VARIANTS, Call, Claim, Referee, Ruling, Situation, forbids, judge, tabulate
from hockey_cards.pile.referee import EMPTY, FIRST, TABLE, claim_of, code_of, situations

NAMED = {variant.key: pile(variant).referee for variant in VARIANTS}
TABLES: list[tuple[Rank, ...]] = [
    (),
    (Rank.JACK, Rank.NINE, Rank.EIGHT, Rank.FIVE),
    (Rank.TWO, Rank.TWO, Rank.EIGHT),
    (Rank.EIGHT, Rank.THREE, Rank.JACK),
]


def ranks(text: str) -> tuple[Rank, ...]:
    return tuple(Rank.parse(code) for code in text)


SETTINGS: dict[str, list[Any]] = {
    "roles": [("J", "", ""), ("", "2", "8J"), ("8J", "", "3"), ("J", "29", "38")],
    "goal_keeps_claim": [False, True],
    "pass_clears_pile": [False, True],
    "goal_clears_pile": [False, True],
    "reply": ["steal", "block"],
    "claim_lasts": ["turn", "until-matched"],
    "stop_on_stop": [True, False],
    "stop_may_lead": ["always", "not-first", "never"],
}


def _referee(settings: dict[str, Any]) -> Referee:
    pass_ranks, goal_ranks, stop_ranks = map(ranks, settings.pop("roles"))
    return Referee(pass_ranks, goal_ranks, stop_ranks, **settings)


def every_house() -> Iterator[Referee]:
    """Yield all combinations of the settings, including games without a pass stage."""
    for values in itertools.product(*SETTINGS.values()):
        referee = _referee(dict(zip(SETTINGS, values, strict=True)))
        yield referee
        if not referee.pass_ranks and not referee.goal_keeps_claim:
            yield attrs.evolve(referee, goal_needs_pass=False)


HOUSES = [*NAMED.values(), *itertools.islice(every_house(), 0, None, 23)]


def domain() -> Iterator[tuple[Situation, Rank]]:
    for table in TABLES:
        yield from itertools.product(situations(table), Rank)


DOMAIN = sorted(set(domain()), key=repr)


# The rule once more, from the words of pile.1.2 and pile.1.5, with S and T for the sides instead of own and other.


def covered(situation: Situation, rank: Rank) -> Rank | None:
    """Return the rank of the matched card, or of the top card."""
    return None if not situation.tops else rank if rank in situation.tops else situation.tops[-1]


def may_not(referee: Referee, situation: Situation, rank: Rank) -> bool:
    """Return whether a stop rank may not be played (pile.1.5)."""
    below = covered(situation, rank)
    leads, on_stop = below is None, below in referee.stop_ranks
    barred = {
        "always": False,
        "not-first": leads and situation.first,
        "never": leads,
    }[referee.stop_may_lead]
    return rank in referee.stop_ranks and (barred or (on_stop and not referee.stop_on_stop))


def step_of(referee: Referee, situation: Situation, rank: Rank) -> int:
    """Return the step of pile.1.2 that applies to a card."""
    matches = rank in situation.tops and covered(situation, rank) not in referee.stop_ranks
    applies = {
        1: rank in referee.goal_ranks,
        2: rank in referee.pass_ranks,
        3: matches,
        4: True,
    }
    return 4 if may_not(referee, situation, rank) else next(step for step, holds in applies.items() if holds)


def told(referee: Referee, situation: Situation, rank: Rank) -> tuple[str, str, bool]:
    """Return the call, the side that then holds the claim (S plays, T does not) and whether the pile is set aside."""
    held = {Claim.NONE: "", Claim.OWN: "S", Claim.OTHER: "T"}[situation.claim]
    step = step_of(referee, situation, rank)
    if step == 1 or (step == 3 and (held == "S" or not referee.goal_needs_pass)):
        return "goal", "S" if referee.goal_keeps_claim else "", referee.goal_clears_pile
    if step < 4 and held == "T" and referee.reply == "block":
        return "block", "", False
    if step < 4:
        return "interception" if held == "T" else "pass", "S", referee.pass_clears_pile
    lost = held == "S" and referee.claim_lasts == "turn"
    return ("missed", "", False) if lost else ("play", held, False)


def said(ruling: Ruling) -> tuple[str, str, bool]:
    return str(ruling.call), {Claim.NONE: "", Claim.OWN: "S", Claim.OTHER: "T"}[ruling.claim], ruling.clears


def compare(referee: Referee) -> None:
    for situation, rank in DOMAIN:
        place = (referee, situation, rank)
        assert (may_not(*place), told(*place)) == (forbids(*place), said(judge(*place))), place


def test_every_setting_is_here() -> None:
    """The settings of the tests are those of the referee; ``roles`` are the ranks, ``runs`` only announces."""
    own = {"pass_ranks", "goal_ranks", "stop_ranks", "goal_needs_pass", "runs", *SETTINGS} - {"roles"}
    assert {field.name for field in attrs.fields(Referee)} == own


@pytest.mark.parametrize("key", NAMED)
def test_named_games(key: str) -> None:
    """pile.1.2, pile.1.5, pile.1.6: the referee of each named variant agrees with the text, on its whole domain."""
    compare(NAMED[key])


def test_house_rules() -> None:
    """pile.1.7: the same for the referee of every combination of the settings."""
    for referee in every_house():
        compare(referee)


@pytest.mark.parametrize("referee", HOUSES, ids=map(str, range(len(HOUSES))))
@pytest.mark.parametrize("table", TABLES, ids=["none", "JT85", "228", "83J"])
def test_table_is_the_judge(referee: Referee, table: tuple[Rank, ...]) -> None:
    """The table has the ruling of ``judge`` for each situation and card."""
    rulings = tabulate(referee, table)
    assert 3 * 16 * 52 == len(rulings)
    for number, situation in enumerate(situations(table)):
        for card in deck():
            ruling = judge(referee, situation, card.rank)
            assert rulings[52 * number + card] == ruling
            assert ruling.goal is (ruling.call is Call.GOAL)
            assert ruling.forbidden is forbids(referee, situation, card.rank)
            assert code_of(ruling.claim.turned, EMPTY if ruling.clears else card.rank) == ruling.next


@pytest.mark.parametrize("claim", Claim)
@pytest.mark.parametrize("table", TABLES, ids=["none", "JT85", "228", "83J"])
def test_codes(claim: Claim, table: tuple[Rank, ...]) -> None:
    """The code of a situation gives its place in the domain, and its claim."""
    known = list(situations(table))
    tops = {EMPTY: Situation(claim), FIRST: Situation(claim, first=True), TABLE: Situation(claim, table)}
    tops |= {rank: Situation(claim, (rank,)) for rank in Rank}
    for top, situation in tops.items():
        assert situation == known[code_of(claim, top) // 52]
        assert claim is claim_of(code_of(claim, top))
    assert 3 * 16 == len(known)


@pytest.mark.parametrize(
    ("claim", "turned"), [(Claim.NONE, Claim.NONE), (Claim.OWN, Claim.OTHER), (Claim.OTHER, Claim.OWN)]
)
def test_turned(claim: Claim, turned: Claim) -> None:
    """Sides alternate, so the next mover sees the claim from the other side."""
    assert turned is claim.turned
    assert claim is claim.turned.turned


class TestStatements:
    """Statements of the rules, each for all situations and ranks of all referees."""

    def cases(self, *roles: str) -> Iterator[tuple[Referee, Situation, Rank, Ruling]]:
        for referee in HOUSES:
            wanted = {rank for role in roles for rank in getattr(referee, role)}
            for situation, rank in DOMAIN:
                if (not roles or rank in wanted) and not forbids(referee, situation, rank):
                    yield referee, situation, rank, judge(referee, situation, rank)

    def test_total(self) -> None:
        """pile.1.2: exactly one call for each card in each situation; only claims and goals set the pile aside."""
        calls = {Call.PLAY, Call.PASS, Call.INTERCEPTION, Call.BLOCK, Call.MISSED, Call.GOAL}
        found = {ruling.call for _, _, _, ruling in self.cases()}
        clearing = {ruling.call for _, _, _, ruling in self.cases() if ruling.clears}
        assert calls == found == set(Call)
        assert {Call.PASS, Call.INTERCEPTION, Call.GOAL} == clearing

    def test_pass_ranks(self) -> None:
        """pile.1.2, step 2: a pass rank never scores, and claims or blocks."""
        calls = {ruling.call for *_, ruling in self.cases("pass_ranks")}
        assert {Call.PASS, Call.INTERCEPTION, Call.BLOCK} == calls

    def test_goal_ranks(self) -> None:
        """pile.1.2, step 1: a goal rank scores in every situation."""
        assert {Call.GOAL} == {ruling.call for *_, ruling in self.cases("goal_ranks")}

    def test_stop_ranks(self) -> None:
        """pile.1.5: a stop rank is never scored on and makes no claim."""
        assert {Call.PLAY, Call.MISSED} == {ruling.call for *_, ruling in self.cases("stop_ranks")}

    def test_no_pass_stage(self) -> None:
        """pile.1.2, step 3: without a pass stage a match scores, and nothing makes a claim."""
        for referee, situation, _, ruling in self.cases():
            if not referee.goal_needs_pass and situation.claim is Claim.NONE:
                assert ruling.call in (Call.GOAL, Call.PLAY)
                assert ruling.claim is Claim.NONE

    def test_claims_of_the_other_side(self) -> None:
        """pile.1.2: the other side's claim survives all but a claim, a block and a goal."""
        for _, situation, _, ruling in self.cases():
            if situation.claim is Claim.OTHER:
                assert (ruling.call is Call.PLAY) is (ruling.claim is Claim.OTHER)

    def test_forced(self) -> None:
        """pile.1.5: a forced card makes no goal and no claim and lies on top."""
        for referee in HOUSES:
            for situation, rank in DOMAIN:
                if forbids(referee, situation, rank):
                    ruling = judge(referee, situation, rank)
                    assert ruling.call in (Call.PLAY, Call.MISSED)
                    assert not ruling.clears
                    assert rank in referee.stop_ranks

    def test_nothing_forbidden_without_stops(self) -> None:
        """pile.1.5: only stop ranks are ever forbidden."""
        for referee in HOUSES:
            if not referee.stop_ranks:
                assert not any(forbids(referee, situation, rank) for situation, rank in DOMAIN)


class TestValues:
    """The values of the referee are frozen and paste back."""

    @pytest.mark.parametrize(
        "value", [Call.GOAL, Claim.OWN, Referee(), Situation(), judge(Referee(), Situation(), Rank.JACK)]
    )
    def test_repr(self, value: object) -> None:
        names = {"Call": Call, "Claim": Claim, "Rank": Rank, "Referee": Referee}
        assert value == eval(repr(value), names | {"Situation": Situation, "Ruling": Ruling})

    def test_frozen(self) -> None:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            Referee().reply = "block"  # type: ignore[misc]  # that is what is tested

    @pytest.mark.parametrize("call", Call)
    def test_calls_are_words(self, call: Call) -> None:
        """A call is a word, as in records."""
        assert call.value == str(call) == f"{call}"
