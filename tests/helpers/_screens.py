"""Games on the full screen, driven by the pilot of Textual; their screens as text, and golden screens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from hockey_cards import Game, Seeded, variant
from hockey_cards.language import Language
from hockey_cards.session import Session
from hockey_cards.terminal.person import Person
from hockey_cards.terminal.screen.app import GameApp

FOLDER: Final = Path(__file__).parent.parent / "terminal" / "screens"
SMALL: Final = (80, 24)
LARGE: Final = (120, 40)

GOLDEN: Final[Mapping[str, tuple[str, tuple[int, int], str]]] = {
    "blades": ("en", SMALL, "1 1"),
    "breakaway": ("en", SMALL, "1 1 1 1 2"),
    "breakaway-large": ("en", LARGE, "1 1 1 1 2"),
    "breakaway-fr": ("fr", SMALL, "1 1"),
    "breakaway-hi": ("hi", SMALL, "1 1"),
    "breakaway-menu": ("en", SMALL, "0"),
    "breakaway-ru": ("ru", SMALL, "1 1 0"),
    "passe": ("en", SMALL, "1 1 1 1 1"),
    "rink": ("en", SMALL, "1 1 1"),
    "saves": ("en", SMALL, "1 0"),
}
"""The golden screens: the language, the size, and the keys pressed. The name begins with the game."""


def person(
    key: str,
    *,
    house: Mapping[str, object] | None = None,
    seed: str = "3",
    language: str = "en",
    saves: list[str] | None = None,
) -> Person:
    """Return a person in seat 0 of a new game with greedy bots; each save is added to a list."""
    game = Game.start(variant(key).house(**house or {}), seed=seed)
    bots = dict.fromkeys(range(1, game.variant.rules.seats), "greedy")
    session: Session[Any, Any, Any] = Session(game, bots)
    kept = [] if saves is None else saves
    shoe = game.shoe
    assert isinstance(shoe, Seeded)

    def save() -> None:
        kept.append(session.to_json())

    return Person(session, 0, Language.of(language), save, shoe.commitment)


@attrs.frozen
class Screen:
    """An app that is running, its keys and its text."""

    app: App[Any]
    pilot: Pilot[Any]

    @property
    def strips(self) -> list[Strip]:
        return self.app.screen._compositor.render_strips()

    @property
    def lines(self) -> list[str]:
        return ["".join(segment.text for segment in strip).rstrip() for strip in self.strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    async def press(self, *keys: str) -> str:
        """Press keys one after the other, and return what the screen shows then."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()
        return self.text

    async def settle(self) -> None:
        """Wait until the app waits for a key."""
        workers: Any = self.app.workers
        await workers.wait_for_complete()
        await self.pilot.pause()


def drive(app: App[Any], use: Callable[[Screen], Awaitable[None]], *, size: tuple[int, int] = SMALL) -> None:
    """Run an app, and use it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot)
            await screen.settle()
            await use(screen)

    running: Coroutine[Any, Any, None] = run()
    asyncio.run(running)


def shown(name: str) -> str:
    """Return a golden screen as it is now."""
    language, size, keys = GOLDEN[name]
    texts: list[str] = []

    async def use(screen: Screen) -> None:
        texts.append(await screen.press(*keys.split()))

    drive(GameApp(person(name.partition("-")[0], language=language)), use, size=size)
    return f"{texts[0]}\n"


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write_screens() -> None:
    """Write the golden screens."""
    FOLDER.mkdir(exist_ok=True)
    for name in GOLDEN:
        path_of(name).write_text(shown(name), "utf-8", newline="\n")
