"""Tables: games that go on in step, what they show, how they are taken out, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from hockey_cards import Ending, Game, IllegalMove, ParseError, SeatError, UnknownVariant, VariantError, variant
from hockey_cards.batch import Table, TimeStep, observe, simulate
from hockey_cards.blades import VARIANTS as DUELS
from hockey_cards.cards import Card, deck
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.rink.moves import MOVES

KEYS = [each.key for each in PILES] + ["rink"]


def chosen(shown: TimeStep, rng: np.random.Generator) -> Any:
    """Choose a legal move for each game by chance."""
    return (rng.random(shown.mask.shape) + shown.mask).argmax(axis=1)


def _same(one: TimeStep, other: TimeStep) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


def _played(table: Table, steps: int, seed: int = 0) -> list[TimeStep]:
    """Play on by chance; return all that was shown."""
    rng = np.random.default_rng(seed)
    shown = [table.reset()]
    for _ in range(steps):
        shown.append(table.step(chosen(shown[-1], rng)))
    return shown


@pytest.mark.parametrize("key", KEYS)
def test_games_of_a_batch_go_the_same_at_a_table(key: str) -> None:
    """The moves of a batch's games, made at a table of the same seed, lead to the same ends after as many moves."""
    batch = simulate(key, ["greedy", "random"], 6, seed="same", dealer=1)
    table = Table(key, 6, seed="same", dealer=1)
    games = [batch.game(number) for number in batch.numbers]
    shown = table.reset()
    ended: dict[int, tuple[int, list[int]]] = {}
    for ply in range(int(batch.plays.max())):
        moves = shown.mask.argmax(axis=1)
        going = [place for place in range(6) if place not in ended]
        moves[going] = [games[place].moves[ply] for place in going]
        shown = table.step(moves)
        for place in going:
            if shown.done[place]:
                ended[place] = (ply + 1, shown.score[place].tolist())
                assert games[place] == table.ended(place)
    expected = {number: (int(batch.plays[number]), batch.score[number].tolist()) for number in batch.numbers}
    assert expected == ended


def test_a_first_deal_is_shown_as_the_layout_says() -> None:
    """In breakaway both hold five cards, 42 are left, and the pile is empty before the first card."""
    table = Table("breakaway", 3, seed=1)
    shown = table.reset()
    assert ((3, table.layout.width), "int16") == (shown.observation.shape, str(shown.observation.dtype))
    assert ((3, 52), "bool") == (shown.mask.shape, str(shown.mask.dtype))
    held = [[int(card in game.state.hands[1]) for card in deck()] for game in map(table.game, range(3))]
    told = {block.name: shown.observation[:, block.columns].tolist() for block in table.layout.blocks}
    expected: dict[str, list[int]] = {
        "table": [0] * 52,
        "played": [0] * 52,
        "top": [0, 1, *[0] * 14],
        "claim": [1, 0, 0],
        "score": [0, 0],
        "goals": [0, 0],
        "period": [0],
        "opening": [0],
        "overtime": [0],
        "left": [52],
        "stock": [42],
        "dealer": [1],
        "sizes": [5, 5],
    }
    assert {"hand": held} | {name: [row] * 3 for name, row in expected.items()} == told
    assert [1, 1, 1] == shown.seat.tolist()
    assert not any(array.any() for array in (shown.done, shown.reward, shown.outcome, shown.score))


def test_plays_are_told_by_their_age() -> None:
    """The last play is one play ago, the one before two; a pass on top is seen as the other side's claim."""
    table, jacks = Table("breakaway", 64, seed=1), np.arange(52) // 4 == 9
    first = (table.reset().mask * (1 + jacks)).argmax(axis=1)
    second = (table.step(first).mask * (1 + jacks)).argmax(axis=1)
    shown = table.step(second).observation
    assert (2 * np.eye(52)[first] + np.eye(52)[second]).tolist() == shown[:, table.layout["played"]].tolist()
    passed = jacks[second] | (first // 4 == second // 4)
    claims = np.where(passed, 2, np.where(jacks[first], 1, 0))
    assert {0, 1, 2} == set(claims.tolist())
    assert claims.tolist() == shown[:, table.layout["claim"]].argmax(axis=1).tolist()
    assert (2 + second // 4).tolist() == shown[:, table.layout["top"]].argmax(axis=1).tolist()


def test_an_opening_card_is_the_only_legal_move() -> None:
    """Where a card must be led, the observation says so and the mask allows no other."""
    table = Table("saves", 50, seed=1)
    shown = table.reset()
    assert {1} == set(shown.observation[:, table.layout["opening"]].ravel())
    assert (shown.mask == (np.arange(52) == Card("4c"))).all()
    later = table.step(np.full(50, int(Card("4c"))))
    assert not later.observation[:, table.layout["opening"]].any()


@pytest.mark.parametrize("key", ["breakaway", "block-extra", "rink"])
def test_where_a_game_ends_the_next_is_dealt(key: str) -> None:
    """What is told of the end is of the game that ended, all else of the next; both are games of the engine."""
    table = Table(key, 5, seed=3)
    shown = _played(table, 0)[0]
    numbers, rng, ends = shown.number, np.random.default_rng(1), 0
    for _ in range(450):
        shown = table.step(chosen(shown, rng))
        assert (numbers + 5 * shown.done).tolist() == shown.number.tolist()
        assert not shown.outcome[~shown.done].any()
        for place in np.flatnonzero(shown.done):
            ends += 1
            old, new = table.ended(place), table.game(place)
            assert old is not None
            assert old.outcome is not None
            assert old.score == tuple(shown.score[place])
            winner = old.outcome.winner
            assert shown.outcome[place].tolist() == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])
            assert (0, new.seat) == (len(new.moves), shown.seat[place])
            assert observe(new.view(new.seat)).tolist() == shown.observation[place].tolist()
        numbers = shown.number
    assert ends >= 5


def test_rewards_add_up_to_the_score() -> None:
    """The rewards of a game are the changes of the board, also where a period counts by its difference of goals."""
    for key in ("breakaway", "block", "rink"):
        total, seen = np.zeros((20, 2), np.int64), set[int]()
        for shown in _played(Table(key, 20, seed=2), 400)[1:]:
            total += shown.reward
            assert total.tolist() == shown.score.tolist()
            total[shown.done] = 0
            seen |= set(shown.reward.ravel().tolist())
        assert ({-1, 0, 1} if key == "block" else {0, 1}) == seen


@pytest.mark.parametrize("key", ["shots", "rink"])
def test_steps_do_not_depend_on_threads(key: str) -> None:
    """On however many threads, the same is shown; more threads than games do no harm."""
    one, three, many = (_played(Table(key, 7, seed=1, threads=threads), 150) for threads in (1, 3, 50))
    assert all(_same(*shown) for shown in zip(one, three, strict=True))
    assert all(_same(*shown) for shown in zip(one, many, strict=True))


def test_tables_begin_again() -> None:
    """A reset deals the same games, unless it is told of another seed or number; the games are those of the numbers."""
    table = Table("passe", 4, seed=1)
    first = table.reset()
    assert _same(first, _played(table, 30)[0])
    assert _same(first, table.reset())
    other = table.reset(seed=2)
    assert not _same(first, other)
    assert _same(other, table.reset())
    assert _same(first, Table("passe", 9, seed=2).reset(4, seed=1))
    more = table.reset(9, seed=1)
    assert 9 == table.games
    assert first.observation.tolist() == more.observation[:4].tolist()


def _pickled(table: Table) -> Table:
    back: Table = pickle.loads(pickle.dumps(table))
    return back


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, _pickled])
def test_copies_go_on_from_where_a_table_stands(again: Callable[[Table], Table]) -> None:
    """A copy shows the same after the same moves; what one does leaves the other as it was."""
    table = Table("rumble", 5, seed=4, dealer=2)
    shown, rng = _played(table, 170)[-1], np.random.default_rng(5)
    other = again(table)
    assert [table.game(place) for place in range(5)] == [other.game(place) for place in range(5)]
    for _ in range(60):
        moves = chosen(shown, rng)
        shown = table.step(moves)
        assert _same(shown, other.step(moves))


def test_games_are_taken_out_as_they_stand() -> None:
    """A game in progress can be played on in the engine and recorded."""
    table = Table("breakaway", 3, seed=5)
    assert table.ended(0) is None
    shown = _played(table, 40)[-1]
    game = table.game(np.int64(2))
    assert (40, shown.seat[2], tuple(shown.score[2])) == (len(game.moves), game.seat, game.score)
    assert game.record() == Game.from_record(game.record()).record()
    for place in (3, -1):
        with pytest.raises(IndexError, match=f"there is no game {place}: the games are 0 to 2"):
            table.game(place)
        with pytest.raises(IndexError, match=f"there is no game {place}"):
            table.ended(place)


@pytest.mark.parametrize("kind", [list, np.uint8, np.int32, np.int64, np.uint64])
def test_moves_are_any_integers(kind: Any) -> None:
    """Moves are taken as a list or an array of integers of any size."""
    table = Table("breakaway", 4, seed=1)
    moves = table.reset().mask.argmax(axis=1)
    expected = table.step(moves)
    table.reset()
    assert _same(expected, table.step(moves.tolist() if kind is list else moves.astype(kind)))


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([0, 1], r"moves cannot be int64 of shape \(2,\): give integers of shape \(3,\), one for each game"),
        ([[0], [1], [2]], r"moves cannot be int64 of shape \(3, 1\)"),
        ([0.0, 1.0, 2.0], r"moves cannot be float64 of shape \(3,\)"),
        ([True, False, True], "moves cannot be bool"),
        (["4c", "4d", "4h"], "moves cannot be <U2"),
        ([[0], [1, 2], 3], "the moves cannot be made into an array: give 3 integers"),
        (None, "moves cannot be object"),
    ],
)
def test_moves_must_be_integers_one_for_each_game(moves: Any, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Table("breakaway", 3).step(moves)


@pytest.mark.parametrize("key", ["breakaway", "rink"])
def test_one_illegal_move_stops_all(key: str) -> None:
    """The error names the first game, the move and what would be legal; no game goes on, whatever the other moves."""
    table, still = Table(key, 5, seed=1), Table(key, 5, seed=1)
    shown = table.reset()
    good = shown.mask.argmax(axis=1)
    for bad in (int((~shown.mask[2]).argmax()), -1, len(table.moves), 2**40):
        moves = good.copy()
        moves[2] = moves[4] = bad
        with pytest.raises(IllegalMove, match="game 2: ") as caught:
            table.step(moves)
        legal = tuple(table.moves[move] for move in np.flatnonzero(shown.mask[2]))
        assert (bad, legal) == (caught.value.move, caught.value.legal)
        known = 0 <= bad < len(table.moves)
        assert known == (caught.value.code != "not-a-move")
        if not known:
            assert f"game 2: {bad} is not a move: moves are 0 to {len(table.moves) - 1}" == str(caught.value)
    assert _same(still.step(good), table.step(good))


def test_a_message_names_no_card_of_a_hand() -> None:
    """Who reads that a move is illegal learns no more than the move: the legal ones are told to the program alone."""
    table = Table("breakaway", 1, seed=1)
    shown = table.reset()
    with pytest.raises(IllegalMove) as caught:
        table.step(shown.mask.argmin(axis=1))
    held = [card.code for card in caught.value.legal]
    assert held
    assert not any(code in str(caught.value) for code in held)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"games": 0}, ParseError, "games cannot be 0: give 1 to 10000000"),
        ({"games": True}, ParseError, "games cannot be True"),
        ({"games": 10**8}, ParseError, "games cannot be 100000000"),
        ({"threads": 0}, ParseError, "threads cannot be 0"),
        ({"seed": 1.5}, ParseError, "a seed is an integer"),
        ({"dealer": 2}, SeatError, "there is no seat 2 to deal: give 0 to 1"),
        ({"variant": "hockey"}, UnknownVariant, "there is no variant 'hockey'"),
        ({"variant": DUELS[0]}, VariantError, "blades cannot be played in batches"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"variant": "breakaway", "games": 10} | changes
    with pytest.raises(error, match=message):
        Table(**arguments)


def test_a_refused_reset_changes_nothing() -> None:
    """Where the seed or the number makes no sense the games go on as they were."""
    table = Table("breakaway", 2, seed=1)
    moves = table.reset().mask.argmax(axis=1)
    with pytest.raises(ParseError, match="a seed is"):
        table.reset(3, seed=1.5)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(ParseError, match="games cannot be 0"):
        table.reset(0, seed=2)
    assert _same(Table("breakaway", 2, seed=1).step(moves), table.step(moves))
    with pytest.raises(attrs.exceptions.FrozenAttributeError):
        table.dealer = 1


def test_a_table_tells_what_it_is() -> None:
    """It names its variant, its seed, and the move behind each number."""
    house = variant("rink").house(deck=32)
    table = Table(house, 2, seed=b"\1" * 32)
    assert "<Table of 2 games of rink>" == repr(table)
    assert (house, b"\1" * 32, MOVES) == (table.variant, table.seed, table.moves)
    assert deck() == Table("passe", 1).moves
    assert [1, 0] == [_played(Table("rink", 1, dealer=dealer), 0)[0].side[0] for dealer in (0, 1)]


def test_ends_are_of_every_kind() -> None:
    """Games end in regulation, in overtime and level, and the outcomes are those of the engine."""
    ends = set[Ending]()
    table = Table("breakaway", 40, seed=6)
    shown, rng = table.reset(), np.random.default_rng(6)
    for _ in range(220):
        shown = table.step(chosen(shown, rng))
        for place in np.flatnonzero(shown.done):
            ended: Any = table.ended(place)
            ends.add(ended.outcome.how)
    assert {Ending.REGULATION, Ending.OVERTIME, Ending.DRAW} == ends
