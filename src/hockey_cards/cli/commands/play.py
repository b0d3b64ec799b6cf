"""The command that lets a person play in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, NoReturn, cast

import attrs
import typer
from rich.text import Text

from hockey_cards import match
from hockey_cards.cli.arguments import PLAYERS_HELP, House, VariantName, variant_of
from hockey_cards.cli.board import draw, move_text
from hockey_cards.cli.commands.catalogue import tables
from hockey_cards.cli.output import abreast, check_file, say, show, write
from hockey_cards.cli.players import NamedPlayer, seated
from hockey_cards.errors import HockeyError, ParseError, SeatError, StrategyError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.language.events import result, told
from hockey_cards.rules import Event, Move, Seat, Variant, View
from hockey_cards.shoe import Seeded, derive
from hockey_cards.strategy import Strategy

_HELP = (
    "Type the number of a move or its code, such as {code}; undo takes your last move back; help, h or ? prints this; "
    "quit, q or the end of the input leaves the game."
)


class _Undone(Exception):
    """The person took a move back."""


class _Left(Exception):
    """The person left the table."""


def play(
    name: VariantName,
    *,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    players: Annotated[
        str,
        typer.Option(
            help=f"The other players: one for all, one a side, or one a seat (yours is not asked): {PLAYERS_HELP}."
        ),
    ] = "greedy,greedy",
    seed: Annotated[str | None, typer.Option(help="A text, to play the same deal again; drawn if not given.")] = None,
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the game's record, also if you leave it unfinished; - for stdout."),
    ] = None,
    house: House = None,
) -> None:
    """Play a game at a table with other players. The first dealer is drawn by lot.

    The commitment printed at the start binds the dealer to a shuffle, and the seed32 printed at the end is its seed. To
    check that the one fits the other: `hockey-cards shuffle --seed32 HEX --commitment HEX`.
    """
    check_file(record)
    game = variant_of(name, house)
    seats = game.rules.seats
    if not 0 <= seat < seats:
        raise SeatError(f"there is no seat {seat}: seats are 0 to {seats - 1}")
    shoe = Seeded(seed, game.rules.deck)
    dealer = int.from_bytes(derive(shoe.seed, "dealer"), "big") % seats
    named = seated(players if "," in players else f"{players},{players}", game)
    person = _Person(game, seat, [_called(place, named[place], seat) for place in range(seats)])
    players_of = [person if place == seat else NamedPlayer(each) for place, each in enumerate(named)]
    moves: list[object] = []
    strategies = [_Noted(player, moves) for player in players_of]
    show(Text(f"{game.name}: {game.summary}"), Text(person.place))
    say(f"commitment {shoe.commitment}\n")
    try:
        played = _played(game, strategies, shoe, dealer, person)
        if played is not None:
            _end(played, person, shoe)
    finally:
        if record is not None:
            names = ["person" if place == seat else each for place, each in enumerate(named)]
            write(record, _so_far(game, shoe, dealer, moves).record(seats=names) + "\n")


def _called(place: Seat, name: str, own: Seat) -> str:
    return "you" if place == own else f"seat {place} ({name})"


@attrs.frozen
class _Noted:
    """A factory of players whose moves are noted, so that a game can be recorded that comes to no end."""

    player: NamedPlayer | _Person
    moves: list[object]

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        player = self.player.make(variant, seat, rng)

        def noted(view: View) -> Move:
            move = player(view)
            self.moves.append(move)
            return move

        return noted if callable(cast("object", player)) else player


def _so_far(game: Variant, shoe: Seeded, dealer: Seat, moves: Sequence[object]) -> Game:
    """Play the moves again, but for a last one that the game did not take."""
    played = Game.start(game, shoe=shoe, dealer=dealer)
    for move in moves:
        if isinstance(move, str):
            break
        try:
            played = played.play(cast("Move", move))
        except HockeyError:
            break
    return played


def _played(game: Variant, strategies: Sequence[_Noted], shoe: Seeded, dealer: Seat, person: _Person) -> Game | None:
    """Play to the end, or until the person leaves (None).

    A move is taken back by playing again from the start: all others play as they did, and the person's own moves
    before it are made again. So nobody has to forget anything.
    """
    while True:
        person.begin()
        strategies[person.seat].moves.clear()
        try:
            return match.play(game, strategies, shoe=shoe, dealer=dealer, watch=person.watch)
        except StrategyError as error:
            match error.__cause__:
                case _Left():
                    return None
                case _Undone():
                    continue
                case BaseException() as cause if error.seat == person.seat:
                    raise cause from None  # such as a closed pipe: that is nobody's move
                case _:
                    raise


def _end(played: Game, person: _Person, shoe: Seeded) -> None:
    assert played.outcome is not None
    show(*person.news(), Text(f"The end: {result(played.outcome, side_of(person.seat))}", style="bold"))
    say(f"seed32 {shoe.seed.hex()}\n")


class _Person:
    """A strategy that asks in the terminal, and remembers what was answered."""

    def __init__(self, game: Variant, seat: Seat, names: Sequence[str]) -> None:
        self.seat = seat
        self._game = game
        self._names = names
        self._answers: list[Move] = []
        self._given = 0
        self._seen: list[Event] = []

    @property
    def place(self) -> str:
        """Where the person sits and with whom, and how scores are told."""
        sides = {side: self._names[side::2] for side in (0, 1)}
        partners = [name for name in sides[side_of(self.seat)] if name != self._names[self.seat]]
        partner = (
            f"your partner{'s are' if len(partners) > 1 else ' is'} {' and '.join(partners)}, " if partners else ""
        )
        against = " and ".join(sides[1 - side_of(self.seat)])
        yours = "your side's" if partners else "yours"
        return f"You are seat {self.seat}, {partner}against {against}; of a score {yours} is told first."

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the person, who is the same in every game."""
        return self

    def begin(self) -> None:
        """Begin a game, with the answers given so far."""
        self._given = 0
        self._seen.clear()

    def watch(self, event: Event) -> None:
        """Take note of what happens, as far as the seat may know it."""
        self._seen.append(event.seen_by(self.seat))

    def news(self) -> list[Text]:
        """Tell what has happened since the last answer."""
        return [Text(line) for line in told(self._seen, self._names)]

    def __call__(self, view: View) -> Move:
        """Give the answer that was given before, or ask for one."""
        if self._given < len(self._answers) and self._answers[self._given] not in view.legal:
            del self._answers[self._given :]  # somebody plays otherwise this time
        if self._given == len(self._answers):
            self._show(view)
            self._answers.append(self._ask(view))
        self._given += 1
        self._seen.clear()
        return self._answers[self._given - 1]

    def _show(self, view: View) -> None:
        moves = abreast(
            Text.assemble((str(number), "bold"), " ", move_text(move)) for number, move in enumerate(view.legal, 1)
        )
        news = self.news()
        show("", *news, *([""] if news else []), *draw(view, self._names), *moves)

    def _ask(self, view: View) -> Move:
        while True:
            say(f"your move (1-{len(view.legal)}, a code, undo, help or quit): ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                self._leave()
            move = self._understood(line.strip(), view)
            if move is not None:
                return move

    def _understood(self, text: str, view: View) -> Move | None:
        """Return the move that a text means, or do what it says."""
        match text.lower():
            case word if word in {move.code.lower() for move in view.legal}:
                return _move(text, view)
            case "":
                pass
            case "undo":
                self._undo()
            case "quit" | "q":
                self._leave()
            case "help" | "h" | "?":
                show(Text(_HELP.format(code=view.legal[0].code)), Text(self.place), *tables(self._game))
            case _:
                return _move(text, view)
        return None

    def _undo(self) -> None:
        if not self._answers:
            show("There is no move of yours to take back.")
            return
        self._answers.pop()
        raise _Undone

    def _leave(self) -> NoReturn:
        show("", "You have left the game.")
        raise _Left


def _move(text: str, view: View) -> Move | None:
    """Return the legal move that a number or a code stands for; None, and a word about it, if there is none."""
    if text.isascii() and text.isdigit():
        if 1 <= int(text[:9]) <= len(view.legal):
            found: Move = view.legal[int(text[:9]) - 1]
            return found
        show(Text(f"There is no move {text[:9]}: give a number from 1 to {len(view.legal)}."))
        return None
    try:
        move: Move = view.rules.parse(text)
    except ParseError as error:
        show(Text(f"{error}."))
        return None
    if move in view.legal:
        return move
    show(Text(f"{move} cannot be played now: give one of the moves above."))
    return None
