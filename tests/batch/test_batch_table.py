"""Tables: time steps, copies, the games of the engine that they return, and errors."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from hockey_cards import (
    Ending,
    Game,
    IllegalMove,
    ParseError,
    SeatError,
    UnknownStrategy,
    UnknownVariant,
    VariantError,
    variant,
)
from hockey_cards.batch import Table, TimeStep, observe, simulate
from hockey_cards.blades import VARIANTS as DUELS
from hockey_cards.cards import Card, deck
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.rink.moves import MOVES
from hockey_cards.rink.referee import PASSABLE
from hockey_cards.strategies.pile import CALL_WORTH

KEYS = [each.key for each in PILES] + ["rink"]


def chosen(shown: TimeStep, rng: np.random.Generator) -> Any:
    """Choose a random legal move for each game."""
    return (rng.random(shown.mask.shape) + shown.mask).argmax(axis=1)


def _same(one: TimeStep, other: TimeStep) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


def _played(table: Table, steps: int, seed: int = 0) -> list[TimeStep]:
    """Reset a table and play at random; return all time steps."""
    rng = np.random.default_rng(seed)
    shown = [table.reset()]
    for _ in range(steps):
        shown.append(table.step(chosen(shown[-1], rng)))
    return shown


@pytest.mark.parametrize("key", KEYS)
def test_games_of_a_batch_are_replayed_at_a_table(key: str) -> None:
    """The moves of a batch's games, made at a table with the same seed, lead to the same results."""
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


def test_the_first_deal_of_breakaway_is_observed() -> None:
    """Both players hold five cards, 42 are in the stock, and the pile is empty before the first card."""
    table = Table("breakaway", 3, seed=1)
    shown = table.reset()
    assert ((3, table.layout.width), "int16") == (shown.observation.shape, str(shown.observation.dtype))
    assert ((3, 52), "bool") == (shown.mask.shape, str(shown.mask.dtype))
    held = [[int(card in game.state.hands[1]) for card in deck()] for game in map(table.game, range(3))]
    told = {block.name: shown.observation[:, block.columns].tolist() for block in table.layout.blocks}
    expected: dict[str, list[int]] = {
        "table": [0] * 52,
        "played": [0] * 52,
        "seen": [0] * 52,
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
        "mover": [1, 0],
    }
    unseen = [[4 - sum(hand[4 * rank : 4 * rank + 4]) for rank in range(13)] for hand in held]
    assert {"hand": held, "unseen": unseen} | {name: [row] * 3 for name, row in expected.items()} == told
    assert [1, 1, 1] == shown.seat.tolist()
    assert not any(array.any() for array in (shown.done, shown.reward, shown.outcome, shown.score))


def test_plays_are_observed_by_their_age() -> None:
    """The last play shows 52, the one before 51; a pass is observed as the other side's claim."""
    table, jacks = Table("breakaway", 64, seed=1), np.arange(52) // 4 == 9
    first = (table.reset().mask * (1 + jacks)).argmax(axis=1)
    second = (table.step(first).mask * (1 + jacks)).argmax(axis=1)
    shown = table.step(second).observation
    ages = 51 * np.eye(52)[first] + 52 * np.eye(52)[second]
    assert ages.tolist() == shown[:, table.layout["played"]].tolist()
    assert (ages > 0).tolist() == shown[:, table.layout["seen"]].tolist()
    passed = jacks[second] | (first // 4 == second // 4)
    claims = np.where(passed, 2, np.where(jacks[first], 1, 0))
    assert {0, 1, 2} == set(claims.tolist())
    assert claims.tolist() == shown[:, table.layout["claim"]].argmax(axis=1).tolist()
    assert (2 + second // 4).tolist() == shown[:, table.layout["top"]].argmax(axis=1).tolist()


def test_an_opening_card_is_the_only_legal_move() -> None:
    """Where a card must be led, the observation shows it and the mask allows no other move."""
    table = Table("saves", 50, seed=1)
    shown = table.reset()
    assert {1} == set(shown.observation[:, table.layout["opening"]].ravel())
    assert (shown.mask == (np.arange(52) == Card("4c"))).all()
    later = table.step(np.full(50, int(Card("4c"))))
    assert not later.observation[:, table.layout["opening"]].any()


@pytest.mark.parametrize("key", ["breakaway", "block-extra", "rink"])
def test_where_a_game_ends_the_next_is_dealt(key: str) -> None:
    """The result is that of the game that ended, everything else belongs to the next; both are games of the engine."""
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
    """Rewards are changes of the score, also where a period counts by its difference of goals."""
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
    """Time steps are the same on any number of threads, even more threads than games."""
    one, three, many = (_played(Table(key, 7, seed=1, threads=threads), 150) for threads in (1, 3, 50))
    assert all(_same(*shown) for shown in zip(one, three, strict=True))
    assert all(_same(*shown) for shown in zip(one, many, strict=True))


def test_reset_deals_the_games_of_the_seed() -> None:
    """A reset deals the same games again, or those of another seed or number of games."""
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
def test_copies_continue_independently(again: Callable[[Table], Table]) -> None:
    """A copy shows the same after the same moves, and a step of one leaves the other unchanged."""
    table = Table("rumble", 5, seed=4, dealer=2)
    shown, rng = _played(table, 170)[-1], np.random.default_rng(5)
    other = again(table)
    assert [table.game(place) for place in range(5)] == [other.game(place) for place in range(5)]
    for _ in range(60):
        moves = chosen(shown, rng)
        shown = table.step(moves)
        assert _same(shown, other.step(moves))


def test_games_in_progress_are_returned() -> None:
    """A game in progress is a game of the engine, and can be recorded."""
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
    """Moves may be a list, or an array of integers of any size."""
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
def test_one_illegal_move_stops_all_games(key: str) -> None:
    """The error names the first such game and has its move and legal moves; no move is made in any game."""
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


def test_the_message_of_an_illegal_move_names_no_card_of_the_hand() -> None:
    """The legal moves are an attribute of the error, but not part of its message."""
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
        ({"seed": 1.5}, ParseError, "a seed must be an integer"),
        ({"dealer": 2}, SeatError, "there is no seat 2 to deal: give 0 to 1"),
        ({"variant": "hockey"}, UnknownVariant, "there is no variant 'hockey'"),
        ({"variant": DUELS[0]}, VariantError, "blades cannot be played in batches"),
    ],
)
def test_invalid_arguments_are_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"variant": "breakaway", "games": 10} | changes
    with pytest.raises(error, match=message):
        Table(**arguments)


def test_a_refused_reset_changes_nothing() -> None:
    """After an invalid seed or number the games continue as they were."""
    table = Table("breakaway", 2, seed=1)
    moves = table.reset().mask.argmax(axis=1)
    with pytest.raises(ParseError, match="a seed must be"):
        table.reset(3, seed=1.5)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(ParseError, match="games cannot be 0"):
        table.reset(0, seed=2)
    assert _same(Table("breakaway", 2, seed=1).step(moves), table.step(moves))
    with pytest.raises(attrs.exceptions.FrozenAttributeError):
        table.dealer = 1


def test_attributes_of_a_table() -> None:
    """A table has its variant, its seed, and the move of each number."""
    house = variant("rink").house(deck=32)
    table = Table(house, 2, seed=b"\1" * 32)
    assert "<Table of 2 games of rink>" == repr(table)
    assert (house, b"\1" * 32, MOVES) == (table.variant, table.seed, table.moves)
    assert deck() == Table("passe", 1).moves
    assert [1, 0] == [_played(Table("rink", 1, dealer=dealer), 0)[0].side[0] for dealer in (0, 1)]


def test_games_end_in_every_way() -> None:
    """Games end in regulation, in overtime and drawn."""
    ends = set[Ending]()
    table = Table("breakaway", 40, seed=6)
    shown, rng = table.reset(), np.random.default_rng(6)
    for _ in range(220):
        shown = table.step(chosen(shown, rng))
        for place in np.flatnonzero(shown.done):
            ended: Any = table.ended(place)
            ends.add(ended.outcome.how)
    assert {Ending.REGULATION, Ending.OVERTIME, Ending.DRAW} == ends


@pytest.mark.parametrize("key", ["breakaway", "shots", "team-breakaway", "rink"])
@pytest.mark.parametrize("side", [0, 1])
def test_compiled_players_take_seats(key: str, side: int) -> None:
    """Only the learner's seats are shown; every move of the others is one that their strategy would make."""
    players: list[str | None] = [None, "greedy"] if side == 0 else ["greedy", None]
    table = Table(key, 20, seed=4, players=players)
    rng, shown = np.random.default_rng(1), table.reset()
    rated, checked = CHOICES[key], 0
    for _ in range(260 if key != "rink" else 120):
        shown = table.step(chosen(shown, rng))
        assert {side} == set(shown.side.tolist())
        place = int(rng.integers(20))
        assert table.game(place).seat == shown.seat[place]
        for done in np.flatnonzero(shown.done):
            game = table.ended(done)
            assert game is not None
            assert game.score == tuple(shown.score[done])
            if checked < 3:
                for turn in game.turns:
                    if turn.seat % 2 != side:
                        assert turn.move in rated(game.variant.rules.view(turn.before, turn.seat))
                checked += 1
    assert checked


def _greedy_choices(view: Any) -> list[Any]:
    worth = {move: CALL_WORTH.get(view.ruling(move).call, 0) for move in view.legal}
    return [move for move in view.legal if worth[move] == max(worth.values())]


def _greedy_openings(view: Any) -> list[Any]:
    passable = PASSABLE[int(view.running)]

    def worth(card: Any) -> int:
        return 1 if card is None else 2 * int(passable[int(card)])

    most = max(worth(card) for _, card in view.choices)
    return [move for move, card in view.choices if worth(card) == most]


CHOICES: dict[str, Callable[[Any], list[Any]]] = {
    "breakaway": _greedy_choices,
    "shots": _greedy_choices,
    "team-breakaway": _greedy_choices,
    "rink": _greedy_openings,
}


def test_games_with_compiled_players_do_not_depend_on_threads() -> None:
    """The same moves lead to the same games, on any number of threads and after a pickle."""
    tables = [Table("shots", 30, seed=2, players=["greedy", None], threads=threads) for threads in (1, 2)]
    tables.append(pickle.loads(pickle.dumps(tables[0])))
    shown, rng = tables[0].reset(), np.random.default_rng(3)
    tables[1].reset()
    for _ in range(60):
        moves = chosen(shown, rng)
        shown, *others = (table.step(moves) for table in tables)
        assert all(_same(shown, other) for other in others)


@pytest.mark.parametrize("key", ["breakaway", "rink"])
def test_an_illegal_move_may_forfeit_a_game(key: str) -> None:
    """The side that makes it loses; the score stands, the other games go on, and the next game is dealt."""
    table = Table(key, 4, seed=6, illegal="forfeit")
    shown = table.reset()
    moves = shown.mask.argmax(axis=1)
    mover = int(shown.side[1])
    moves[1] = 99
    shown = table.step(moves)
    assert [False, True, False, False] == shown.done.tolist()
    assert [-1, 1] == [shown.outcome[1, mover], shown.outcome[1, 1 - mover]]
    game = table.ended(1)
    assert game is not None
    assert game.outcome is not None
    assert (Ending.FORFEIT, 1 - mover) == (game.outcome.how, game.outcome.winner)
    assert 5 == shown.number[1]
    assert 1 == len(table.game(0).moves)


def test_wrong_seats_at_a_table_are_refused() -> None:
    with pytest.raises(SeatError, match="a table needs a learner"):
        Table("breakaway", 1, players=["greedy", "random"])
    with pytest.raises(SeatError, match="3 players for 2 seats"):
        Table("breakaway", 1, players=[None, "greedy", "random"])
    with pytest.raises(UnknownStrategy, match="gredy"):
        Table("breakaway", 1, players=[None, "gredy"])
    with pytest.raises(ParseError, match="illegal cannot be 'ignore': give 'refuse' or 'forfeit'"):
        Table("breakaway", 1, illegal="ignore")  # type: ignore[arg-type]  # that is the test
