"""The files of the front end, and the headers that they are sent with."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import Final

import attrs

_FOLDER: Final = files("hockey_cards.web") / "static"
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

PAGE: Final = "index.html"
"""The page itself."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy of the server."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""The headers of every answer."""


@attrs.frozen
class File:
    """A file of the front end.

    Args:
        content: Its bytes.
        kind: Its media type.
        lasting: Whether a browser may keep it for ever.
    """

    content: bytes
    kind: str
    lasting: bool


def assets() -> dict[str, bytes]:
    """Return the files of the front end by name."""
    return {file.name: file.read_bytes() for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)}


def served() -> dict[str, File]:
    """Return what a server sends, by the end of the path: the page, and the other files under a digest of all.

    The digest changes with any of the files, so that a browser never combines old ones with new ones.
    """
    found = assets()
    digest = sha256(b"\0".join(found.values())).hexdigest()[:12]
    page = found.pop(PAGE).replace(b'"assets/', f'"assets/{digest}/'.encode())
    named = {f"assets/{digest}/{name}": File(content, _type(name), lasting=True) for name, content in found.items()}
    return {"": File(page, _type(PAGE), lasting=False), **named}


def _type(name: str) -> str:
    return _TYPES[name.rpartition(".")[2]]
