"""A browser to look at pages with, files of a site to look at, and the checks that every page passes."""

from __future__ import annotations

import functools
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM: Final = shutil.which("chromium")
NEEDS_CHROMIUM: Final = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: apt-get install chromium")
AXE: Final = "4.14.1"

_WATCH: Final = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


@contextmanager
def browser() -> Generator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()


def new_page(started: Browser, **options: Any) -> Page:
    """Open a page of its own visitor, which notes what goes wrong in it."""
    given: dict[str, Any] = {"locale": "en", **options}
    context = started.new_context(**given)
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.set_default_timeout(30_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.problems = problems  # type: ignore[attr-defined]  # what `problems_of` reads
    return page


def problems_of(page: Page) -> list[str]:
    """Return the errors of a page, and what its content security policy has blocked."""
    found: list[str] = list(getattr(page, "problems", []))
    violations: list[str] = page.evaluate("window.violations")
    return [each for each in found if "WebSocket" not in each and "ERR_CONN" not in each] + violations


def play_by_keyboard(page: Page) -> None:
    """Play to the end of the game with a digit and Enter for each move, the last of those that there are."""
    for _ in range(400):
        page.wait_for_selector(".turn.yours, .actions button.main")
        if page.locator(".actions button.main").count():
            return
        turn = page.locator(".log li").count()
        number = page.locator(".moves button").count()
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        page.wait_for_function("turn => document.querySelectorAll('.log li').length > turn", arg=turn)
    raise AssertionError("the game does not end")


def npm_package(name: str, version: str, folder: Path) -> Path | None:
    """Return the archive of an npm package; None if npm or its registry cannot be reached."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    command = [npm, "pack", "--silent", "--pack-destination", str(folder), f"{name}@{version}"]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    return folder / f"{name}-{version}.tgz"


def axe_source(folder: Path) -> str:
    """Return the accessibility checker axe as a script, or skip the test."""
    archive = npm_package("axe-core", AXE, folder)
    if archive is None:
        pytest.skip("npm cannot reach its registry: axe-core is missing")
    with tarfile.open(archive) as opened:
        member = opened.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


def serious_faults(page: Page, axe: str) -> list[str]:
    """Return what axe finds serious or critical in a page."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((result) => result.violations)")
    return [
        f"{each['id']}: {[node['html'][:200] for node in each['nodes']]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  # that is what the base class has
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name of the base class
        """Be quiet."""


@contextmanager
def site(folder: Path) -> Generator[str]:
    """Serve the files of a folder, and yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
