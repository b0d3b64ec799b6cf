"""Writes the message catalogues: ``python tests/translations.py``.

The messages are extracted from the code, and merged into ``messages.pot`` and the catalogue of each language. There new
messages have no translation, and those whose text changed are marked as fuzzy: translate them, and remove the mark. The
catalogues are then compiled, as a build does.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from hockey_cards import Variant, blades, pile, rink
from hockey_cards.language import LANGUAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "hockey_cards"
CATALOGUES = SOURCE / "language" / "catalogues"
TEMPLATE = CATALOGUES / "messages.pot"
CODES = [code for code in LANGUAGES if code != "en"]

_KEYWORDS = {"say": None, "translatable": None, "count": (1, 2)}
"""The functions whose arguments are messages."""

_HEADERS = tuple(
    f'"{name}'
    for name in (
        "Project-Id-Version",
        "Report-Msgid",
        "POT-Creation",
        "PO-Revision",
        "Last-Translator",
        "Language-Team",
    )
)


def extracted() -> Catalog:
    """Return the messages in the code, and the names and summaries of the games."""
    found = Catalog(fuzzy=False)
    for file, _, text, _, _ in sorted(extract_from_dir(SOURCE, keywords=_KEYWORDS), key=lambda each: each[:2]):
        found.add(text, locations=[(f"src/hockey_cards/{file}", 0)])
    games: tuple[Variant, ...] = (*pile.VARIANTS, *rink.VARIANTS, *blades.VARIANTS)
    for game in games:
        family = type(game.rules).__name__.lower()
        for text in (game.name, game.summary):
            found.add(text, locations=[(f"src/hockey_cards/{family}/catalogue.py", 0)])
    return found


def template() -> Catalog:
    """Return the template: the messages as they were when the catalogues were last written."""
    with TEMPLATE.open("rb") as opened:
        return read_po(opened)


def read(code: str) -> Catalog:
    """Return the catalogue of a language; a language that has none yet has an empty one."""
    file = CATALOGUES / f"{code}.po"
    if not file.is_file():
        return Catalog(locale=code, fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def problems(catalogue: Catalog, messages: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue: messages that are missing, fuzzy or unknown, and places that differ."""
    own = {texts_of(message): message for message in catalogue if message.id}
    wanted = {texts_of(message) for message in messages if message.id}
    yield from (f"unknown: {text[-1]}" for text in own.keys() - wanted)
    yield from (f"missing: {text[-1]}" for text in wanted - own.keys())
    for message in own.values():
        if message.fuzzy:
            yield f"fuzzy: {texts_of(message)[-1]}"
        yield from _problems_of(message, catalogue)


def _problems_of(message: Message, catalogue: Catalog) -> Iterator[str]:
    texts, forms = texts_of(message), forms_of(message)
    if len(forms) != (1 if len(texts) == 1 else catalogue.num_plurals) or not all(forms):
        yield f"not translated: {texts[-1]}"
    expected = places(texts[-1])
    for form, numbers in zip(forms, _numbers(catalogue, len(forms)), strict=True):
        word = {"number"} if numbers == {1} else set[str]()
        if form and places(form) | (word & expected) != expected:
            yield f"other places than in {texts[-1]}: {form}"


def _numbers(catalogue: Catalog, count: int) -> list[set[int]]:
    """Return the numbers up to 200 that have each form; the form for 1 alone may have a word instead."""
    form = c2py(catalogue.plural_expr)
    return [{number for number in range(201) if count > 1 and form(number) == each} for each in range(count)]


def texts_of(message: Message) -> tuple[str, ...]:
    """Return the English text of a message: one, or those for one and for many."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms_of(message: Message) -> list[str]:
    """Return the translations of a message: one, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def places(text: str) -> set[str]:
    """Return the named places of a message."""
    return set(re.findall(r"\{(\w*)\}", text))


def _text(catalogue: Catalog, **options: bool) -> str:
    """Return the text of a file, without the headers that change from day to day or have no value."""
    written = io.BytesIO()
    write_po(written, catalogue, width=120, **options)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_HEADERS))


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from hatch_build import compile_catalogues

    messages = extracted()
    TEMPLATE.write_text(_text(messages, omit_header=True, include_lineno=False), "utf-8")
    for code in CODES:
        catalogue = read(code)
        catalogue.update(messages)
        catalogue.obsolete.clear()
        catalogue.header_comment = f"# The messages of hockey_cards in the language {code}."
        (CATALOGUES / f"{code}.po").write_text(_text(catalogue, no_location=True), "utf-8")
        print(f"{code}: {sum(1 for _ in problems(catalogue, messages))} problems")  # noqa: T201  # the result of a tool
    compile_catalogues(SOURCE)


if __name__ == "__main__":
    main()
