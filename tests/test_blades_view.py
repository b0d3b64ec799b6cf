"""What seats and spectators may know of a duel: views, their JSON, imagined states, events and their redaction."""

from __future__ import annotations

import copy
import json
import pickle
import weakref
from collections import Counter
from math import comb
from random import Random
from typing import Any

import attrs
import pytest

from _duels import BLADES, VIEWERS, begin, do, small, views
from hockey_cards.blades import Action, Blades, Dealt, Discarded, Laid, Scored, State, Table, Verb, View
from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.errors import ParseError
from hockey_cards.rules import Drawn, Ending, Event, GameEnded, Outcome, PeriodEnded, Played, redact
from hockey_cards.shoe import Seeded

MINE, YOURS = "9d9h2dKdAd2c", "2s3s4s5sAc5h"


def middle() -> State:
    """Return a state with a stack, discards, a goal and a shot to be answered by seat 1."""
    state = do(begin(MINE, YOURS, "3c7d8h"), "stack 2c", "stack 2s3s", "shoot 9d9h", "hand Ac", "change", "stack 3c")
    return do(state, "change", "shoot KdAd")


def events(state: State, code: str) -> list[Event]:
    return list(BLADES.step(state, Action.parse(code)).events)


class TestView:
    """A view tells all that its seat may know, and nothing else."""

    def test_hands_and_stacks(self) -> None:
        """A seat sees its own hand and stack; of the others' it sees how many cards they have."""
        state = middle()
        own, other, spectator = views(state)
        assert [state.hands[0], state.hands[1], ()] == [own.hand, other.hand, spectator.hand]
        assert [cards_from("3c"), cards_from("2s3s"), ()] == [own.stack, other.stack, spectator.stack]
        assert ((4, 0), (1, 2), len(state.stock)) == (own.table.counts, own.table.stacks, own.table.stock)
        assert own.table is other.table is spectator.table is state.table

    def test_what_is_open(self) -> None:
        """Plays, discards, goals and the shot to be answered are open to all; stacks are hidden in the plays."""
        table = BLADES.view(middle(), None).table
        expected = ["stack ??", "stack ????", "shoot 9d9h", "hand Ac", "change", "stack ??", "change", "shoot KdAd"]
        assert expected == [play.move.code for play in table.plays]
        assert ("KdAd", ((cards_from("9d9h"),), ())) == (codes(table.shot), table.goals)
        assert codes(table.discards).startswith("Ac")
        assert "2c" in codes(table.discards)

    def test_mover(self) -> None:
        """The answer to a shot is the other seat's decision, inside the turn of the one who shot."""
        own, other, _ = views(middle())
        assert ((), 1, 0) == (own.legal, own.mover, own.table.turn)
        assert BLADES.legal(middle()) == other.legal != ()

    def test_unseen(self) -> None:
        """Unseen are the cards of the other's hand and stack, and the stock."""
        state = middle()
        own, other, spectator = views(state)
        hidden = {*state.hands[1], *state.stacks[1], *state.stock}
        assert hidden == set(own.unseen)
        assert {*state.hands[0], *state.stacks[0], *state.stock} == set(other.unseen)
        assert hidden | {*state.hands[0], *state.stacks[0]} == set(spectator.unseen)

    def test_end(self) -> None:
        """After the end nobody is to move; what was hidden stays so."""
        state = do(small(middle(), 0), "none")
        own, other, _ = views(state)
        assert (None, (), (), (2, 0)) == (own.mover, own.legal, other.legal, own.score)
        assert set(state.stacks[1]) <= set(own.unseen)

    def test_repr(self) -> None:
        """The repr is short and shows no card."""
        own, _, spectator = views(middle())
        assert "<blades.View of seat 0, period 0, play 8, seat 1 to answer, score 1-0>" == repr(own)
        assert "of spectator" in repr(spectator)

    def test_value(self) -> None:
        """A view is frozen, and can be pickled, copied and weakly referred to."""
        for seen in views(middle()):
            again = pickle.loads(pickle.dumps(seen))
            assert (seen, hash(seen)) == (again, hash(again))
            assert seen is copy.copy(seen) is copy.deepcopy(seen) is weakref.ref(seen)()
            for name in (*(field.name for field in attrs.fields(View)), "anything"):
                with pytest.raises(AttributeError):
                    setattr(seen, name, None)


class TestImagine:
    """Imagined states are those that the viewer cannot tell apart, each as likely as any other."""

    def test_uniform(self) -> None:
        """Every way to lay the unseen cards comes up equally often: black in the stack, any in hand and stock."""
        state = self.late()
        seen = BLADES.view(state, 0)
        black = [card for card in seen.unseen if not card.suit.red]
        ways = 3 * comb(4, 2) * 2
        rng, runs = Random(1), 6000
        imagined = (BLADES.imagine(seen, rng) for _ in range(runs))
        met = Counter((other.stacks, other.hands, other.stock) for other in imagined)
        assert (5, 3, ways) == (len(seen.unseen), len(black), len(met))
        assert all(abs(count - runs / ways) < 5 * (runs / ways) ** 0.5 for count in met.values())

    def late(self) -> State:
        """Return a state of few cards: the other seat has a stack of one and a hand of two, the stock is two."""
        state = do(begin(MINE, YOURS), "stack 2c", "stack Ac")
        hidden = cards_from("2s3s6h7hAc")
        seen = [card for card in deck() if card not in hidden and card not in (*state.hands[0], *state.stacks[0])]
        table = attrs.evolve(
            state.table, counts=(len(state.hands[0]), 2), stock=2, plays=state.table.plays, spent=(tuple(seen), ())
        )
        return State(table, (state.hands[0], hidden[:2]), state.stacks, hidden[2:4], state.shoe)

    def test_stacks_are_black(self) -> None:
        """Hidden stacks hold black cards only, for a spectator both."""
        rng = Random(2)
        for seen in views(middle()):
            for _ in range(50):
                stacks = BLADES.imagine(seen, rng).stacks
                assert not [card for stack in stacks for card in stack if card.suit.red]
                assert seen.table.stacks == tuple(map(len, stacks))

    def test_same_chance_same_state(self) -> None:
        """The state follows from the view and the generator alone, the shoe of later periods too."""
        seen = BLADES.view(middle(), 1)
        assert BLADES.imagine(seen, Random(5)) == BLADES.imagine(seen, Random(5)) != BLADES.imagine(seen, Random(6))

    def test_later_periods(self) -> None:
        """Later periods come from a fresh seeded shoe."""
        state = begin(MINE, YOURS)
        imagined = BLADES.imagine(BLADES.view(state, 0), Random(1))
        assert isinstance(imagined.shoe, Seeded)
        after = do(small(imagined, 0), "change")
        assert imagined.shoe.pack(1)[12:] == after.stock


# What a view of seat 1 in the state above cannot say.
CONTRADICTIONS: list[tuple[str, Any]] = [
    ("format", "hockey-cards-view/2"),
    ("family", "rink"),
    ("rules", {"max_overtimes": 10}),
    ("rules", {"max_overtimes": 10.0, "base": 10}),
    ("rules", {"max_overtimes": 3, "base": 10, "more": 1}),
    ("rules", {}),
    ("rules", []),
    ("seat", True),
    ("seat", False),
    ("seat", 0.0),
    ("seat", 2),
    ("seat", 0),
    ("seat", None),
    ("mover", 0),
    ("period", 1),
    ("period", 11),
    ("period", -1),
    ("period", False),
    ("carried", 1),
    ("carried", -1),
    ("carried", False),
    ("dealer", True),
    ("dealer", 0),
    ("dealer", 2),
    ("hand", "Kc"),
    ("hand", None),
    ("stack", "2s"),
    ("stack", "3s2s"),
    ("stack", "2s2s"),
    ("stack", "2s3h"),
    ("stack", "2c3s"),
    ("stack", "2s9d"),
    ("stack", ""),
    ("stack", ["2s", "3s"]),
    ("counts", [3, 1]),
    ("counts", [3.0, 0]),
    ("stacks", [1, 1]),
    ("stock", 20),
    ("shot", ""),
    ("legal", []),
    ("score", [2, 0]),
    ("score", float("nan")),
    ("goals", [[], []]),
    ("discards", ""),
    ("plays", []),
    ("plays", ["stack ??"]),
    ("plays", 7),
    ("extra", 1),
]


class TestJson:
    """The JSON of a view reads back, and nothing else does."""

    def test_facts(self) -> None:
        """A client that holds only the text finds the facts in it under their names."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        assert ("KdAd", "2s3s", [4, 0], [1, 2], [1, 0]) == (
            given["shot"],
            given["stack"],
            given["counts"],
            given["stacks"],
            given["score"],
        )
        assert ["use", "none"] == given["legal"]
        assert {"seat": 1, "move": "stack ????", "call": "stack", "discards": ""} == given["plays"][1]
        assert {"seat": 1, "move": "hand Ac", "call": "goal", "discards": "Ac"} == given["plays"][3]

    def test_rules(self) -> None:
        """The rules come back with their value and their default, and the period with what it carried."""
        rules = Blades(3, 7)
        state = do(small(begin(MINE, YOURS, rules=rules), 0), "change")
        for seen in views(state):
            again = View.from_json(json.dumps(json.loads(seen.to_json()), indent=2))
            assert (seen, rules, 1) == (again, again.rules, again.period)
            assert 6 == len(again.table.closing)

    @pytest.mark.parametrize(("key", "value"), CONTRADICTIONS)
    def test_contradictions(self, key: str, value: Any) -> None:
        """A text that says what cannot be, or says it otherwise, is refused."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        with pytest.raises(ParseError):
            View.from_json(json.dumps(given | {key: value}))

    @pytest.mark.parametrize(
        ("period", "change"),
        [
            (0, {"closing": "2c"}),
            (1, {"closing": "2c2c"}),
            (1, {"closing": "3c2c"}),
            (1, {"closing": "2c3c4c5c6c7c8c"}),
            (1, {"closing": None}),
            (1, {"carried": 7, "score": [7, 7]}),
            (1, {"period": 4}),
        ],
    )
    def test_impossible_pasts(self, period: int, change: dict[str, Any]) -> None:
        """What is said of the periods before must be possible too."""
        state = begin(MINE, YOURS, rules=Blades(3))
        state = do(small(state, 0), "change") if period else state
        given = json.loads(BLADES.view(state, 1).to_json())
        assert View.from_json(json.dumps(given)).period == period
        with pytest.raises(ParseError):
            View.from_json(json.dumps(given | change))

    def test_other_cards(self) -> None:
        """A text with other cards in the own stack, which lie nowhere else, is a view as sound as the true one."""
        seen = BLADES.view(middle(), 1)
        black = tuple(card for card in seen.unseen if not card.suit.red)[:2]
        given = json.loads(seen.to_json()) | {"stack": codes(black)}
        assert attrs.evolve(seen, stack=black) == View.from_json(json.dumps(given))

    @pytest.mark.parametrize(
        ("place", "change"),
        [
            (0, {"seat": 1}),
            (0, {"call": "shot"}),
            (0, {"move": "stack 2c"}),
            (0, {"move": "stack ??????"}),
            (0, {"move": "stack ????????"}),
            (0, {"move": "shoot ??"}),
            (0, {"move": "use"}),
            (0, {"discards": "2c"}),
            (0, {"more": 1}),
            (2, {"move": "shoot 9h9d"}),
            (2, {"move": "shoot 9d9c"}),
            (2, {"move": "shoot 2d3d"}),
            (2, {"move": "shoot KdKh"}),
            (3, {"move": "hand As"}),
            (3, {"discards": "As"}),
            (3, {"move": "change"}),
            (3, {"move": "none"}),
            (4, {"discards": ""}),
            (4, {"discards": "2h3h4h5h6h6h"}),
            (4, {"discards": "3h2h4h5h6h7h"}),
            (5, {"discards": "2h"}),
            (5, {"discards": "Ac"}),
        ],
    )
    def test_impossible_plays(self, place: int, change: dict[str, Any]) -> None:
        """Plays that cannot have come about are refused."""
        given = json.loads(BLADES.view(middle(), 1).to_json())
        given["plays"][place] |= change
        with pytest.raises(ParseError):
            View.from_json(json.dumps(given))

    def test_too_few_black_cards(self) -> None:
        """A hidden stack must find as many black cards among the unseen ones."""
        black = [card for card in deck() if not card.suit.red]
        table = Table(BLADES, 0, 1).after(Action(Verb.STACK, hidden=3), ()).after(Action(Verb.CHANGE), tuple(black[:6]))
        for first in (6, 12, 18):
            table = table.after(Action(Verb.CHANGE), tuple(black[first : first + 6]))
        seen = View(table, 0, cards_from("2d3d4d5d6d7d"), ())
        with pytest.raises(ParseError):
            View.from_json(seen.to_json())
        fewer = attrs.evolve(table, spent=(*table.spent[:-1], cards_from("8d8h9d9hTdTh")))
        assert fewer == View.from_json(attrs.evolve(seen, table=fewer).to_json()).table

    @pytest.mark.parametrize("key", json.loads(BLADES.view(begin(MINE, YOURS), 0).to_json()))
    def test_missing_keys(self, key: str) -> None:
        """No key may be missing."""
        given = json.loads(BLADES.view(middle(), 0).to_json())
        del given[key]
        with pytest.raises(ParseError):
            View.from_json(json.dumps(given))

    @pytest.mark.parametrize(
        "text", ["", "{", "{}", "[]", "3", "null", '"x"', "[" * 100_000, "9" * 5000, '{"format": ' * 5000, None, 7]
    )
    def test_nonsense(self, text: Any) -> None:
        """What is no view at all is refused in few words."""
        with pytest.raises(ParseError) as caught:
            View.from_json(text)
        assert len(str(caught.value)) < 400

    def test_doubled_key(self) -> None:
        """A key may not be there twice."""
        text = BLADES.view(middle(), 0).to_json()
        with pytest.raises(ParseError):
            View.from_json(text.replace('"mover"', '"seat": 0, "mover"'))


class TestEvents:
    """Events tell what changed, in order, and hide what a seat may not know."""

    def test_stack(self) -> None:
        """A stack is told to its player; others learn how many cards it has."""
        told = events(begin(MINE, YOURS), "stack 2c")
        laid = Laid(0, 0, Action.parse("stack 2c"), "stack")
        hidden = Played(0, 0, Action(Verb.STACK, hidden=1), "stack")
        assert [laid] == told
        assert [laid, hidden, hidden] == [redact(laid, seat) for seat in VIEWERS]
        assert hidden == redact(redact(laid, 1), 0)
        assert "2c" not in repr(redact(laid, None))

    def test_new_stack(self) -> None:
        """The earlier stack is discarded for all to see; then the other player draws, told in deck order."""
        state = do(begin(MINE, YOURS, "3cJs4c"), "stack 2c", "stack 2s3s")
        expected: list[Event] = [
            Laid(0, 0, Action.parse("stack 3c"), "stack"),
            Discarded(0, 0, cards_from("2c")),
            Drawn(1, 1, Card("4c")),
            Drawn(1, 1, Card("Js")),
        ]
        assert expected == events(state, "stack 3c")

    def test_shot(self) -> None:
        """A shot is open to all, and nothing follows it before the answer."""
        shot = Played(0, 0, Action.parse("shoot 9d9h"), "shot")
        assert [shot] == events(begin(MINE, YOURS), "shoot 9d9h")
        assert shot is redact(shot, None)

    def test_goal(self) -> None:
        """A goal is the shooter's, its call stands with the answer; a defence in vain is discarded."""
        state = do(begin(MINE, YOURS, "3c"), "shoot 9d9h")
        assert [
            Played(1, 1, Action.parse("hand Ac"), "goal"),
            Scored(0, 0, cards_from("9d9h")),
            Discarded(1, 1, cards_from("Ac")),
            Drawn(1, 1, Card("3c")),
        ] == events(state, "hand Ac")

    def test_block(self) -> None:
        """A block discards the shot and the defence."""
        state = do(begin(MINE, YOURS, "3c"), "shoot KdAd")
        assert [
            Played(1, 1, Action.parse("hand Ac"), "block"),
            Discarded(0, 0, cards_from("KdAd")),
            Discarded(1, 1, cards_from("Ac")),
            Drawn(1, 1, Card("3c")),
        ] == events(state, "hand Ac")

    def test_revealed_stack(self) -> None:
        """3.4: a stack that is used is revealed to all, as it is discarded."""
        told = events(middle(), "use")
        assert Discarded(1, 1, cards_from("2s3s")) in told
        assert all(redact(event, None) is event for event in told if isinstance(event, Discarded))

    def test_drawn(self) -> None:
        """A drawn card is told to the one who drew it only."""
        drawn = Drawn(1, 1, Card("3c"))
        assert [Drawn(1, 1, None), drawn, Drawn(1, 1, None)] == [redact(drawn, seat) for seat in VIEWERS]

    def test_next_period(self) -> None:
        """A tie is followed by the deal of the next period, each hand told to its owner only."""
        state = small(begin(MINE, YOURS), 0)
        told = events(state, "change")
        after = do(state, "change")
        assert [PeriodEnded(0, (0, 0), (0, 0)), Dealt(1, 0, after.hands)] == told[2:]
        none = (None,) * 6
        hands = [(after.hands[0], none), (none, after.hands[1]), (none, none)]
        assert [Dealt(1, 0, seen) for seen in hands] == [redact(told[-1], seat) for seat in VIEWERS]

    def test_end(self) -> None:
        """The end tells the goals of the period and the result."""
        state = small(do(begin(MINE, YOURS), "shoot 9d9h"), 0)
        outcome = Outcome(0, Ending.REGULATION, (1, 0))
        assert [PeriodEnded(0, (1, 0), (1, 0)), GameEnded(outcome)] == events(state, "none")[-2:]

    def test_goals_of_a_period(self) -> None:
        """The end of a later period tells the goals of that period, and the whole board."""
        level = do(begin(MINE, "3d3h5dThTd2s", "2h"), "shoot 9d9h", "none", "shoot ThTd", "none")
        state = do(small(level, 0), "change")
        later = attrs.evolve(state, hands=(state.hands[0], cards_from("2d2h")))
        assert PeriodEnded(1, (0, 1), (1, 2)) in events(do(later, "shoot 2d2h"), "none")

    def test_values(self) -> None:
        """Events paste back, hash and pickle."""
        names = {"Outcome": Outcome, "Ending": Ending, "Action": Action, "Verb": Verb, "Card": Card}
        told = [
            *events(small(do(begin(MINE, YOURS), "shoot 9d9h"), 0), "hand Ac"),
            *events(begin(MINE, YOURS), "stack 2c"),
            *(redact(event, 0) for event in events(small(begin(MINE, YOURS), 0), "change")),
        ]
        for event in told:
            again = pickle.loads(pickle.dumps(event))
            assert (event, hash(event)) == (again, hash(again))
            assert event == eval(repr(event), globals() | names)
