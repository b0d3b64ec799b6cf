"""Sessions: one game with people and bots in its seats, behind any front end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from inspect import iscoroutinefunction
from typing import Any, Final, Generic, cast

import attrs

from hockey_cards.cards import cards_from, codes
from hockey_cards.errors import (
    HockeyError,
    ParseError,
    RecordError,
    SeatError,
    SessionError,
    StrategyError,
    UnknownStrategy,
    brief,
)
from hockey_cards.event_json import event_from_dict
from hockey_cards.events import (
    SESSION_EVENTS,
    Expired,
    Faulted,
    Forfeited,
    PlayerEvent,
    Seated,
    UndoAnswered,
    Undone,
    UndoRequested,
    event_name,
    side_of,
)
from hockey_cards.game import Game
from hockey_cards.history import History
from hockey_cards.integers import index_below, integer
from hockey_cards.match import MadePlayer, TurnLoop, arun, make_player, player_seed, run, turn_loop
from hockey_cards.record import Record
from hockey_cards.rules import Event, GameEnded, M, Move, Played, S, Seat, V, Variant
from hockey_cards.session_json import Clock, StoredMove, StoredSeat, StoredSession, check_name, milliseconds
from hockey_cards.shoe import Continued, Seeded, Shoe, Stacked
from hockey_cards.strategies.names import STRATEGIES, registered_player
from hockey_cards.strategy import AsyncPlayer

__all__ = ["Clock", "Session"]

Bots = Mapping[str, AsyncPlayer]
"""Bots by name, beside the registered ones."""

_UNNAMED: Final = ""
"""The name of a bot that has none: no reader finds it again."""


@attrs.define
class _Place:
    """A seat at the table: who plays it, and how much time is left."""

    name: str
    player: str | None
    bot: AsyncPlayer | None
    clock: Clock | None
    left: int | None
    made: MadePlayer | None = None


@attrs.frozen
class _Standing:
    """A move that has not been taken back."""

    seat: Seat
    by_person: bool
    first_event: int
    reveals: bool


class Session(Generic[S, M, V]):
    """A game in progress: its seats, the people and bots in them, their clocks, and everything that has happened.

    A session does no I/O, reads no clock and starts no task. It belongs to one thread, or to the tasks of one event
    loop; whoever shares it between threads locks it. Whatever it refuses leaves it as it was.

    ``turn`` numbers the decisions: each move, each undo and a forfeit increase it, and nothing decreases it. A client
    sends the number with its move, so that no move is made twice or too late.

    Times are integers of milliseconds, from any clock of the caller's that does not go backwards.

    Args:
        game: The game, new or in progress.
        players: The bots: for each of their seats a strategy, a factory, a coroutine function, or the name of a
            player. Every other seat is a person's, who answers by ``play``.
        names: A name for each seat, as far as known; a bot's seat is named like its bot otherwise.
        clocks: A clock for each seat that has one.
        substitute: The name of the bot that takes the seat of a bot that fails; None: the seat becomes a person's.
        bots: Bots by name that are not registered.

    Raises:
        SeatError: If a seat does not exist.
        UnknownStrategy: If there is no bot of a given name.
        StrategyError: If a bot cannot be made.
        ParseError: If a name is not a text of at most 100 characters.
    """

    def __init__(
        self,
        game: Game[S, M, V],
        players: Mapping[Seat, AsyncPlayer | str] | None = None,
        *,
        names: Mapping[Seat, str] | None = None,
        clocks: Mapping[Seat, Clock] | None = None,
        substitute: str | None = "random",
        bots: Bots | None = None,
    ) -> None:
        self._game = game
        self._bots: Bots = dict(bots or {})
        self._substitute = substitute
        if substitute is not None:
            self._find(substitute)
        self._stand_in: str | None = None
        self._stand_in_made: MadePlayer | None = None
        self._events: list[Event] = list(game.events)
        self._log: list[StoredMove | PlayerEvent] = []
        self._standing: list[_Standing] = []
        self._made: dict[int, tuple[Seat, str]] = {}
        self._turn = 0
        self._undos = 0
        self._since: int | None = None
        self._busy = False
        self._chance = player_seed(game.shoe)
        seats = {self._seat(seat): player for seat, player in (players or {}).items()}
        called = {self._seat(seat): name for seat, name in (names or {}).items()}
        timed = {self._seat(seat): clock for seat, clock in (clocks or {}).items()}
        self._places = [
            self._place(seat, seats.get(seat), called.get(seat), timed.get(seat))
            for seat in range(game.variant.rules.seats)
        ]

    @property
    def game(self) -> Game[S, M, V]:
        """The game as it is: for the side that runs the session."""
        return self._game

    @property
    def turn(self) -> int:
        """The number of the next decision."""
        return self._turn

    @property
    def person(self) -> Seat | None:
        """The seat of the person to move; None if a bot is to move, or if the game is over."""
        seat = self._game.seat
        return None if seat is None or self._label(seat) is not None else seat

    @property
    def players(self) -> tuple[str | None, ...]:
        """For each seat the name of its bot, ``""`` if it has none, or None for a person."""
        return tuple(place.player for place in self._places)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat; ``""`` for one without a name."""
        return tuple(place.name for place in self._places)

    @property
    def undos(self) -> int:
        """The number of times that moves were taken back."""
        return self._undos

    @property
    def faults(self) -> tuple[Faulted, ...]:
        """The faults of bots so far, in order."""
        return tuple(event for event in self._log if isinstance(event, Faulted))

    @property
    def undo_requested_by(self) -> Seat | None:
        """The seat that has asked the other people to take its move back, while they are to answer."""
        return self._request()[0]

    def play(self, seat: Seat, move: Move | str, *, turn: int, now: int | None = None) -> int:
        """Make the move of a person, and return the number of the next turn.

        A move that was made before, by the same seat in the same turn, is answered in the same way and not made again.

        Args:
            seat: The seat of the person.
            move: The move, or its code.
            turn: The number of the turn that the move is meant for.
            now: The time; needed while the clock of the seat is running.

        Raises:
            SessionError: If the move cannot be taken. Its code is ``stale`` (the turn is over), ``no-such-turn``,
                ``game-over``, ``not-your-turn``, ``bot-plays`` (a bot has the seat), ``no-time`` (``now`` is
                missing), ``time-over`` or ``not-a-move``.
            IllegalMove: If the rules do not allow the move.
            SeatError: If there is no such seat.
            ParseError: If the time is not one.
        """
        found, number = self._seat(seat), self._check_turn(turn)
        if number < self._turn:
            if (found, self._code(move)) == self._made.get(number):
                return number + 1
            raise self._stale(number)
        if self._game.seat is None:
            raise SessionError("the game is over", code="game-over")
        if found != self._game.seat:
            raise SessionError(f"it is not seat {found}'s turn, but seat {self._game.seat}'s", code="not-your-turn")
        self._check_person(found)
        time = self._check_time(now)
        try:
            after, events = self._game.step(move)
        except ParseError as error:
            raise SessionError(str(error), code="not-a-move") from None
        self._spend(found, time)
        self._append_move(after, events, None)
        return self._turn

    def advance(self, *, clock: Callable[[], int] | None = None, moves: int | None = None) -> Seat | None:
        """Let the bots move until it is a person's turn, and return the seat of that person.

        Args:
            moves: The greatest number of moves to make, for a front end that pauses between them; None for no limit.
            clock: Returns the time, and is called after each answer of a bot that has a clock; without it bots take no
                time. A bot that does not return cannot be interrupted: such a bot belongs in a process of its own.

        Returns:
            The seat; None if the game is over, or if a bot is to move after that many moves.

        Raises:
            SessionError: If a bot's answer must be awaited (``needs-await``): use ``aadvance``. The bot is asked
                again then.
        """
        if not self._busy:
            self._busy = True
            try:
                run(self._bots_loop(clock, awaits=False, moves=moves))
            finally:
                self._busy = False
        return self.person

    async def aadvance(self, *, clock: Callable[[], int] | None = None) -> Seat | None:
        """Let the bots move as ``advance`` does, and await those whose answers can be awaited.

        Meanwhile the session may be used. An answer that comes when the move is not due any more, as after an undo or
        after ``replace``, is dropped. To give up waiting, cancel the task; ``expire`` or ``replace`` then helps.

        Returns:
            The seat of the person whose turn it is; None if the game is over, or if another call is still waiting for
            a bot.
        """
        if not self._busy:
            self._busy = True
            try:
                await arun(self._bots_loop(clock, awaits=True))
            finally:
                self._busy = False
        return self.person

    def undo(self, seat: Seat, *, turn: int, now: int | None = None) -> bool:
        """Take back moves up to the last decision of a person, or ask the other people to agree.

        A person who plays with bots alone is free to take back. Other people must agree by ``answer_undo``, and only
        the very last move can be taken back, as long as it showed nobody a card that was hidden.

        Args:
            seat: The seat of the person.
            turn: The number of the current turn.
            now: The time, from which the clock of the seat runs again.

        Returns:
            Whether the moves have been taken back; False if the other people have to agree.

        Raises:
            SessionError: If nothing can be taken back; its code is ``stale``, ``no-such-turn``, ``bot-plays``,
                ``game-over`` (after a forfeit), ``no-move`` (the seat has not moved), ``undo-too-late`` (somebody has
                played since) or ``card-shown``.
            SeatError: If there is no such seat.
            ParseError: If the time is not one.
        """
        found = self._check_request(seat, turn)
        time = None if now is None else milliseconds(now, "the time")
        alone = not self._other_people(found)
        place = self._last_decision(found, alone=alone)
        if alone:
            self._take_back(found, place, time)
        elif self.undo_requested_by is None:
            self._append(UndoRequested(found, side_of(found)))
        return alone

    def answer_undo(self, seat: Seat, *, agree: bool, turn: int, now: int | None = None) -> bool:
        """Agree that the last move is taken back, as another person has asked, or refuse.

        Args:
            seat: The seat of the person who answers.
            agree: Whether they agree. The move is taken back once all other people have agreed.
            turn: The number of the current turn.
            now: The time, from which the clock of the seat that moved runs again.

        Returns:
            Whether the move has been taken back.

        Raises:
            SessionError: If there is nothing to answer; its code is ``stale``, ``no-such-turn``, ``bot-plays``,
                ``game-over`` or ``no-request``.
            SeatError: If there is no such seat.
            ParseError: If the time is not one.
        """
        found = self._check_request(seat, turn)
        time = None if now is None else milliseconds(now, "the time")
        asking, agreed = self._request()
        if asking is None or asking == found:
            raise SessionError("no other person has asked to take a move back", code="no-request")
        if found not in agreed:
            self._append(UndoAnswered(found, side_of(found), bool(agree)))
        asking, agreed = self._request()
        if asking is None or not self._other_people(asking) <= agreed:
            return False
        self._take_back(asking, len(self._standing) - 1, time)
        return True

    def forfeit(self, seat: Seat) -> None:
        """Let a seat forfeit the game for its side.

        Raises:
            SessionError: If the game is over (``game-over``).
            SeatError: If there is no such seat.
        """
        found = self._seat(seat)
        if self._game.outcome is not None:
            raise SessionError("the game is over", code="game-over")
        self._end_by_forfeit(found)

    def replace(self, seat: Seat, player: AsyncPlayer | str | None = None, *, name: str | None = None) -> None:
        """Put a player in a seat: a bot takes over, or a person comes back.

        Args:
            seat: The seat.
            player: A strategy, a factory, a coroutine function, the name of a bot, or None for a person.
            name: The new name of the seat; None keeps the name that it has.

        Raises:
            SeatError: If there is no such seat.
            UnknownStrategy: If there is no bot of that name.
            StrategyError: If the bot cannot be made.
            ParseError: If the name is not a text of at most 100 characters.
        """
        found = self._seat(seat)
        place = self._places[found]
        new = self._place(found, player, place.name if name is None else name, place.clock, self._turn)
        self._places[found] = attrs.evolve(new, left=place.left)
        self._append(Seated(found, side_of(found), new.player, new.name))

    def seen(self, seat: Seat | None, *, since: int = 0) -> tuple[Event, ...]:
        """Return what a seat, or a spectator (None), has seen: the events of the game and of the session.

        The log only grows: moves that were taken back stay in it, and an ``Undone`` after them says so. Without these
        it is ``Game.history``. A spectator knows what all seats know.

        Args:
            seat: The seat.
            since: The number of events to leave out, for a client that has them.

        Raises:
            SeatError: If there is no such seat.
            SessionError: If ``since`` is not a number of events that there have been (``no-such-event``).
        """
        viewer = None if seat is None else self._seat(seat)
        first = integer(since)
        if first is None or not 0 <= first <= len(self._events):
            many = len(self._events)
            raise SessionError(f"since cannot be {brief(since)}: there are {many} events", code="no-such-event")
        return tuple(event.seen_by(viewer) for event in self._events[first:])

    def seen_json(self, seat: Seat | None, *, since: int = 0) -> str:
        """Write ``seen`` as one JSON object, which ``hockey_cards.read_history`` reads.

        Raises:
            SeatError: If there is no such seat.
            SessionError: If ``since`` is not a number of events that there have been (``no-such-event``).
            VariantError: If the variant was made from one that has no name.
        """
        events = self.seen(seat, since=since)
        viewer = None if seat is None else self._seat(seat)
        return History(self._game.variant, viewer, events, integer(since) or 0).to_json()

    @property
    def deadline(self) -> int | None:
        """The time after which the seat to move is too late; None if its clock is not running."""
        seat = self._game.seat
        if seat is None or self._since is None or self._stand_in is not None:
            return None
        place = self._places[seat]
        limits = [limit for limit in (place.clock.move if place.clock else None, place.left) if limit is not None]
        return self._since + min(limits) if limits else None

    def time_left(self, seat: Seat, *, now: int | None = None) -> int | None:
        """Return what is left of the time of a seat for the game; None if it has no limit.

        Args:
            seat: The seat.
            now: The time, to count the turn that is running.

        Raises:
            SeatError: If there is no such seat.
            ParseError: If the time is not one.
        """
        found = self._seat(seat)
        left = self._places[found].left
        if left is None or now is None or self._since is None or found != self._game.seat:
            return left
        return max(0, left - max(0, milliseconds(now, "the time") - self._since))

    def start_clock(self, now: int) -> None:
        """Start the clock of the seat to move, or start it again after a pause, which is not counted.

        Raises:
            ParseError: If the time is not one.
        """
        time = milliseconds(now, "the time")
        if self._has_clocks:
            self._since = time

    def expire(self, now: int) -> bool:
        """Deal with the seat to move if its time has run out.

        A person's side forfeits the game, or a bot makes this one move, as the clock of the seat says: call
        ``advance`` then. A bot is replaced, as after any fault (``slow-move``); the new one has the whole time again.

        Args:
            now: The time.

        Returns:
            Whether the time had run out.

        Raises:
            ParseError: If the time is not one.
        """
        time = milliseconds(now, "the time")
        seat, deadline = self._game.seat, self.deadline
        if seat is None or deadline is None or time <= deadline:
            return False
        place = self._places[seat]
        if place.player is not None:
            self._fail(seat, StrategyError(f"the strategy of seat {seat} was too late", seat, "slow-move"))
            self._since = time
            return True
        if place.left is not None:
            place.left = max(0, place.left - (time - cast("int", self._since)))
        self._since = time
        self._append(Expired(seat, side_of(seat)))
        if place.clock is None or place.clock.bot is None:
            self._end_by_forfeit(seat)
        return True

    def record(self) -> str:
        """Write the game as a record, with the names of the seats if they have any.

        Raises:
            RecordError: If the game did not start with a shoe.
        """
        return self._game.record(seats=self.names if any(self.names) else None)

    def to_json(self) -> str:
        """Write the session as one JSON object: game, seats, clocks and log; for the side that runs the session.

        Bots are written by name. What they remember is not written: they are created again when the session is read.

        Raises:
            RecordError: If the game did not start with a shoe that can be written.
        """
        packs, later = _stored_packs(self._game.shoe)
        return StoredSession(
            record=json.loads(self.record()),
            seats=tuple(StoredSeat(each.name, each.player, each.clock, each.left) for each in self._places),
            log=tuple(entry if isinstance(entry, StoredMove) else entry.to_dict() for entry in self._log),
            turn=self._turn,
            undos=self._undos,
            substitute=self._substitute,
            since=self._since,
            packs=packs,
            later=later,
        ).to_json()

    @classmethod
    def from_json(
        cls, text: str | bytes, *, bots: Bots | None = None, variants: Mapping[str, Variant] | None = None
    ) -> Session:
        """Read a session from what ``to_json`` wrote, and verify it by making all moves of its log again.

        A seat whose bot is unknown becomes a person's; the last event says so.

        Args:
            text: The JSON object.
            bots: Bots by name that are not registered.
            variants: Variants by key that are not registered.

        Raises:
            ParseError: If the text is not a session of this format, or anything in it is false.
        """
        stored = StoredSession.from_json(text)
        try:
            game = Game.from_record(json.dumps(stored.record), variants=variants)
            session: Session = Session(_first_game(stored, game), substitute=None, bots=bots)
            session._restore(stored)
        except HockeyError as error:
            raise ParseError(f"the session cannot be true: {error!s:.1000}") from error
        return session

    def __repr__(self) -> str:
        return f"<Session {self._game.variant.key}, turn {self._turn}, score {self._game.score}>"

    def _seat(self, seat: object) -> Seat:
        seats = self._game.variant.rules.seats
        found = index_below(seat, seats)
        if found is None:
            raise SeatError(f"there is no seat {brief(seat)}: give 0 to {seats - 1}")
        return found

    def _place(
        self, seat: Seat, player: AsyncPlayer | str | None, name: str | None, clock: Clock | None, *labels: int
    ) -> _Place:
        """Return a seat with a player that is ready to play and a full clock."""
        bot, label = (self._find(player), player) if isinstance(player, str) else (player, self._name_of(player))
        called = (label or "") if name is None else name
        check_name(called, "the name of a seat")
        if clock is not None and not isinstance(cast("object", clock), Clock):
            raise ParseError(f"the clock of seat {seat} cannot be {brief(clock)}: give a Clock")
        if clock is not None and clock.bot is not None:
            self._find(clock.bot)
        made = None if bot is None else make_player(bot, self._game.variant, seat, self._chance, *labels)
        return _Place(called, label, bot, clock, None if clock is None else clock.game, made)

    def _find(self, name: str) -> AsyncPlayer:
        """Return the bot of a name.

        Raises:
            UnknownStrategy: If there is none.
        """
        check_name(name, "the name of a bot")
        # Registered names only: a stored session must not lead to code that is imported, or to a program.
        return self._bots[name] if name in self._bots else registered_player(name)

    def _find_or_random(self, name: str) -> AsyncPlayer:
        """Return the bot of a name, which a stored session may have from a program with more bots."""
        try:
            return self._find(name)
        except UnknownStrategy:
            return registered_player("random")

    def _name_of(self, player: AsyncPlayer | None) -> str | None:
        """Return the name by which a bot is found again; ``""`` if there is none, and None for a person."""
        if player is None:
            return None
        named = {**STRATEGIES.built_in, **self._bots}
        return next((name for name, bot in named.items() if bot is player), _UNNAMED)

    def _label(self, seat: Seat) -> str | None:
        """Return the name of the bot that makes the next move of a seat; None for a person."""
        return self._stand_in if self._stand_in is not None else self._places[seat].player

    def _ask(self, seat: Seat) -> MadePlayer | None:
        """Return the bot that makes the next move of a seat, made if necessary; None for a person."""
        variant, place = self._game.variant, self._places[seat]
        if self._stand_in is not None:
            if self._stand_in_made is None:
                bot = self._find_or_random(self._stand_in)
                self._stand_in_made = make_player(bot, variant, seat, self._chance, self._turn)
            return self._stand_in_made
        if place.bot is not None and place.made is None:
            place.made = make_player(place.bot, variant, seat, self._chance, self._turn)
        return place.made

    def _asked_now(self) -> MadePlayer | None:
        """Return the bot to move; None if it could not be created."""
        if self._stand_in is not None:
            return self._stand_in_made
        seat = self._game.seat
        return None if seat is None else self._places[seat].made

    def _fail(self, seat: Seat, error: StrategyError) -> None:
        """Log the fault of a bot, and replace the bot; the side of a person whose stand-in fails forfeits the game."""
        self._append(Faulted(seat, side_of(seat), error.kind, str(error)))
        if self._stand_in is not None:
            self._end_by_forfeit(seat)
            return
        place = self._places[seat]
        player = None if place.player == self._substitute else self._substitute
        name = (player or "") if place.name == place.player else place.name
        bot = None if player is None else self._find_or_random(player)
        left = None if place.clock is None else place.clock.game
        self._places[seat] = _Place(name, player, bot, place.clock, left)
        self._append(Seated(seat, side_of(seat), player, name))

    def _append(self, event: PlayerEvent) -> None:
        self._log.append(event)
        self._events.append(event)
        if isinstance(event, Expired):
            clock = self._places[event.seat].clock
            self._stand_in = None if clock is None else clock.bot
        elif isinstance(event, Seated) and event.seat == self._game.seat:
            self._dismiss_stand_in()

    def _append_move(self, after: Game[S, M, V], events: tuple[Event, ...], player: str | None) -> None:
        """Make a move.

        Args:
            after: The game after it.
            events: Its events.
            player: The name of the bot that made it; None for a person.
        """
        seat = cast("Seat", self._game.seat)
        code = cast("Played[Any]", events[0]).move.code
        reveals = any(event.reveals for event in events)
        self._standing.append(_Standing(seat, player is None, len(self._events), reveals))
        self._made[self._turn] = seat, code
        self._log.append(StoredMove(code, player))
        self._events += events
        self._game = after
        self._turn += 1
        self._dismiss_stand_in()

    def _take_back(self, seat: Seat, place: int, time: int | None) -> None:
        """Take back a move and all later ones; bots are created again, so that they remember none of them."""
        moves, first = len(self._standing) - place, self._standing[place].first_event
        for _ in range(moves):
            self._game = self._game.undo()
        del self._standing[place:]
        self._append(Undone(seat, side_of(seat), moves, first))
        self._turn += 1
        self._undos += 1
        self._dismiss_stand_in()
        for each in self._places:
            each.made = None
        if time is not None and self._has_clocks:
            self._since = time

    def _end_by_forfeit(self, seat: Seat) -> None:
        self._append(Forfeited(seat, side_of(seat)))
        self._game = self._game.forfeit(side_of(seat))
        if self._game.outcome is not None:
            self._events.append(GameEnded(self._game.outcome))
        self._turn += 1
        self._dismiss_stand_in()

    def _dismiss_stand_in(self) -> None:
        self._stand_in = self._stand_in_made = None

    def _check_turn(self, turn: object) -> int:
        """Return a number of a turn that is not in the future."""
        number = integer(turn)
        if number is None or not 0 <= number <= self._turn:
            raise SessionError(f"there is no turn {brief(turn)} yet: this is turn {self._turn}", code="no-such-turn")
        return number

    def _stale(self, turn: int) -> SessionError:
        return SessionError(f"turn {turn} is over: this is turn {self._turn}", code="stale")

    def _check_request(self, seat: Seat, turn: int) -> Seat:
        """Return the seat of a person who asks for something in the current turn."""
        found = self._seat(seat)
        number = self._check_turn(turn)
        if number < self._turn:
            raise self._stale(number)
        if self._game.forfeited_by is not None:
            raise SessionError("the game is over: a side has forfeited it", code="game-over")
        self._check_person(found)
        return found

    def _check_person(self, seat: Seat) -> None:
        if self._places[seat].player is not None:
            raise SessionError(f"a bot plays seat {seat}", code="bot-plays")

    def _check_time(self, now: int | None) -> int | None:
        """Return the time of a move of the seat to move, or refuse the move if it is too late."""
        time = None if now is None else milliseconds(now, "the time")
        if self._stand_in is not None or (time is not None and self._is_late(time)):
            raise SessionError("the time for this move is over", code="time-over")
        if time is None and self._since is not None:
            raise SessionError("the clock is running: give the time as `now`", code="no-time")
        return time

    def _last_decision(self, seat: Seat, *, alone: bool) -> int:
        """Return the place, among the moves that stand, of the decision that a person can take back."""
        own = [place for place, move in enumerate(self._standing) if move.seat == seat and move.by_person]
        if not own:
            raise SessionError(f"seat {seat} has made no move that can be taken back", code="no-move")
        if not alone and own[-1] != len(self._standing) - 1:
            raise SessionError("somebody has played since: only the last move can be taken back", code="undo-too-late")
        if not alone and self._standing[-1].reveals:
            raise SessionError("the move showed a card that was hidden: it cannot be taken back", code="card-shown")
        return own[-1]

    def _other_people(self, seat: Seat) -> set[Seat]:
        return {each for each, place in enumerate(self._places) if each != seat and place.player is None}

    def _request(self) -> tuple[Seat | None, set[Seat]]:
        """Return who has asked to take a move back, while that is open, and who has agreed."""
        agreed = set[Seat]()
        for entry in reversed(self._log):
            if isinstance(entry, UndoRequested):
                return entry.seat, agreed
            if not isinstance(entry, UndoAnswered) or not entry.agreed:
                break
            agreed.add(entry.seat)
        return None, set()

    @property
    def _has_clocks(self) -> bool:
        return any(place.clock is not None for place in self._places)

    def _is_late(self, time: int) -> bool:
        return self.deadline is not None and time > self.deadline

    def _spend(self, seat: Seat, time: int | None) -> None:
        """Take the time of a move from the clock of its seat, and start the next one."""
        if time is None or not self._has_clocks:
            return
        since = time if self._since is None else self._since
        place = self._places[seat]
        if place.left is not None and place.clock is not None:
            place.left = max(0, place.left - max(0, time - since)) + place.clock.increment
        self._since = max(since, time)

    def _bots_loop(self, clock: Callable[[], int] | None, *, awaits: bool, moves: int | None = None) -> TurnLoop:
        """Return the turn loop of the bots. An answer that is not due any more is dropped."""
        asked: MadePlayer | None = None
        first = self._turn

        def player(seat: Seat) -> MadePlayer | None:
            nonlocal asked
            asked = None
            if moves is not None and self._turn - first >= moves:
                return None
            bot = self._ask(seat)
            if not awaits and iscoroutinefunction(bot):
                raise SessionError(f"the bot of seat {seat} must be awaited: use aadvance", code="needs-await")
            asked = bot
            return bot

        def is_due(before: Game[Any, Any, Any]) -> bool:
            return self._game is before and self._asked_now() is asked

        def accept(before: Game[Any, Any, Any], move: Any) -> Game[Any, Any, Any]:
            if is_due(before):
                self._take_answer(move, None if clock is None else milliseconds(clock(), "the time"))
            return self._game

        def reject(before: Game[Any, Any, Any], error: StrategyError) -> Game[Any, Any, Any]:
            if is_due(before):
                self._fail(error.seat, error)
            return self._game

        return turn_loop(self._game, player, accept, reject)

    def _take_answer(self, move: Any, time: int | None) -> None:
        """Make the move of the bot that was asked."""
        seat = cast("Seat", self._game.seat)
        if time is not None and self._is_late(time):
            self._since = time  # from here the time of the substitute counts
            raise StrategyError(f"the strategy of seat {seat} was too late", seat, "slow-move")
        after, events = self._game.step(move)
        player = self._label(seat)
        if self._stand_in is None:
            self._spend(seat, time)
        self._append_move(after, events, player)

    def _code(self, move: Move | str) -> str | None:
        """Return how records write a move; None for what is no move."""
        try:
            known = self._game.variant.rules.parse(move) if isinstance(move, str) else move
        except ParseError:
            return None
        code = getattr(known, "code", None)
        return code if isinstance(code, str) else None

    def _restore(self, stored: StoredSession) -> None:
        """Take the seats of a stored session, repeat its log, and check that it says the same as the stored one."""
        if len(stored.seats) != len(self._places):
            raise ParseError(f"there are {len(stored.seats)} seats, but the game has {len(self._places)}")
        self._places = [_Place(each.name, each.player, None, each.clock, each.left) for each in stored.seats]
        self._substitute, self._since = stored.substitute, stored.since
        for number, entry in enumerate(stored.log):
            try:
                self._repeat(entry)
            except HockeyError as error:
                raise ParseError(f"entry {number} of the log: {error}") from error
        wrong = [key for key, is_true in self._checks(stored) if not is_true]
        if wrong:
            raise ParseError(f"the log contradicts the rest: look at {', '.join(wrong)}")
        for seat, place in enumerate(self._places):
            if place.player is None:
                continue
            try:
                place.bot = self._find(place.player)
            except UnknownStrategy:
                name = "" if place.name == place.player else place.name
                self._places[seat] = _Place(name, None, None, place.clock, place.left)
                self._append(Seated(seat, side_of(seat), None, name))

    def _repeat(self, entry: StoredMove | Mapping[str, Any]) -> None:
        """Do what an entry of a stored log says."""
        if isinstance(entry, StoredMove):
            after, events = self._game.step(entry.move)
            self._append_move(after, events, entry.player)
            if self._log[-1] != entry:
                raise ParseError(f"{entry.move!r:.40} is not how a move is written")
            return
        event = event_from_dict(entry, rules=self._game.variant.rules)
        if not isinstance(event, SESSION_EVENTS) or event.side != side_of(self._seat(event.seat)):
            raise ParseError(f"{event!r:.80} is not an event of the session")
        if isinstance(event, Undone):
            if not 0 < event.moves <= len(self._standing):
                raise ParseError(f"{event.moves} moves cannot be taken back")
            self._take_back(event.seat, len(self._standing) - event.moves, None)
            if self._log[-1] != event:
                raise ParseError(f"{event!r:.80} does not say what was taken back")
        elif isinstance(event, Forfeited):
            self._end_by_forfeit(event.seat)
        else:
            self._append(event)

    def _checks(self, stored: StoredSession) -> Iterator[tuple[str, bool]]:
        """Yield keys of a stored session that follow from the log, each with whether it is true."""
        said, true = (Record.from_json(text) for text in (json.dumps(stored.record), self.record()))
        for key in ("packs", "moves", "winner", "how", "seats", "seed"):
            yield key, getattr(said, key) == getattr(true, key)
        yield "packs", (stored.packs, stored.later) == _stored_packs(self._game.shoe)
        yield "turn", stored.turn == self._turn
        yield "undos", stored.undos == self._undos


def _first_game(stored: StoredSession, game: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
    """Return the game with which a stored session began.

    Args:
        stored: The session.
        game: The game of its record.
    """
    moves = sum(isinstance(entry, StoredMove) for entry in stored.log)
    undone = [entry.get("moves") for entry in stored.log if not isinstance(entry, StoredMove)]
    kept = len(game.moves) - moves + sum(count for count in undone if type(count) is int)
    if not 0 <= kept <= len(game.moves):
        raise ParseError(f"the log has {moves} moves, and the record {len(game.moves)}")
    begun: Game[Any, Any, Any] = Game.start(game.variant, shoe=_stored_shoe(stored, game), dealer=game.dealer)
    for move in game.moves[:kept]:
        begun = begun.play(move)
    if game.forfeited_by is not None and not any(_is_forfeit(entry) for entry in stored.log):
        return begun.forfeit(game.forfeited_by)
    return begun


def _is_forfeit(entry: StoredMove | Mapping[str, Any]) -> bool:
    return not isinstance(entry, StoredMove) and entry.get("event") == event_name(Forfeited)


def _stored_packs(shoe: Shoe | None) -> tuple[tuple[str, ...] | None, str | None]:
    """Return what a stored session says of a shoe beside the record: all packs, and the seed of those after them."""
    match shoe:
        case Seeded() | None:
            return None, None
        case Stacked(packs):
            return tuple(map(codes, packs)), None
        case Continued(packs, later):
            return tuple(map(codes, packs)), later.seed.hex()
        case _:
            raise RecordError(f"a session with a shoe of type {type(shoe).__name__} cannot be written")


def _stored_shoe(stored: StoredSession, game: Game[Any, Any, Any]) -> Shoe | None:
    """Return the shoe of a stored session; the record has only the packs of the periods begun."""
    if stored.packs is None:
        return game.shoe
    packs = tuple(map(cards_from, stored.packs))
    cards = game.variant.rules.deck
    return Stacked(packs) if stored.later is None else Continued(packs, Seeded(bytes.fromhex(stored.later), cards))
