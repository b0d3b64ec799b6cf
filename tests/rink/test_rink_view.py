"""Views of the rink family, their JSON, imagined states, and events with their redaction."""

from __future__ import annotations

import copy
import json
import pickle
import weakref
from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from hockey_cards import read_view
from hockey_cards.cards import Card, cards_from, deck
from hockey_cards.errors import ParseError
from hockey_cards.events import Scored
from hockey_cards.rink import (
    Open,
    Opened,
    Revealed,
    Rink,
    RinkSettings,
    RinkState,
    RinkView,
    Shown,
    Stage,
    ThrownOut,
)
from hockey_cards.rules import Drawn, Ending, Event, GameEnded, Outcome, PeriodEnded, Played, redact
from hockey_cards.shoe import Seeded, Stacked

RINK = Rink()
VIEWERS = (0, 1, None)
RULES = {"deck": 36, "goalkeeper_lanes": False}


def stacked(fixed: dict[int, str]) -> Stacked:
    """Return a pack of 36 with cards at given places, and the other cards in any order."""
    cards = {place: Card(code) for place, code in fixed.items()}
    rest = [card for card in deck(36) if card not in cards.values()]
    return Stacked([[cards[place] if place in cards else rest.pop() for place in range(36)]])


def scoring() -> RinkState:
    """Return a state in which seat 0 is to run with 7h; a1 b2 c3 g1 lead to a goal, and the next card is Qs."""
    return RINK.start(stacked({0: "7c", 5: "Ah", 10: "9h", 14: "Kh", 16: "7h", 17: "Qs"}), dealer=1)


def last_move(seed: int, *, curious: bool) -> RinkState:
    """Play up to the last move of a game, choosing closed cards first or last."""
    state = RINK.start(Seeded(seed, deck(36)))
    while True:
        seen = RINK.view(state, RINK.seat(state))
        move = max(seen.choices, key=lambda choice: (choice[1] is None) is curious)[0]
        after = RINK.apply(state, move)
        if after.over:
            return state
        state = after


class TestView:
    """A view has everything that its seat may know, and nothing else."""

    def test_start(self) -> None:
        """rink.2.5: at first only the owner of the running card knows it."""
        owner, other, spectator = (RINK.view(scoring(), seat) for seat in VIEWERS)
        assert (Card("7h"), None, None) == (owner.running, other.running, spectator.running)
        assert ((None,) * 12, ((None, None), (None, None))) == (other.cells, other.goalkeepers)
        assert (1, 0, (0, 0), 0) == (other.dealer, other.mover, other.score, other.period)
        assert ((9, 10), 1, Stage.NEAR_ROW) == (spectator.stacks, spectator.row, spectator.stage)
        assert ((), (), ((), ()), ()) == (other.spent, other.thrown_out, other.goals, other.plays)

    def test_legal(self) -> None:
        """Only the view of the seat to move has legal moves, with their open cards."""
        views = [RINK.view(RINK.apply(scoring(), Open("a1")), seat) for seat in VIEWERS]
        assert [RINK.legal(RINK.apply(scoring(), Open("a1"))), (), ()] == [seen.legal for seen in views]
        assert [tuple((move, None) for move in views[0].legal), (), ()] == [seen.choices for seen in views]

    def test_choices_at_the_goalkeepers(self) -> None:
        """The goalkeepers that a seat can choose are the opponent's."""
        state = scoring()
        for code in ("a1", "b2", "c3"):
            state = RINK.apply(state, Open(code))
        layout = (*state.layout[:14], Card("Kh"), None)
        seen = RINK.view(attrs.evolve(state, layout=layout), 0)
        assert ((Open("g1"), Card("Kh")), (Open("g2"), None)) == seen.choices
        assert seen.row is None

    @pytest.mark.parametrize(("dealer", "rows"), [(1, [1, 2, 3, None]), (0, [3, 2, 1, None])], ids=["seat 0", "seat 1"])
    def test_rows(self, dealer: int, rows: list[int | None]) -> None:
        """rink.2.4: seat 0 runs from row 1 to row 3, seat 1 from row 3 to row 1, and then to the goalkeepers."""
        order = ["7c", "7d", "7h"] if dealer else ["7h", "7d", "7c"]
        cells = dict(zip((0, 4, 8), order, strict=True))
        state = RINK.start(stacked({**cells, 16: "7s"}), dealer=dealer)
        found: list[int | None] = []
        while True:
            found.append(RINK.view(state, 1 - dealer).row)
            if found[-1] is None:
                break
            assert {f"{column}{found[-1]}" for column in "abcd"} == {move.code for move in RINK.legal(state)}
            state = RINK.apply(state, Open(f"a{found[-1]}"))
        assert rows == found

    def test_running_card_is_shown(self) -> None:
        """rink.2.5: after the first choice of the run all know the running card."""
        state = RINK.apply(scoring(), Open("a1"))
        assert [Card("7h")] * 3 == [RINK.view(state, seat).running for seat in VIEWERS]

    def test_after_a_goal(self) -> None:
        """Opened cards, goal cards and the score are public; the next running card is not."""
        state = scoring()
        for code in ("a1", "b2", "c3", "g1"):
            state = RINK.apply(state, Open(code))
        first, mover, _ = (RINK.view(state, seat) for seat in VIEWERS)
        assert ((None, None), (Card("Kh"), None)) == first.goalkeepers
        assert ((1, 0), ((Card("7h"),), ()), ()) == (first.score, first.goals, first.thrown_out)
        assert (None, Card("Qs"), 3, (9, 9)) == (first.running, mover.running, mover.row, mover.stacks)
        assert ["through", "through", "through", "goal"] == [play.call for play in first.plays]
        known = {Card(code) for code in ("7c", "Ah", "9h", "Kh", "7h")}
        assert set(deck(36)) - known == set(first.unseen)

    def test_end(self) -> None:
        """rink.2.6: after the end all see all cards."""
        state = last_move(1, curious=True)
        state = RINK.apply(state, RINK.legal(state)[0])
        for seat in VIEWERS:
            seen = RINK.view(state, seat)
            assert (state.deal.pack[:16], (), None, None) == (seen.layout, seen.unseen, seen.mover, seen.running)
            assert ((), (0, 0), None) == (seen.legal, seen.stacks, seen.row)

    def test_repr(self) -> None:
        """The repr is short and shows no card."""
        expected = "<RinkView of seat 0, run 1 of 20, seat 0 to move, score 0-0>"
        assert expected == repr(RINK.view(scoring(), 0))
        assert "of spectator" in repr(RINK.view(scoring(), None))

    def test_value(self) -> None:
        """A view is frozen, and can be pickled, copied and weakly referenced."""
        seen = RINK.view(scoring(), 0)
        again = pickle.loads(pickle.dumps(seen))
        assert seen == again
        assert seen is copy.copy(seen) is copy.deepcopy(seen) is weakref.ref(seen)()
        for value in (seen, again):
            for name in (*(field.name for field in attrs.fields(RinkView)), "anything"):
                with pytest.raises(AttributeError):
                    setattr(value, name, None)


class TestImagine:
    """Imagined states are uniformly distributed over those with the same view."""

    def test_uniform(self) -> None:
        """Every assignment of the unseen cards is equally frequent."""
        state = next(state for seed in range(200) if (state := last_move(seed, curious=True)).layout.count(None) == 3)
        seen = RINK.view(state, state.seat)
        rng, runs = Random(1), 3000
        met = Counter(RINK.imagine(seen, rng).deal.pack for _ in range(runs))
        assert 6 == len(met)
        assert all(abs(count - runs / 6) < 100 for count in met.values())

    def test_running_card_is_drawn_too(self) -> None:
        """A hidden running card can be any of the unseen cards."""
        seen = RINK.view(scoring(), None)
        rng = Random(2)
        assert set(deck(36)) == {RINK.imagine(seen, rng).running for _ in range(600)}

    def test_same_chance_same_state(self) -> None:
        """The state depends only on the view and the random generator."""
        seen = RINK.view(scoring(), 1)
        assert RINK.imagine(seen, Random(5)) == RINK.imagine(seen, Random(5)) != RINK.imagine(seen, Random(6))


class TestJson:
    """The JSON of a view is read back, and other text is refused."""

    def test_facts(self) -> None:
        """The JSON has the facts that a simple client needs."""
        given = json.loads(RINK.view(RINK.apply(scoring(), Open("a1")), 0).to_json())
        assert ["7c", None, "7h"] == [*given["layout"][:2], given["running"]]
        assert (["a2", "b2", "c2", "d2"], "middle row") == (given["legal"], given["stage"])
        assert ([{"seat": 0, "move": "a1", "call": "through"}], [9, 10], [0, 0]) == (
            given["plays"],
            given["stacks"],
            given["score"],
        )

    def test_base(self) -> None:
        """The rules are read back with their values and defaults."""
        rules = Rink(RinkSettings(deck=52), RinkSettings(goalkeeper_lanes=True))
        seen = rules.view(rules.start(Seeded(1, rules.deck)), None)
        assert seen == read_view(seen.to_json())
        assert rules == read_view(json.dumps(json.loads(seen.to_json()), indent=2)).rules

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("format", "hockey-cards-view/3"),
            ("family", "pile"),
            (
                "rules",
                {"base": {"deck": 36, "goalkeeper_lanes": False}, "house": {"deck": 52, "goalkeeper_lanes": False}},
            ),
            ("rules", {"base": {"deck": 36.0, "goalkeeper_lanes": False}, "house": {}}),
            ("rules", {"base": {"deck": 36, "lanes": False}, "house": {}}),
            ("rules", {"base": {"deck": 52}, "house": {}}),
            ("rules", {"more": {}}),
            ("rules", []),
            ("seat", True),
            ("seat", 2),
            ("seat", 1),
            ("dealer", True),
            ("dealer", 0),
            ("mover", 1),
            ("legal", []),
            ("layout", [None] * 16),
            ("layout", [None] * 15),
            ("layout", [None] * 99),
            ("layout", ["7c"] * 16),
            ("layout", [""] * 16),
            ("layout", "7c"),
            ("layout", None),
            ("running", None),
            ("running", "7c"),
            ("running", "Qs"),
            ("running", ["7h"]),
            ("running", "7H"),
            ("spent", "7h"),
            ("spent", "7"),
            ("spent", ["7h"]),
            ("spent", {}),
            ("score", [1, 0]),
            ("score", [0.0, 0]),
            ("score", [False, False]),
            ("score", float("nan")),
            ("plays", []),
            ("plays", [{"seat": 0, "move": "a2", "call": "through"}]),
            ("plays", [{"seat": 0, "move": "A1", "call": "through"}]),
            ("plays", [{"seat": 1, "move": "a1", "call": "through"}]),
            ("plays", [{"seat": 0, "move": "a1", "call": "goal"}]),
            ("plays", [{"seat": 0, "move": "a1"}]),
            ("plays", [{"move": "a1", "seat": 0, "call": "through"}] * 2),
            ("plays", ["a1"]),
            ("plays", 7),
            ("extra", 1),
        ],
    )
    def test_contradictions(self, key: str, value: Any) -> None:
        """An impossible view, or one in another form, is refused."""
        given = json.loads(RINK.view(RINK.apply(scoring(), Open("a1")), 0).to_json())
        with pytest.raises(ParseError):
            read_view(json.dumps(given | {key: value}))

    @pytest.mark.parametrize("key", json.loads(RINK.view(scoring(), 0).to_json()))
    def test_missing_keys(self, key: str) -> None:
        """No key may be missing."""
        given = json.loads(RINK.view(scoring(), 0).to_json())
        del given[key]
        with pytest.raises(ParseError):
            read_view(json.dumps(given))

    @pytest.mark.parametrize(
        "text", ["", "{", "{}", "[]", "3", "null", '"x"', "[" * 100_000, "9" * 5000, '{"format": ' * 5000, None, 7]
    )
    def test_nonsense(self, text: Any) -> None:
        """Text that is not a view is refused with a short message."""
        with pytest.raises(ParseError) as caught:
            read_view(text)
        assert len(str(caught.value)) < 400

    def test_doubled_key(self) -> None:
        """A duplicate key is refused."""
        text = RINK.view(scoring(), 0).to_json()
        with pytest.raises(ParseError, match="twice"):
            read_view(text.replace('"mover"', '"seat": 0, "mover"'))


class TestEvents:
    """Events have all changes in order, and hide what a seat may not know."""

    def test_first_choice(self) -> None:
        """The first choice of a run shows the running card and turns the chosen one up."""
        step = RINK.step(scoring(), Open("a1"))
        expected: list[Event] = [
            Played(0, 0, Open("a1"), "through"),
            Shown(0, 0, Card("7h")),
            Opened(0, 0, Open("a1"), Card("7c")),
        ]
        assert expected == list(step.events)
        assert "through" == step.call

    def test_goal(self) -> None:
        """A goal is followed by the draw of the other seat."""
        state = scoring()
        for code in ("a1", "b2", "c3"):
            state = RINK.apply(state, Open(code))
        expected: list[Event] = [
            Played(0, 0, Open("g1"), "goal"),
            Opened(0, 0, Open("g1"), Card("Kh")),
            Scored(0, 0, (Card("7h"),)),
            Drawn(1, 1, Card("Qs")),
        ]
        assert expected == list(RINK.step(state, Open("g1")).events)

    def test_thrown_out_at_an_open_card(self) -> None:
        """An open card is not opened again."""
        shoe = stacked(dict(enumerate(code.code for code in cards_from("8c9c"))) | {16: "7h", 17: "6c", 18: "7d"})
        state = RINK.apply(RINK.apply(RINK.start(shoe, dealer=1), Open("a1")), Open("a3"))
        kinds = [type(event) for event in RINK.step(state, Open("a1")).events]
        assert [Played, Shown, ThrownOut, Drawn] == kinds

    def test_redaction(self) -> None:
        """Only the seat that draws sees the card; everything else is public."""
        drawn = Drawn(1, 1, Card("Qs"))
        hidden = Drawn(1, 1, None)
        assert [hidden, drawn, hidden] == [redact(drawn, seat) for seat in VIEWERS]
        assert [hidden] * 3 == [redact(hidden, seat) for seat in VIEWERS]
        shown = Shown(0, 0, Card("7h"))
        assert all(redact(shown, seat) is shown for seat in VIEWERS)

    def test_end(self) -> None:
        """The last events are the closed cards and the result."""
        state = last_move(1, curious=False)
        step = RINK.step(state, RINK.legal(state)[0])
        outcome = RINK.outcome(step.state)
        assert outcome is not None
        expected: list[Event] = [
            Revealed(state.deal.pack[:16]),
            PeriodEnded(0, step.state.score, step.state.score),
            GameEnded(outcome),
        ]
        assert expected == list(step.events[-3:])

    def test_end_without_closed_cards(self) -> None:
        """Nothing is revealed if no card is closed."""
        state = last_move(1, curious=False)
        step = RINK.step(attrs.evolve(state, layout=state.deal.pack[:16]), RINK.legal(state)[0])
        assert Revealed not in [type(event) for event in step.events]

    def test_values(self) -> None:
        """Events paste back, hash and pickle."""
        step = RINK.step(last_move(1, curious=False), RINK.legal(last_move(1, curious=False))[0])
        for event in (*step.events, Drawn(0, 0, None)):
            assert (
                event
                == eval(repr(event), globals() | {"Outcome": Outcome, "Ending": Ending})
                == pickle.loads(pickle.dumps(event))
            )
            assert hash(event) == hash(pickle.loads(pickle.dumps(event)))
