"""A game on the full screen: the table, what happened, and the moves of the person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from enum import Enum
from threading import Thread
from typing import Any, ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from hockey_cards.errors import StrategyError
from hockey_cards.events import Event, PeriodEnded, Scored, side_of
from hockey_cards.language import Language, Line, effects, how_to_play, move_text, score_text, translatable
from hockey_cards.rules import Move, View
from hockey_cards.terminal.person import COMMANDS, Person, styled
from hockey_cards.terminal.screen.choices import Choice, Choices
from hockey_cards.terminal.tabletop import tabletop
from hockey_cards.terminal.text import coloured

WIDTH: Final = 80
HEIGHT: Final = 24
"""The size of the smallest terminal that a game fits into."""

T = TypeVar("T")

_SWITCHES: Final = (
    ("large", translatable("large cards"), translatable("draws the cards larger, or smaller")),
    ("colours", translatable("four colours"), translatable("a colour for each suit, or red and black")),
)
"""The commands that only a full screen has, as ``COMMANDS``."""

_KEYS: Final = {"hint": "h", "undo": "u", "rules": "r", "quit": "q"}
"""The letters of commands, beside the digits of the menu."""

_HELP: Final = translatable(
    "Choose a move by its number, by the arrows and Enter, or by the mouse. 0 opens and closes the menu."
)
_SMALL: Final = translatable(
    "The terminal has {width} columns and {height} lines. The game needs {least_width} and {least_height}: make it "
    "larger."
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


class GameApp(App[Ended]):
    """The full-screen game."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("0,escape,question_mark,f1", "menu", show=False),
        *(Binding(key, f"obey('{name}')", show=False) for name, key in _KEYS.items()),
        Binding("ctrl+c,ctrl+q,ctrl+d", "obey('quit')", show=False, priority=True),
    ]
    CSS = """
    Screen { layout: vertical; layers: base above; }
    #heading { height: 1; text-style: bold reverse; }
    #table { height: auto; padding: 0 1; }
    .rule { height: 1; }
    #log { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    #log Static { height: auto; }
    #room { height: auto; max-height: 42vh; padding: 0 1; scrollbar-size-vertical: 1; }
    #choices { height: auto; }
    #message { height: auto; max-height: 3; padding: 0 1; text-style: italic; }
    #keys { height: 1; }
    #small { layer: above; display: none; width: 100%; height: 100%; background: $background; }
    """

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.person = person
        self.failure: StrategyError | None = None
        self._busy = True
        self._menu = False
        self._title = person.session.game.variant.key
        self._choices = Choices(person.language)
        self._greeting = person.language.say(_HELP)

    @property
    def language(self) -> Language:
        """The language of the person."""
        return self.person.language

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from the top."""
        yield Static(id="heading", markup=False)
        yield Static(id="table")
        yield Static(id="edge", classes="rule", markup=False)
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="text")
        yield Static(id="banner", classes="rule", markup=False)
        with VerticalScroll(id="room", can_focus=False):
            yield self._choices
        yield Static(id="message", markup=False)
        yield Static(self._keys(), id="keys")
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Begin to play."""
        self._choices.focus()
        self._start(self._advance)

    def on_resize(self, event: Resize) -> None:
        """Show the game in the new size, or a message if the terminal is too small for it."""
        width, height = event.size
        small = self.query_one("#small", Static)
        small.display = width < WIDTH or height < HEIGHT
        places = {"width": width, "height": height, "least_width": WIDTH, "least_height": HEIGHT}
        small.update(self.language.say(_SMALL, **places))
        if not self._busy:
            self._show()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Make the move that was chosen, or obey the command."""
        event.stop()
        if self._busy:
            return
        if isinstance(event.value, Ended):
            self.exit(event.value)
        elif isinstance(event.value, str):
            self.action_obey(event.value)
        else:
            self._start(self._play, event.value)

    def action_menu(self) -> None:
        """Open the menu, or close what is open."""
        if self._busy:
            return
        if self._menu or not self._choices.has_focus:
            self._show()
            return
        self._menu = True
        say = self.language.say
        commands = [command for command in (*COMMANDS, *_SWITCHES) if command[0] not in ("help", "log")]
        items = [Choice(name, say(word), say(what)) for name, word, what in commands]
        self._choices.offer(items)
        self._say(say(_HELP))

    def action_obey(self, command: str) -> None:
        """Carry out a command."""
        if command == "quit":
            self.exit(Ended.OVER if self.person.session.game.outcome else Ended.LEFT)
        if self._busy:
            return
        match command:
            case "hint":
                if self.person.session.person is not None:
                    self._show()
                    self._start(self._hint)
            case "undo":
                self._start(self._undo)
            case "rules":
                self._show()
                self._read(how_to_play(self.person.session.game.variant, self.language))
            case "table":
                self._show()
                self._say(self.person.dealt_face_up())
            case "seed":
                self._show()
                self._say(self.person.seed())
            case "forced":
                said = self.person.switch_forced()
                self._start(self._advance)
                self._say(said)
            case "large" | "colours":
                self._choices.large ^= command == "large"
                self._choices.four_colours ^= command == "colours"
                self._show()
            case _:
                pass

    def _start(self, task: Callable[..., Any], *arguments: object) -> None:
        """Run a task that may take time; meanwhile no other is started."""
        self._busy = True
        self.run_worker(task(*arguments))

    async def _advance(self) -> None:
        """Let the bots move, then show the table."""
        try:
            problem = await _in_thread(self.person.advance)
        except StrategyError as error:
            self.failure = error
            self.exit()
            return
        forced = self.person.forced
        if forced is not None:
            await self._play(forced)
            return
        self._busy = False
        self._show()
        self._say(problem or self._greeting)
        self._greeting = ""

    async def _play(self, move: Move) -> None:
        problem = self.person.play(move)
        if problem is not None:
            self._say(problem)
        await self._advance()

    async def _undo(self) -> None:
        said = self.person.undo()
        await self._advance()
        self._say(said)

    async def _hint(self) -> None:
        self._say(self.language.say("Looking for a good move ..."))
        hint = await _in_thread(self.person.hint)
        self._busy = False
        self._say(hint)

    def _show(self) -> None:
        """Show the game as it is."""
        self._menu = False
        self.query_one("#log", VerticalScroll).can_focus = False
        self._choices.focus()
        person, view = self.person, self.person.view
        events = person.events
        self.query_one("#heading", Static).update(self._heading(view, events))
        shown = tabletop(view, person.names, self.language, four=self._choices.four_colours)
        self.query_one("#table", Static).update(shown)
        self._show_log(events)
        self._choices.offer(list(self._offered(view)))
        self._say("")

    def _heading(self, view: View, events: tuple[Event, ...]) -> str:
        say, seat = self.language.say, self.person.seat
        score = f"{say('your side')} {score_text(view.score, seat, self.language)} {say('the other side')}"
        periods = [score_text(goals, seat, self.language) for goals in _goals_by_period(events)]
        parts = [f" {self._title}", score]
        if len(periods) > 1:
            parts.append(f"{say('by period')}: {', '.join(periods)}")
        return "   ".join(parts)

    def _show_log(self, events: tuple[Event, ...]) -> None:
        since = self.person.last_decision(events)
        every, news = list(self.person.lines(events)), list(self.person.lines(events, since=since))
        shown = [self._styled(line) for line in every]
        for text in shown[: len(every) - len(news)]:
            text.stylize("dim")
        latest = next((line for line in reversed(news) if line.highlight is not None), None)
        self.query_one("#text", Static).update(Text("\n").join(shown))
        self.query_one("#edge", Static).update("─" * self.size.width)
        banner = self.query_one("#banner", Static)
        if latest is None:
            banner.update("─" * self.size.width)
        else:
            text = self._styled(latest)
            text.stylize("bold reverse")
            banner.update(Text.assemble(text, (" " * self.size.width, "reverse")))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _styled(self, line: Line) -> Text:
        return styled(line, four=self._choices.four_colours)

    def _offered(self, view: View) -> Iterator[Choice]:
        """Yield the moves, or what to do after the end of the game."""
        if view.outcome is None:
            for move, effect in effects(view, self.language):
                yield Choice(move, move_text(view.rules, move, self.language), effect)
            return
        yield Choice(Ended.AGAIN, self.language.say("play again"))
        yield Choice(Ended.OVER, self.language.say("leave"))

    def _read(self, text: str) -> None:
        """Show a text in the place of the log, which the arrows scroll."""
        self.query_one("#text", Static).update(coloured(text, four=self._choices.four_colours))
        log = self.query_one("#log", VerticalScroll)
        log.can_focus = True
        log.focus()
        log.scroll_home(animate=False)

    def _say(self, message: str) -> None:
        self.query_one("#message", Static).update(coloured(message, four=self._choices.four_colours))

    def _keys(self) -> Text:
        """Return the line of keys, which can be clicked."""
        say = self.language.say
        words = {name: say(word) for name, word, _ in COMMANDS}
        keys = Text()
        for key, word, action in (
            ("0", say("menu"), "app.menu"),
            *((key, words[name], f"app.obey('{name}')") for name, key in _KEYS.items()),
        ):
            item = Text.assemble((f" {key} ", "reverse"), f" {word}   ")
            item.apply_meta({"@click": action})
            keys.append_text(item)
        return keys


def _goals_by_period(events: tuple[Event, ...]) -> list[tuple[int, ...]]:
    """Return the goals of each side in each period that has begun."""
    periods: list[list[int]] = [[0, 0]]
    for event in events:
        if isinstance(event, Scored):
            periods[-1][side_of(event.seat)] += 1
        elif isinstance(event, PeriodEnded):
            periods.append([0, 0])
    return [tuple(goals) for goals in periods]


async def _in_thread(work: Callable[[], T]) -> T:
    """Await work in a thread of its own, which does not keep the program from ending."""
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
