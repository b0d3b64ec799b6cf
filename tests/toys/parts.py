"""Parts that the toy family offers to the layers above the rules: words, pictures and boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from hockey_cards import Card, Drawn, Family, language, render
from toys.toy import State, Toy, View, read_view

PARTS: Final = {
    "language": "toys.parts:WORDS",
    "render": "toys.parts:picture",
    "terminal": "toys.parts:board",
}


def family(**parts: str) -> Family:
    """Return the family with some of its parts replaced."""
    return Family("toy", Toy, read_view, PARTS | parts)


def picture(view: View, state: State | None, legend: render.Legend) -> render.Drawing:
    shown = "the view" if state is None else "the state"
    return render.Drawing("A toy", f"This is {shown}.", 100, (render.card(Card("Qh"), 10, 20),))


def read_own_view(fields: Mapping[str, Any], _rules: Toy) -> View:
    return read_view(fields)


def read_other_seat(fields: Mapping[str, Any], _rules: Toy) -> View:
    return read_view({**fields, "seat": 1})


def no_drawing(view: View, state: State | None, legend: render.Legend) -> str:
    return f"<svg>{view}{state}{legend}</svg>"


def board(view: View, names: Sequence[str], _language: language.Language) -> Iterator[Text]:
    yield Text(f"{names[0]} against {names[1]}")


def _sentence(moment: language.Moment) -> str | None:
    event = moment.event
    if isinstance(event, Drawn):
        return "" if event.card is None else f"{moment.names[event.seat]} gets {event.card}"
    return None


WORDS: Final = language.Words(
    how_to_play=lambda rules, _language: [f"Hold {rules.size} cards."],
    table=lambda _rules, _language: (("card", "call"), ("a pair", "goal")),
    sentence=_sentence,
)
