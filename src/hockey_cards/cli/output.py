"""The streams and files of the command line: UTF-8 on stdout, one sentence on stderr for an error."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

from hockey_cards.errors import HockeyError, printable

STDIO: Final = "-"
"""The name of a file that stands for stdin or stdout."""


def configure_streams() -> None:
    """Make the standard streams the same on every system; what is written to a closed one is discarded."""
    sys.stdin, sys.stdout, sys.stderr = (
        stream if stream is not None else Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # open until the end
        for stream, mode in ((_stream("stdin"), "r"), (_stream("stdout"), "w"), (_stream("stderr"), "w"))
    )
    out, given = cast("object", sys.stdout), cast("object", sys.stdin)  # whatever a caller has put in their place
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(given, io.TextIOWrapper):
        given.reconfigure(errors="replace")


def _stream(name: str) -> TextIO | None:
    """Return a standard stream; None if the program was started with it closed."""
    stream: TextIO | None = getattr(sys, name)
    return stream


def write_out(text: str, *, flush: bool = False) -> None:
    """Write text to stdout, unchanged.

    Args:
        text: The text.
        flush: Whether a reader is to have it at once.
    """
    sys.stdout.write(text)
    if flush:
        sys.stdout.flush()


def write_json(value: Any) -> None:
    """Write a value to stdout as indented JSON."""
    write_out(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def check_writable(name: str | None) -> None:
    """Refuse a file that cannot be written, before anything is played.

    Args:
        name: The path; None and ``-`` are always accepted.

    Raises:
        HockeyError: If the name is empty, its folder does not exist, or it is a folder itself.
    """
    if name is None or name == STDIO:
        return
    if not name:
        raise HockeyError("a file name cannot be empty: give a name, or - for stdout")
    if not Path(name).parent.is_dir():
        raise HockeyError(f"{name} cannot be written: there is no folder {Path(name).parent}")
    if Path(name).is_dir():
        raise HockeyError(f"{name} cannot be written: it is a folder")


def write_file(name: str, text: str) -> None:
    """Write text to a file, or to stdout for ``-``."""
    if name == STDIO:
        write_out(text)
    else:
        Path(name).write_text(text, "utf-8", newline="\n")


@contextmanager
def open_output(name: str, *, append: bool = False) -> Generator[TextIO]:
    """Open a file for writing text, compressed if its name ends with .gz.

    Args:
        name: The path.
        append: Whether to keep what the file has and to write after it, on a new line.
    """
    file = Path(name)
    if file.suffix.lower() == ".gz":
        import gzip  # seldom needed

        with gzip.open(file, "at" if append else "wt", encoding="utf-8", newline="\n") as stream:
            yield cast("TextIO", stream)
        return
    with file.open("a+b" if append else "wb") as raw:
        if append and raw.tell():
            raw.seek(-1, os.SEEK_END)
            if raw.read(1) != b"\n":
                raw.write(b"\n")
        with io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as stream:
            yield stream


@contextmanager
def open_input(name: str) -> Generator[BinaryIO]:
    """Open a file for reading, or stdin for ``-``."""
    if name == STDIO:
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def has_screen() -> bool:
    """Return whether a game can take the full screen: on a terminal that is not dumb, with the extra ``play``."""
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return on_terminal and find_spec("textual") is not None


def report_error(message: str, *, code: int = 2) -> int:
    """Write a message to stderr, on one line and without control characters, and return the exit code."""
    sys.stdout.flush()
    sys.stderr.write(f"hockey-cards: {printable(' '.join(message.split()))}\n")
    return code
