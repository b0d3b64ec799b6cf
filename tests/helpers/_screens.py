"""Games on the full screen, driven by the pilot of Textual; their screens as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final

import attrs
from textual.app import App
from textual.pilot import Pilot

from hockey_cards import Game, Seeded, variant
from hockey_cards.language import Language
from hockey_cards.session import Session
from hockey_cards.terminal.person import Person

SIZES: Final = ((80, 24), (120, 40))


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
    def lines(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

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


def drive(app: App[Any], use: Callable[[Screen], Awaitable[None]], *, size: tuple[int, int] = SIZES[0]) -> None:
    """Run an app, and use it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot)
            await screen.settle()
            await use(screen)

    running: Coroutine[Any, Any, None] = run()
    asyncio.run(running)
