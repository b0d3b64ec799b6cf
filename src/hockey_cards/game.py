"""Games: a variant, a shoe and the moves made, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, Generic, cast

import attrs

from hockey_cards import registry, variant_files
from hockey_cards.errors import IllegalMove, RecordError, SeatError, ShoeError, VariantError, brief
from hockey_cards.history import History
from hockey_cards.immutable import Immutable
from hockey_cards.integers import index_below, plain_integer
from hockey_cards.notebook import repr_svg
from hockey_cards.record import Record, digest, packs_of
from hockey_cards.replay import replay
from hockey_cards.rules import (
    Ending,
    Event,
    GameEnded,
    M,
    M_co,
    Move,
    Outcome,
    PeriodEnded,
    Rules,
    S,
    S_co,
    Seat,
    SeenPeriod,
    Side,
    State,
    Turn,
    V,
    V_co,
    Variant,
)
from hockey_cards.shoe import Continued, Seed, Seeded, Shoe

if TYPE_CHECKING:
    from random import Random

_Link = tuple["_Link[S, M]", S, M] | None
"""The last move of a game: the link of the move before it, the state that it was made in, and the move."""


@attrs.frozen(repr=False, eq=False)
class Game(Immutable, Generic[S_co, M_co, V_co]):
    """A game from its start to the current state; every move returns a new game.

    The state, events, turns and record are for the side that runs the game: give players and spectators a ``view``,
    and events redacted by ``seen_by``.

    Create one by ``start``, ``at`` or ``from_record``.

    Args:
        variant: The variant.
        shoe: The source of the packs; None in a game that started from a given state.
        dealer: The dealer of the first period; 0 in a game that started from a given state.
        state: The current state.
        forfeited_by: The side that forfeited the game, if one did.
    """

    variant: Variant[S_co, M_co, V_co]
    shoe: Shoe | None
    dealer: Seat
    state: S_co
    forfeited_by: Side | None = None
    _last: _Link[S_co, M_co] = None

    @classmethod
    def start(
        cls,
        variant: Variant[S, M, V] | str,
        *,
        seed: Seed | None = None,
        shoe: Shoe | None = None,
        dealer: Seat = 0,
    ) -> Game[S, M, V]:
        """Deal a new game.

        Args:
            variant: The variant, or its name.
            seed: The seed of the shuffle; with neither seed nor shoe one is drawn.
            shoe: The source of the packs, instead of a seed.
            dealer: The dealer of the first period.

        Raises:
            UnknownVariant: If there is no variant of that name.
            ParseError: If the seed is not a seed.
            ShoeError: If the shoe has no pack of the game's deck, or a seed was given as well.
            SeatError: If the dealer is not a seat.
        """
        played: Variant[S, M, V] = registry.resolve(variant)
        if shoe is not None and seed is not None:
            raise ShoeError("a seed and a shoe were given: give only one of them")
        given = Seeded(seed, played.rules.deck) if shoe is None else shoe
        first = plain_integer(dealer)
        return Game(played, given, first, played.rules.start(given, dealer=first))

    @classmethod
    def at(cls, variant: Variant[S, M, V], state: S) -> Game[S, M, V]:
        """Continue from a state, such as an imagined one. Such a game cannot be recorded.

        Raises:
            VariantError: If the state belongs to other rules.
        """
        if state.rules != variant.rules:
            raise VariantError([f"the state does not belong to {variant.key}: its rules differ"])
        return Game(variant, None, 0, state)

    @property
    def seat(self) -> Seat | None:
        """The seat to move; None after the end."""
        return None if self.outcome is not None else self.variant.rules.seat(self.state)

    @property
    def legal(self) -> tuple[M_co, ...]:
        """The legal moves in canonical order; () after the end."""
        return () if self.forfeited_by is not None else self.variant.rules.legal(self.state)

    @property
    def score(self) -> tuple[int, ...]:
        """The current score of each side."""
        return self.state.score

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""
        if self.forfeited_by is not None:
            return Outcome(1 - self.forfeited_by, Ending.FORFEIT, self.state.score)
        return self.variant.rules.outcome(self.state)

    @property
    def moves(self) -> tuple[M_co, ...]:
        """The moves made, in order."""
        return tuple(move for _, move in self._past())

    @property
    def turns(self) -> Iterator[Turn[S_co, M_co]]:
        """The moves made, in order, each with the state before it and the result."""
        rules = self.variant.rules
        for number, (before, move) in enumerate(self._past(), 1):
            yield Turn(number, rules.seat(before), move, before, rules.step(before, move))

    @property
    def events(self) -> tuple[Event, ...]:
        """All events from the first deal on, in order and unredacted; the last of them tells of a forfeit.

        A game that goes on from a given state has no deal: its events begin with its first move.
        """
        return tuple(self._events())

    def history(self, seat: Seat | None, *, since: int = 0) -> tuple[Event, ...]:
        """Return what a seat, or a spectator (None), has seen from the first deal on.

        The events are redacted for the seat. A history grows only at its end. Of two games of one variant that were
        dealt by a shoe, a seat has equal histories exactly when it has seen the same. A forfeit is the last event, a
        ``GameEnded`` whose outcome says so.

        Args:
            seat: The seat.
            since: The number of events to leave out, for a client that has them.

        Raises:
            SeatError: If there is no such seat.
            ValueError: If ``since`` is negative, or not an integer.
        """
        first = plain_integer(since)
        if type(first) is not int or first < 0:
            raise ValueError(f"since must be a number of events, and not {brief(since)}")
        viewer = self.variant.rules.view(self.state, seat).seat
        return tuple(event.seen_by(viewer) for event in islice(self._events(), first, None))

    def history_json(self, seat: Seat | None, *, since: int = 0) -> str:
        """Write ``history`` as one JSON object, which ``hockey_cards.read_history`` reads.

        Raises:
            SeatError: If there is no such seat.
            ValueError: If ``since`` is negative, or not an integer.
            VariantError: If the variant was made from one that has no name.
        """
        viewer = self.variant.rules.view(self.state, seat).seat
        events = self.history(seat, since=since)
        return History(self.variant, viewer, events, index(since)).to_json()

    def view(self, seat: Seat | None) -> V_co:
        """Return what a seat, or a spectator (None), may know.

        After a forfeit the view has its outcome, no mover and no legal moves.

        Raises:
            SeatError: If the seat does not exist.
        """
        view = self.variant.rules.view(self.state, seat)
        outcome = None if self.forfeited_by is None else self.outcome
        return view if outcome is None else view.ended(outcome)

    def imagine(self, seat: Seat | None, rng: Random) -> Game[S_co, M_co, V_co]:
        """Return a random game that a seat, or a spectator (None), cannot tell from this one.

        The moves are the same as far as the seat has seen them; cards that others laid face down are imagined. The
        packs are consistent with all that the seat has seen in the whole game, the order of its draws included. So
        its ``history`` and its view after each move are equal in both games. The imagined game can be played on,
        recorded and read. It depends on the history of the seat and on ``rng`` alone.

        What is hidden in the current period has the distribution of ``Rules.imagine``. In earlier periods it is drawn
        in the same way from what was hidden at their end. Which of the possible orders a pack has is uniform for given
        hands, except that in a game of the pile in which players draw and were forced to play a forbidden card, not
        all orders are equally likely. No strategy is assumed. Packs of later periods come from a fresh seeded shoe.

        Args:
            seat: The seat.
            rng: The source of chance.

        Raises:
            SeatError: If there is no such seat.
            RecordError: If the game started from a given state: its first deal is unknown.
            VariantError: If the family has no ``Rules.imagine_period``.
        """
        rules = self.variant.rules
        viewer = rules.view(self.state, seat).seat
        if self.shoe is None:
            raise RecordError("a game that started from a given state cannot be imagined: its packs are unknown")
        if getattr(rules, "imagine_period", None) is None:
            raise VariantError([f"games of {self.variant.key} cannot be imagined: its rules lack imagine_period"])
        periods = [rules.imagine_period(seen, rng) for seen in self._seen_periods(viewer)]
        shoe = Continued(tuple(pack for pack, _ in periods), Seeded(rng.randbytes(32), rules.deck))
        game: Game[S_co, M_co, V_co] = Game.start(self.variant, shoe=shoe, dealer=self.dealer)
        for _, moves in periods:
            for move in moves:
                game = game.play(move)
        return attrs.evolve(game, forfeited_by=self.forfeited_by)

    def play(self, move: Move | str) -> Game[S_co, M_co, V_co]:
        """Return the game after a move, which may be given by its code.

        Raises:
            ParseError: If a text is not a move.
            IllegalMove: If the move is not legal.
        """
        known = self._move(move)
        state = self.variant.rules.apply(self.state, known)
        return Game(self.variant, self.shoe, self.dealer, state, None, (self._last, self.state, known))

    def step(self, move: Move | str) -> tuple[Game[S_co, M_co, V_co], tuple[Event, ...]]:
        """Return the game after a move, and the events, unredacted.

        Raises:
            ParseError: If a text is not a move.
            IllegalMove: If the move is not legal.
        """
        known = self._move(move)
        taken = self.variant.rules.step(self.state, known)
        link = (self._last, self.state, known)
        return Game(self.variant, self.shoe, self.dealer, taken.state, None, link), taken.events

    def undo(self) -> Game[S_co, M_co, V_co]:
        """Return the game before its last move, or before a forfeit.

        Raises:
            IllegalMove: If no move has been made.
        """
        if self.forfeited_by is not None:
            return attrs.evolve(self, forfeited_by=None)
        if self._last is None:
            raise IllegalMove("there is no move to undo", code="no-move", rule="game.1")
        previous, before, _ = self._last
        return Game(self.variant, self.shoe, self.dealer, before, None, previous)

    def forfeit(self, side: Side) -> Game[S_co, M_co, V_co]:
        """Return the game as forfeited by a side; for programs that run games.

        Raises:
            SeatError: If the side is not 0 or 1.
            IllegalMove: If the game is over.
        """
        given = index_below(side, 2)
        if given is None:
            raise SeatError(f"there is no side {brief(side)}: give 0 or 1")
        if self.outcome is not None:
            raise self._over(None)
        return attrs.evolve(self, forfeited_by=given)

    def record(self, *, seats: Sequence[str] | None = None) -> str:
        """Write the game as one line of JSON, finished or not.

        Args:
            seats: A name for each seat.

        Raises:
            RecordError: If the game did not start with a shoe, or a name cannot be encoded in UTF-8.
            SeatError: If there is not one name for each seat.
        """
        if self.shoe is None:
            raise RecordError("a game that started from a given state cannot be recorded: its packs are unknown")
        if seats is not None and len(seats) != self.variant.rules.seats:
            raise SeatError(f"{len(seats)} names for {self.variant.rules.seats} seats: give one for each seat")
        named = variant_files.reference(self.variant)
        packs = packs_of(self.shoe, self.state.period)
        outcome = self.outcome
        seeded = self.shoe if isinstance(self.shoe, Seeded) and self.shoe.deck == self.variant.rules.deck else None
        return Record(
            variant=self.variant.key,
            dealer=self.dealer,
            packs=packs,
            moves=tuple(move.code for move in self.moves),
            score=self.score,
            winner=None if outcome is None else outcome.winner,
            how=None if outcome is None else outcome.how,
            digest=digest(packs, self.turns),
            house=named.get("house", {}),
            rules=named.get("rules"),
            seats=None if seats is None else tuple(seats),
            seed=None if seeded is None else seeded.seed.hex(),
        ).to_json()

    @classmethod
    def from_record(cls, text: str | bytes, *, variants: Mapping[str, Variant] | None = None) -> Game:
        """Read a game from a record, and verify the record by replaying the game.

        Args:
            text: The record.
            variants: Variants by key that are not registered.

        Raises:
            RecordError: If the text is not a record, or anything in it is false.
        """
        found = replay(Record.from_json(text), variants or {})
        link: _Link[State, Move] = None
        for turn in found.turns:
            link = link, turn.before, turn.move
        return Game(found.variant, found.shoe, found.dealer, found.state, found.forfeited_by, link)

    def _past(self) -> list[tuple[S_co, M_co]]:
        """Return the moves made, in order, each after the state that it was made in."""
        found: list[tuple[S_co, M_co]] = []
        link = self._last
        while link is not None:
            link, before, move = link
            found.append((before, move))
        return found[::-1]

    def _events(self) -> Iterator[Event]:
        """Yield all events in order, unredacted."""
        rules, past = self.variant.rules, self._past()
        if self.shoe is not None:
            yield from rules.dealt(past[0][0] if past else self.state)
        for before, move in past:
            yield from rules.step(before, move).events
        if self.forfeited_by is not None and self.outcome is not None:
            yield GameEnded(self.outcome)

    def _seen_periods(self, seat: Seat | None) -> Iterator[SeenPeriod[V_co]]:
        """Yield what a seat has seen of each period; a move that ends a period deals the next one."""
        rules, past = self.variant.rules, self._past()
        first = past[0][0] if past else self.state
        events = list(rules.dealt(first))
        for number, (before, move) in enumerate(past, 1):
            after = past[number][0] if number < len(past) else self.state
            events += rules.step(before, move).events
            if after.period != before.period:
                ended = [isinstance(event, PeriodEnded) and event.period == before.period for event in events]
                end = ended.index(True) + 1
                yield _seen(rules, seat, first, before, events[:end])
                first, events = after, events[end:]
        yield _seen(rules, seat, first, self.state, events)

    def _move(self, move: Move | str) -> M_co:
        if self.forfeited_by is not None:
            raise self._over(move)
        # A move of another type is refused by the rules.
        return self.variant.rules.parse(move) if isinstance(move, str) else cast("M_co", move)

    def _over(self, move: object) -> IllegalMove:
        return IllegalMove("the game is over", code="game-over", rule="game.1", move=move)

    def _sources(self) -> tuple[Variant[S_co, M_co, V_co], Shoe | None, Seat, S_co, tuple[M_co, ...], Side | None]:
        """Return everything that the game can be rebuilt from."""
        past = self._past()
        first = past[0][0] if past else self.state
        return self.variant, self.shoe, self.dealer, first, self.moves, self.forfeited_by

    def __eq__(self, other: object) -> bool:
        return self._sources() == other._sources() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.variant.key, self.dealer, self.state, self.forfeited_by))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, self._sources()

    _repr_svg_ = repr_svg

    def __repr__(self) -> str:
        moves = len(self._past())
        end = "unfinished" if self.outcome is None else str(self.outcome.how)
        return f"<Game {self.variant.key}, {moves} moves, score {self.score}, {end}>"


def _seen(rules: Rules[S, M, V], seat: Seat | None, first: S, last: S, events: Sequence[Event]) -> SeenPeriod[V]:
    redacted = tuple(event.seen_by(seat) for event in events)
    return SeenPeriod(rules.view(first, seat), rules.view(last, seat), redacted)


def _rebuild(
    variant: Variant[S, M, V], shoe: Shoe | None, dealer: Seat, first: S, moves: Iterable[M], forfeited_by: Side | None
) -> Game[S, M, V]:
    game = Game(variant, shoe, dealer, first)
    for move in moves:
        game = game.play(move)
    return game if forfeited_by is None else game.forfeit(forfeited_by)
