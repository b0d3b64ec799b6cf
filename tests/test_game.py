"""Games as values: moves, undo, forfeits, turns, equality and pickling."""

from __future__ import annotations

import copy
import pickle
import random
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given

from _records import KEYS, finished, games, play_on
from hockey_cards import (
    Ending,
    Game,
    GameEnded,
    IllegalMove,
    Outcome,
    ParseError,
    RecordError,
    SeatError,
    Seeded,
    ShoeError,
    Stacked,
    UnknownVariant,
    apply,
    deck,
    imagine,
    legal,
    redact,
    side_of,
    step,
    variant,
    view,
)

CARD = re.compile(r"\b(10|[2-9TJQKA])[cdhs♣♦♥♠](?![a-z])")


def test_start_takes_a_variant_or_its_name() -> None:
    game = Game.start("passe", seed=7, dealer=2)
    assert game == Game.start(variant("passe"), seed="7", dealer=2)
    assert game == Game.start("passe", shoe=Seeded(7), dealer=2)
    assert (game.variant, game.dealer, game.shoe) == (variant("passe"), 2, Seeded(7))
    assert (game.moves, game.outcome, game.score) == ((), None, (0, 0))
    assert game.events == game.variant.rules.dealt(game.state)


def test_start_refuses_what_makes_no_game() -> None:
    """An unknown name, a seed together with a shoe, and an invalid seed each raise their error."""
    with pytest.raises(UnknownVariant, match=r"'Breakaway'.*breakaway.*rink"):
        Game.start("Breakaway")
    with pytest.raises(ShoeError, match="one of them"):
        Game.start("breakaway", seed=7, shoe=Seeded(7))
    with pytest.raises(ParseError):
        Game.start("breakaway", seed=b"7")
    with pytest.raises(ShoeError):
        Game.start("rink", shoe=Seeded(7))


@pytest.mark.parametrize("dealer", [-1, 4, 10**30, True, False, 0.0, "0", None, [0]], ids=ascii)
@pytest.mark.parametrize("key", ["passe", "rink"])
def test_start_refuses_dealers_that_are_no_seat(key: str, dealer: Any) -> None:
    with pytest.raises(SeatError, match="seat"):
        Game.start(key, seed=7, dealer=dealer)


def test_start_without_seed_draws_one() -> None:
    """Games without a seed differ, and can be recorded like all others."""
    before = random.getstate()
    one, other = Game.start("breakaway"), Game.start("breakaway")
    assert one != other
    assert one == Game.from_record(one.record())
    assert before == random.getstate()


@pytest.mark.parametrize("key", KEYS)
def test_moves_and_their_codes_are_the_same(key: str) -> None:
    """A move is accepted as a value or by its code; the game has the value."""
    one = other = Game.start(key, seed=7)
    while one.outcome is None:
        move = one.legal[len(one.moves) % len(one.legal)]
        one, other = one.play(move), other.step(move.code)[0]
        assert one.moves[-1] == other.moves[-1] == move
    assert one == other
    assert one.record() == other.record()


def test_game_stays_as_it_was() -> None:
    """Every move returns a new game, several games can continue from one, and no attribute can be set."""
    game = Game.start("breakaway", seed=7)
    kept = pickle.dumps(game)
    branches = [game.play(move) for move in game.legal]
    assert len(set(branches)) == len(game.legal) > 1
    assert [branch.undo() for branch in branches] == [game] * len(branches)
    assert [branch.moves for branch in branches] == [(move,) for move in game.legal]
    assert pickle.loads(kept) == game
    for name in ("state", "dealer", "variant", "_last", "note"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)


@pytest.mark.parametrize("text", ["", "xx", "4s ", "b2", "\ud800", "4s" * 9999, "10"], ids=lambda text: ascii(text[:6]))
def test_text_that_is_no_move(text: str) -> None:
    """An invalid code is a ``ParseError``, and the game is unchanged."""
    game = Game.start("breakaway", seed=7)
    for make in (game.play, game.step):
        with pytest.raises(ParseError):
            make(text)
    assert game == Game.start("breakaway", seed=7)


VALUES: list[Any] = [None, True, 7, 1.0, b"4s", ["4s"], ("4s",), object(), Game, Seeded(7), deck()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("key", KEYS)
def test_value_that_is_no_move(key: str, value: Any) -> None:
    """A value that is not a move of the game is illegal, whatever it equals; the error has the legal moves."""
    game = Game.start(key, seed=7)
    for make in (game.play, game.step):
        with pytest.raises(IllegalMove) as caught:
            make(value)
        assert (caught.value.code, caught.value.legal) == ("not-a-move", game.legal)
        assert caught.value.move is value


@pytest.mark.parametrize("key", KEYS)
def test_numbers_are_no_moves(key: str) -> None:
    """A number that equals a legal move is not a move; neither is a move of another family."""
    game = Game.start(key, seed=7)
    values: list[Any] = list(Game.start("breakaway" if key == "rink" else "rink", seed=7).legal)
    for move in game.legal:
        number = int(move) if isinstance(move, int) else 0
        values += [number, float(number)]
    for value in values:
        with pytest.raises(IllegalMove):
            game.play(value)


@pytest.mark.parametrize("key", KEYS)
def test_illegal_move_keeps_the_game(key: str) -> None:
    """An illegal move changes nothing; the error has the move and the legal moves."""
    game = play_on(Game.start(key, seed=7), moves=9)
    kept = pickle.dumps(game)
    moves = {turn.move for turn in finished(key).turns} - set(game.legal)
    for move in sorted(moves):
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert (caught.value.move, caught.value.legal) == (move, game.legal)
        assert caught.value.code
        assert caught.value.rule
    assert pickle.loads(kept) == game
    assert game.play(game.legal[0]).moves == (*game.moves, game.legal[0])


@given(games())
def test_undo(game: Game) -> None:
    """Undone move by move, a game passes through its earlier games to its start."""
    forward = [Game.start(game.variant, shoe=game.shoe, dealer=game.dealer)]
    for move in game.moves:
        forward.append(forward[-1].play(move))
    if game.forfeited_by is not None:
        game = game.undo()
    for earlier in reversed(forward):
        assert game == earlier
        assert (game.state, game.score, game.legal) == (earlier.state, earlier.score, earlier.legal)
        game = game.undo() if earlier is not forward[0] else game
    with pytest.raises(IllegalMove) as caught:
        game.undo()
    assert caught.value.code == "no-move"


@given(games())
def test_games_are_values(game: Game) -> None:
    """A pickled, copied or re-read game is equal, with the same hash, and can be continued."""
    copies = [pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game), Game.from_record(game.record())]
    for other in copies:
        assert game == other
        assert hash(game) == hash(other)
        assert (game.moves, game.outcome, game.forfeited_by) == (other.moves, other.outcome, other.forfeited_by)
        assert repr(game) == repr(other)
        assert play_on(game) == play_on(other)


def test_games_that_are_not_equal() -> None:
    """Games with another seed, shoe, dealer, variant, move or forfeit are different."""
    game = play_on(Game.start("team-breakaway", seed=7), moves=2)
    house = variant("team-breakaway").house(max_overtimes=2)
    others: list[object] = [
        play_on(Game.start("team-breakaway", seed=8), moves=2),
        play_on(Game.start("team-breakaway", seed=7, dealer=2), moves=2),
        play_on(Game.start(house, seed=7), moves=2),
        play_on(Game.start("rumble", seed=7), moves=2),
        play_on(Game.start("team-breakaway", shoe=Stacked([Seeded(7).pack(0)])), moves=2),
        Game.at(game.variant, game.state),
        play_on(Game.start("team-breakaway", seed=7), moves=1),
        game.undo().play(game.undo().legal[-1 if game.moves[-1] is not game.undo().legal[-1] else 0]),
        game.forfeit(0),
        game.forfeit(1),
        None,
        game.moves,
        game.state,
    ]
    assert [other for other in others if other == game] == []
    assert len({game, *others}) == len(others) + 1


@pytest.mark.parametrize("key", KEYS)
def test_repr_shows_no_card(key: str) -> None:
    """The ``repr`` of games, states and views is short, and shows no card and no seed."""
    game = Game.start(key, seed=7)
    for _ in range(40):
        shown = [game, game.state, *(game.view(seat) for seat in (0, 1, None))]
        for value in shown:
            assert len(repr(value)) < 120
            assert CARD.search(repr(value)) is None
            assert Seeded(7).seed.hex()[:8] not in repr(value)
        if game.outcome is None:
            game = game.play(game.legal[-1])
    assert repr(finished(key)).startswith(f"<Game {key}, ")


@pytest.mark.parametrize("key", KEYS)
def test_after_the_end(key: str) -> None:
    """After the end no seat is to move and no move is legal; a move is refused as ``game-over``."""
    game = finished(key)
    outcome = game.outcome
    assert outcome is not None
    assert (game.seat, game.legal, game.score) == (None, (), outcome.score)
    assert eval(repr(outcome)) == pickle.loads(pickle.dumps(outcome)) == outcome
    last = game.moves[-1]
    for make in (game.play, game.step):
        for move in (last, last.code, game.moves[0]):
            with pytest.raises(IllegalMove, match="over") as caught:
                make(move)
            assert (caught.value.code, caught.value.legal) == ("game-over", ())
            assert caught.value.move in (move, last)
    for side in (0, 1):
        with pytest.raises(IllegalMove, match="over") as caught:
            game.forfeit(side)
        assert caught.value.code == "game-over"
    for seat in (*range(game.variant.rules.seats), None):
        assert game.view(seat).legal == ()


@pytest.mark.parametrize("side", [0, 1])
def test_forfeited_game(side: int) -> None:
    """A forfeit ends the game: the other side wins, the score stays, and it can be undone."""
    game = play_on(Game.start("saves", seed=7), moves=60)
    ended = game.forfeit(side)
    assert ended.outcome == Outcome(1 - side, Ending.FORFEIT, game.score)
    assert (ended.seat, ended.legal, ended.state, ended.moves) == (None, (), game.state, game.moves)
    for move in (game.legal[0], game.legal[0].code):
        with pytest.raises(IllegalMove) as caught:
            ended.play(move)
        assert caught.value.code == "game-over"
    for other in (0, 1):
        with pytest.raises(IllegalMove):
            ended.forfeit(other)
    assert ended.undo() == game
    assert game.outcome is None


@pytest.mark.parametrize("key", ["breakaway", "rink", "blades"])
@pytest.mark.parametrize(
    ("seat", "told"), [(10**5000, "<huge integer>"), ("x" * 99, f"'{'x' * 39}...")], ids=["number", "text"]
)
def test_seats_that_cannot_be_shown_are_refused_all_the_same(key: str, seat: Any, told: str) -> None:
    """Any invalid seat raises a SeatError with a short message."""
    game = Game.start(key, seed=7)
    for asked in (lambda: Game.start(key, dealer=seat), lambda: game.view(seat), lambda: game.forfeit(seat)):
        with pytest.raises(SeatError, match=re.escape(told)):
            asked()


@pytest.mark.parametrize("side", [2, -1, True, False, 0.0, 1.0, None, "0", [0]], ids=ascii)
def test_sides_that_cannot_forfeit(side: Any) -> None:
    with pytest.raises(SeatError, match="0 or 1"):
        Game.start("passe", seed=7).forfeit(side)


@pytest.mark.parametrize("key", KEYS)
def test_turns_events_and_steps_agree(key: str) -> None:
    """Steps, turns and the events of the game agree; the events begin with the deal."""
    game, told = Game.start(key, seed=7, dealer=1), list[Any](Game.start(key, seed=7, dealer=1).events)
    for number, turn in enumerate(finished(key, dealer=1).turns, 1):
        assert (turn.number, turn.seat, turn.legal, turn.before) == (number, game.seat, game.legal, game.state)
        after, events = game.step(turn.move)
        assert after == game.play(turn.move)
        assert (turn.step.state, turn.step.events) == (after.state, events)
        made: Any = events[0]
        played = (turn.seat, side_of(turn.seat), turn.move, turn.step.call)
        assert (made.seat, made.side, made.move, made.call) == played
        assert step(game.state, turn.move) == turn.step
        assert apply(game.state, turn.move) == turn.step.state
        for seat in (0, 1, None):
            assert [redact(event, seat) for event in events] == [event.seen_by(seat) for event in events]
        game, told = after, [*told, *events]
    assert tuple(told) == game.events
    assert game.moves == tuple(turn.move for turn in game.turns)
    assert told[-1] == GameEnded(game.outcome) if game.outcome else False
    assert sum(isinstance(event, GameEnded) for event in told) == 1


@pytest.mark.parametrize("key", KEYS)
def test_game_asks_the_rules(key: str) -> None:
    """Seat, legal moves, views and outcome of a game are those of its state."""
    game = Game.start(key, seed=7)
    rules: Any = game.variant.rules
    for _ in range(50):
        if game.outcome is not None:
            break
        assert (game.seat, game.legal) == (rules.seat(game.state), legal(game.state))
        for seat in (*range(rules.seats), None):
            seen = game.view(seat)
            assert seen == view(game.state, seat)
            assert seen.legal == (game.legal if seat == game.seat else ())
            assert (seen.mover, seen.score, seen.period) == (game.seat, game.score, game.state.period)
        game = game.play(game.legal[0])


@pytest.mark.parametrize("seat", [-1, 4, True, 0.0, "0", 10**30], ids=ascii)
@pytest.mark.parametrize("key", ["passe", "rink"])
def test_views_of_seats_that_are_not_there(key: str, seat: Any) -> None:
    with pytest.raises(SeatError, match="seat"):
        Game.start(key, seed=7).view(seat)


@pytest.mark.parametrize("key", KEYS)
def test_going_on_from_an_imagined_state(key: str) -> None:
    """A game can continue from an imagined state to its end, and be undone; it cannot be recorded."""
    game = play_on(Game.start(key, seed=7), moves=11)
    seen = game.view(game.seat)
    dreamt = Game.at(game.variant, imagine(seen, Random(3)))
    assert (dreamt.seat, dreamt.legal, dreamt.moves, dreamt.shoe) == (game.seat, game.legal, (), None)
    assert dreamt.view(game.seat) == seen
    ended = play_on(dreamt)
    assert ended.outcome is not None
    assert len(ended.moves) == len(list(ended.turns))
    for one in (dreamt, ended, dreamt.forfeit(0)):
        assert pickle.loads(pickle.dumps(one)) == one
        with pytest.raises(RecordError, match="cannot be recorded"):
            one.record()
    while ended.moves:
        ended = ended.undo()
    assert ended == dreamt


def test_long_game() -> None:
    """A game of many thousand moves can be pickled, compared, undone, recorded and deleted like a short one."""
    game = play_on(Game.start(variant("block-draw").house(periods=100), seed=7))
    assert len(game.moves) == 4000
    assert pickle.loads(pickle.dumps(game)) == game == Game.from_record(game.record())
    assert hash(game) == hash(game.undo().play(game.moves[-1]))
    assert len(game.undo().events) < len(game.events)


@pytest.mark.parametrize("key", KEYS)
def test_nothing_touches_global_chance(key: str) -> None:
    """Neither games nor imagined states use or seed the global ``random``."""
    random.seed(7)
    before = random.getstate()
    game = finished(key)
    imagine(Game.start(key, seed=7).view(0), Random(1))
    Game.from_record(game.record())
    assert before == random.getstate()
