"""The report of a tournament as a single HTML page with its charts, rendered by Jinja."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final
from xml.etree import ElementTree

import attrs

from hockey_cards.errors import MissingExtra, printable
from hockey_cards.extras import load
from hockey_cards.tournament.report.plots import SvgChart, svg_charts
from hockey_cards.tournament.report.sprt_paths import SprtPath
from hockey_cards.tournament.scoring.standings import Standings
from hockey_cards.tournament.scoring.text_tables import conditions, notes, text_tables

_TEMPLATE: Final = "page.html.jinja"
_DROPPED: Final = ("metadata", "style")
"""Elements of a chart that are left out, because a page needs no metadata and has its own style."""


def check_page() -> None:
    """Check that a page can be rendered, before any games are played.

    Raises:
        MissingExtra: If Jinja is not installed.
    """
    _jinja()


def html_report(standings: Standings, *, paths: Sequence[SprtPath] = ()) -> str:
    """Return the report of a tournament as an HTML page that needs no other file, no script and no network.

    It contains the tables, and the charts as SVG with titles and descriptions. It adapts to narrow and wide, light and
    dark screens, and is the same for the same standings. Names are escaped. Without matplotlib it contains no charts
    and says so.

    Args:
        standings: The standings.
        paths: The paths of the test: ``sprt_paths`` of a store, or those that ``SprtPaths`` recorded.

    Raises:
        MissingExtra: If Jinja is not installed.
    """
    template = _template()
    charts, absence = _charts(standings, paths)
    page: str = template.render(
        title=f"Tournament of {printable(standings.variant)}",
        conditions=list(conditions(standings)),
        notes=list(notes(standings)),
        tables=text_tables(standings),
        charts=charts,
        absence=absence,
    )
    return page


def _charts(standings: Standings, paths: Sequence[SprtPath]) -> tuple[list[SvgChart], str]:
    """Return the charts as markup for the template, and a sentence that says why there are none."""
    markup: Any = load("markupsafe", extra="report", purpose="an HTML report")
    try:
        drawn = svg_charts(standings, paths)
    except MissingExtra as error:
        return [], f"There are no charts: {error}"
    return [attrs.evolve(each, svg=markup.Markup(inline_svg(each))) for each in drawn], ""


def inline_svg(chart: SvgChart) -> str:
    """Return a chart as an element of a page, with a title, a description and ids that no other chart uses."""
    root = ElementTree.fromstring(chart.svg)
    for parent in list(root.iter()):
        for child in [child for child in parent if _local(child.tag) in _DROPPED]:
            parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.attrib = {_local(key): _prefixed(_local(key), value, chart.name) for key, value in element.items()}
    ids = [f"{chart.name}-title", f"{chart.name}-description"]
    texts = chart.title, chart.description
    for place, (tag, name, text) in enumerate(zip(("title", "desc"), ids, texts, strict=True)):
        child = ElementTree.Element(tag, {"id": name})
        child.text = text
        root.insert(place, child)
    root.attrib |= {"role": "img", "aria-labelledby": ids[0], "aria-describedby": ids[1]}
    return ElementTree.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    """Return a name without its XML namespace, which HTML does not need."""
    return name.rpartition("}")[2]


def _prefixed(key: str, value: str, prefix: str) -> str:
    """Return the value of an attribute, with a prefix if it is or refers to an id."""
    if key == "id":
        return f"{prefix}-{value}"
    return f"#{prefix}-{value[1:]}" if key == "href" else value.replace("url(#", f"url(#{prefix}-")


def _template() -> Any:
    jinja = _jinja()
    made = jinja.Environment(autoescape=True, undefined=jinja.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return made.from_string(files("hockey_cards.tournament.report").joinpath(_TEMPLATE).read_text("utf-8"))


def _jinja() -> Any:
    return load("jinja2", extra="report", purpose="an HTML report")
