"""Games on the full screen: played to the end by keys, with hints, undo and the menu, in terminals of two sizes."""

from __future__ import annotations

import pytest

from _screens import SIZES, Screen, drive, person
from hockey_cards.terminal import advice
from hockey_cards.terminal.person import Person
from hockey_cards.terminal.screen.app import Ended, GameApp

SHORT: dict[str, dict[str, object]] = {
    "blades": {},
    "breakaway": {"periods": 1, "overtime": "none"},
    "passe": {"periods": 1, "overtime": "none"},
    "rink": {"deck": 32},
    "saves": {"periods": 1},
}
"""A game of each family, or of each kind of its games, with house rules that make it short."""


@pytest.fixture(autouse=True, name="quick_hints")
def fixture_quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player counter give hints: the searcher compiles its code first."""
    monkeypatch.setattr(advice, "_ADVISERS", ("counter",))


def _first_move(played: Person) -> tuple[str, ...]:
    """Return the keys of the first move: other digits may follow if there are ten moves or more."""
    return ("1", "enter") if len(played.view.legal) > 9 else ("1",)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", SHORT)
def test_game_is_played_to_its_end(key: str, size: tuple[int, int]) -> None:
    """With a hint and an undo on the way, and after the end the person may play again."""
    played = person(key, house=SHORT[key])

    async def use(screen: Screen) -> None:
        await screen.press(*_first_move(played), "h")
        assert "Hint: " in screen.text
        before = played.session.turn
        await screen.press("u")
        assert "Your last move is taken back." in screen.text
        assert before < played.session.turn
        while played.session.game.outcome is None:
            await screen.press(*_first_move(played))
        assert "play again" in screen.text
        assert max(map(len, screen.lines)) <= size[0]
        await screen.press("1")

    app = GameApp(played)
    drive(app, use, size=size)
    assert Ended.AGAIN is app.return_value
