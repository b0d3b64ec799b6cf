"""The page on which a game is played without a server: the front end, the library, and Python for browsers.

Python comes from the npm package ``pyodide``, and becomes part of the site. Where npm cannot be reached, the page is
left out, and so are the links to it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import hockey_cards
from hockey_cards import Game, render, variants
from hockey_cards.web import pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

VERSION: Final = "314.0.8"
"""The version of Pyodide."""

_HERE: Final = Path(__file__).parent
_SOURCES: Final = _HERE / "play"
_ARCHIVE: Final = _HERE / "_build" / f"pyodide-{VERSION}.tgz"
_PYTHON: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_SERVER_ONLY: Final = (pages.PAGE, "server.mjs")
_PARTS: Final = (".py", ".mo", ".typed")
_NEEDED: Final = ("attr", "attrs", "typing_extensions")
"""The modules of other distributions that the library needs."""

_DATE: Final = (2026, 1, 1, 0, 0, 0)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Fetch Python before the pages are generated, and write the page after they are built."""
    app.connect("config-inited", lambda _app, _config: fetch(), priority=400)
    app.connect("build-finished", _finish, priority=400)  # before the links are checked
    return {"parallel_read_safe": True}


def is_available() -> bool:
    """Return whether the page is part of the site."""
    return _ARCHIVE.is_file()


def link(game: str) -> str:
    """Return the link to the page for a game, as a block of a document; "" if there is no such page."""
    if not is_available():
        return ""
    address = f"../../play.html?game={game}"
    return f'```{{raw}} html\n<p><a class="play-it" href="{address}">Play it here, in your browser</a></p>\n```\n'


def fetch() -> None:
    """Download Python for browsers unless an earlier build has."""
    if is_available():
        return
    npm = shutil.which("npm")
    _ARCHIVE.parent.mkdir(exist_ok=True)
    command = [str(npm), "pack", "--silent", "--pack-destination", str(_ARCHIVE.parent), f"pyodide@{VERSION}"]
    try:
        if npm is None:
            raise OSError("there is no npm")
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as error:
        sys.stderr.write(f"play.html is left out, since npm cannot be reached: {error}\n")


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and is_available():
        write(Path(app.outdir))


def write(site: Path, python: Path = _ARCHIVE) -> None:
    """Write the page and its files into a site.

    Args:
        site: The folder of the site.
        python: The npm package of Pyodide.
    """
    folder = site / "play"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    for name, content in pages.assets().items():
        if name not in _SERVER_ONLY:
            (folder / name).write_bytes(content)
    for name in ("local.mjs", "worker.mjs"):
        shutil.copyfile(_SOURCES / name, folder / name)
    shutil.copyfile(_SOURCES / "play.html", site / "play.html")
    with tarfile.open(python) as archive:
        for name in _PYTHON:
            member = archive.extractfile(f"package/{name}")
            if member is not None:
                (folder / "pyodide" / name).write_bytes(member.read())
    _write_library(folder / "library.zip")
    for key, game in variants().items():
        start = Game.start(game, seed=1)
        (folder / f"{key}.svg").write_text(render.svg(start.view(start.seat)), "utf-8")


def _write_library(file: Path) -> None:
    """Write the library, what it needs, and its entry points as an archive."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in (hockey_cards.__name__, *_NEEDED):
            spec = find_spec(name)
            origin = Path(spec.origin) if spec is not None and spec.origin is not None else Path(name)
            found = [origin] if origin.name != "__init__.py" else sorted(origin.parent.rglob("*"))
            root = origin.parent if origin.name != "__init__.py" else origin.parent.parent
            for path in found:
                if path.suffix in _PARTS:
                    _add(archive, str(path.relative_to(root)), path.read_bytes())
        own = distribution("hockey-cards")
        for name in ("METADATA", "entry_points.txt"):
            _add(archive, f"hockey_cards-{own.version}.dist-info/{name}", (own.read_text(name) or "").encode())


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file with a fixed date, so that the same files make the same archive."""
    entry = zipfile.ZipInfo(name.replace("\\", "/"), _DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
