"""Views of the blades family, imagined states, and events with their redaction."""

from __future__ import annotations

import copy
import pickle
import weakref
from collections import Counter
from math import comb
from random import Random

import attrs
import pytest

from _duels import BLADES, MINE, VIEWERS, YOURS, begin, do, middle, small, views
from hockey_cards.blades import Action, BladesState, BladesView, Discarded, Laid, Verb
from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.events import Dealt, Scored
from hockey_cards.rules import Drawn, Ending, Event, GameEnded, Outcome, PeriodEnded, Played, redact
from hockey_cards.shoe import Seeded


def events(state: BladesState, code: str) -> list[Event]:
    return list(BLADES.step(state, Action.parse(code)).events)


class TestView:
    """A view has everything that its seat may know, and nothing else."""

    def test_hands_and_stacks(self) -> None:
        """A seat sees its own hand and stack, and the sizes of the others."""
        state = middle()
        own, other, spectator = views(state)
        assert [state.hands[0], state.hands[1], ()] == [own.hand, other.hand, spectator.hand]
        assert [cards_from("3c"), cards_from("2s3s"), ()] == [own.stack, other.stack, spectator.stack]
        assert ((4, 0), (1, 2), len(state.stock)) == (own.table.counts, own.table.stacks, own.table.stock)
        assert own.table is other.table is spectator.table is state.table

    def test_what_is_open(self) -> None:
        """Plays, discards, goals and the current shot are public; stacks are hidden in the plays."""
        table = BLADES.view(middle(), None).table
        expected = ["stack ??", "stack ????", "shoot 9d9h", "hand Ac", "change", "stack ??", "change", "shoot KdAd"]
        assert expected == [play.move.code for play in table.plays]
        assert ("KdAd", ((cards_from("9d9h"),), ())) == (codes(table.shot), table.goals)
        assert codes(table.discards).startswith("Ac")
        assert "2c" in codes(table.discards)

    def test_mover(self) -> None:
        """The other seat answers a shot, within the turn of the shooter."""
        own, other, _ = views(middle())
        assert ((), 1, 0) == (own.legal, own.mover, own.table.turn)
        assert BLADES.legal(middle()) == other.legal != ()

    def test_unseen(self) -> None:
        """The unseen cards are the hand and stack of the other seat, and the stock."""
        state = middle()
        own, other, spectator = views(state)
        hidden = {*state.hands[1], *state.stacks[1], *state.stock}
        assert hidden == set(own.unseen)
        assert {*state.hands[0], *state.stacks[0], *state.stock} == set(other.unseen)
        assert hidden | {*state.hands[0], *state.stacks[0]} == set(spectator.unseen)

    def test_end(self) -> None:
        """After the end no seat is to move; hidden cards stay hidden."""
        state = do(small(middle(), 0), "none")
        own, other, _ = views(state)
        assert (None, (), (), (2, 0)) == (own.mover, own.legal, other.legal, own.score)
        assert set(state.stacks[1]) <= set(own.unseen)

    def test_repr(self) -> None:
        """The repr is short and shows no card."""
        own, _, spectator = views(middle())
        assert "<BladesView of seat 0, period 0, play 8, seat 1 to answer, score 1-0>" == repr(own)
        assert "of spectator" in repr(spectator)

    def test_value(self) -> None:
        """A view is frozen, and can be pickled, copied and weakly referenced."""
        for seen in views(middle()):
            again = pickle.loads(pickle.dumps(seen))
            assert (seen, hash(seen)) == (again, hash(again))
            assert seen is copy.copy(seen) is copy.deepcopy(seen) is weakref.ref(seen)()
            for name in (*(field.name for field in attrs.fields(BladesView)), "anything"):
                with pytest.raises(AttributeError):
                    setattr(seen, name, None)


class TestImagine:
    """Imagined states are uniformly distributed over those with the same view."""

    def test_uniform(self) -> None:
        """All arrangements are equally frequent: black cards in the stack, any cards in hand and stock."""
        state = self.late()
        seen = BLADES.view(state, 0)
        black = [card for card in seen.unseen if not card.suit.red]
        ways = 3 * comb(4, 2) * 2
        rng, runs = Random(1), 6000
        imagined = (BLADES.imagine(seen, rng) for _ in range(runs))
        met = Counter((other.stacks, other.hands, other.stock) for other in imagined)
        assert (5, 3, ways) == (len(seen.unseen), len(black), len(met))
        assert all(abs(count - runs / ways) < 5 * (runs / ways) ** 0.5 for count in met.values())

    def late(self) -> BladesState:
        """Return a small state: the other seat has a stack of one and a hand of two cards, and the stock has two."""
        state = do(begin(MINE, YOURS), "stack 2c", "stack Ac")
        hidden = cards_from("2s3s6h7hAc")
        seen = [card for card in deck() if card not in hidden and card not in (*state.hands[0], *state.stacks[0])]
        table = attrs.evolve(
            state.table, counts=(len(state.hands[0]), 2), stock=2, plays=state.table.plays, spent=(tuple(seen), ())
        )
        return BladesState(table, (state.hands[0], hidden[:2]), state.stacks, hidden[2:4], state.shoe)

    def test_stacks_are_black(self) -> None:
        """Hidden stacks have only black cards; a spectator sees neither stack."""
        rng = Random(2)
        for seen in views(middle()):
            for _ in range(50):
                stacks = BLADES.imagine(seen, rng).stacks
                assert not [card for stack in stacks for card in stack if card.suit.red]
                assert seen.table.stacks == tuple(map(len, stacks))

    def test_same_chance_same_state(self) -> None:
        """The state and its shoe depend only on the view and the random generator."""
        seen = BLADES.view(middle(), 1)
        assert BLADES.imagine(seen, Random(5)) == BLADES.imagine(seen, Random(5)) != BLADES.imagine(seen, Random(6))

    def test_later_periods(self) -> None:
        """Later periods come from a fresh seeded shoe."""
        state = begin(MINE, YOURS)
        imagined = BLADES.imagine(BLADES.view(state, 0), Random(1))
        assert isinstance(imagined.shoe, Seeded)
        after = do(small(imagined, 0), "change")
        assert imagined.shoe.pack(1)[12:] == after.stock


class TestEvents:
    """Events have all changes in order, and hide what a seat may not know."""

    def test_stack(self) -> None:
        """Only its player sees a stack; others see the number of its cards."""
        told = events(begin(MINE, YOURS), "stack 2c")
        laid = Laid(0, 0, Action.parse("stack 2c"), "stack")
        hidden = Laid(0, 0, Action(Verb.STACK, hidden=1), "stack")
        assert [laid] == told
        assert [laid, hidden, hidden] == [redact(laid, seat) for seat in VIEWERS]
        assert hidden == redact(redact(laid, 1), 0)
        assert "2c" not in repr(redact(laid, None))

    def test_new_stack(self) -> None:
        """The earlier stack is discarded face up; then the other player draws, with events in deck order."""
        state = do(begin(MINE, YOURS, "3cJs4c"), "stack 2c", "stack 2s3s")
        expected: list[Event] = [
            Laid(0, 0, Action.parse("stack 3c"), "stack"),
            Discarded(0, 0, cards_from("2c")),
            Drawn(1, 1, Card("4c")),
            Drawn(1, 1, Card("Js")),
        ]
        assert expected == events(state, "stack 3c")

    def test_shot(self) -> None:
        """A shot is public, and nothing follows it before the answer."""
        shot = Played(0, 0, Action.parse("shoot 9d9h"), "shot")
        assert [shot] == events(begin(MINE, YOURS), "shoot 9d9h")
        assert shot is redact(shot, None)

    def test_goal(self) -> None:
        """A goal belongs to the shooter, and its call to the answer; a failed defence is discarded."""
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
        """blades.3.4: a stack that is used is discarded face up."""
        told = events(middle(), "use")
        assert Discarded(1, 1, cards_from("2s3s")) in told
        assert all(redact(event, None) is event for event in told if isinstance(event, Discarded))

    def test_drawn(self) -> None:
        """Only the player who drew a card sees it."""
        drawn = Drawn(1, 1, Card("3c"))
        assert [Drawn(1, 1, None), drawn, Drawn(1, 1, None)] == [redact(drawn, seat) for seat in VIEWERS]

    def test_next_period(self) -> None:
        """A tie is followed by the deal of the next period; each seat sees its own hand only."""
        state = small(begin(MINE, YOURS), 0)
        told = events(state, "change")
        after = do(state, "change")
        assert [PeriodEnded(0, (0, 0), (0, 0)), Dealt(1, 0, after.hands, opener=1)] == told[2:]
        none = (None,) * 6
        hands = [(after.hands[0], none), (none, after.hands[1]), (none, none)]
        assert [Dealt(1, 0, seen, opener=1) for seen in hands] == [redact(told[-1], seat) for seat in VIEWERS]

    def test_end(self) -> None:
        """The last events have the goals of the period and the result."""
        state = small(do(begin(MINE, YOURS), "shoot 9d9h"), 0)
        outcome = Outcome(0, Ending.REGULATION, (1, 0))
        assert [PeriodEnded(0, (1, 0), (1, 0)), GameEnded(outcome)] == events(state, "none")[-2:]

    def test_goals_of_a_period(self) -> None:
        """The end of a later period has the goals of that period, and the total score."""
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
