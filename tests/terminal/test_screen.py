"""Games on the full screen: played to the end by keys, with hints, undo and the menu, in terminals of two sizes."""

from __future__ import annotations

import os
import pty
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.color import Color

from _commands import COMMAND, Command, fixture_command
from _screens import GOLDEN, LARGE, SMALL, Screen, drive, path_of, person, shown
from hockey_cards import Card, Game, registry, variant
from hockey_cards.cli.commands import play as play_command
from hockey_cards.language import how_to_play, move_text
from hockey_cards.session import Session
from hockey_cards.terminal import advice
from hockey_cards.terminal.person import Person
from hockey_cards.terminal.screen.app import Ended, GameApp
from hockey_cards.terminal.tabletop import card_picture
from toys.toy import TOY, toy_variant

__all__ = ["fixture_command"]

SHORT: dict[str, dict[str, object]] = {
    "blades": {},
    "breakaway": {"periods": 1, "overtime": "none"},
    "passe": {"periods": 1, "overtime": "none"},
    "rink": {"deck": 32},
    "saves": {"periods": 1},
}
"""A game of each family, or of each kind of its games, with house rules that make it short."""

Use = Callable[[Screen], Awaitable[None]]


@pytest.fixture(autouse=True, name="quick_hints")
def fixture_quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player counter give hints: the searcher compiles its code first."""
    monkeypatch.setattr(advice, "_ADVISERS", ("counter",))


def _first_move(played: Person) -> tuple[str, ...]:
    """Return the keys of the first move: other digits may follow if there are ten moves or more."""
    return ("1", "enter") if len(played.view.legal) > 9 else ("1",)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", SHORT)
def test_game_is_played_to_its_end(key: str, size: tuple[int, int]) -> None:
    """With a hint and an undo on the way; after the end the person may play again."""
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


@pytest.mark.slow
@pytest.mark.parametrize("name", GOLDEN)
def test_screens_are_those_of_the_golden_files(name: str) -> None:
    """If a change is meant, run `python tests/golden.py` and read the difference."""
    assert path_of(name).read_text("utf-8") == shown(name)


def test_game_goes_on_where_it_was_left() -> None:
    """Every move is saved; the last save has the whole game."""
    saves: list[str] = []
    played = person("breakaway", saves=saves)

    async def leave(screen: Screen) -> None:
        await screen.press("1", "2", "q")

    app = GameApp(played)
    drive(app, leave)
    assert Ended.LEFT is app.return_value
    session: Session[Any, Any, Any] = Session.from_json(saves[-1])
    assert played.session.game.moves == session.game.moves

    async def resume(screen: Screen) -> None:
        moves = len(session.game.moves)
        await screen.press("1")
        assert moves < len(session.game.moves)

    drive(GameApp(Person(session, 0, played.language, lambda: None)), resume)


def test_moves_are_chosen_by_arrows_digits_and_the_mouse() -> None:
    played = person("breakaway")

    async def use(screen: Screen) -> None:
        legal = played.view.legal
        await screen.press("down", "enter")
        assert legal[1] == _own_moves(played)[0]
        legal = played.view.legal
        await screen.press("3")
        assert legal[2] == _own_moves(played)[1]
        legal = played.view.legal
        await screen.pilot.click("#choices", offset=(5, 1))
        await screen.settle()
        assert legal[0] == _own_moves(played)[2]

    drive(GameApp(played), use)


def _own_moves(played: Person) -> list[Any]:
    return [turn.move for turn in played.session.game.turns if turn.seat == played.seat]


def test_numbers_of_two_digits() -> None:
    """A digit waits for the next one if another can follow."""
    played = person("saves")

    async def use(screen: Screen) -> None:
        legal, turn = played.view.legal, played.session.turn
        await screen.press("1")
        assert turn == played.session.turn
        await screen.press("2")
        assert legal[11] == _own_moves(played)[0]

    drive(GameApp(played), use)


def test_menu_opens_and_closes() -> None:
    """It lists each command with its number; after it the moves are there again."""
    played = person("breakaway")

    async def use(screen: Screen) -> None:
        menu = await screen.press("0")
        assert " 1 hint " in menu
        assert " 9 four colours " in menu
        assert "no effect" not in menu
        assert "no effect" in await screen.press("0")

    drive(GameApp(played), use)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("2", "You have made no move that you could take back."),
        ("3", "No cards were dealt face up in this period."),
        ("5", "Your only move is now played by itself."),
    ],
)
def test_menu_carries_out_commands(number: str, message: str) -> None:
    async def use(screen: Screen) -> None:
        assert message in await screen.press("0", number)

    drive(GameApp(person("breakaway")), use)


def test_commitment_is_shown_on_request() -> None:
    """The seed is shown only after the game."""
    played = person("breakaway")

    async def use(screen: Screen) -> None:
        shown_now = await screen.press("0", "7")
        assert str(played.commitment) in "".join(shown_now.split())

    drive(GameApp(played), use)


def test_rules_leave_the_hand_in_sight_and_moves_can_be_made_meanwhile() -> None:
    played = person("breakaway")

    async def use(screen: Screen) -> None:
        hand = [move_text(played.rules, move) for move in played.view.legal]
        text = await screen.press("r")
        assert how_to_play(variant("breakaway"))[:30] in text
        assert hand == [card for card in hand if f"│{card.ljust(3)}│" in text]
        await screen.press("2")
        assert 1 == len(_own_moves(played))

    drive(GameApp(played), use)


def test_help_says_who_plays_against_whom_and_leaves_the_hand_in_sight() -> None:
    async def use(screen: Screen) -> None:
        text = await screen.press("question_mark")
        assert "Against you: North (greedy)." in text
        assert "no effect" in text

    drive(GameApp(person("breakaway")), use)


def test_large_cards_and_four_colours_on_request() -> None:
    played = person("breakaway")

    async def use(screen: Screen) -> None:
        card = card_picture(Card(played.view.legal[0].code), played.language)
        assert card[1] not in screen.text
        assert card[1] in await screen.press("0", "8")
        strips = screen.strips
        await screen.press("0", "9")
        assert strips != screen.strips

    drive(GameApp(played), use)


def test_only_move_is_played_by_itself_on_request() -> None:
    played = person("breakaway", house=SHORT["breakaway"])

    async def use(screen: Screen) -> None:
        await screen.press("0", "5", "1", "1", "1", "1")
        assert len(_own_moves(played)) == 5

    drive(GameApp(played), use)


def test_no_colour_is_used_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only bold, dim and reverse text is left, and the same holds for the next app of the process."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def use(screen: Screen) -> None:
        await screen.press("1")
        strips = screen.strips
        for each in (each for each in screen.app._filters if each.enabled):
            strips = [strip.apply_filter(each, Color(0, 0, 0)) for strip in strips]
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert {None, "default"} >= {
            colour and colour.name for style in styles for colour in (style.color, style.bgcolor)
        }

    for _ in range(2):
        drive(GameApp(person("breakaway")), use)


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5)])
def test_smaller_terminal_gets_a_message(size: tuple[int, int]) -> None:
    async def use(screen: Screen) -> None:
        assert f"{size[0]} columns" in " ".join(screen.text.split())
        await screen.pilot.resize_terminal(*SMALL)
        await screen.settle()
        assert "no effect" in screen.text

    drive(GameApp(person("breakaway")), use, size=size)


@pytest.mark.parametrize("language", ["fr", "hi", "ru"])
def test_nothing_stands_to_the_right_of_words_whose_width_is_unknown(language: str) -> None:
    """Terminals disagree on the width of Devanagari: no frame and no second column follows such words."""
    lines: list[str] = []

    async def use(screen: Screen) -> None:
        lines.extend(screen.lines)

    drive(GameApp(person("saves", language=language)), use)
    columns = [line for line in lines if line.startswith("  1 ")]
    assert (language == "hi") == ("  8 " not in columns[0])


def test_family_without_a_table_of_its_own_shows_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.VARIANTS.built_in, "toy", toy_variant(TOY))
    game = Game.start(toy_variant(TOY), seed=3)
    session: Session[Any, Any, Any] = Session(game, {1: lambda view: view.legal[0]})
    played = Person(session, 0, person("rink").language, lambda: None)

    async def use(screen: Screen) -> None:
        while session.game.outcome is None:
            await screen.press("1")
        assert "play again" in screen.text

    drive(GameApp(played), use)


def test_bot_that_fails_ends_the_game() -> None:
    """The error is kept for the command, which reports it after the screen is gone."""

    def failing(view: Any) -> Any:
        raise ValueError("no idea")

    session: Session[Any, Any, Any] = Session(Game.start("rink", seed=3, dealer=0), {1: failing}, substitute=None)
    app = GameApp(Person(session, 0, person("rink").language, lambda: None))

    async def use(screen: Screen) -> None:
        assert app.failure is not None

    drive(app, use)


@pytest.fixture(name="keys")
def fixture_keys(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the command think that it runs on a terminal, and press the keys of one game after the other there."""
    monkeypatch.setattr(play_command, "has_screen", lambda: True)
    base: Any = App
    run = base.run

    def made(*games: str) -> None:
        left = iter(games)

        async def pressed(pilot: Any) -> None:
            screen = Screen(pilot.app, pilot)
            await screen.settle()
            await screen.press(*next(left).split())

        def headless(app: App[Any]) -> Any:
            return run(app, headless=True, size=SMALL, auto_pilot=pressed)

        monkeypatch.setattr(App, "run", headless)

    return made


def test_command_saves_and_resumes_a_game(command: Command, keys: Callable[..., None]) -> None:
    """On the full screen and at the prompt it is the same game."""
    keys("1 1 q", "u q")
    left = command("play", "breakaway", "--seed", "3")
    assert "hockey-cards play --resume goes on with it" in left.out
    assert 0 == command("play", "--resume").code
    assert "North (greedy) 4, stock 42" in command("play", "--resume", "--plain").out


def test_command_deals_again_after_the_end(command: Command, keys: Callable[..., None]) -> None:
    """The record of each game is written, and the seed of one that is over is shown."""
    short = ["--house", "packets=1", "--house", "periods=1", "--house", "overtime=none"]
    keys("1 1", "1 2")
    ran = command("play", "breakaway", "--seed", "3", *short, "--record", "-")
    assert 2 == ran.out.count("commitment ")
    assert 2 == ran.out.count("seed32 ")
    assert 2 == ran.out.count('"format": "hockey-cards-record/1"')


def test_command_opens_a_menu(command: Command, keys: Callable[..., None], tmp_path: Path) -> None:
    """By digits alone: another opponent, another language, a game, and after it the menu again."""
    keys("2", "3", "3", "5", "1", "1 enter", "1 q", "0")
    ran = command("play")
    assert 0 == ran.code
    assert "commitment " in ran.out
    (saved,) = (tmp_path / "data" / "hockey-cards" / "games").glob("*.game.json")
    assert ["person", "counter"] == list(Session[Any, Any, Any].from_json(saved.read_bytes()).names)


def test_menu_shows_what_is_wrong(command: Command, keys: Callable[..., None], tmp_path: Path) -> None:
    """A saved game that cannot be read is moved aside."""
    folder = tmp_path / "data" / "hockey-cards" / "games"
    folder.mkdir(parents=True)
    (folder / "0.game.json").write_text("{}", "utf-8")
    keys("1", "0")
    command("play")
    assert ["0.game.unreadable"] == [path.name for path in folder.iterdir() if path.suffix != ".lock"]


@pytest.mark.slow
def test_killed_game_on_a_terminal_goes_on(tmp_path: Path) -> None:
    """A terminal of its own: the game is drawn there, and a kill loses no move."""
    process, terminal = pty.fork()
    if process == 0:
        settings = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path), "LANGUAGE": "en"}
        os.execvpe(COMMAND[0], [*COMMAND, "play", "breakaway", "--seed", "3"], {**os.environ, **settings})
    try:
        _read_until(terminal, "menu")
        os.write(terminal, b"1")
        _read_until(terminal, "You play")
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    (saved,) = (tmp_path / "hockey-cards" / "games").glob("*.game.json")
    session: Session[Any, Any, Any] = Session.from_json(saved.read_bytes())
    assert 1 <= len(session.game.moves)


def _read_until(terminal: int, text: str) -> None:
    seen = b""
    with suppress(OSError):
        while text.encode() not in seen:
            seen += os.read(terminal, 1 << 16)
    assert text.encode() in seen
