"""Sessions: turns, repeated moves, undo by consent, clocks, faults, what seats have seen, and JSON."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from _sessions import BOTS, Driver, first, last
from golden import named
from hockey_cards import (
    Clock,
    Expired,
    Faulted,
    Forfeited,
    Game,
    GameEnded,
    IllegalMove,
    Move,
    ParseError,
    RecordError,
    Seat,
    Seated,
    SeatError,
    Seeded,
    Session,
    SessionError,
    Stacked,
    Strategy,
    StrategyError,
    UndoAnswered,
    Undone,
    UndoRequested,
    UnknownStrategy,
    Variant,
    View,
    factory,
    play,
    read_history,
    variant,
)
from hockey_cards.events import SESSION_EVENTS
from hockey_cards.registry import families, family_of

OWN = named()
FAMILIES = {
    name: [game for game in OWN.values() if isinstance(game.rules, family.rules)] for name, family in families().items()
}
ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "vectors" / "sessions-1.jsonl"
SCHEMA: Any = Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "session.json").read_text("utf-8")))


def start(key: str = "breakaway", **players: Any) -> Session[Any, Any, Any]:
    """Return a session whose bots are given as ``s1="greedy"``."""
    return Session(Game.start(key, seed=7), {int(seat[1:]): player for seat, player in players.items()}, bots=BOTS)


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises((SessionError, IllegalMove)) as caught:
        action()
    error: Any = caught.value
    return str(error.code)


def at(now: int) -> Callable[[], int]:
    return lambda: now


def play_first(session: Session[Any, Any, Any], moves: int = 1) -> None:
    """Let the people of a session make their first legal moves."""
    for _ in range(moves):
        seat = session.advance()
        assert seat is not None
        session.play(seat, session.game.legal[0], turn=session.turn)


# Random sessions of all families.


def drive(family: str, seed: int) -> Driver:
    driver = Driver(FAMILIES[family][seed % len(FAMILIES[family])], seed)
    driver.play()
    return driver


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_random_sessions_end_in_true_records(family: str) -> None:
    """People, bots, take-overs, undos, clocks and JSON in any order; no seat sees what is hidden from it."""
    for seed in range(12):
        drive(family, seed)


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_many_random_sessions_end_in_true_records(family: str) -> None:
    for seed in range(200):
        drive(family, 1_000 + seed)


def submit_many(submissions: int) -> set[str]:
    """Make submissions that must change nothing, to sessions of all families, and return the codes of the answers."""
    codes: set[str] = set()
    seed = made = 0
    while made < submissions:
        seed += 1
        games = FAMILIES[sorted(FAMILIES)[seed % len(FAMILIES)]]
        driver = Driver(games[seed % len(games)], seed)
        for _ in range(driver.rng.randrange(60)):
            if driver.session.game.outcome is None:
                driver.step()
        before = driver.session.to_json()
        codes |= {driver.submit() for _ in range(50)}
        assert before == driver.session.to_json()
        made += 50
    return codes


@pytest.mark.slow
def test_repeated_late_and_foreign_submissions_change_nothing() -> None:
    codes = submit_many(1_000)
    assert codes >= {"repeated", "stale", "no-such-turn", "not-your-turn", "not-a-move"}


@pytest.mark.long
def test_ten_thousand_submissions_change_nothing() -> None:
    codes = submit_many(10_000)
    assert codes >= {"repeated", "stale", "no-such-turn", "not-your-turn", "not-a-move", "game-over", "bot-plays"}


# Turns and moves.


@pytest.mark.parametrize("key", OWN)
def test_a_session_of_bots_is_the_game_of_play(key: str) -> None:
    """``play`` and a session share the turn loop: the same seed and players make the same game."""
    game = Game.start(key, seed=7)
    seats = range(game.variant.rules.seats)
    players = {seat: ("greedy", "random")[seat % 2] for seat in seats}
    session = Session(game, players)
    assert session.advance() is None
    assert play(key, ["greedy", "random"], seed=7) == session.game
    awaited = Session(game, players)
    assert asyncio.run(awaited.aadvance()) is None
    assert session.to_json() == awaited.to_json()


def test_a_move_is_made_once() -> None:
    """The same move of the same turn is answered again; another one is stale."""
    session = start("breakaway")
    seat = session.advance()
    assert seat is not None
    assert seat == session.person == session.game.seat
    move, other = session.game.legal[:2]
    assert [1, 1, 1] == [session.play(seat, given, turn=0) for given in (move, move, move.code.upper())]
    assert (move,) == session.game.moves
    assert "stale" == code_of(lambda: session.play(seat, other, turn=0))
    assert "stale" == code_of(lambda: session.play(1 - seat, move, turn=0))
    assert (move,) == session.game.moves


def test_a_move_that_was_taken_back_is_still_answered() -> None:
    """A client that repeats a move after an undo is not told that it was never made, and it is not made again."""
    session = start("breakaway", s0="first")
    play_first(session)
    turn = session.turn - 1
    move = session.game.moves[-1]
    session.undo(1, turn=session.turn)
    assert turn + 1 == session.play(1, move, turn=turn)
    assert move not in session.game.moves
    assert turn + 2 == session.turn


def test_moves_that_are_refused() -> None:
    session = start("passe", s3="greedy")
    seat = session.advance()
    assert seat == 1
    held = {each: session.game.view(each).hand for each in range(4)}
    before = session.to_json()
    refused: list[tuple[str, Seat, Any, Any]] = [
        ("not-your-turn", 0, held[0][0], 0),
        ("not-your-turn", 3, held[3][0], 0),
        ("no-such-turn", 1, held[1][0], 1),
        ("no-such-turn", 1, held[1][0], -1),
        ("no-such-turn", 1, held[1][0], True),
        ("no-such-turn", 1, held[1][0], "0"),
        ("not-a-move", 1, "zz", 0),
        ("not-a-move", 1, 7, 0),
        ("not-in-hand", 1, held[0][0], 0),
    ]
    for code, mover, move, turn in refused:
        assert code == code_of(partial(session.play, mover, move, turn=turn))
    wrong: Any
    for wrong in (4, -1, "1", None, True):
        with pytest.raises(SeatError):
            session.play(wrong, held[1][0], turn=0)
    assert before == session.to_json()


def test_moves_for_a_bot_and_after_the_end_are_refused() -> None:
    session = start("passe", s1="greedy")
    assert "bot-plays" == code_of(lambda: session.play(1, session.game.legal[0], turn=0))
    session.forfeit(0)
    assert "game-over" == code_of(lambda: session.play(1, "4s", turn=session.turn))
    assert "game-over" == code_of(lambda: session.forfeit(2))
    assert "stale" == code_of(lambda: session.play(1, "4s", turn=0))
    assert session.advance() is None
    assert session.game.outcome is not None
    assert [Forfeited(0, 0), GameEnded(session.game.outcome)] == list(session.seen(None)[-2:])


def test_a_session_goes_on_from_a_game() -> None:
    game = Game.start("rink", seed=1)
    for _ in range(5):
        game = game.play(game.legal[0])
    session = Session(game)
    assert game.history(0) == session.seen(0)
    play_first(session, 3)
    assert session.to_json() == Session.from_json(session.to_json()).to_json()
    assert "no-move" == code_of(lambda: Session(game).undo(0, turn=0))


# Players.


def test_players_and_names() -> None:
    session = Session(Game.start("passe", seed=1), {1: "greedy", 2: first, 3: BOTS["first"]}, names={0: "Ann", 2: "Bo"})
    assert (None, "greedy", "", "") == session.players
    assert ("Ann", "greedy", "Bo", "") == session.names
    assert ["Ann", "greedy", "Bo", ""] == json.loads(session.record())["seats"]
    assert "seats" not in json.loads(start("rink").record())


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (UnknownStrategy, {"players": {1: "greddy"}}),
        (UnknownStrategy, {"substitute": "greddy"}),
        (UnknownStrategy, {"clocks": {0: Clock(bot="greddy")}}),
        (SeatError, {"players": {2: "greedy"}}),
        (SeatError, {"players": {True: "greedy"}}),
        (SeatError, {"names": {-1: "Ann"}}),
        (SeatError, {"clocks": {9: Clock()}}),
        (StrategyError, {"players": {1: 7}}),
        (ParseError, {"names": {0: 7}}),
        (ParseError, {"names": {0: "A" * 101}}),
        (ParseError, {"names": {0: "\ud800"}}),
        (ParseError, {"clocks": {0: 30}}),
    ],
    ids=str,
)
def test_a_session_that_cannot_be(error: type[Exception], arguments: dict[str, Any]) -> None:
    with pytest.raises(error):
        Session(Game.start("breakaway", seed=1), **arguments)


@pytest.mark.parametrize("value", [-1, 1.5, True, "1", 2**53 + 1])
@pytest.mark.parametrize("field", ["move", "game", "increment"])
def test_a_clock_takes_whole_milliseconds(field: str, value: Any) -> None:
    with pytest.raises(ParseError, match=field):
        Clock(**{field: value})


def test_a_bot_takes_over_and_a_person_comes_back() -> None:
    session = start("breakaway", s0="first")
    play_first(session, 2)
    session.replace(1, "greedy", name="stand-in")
    assert (None, ("first", "stand-in")) == (session.person, session.names)
    before = session.to_json()
    with pytest.raises(UnknownStrategy):
        session.replace(1, "greddy")
    with pytest.raises(SeatError):
        session.replace(2)
    with pytest.raises(ParseError):
        session.replace(1, name="A" * 101)
    assert before == session.to_json()
    session.replace(1, name="Ann")
    assert (Seated(1, 1, "greedy", "stand-in"), Seated(1, 1, None, "Ann")) == session.seen(None)[-2:]
    assert 1 == session.advance()


def test_factories_are_made_for_each_seat_and_after_an_undo() -> None:
    """The first time they have the chance that ``play`` gives them; after an undo they remember nothing."""
    made: list[tuple[Seat, float]] = []

    @factory
    def chance(variant: Variant, seat: Seat, rng: Random) -> Strategy:
        made.append((seat, rng.random()))
        return first

    session = Session(Game.start("passe", seed=7), {1: chance, 3: chance})
    play_first(session, 2)
    once = list(made)
    made.clear()
    play("passe", [first, chance], seed=7)
    assert once == made
    made.clear()
    session.replace(0, "greedy")
    session.undo(2, turn=session.turn)
    play_first(session)
    session.advance()
    assert [1, 3] == sorted(seat for seat, _ in made)
    assert not {number for _, number in made} & {number for _, number in once}


# Undo.


def test_alone_with_bots_a_person_is_free_to_take_back() -> None:
    """Back to the last decision, over the moves of bots and over deals; counted; the turn goes on."""
    session = start("breakaway", s0="first")
    marks: list[Game] = []
    for _ in range(40):
        seat = session.advance()
        if seat is None:
            break
        marks.append(session.game)
        session.play(seat, session.game.legal[-1], turn=session.turn)
    turn = session.turn
    for number, mark in enumerate(reversed(marks), 1):
        assert session.undo(1, turn=session.turn)
        assert (mark, number, turn + number) == (session.game, session.undos, session.turn)
    assert "no-move" == code_of(lambda: session.undo(1, turn=session.turn))
    assert json.loads(session.to_json())["undos"] == len(marks) > 10


def test_the_log_keeps_what_was_taken_back() -> None:
    session = start("breakaway", s0="first")
    play_first(session)
    before = session.seen(1)
    session.undo(1, turn=session.turn)
    undone = session.seen(1)[-1]
    assert isinstance(undone, Undone)
    assert before == session.seen(1)[:-1]
    assert session.game.history(1) == before[: undone.first]
    assert (undone,) == session.seen(0, since=len(before))


def test_requests_to_undo_that_are_refused() -> None:
    session = start("passe", s3="greedy")
    play_first(session)
    before = session.to_json()
    refused: list[tuple[str, Callable[[], object]]] = [
        ("stale", lambda: session.undo(1, turn=0)),
        ("no-such-turn", lambda: session.undo(1, turn=2)),
        ("no-move", lambda: session.undo(0, turn=1)),
        ("bot-plays", lambda: session.undo(3, turn=1)),
        ("no-request", lambda: session.answer_undo(0, agree=True, turn=1)),
        ("stale", lambda: session.answer_undo(0, agree=True, turn=0)),
    ]
    for code, action in refused:
        assert code == code_of(action)
    assert before == session.to_json()
    play_first(session)
    assert "undo-too-late" == code_of(lambda: session.undo(1, turn=2))
    session.forfeit(0)
    assert "game-over" == code_of(lambda: session.undo(2, turn=3))


def test_other_people_must_agree() -> None:
    """All of them; the one who asks cannot answer; a second request or answer changes nothing."""
    session = start("passe", s3="greedy")
    game = session.game
    play_first(session)
    assert not session.undo(1, turn=1)
    assert not session.undo(1, turn=1)
    assert 1 == session.undo_requested_by
    assert "no-request" == code_of(lambda: session.answer_undo(1, agree=True, turn=1))
    assert not session.answer_undo(0, agree=True, turn=1)
    assert not session.answer_undo(0, agree=False, turn=1)
    session = Session.from_json(session.to_json())
    assert 1 == session.undo_requested_by
    assert session.answer_undo(2, agree=True, turn=1)
    assert game == session.game
    assert (2, 1) == (session.turn, session.undos)
    assert session.undo_requested_by is None
    events = (UndoRequested(1, 1), UndoAnswered(0, 0, True), UndoAnswered(2, 0, True))
    assert events == session.seen(None)[-4:-1]


def test_one_refusal_ends_a_request() -> None:
    session = start("passe")
    play_first(session)
    session.undo(1, turn=1)
    assert not session.answer_undo(0, agree=False, turn=1)
    assert session.undo_requested_by is None
    assert "no-request" == code_of(lambda: session.answer_undo(2, agree=True, turn=1))
    session.undo(1, turn=1)
    play_first(session)
    assert session.undo_requested_by is None
    assert 0 == session.undos


@pytest.mark.slow
@pytest.mark.parametrize("key", OWN)
def test_people_take_back_nothing_that_showed_a_card(key: str) -> None:
    """A move that people can take back gives nobody a card that was hidden before it, but for those played."""
    game: Game[Any, Any, Any] = Game.start(key, seed=7)
    viewers = (*range(game.variant.rules.seats), None)
    rng, found = Random(7), set[bool]()
    before = [known(game.view(viewer)) for viewer in viewers]
    while game.seat is not None:
        move = rng.choice(game.legal)
        game, events = game.step(move)
        after = [known(game.view(viewer)) for viewer in viewers]
        reveals = any(event.reveals for event in events)
        found.add(reveals)
        if not reveals:
            assert all(now <= then | cards_in(move.code) for now, then in zip(after, before, strict=True))
        before = after
    assert found == ({True} if key == "block-draw" else {True, False})


def test_a_move_that_showed_a_card_stays() -> None:
    session = start("rink")
    play_first(session)
    assert "card-shown" == code_of(lambda: session.undo(1, turn=1))


def known(view: View) -> set[str]:
    """Return the codes of all cards in a view."""
    return cards_in(view.to_json())


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?:[2-9TJQKA][cdhs])", text))


# Clocks.


def timed(**clock: Any) -> Session[Any, Any, Any]:
    """Return a session of two people with clocks, the clock of seat 1 running from 1000."""
    session = Session(Game.start("breakaway", seed=7), clocks={0: Clock(**clock), 1: Clock(**clock)})
    session.start_clock(1_000)
    return session


def move_at(session: Session[Any, Any, Any], now: int | None) -> None:
    seat = session.person
    assert seat is not None
    session.play(seat, session.game.legal[0], turn=session.turn, now=now)


def test_time_is_taken_from_the_clock_of_the_mover() -> None:
    session = timed(move=30_000, game=60_000, increment=2_000)
    assert (31_000, 60_000, 55_000) == (session.deadline, session.time_left(1), session.time_left(1, now=6_000))
    move_at(session, 11_000)
    assert (52_000, 60_000) == (session.time_left(1), session.time_left(0))
    assert 41_000 == session.deadline
    move_at(session, 41_000)
    assert 32_000 == session.time_left(0, now=50_000)
    move_at(session, 40_000)
    assert 54_000 == session.time_left(1), "a time before the last one counts as no time"


def test_a_late_move_is_refused_and_changes_nothing() -> None:
    session = timed(game=5_000)
    before = session.to_json()
    assert "time-over" == code_of(lambda: move_at(session, 6_001))
    assert "no-time" == code_of(lambda: move_at(session, None))
    wrong: Any
    for wrong in (-1, 1.5, "1", True):
        with pytest.raises(ParseError):
            move_at(session, wrong)
        with pytest.raises(ParseError):
            session.expire(wrong)
    assert not session.expire(6_000)
    assert before == session.to_json()
    move_at(session, 6_000)


def test_expiry_is_a_forfeit() -> None:
    session = timed(move=5_000)
    assert session.expire(6_001)
    outcome = session.game.outcome
    assert outcome is not None
    assert 0 == outcome.winner
    assert (Expired(1, 1), Forfeited(1, 1), GameEnded(outcome)) == session.seen(0)[-3:]
    assert not session.expire(99_000)
    assert session.to_json() == Session.from_json(session.to_json()).to_json()


def test_expiry_is_the_move_of_a_bot() -> None:
    """A bot makes this one move; the person has the seat again afterwards."""
    session = timed(move=5_000, bot="greedy")
    session.expire(6_001)
    session = Session.from_json(session.to_json())
    assert (None, None, None) == (session.person, session.deadline, session.players[1])
    assert "time-over" == code_of(lambda: move_at_seat(session, 1))
    assert 0 == session.advance()
    assert {"move": session.game.moves[0].code, "player": "greedy"} == json.loads(session.to_json())["log"][-1]
    assert 11_001 == session.deadline
    move_at(session, 7_000)
    assert 1 == session.advance()


def move_at_seat(session: Session[Any, Any, Any], seat: Seat) -> None:
    session.play(seat, session.game.legal[0], turn=session.turn, now=6_500)


def test_clocks_stand_while_nobody_tells_the_time() -> None:
    """A clock runs from the first time that the session is told; a pause is not counted."""
    session = Session(Game.start("breakaway", seed=7), clocks={0: Clock(move=5_000)})
    assert not session.expire(10**9)
    move_at(session, 10**9)
    assert 10**9 + 5_000 == session.deadline
    session.start_clock(2 * 10**9)
    assert 2 * 10**9 + 5_000 == session.deadline
    untimed = start("breakaway")
    untimed.start_clock(5)
    move_at(untimed, 7)
    move_at(untimed, None)
    assert json.loads(untimed.to_json())["since"] is None


def test_a_late_bot_is_replaced_and_its_answer_dropped() -> None:
    times = iter([1_000, 9_000, 9_500])
    session = Session(Game.start("breakaway", seed=7), {1: "first"}, clocks={1: Clock(move=5_000)}, bots=BOTS)
    session.start_clock(0)
    assert 0 == session.advance(clock=lambda: next(times))
    session.play(0, session.game.legal[0], turn=1, now=1_500)
    assert 0 == session.advance(clock=lambda: next(times))
    (fault,) = session.faults
    assert (1, "slow-move", "random") == (fault.seat, fault.kind, session.players[1])


# Faults.


def raising(error: BaseException) -> Any:
    def strategy(view: View) -> Move:
        raise error

    return strategy


class Unmakeable:
    """A factory that fails after it has been made once."""

    def __init__(self) -> None:
        self.times = 0

    def make(self, variant: Variant, seat: Seat, rng: Random) -> Strategy:
        self.times += 1
        if self.times > 1:
            raise LookupError
        return first


def nothing(view: View) -> Any:
    return None


def a_text(view: View) -> Any:
    return view.legal[0].code


def a_coroutine(view: View) -> Any:
    return last(view)


def foreign(view: View) -> Any:
    return next(card for card in Seeded(1).deck if card not in view.legal)


FAULTY: dict[str, tuple[str, Any]] = {
    "raises": ("crash", raising(LookupError("4s"))),
    "exits": ("crash", raising(SystemExit(1))),
    "stops": ("crash", raising(StopIteration(1))),
    "uses too much memory": ("memory", raising(MemoryError())),
    "raises our own error": ("crash", raising(StrategyError("4s", 0, "illegal"))),
    "returns None": ("nonsense", nothing),
    "returns a text": ("nonsense", a_text),
    "returns a coroutine": ("nonsense", a_coroutine),
    "returns an illegal move": ("illegal", foreign),
}


@pytest.mark.parametrize(("kind", "bot"), FAULTY.values(), ids=FAULTY)
@pytest.mark.parametrize("substitute", ["random", "first", "failing", None])
def test_a_bot_that_fails_is_replaced(kind: str, bot: Any, substitute: str | None) -> None:
    """The fault is a named value in the log, which shows no card; the substitute goes on, or a person."""
    game = Game.start("breakaway", seed=7)
    session = Session(game, {1: bot}, substitute=substitute, bots=BOTS)
    if kind == "nonsense" and session.advance() == 1 and not session.faults:
        raise AssertionError("the bot was not asked")
    seat = session.advance()
    fault = session.faults[0]
    assert (1, 1, kind) == (fault.seat, fault.side, fault.kind)
    assert Faulted(1, 1, kind) in session.seen(0)
    assert Faulted(1, 1, kind) in session.seen(None)
    assert fault in session.seen(1)
    assert {None, substitute} >= {session.players[1]}
    works = substitute in ("random", "first")
    assert (0 if works else 1) == seat
    assert len(session.faults) == (2 if substitute == "failing" else 1)
    resumed = Session.from_json(session.to_json(), bots=BOTS)
    assert session.to_json() == resumed.to_json()


@pytest.mark.slow
def test_a_hundred_failures_do_not_stop_a_session() -> None:
    """Bots that fail are seated again and again, in the middle of games, asked at once or awaited."""
    faults = seed = 0
    while faults < 100:
        rng = Random(seed)
        session = Session(Game.start(rng.choice(list(OWN)), seed=seed))
        for _ in range(400):
            if session.game.seat is None:
                break
            if rng.random() < 0.3:
                session.replace(session.game.seat, rng.choice([bot for _, bot in FAULTY.values()]))
            person = asyncio.run(session.aadvance()) if rng.random() < 0.1 else session.advance()
            if person is not None:
                session.play(person, rng.choice(session.game.legal), turn=session.turn)
        assert session.game.outcome is not None
        assert session.game.outcome == Game.from_record(session.record()).outcome
        faults += len(session.faults)
        seed += 1


def test_a_factory_that_fails_later_is_a_fault() -> None:
    session = Session(Game.start("breakaway", seed=7), {0: Unmakeable()})
    play_first(session)
    assert 1 == session.advance()
    session.undo(1, turn=session.turn)
    play_first(session)
    assert 1 == session.advance()
    assert ["crash"] == [fault.kind for fault in session.faults]


def test_the_side_of_a_person_whose_stand_in_fails_forfeits() -> None:
    session = Session(Game.start("breakaway", seed=7), clocks={1: Clock(move=1, bot="failing")}, bots=BOTS)
    session.start_clock(0)
    session.expire(2)
    assert session.advance() is None
    assert session.game.outcome is not None
    assert 0 == session.game.outcome.winner
    assert (None, None) == session.players


# Bots that are awaited.


def test_a_bot_that_must_be_awaited_is_named() -> None:
    session = start("breakaway", s1=last)
    assert "needs-await" == code_of(session.advance)
    assert () == session.faults
    assert 0 == asyncio.run(session.aadvance())


def test_the_session_can_be_used_while_a_bot_thinks() -> None:
    """An answer that is not due any more is dropped; a second call does not ask the bot again."""

    async def evening() -> None:
        asked: list[Seat] = []
        release = asyncio.Event()

        async def slow(view: View) -> Move:
            asked.append(view.seat or 0)
            await release.wait()
            return view.legal[-1]

        session = Session(Game.start("breakaway", seed=7), {1: slow})
        task = asyncio.create_task(session.aadvance())
        await asyncio.sleep(0)
        assert await session.aadvance() is None
        assert [1] == asked
        session.replace(1, "greedy")
        release.set()
        assert 0 == await task
        assert {"move": session.game.moves[0].code, "player": "greedy"} == json.loads(session.to_json())["log"][-1]

    asyncio.run(evening())


def test_a_bot_that_is_too_late_can_be_given_up() -> None:
    """The task is cancelled, and ``expire`` names the fault."""

    async def evening() -> None:
        async def sleeper(view: View) -> Move:
            await asyncio.sleep(60)
            return view.legal[0]

        session = Session(Game.start("breakaway", seed=7), {1: sleeper}, clocks={1: Clock(move=5_000)})
        session.start_clock(0)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(session.aadvance(), 0.001)
        assert session.expire(5_001)
        assert ["slow-move"] == [fault.kind for fault in session.faults]
        assert 0 == await session.aadvance()

    asyncio.run(evening())


# What seats have seen.


def test_seen_is_the_history_of_the_game() -> None:
    session = start("passe", s1="greedy", s3="random")
    play_first(session, 8)
    for viewer in (*range(4), None):
        assert session.game.history(viewer) == session.seen(viewer)
        assert session.game.history(viewer, since=5) == session.seen(viewer, since=5)
        assert session.game.history_json(viewer, since=5) == session.seen_json(viewer, since=5)
    wrong: Any
    for wrong in (-1, len(session.seen(None)) + 1, 1.5, None):
        assert "no-such-event" == code_of(partial(session.seen, 0, since=wrong))
    with pytest.raises(SeatError):
        session.seen(4)
    assert () == session.seen(0, since=len(session.seen(0)))


def test_events_of_a_session_travel() -> None:
    session = start("passe", s1="failing")
    play_first(session)
    session.undo(2, turn=session.turn)
    history = read_history(session.seen_json(0))
    assert session.seen(0) == history.events
    assert {Faulted, Seated} <= set(map(type, history.events))


# JSON.


def stored(session: Session[Any, Any, Any], **changes: Any) -> str:
    return json.dumps(json.loads(session.to_json()) | changes)


def busy() -> Session[Any, Any, Any]:
    """Return a session in which much has happened."""
    session = Session(
        Game.start("passe", seed="birch", dealer=2),
        {1: "greedy", 3: "random"},
        names={0: "Ann", 2: "Žofie ♥"},
        clocks={0: Clock(move=30_000, game=600_000, increment=5_000, bot="random"), 2: Clock(game=300_000)},
    )
    now = 1_700_000_000_000
    session.start_clock(now)
    for number in range(24):
        now += 1_234
        seat = session.advance(clock=at(now))
        assert seat is not None
        session.play(seat, session.game.legal[0], turn=session.turn, now=now)
        if number == 5:
            session.undo(seat, turn=session.turn, now=now)
            session.answer_undo(2 - seat, agree=True, turn=session.turn, now=now)
        if number == 9:
            session.replace(1, BOTS["failing"])
        if session.advance(clock=at(now)) == 0 and number > 14 and Expired(0, 0) not in session.seen(0):
            now += 30_001
            session.expire(now)
    session.replace(3, "greedy", name="Ivan")
    return session


def golden_texts() -> tuple[str, ...]:
    """Return the sessions of the golden file: one in progress, one that was forfeited, one of an imagined game."""
    forfeited = busy()
    forfeited.forfeit(2)
    imagined = Session(busy().game.imagine(2, Random(1)), {3: "first"}, names={0: "Ann"}, bots=BOTS)
    play_first(imagined, 3)
    return busy().to_json(), forfeited.to_json(), imagined.to_json()


def test_sessions_of_version_1_load_for_ever() -> None:
    """The golden file was written by the first release that had sessions."""
    texts = GOLDEN.read_text("utf-8").splitlines()
    sessions = [Session.from_json(text, bots=BOTS) for text in texts]
    assert texts == [session.to_json() for session in sessions]
    assert [True, False, True] == [session.game.outcome is None for session in sessions]
    assert [1, 1, 0] == [session.undos for session in sessions]
    assert [(None, "random", None, "greedy")] * 2 + [(None, None, None, "first")] == [
        session.players for session in sessions
    ]
    assert ("Ann", "greedy", "Žofie ♥", "Ivan") == sessions[0].names
    assert set(SESSION_EVENTS) == {type(event) for event in sessions[1].seen(None)} & set(SESSION_EVENTS)


@pytest.mark.parametrize("key", OWN)
def test_whatever_is_written_fits_the_schema(key: str) -> None:
    driver = Driver(OWN[key], 6)
    for _ in range(40):
        if driver.session.game.outcome is None:
            driver.step()
    for text in (driver.session.to_json(), *golden_texts()):
        assert [] == [error.message for error in SCHEMA.iter_errors(json.loads(text))]


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "hockey-cards-session/2"},
        {"format": "hockey-cards-record/1"},
        {"more": 1},
        {"record": None},
        {"record": {}},
        {"seats": []},
        {"seats": [{"name": "Ann", "player": None}] * 4},
        {"seats": {"name": "Ann"}},
        {"turn": 1},
        {"turn": -1},
        {"turn": True},
        {"undos": 0},
        {"since": "now"},
        {"since": -1},
        {"substitute": 7},
        {"packs": []},
        {"packs": ["4s4s"]},
        {"later": "ab"},
        {"log": {}},
        {"log": []},
        {"log": [{"move": "zz", "player": None}]},
        {"log": [{"event": "kicked"}]},
        {"log": [{"event": "undone", "seat": 0, "side": 0, "moves": 1, "first": 0}]},
        {"log": [{"event": "undone", "seat": 0, "side": 0, "moves": -1, "first": 0}]},
        {"log": [7]},
    ],
    ids=str,
)
def test_what_is_not_a_session_is_refused(changes: dict[str, Any]) -> None:
    text = stored(busy(), **changes)
    with pytest.raises(ParseError):
        Session.from_json(text)


@pytest.mark.slow
def test_a_session_with_a_changed_log_is_refused() -> None:
    """Whatever entry of the log is left out or doubled, the rest does not fit; but for those that concern no move."""
    fields = json.loads(busy().to_json())
    log = fields["log"]
    for place, entry in enumerate(log):
        if "move" not in entry and entry["event"] != "undone":
            continue
        for changed in (log[:place] + log[place + 1 :], log[: place + 1] + log[place:]):
            with pytest.raises(ParseError):
                Session.from_json(json.dumps(fields | {"log": changed}))


@pytest.mark.parametrize("text", ["", "[]", "7", "{}", b"\xff", '{"format": 1}', '{"a": 1, "a": 2}', 7])
def test_other_text_is_refused(text: Any) -> None:
    with pytest.raises(ParseError):
        Session.from_json(text)


def test_an_unknown_bot_becomes_a_person() -> None:
    """And the last event says so; a program that knows the bot finds it by its name."""
    session = Session(Game.start("passe", seed=7), {0: "first", 1: "greedy", 3: last}, bots=BOTS)
    session.replace(1, "failing", name="Ivan")
    text = session.to_json()
    read = Session.from_json(text)
    assert (None, None, None, None) == read.players
    assert ("", "Ivan", "", "") == read.names
    assert Seated(3, 1, None, "") == read.seen(None)[-1]
    assert ("first", "failing", None, None) == Session.from_json(text, bots=BOTS).players


def test_a_stored_session_loads_no_code(tmp_path: Path) -> None:
    """The text of a file or a program is no name of a bot, in a session or in its JSON."""
    mine = tmp_path / "mine.py"
    mine.write_text("raise SystemExit('it was imported')\n")
    for text in (f"{mine}:play", "cmd:ls", "os:abort"):
        with pytest.raises(UnknownStrategy):
            Session(Game.start("rink", seed=7), {0: text})
        session = Session(Game.start("rink", seed=7), {0: text}, bots={text: last})
        assert (None, None) == Session.from_json(session.to_json()).players


def test_packs_beyond_the_record_are_kept() -> None:
    """A stacked game goes on after it was stored: with all its packs, and the seed of later ones."""
    packs = [Seeded(7).pack(period) for period in range(4)]
    stacked = Session(Game.start("breakaway", shoe=Stacked(packs)))
    imagined = Session(Game.start("breakaway", seed=7).imagine(0, Random(1)))
    for session in (stacked, imagined):
        read = Session.from_json(session.to_json())
        assert session.to_json() == read.to_json()
        for each in (session, read):
            for seat in range(2):
                each.replace(seat, BOTS["first"])
            each.advance()
        assert session.game.state.period == read.game.state.period > 0
    with pytest.raises(ParseError):
        Session.from_json(stored(stacked, packs=[]))


def test_a_session_without_a_shoe_cannot_be_stored() -> None:
    game = Game.start("breakaway", seed=7)
    session = Session(Game.at(game.variant, game.state))
    play_first(session, 2)
    with pytest.raises(RecordError):
        session.to_json()


def test_house_rules_and_foreign_variants() -> None:
    own = variant("breakaway").house(max_overtimes=3)
    session = Session(Game.start(own, seed=7))
    assert own == Session.from_json(session.to_json()).game.variant
    assert family_of(own.rules) is not None


def test_a_session_shows_itself() -> None:
    assert "<Session breakaway, turn 0, score (0, 0)>" == repr(start("breakaway"))


def test_the_keys_are_those_of_the_page() -> None:
    """The page on stored sessions tells each key of the schema, and which are needed."""
    page = (ROOT / "docs" / "session.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    told = {name.strip(" `"): needed.strip() == "yes" for name, needed in rows}
    schema = SCHEMA.schema
    assert {key: key in schema["required"] for key in schema["properties"]} == told


def test_bots_can_be_stopped_after_a_number_of_moves() -> None:
    """A front end that pauses lets the bots move one by one; it comes to the same game."""
    game = Game.start("passe", seed=5)
    bots = dict.fromkeys(range(4), "greedy")
    whole, paused = Session(game, bots), Session(game, bots)
    whole.advance()
    turns: list[int] = []
    while paused.game.outcome is None:
        assert paused.advance(moves=1) is None
        turns.append(paused.turn)
    assert turns == list(range(1, len(whole.game.moves) + 1))
    assert paused.game == whole.game
    assert paused.advance(moves=0) is None
