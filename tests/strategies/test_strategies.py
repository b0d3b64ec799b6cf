"""The built-in players: legality, determinism, and what each of them prefers."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _catalogue import CATALOGUE
from _records import KEYS, any_variants, finished
from _stacked import play as played
from _stacked import stack, start
from hockey_cards import Card, Game, UnknownStrategy, Variant, deck, play, read_view, side_of, variant
from hockey_cards.pile import Call
from hockey_cards.rink import Open
from hockey_cards.rink.referee import passable
from hockey_cards.strategies import STRATEGIES, BuiltIn, counter, exact, greedy, strategies, strategy
from hockey_cards.strategies import random as chance

BUILT_IN = (chance, greedy, counter, exact)
EACH = pytest.mark.parametrize("player", BUILT_IN, ids=lambda player: player.name)


def choices(player: BuiltIn, game: Variant, view: Any, times: int = 40) -> set[str]:
    """Return the codes of all moves that a player chooses with different seeds."""
    return {player.make(game, view.seat, Random(seed))(view).code for seed in range(times)}


def test_names() -> None:
    """The built-in players are found by name, and each has a summary."""
    assert list(strategies())[:4] == ["random", "greedy", "counter", "exact"]
    assert [strategy(player.name) for player in BUILT_IN] == list(BUILT_IN)
    assert all(player.summary for player in BUILT_IN)
    assert {STRATEGIES.origins()[player.name] for player in BUILT_IN} == {"hockey-cards"}


@pytest.mark.parametrize("name", ["nope", "", "Greedy", "random ", "a" * 9999], ids=lambda name: name[:9])
def test_unknown_name(name: str) -> None:
    """The error lists the known names."""
    with pytest.raises(UnknownStrategy, match="random, greedy, counter, exact") as caught:
        strategy(name)
    assert len(str(caught.value)) < 300


@EACH
def test_players_are_values(player: BuiltIn) -> None:
    """A player can be pickled, copied and hashed, because it has no state."""
    for other in (pickle.loads(pickle.dumps(player)), copy.copy(player), copy.deepcopy(player)):
        assert other == player
        assert hash(other) == hash(player)
        assert play("rink", [other, other], seed=7) == play("rink", [player, player], seed=7)
    assert player.name in repr(player)
    frozen: Any = player
    with pytest.raises(AttributeError):
        frozen.name = "other"


@EACH
@pytest.mark.parametrize("key", KEYS)
def test_players_play_every_game(player: BuiltIn, key: str) -> None:
    """Games of built-in players against each other and against random players end."""
    for players in ([player, player], [player, chance], [chance, player]):
        assert play(key, players, seed=7).outcome is not None


@given(any_variants(), st.integers(0, 2**32), st.sampled_from(BUILT_IN))
def test_players_play_with_every_house_rule(game: Variant, seed: int, player: BuiltIn) -> None:
    assert play(game, [player, chance], seed=seed).outcome is not None
    assert play(game, [chance, player], seed=seed, dealer=1).outcome is not None


@EACH
@pytest.mark.parametrize("key", KEYS)
def test_players_depend_on_view_and_chance_only(player: BuiltIn, key: str) -> None:
    """The same view and seed give the same legal move, also from a view that was read from JSON."""
    game = finished(key, seed=11)
    for turn in list(game.turns)[::3]:
        view = game.variant.rules.view(turn.before, turn.seat)
        move = player.make(game.variant, turn.seat, Random(turn.number))(view)
        assert move in turn.legal
        assert move is player.make(game.variant, 0, Random(turn.number))(view)
        reread = read_view(view.to_json())
        assert move is player.make(game.variant, turn.seat, Random(turn.number))(reread)


@EACH
@pytest.mark.parametrize("key", KEYS)
def test_games_are_repeatable(player: BuiltIn, key: str) -> None:
    """The same seed gives the same game, and another seed another game."""
    games = [play(key, [player, chance], seed=seed) for seed in (7, "7", 8)]
    assert games[0] == games[1] != games[2]


def test_random_is_fair() -> None:
    """Each legal move is as likely as the others."""
    view: Any = Game.start("passe", seed=7).view(1)
    player = chance.make(variant("passe"), 1, Random(7))
    counts = Counter(player(view) for _ in range(4000))
    assert set(counts) == set(view.legal)
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 26  # chi-square, 3 degrees: p = 1e-5


def test_random_plays_games_of_any_family() -> None:
    """Random plays any game; the others raise an error for an unknown family."""
    rules: Any = Unknown(variant("rink").rules)
    game: Variant = attrs.evolve(variant("rink"), key="own", rules=rules)
    assert play(game, [chance, chance], seed=7).moves == play("rink", [chance, chance], seed=7).moves
    for player in (greedy, counter, exact):
        with pytest.raises(UnknownStrategy, match="own"):
            player.make(game, 0, Random(7))


class Unknown:
    """Rules of an unregistered family."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_rules"], name)


# The hands of a first packet of five, the seat after the dealer first: 1 and 0 in turn.
DEALT = "4s 4h  Kc Kd  6c 9s  8c 2h  5c Js"

SITUATIONS = [
    # game, pack, moves before, what greedy may choose
    ("breakaway", DEALT, "4s 4h Kc", "Kd"),  # it holds the breakaway, and scores by a match
    ("breakaway", DEALT, "4s", "4h Js"),  # a match and a Jack make a claim alike
    ("breakaway", DEALT, "4s 9s 6c", "Js"),  # nothing matches: the Jack
    ("breakaway", DEALT, "4s Js Kc 4h", "6c 8c 5c"),  # nothing to gain: any card
    ("breakaway", "4s 4h Kc 4d 6c 9s 4c 2h 5c 3s", "4s 4h", "4c"),  # it takes the breakaway over
    ("shots", "7c 7d 7h 9s 2c 3d 4h 5s", "7c 7d", "7h"),  # a match blocks the shot
    ("shots", "7c 7d Jh 9s 7s 3d 4h 5s", "7c 7d", "Jh 7s"),  # and so does a Jack
    ("breakaway-original", "4s 4h Kc Kd 6c 6d 2h 9s 5c 8d", "4s 4h Kc Kd 6c", "6d"),  # the scorer keeps the breakaway
]


@pytest.mark.parametrize(("key", "pack", "moves", "expected"), SITUATIONS)
def test_greedy_scores_else_claims_else_denies(key: str, pack: str, moves: str, expected: str) -> None:
    """Greedy scores if possible, else makes a claim, else blocks one, else plays at random."""
    game = variant(key)
    state = played(start(game, stack(pack)), moves)
    view = game.rules.view(state, game.rules.seat(state))
    assert set(expected.split()) == choices(greedy, game, view)


@pytest.mark.parametrize("key", [key for key in KEYS if hasattr(variant(key).rules, "referee")])
def test_greedy_takes_the_best_call(key: str) -> None:
    """In all pile games no legal card has a better call than the one that greedy plays."""
    worth = {Call.GOAL: 3, Call.PASS: 2, Call.INTERCEPTION: 2, Call.BLOCK: 1}
    for turn in play(key, [greedy, chance], seed=7).turns:
        if side_of(turn.seat) == 0:
            view: Any = turn.before.rules.view(turn.before, turn.seat)
            calls = [worth.get(view.ruling(card).call, 0) for card in turn.legal]
            assert worth.get(Call(turn.step.call), 0) == max(calls)


def test_greedy_scores_with_what_always_scores() -> None:
    """In `saves` a two scores on any card, and greedy plays it, unless it must lead the opening card."""
    twos = {turn.move for turn in play("saves", [greedy, greedy], seed=7).turns if turn.step.call == "goal"}
    assert {Card("2c"), Card("2d"), Card("2h"), Card("2s")} <= twos
    game = Game.start("saves", seed=7)
    assert {"4c"} == choices(greedy, game.variant, game.view(game.seat))


def seen_by(turn: Any) -> tuple[Any, dict[Any, bool | None]]:
    """Return the view of a rink player, and for each choice whether it matches; None for a closed card."""
    view = turn.before.rules.view(turn.before, turn.seat)
    return view, {move: card and passable(view.running, card) for move, card in view.choices}


def test_greedy_in_the_rink() -> None:
    """Greedy chooses an open matching card, else a closed card, else any."""
    kinds: Counter[tuple[bool | None, ...]] = Counter()
    for seed in range(30):
        for turn in play("rink", [greedy, chance], seed=seed).turns:
            if turn.seat == 0:
                _, seen = seen_by(turn)
                best = True if True in seen.values() else None if None in seen.values() else False
                assert seen[turn.move] is best
                kinds[best, len(set(seen.values())) > 1] += 1
    assert min(kinds[True, True], kinds[None, True], kinds[False, False]) > 0


def test_counter_in_the_rink() -> None:
    """At the goalkeepers counter chooses an open matching card, else a closed card that may match."""
    kinds: Counter[bool | None] = Counter()
    for seed in range(60):
        for turn in play("rink", [counter, counter], seed=seed).turns:
            view, seen = seen_by(turn)
            may = any(passable(view.running, card) for card in view.unseen)
            if turn.legal == (Open("g1"), Open("g2")) and (True in seen.values() or (None in seen.values() and may)):
                best = True if True in seen.values() else None
                assert seen[turn.move] is best
                kinds[best] += len(set(seen.values())) > 1
    assert min(kinds[True], kinds[None]) > 0


SAFE_GOALS = [
    key
    for key, row in CATALOGUE.items()
    if row["goal_clears_pile"] and not row["goal_needs_pass"] and not row["goal_ranks"]
]
"""The games in which a goal cannot be answered: it sets the pile aside, and no rank scores on an empty table."""


@pytest.mark.parametrize("key", SAFE_GOALS)
def test_counter_scores_where_a_goal_costs_nothing(key: str) -> None:
    """If a goal sets the pile aside, it cannot be answered, and counter scores whenever possible."""
    goals = 0
    for turn in play(key, [counter, chance], seed=7).turns:
        view: Any = turn.before.rules.view(turn.before, turn.seat)
        can = any(view.ruling(card).goal for card in turn.legal)
        if side_of(turn.seat) == 0 and can:
            goals += 1
            assert turn.step.call == "goal"
    assert goals


def test_counter_knows_which_cards_are_gone() -> None:
    """Leading to an empty pile, counter plays the rank with the fewest unseen cards, or one that cannot be matched."""
    certain = 0
    for turn in play("block-eights", [counter, chance], seed=7).turns:
        view: Any = turn.before.rules.view(turn.before, turn.seat)
        if side_of(turn.seat) == 0 and not view.pile:
            gone = {*view.hand, *(one.move for one in view.plays)}
            left = Counter(card.code[0] for card in deck() if card not in gone)
            unseen = {card: left[card.code[0]] for card in turn.legal}
            plain = [number for card, number in unseen.items() if card.code[0] not in "8J"]
            assert turn.move.code[0] in "8J" or unseen[turn.move] == min(plain)
            certain += unseen[turn.move] == 0
    assert certain


@EACH
def test_single_legal_move_is_made(player: BuiltIn) -> None:
    game = Game.start("saves", seed=7)
    assert len(game.legal) == 1
    assert choices(player, game.variant, game.view(game.seat)) == {game.legal[0].code}
