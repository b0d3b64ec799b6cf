"""A game on the full screen: the table, what happened, and the moves of the person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from enum import Enum
from threading import Thread
from typing import Any, ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize

from hockey_cards.errors import StrategyError
from hockey_cards.language import Language, effects, how_to_play, introduction, move_text, score_text, translatable
from hockey_cards.rules import Move, View
from hockey_cards.terminal.person import COMMANDS, Person
from hockey_cards.terminal.screen.board import CSS, Board, ScreenApp, goals_by_period, key_lines
from hockey_cards.terminal.screen.choices import Choice, Choices

T = TypeVar("T")

_SWITCHES: Final = (
    ("large", translatable("large cards"), translatable("draws the cards larger, or smaller")),
    ("colours", translatable("four colours"), translatable("a colour for each suit, or red and black")),
)
"""The commands that only a full screen has, as ``COMMANDS``."""

_KEYS: Final = {"hint": "h", "undo": "u", "rules": "r", "quit": "q"}
"""Letter shortcuts for commands, in addition to the digits of the menu."""

_HELP: Final = translatable(
    "Choose a move by its number, by the arrows and Enter, or by the mouse. 0 opens and closes the menu."
)


class Ended(Enum):
    """How a game on the screen was left."""

    LEFT = "left"
    OVER = "over"
    AGAIN = "again"


def play_on_screen(person: Person) -> Ended:
    """Play a game on the full screen.

    Args:
        person: The person, in their game.

    Raises:
        StrategyError: If a bot fails.
    """
    app = GameApp(person)
    ended = app.run()
    if app.failure is not None:
        raise app.failure
    return Ended.LEFT if ended is None else ended


class GameApp(ScreenApp[Ended]):
    """The full-screen game."""

    CSS: ClassVar[str] = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("0,escape", "menu", show=False),
        Binding("question_mark,f1", "obey('help')", show=False),
        *(Binding(key, f"obey('{name}')", show=False) for name, key in _KEYS.items()),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        Binding("ctrl+c,ctrl+q,ctrl+d", "obey('quit')", show=False, priority=True),
    ]

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person = person
        self.failure: StrategyError | None = None
        self._busy = True
        self._menu = False
        self._board = Board(person.language)
        self._greeting = person.language.say(_HELP)
        self._about = introduction(person.session.game.variant, person.language), person.seating

    @property
    def language(self) -> Language:
        """The language of the person."""
        return self.person.language

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from the top."""
        say = self.language.say
        words = {name: say(word) for name, word, _ in COMMANDS}
        letters = ((key, words[name], f"app.obey('{name}')") for name, key in _KEYS.items())
        yield from self._board.parts(key_lines([("0", say("menu"), "app.menu"), *letters]))

    def on_mount(self) -> None:
        """Begin to play."""
        self._board.choices.focus()
        self._start(self._advance)

    def on_resize(self, event: Resize) -> None:
        """Show the game in the new size, or a message if the terminal is too small for it."""
        self._board.resize(event.size)
        if not self._busy:
            self._show()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Make the move that was chosen, or carry out the command."""
        event.stop()
        if self._busy:
            return
        if isinstance(event.value, Ended):
            self.exit(event.value)
        elif isinstance(event.value, str):
            self.action_obey(event.value)
        else:
            self._start(self._play, event.value)

    def on_key(self, event: Key) -> None:
        """Take the number of a move while a text is read."""
        if not self._busy and not self._board.choices.has_focus and event.character in tuple("123456789"):
            self._show()
            self._board.choices.type(event.character)

    def action_menu(self) -> None:
        """Open the menu, or close what is open."""
        if self._busy:
            return
        if self._menu or not self._board.choices.has_focus:
            self._show()
            return
        self._menu = True
        say = self.language.say
        commands = [command for command in (*COMMANDS, *_SWITCHES) if command[0] not in ("help", "log")]
        items = [Choice(name, say(word), say(what)) for name, word, what in commands]
        self._board.choices.offer(items)
        self._board.tell(say(_HELP))

    def action_scroll(self, pages: int) -> None:
        """Scroll the log."""
        self._board.scroll(pages)

    def action_obey(self, command: str) -> None:
        """Carry out a command."""
        if command == "quit":
            self.exit(Ended.OVER if self.person.session.game.outcome else Ended.LEFT)
        if self._busy:
            return
        match command:
            case "hint":
                self._show()
                self._start(self._hint)
            case "undo":
                self._start(self._undo)
            case "rules":
                self._show()
                self._board.read(how_to_play(self.person.session.game.variant, self.language))
            case "help":
                self._show()
                self._board.read("\n".join([*self._about, self.language.say(_HELP)]))
            case "table":
                self._show()
                self._board.tell(self.person.dealt_face_up())
            case "seed":
                self._show()
                self._board.tell(self.person.seed())
            case "forced":
                self._start(self._advance, self.person.switch_forced())
            case "large" | "colours":
                self._board.choices.large ^= command == "large"
                self._board.choices.four_colours ^= command == "colours"
                self._show()
            case _:
                pass

    def _start(self, task: Callable[..., Any], *arguments: object) -> None:
        """Run a task that may take time; meanwhile no other is started."""
        self._busy = True
        self.run_worker(task(*arguments))

    async def _advance(self, said: str | None = None) -> None:
        """Let the bots move, then show the table and a message."""
        try:
            problem = await _in_thread(self.person.advance)
        except StrategyError as error:
            self.failure = error
            self.exit()
            return
        said = problem or said
        forced = self.person.forced
        if forced is not None:
            await self._play(forced, said)
            return
        self._busy = False
        self._show()
        self._board.tell(said or self._greeting)
        self._greeting = ""

    async def _play(self, move: Move, said: str | None = None) -> None:
        said = self.person.play(move) or said
        self._show()
        await self._advance(said)

    async def _undo(self) -> None:
        await self._advance(self.person.undo())

    async def _hint(self) -> None:
        if self.person.session.game.outcome is not None:
            hint = self.language.say("The game is over.")
        else:
            self._board.tell(self.language.say("Looking for a good move ..."))
            hint = await _in_thread(self.person.hint)
        self._busy = False
        self._board.tell(hint)

    def _show(self) -> None:
        """Show the game as it is."""
        self._menu = False
        person, view, events = self.person, self.person.view, self.person.events
        self._board.close()
        say, score = self.language.say, score_text(view.score, person.seat, self.language)
        own, other = say("your team"), say("the opponents")
        if len(person.names) == 2:
            own, other = say("you"), person.names[1 - person.seat]
        head = [
            person.session.game.variant.key,
            f"{own} {score} {other}",
            goals_by_period(view, events, self.language),
        ]
        since, preface = person.last_decision(events), [*self._about]
        self._board.show(view, person.names, events, since=since, head=head, preface=preface)
        self._board.choices.offer(list(self._offered(view)))

    def _offered(self, view: View) -> Iterator[Choice]:
        """Yield the moves, or what to do after the end of the game."""
        if view.outcome is None:
            for move, effect in effects(view, self.language):
                yield Choice(move, move_text(view.rules, move, self.language), effect)
            return
        yield Choice(Ended.AGAIN, self.language.say("play again"))
        yield Choice(Ended.OVER, self.language.say("leave"))


async def _in_thread(work: Callable[[], T]) -> T:
    """Run work in a daemon thread and await its result; the thread does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  # it is raised where the work is awaited
            loop.call_soon_threadsafe(_settle, done.set_exception, error)
        else:
            loop.call_soon_threadsafe(_settle, done.set_result, result)

    def _settle(settle: Callable[[Any], None], value: Any) -> None:
        if not done.done():
            settle(value)

    Thread(target=run, daemon=True).start()
    return await done
