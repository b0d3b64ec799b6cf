"""The page in a browser: games by keyboard, without a network and through a killed server; policy and accessibility."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from _browser import (
    NEEDS_CHROMIUM,
    axe_source,
    browser,
    new_page,
    npm_package,
    play_by_keyboard,
    problems_of,
    serious_faults,
    site,
)
from _web import ROOT, Process, process
from hockey_cards import Game

LIGHT: Literal["light"] = "light"
DARK: Literal["dark"] = "dark"

pytestmark = [pytest.mark.slow, NEEDS_CHROMIUM]


@pytest.fixture(scope="module", name="started")
def fixture_started() -> Generator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module", name="pages")
def fixture_pages(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The page of the documentation, as its build writes it."""
    with pytest.MonkeyPatch.context() as context:
        context.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
        play_page: Any = importlib.import_module("play_page")
    folder = tmp_path_factory.mktemp("site")
    archive = npm_package("pyodide", play_page.VERSION, folder)
    if archive is None:
        pytest.skip("npm cannot reach its registry: pyodide is missing")
    play_page.write(folder, archive)
    with site(folder) as address:
        yield address


def open_table(page: Page, address: str, game: str, *, people: int = 0) -> None:
    """Open a table from the lobby; the other seats are people's, as many as are wanted, and then bots'."""
    page.goto(address)
    page.fill("form input[required]", "Ann")
    page.select_option("form > .field select", game)
    seats = page.locator("fieldset select")
    for place in range(people):
        seats.nth(place).select_option("")
    page.click("form button.main")
    page.wait_for_selector(".picture svg")


def events(page: Page) -> int:
    return page.locator(".log li").count()


def test_games_are_played_by_keyboard_without_a_network(started: Browser, pages: str) -> None:
    """Once the documentation's page has loaded, a game of each family goes to its end without anything from outside."""
    page = new_page(started)
    page.goto(f"{pages}play.html?game=blades&pause=0")
    page.wait_for_selector(".picture svg", timeout=120_000)
    page.context.set_offline(True)
    for following in ("rink", "rumble", None):
        play_by_keyboard(page)
        with page.expect_download() as download:
            page.click(".actions button:nth-of-type(2)")
        assert Game.from_record(Path(download.value.path()).read_text("utf-8")).outcome is not None
        if following is not None:
            page.locator(".actions button").last.press("Enter")
            page.locator("form > .field select").select_option(following)
            page.locator("form input[required]").fill("Ann")
            page.locator("form input[required]").press("Enter")
            page.wait_for_selector(".moves button")
    assert problems_of(page) == []
    page.context.close()


def test_four_people_play_through_a_killed_server(started: Browser, tmp_path: Path) -> None:
    """One leaves and comes back; the server is killed and started again; the record of the game verifies."""
    with process(tmp_path, "--pause", "0") as server:
        people = [new_page(started, locale=code) for code in ("en", "fr", "hi", "ru")]
        open_table(people[0], server.address, "passe", people=3)
        invitation = people[0].url.partition("&")[0]
        for number, page in enumerate(people[1:]):
            page.goto(invitation)
            page.fill(".join input", f"P{number}")
            page.click(".join button")
            page.wait_for_selector(".links details", state="attached")
        take_turns(people, 3)
        left = people.pop(2)
        own = left.url
        left.context.close()
        people.append(new_page(started))
        people[-1].goto(own)
        people[-1].wait_for_selector(".picture svg")
        take_turns(people, 3)
        server.kill()
        port = server.port
        people[0].wait_for_function("() => document.querySelector('.notice').textContent !== ''")
        again = Process(tmp_path, "--pause", "0", port=port)
        try:
            for page in people:
                page.wait_for_function("() => document.querySelector('.notice').textContent === ''")
            take_turns(people, 4)
            finish(people)
            with people[0].expect_download() as download:
                people[0].click(".actions button:nth-of-type(2)")
            game = Game.from_record(Path(download.value.path()).read_text("utf-8"))
            assert (game.variant.key, game.outcome is not None) == ("passe", True)
            assert [problems_of(page) for page in people] == [[]] * 4
        finally:
            assert again.stop() == ""
    for page in people:
        page.context.close()


def take_turns(people: list[Page], turns: int) -> None:
    """Let whoever is to move play a card with the mouse or the keyboard, a number of times."""
    for turn in range(turns):
        mover = wait_for_mover(people)
        before = events(mover)
        if turn % 2:
            mover.locator(".picture [data-card]").last.click()
        else:
            mover.keyboard.press("1")
            mover.keyboard.press("Enter")
        mover.wait_for_function("before => document.querySelectorAll('.log li').length > before", arg=before)


def wait_for_mover(people: list[Page]) -> Page:
    for _ in range(600):
        for page in people:
            if page.locator(".turn.yours").count():
                return page
        people[0].wait_for_timeout(50)
    raise AssertionError("nobody is to move")


def finish(people: list[Page]) -> None:
    """Let bots play on for all but the last person, who forfeits."""
    mover = wait_for_mover(people)
    mover.once("dialog", lambda dialog: dialog.accept())
    mover.locator(".actions button").nth(2).click()
    for page in people:
        page.wait_for_selector(".actions button.main")


def test_axe_finds_nothing_serious(started: Browser, tmp_path: Path) -> None:
    """The lobby, a table of each family and a finished game are accessible, in light and in dark."""
    axe = axe_source(tmp_path)
    found: list[str] = []
    with process(tmp_path, "--pause", "0") as server:
        page = new_page(started, viewport={"width": 360, "height": 740})
        page.goto(server.address)
        page.wait_for_selector("form")
        for game in ("breakaway", "rink", "blades"):
            found += faults_in_light_and_dark(page, axe)
            open_table(page, server.address, game)
            page.wait_for_selector(".moves button")
            found += faults_in_light_and_dark(page, axe)
            if game == "rink":
                finish([page])
                found += faults_in_light_and_dark(page, axe)
            page.locator(".actions button").last.click()
            page.wait_for_selector("form")
        assert found == []
        assert problems_of(page) == []
        page.context.close()


def faults_in_light_and_dark(page: Page, axe: str) -> list[str]:
    found: list[str] = []
    for scheme in (LIGHT, DARK):
        page.emulate_media(color_scheme=scheme)
        found += serious_faults(page, axe)
    return found


def test_a_click_plays_the_card_and_focus_stays_at_the_moves(started: Browser, tmp_path: Path) -> None:
    """One tab stop leads to the moves, arrows go round, and cards of a shot are chosen one by one in the picture."""
    with process(tmp_path, "--pause", "0") as server:
        page = new_page(started)
        open_table(page, server.address, "blades")
        page.wait_for_selector(".moves button")
        stops = page.eval_on_selector_all(".moves button", "all => all.filter((each) => each.tabIndex === 0).length")
        assert stops == 1
        page.keyboard.press("1")
        page.keyboard.press("ArrowLeft")
        assert page.eval_on_selector(".moves button:last-child", "each => each === document.activeElement")
        page.locator(".picture [data-card]").first.click()
        assert page.locator(".picture .chosen").count() == 1
        shown = page.locator(".moves button:visible").count()
        assert 0 < shown < page.locator(".moves button").count()
        page.locator(".picture [data-card]").first.click()
        assert page.locator(".picture .chosen").count() == 0
        assert "Your turn" in page.title()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelectorAll('.log li').length > 2")
        page.wait_for_selector(".turn.yours")
        assert page.evaluate("document.querySelector('.moves').contains(document.activeElement)")
        assert problems_of(page) == []
        page.context.close()
