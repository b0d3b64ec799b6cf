"""Check of the links in the finished site: a broken link is a warning."""

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
    """The links of a page and its anchors."""

    def __init__(self, path: Path) -> None:
        """Read the page."""
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links and the id of a tag."""
        for name, value in attrs:
            if value and (name == "href" or (name == "src" and tag != "script")):
                self.links.append(value)
            if value and name == "id":
                self.anchors.add(value)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Check the links once the site is built."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True}


def _check(app: Sphinx, failed: Exception | None) -> None:
    from sphinx.util import logging  # needed only for a build, and not by the tests

    if failed is None and app.builder.format == "html":
        for problem in broken(Path(app.outdir)):
            logging.getLogger(__name__).warning("%s", problem)


def broken(site: Path) -> Iterator[str]:
    """Yield the broken links of a site, each with its page."""
    page_of = cache(_Page)
    for path in sorted(site.rglob("*.html")):
        if path.name in _MADE_BY_SCRIPTS or "_static" in path.parts:
            continue
        for link in dict.fromkeys(page_of(path).links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(site)}: there is no page {link}"
            elif anchor and target.suffix == ".html" and anchor not in page_of(target).anchors:
                yield f"{path.relative_to(site)}: there is no anchor {link}"
