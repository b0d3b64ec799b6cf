"""Imagined states of the pile family: consistency with the view and the plays, and their distribution."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

from _stacked import cards, house, pile, play, stack, start
from _strategies import Sample, chance, pile_games, sample
from hockey_cards import Game, RecordError, Seeded, ShoeError, Variant, read_view, variant
from hockey_cards.cards import Card, deck
from hockey_cards.pile import Pile, Referee, Schedule
from hockey_cards.pile.state import begin

DECK = deck()


def viewers(state: Any) -> list[int | None]:
    return [*range(state.rules.seats), None]


def replayed(state: Any) -> Any:
    """Deal the pack of the period of a state again, and repeat its plays."""
    setup = state.setup
    again: Any = begin(setup.rules, state.deal.shoe, setup.period, setup.dealer, setup.past, setup.closing)
    return play(again, [each.move for each in state.plays])


def some(game: Sample, rng: Random, number: int) -> Iterator[Any]:
    """Yield states of a game: the first, the last and some between."""
    picked = {0, len(game.states) - 1, *rng.sample(range(len(game.states)), min(number, len(game.states)))}
    return (game.states[place] for place in sorted(picked))


@given(pile_games(), chance())
def test_imagined_states_are_true(game: Sample, rng: Random) -> None:
    """The view of an imagined state is the given view, and its pack leads through the plays seen to it."""
    for state in some(game, rng, 6):
        for seat in viewers(state):
            view = game.rules.view(state, seat)
            imagined = game.rules.imagine(view, rng)
            assert view == game.rules.view(imagined, seat)
            assert game.rules.deck == tuple(sorted(imagined.deal.pack))
            assert imagined == replayed(imagined)
            assert game.rules.legal(imagined) == game.rules.legal(imagined)


@pytest.mark.long
@pytest.mark.parametrize("key", ["block-draw", "block-extra", "saves", "passe"])
def test_imagined_states_of_whole_games(key: str) -> None:
    """The same in every state of many games."""
    rng = Random(3)
    for seed in range(30):
        game = sample(variant(key), seed, seed % 4)
        for state, seat in itertools.product(game.states, viewers(game.states[0])):
            view = game.rules.view(state, seat)
            imagined = game.rules.imagine(view, rng)
            assert (view, imagined) == (game.rules.view(imagined, seat), replayed(imagined))


@given(pile_games(), chance())
def test_imagined_games_can_be_played_on(game: Sample, rng: Random) -> None:
    """A game can continue from an imagined state to its end, and cannot be recorded."""
    state = rng.choice(game.states)
    view = game.rules.view(state, rng.choice(viewers(state)))
    imagined = Game.at(game.variant, game.rules.imagine(view, rng))
    while legal := imagined.legal:
        imagined = imagined.play(rng.choice(legal))
    assert imagined.outcome is not None
    with pytest.raises(RecordError):
        imagined.record()


def test_same_chance_same_deal() -> None:
    """The imagined state depends only on the view and the random generator."""
    state = sample(variant("block-draw"), 4, 0).states[30]
    view = state.rules.view(state, 2)
    assert state.rules.imagine(view, Random(8)) == state.rules.imagine(view, Random(8))
    assert state.rules.imagine(view, Random(8)) != state.rules.imagine(view, Random(9))


def test_packs_before() -> None:
    """The shoe of an imagined state has packs from its own period on only."""
    state = sample(variant("passe"), 4, 0).states[60]
    imagined = state.rules.imagine(state.rules.view(state, 2), Random(1))
    assert (1, imagined.deal.pack) == (imagined.period, imagined.deal.shoe.pack(1))
    assert DECK == tuple(sorted(imagined.deal.shoe.pack(2)))
    with pytest.raises(ShoeError, match="period 0"):
        imagined.deal.shoe.pack(0)


# What the plays say about hidden hands.


def hands_seen(state: Any, seat: int | None, number: int = 200) -> list[Any]:
    """Return the hands of so many imagined states."""
    view = state.rules.view(state, seat)
    rng = Random(5)
    return [state.rules.imagine(view, rng).hands for _ in range(number)]


class TestOpeningCard:
    """pile.1.5: a player who must open with a card holds it."""

    @pytest.mark.parametrize("must", [True, False])
    def test_held_until_played(self, must: bool) -> None:
        """The opener holds the card until it has been played, even if another card may be led."""
        game = house("saves", {"opener_must": must})
        state = start(game, stack("4c", at=2))
        for _ in range(1 if must else 9):
            held = [(Card("4c") in hands[3]) for hands in hands_seen(state, 1, 20)]
            assert [True] * 20 == held
            legal = state.rules.legal(state)
            state = play(state, [legal[0] if must else next(card for card in legal if card.code != "4c")])

    def test_not_after_the_trailing_side_opened(self) -> None:
        """A player who opens for the trailing side may or may not hold it."""
        state: Any = begin(pile(variant("saves")), Seeded(3), 1, 0, ((0, 1),))
        view = next(seat for seat in range(4) if Card("4c") not in state.hands[seat] and seat != state.setup.opener)
        holders = {next(seat for seat in range(4) if Card("4c") in hands[seat]) for hands in hands_seen(state, view)}
        assert {0, 1, 2, 3} - {view} == holders


class TestForced:
    """pile.1.5: a player who played a forbidden card held no other cards."""

    CHANGES: dict[str, object] = {"packets": [3]}  # noqa: RUF012  # nobody changes it

    def test_rest_of_the_hand(self) -> None:
        """The rest of a hand with a forced play consists of stops too."""
        game = house("block-eights", self.CHANGES)
        state = play(start(game, stack("5c 8c Jd 2c 3c 9c Jh 4c 6c Tc 8h Qc")), "5c 8c Jd")
        assert {True} == {all(card.code[0] in "8J" for card in hands[3]) for hands in hands_seen(state, 1)}
        others = {card.code[0] in "8J" for hands in hands_seen(state, 1) for card in hands[0]}
        assert {True, False} == others

    def test_drawn_cards(self) -> None:
        """A card drawn after the forced play may be any card; the cards held before may not."""
        state = start(variant("block-draw"), stack("5c 8c Jd 2c 3c 9c Jh 4c 6c Tc 8h Qc"))
        state = play(state, "5c 8c Jd")
        numbers = Counter(sum(card.code[0] in "8J" for card in hands[3]) for hands in hands_seen(state, 1))
        assert {2, 3} == set(numbers)

    def test_drawn_and_played(self) -> None:
        """A card drawn after the forced play and played since does not change the others."""
        pack = stack("5c 8c Jd 2c 3c 9c Jh 4c 6c Tc 8h Qc 2d 3d Kd")
        state = play(start(variant("block-draw"), pack), "5c 8c Jd 2c 3c 9c Kd")
        numbers = Counter(sum(card.code[0] in "8J" for card in hands[3]) for hands in hands_seen(state, 1))
        assert {2, 3} == set(numbers)
        for seat in (*range(4), None):
            view = state.rules.view(state, seat)
            assert view == read_view(view.to_json())

    def test_two_players(self) -> None:
        """Two forced hands at once; the stops suffice for both in every deal."""
        game = house("block-eights", {"packets": [2]})
        state = play(start(game, stack("8c Jd 8d Jh 5c Jc 8h Js")), "8c Jd 8d Jh")
        for hands in hands_seen(state, 0):
            assert {"8", "J"} >= {card.code[0] for seat in (2, 3) for card in hands[seat]}
        assert 3 == len({hands[2][0] for hands in hands_seen(state, 0)})

    def test_table_cards_matched(self) -> None:
        """pile.1.7: a player forced to match a table card that is a stop held only stops that match one."""
        changes: dict[str, object] = {"packets": [3], "overtime_packets": [3], "table_cards": 3, "table_match": "any"}
        game = house("passe", changes | {"pass_ranks": "", "stop_ranks": "8J", "stop_on_stop": False})
        pack = stack("8d 9c Kd Jc 8h 2d 3d 4d 8s 5h 6h 7h", table="8c 5d 2c", table_at=12)
        state = play(start(game, pack), "8d 9c Kd Jc 8h")
        assert {(Card("8s"),)} == {hands[1] for hands in hands_seen(state, None)}
        view = state.rules.view(state, 2)
        assert view == read_view(view.to_json())

    def test_none_left(self) -> None:
        """A spectator also knows what a forced hand held."""
        game = house("block-eights", {"packets": [2], "stop_ranks": "8"})
        state = play(start(game, stack("8c 8d 2c 3c 4c 8h 5c 6c")), "8c 8d")
        assert {(Card("8h"),), (Card("8s"),)} == {hands[2] for hands in hands_seen(state, None)}


# How likely deals are.


def laid(state: Any, seat: int | None, number: int) -> Counter[Any]:
    """Count the hidden hands of imagined states, with the cards left in the order of the stock."""
    view = state.rules.view(state, seat)
    rng = Random(11)
    deals = (state.rules.imagine(view, rng) for _ in range(number))
    return Counter((deal.hands, deal.stock) for deal in deals)


def ways(cards_left: tuple[Card, ...], sizes: list[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield all arrangements of cards in hands of given sizes."""
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations(cards_left, sizes[0]):
        rest = tuple(card for card in cards_left if card not in hand)
        yield from ((hand, *others) for others in ways(rest, sizes[1:]))


def backwards(hand: frozenset[Card], plays: list[tuple[Card, frozenset[Card] | None]]) -> bool:
    """Say whether a hand of a draw game can have come about.

    Args:
        hand: The hand now, a card having been drawn after each play.
        plays: The own plays, the last one first, each with the cards that alone the hand may have held then.
    """
    if not plays:
        return True
    (played, only), *before = plays
    for drawn in hand:
        held = hand - {drawn} | {played}
        if (only is None or held <= only) and backwards(held, before):
            return True
    return False


def possible(state: Any, seat: int | None) -> set[Any]:
    """Return all hidden hands that some deal leads to, found by trying each."""
    view = state.rules.view(state, seat)
    seen = {*view.hand, *view.table_cards, *(each.move for each in view.plays)}
    unseen = tuple(card for card in state.rules.deck if card not in seen)
    hidden = [other for other in range(len(view.counts)) if other != seat]
    found: set[Any] = set()
    for hands in ways(unseen, [view.counts[other] for other in hidden]):
        known = dict(zip(hidden, hands, strict=True)) | ({} if seat is None else {seat: view.hand})
        if all(backwards(frozenset(known[other]), history(state, other)) for other in hidden):
            found.add(tuple(known[other] for other in sorted(known)))
    return found


def history(state: Any, seat: int) -> list[tuple[Card, frozenset[Card] | None]]:
    """Return the plays of a seat, the last one first, each with the only cards it can have held."""
    rulings = state.setup.rulings
    found: list[tuple[Card, frozenset[Card] | None]] = []
    now = replayed_from(state)
    for each in state.plays:
        forced = rulings[now.situation + each.move].forbidden
        only = frozenset(card for card in DECK if rulings[now.situation + card].forbidden) if forced else None
        if each.seat == seat:
            found.insert(0, (each.move, only))
        now = play(now, [each.move])
    return found


def replayed_from(state: Any) -> Any:
    setup = state.setup
    return begin(setup.rules, state.deal.shoe, setup.period, setup.dealer, setup.past, setup.closing)


def chi_square(found: Counter[Any], outcomes: int) -> float:
    expected = found.total() / outcomes
    counts = [*found.values(), *[0] * (outcomes - len(found))]
    return sum((count - expected) ** 2 / expected for count in counts)


def assert_uniform(found: Counter[Any], outcomes: int) -> None:
    """Six standard deviations are allowed; the seed is fixed, so the result is reproducible."""
    degrees = outcomes - 1
    assert chi_square(found, outcomes) < degrees + 6 * (2 * degrees) ** 0.5


def small(**schedule: Any) -> Variant:
    """Return a game for two with stops, of a few cards."""
    stops = Referee(
        pass_ranks=(), stop_ranks=tuple(card.rank for card in cards("2c 3c 4c 5c 6c 7c")), stop_on_stop=False
    )
    plain: dict[str, Any] = {"packets": None, "overtime": "none", "overtime_packets": None, "max_overtimes": 0}
    return Variant("small", "", "", "", Pile(Schedule(**plain | schedule), stops, (2,)))


@pytest.mark.slow
def test_uniform_over_hands() -> None:
    """Without forced plays all arrangements of the unseen cards are equally likely."""
    state: Any = sample(house("breakaway", {"packets": "all"}), 7, 0).states[48]
    found = laid(state, None, 1000)
    assert {(2, 2)} == {tuple(len(hand) for hand in hands) for hands, _ in found}
    assert 6 == len(found)
    assert_uniform(found, 6)


@pytest.mark.slow
def test_uniform_over_stock() -> None:
    """The order of the stock is hidden too."""
    state: Any = sample(small(draw=1), 7, 0).states[48]
    assert (2, [1, 1]) == (len(state.stock), [len(hand) for hand in state.hands])
    found = laid(state, None, 1000)
    assert 24 == len(found)
    assert_uniform(found, 24)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize(("size", "forced"), [(2, "xx"), (3, "xx"), (3, "x--")])
def test_uniform_under_force(size: int, forced: str, seat: int | None) -> None:
    """With forced plays the hands are those that some deal leads to, all equally likely."""
    state = forced_state(small(draw=size), size, forced)
    expected = possible(state, seat)
    found = Counter[Any]()
    for (hands, _), number in laid(state, seat, 1000).items():
        found[hands] += number
    assert expected == set(found)
    assert_uniform(found, len(expected))


def forced_state(game: Variant, size: int, forced: str) -> Any:
    """Return a state late in a period whose last plays were forced (x) or not (-)."""
    for seed in range(1000):
        state = sample(game, seed, 0, keen=0).states[51 - 2 * size]
        lately = [state.setup.rulings[place].forbidden for place in _places(state)[-len(forced) :]]
        if lately == [mark == "x" for mark in forced]:
            assert 1 == len(state.stock)
            return state
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3])
def test_imagined_states_with_many_stops(size: int) -> None:
    """If forced plays are common, imagined packs lead through all of them."""
    game, rng = (
        house("block-draw", {"draw": size, "stop_ranks": "3456789TJ", "table_cards": 2, "table_match": "any"}),
        Random(4),
    )
    for seed in range(6):
        played = sample(game, seed, 0, keen=0)
        for state in played.states[5::9]:
            for seat in viewers(state):
                view = played.rules.view(state, seat)
                imagined = played.rules.imagine(view, rng)
                assert (view, imagined) == (played.rules.view(imagined, seat), replayed(imagined))
                assert view == read_view(view.to_json())


def _places(state: Any) -> list[int]:
    places: list[int] = []
    chain = state.chain
    while chain is not None:
        chain, place = chain
        places.insert(0, place)
    return places
