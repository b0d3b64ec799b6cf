"""Views of the pile family, and their JSON."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given

from _stacked import cards, house, play, stack, start
from _strategies import Sample, pile_games, sample
from hockey_cards import Ending, IllegalMove, ParseError, SeatError, read_view, variant
from hockey_cards import play as play_game
from hockey_cards.cards import Card
from hockey_cards.pile import Call, PileView
from hockey_cards.rules import Played, legal, view
from hockey_cards.strategies import greedy

VIEWERS = (0, 1, None)
FIELDS = (
    "format family rules seat mover outcome last period dealer opener lead opening_card table_cards hand legal pile "
    "claim closing plays counts stock periods score"
).split()


def breakaway() -> Any:
    """Return a game of breakaway after 9c 9d Ah: seat 0 holds the claim and is to move."""
    return play(start(variant("breakaway"), stack("9c 9d Ah Kc 2s 3s")), "9c 9d Ah")


class TestFacts:
    """A view has the hand of its seat and all public information."""

    def test_open_to_all(self) -> None:
        """Plays with their calls, pile, claim, counts, stock, score and dealer are the same for all."""
        for seat in VIEWERS:
            seen = breakaway().rules.view(breakaway(), seat)
            plays = [(1, 1, Card("9c"), "play"), (0, 0, Card("9d"), "pass"), (1, 1, Card("Ah"), "play")]
            assert tuple(Played(*play) for play in plays) == seen.plays
            assert (tuple(cards("9c 9d Ah")), Card("Ah"), 0, 0) == (seen.pile, seen.top, seen.claim, seen.mover)
            assert ((4, 3), 42, (0, 0), ((0, 0),)) == (seen.counts, seen.stock, seen.score, seen.periods)
            assert (0, 0, None, ()) == (seen.dealer, seen.period, seen.opening_card, seen.table_cards)
            assert (2, "turn") == (seen.rules.schedule.seats, seen.rules.referee.claim_lasts)

    def test_own_hand(self) -> None:
        """The hand is the viewer's own, and empty for a spectator."""
        state = breakaway()
        assert [state.hands[0], state.hands[1], ()] == [state.rules.view(state, seat).hand for seat in VIEWERS]

    def test_legal(self) -> None:
        """The legal cards are those of the seat to move, and () for all others."""
        state = breakaway()
        assert [state.hands[0], (), ()] == [state.rules.view(state, seat).legal for seat in VIEWERS]

    def test_ruling(self) -> None:
        """A view has the ruling on each card."""
        seen = breakaway().rules.view(breakaway(), None)
        told = [seen.ruling(Card(code)).call for code in ("As", "Jh", "2c")]
        assert [Call.GOAL, Call.PASS, Call.MISSED] == told

    def test_table_cards(self) -> None:
        """pile.1.3: all table cards are public, also after the pile has been set aside."""
        state = play(start(variant("passe"), stack("9s", table="9c 8c 7c 9h", table_at=16)), "9s")
        for seat in (*range(4), None):
            seen = state.rules.view(state, seat)
            assert (tuple(cards("9c 8c 7c 9h")), (), None) == (seen.table_cards, seen.pile, seen.top)

    def test_end(self) -> None:
        """After the end no seat is to move; the hands left stay hidden."""
        game = house("breakaway", {"packets": [2], "overtime_packets": [2], "periods": 1})
        state = play(start(game, stack("2c 3d 4h 5s"), stack("Jc Qd Qh 2c")), "2c 3d 4h 5s Jc Qd Qh")
        for seat in VIEWERS:
            seen = state.rules.view(state, seat)
            assert (None, (), None, (0, 1), 48) == (seen.mover, seen.legal, seen.claim, seen.counts, seen.stock)
            assert (tuple(cards("Jc Qd Qh")), (1, 0), 1) == (seen.pile, seen.score, seen.period)
            with pytest.raises(IllegalMove) as caught:
                seen.ruling(Card("2c"))
            assert "game-over" == caught.value.code
        assert [(), (Card("2c"),), ()] == [state.rules.view(state, seat).hand for seat in VIEWERS]

    @pytest.mark.parametrize("seat", [2, -1, True, 0.0, "0", Card("2c")])
    def test_no_such_seat(self, seat: Any) -> None:
        """An invalid seat has no view."""
        with pytest.raises(SeatError):
            breakaway().rules.view(breakaway(), seat)

    def test_top_level(self) -> None:
        """The functions of the contract find the rules by the state and by the view."""
        state = breakaway()
        assert state.rules.view(state, 1) == view(state, 1)
        assert state.rules.legal(state) == legal(state)
        assert state.rules == view(state, 1).rules

    def test_repr(self) -> None:
        """The repr is short and shows no card."""
        state = breakaway()
        shown = [repr(state.rules.view(state, seat)) for seat in VIEWERS]
        who = ("seat 0", "seat 1", "spectator")
        assert [f"<PileView of {name}, period 0, play 3, score (0, 0)>" for name in who] == shown
        assert "<PileState period 0, play 3, score (0, 0)>" == repr(state)

    def test_frozen(self) -> None:
        """No field of a view can be changed, and none can be added."""
        seen = breakaway().rules.view(breakaway(), 0)
        for name in [field.name for field in attrs.fields(PileView)]:
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(seen, name, None)
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                delattr(seen, name)
        with pytest.raises(AttributeError):
            seen.anything = 1
        assert seen is copy.copy(seen) is copy.deepcopy(seen)


class TestJson:
    """Views can be sent to clients that hold only a view."""

    def test_fields(self) -> None:
        """The fields, with cards as codes."""
        state = breakaway()
        fields = json.loads(state.rules.view(state, 0).to_json())
        assert FIELDS == list(fields)
        hand = [card.code for card in state.hands[0]]
        assert (hand, "9c9dAh", 0, [4, 3]) == tuple(fields[name] for name in ("hand", "pile", "claim", "counts"))
        assert {"seat": 0, "move": "9d", "call": "pass"} == fields["plays"][1]
        assert hand == fields["legal"]
        assert (None, {"seat": 1, "move": "Ah", "call": "play"}) == (fields["outcome"], fields["last"])
        assert ({"base": {}, "house": {}}, None) == (fields["rules"], fields["closing"])

    @given(pile_games())
    def test_round_trip(self, game: Sample) -> None:
        """A view is read back from JSON, and from a pickle, to an equal one."""
        for state in (*game.states[::29], game.states[-1]):
            for seat in (*range(game.rules.seats), None):
                seen = game.rules.view(state, seat)
                text = seen.to_json()
                for again in (read_view(text), pickle.loads(pickle.dumps(seen))):
                    assert (seen, hash(seen), seen.legal) == (again, hash(again), again.legal)
                    assert text == again.to_json()

    @pytest.mark.parametrize(("seed", "left"), [(33, False), (8, True)], ids=["last card of a packet", "earlier"])
    def test_end_by_sudden_death(self, seed: int, left: bool) -> None:
        """A goal ends a sudden-death overtime: no packet is dealt any more, and the view read back is over too."""
        game = play_game(variant("breakaway").house(periods=1), [greedy, greedy], seed=seed)
        assert game.outcome is not None
        assert game.outcome.how is Ending.OVERTIME
        for seat in VIEWERS:
            seen: Any = game.view(seat)
            assert (left, True) == (any(seen.counts), seen.stock > 0)
            assert seen == read_view(seen.to_json())
            assert (None, game.outcome, ()) == (seen.mover, seen.outcome, seen.legal)

    def test_other_writing(self) -> None:
        """The order of keys and white space do not matter."""
        seen = breakaway().rules.view(breakaway(), 0)
        fields = dict(reversed(list(json.loads(seen.to_json()).items())))
        assert seen == read_view(f"\n {json.dumps(fields, indent=3)} ")

    @pytest.mark.parametrize(
        "text",
        ["", "null", "[]", "{}", "1", '"view"', "{", "NaN", "[" * 10**5, '{"rules":' * 5000, '{"rules": {}}', "\ud800"],
        ids=lambda text: text[:12],
    )
    def test_nonsense(self, text: str) -> None:
        """Text that is not a view is refused."""
        with pytest.raises(ParseError):
            read_view(text)

    def test_doubled_keys(self) -> None:
        """A duplicate key is refused, even with the same value."""
        text = breakaway().rules.view(breakaway(), 0).to_json()
        with pytest.raises(ParseError, match="twice"):
            read_view(text.replace('"seat":0', '"seat":0,"seat":0', 1))

    @pytest.mark.parametrize("text", [None, 1, [], {}, b"\xff"])
    def test_no_text(self, text: Any) -> None:
        """Values that are not text are refused."""
        with pytest.raises(ParseError):
            read_view(text)


Fields = dict[str, Any]


def changed(view_: PileView, change: Callable[[Fields], object]) -> str:
    """Return the text of a view with a change that makes a difference."""
    before = json.loads(view_.to_json())
    after = copy.deepcopy(before)
    change(after)
    assert json.dumps(before) != json.dumps(after)
    return json.dumps(after)


def put(**values: Any) -> Callable[[Fields], object]:
    return lambda fields: fields.update(values)


def put_rules(**values: Any) -> Callable[[Fields], object]:
    return lambda fields: fields["rules"]["base"].update(values)


WRONG: dict[str, Callable[[Fields], object]] = {
    "another format": put(format="hockey-cards-view/3"),
    "another family": put(family="rink"),
    "an unknown key": put(colour="red"),
    "a missing key": lambda fields: fields.pop("stock"),
    "no rules": put(rules=None),
    "unknown rules": put_rules(colour="red"),
    "rules without sense": put_rules(goal_ranks="J", pass_ranks="J"),
    "odd seats": put_rules(seats=3),
    "a thousand million seats": lambda fields: fields["rules"].update(
        base=fields["rules"]["base"] | {"seats": 10**9, "packets": "all", "overtime_packets": "all"}, seatings=[10**9]
    ),
    "unknown parts of the rules": lambda fields: fields["rules"].update(colour="red"),
    "unknown options": lambda fields: fields["rules"]["house"].update(colour="red"),
    "the last play of another seat": put(last={"seat": 5, "move": "9c", "call": "play"}),
    "an outcome by force": put(outcome={"winner": 0, "how": "regulation", "score": [7, 0]}),
    "a forfeit that nobody won": put(outcome={"winner": None, "how": "forfeit", "score": [0, 0]}),
    "a seat not at the table": put(seat=7),
    "a seat below": put(seat=-1),
    "true for a seat": put(seat=True),
    "a fraction for a seat": put(seat=1.0),
    "a text for a seat": put(seat="1"),
    "another mover": lambda fields: fields.update(mover=1 - (fields["mover"] or 0)),
    "a period too many": lambda fields: fields.update(period=fields["period"] + 1),
    "a fraction for a period": lambda fields: fields.update(period=float(fields["period"])),
    "a period that never comes": lambda fields: fields.update(period=9, periods=[[0, 0]] * 9 + fields["periods"][-1:]),
    "true for a period": lambda fields: fields.update(period=True, periods=fields["periods"][-2:]),
    "true for goals": lambda fields: fields.update(
        period=fields["period"] + 1, periods=[[True, False], *fields["periods"]]
    ),
    "negative goals": lambda fields: fields["periods"].insert(0, [-1, 0]),
    "goals of three sides": put(periods=[[0, 0, 0]]),
    "too many goals": lambda fields: fields.update(
        periods=[[99, 0], *fields["periods"]], period=fields["period"] + 1, score=[fields["score"][0] + 99, 0]
    ),
    "no periods": put(periods=[]),
    "a dealer not at the table": put(dealer=4),
    "another opener": lambda fields: fields.update(opener=fields["opener"] ^ 1),
    "an opener not at the table": put(opener=77),
    "an opening card": put(lead="9c"),
    "an opening card that is due": put(opening_card="9c"),
    "table cards": put(table_cards="2c3c"),
    "no such card": put(hand="9x"),
    "half a card": put(hand=["9"]),
    "a hand as a text": lambda fields: fields.update(hand="".join(fields["hand"]) or "9c"),
    "another legal card": put(legal=["9c"]),
    "a pile that is not there": lambda fields: fields.update(pile=fields["pile"] + "9c"),
    "another claim": lambda fields: fields.update(claim={None: 0, 0: 1, 1: 0}[fields["claim"]]),
    "other counts": lambda fields: fields["counts"].reverse() or fields["counts"].append(0),
    "another stock": lambda fields: fields.update(stock=fields["stock"] + 1),
    "another score": lambda fields: fields.update(score=[fields["score"][0] + 1, fields["score"][1]]),
    "a score of true and false": lambda fields: fields.update(score=[bool(goals) for goals in fields["score"]]),
    "plays as a text": put(plays="9c"),
    "plays without moves": put(plays=[{}]),
}
PLAYED: dict[str, Callable[[Fields], object]] = {
    "another seat's play": lambda fields: fields["plays"][0].update(seat=fields["plays"][0]["seat"] ^ 1),
    "another call": lambda fields: fields["plays"][-1].update(call="block"),
    "a card twice": lambda fields: fields["plays"][-1].update(move=fields["plays"][0]["move"]),
    "a play fewer": lambda fields: fields["plays"].pop(),
    "a played card in hand": lambda fields: fields.update(hand=[fields["plays"][0]["move"], *fields["hand"][1:]]),
    "a hand too small": lambda fields: fields.update(hand=fields["hand"][1:]),
    "no hand": put(hand=[]),
    "a card twice in hand": lambda fields: fields.update(hand=fields["hand"][:1] + fields["hand"][:-1]),
    "a hand in another order": lambda fields: fields.update(hand=fields["hand"][-1:] + fields["hand"][:-1]),
}
PLACES = [("breakaway", 12), ("saves", 60), ("block-draw", 50), ("passe", 70), ("team-breakaway", 4)]


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize(("key", "place"), [*PLACES, ("saves", -1), ("breakaway", -1)])
def test_contradictions(key: str, place: int, change: Callable[[Fields], object]) -> None:
    """A text that contradicts itself or the rules is refused, for seats and spectators."""
    state = sample(variant(key), 3, 0).states[place]
    for seat in (0, None):
        seen = state.rules.view(state, seat)
        with pytest.raises(ParseError):
            read_view(changed(seen, change))


@pytest.mark.parametrize("change", PLAYED.values(), ids=PLAYED)
@pytest.mark.parametrize(("key", "place"), PLACES)
def test_contradictions_of_plays(key: str, place: int, change: Callable[[Fields], object]) -> None:
    """Plays that were not made, and hands that the seat cannot hold, are refused."""
    state = sample(variant(key), 3, 0).states[place]
    seat = state.rules.seat(state)
    assert 2 <= len(state.hands[seat])
    assert 2 <= len(state.plays)
    with pytest.raises(ParseError):
        read_view(changed(state.rules.view(state, seat), change))


def test_another_dealer() -> None:
    """pile.1.1: the player after the dealer leads."""
    state = breakaway()
    with pytest.raises(ParseError):
        read_view(changed(state.rules.view(state, 0), put(dealer=1)))


def test_forced_plays_that_cannot_be() -> None:
    """pile.1.5: a player who played a stop on a stop held nothing else, so cannot play or hold another card now."""
    game = house("block-eights", {"packets": [3]})
    state = play(start(game, stack("5c 8c Jd 2c 3c 9c Jh 4c 6c Tc 8h Qc")), "5c 8c Jd 2c 3c 9c Jh")
    seen = state.rules.view(state, 3)
    assert seen == read_view(seen.to_json())
    with pytest.raises(ParseError):
        read_view(changed(seen, put(hand=["Kd"])))
    with pytest.raises(ParseError):
        read_view(
            changed(state.rules.view(state, 0), lambda fields: fields["plays"][-1].update(move="Kd", call="play"))
        )


def test_opening_cards_that_cannot_be() -> None:
    """pile.1.5: the holder of the opening card opens."""
    state = start(variant("saves"), stack("5c 6c 4c 7c"))
    held = {seat: state.rules.view(state, seat) for seat in range(4)}
    hand = [card.code for card in (Card("4c"), *held[0].hand[1:])]
    with pytest.raises(ParseError):
        read_view(changed(held[0], put(hand=hand)))
    lacking = sorted(card.code for card in held[3].hand if card.code != "4c")
    with pytest.raises(ParseError):
        read_view(changed(held[3], put(hand=lacking)))


CLOSED: dict[str, Callable[[Fields], object]] = {
    "a seat that is none": lambda fields: fields["closing"].update(seat=9),
    "true for a seat": lambda fields: fields["closing"].update(seat=True),
    "a card that is none": lambda fields: fields["closing"].update(move="1x"),
    "a call that is none": lambda fields: fields["closing"].update(call="hooray"),
    "another key": lambda fields: fields["closing"].update(colour="red"),
    "no key": lambda fields: fields["closing"].pop("call"),
}


@pytest.mark.parametrize("change", CLOSED.values(), ids=CLOSED)
def test_contradictions_of_the_closing_play(change: Callable[[Fields], object]) -> None:
    """The play that ended the period before is read strictly, and there is none before the first period."""
    states = sample(variant("breakaway"), 3, 0).states
    later = next(state for state in states if state.period == 1)
    seen = later.rules.view(later, 0)
    closing = json.loads(seen.to_json())["closing"]
    with pytest.raises(ParseError):
        read_view(changed(seen, change))
    with pytest.raises(ParseError):
        read_view(changed(states[0].rules.view(states[0], 0), put(closing=closing, last=closing)))


def test_last_play_of_the_period_before() -> None:
    """Until the first play of a period the last play is the one that ended the period before, for all viewers."""
    game = sample(variant("breakaway"), 3, 0)
    for before, after in pairwise(game.states):
        if after.period != before.period:
            for seat in VIEWERS:
                seen = after.rules.view(after, seat)
                assert game.rules.step(before, game.moves[game.states.index(before)]).events[0] == seen.last
                assert ((), seen.last) == (seen.plays, seen.setup.closing)
