"""The links of the finished site: one that leads to no page, or to no place on it, is a warning."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_MADE_BY_SCRIPTS: Final = {"search.html"}


class _Page(HTMLParser):
    """The links of a page, and the places on it that can be linked to."""

    def __init__(self, path: Path) -> None:
        """Read the page."""
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and its name."""
        for name, value in attrs:
            if value and (name == "href" or (name == "src" and tag != "script")):
                self.links.append(value)
            if value and name == "id":
                self.places.add(value)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Look at the links when the site stands."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True}


def _check(app: Sphinx, failed: Exception | None) -> None:
    from sphinx.util import logging  # only where pages are built: what is done with links needs nothing

    if failed is None and app.builder.format == "html":
        for told in broken(Path(app.outdir)):
            logging.getLogger(__name__).warning("%s", told)


def broken(site: Path) -> Iterator[str]:
    """Yield what is wrong with the links of a site, each with its page."""
    page_of = cache(_Page)
    for path in sorted(site.rglob("*.html")):
        if path.name in _MADE_BY_SCRIPTS or "_static" in path.parts:
            continue
        for link in dict.fromkeys(page_of(path).links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(site)}: there is no {link}"
            elif place and target.suffix == ".html" and place not in page_of(target).places:
                yield f"{path.relative_to(site)}: there is no place {link}"
