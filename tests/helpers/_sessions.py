"""Sessions driven at random: people, bots, take-overs, undos, clocks, and JSON in the middle."""

from __future__ import annotations

from random import Random
from typing import Any

from hockey_cards import (
    Clock,
    Event,
    Game,
    IllegalMove,
    Move,
    Seat,
    Session,
    SessionError,
    Undone,
    Variant,
    View,
)
from hockey_cards.events import SESSION_EVENTS

REFUSALS = (IllegalMove, SessionError)


def first(view: View) -> Move:
    return view.legal[0]


async def last(view: View) -> Move:
    return view.legal[-1]


def failing(view: View) -> Move:
    raise LookupError(" ".join(move.code for move in view.legal))


BOTS: dict[str, Any] = {"first": first, "failing": failing}
"""Bots that are not registered."""

PLAYERS = (None, None, "random", "greedy", "first", "failing")


def standing(events: tuple[Event, ...]) -> list[Event]:
    """Return the events of the game that have not been taken back, as a client finds them."""
    found: list[tuple[int, Event]] = []
    for number, event in enumerate(events):
        if isinstance(event, Undone):
            found = [(place, each) for place, each in found if place < event.first]
        elif not isinstance(event, SESSION_EVENTS):
            found.append((number, event))
    return [event for _, event in found]


def check_secrets(session: Session[Any, Any, Any], rng: Random) -> None:
    """Compare what each seat has seen with a game that differs in all that the seat cannot know."""
    for viewer in (*range(session.game.variant.rules.seats), None):
        imagined = session.game.imagine(viewer, rng)
        assert list(imagined.history(viewer)) == standing(session.seen(viewer))


class Driver:
    """A random table: everything that front ends do with a session, in any order.

    Args:
        variant: The game.
        seed: The seed of the packs and of everything random.
    """

    def __init__(self, variant: Variant, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.now = 1_000
        seats = range(variant.rules.seats)
        players = {seat: rng.choice(PLAYERS) for seat in seats}
        clocks = {
            seat: Clock(move=60_000, game=600_000, increment=rng.choice((0, 2_000)), bot=rng.choice((None, "random")))
            for seat in seats
            if seed % 3 == 0
        }
        self.session: Session[Any, Any, Any] = Session(
            Game.start(variant, seed=seed, dealer=rng.choice(seats)),
            {seat: player for seat, player in players.items() if player is not None},
            names={seat: f"seat {seat} ♥" for seat in seats if rng.random() < 0.5},
            clocks=clocks,
            substitute=rng.choice(("random", "first", "failing", None)),
            bots=BOTS,
        )
        self.turns = [self.session.turn]
        self.checks = 0

    def play(self, steps: int = 4_000) -> Session[Any, Any, Any]:
        """Go on until the game is over, and check the whole."""
        for _ in range(steps):
            if self.session.game.outcome is not None:
                break
            self.step()
            self.turns.append(self.session.turn)
        else:
            raise AssertionError("the game has no end")
        assert self.turns == sorted(self.turns)
        self.check()
        return self.session

    def step(self) -> None:
        self.now += self.rng.randrange(1_000)
        person = self.session.advance(clock=lambda: self.now)
        if person is None:
            return
        draw = self.rng.random()
        if draw < 0.80:
            self.move(person)
        elif draw < 0.88:
            self.undo()
        elif draw < 0.92:
            self.replace()
        elif draw < 0.95:
            self.resume()
        elif draw < 0.97:
            self.now += self.rng.choice((0, 90_000))
            self.session.expire(self.now)
        elif draw < 0.999:
            self.refused()
        else:
            self.session.forfeit(person)

    def move(self, seat: Seat) -> None:
        session, turn = self.session, self.session.turn
        if session.deadline is not None and self.now > session.deadline:
            session.expire(self.now)
            return
        move = self.rng.choice(session.game.legal)
        assert turn + 1 == session.play(seat, move.code, turn=turn, now=self.now)

    def undo(self) -> None:
        session = self.session
        if self.checks < 2:
            self.checks += 1
            check_secrets(session, self.rng)
        seat = self.rng.randrange(len(session.players))
        before = session.to_json()
        try:
            done = session.undo(seat, turn=session.turn, now=self.now)
        except SessionError:
            assert before == session.to_json()
            return
        for other, player in enumerate(session.players):
            if not done and other != seat and player is None and session.undo_requested_by is not None:
                done = session.answer_undo(other, agree=self.rng.random() < 0.8, turn=session.turn, now=self.now)

    def replace(self) -> None:
        seat = self.rng.randrange(len(self.session.players))
        self.session.replace(seat, self.rng.choice(PLAYERS), name=self.rng.choice((None, "Ann", "Bo")))

    def resume(self) -> None:
        text = self.session.to_json()
        resumed = Session.from_json(text, bots=BOTS)
        assert text == resumed.to_json()
        for viewer in (*range(len(self.session.players)), None):
            assert self.session.seen(viewer) == resumed.seen(viewer)
        assert self.session.deadline == resumed.deadline
        assert self.session.person == resumed.person
        self.session = resumed

    def refused(self) -> None:
        """Submit what must be refused, or answered again; nothing changes."""
        before = self.session.to_json()
        for _ in range(3):
            assert self.submit()
        assert before == self.session.to_json()

    def submit(self) -> str:
        """Submit a repeated, late, early, foreign or wrong move, and return the code of the answer."""
        session, rng = self.session, self.rng
        seat, turn = session.game.seat, session.turn
        moves = list(session._made.items())
        kind = rng.randrange(5)
        try:
            if kind == 0 and moves:
                number, (mover, code) = rng.choice(moves)
                assert number + 1 == session.play(mover, code, turn=number, now=self.now)
                return "repeated"
            if kind <= 1:
                session.play(rng.randrange(len(session.players)), rng.choice(["zz", ""]), turn=rng.randrange(-2, turn))
            elif kind == 2:
                others = [each for each in range(len(session.players)) if each != seat]
                session.play(rng.choice(others), rng.choice(session.game.legal or ["2c"]), turn=turn, now=self.now)
            elif kind == 3:
                session.play(rng.randrange(len(session.players)), "2c", turn=turn + 1 + rng.randrange(3))
            else:
                session.play(rng.randrange(len(session.players)), "nonsense", turn=turn, now=self.now)
        except REFUSALS as error:
            return error.code
        raise AssertionError("the session took what it must refuse")

    def check(self) -> None:
        """Check the finished session: its record verifies, and nobody has seen what is hidden."""
        session = self.session
        game = Game.from_record(session.record())
        assert (game.moves, game.outcome) == (session.game.moves, session.game.outcome)
        assert list(game.events) == standing(tuple(session._events))
        check_secrets(session, self.rng)
        self.resume()
