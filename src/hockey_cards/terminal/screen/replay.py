"""A replay on the full screen: a game forwards and backwards, as any seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize

from hockey_cards.errors import RecordError
from hockey_cards.events import PeriodEnded, Scored
from hockey_cards.game import Game
from hockey_cards.language import Language, effects, move_text, score_text, seat_names, translatable
from hockey_cards.rules import Seat
from hockey_cards.terminal.screen.board import CSS, Board, ScreenApp, goals_by_period, key_lines
from hockey_cards.terminal.screen.choices import Choice, Choices

Viewer = Seat | Literal["all"] | None
"""Whose view is shown: that of a seat, that of a spectator (None), or all cards (``"all"``)."""

_KEYS: Final = (
    ("1", "step(-1)", translatable("backwards")),
    ("2", "step(1)", translatable("forwards")),
    ("3", "goal(-1)", translatable("goal before")),
    ("4", "goal(1)", translatable("next goal")),
    ("5", "view", translatable("other view")),
    ("6", "game(1)", translatable("next game")),
    ("0", "quit", translatable("leave")),
)
"""The digit, the action and the words of each command."""


Replayed = tuple[Game, Sequence[str]]
"""A game, finished or not, and the names of its players; "" or no name for one without a name."""


def replay_on_screen(games: Iterator[Replayed], language: Language) -> None:
    """Show games on the full screen.

    Args:
        games: The games, each read when it is first shown; there is at least one.
        language: The language.

    Raises:
        RecordError: If a game cannot be read.
    """
    app = ReplayApp(games, language)
    app.run()
    if app.failure is not None:
        raise app.failure


class ReplayApp(ScreenApp[None]):
    """The full-screen replay."""

    CSS: ClassVar[str] = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,1", "step(-1)", show=False),
        Binding("right,enter,space,2", "step(1)", show=False),
        Binding("up,3", "goal(-1)", show=False),
        Binding("down,4", "goal(1)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("v,tab,5", "view", show=False, priority=True),
        Binding("n,6", "game(1)", show=False),
        Binding("p", "game(-1)", show=False),
        Binding("q,escape,0,ctrl+c,ctrl+q,ctrl+d", "quit", show=False, priority=True),
    ]

    def __init__(self, games: Iterator[Replayed], language: Language) -> None:
        super().__init__()
        self.language = language
        self.failure: RecordError | None = None
        self._unread = games
        self._read: list[Replayed] = []
        self._number = 0
        self._frames: tuple[Game, ...] = ()
        self._at = 0
        self._viewer: Viewer = None
        self._board = Board(language)

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from the top."""
        say = self.language.say
        keys = key_lines((key, say(words), f"app.{action}") for key, action, words in _KEYS)
        yield from self._board.parts(keys)

    def on_mount(self) -> None:
        """Show the first game."""
        self._board.choices.can_focus = False
        self._open(0)

    def on_resize(self, event: Resize) -> None:
        """Show the game in the new size, or a message if the terminal is too small for it."""
        self._board.resize(event.size)
        if self._frames:
            self._show()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Go on after a click on the moves."""
        event.stop()
        self.action_step(1)

    def action_step(self, step: int) -> None:
        """Go forwards or backwards by a number of moves."""
        self._at = max(0, min(self._at + step, len(self._frames) - 1))
        self._show()

    def action_goal(self, direction: int) -> None:
        """Go to the next goal or end of a period, or to the last one before."""
        ahead = range(self._at + direction, len(self._frames) if direction > 0 else -1, direction)
        moments = self._moments()
        found = next((place for place in ahead if place in moments), None)
        self.action_step((0 if found is None else found - self._at) or direction * len(self._frames))

    def action_view(self) -> None:
        """Show the view of the next seat, then that of a spectator, then all cards of a finished game."""
        seats: list[Viewer] = [*range(self._game.variant.rules.seats), None]
        everything: list[Viewer] = [*seats, "all"]
        viewers = seats if self._game.outcome is None else everything
        self._viewer = viewers[(viewers.index(self._viewer) + 1) % len(viewers)]
        self._show()

    def action_game(self, step: int) -> None:
        """Show the next game of the file, or the one before."""
        self._open(max(0, self._number + step))

    @property
    def _game(self) -> Game:
        return self._frames[-1]

    def _open(self, number: int) -> None:
        """Show a game from its beginning, or say that there is none."""
        try:
            while len(self._read) <= number:
                self._read.append(next(self._unread))
        except StopIteration:
            self._board.tell(self.language.say("This is the last game."))
            return
        except RecordError as error:
            self.failure = error
            self.exit()
            return
        self._number, self._frames, self._at, self._viewer = number, _frames(self._read[number][0]), 0, 0
        self._show()

    def _moments(self) -> set[int]:
        """Return the numbers of the moves that scored or ended a period."""
        return {
            turn.number
            for turn in self._game.turns
            if any(isinstance(event, Scored | PeriodEnded) for event in turn.step.events)
        }

    def _show(self) -> None:
        """Show the game after the moves up to the present one."""
        frame, say, viewer = self._frames[self._at], self.language.say, self._viewer
        seat = None if viewer == "all" else viewer
        state = frame.state if viewer == "all" else None
        view, names = frame.view(seat), self._names()
        events, total = frame.history(seat), len(self._frames) - 1
        head = [
            f"{frame.variant.key} {self._number + 1}",
            say("move {number} of {total}", number=self._at, total=total),
            say("all cards") if viewer == "all" else say("spectator") if seat is None else names[seat],
            score_text(view.score, seat, self.language),
            goals_by_period(view, events, self.language),
        ]
        before = self._frames[self._at - 1] if self._at else None
        since = 0 if before is None else len(before.history(seat))
        self._board.show(view, names, events, since=since, head=head, state=state)
        self._show_choices(frame)

    def _show_choices(self, frame: Game) -> None:
        """Show what the seat to move could do, and mark what it did, if the viewer may know it."""
        mover, viewer = frame.seat, self._viewer
        self._board.choices.offer([])
        if mover is None or viewer not in ("all", mover):
            return
        view, moves = frame.view(mover), self._game.moves
        offered = [
            Choice(move, move_text(view.rules, move, self.language), effect)
            for move, effect in effects(view, self.language)
        ]
        made = moves[self._at] if self._at < len(moves) else view.legal[0]
        self._board.choices.offer(offered, cursor=view.legal.index(made))

    def _names(self) -> list[str]:
        places = seat_names(self._game.variant.rules.seats, self.language)
        given = [*self._read[self._number][1], *[""] * len(places)]
        return [f"{place} ({name})" if name else place for place, name in zip(places, given, strict=False)]


def _frames(game: Game) -> tuple[Game, ...]:
    """Return a game after each move, from the deal on; a forfeit counts as a move."""
    found = [game]
    for _ in range(len(game.moves) + (game.forfeited_by is not None)):
        found.append(found[-1].undo())
    return tuple(reversed(found))
