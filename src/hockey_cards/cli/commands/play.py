"""The command ``play``: a game between a person at the terminal and other players."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Final, NoReturn, cast

import attrs
import typer
from rich.text import Text

from hockey_cards import match
from hockey_cards.cli.arguments import PLAYERS_HELP, House, LanguageCode, VariantName, load_language, load_variant
from hockey_cards.cli.output import STDIO, check_writable, open_output, write_out
from hockey_cards.cli.players import players_by_seat
from hockey_cards.errors import HockeyError, SeatError, StrategyError
from hockey_cards.events import side_of
from hockey_cards.game import Game
from hockey_cards.language import (
    Language,
    effects,
    how_to_play,
    introduction,
    move_text,
    read_move,
    seat_names,
    sentences,
    translatable,
)
from hockey_cards.rules import Event, Move, Seat, Variant, View
from hockey_cards.shoe import Seeded, derive
from hockey_cards.strategies import strategy
from hockey_cards.strategy import Player, Strategy, seated
from hockey_cards.terminal import board
from hockey_cards.terminal.console import flow, show
from hockey_cards.terminal.text import coloured

_PROMPT: Final = translatable("your move (1-{number}, or its name; {undo}, {help}, {quit}):")
_HELP: Final = translatable(
    "Type the number of a move or its name; {undo} to take back your last move; {help}, h or ? to read this; {quit}, q "
    "or the end of the input to leave the game."
)
_NO_MOVE: Final = translatable("{text} is none of your moves: give a number from 1 to {number}, or the name of a move.")


class _UndoRequested(Exception):
    """The person has taken a move back."""


class _GameLeft(Exception):
    """The person has left the game."""


def play(
    name: VariantName,
    *,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    players: Annotated[
        str,
        typer.Option(
            help="The other players, separated by commas: one for all, one for each side, or one for each seat, where "
            f"that of your own seat is ignored. Each is {PLAYERS_HELP}."
        ),
    ] = "greedy,greedy",
    seed: Annotated[
        str | None, typer.Option(help="The seed, any text, to play the same deal again; random by default.")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Add the record of the game to the end of a file, even if you leave it unfinished; - for stdout.",
        ),
    ] = None,
    house: House = None,
    code: LanguageCode = None,
) -> None:
    """Play a game against other players. The seed also chooses the first dealer.

    The commitment printed at the start fixes the shuffle, and the seed32 printed at the end is its seed. To check that
    they belong together, run `hockey-cards shuffle --seed32 HEX --commitment HEX`.
    """
    check_writable(record)
    spoken = load_language(code)
    game = load_variant(name, house)
    seats = game.rules.seats
    if not 0 <= seat < seats:
        raise SeatError(f"there is no seat {seat}: give 0 to {seats - 1}")
    shoe = Seeded(seed, game.rules.deck)
    dealer = int.from_bytes(derive(shoe.seed, "dealer"), "big") % seats
    names = players_by_seat(players if "," in players else f"{players},{players}", game)
    places = seat_names(seats, spoken)
    shown = [places[0] if own == seat else f"{places[own - seat]} ({names[own]})" for own in range(seats)]
    person = _Person(game, seat, shown, spoken)
    moves: list[object] = []
    factories = [_Recorded(person if own == seat else strategy(names[own]), moves) for own in range(seats)]
    show(Text(introduction(game, spoken)), Text(person.seating))
    write_out(f"commitment {shoe.commitment}\n")
    try:
        finished = _play(game, factories, shoe, dealer, person)
        if finished is not None:
            _show_end(finished, person, shoe)
    finally:
        if record is not None:
            recorded = ["person" if own == seat else names[own] for own in range(seats)]
            _append(record, _replay(game, shoe, dealer, moves).record(seats=recorded) + "\n")


def _append(name: str, line: str) -> None:
    """Write a line at the end of a file, or to stdout for ``-``."""
    if name == STDIO:
        write_out(line)
    else:
        with open_output(name, append=True) as stream:
            stream.write(line)


@attrs.frozen
class _Recorded:
    """A factory whose player appends its moves to a list, so that an unfinished game can be recorded.

    Args:
        player: The player itself, or its factory.
        moves: The moves of all players.
    """

    player: Player
    moves: list[object]

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        player = seated(self.player, variant, seat, rng)

        def recorded(view: View) -> Move:
            move: Move = player(view)
            self.moves.append(move)
            return move

        return recorded if callable(player) else cast("Strategy[Any, Move]", player)


def _replay(game: Variant, shoe: Seeded, dealer: Seat, moves: Sequence[object]) -> Game:
    """Return the game that recorded moves lead to; a last move that was not legal is left out."""
    played = Game.start(game, shoe=shoe, dealer=dealer)
    for move in moves:
        if isinstance(move, str):
            break
        try:
            played = played.play(cast("Move", move))
        except HockeyError:
            break
    return played


def _play(game: Variant, factories: Sequence[_Recorded], shoe: Seeded, dealer: Seat, person: _Person) -> Game | None:
    """Play to the end and return the game, or return None when the person leaves.

    A move is taken back by playing again from the start, with the earlier answers of the person and new players of the
    same seed. So no player has to forget anything.
    """
    while True:
        person.start()
        factories[person.seat].moves.clear()
        try:
            return match.play(game, factories, shoe=shoe, dealer=dealer, watch=person.watch)
        except StrategyError as error:
            match error.__cause__:
                case _GameLeft():
                    return None
                case _UndoRequested():
                    continue
                case BaseException() as cause if error.seat == person.seat:
                    raise cause from None  # a closed pipe, for example, is not a mistake of the person
                case _:
                    raise


def _show_end(finished: Game, person: _Person, shoe: Seeded) -> None:
    assert finished.outcome is not None
    *news, end = person.news()
    show(*news, Text(end.plain, style="bold"))
    write_out(f"seed32 {shoe.seed.hex()}\n")


class _Person:
    """A strategy that asks in the terminal and remembers the answers, so that a move can be taken back.

    Args:
        game: The game.
        seat: The person's seat.
        names: The name of each seat.
        language: The language of the person.
    """

    def __init__(self, game: Variant, seat: Seat, names: Sequence[str], language: Language) -> None:
        self.seat = seat
        self._game = game
        self._names = names
        self._language = language
        self._answers: list[Move] = []
        self._repeated = 0
        self._events: list[Event] = []
        self._read = 0

    @property
    def seating(self) -> str:
        """The partners and the opponents of the person, in sentences."""
        own, other = side_of(self.seat), 1 - side_of(self.seat)
        partners = [name for seat, name in enumerate(self._names) if side_of(seat) == own and seat != self.seat]
        say = self._language.say
        said = [say("Your side: you, {names}.", names=", ".join(partners))] if partners else []
        said.append(say("Against you: {names}.", names=", ".join(self._names[other::2])))
        return " ".join([*said, say("In a score, your side comes first.")])

    def start(self) -> None:
        """Start a game, in which the answers so far are repeated."""
        self._repeated = self._read = 0
        self._events.clear()

    def watch(self, event: Event) -> None:
        """Store an event as the seat may know it."""
        self._events.append(event.seen_by(self.seat))

    def news(self) -> list[Text]:
        """Return a line for each event since the last answer."""
        lines = sentences(
            self._game.rules,
            self._events,
            self._names,
            seat=self.seat,
            since=self._read,
            language=self._language,
        )
        return list(map(coloured, lines))

    def __call__(self, view: View) -> Move:
        """Repeat an earlier answer, or ask for a new one."""
        if self._repeated < len(self._answers) and self._answers[self._repeated] not in view.legal:
            del self._answers[self._repeated :]  # another player plays differently this time
        if self._repeated == len(self._answers):
            self._show(view)
            self._answers.append(self._ask(view))
        self._repeated += 1
        self._read = len(self._events)
        return self._answers[self._repeated - 1]

    def _show(self, view: View) -> None:
        moves = flow(self._choice(number, *chosen) for number, chosen in enumerate(effects(view, self._language), 1))
        news = self.news()
        show("", *news, *([""] if news else []), *board(view, self._names, self._language), *moves)

    def _choice(self, number: int, move: Move, effect: str) -> Text:
        """Return a move with its number and what it would do."""
        named = coloured(move_text(self._game.rules, move, self._language))
        return Text.assemble((str(number), "bold"), " ", named, f" ({effect})" if effect else "")

    def _ask(self, view: View) -> Move:
        while True:
            write_out(self._language.say(_PROMPT, number=len(view.legal), **self._commands) + " ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                self._leave()
            move = self._interpret(line.strip(), view)
            if move is not None:
                return move

    def _interpret(self, text: str, view: View) -> Move | None:
        """Return the move that a text stands for, or carry out the command that it is."""
        chosen = read_move(view, text, self._language)
        if chosen is not None:
            return chosen
        word = text.casefold()
        if word == self._commands["undo"]:
            self._undo()
        elif word in ("q", self._commands["quit"]):
            self._leave()
        elif word in ("h", "?", self._commands["help"]):
            help_line = self._language.say(_HELP, **self._commands)
            show(help_line, self.seating, "", how_to_play(self._game, self._language))
        elif word:
            return self._numbered(text, view)
        return None

    def _numbered(self, text: str, view: View) -> Move | None:
        """Return the move of a number; if there is none, say so."""
        number = int(text[:9]) if text.isascii() and text.isdigit() else 0
        if 1 <= number <= len(view.legal):
            chosen: Move = view.legal[number - 1]
            return chosen
        show(self._language.say(_NO_MOVE, text=text[:40], number=len(view.legal)))
        return None

    @property
    def _commands(self) -> dict[str, str]:
        """The words of the commands, as the person types them."""
        say = self._language.say
        return {"undo": say("undo"), "help": say("help"), "quit": say("quit")}

    def _undo(self) -> None:
        if not self._answers:
            show(self._language.say("You have made no move that you could take back."))
            return
        self._answers.pop()
        raise _UndoRequested

    def _leave(self) -> NoReturn:
        show("", self._language.say("You have left the game."))
        raise _GameLeft
