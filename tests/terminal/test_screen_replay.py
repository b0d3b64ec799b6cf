"""Replays on the full screen: forwards and backwards, from each view, game after game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from _commands import Command, fixture_command
from _screens import SMALL, Screen, drive
from hockey_cards import Game, RecordError, Scored, play
from hockey_cards.cli.commands import records
from hockey_cards.language import Language
from hockey_cards.terminal.screen.replay import ReplayApp, Replayed

__all__ = ["fixture_command"]


def _game(key: str, *, seed: str = "3") -> Game:
    return play(key, ["greedy", "greedy"], seed=seed)


def _app(*games: Game, names: Sequence[str] = ("ann", "ben")) -> ReplayApp:
    return ReplayApp(((game, names) for game in games), Language.of("en"))


def _cards(text: str) -> set[str]:
    return {word.strip("│▶.,|") for word in text.split() if word[-1:] in "♣♦♥♠" or word[-2:-1] in "♣♦♥♠"}


@pytest.mark.parametrize("key", ["blades", "breakaway", "passe", "rink"])
def test_game_goes_forwards_and_backwards(key: str) -> None:
    """The screen is the same each time that a move is reached."""
    game = _game(key)

    async def use(screen: Screen) -> None:
        seen = [screen.text, *[await screen.press("right") for _ in range(4)]]
        back = [await screen.press("1") for _ in range(4)]
        assert seen[:4] == back[::-1]
        assert f"move {len(game.moves)} of {len(game.moves)}" in await screen.press("end")
        assert seen[0] == await screen.press("home")

    drive(_app(game), use)


def test_goals_are_found_in_both_directions() -> None:
    game = _game("breakaway")
    goals = [turn.number for turn in game.turns if any(isinstance(each, Scored) for each in turn.step.events)]

    async def use(screen: Screen) -> None:
        assert f"move {goals[0]} of" in await screen.press("down")
        assert "goal!" in screen.text
        await screen.press("down", "3")
        assert f"move {goals[0]} of" in screen.text
        assert "move 0 of" in await screen.press("up")

    drive(_app(game), use)


def test_each_seat_sees_its_own_cards_and_all_are_shown_only_after_the_end() -> None:
    """The views go round: the seats, a spectator, and all cards of a game that is over."""
    game = _game("breakaway")
    begun = Game.start("breakaway", seed=3)

    async def use(screen: Screen) -> None:
        texts = [screen.text, *[await screen.press("5") for _ in range(4)]]
        assert ["South (ann)", "North (ben)", "spectator", "all cards", "South (ann)"] == [
            next(
                name for name in ("all cards", "spectator", "North (ben)", "South (ann)") if name in text.split("\n")[0]
            )
            for text in texts
        ]
        hands = [set(map(str, begun.view(seat).hand)) for seat in (0, 1)]  # type: ignore[attr-defined]  # a pile game
        assert hands[0] <= _cards(texts[0])
        assert hands[1] <= _cards(texts[1])
        assert set() == (hands[0] | hands[1]) & _cards(texts[2])
        assert hands[0] | hands[1] <= _cards(texts[3])

    drive(_app(game), use)

    async def use_unfinished(screen: Screen) -> None:
        texts = [await screen.press("5") for _ in range(4)]
        assert [] == [text for text in texts if "all cards" in text]

    drive(_app(begun), use_unfinished)


def test_move_that_was_made_is_marked_for_its_seat() -> None:
    game = Game.start("breakaway", seed=3)
    opener = game.seat
    game = game.play(game.legal[2])
    app = _app(game)

    async def use(screen: Screen) -> None:
        for _ in range(opener or 0):
            await screen.press("5")
        assert app._board.choices._cursor == 2

    drive(app, use)


def test_next_game_is_read_when_it_is_shown() -> None:
    """After the last one there is a message."""

    async def use(screen: Screen) -> None:
        assert "breakaway 1" in screen.text
        assert "rink 2" in await screen.press("6")
        assert "This is the last game." in await screen.press("6")
        assert "breakaway 1" in await screen.press("p")
        await screen.press("0")

    drive(_app(_game("breakaway"), _game("rink")), use)


def test_forfeit_is_the_last_step() -> None:
    game = Game.start("breakaway", seed=3)
    forfeited = game.play(game.legal[0]).forfeit(0)

    async def use(screen: Screen) -> None:
        assert "forfeit" in await screen.press("2", "2")

    drive(_app(forfeited), use)


def test_false_record_ends_the_replay() -> None:
    def games() -> Iterator[Replayed]:
        yield _game("rink"), ()
        raise RecordError("line 2: false")

    app = ReplayApp(games(), Language.of("en"))

    async def use(screen: Screen) -> None:
        await screen.press("6")
        assert "line 2: false" == str(app.failure)

    drive(app, use)


def test_command_replays_on_a_terminal(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names are those of the record; with --plain the records are only checked."""
    file = tmp_path / "games.jsonl"
    file.write_text(_game("breakaway").record(seats=["ann", "ben"]) + "\n", "utf-8")
    monkeypatch.setattr(records, "has_screen", lambda: True)
    seen: list[str] = []
    run = ReplayApp.run

    async def pressed(pilot: Any) -> None:
        screen = Screen(pilot.app, pilot)
        await screen.settle()
        seen.append(screen.text)
        await screen.press("q")

    def headless(app: ReplayApp) -> None:
        run(app, headless=True, size=SMALL, auto_pilot=pressed)

    monkeypatch.setattr(ReplayApp, "run", headless)
    assert 0 == command("replay", str(file)).code
    assert "South (ann)" in seen[0]
    assert "all valid" in command("replay", str(file), "--plain").out
