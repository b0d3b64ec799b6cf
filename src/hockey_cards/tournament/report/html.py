"""The report of a tournament as one page of HTML, with its pictures in it; made from a template by Jinja."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final
from xml.etree import ElementTree

import attrs

from hockey_cards.errors import MissingExtra, printable
from hockey_cards.tournament.extra import needed
from hockey_cards.tournament.report.plots import Picture, pictures
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.report.text_tables import conditions, notes, sheets
from hockey_cards.tournament.scoring.standings import Standings

_TEMPLATE: Final = "page.html.jinja"
_DROPPED: Final = ("metadata", "style")
"""What a picture has no use for inside a page, or what the page says for all of them."""


def check_page() -> None:
    """Say before the games, and not after them, that no page can be made.

    Raises:
        MissingExtra: If Jinja is not installed; says how to install it.
    """
    _jinja()


def page(standings: Standings, *, paths: Sequence[SprtPath] = ()) -> str:
    """Return the report of a tournament as HTML: one file that needs no other, no script and no network.

    It has the tables and the pictures, which are SVG with a title and a description, is made for narrow and wide, light
    and dark screens, and is the same for the same standings. Whatever the entrants are called is text in it. Without
    matplotlib there are no pictures in it, and a sentence says so.

    Args:
        standings: The standings.
        paths: The paths of the test: ``sprt_paths`` of a store, or what ``SprtPaths`` remembers.

    Raises:
        MissingExtra: If Jinja is not installed; says how to install it.
    """
    template = _template()
    drawn, absent = _pictures(standings, paths)
    told: str = template.render(
        title=f"Tournament of {printable(standings.variant)}",
        conditions=list(conditions(standings)),
        notes=list(notes(standings)),
        sheets=sheets(standings),
        pictures=drawn,
        absent=absent,
    )
    return told


def _pictures(standings: Standings, paths: Sequence[SprtPath]) -> tuple[list[Picture], str]:
    """Return the pictures as the template takes them, and why there are none."""
    markup: Any = needed("markupsafe", "report", "a report")
    try:
        drawn = pictures(standings, paths)
    except MissingExtra as error:
        return [], f"There are no pictures: {error}"
    return [attrs.evolve(each, svg=markup.Markup(inline(each))) for each in drawn], ""


def inline(picture: Picture) -> str:
    """Return a picture as a part of a page: with a title, and with names that no other picture has."""
    root = ElementTree.fromstring(picture.svg)
    for parent in list(root.iter()):
        for child in [child for child in parent if _local(child.tag) in _DROPPED]:
            parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.attrib = {_local(key): _named(_local(key), value, picture.name) for key, value in element.items()}
    labels = [f"{picture.name}-title", f"{picture.name}-told"]
    for place, (kind, name, text) in enumerate(
        zip(("title", "desc"), labels, (picture.title, picture.told), strict=True)
    ):
        told = ElementTree.Element(kind, {"id": name})
        told.text = text
        root.insert(place, told)
    root.attrib |= {"role": "img", "aria-labelledby": labels[0], "aria-describedby": labels[1]}
    return ElementTree.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    """Return a name without the place that it is from, which a page knows by itself."""
    return name.rpartition("}")[2]


def _named(key: str, value: str, prefix: str) -> str:
    """Return the value of an attribute, where it names a part of the picture with a prefix."""
    if key == "id":
        return f"{prefix}-{value}"
    return f"#{prefix}-{value[1:]}" if key == "href" else value.replace("url(#", f"url(#{prefix}-")


def _template() -> Any:
    jinja = _jinja()
    made = jinja.Environment(autoescape=True, undefined=jinja.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return made.from_string(files("hockey_cards.tournament.report").joinpath(_TEMPLATE).read_text("utf-8"))


def _jinja() -> Any:
    return needed("jinja2", "report", "a report")
