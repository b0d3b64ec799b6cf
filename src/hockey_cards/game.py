"""One played game as an immutable value: a variant, a shoe and the moves. No rule of play stands here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

import attrs

from hockey_cards import registry, variant_files
from hockey_cards.cards import codes
from hockey_cards.errors import (
    HockeyError,
    IllegalMove,
    ParseError,
    RecordError,
    SeatError,
    ShoeError,
    VariantError,
    brief,
)
from hockey_cards.notebook import shown
from hockey_cards.record import Record, digest, is_blank
from hockey_cards.rules import Ending, Event, M, M_co, Move, Outcome, S, S_co, Seat, Side, State, Turn, V, V_co, Variant
from hockey_cards.shoe import Seed, Seeded, Shoe, Stacked

_Link = tuple[Any, Move, State] | None
"""The last move: the link before it, the move, and the state it was made in."""


@attrs.frozen(repr=False, eq=False)
class Game(Generic[S_co, M_co, V_co]):
    """A game from its start to now; every move gives a new game, and the old one stays.

    The state, the events, the record and the turns are for the side that runs the game only: hand players and
    watchers a ``view``, and events that ``seen_by`` has been asked of.

    Build one by ``start``, ``at`` or ``from_record``.

    Args:
        variant: What is played.
        shoe: Where the packs come from; None in a game that goes on from a given state.
        dealer: Who dealt the first period; 0 in a game that goes on from a given state.
        state: The state now.
        forfeited_by: The side that forfeited the game, if one did.
    """

    variant: Variant[S_co, M_co, V_co]
    shoe: Shoe | None
    dealer: Seat
    state: S_co
    forfeited_by: Side | None = None
    _last: _Link = None

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
            shoe: Where the packs come from, instead of a seed.
            dealer: Who deals the first period.

        Raises:
            UnknownVariant: If there is no variant of that name.
            ParseError: If the seed is no seed.
            ShoeError: If the shoe has no pack of the game's deck, or a seed was given too.
            SeatError: If there is no such seat.
        """
        played: Any = registry.resolve(variant)
        if shoe is not None and seed is not None:
            raise ShoeError("a seed and a shoe were given: give one of them")
        given = Seeded(seed, played.rules.deck) if shoe is None else shoe
        return Game(played, given, dealer, played.rules.start(given, dealer=dealer))

    @classmethod
    def at(cls, variant: Variant[S, M, V], state: S) -> Game[S, M, V]:
        """Go on from a state, such as an imagined one. Such a game cannot be recorded.

        Raises:
            VariantError: If the state is one of other rules.
        """
        if state.rules != variant.rules:
            raise VariantError([f"the state is not one of {variant.key}: its rules are others"])
        return Game(variant, None, 0, state)

    @property
    def seat(self) -> Seat | None:
        """Whose decision is due; None after the end."""
        return None if self.outcome is not None else self.variant.rules.seat(self.state)

    @property
    def legal(self) -> tuple[M_co, ...]:
        """The legal moves in canonical order; () after the end."""
        return () if self.forfeited_by is not None else self.variant.rules.legal(self.state)

    @property
    def score(self) -> tuple[int, ...]:
        """The board."""
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
        return tuple(move for _, move, _ in reversed(list(self._links())))

    @property
    def turns(self) -> Iterator[Turn[S_co, M_co]]:
        """The moves made, in order, each with its state and what it led to."""
        rules: Any = self.variant.rules
        for number, (_, move, before) in enumerate(reversed(list(self._links())), 1):
            yield Turn(number, rules.seat(before), move, before, rules.step(before, move))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened since the first deal, which the first state tells; in order and unredacted."""
        return tuple(event for turn in self.turns for event in turn.step.events)

    def view(self, seat: Seat | None) -> V_co:
        """Return what a seat, or a spectator (None), may know.

        Raises:
            SeatError: If there is no such seat.
        """
        return self.variant.rules.view(self.state, seat)

    def play(self, move: Move | str) -> Game[S_co, M_co, V_co]:
        """Return the game after a move, given as such or by its code.

        Raises:
            ParseError: If a text is no move.
            IllegalMove: If the move is not legal.
        """
        known = self._move(move)
        return self._after(known, self.variant.rules.apply(self.state, known))

    def step(self, move: Move | str) -> tuple[Game[S_co, M_co, V_co], tuple[Event, ...]]:
        """Return the game after a move, and what happened, unredacted.

        Raises:
            ParseError: If a text is no move.
            IllegalMove: If the move is not legal.
        """
        known = self._move(move)
        taken = self.variant.rules.step(self.state, known)
        return self._after(known, taken.state), taken.events

    def undo(self) -> Game[S_co, M_co, V_co]:
        """Return the game before its last move, or before a forfeit.

        Raises:
            IllegalMove: If no move has been made.
        """
        if self.forfeited_by is not None:
            return attrs.evolve(self, forfeited_by=None)
        if self._last is None:
            raise IllegalMove("there is no move to take back", code="no-move", rule="game.1")
        before, _, state = self._last
        earlier: Any = state
        return Game(self.variant, self.shoe, self.dealer, earlier, None, before)

    def forfeit(self, side: Side) -> Game[S_co, M_co, V_co]:
        """Return the game ended by a side's forfeit: for programs that run games.

        Raises:
            SeatError: If there is no such side.
            IllegalMove: If the game is over.
        """
        if type(side) is not int or side not in (0, 1):
            raise SeatError(f"there is no side {brief(side)} to forfeit: give 0 or 1")
        if self.outcome is not None:
            raise self._over(None)
        return attrs.evolve(self, forfeited_by=side)

    def record(self, *, seats: Sequence[str] | None = None) -> str:
        """Write the game as one line of JSON, finished or not.

        Args:
            seats: A name for each seat.

        Raises:
            RecordError: If the game did not begin with a shoe, or a name is no text that UTF-8 can hold.
            SeatError: If there is not one name a seat.
        """
        if self.shoe is None:
            raise RecordError("a game that goes on from a given state cannot be recorded: its packs are not known")
        if seats is not None and len(seats) != self.variant.rules.seats:
            raise SeatError(f"{len(seats)} names for {self.variant.rules.seats} seats: give one a seat")
        packs = _packs(self)
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
            digest=_digest(self, packs),
            house={} if self.variant.base is not None else self.variant.changes,
            rules=variant_files.to_dict(self.variant) if self.variant.base is not None else None,
            seats=None if seats is None else tuple(seats),
            seed=None if seeded is None else seeded.seed.hex(),
        ).to_json()

    @classmethod
    def from_record(cls, text: str | bytes, *, variants: Mapping[str, Variant] | None = None) -> Game:
        """Read a game from a record, and replay it to see that every word of it is true.

        Args:
            text: The record.
            variants: Variants by key that have no name in the registry.

        Raises:
            RecordError: If the text is no record, or its moves, score, outcome or digest are not what they say.
        """
        record = Record.from_json(text)
        try:
            game = _begin(record, variants or {})
        except RecordError:
            raise
        except HockeyError as error:
            raise RecordError(f"{error!s:.1000}") from error
        return _verify(record, _replay(record, game))

    def _links(self) -> Iterator[tuple[Any, Any, Any]]:
        link = self._last
        while link is not None:
            yield link
            link = link[0]

    def _move(self, move: Move | str) -> Any:
        if self.forfeited_by is not None:
            raise self._over(move)
        return self.variant.rules.parse(move) if isinstance(move, str) else move

    def _over(self, move: object) -> IllegalMove:
        return IllegalMove("the game is over", code="game-over", rule="game.1", move=move)

    def _after(self, move: Any, state: Any) -> Game[S_co, M_co, V_co]:
        return Game(self.variant, self.shoe, self.dealer, state, None, (self._last, move, self.state))

    def _sources(self) -> tuple[Any, ...]:
        """Return all that the game can be built from again."""
        links = list(self._links())
        first = links[-1][2] if links else self.state
        return self.variant, self.shoe, self.dealer, first, self.moves, self.forfeited_by

    def __eq__(self, other: object) -> bool:
        return self._sources() == other._sources() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.variant.key, self.dealer, self.state, self.forfeited_by))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, self._sources()

    def __copy__(self) -> Game[S_co, M_co, V_co]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[S_co, M_co, V_co]:
        return self

    _repr_svg_ = shown

    def __repr__(self) -> str:
        moves = len(list(self._links()))
        end = "going on" if self.outcome is None else str(self.outcome.how)
        return f"<Game {self.variant.key}, {moves} moves, score {self.score}, {end}>"


def _rebuild(
    variant: Variant, shoe: Shoe | None, dealer: Seat, first: State, moves: Iterable[Move], forfeited_by: Side | None
) -> Game:
    game = Game(variant, shoe, dealer, first)
    for move in moves:
        game = game.play(move)
    return game if forfeited_by is None else game.forfeit(forfeited_by)


def _begin(record: Record, variants: Mapping[str, Variant]) -> Game:
    """Deal the game of a record, having checked what it says of the deal."""
    variant = _variant(record, variants)
    variant = attrs.evolve(variant, rules=variant.rules.house(record.house))
    if record.seats is not None and len(record.seats) != variant.rules.seats:
        raise RecordError(f"there are {len(record.seats)} names in 'seats', but the game has {variant.rules.seats}")
    if record.seed is None:
        return Game.start(variant, shoe=Stacked(record.packs), dealer=record.dealer)
    return Game.start(variant, seed=bytes.fromhex(record.seed), dealer=record.dealer)


def _variant(record: Record, variants: Mapping[str, Variant]) -> Variant:
    if record.rules is None:
        return variants[record.variant] if record.variant in variants else registry.variant(record.variant)
    variant = variant_files.from_dict(record.rules)
    if variant.key != record.variant:
        raise RecordError(f"'rules' are those of {variant.key!r}, but the record is one of {record.variant!r:.80}")
    return variant


def _replay(record: Record, game: Game) -> Game:
    for number, code in enumerate(record.moves, 1):
        try:
            move = game.variant.rules.parse(code)
            if move.code != code:
                raise ParseError(f"{code!r:.20} is not how a record writes {move.code}")
            game = game.play(move)
        except ShoeError as error:
            raise RecordError(f"'packs' has too few packs: {error}", move=number) from error
        except (IllegalMove, ParseError) as error:
            raise RecordError(f"the move cannot be made: {error}", move=number) from error
    return game


def _verify(record: Record, game: Game) -> Game:
    """Check what the record says of the end, and return the game as the record says it ended."""
    packs = _packs(game)
    if packs != record.packs:
        raise RecordError("'packs' does not hold the pack of each period begun, as the seed deals them")
    if game.score != record.score:
        raise RecordError(f"the score is {list(game.score)} on the board, but the record says {list(record.score)}")
    if record.how is Ending.FORFEIT and game.outcome is None and record.winner is not None:
        game = game.forfeit(1 - record.winner)
    said = None if record.how is None else Outcome(record.winner, record.how, record.score)
    if said != game.outcome:
        raise RecordError(f"the outcome is {game.outcome or 'open'}, but the record says {said or 'open'}")
    if (true := _digest(game, packs)) != record.digest:
        raise RecordError(f"the digest is {true}, but the record says {record.digest}")
    return game


def _packs(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return the packs of the periods begun."""
    assert game.shoe is not None
    return tuple(codes(game.shoe.pack(period)) for period in range(game.state.period + 1))


def _digest(game: Game[Any, Any, Any], packs: tuple[str, ...]) -> str:
    plays = ((turn.seat, turn.move.code, turn.step.call, turn.step.state.score) for turn in game.turns)
    return digest(packs, plays)


def read_games(lines: Iterable[str | bytes], *, variants: Mapping[str, Variant] | None = None) -> Iterator[Game]:
    """Read games from JSON lines, one at a time, each verified by a replay; blank lines are skipped.

    Args:
        lines: The lines of a file.
        variants: Variants by key that have no name in the registry.

    Raises:
        RecordError: At the first record that is not sound, with its line (from 1) and game (from 0).
    """
    number = 0
    for line, text in enumerate(lines, 1):
        if is_blank(text):
            continue
        try:
            game = Game.from_record(text, variants=variants)
        except RecordError as error:
            raise error.at(line=line, game=number) from error.__cause__
        yield game
        number += 1


def write_games(games: Iterable[Game]) -> Iterator[str]:
    """Write games as JSON lines, one at a time, each with the end of its line.

    Raises:
        RecordError: At the first game that cannot be recorded.
    """
    for game in games:
        yield game.record() + "\n"
