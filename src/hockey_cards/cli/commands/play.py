"""The command ``play``: a game between a person at the terminal and other players, saved at every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, cast

import attrs
import typer
from rich.text import Text

from hockey_cards.cli.arguments import PLAYERS_HELP, House, LanguageCode, load_language, load_variant
from hockey_cards.cli.commands.records import lines
from hockey_cards.cli.output import STDIO, check_writable, has_screen, open_input, open_output, write_out
from hockey_cards.cli.players import players_by_seat
from hockey_cards.errors import HockeyError, ParseError, SeatError, SessionError, StrategyError, UnknownStrategy
from hockey_cards.game import Game
from hockey_cards.game_files import plain_lines, read_games
from hockey_cards.language import Language, introduction
from hockey_cards.record import Record
from hockey_cards.registry import variants
from hockey_cards.rules import Move, Seat, Variant, View
from hockey_cards.session import Session
from hockey_cards.session_json import MAX_NAME
from hockey_cards.shoe import Seeded, derive
from hockey_cards.strategies import strategies, strategy
from hockey_cards.strategy import Player, Strategy, seated
from hockey_cards.terminal.console import show
from hockey_cards.terminal.menu import Menu, Pick, pick_at_prompt
from hockey_cards.terminal.person import Person
from hockey_cards.terminal.prompt import play_at_prompt
from hockey_cards.terminal.saves import Save, Saves

_RECORDS: Final = ".jsonl", ".jsonl.gz"
_PERSON: Final = "person"
"""The name of the person's seat in records."""


def play(  # noqa: PLR0913  # the options of the command
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]",
            help="The name of a game (`variants` lists them), a TOML file, or a file of records (.jsonl or .jsonl.gz) "
            "whose last unfinished game goes on. Without it a menu opens.",
        ),
    ] = None,
    *,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game that you left.")] = False,
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0, which is the default.")] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="The other players, separated by commas: one for all, one for each side, or one for each seat, where "
            f"that of your own seat is ignored. Each is {PLAYERS_HELP}. The default is greedy."
        ),
    ] = None,
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
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Play at a prompt, in lines of text only, which suit screen readers."),
    ] = False,
) -> None:
    """Play a game against other players. The seed also chooses the first dealer.

    On a terminal the game takes the full screen (extra `play`); with --plain, without the extra, and elsewhere it is
    played at a prompt. It is saved at every move; `--resume` goes on with the last one that was left or interrupted.

    The commitment printed at the start fixes the shuffle, and the seed32 printed at the end is its seed. To check that
    they belong together, run `hockey-cards shuffle --seed32 HEX --commitment HEX`.
    """
    check_writable(record)
    spoken = load_language(code)
    given = {"VARIANT": name, "--seat": seat, "--players": players, "--seed": seed, "--house": house or None}
    if resume:
        _refuse(given, "--resume")
        opened = _resume(spoken)
        if opened is None:
            raise HockeyError("there is no unfinished game: give the name of one, such as hockey-cards play breakaway")
        _run(opened, spoken, record, plain=plain)
    elif name is None:
        _refuse(given, "the menu")
        _run_menu(spoken, record, plain=plain)
    elif name.endswith(_RECORDS):
        _refuse({key: given[key] for key in ("--seed", "--house")}, "a file of records")
        _run(_continue(name, seat, players), spoken, record, plain=plain)
    else:
        opened = _start(load_variant(name, house), seat or 0, players or "greedy", seed)
        _run(opened, spoken, record, plain=plain)


def _append(name: str, line: str) -> None:
    """Write a line at the end of a file, or to stdout for ``-``."""
    if name == STDIO:
        write_out(line)
    else:
        with open_output(name, append=True) as stream:
            stream.write(line)


@attrs.frozen
class _Opened:
    """A game to be played, and the texts that name its players."""

    session: Session
    seat: Seat
    bots: _Bots
    save: Save | None = None
    names: Sequence[str] | None = None


@attrs.define
class _Bots:
    """The bots of a session, by the texts that name them; keeps the error of one that fails."""

    error: BaseException | None = None

    def find(self, text: str) -> _Bot | None:
        """Return the bot of a text; None if there is none."""
        try:
            return _Bot(text, strategy(text), self)
        except (UnknownStrategy, ParseError):
            return None


@attrs.frozen
class _Bot:
    """A player factory that records the exception of a player that raises, so that it can be reported."""

    text: str
    player: Player
    bots: _Bots

    def make(self, variant: Variant[Any, Any, Any], seat: Seat, rng: Random) -> Strategy[Any, Move]:
        """Return the player for one game."""
        made = seated(self.player, variant, seat, rng)

        def kept(view: View) -> Move:
            try:
                move: Move = made(view)
            except (Exception, SystemExit) as error:
                self.bots.error = error
                raise
            return move

        return kept if callable(made) else cast("Strategy[Any, Move]", made)


def _refuse(given: Mapping[str, object], what: str) -> None:
    for option, value in given.items():
        if value is not None:
            raise HockeyError(f"{option} cannot be combined with {what}")


def _start(game: Variant, seat: Seat, players: str, seed: str | None) -> _Opened:
    """Deal a new game."""
    _check_seat(seat, game)
    return _dealt(game, seat, _seated(players, game), seed)


def _dealt(game: Variant, seat: Seat, players: Sequence[str], seed: str | None) -> _Opened:
    shoe = Seeded(seed, game.rules.deck)
    dealer = int.from_bytes(derive(shoe.seed, "dealer"), "big") % game.rules.seats
    return _open(Game.start(game, shoe=shoe, dealer=dealer), seat, players)


def _check_seat(seat: Seat, game: Variant) -> None:
    if not 0 <= seat < game.rules.seats:
        raise SeatError(f"there is no seat {seat}: give 0 to {game.rules.seats - 1}")


def _seated(players: str, game: Variant) -> list[str]:
    return players_by_seat(players if "," in players else f"{players},{players}", game)


def _open(game: Game, seat: Seat, players: Sequence[str]) -> _Opened:
    """Seat the players, ignoring the entry for the person's seat."""
    names = [_PERSON if own == seat else player for own, player in enumerate(players)]
    bots = _Bots()
    found = {own: _Bot(name, strategy(name), bots) for own, name in enumerate(names) if own != seat}
    named = {bot.text: bot for bot in found.values() if len(bot.text) <= MAX_NAME}
    seated = {own: bot.text if bot.text in named else bot for own, bot in found.items()}
    shown = {own: name[:MAX_NAME] for own, name in enumerate(names)}
    session: Session = Session(game, seated, names=shown, substitute=None, bots=named)
    return _Opened(session, seat, bots, names=names)


def _continue(file: str, seat: Seat | None, players: str | None) -> _Opened:
    """Return the last unfinished game of a file of records."""
    with open_input(file) as stream:
        texts = [bytes(line, "utf-8") if isinstance(line, str) else line for line in plain_lines(lines(stream))]
    found: Game | None = None
    record: bytes = b""
    read = [text for text in texts if text.strip(b"\xef\xbb\xbf \t\r\n")]
    for text, game in zip(read, read_games(texts), strict=True):
        if game.outcome is None:
            found, record = game, text
    if found is None:
        raise HockeyError(f"{file} has no unfinished game")
    names = Record.from_json(record).seats or ()
    own = names.index(_PERSON) if seat is None and _PERSON in names else seat or 0
    _check_seat(own, found.variant)
    if players is not None:
        return _open(found, own, _seated(players, found.variant))
    known = strategies()  # a record may come from anywhere: no other code and no program in it is started
    return _open(
        found, own, [name if name in known else "greedy" for name in names or [""] * found.variant.rules.seats]
    )


def _resume(spoken: Language, report: Callable[[str], object] = show) -> _Opened | None:
    def unreadable(path: Path, reason: str) -> None:
        report(spoken.say("A saved game cannot be read, and was moved to {file}: {reason}", file=path, reason=reason))

    bots = _Bots()
    resumed = Saves().resume(bots.find, unreadable)
    return None if resumed is None else _Opened(resumed.session, resumed.seat, bots, resumed.save)


def _picker(*, plain: bool) -> Pick:
    if plain or not has_screen():
        return pick_at_prompt
    from hockey_cards.terminal.screen.menu import pick_on_screen  # needs the extra

    return pick_on_screen


def _run_menu(spoken: Language, record: str | None, *, plain: bool) -> None:
    """Let the person choose games and play them, until they leave."""
    menu, saves = Menu(_picker(plain=plain), spoken), Saves()
    while menu.choose(variants(), list(strategies()), unfinished=saves.exist()):
        try:
            opened = (
                _resume(menu.language, partial(setattr, menu, "note"))
                if menu.variant is None
                else _start(variants()[menu.variant], 0, menu.opponent, None)
            )
        except (SessionError, StrategyError) as error:
            menu.note = str(error)
            continue
        if opened is not None:
            _run(opened, menu.language, record, plain=plain)


def _run(opened: _Opened, spoken: Language, record: str | None, *, plain: bool) -> None:
    """Play a game, and others after it as long as the person wants to play again."""
    again: _Opened | None = opened
    while again is not None:
        again = _run_once(again, spoken, record, plain=plain or not has_screen())


def _run_once(opened: _Opened, spoken: Language, record: str | None, *, plain: bool) -> _Opened | None:
    """Play a game, saved at every move; return the next game if the person wants to play again."""
    session, shoe = opened.session, opened.session.game.shoe
    keeper = _Keeper(session, opened.save, spoken)
    commitment = shoe.commitment if isinstance(shoe, Seeded) else None
    person = Person(session, opened.seat, spoken, keeper.keep, commitment)
    show(Text(introduction(session.game.variant, spoken)))
    if commitment is not None:
        write_out(f"commitment {commitment}\n")
    again = False
    try:
        again = _play(person, plain=plain)
        if session.game.outcome is not None:
            _report(keeper.remove())
            if isinstance(shoe, Seeded):
                write_out(f"seed32 {shoe.seed.hex()}\n")
        else:
            show("", spoken.say("You have left the game."))
            if keeper.saved:
                show(spoken.say("It is saved: {command} goes on with it.", command="hockey-cards play --resume"))
    except StrategyError as error:
        raise error from opened.bots.error
    finally:
        _report(keeper.close())
        names = session.names if opened.names is None else opened.names
        if record is not None:
            _append(record, session.game.record(seats=names) + "\n")
    return _dealt(session.game.variant, opened.seat, names, None) if again else None


def _play(person: Person, *, plain: bool) -> bool:
    """Play a game at the prompt or on the full screen, and return whether the person wants to play again."""
    if plain:
        play_at_prompt(person)
        return False
    from hockey_cards.terminal.screen.app import Ended, play_on_screen  # needs the extra

    return play_on_screen(person) is Ended.AGAIN


def _report(problem: str | None) -> None:
    if problem is not None:
        show(problem)


@attrs.define
class _Keeper:
    """Saves a game; a game that cannot be saved goes on, and the player sees one message about it."""

    session: Session
    save: Save | None
    language: Language
    saved: bool = False
    _failed: bool = False

    def keep(self) -> str | None:
        """Write the game; return a message if it cannot be written, once."""

        def write() -> None:
            self.save = Saves().new() if self.save is None else self.save
            self.save.write(self.session)
            self.saved = True

        return self._attempt(write)

    def remove(self) -> str | None:
        """Delete the file of the game; return a message if it cannot be deleted, once."""
        return None if self.save is None else self._attempt(self.save.remove)

    def close(self) -> str | None:
        """Let another process use the game."""
        return None if self.save is None else self._attempt(self.save.close)

    def _attempt(self, step: Callable[[], object]) -> str | None:
        if self._failed:
            return None
        try:
            step()
        except OSError as error:
            self._failed, self.saved = True, False
            return self.language.say("The game cannot be saved: {error}", error=str(error))
        return None
