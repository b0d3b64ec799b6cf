"""Running the command: in this process, or in one of its own where streams and signals matter."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from hockey_cards.__main__ import main

HELPERS = Path(__file__).parent
COMMAND = [sys.executable, "-m", "hockey_cards"]
HEED = """
import signal, sys
from hockey_cards.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
HEEDING = [sys.executable, "-c", HEED]
"""The command with Ctrl-C enabled, even if the tests were started in the background of a shell."""


@attrs.frozen
class Ran:
    """The result of a run of the command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@attrs.frozen
class Command:
    """The command in this process; stdin is given as text or bytes."""

    capture: pytest.CaptureFixture[str]
    patch: pytest.MonkeyPatch

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        self.capture.readouterr()
        code = main(list(arguments))
        ran = self.capture.readouterr()
        return Ran(code, str(ran.out), str(ran.err))

    def fails(self, *arguments: str, code: int = 2, stdin: str | bytes = "") -> str:
        """Run a command that fails, and return its message on stderr."""
        ran = self(*arguments, stdin=stdin)
        assert (code, "") == (ran.code, ran.out)
        (line,) = ran.err.splitlines()
        assert line.startswith("hockey-cards: ")
        return line.removeprefix("hockey-cards: ")


@pytest.fixture(name="command")
def fixture_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # where games are saved
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LANGUAGE", "en")
    return Command(capsys, monkeypatch)


def start(*arguments: str, command: Sequence[str] = COMMAND, **options: Any) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own, in the folder of the test helpers, which it can import."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
    environment = {**os.environ, **options.pop("env", {})}
    started: Any = subprocess.Popen([*command, *arguments], cwd=HELPERS, env=environment, **options)
    return started  # type: ignore[no-any-return]  # it speaks bytes, unless the options say otherwise
