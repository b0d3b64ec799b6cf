"""The message catalogues: complete, with the same places as in the code, and compiled."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest
from babel.messages.catalog import Catalog

import translations
from hockey_cards.language import Language
from translations import CODES, SOURCE, extracted, forms_of, problems, read, template, texts_of

SCRIPT = "run `python tests/translations.py`, and translate what is new"
NUMBERS = (0, 1, 2, 5, 11, 21, 101, 1_000_000)
ALLOWED_LATIN = {"g1", "g2", "a", "b", "c", "d", "h", "q", "Jeu", "de", "cartes", "du", "Hockey"}
"""What texts in other scripts have in Latin letters: codes that are typed, and the name of a game."""


SHARED = {
    "fr": {"interception", "menu", "score", "Jeu de cartes du Hockey", "Tables"},
    "nl": {
        "Hockey (Ida A. Spence, Manitoba 1961-62)",
        "West",
        "breakaway",
        "goals",
        "hand {cards}",
        "menu",
        "pass",
        "seed",
    },
}
"""The messages that are the same in English."""


@pytest.fixture(scope="module", name="messages")
def fixture_messages() -> Catalog:
    return extracted()


def test_template_is_fresh(messages: Catalog) -> None:
    """The template has the messages of the code, no more and no less."""
    now, written = ({texts_of(each) for each in catalogue if each.id} for catalogue in (messages, template()))
    assert now == written, SCRIPT


def test_every_message_in_a_call_is_in_the_template() -> None:
    """Babel does not look into f-strings, so that a message there would stay English."""
    known = {text for each in template() for text in texts_of(each)}
    calls = [each for file in SOURCE.rglob("*.py") for each in ast.walk(ast.parse(file.read_text("utf-8")))]
    said = {
        text.value
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute)
        if (call.func.id if isinstance(call.func, ast.Name) else call.func.attr) in {"say", "translatable"}
        for text in call.args
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    }
    assert len(said) > 100
    assert set() == said - known


@pytest.mark.parametrize("code", CODES)
def test_catalogue_is_complete(messages: Catalog, code: str) -> None:
    """Every message is translated, none is fuzzy, and all have exactly the places of the English text."""
    assert [] == list(problems(read(code), messages)), SCRIPT


@pytest.mark.parametrize("code", CODES)
def test_catalogue_is_compiled(code: str) -> None:
    """What is installed is compiled from this catalogue."""
    spoken = Language(code)
    texts = {m.id: m.string for m in read(code) if isinstance(m.id, str) and m.id}
    assert texts == {text: spoken.translated(text) for text in texts}, "install the project again"


def _broken(change: str, messages: Catalog) -> list[str]:
    """Return the problems of a catalogue after a change to one of its messages."""
    catalogue = read("fr")
    text = "{name} plays {card}."
    message = catalogue[text]
    assert message is not None
    match change:
        case "missing":
            catalogue.delete(text)
        case "empty":
            message.string = ""
        case "fuzzy":
            message.flags.add("fuzzy")
        case "renamed":
            message.string = str(message.string).replace("{card}", "{carte}")
        case "added":
            message.string = f"{message.string} {{score}}"
        case _:
            catalogue.add("{name} plays.", "{name}.")
    return list(problems(catalogue, messages))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("missing", "missing: {name} plays {card}."),
        ("empty", "not translated: {name} plays {card}."),
        ("fuzzy", "fuzzy: {name} plays {card}."),
        ("renamed", "other places than in {name} plays {card}.: "),
        ("added", "other places than in {name} plays {card}.: "),
        ("unknown", "unknown: {name} plays."),
    ],
)
def test_broken_catalogue_is_found(messages: Catalog, change: str, found: str) -> None:
    (problem,) = _broken(change, messages)
    assert problem.startswith(found)


@pytest.mark.parametrize("code", ["hi", "ru"])
def test_other_scripts_have_no_latin_words(code: str) -> None:
    """But for codes that are typed, and the name of a game."""
    texts = [form for m in read(code) if m.id for form in forms_of(m)]
    words = {word for text in texts for word in re.findall(r"[A-Za-z]\w*", re.sub(r"\{\w*\}", "", text))}
    assert ALLOWED_LATIN >= words


@pytest.mark.parametrize("code", ["fr", "nl"])
def test_no_message_is_left_in_english(code: str) -> None:
    """But for words that the languages share."""
    texts = {texts_of(m)[0] for m in read(code) if m.id and texts_of(m)[0] == m.string}
    same = {text for text in texts if re.search("[a-z]", re.sub(r"\{\w*\}", "", text))}
    assert SHARED[code] == same


CARDS = ("Each player is dealt {number} card.", "Each player is dealt {number} cards.")
PERIODS = (
    "The game has {number} period; the side with more goals wins.",
    "The game has {number} periods; the side with more goals wins.",
)
FORMS = {
    "en": ("cards", "card", "cards", "cards", "cards", "cards", "cards", "cards"),
    "fr": ("carte", "carte", "cartes", "cartes", "cartes", "cartes", "cartes", "cartes"),
    "nl": ("kaarten", "kaart", "kaarten", "kaarten", "kaarten", "kaarten", "kaarten", "kaarten"),
    "ru": ("карт", "карту", "карты", "карт", "карт", "карту", "карту", "карт"),
    "hi": ("पत्ता", "पत्ता", "पत्ते", "पत्ते", "पत्ते", "पत्ते", "पत्ते", "पत्ते"),
}
"""The word for cards with each of the ``NUMBERS``."""


@pytest.mark.parametrize("code", FORMS)
def test_plurals(code: str) -> None:
    """A number has the form of the noun that the language asks for."""
    spoken = Language(code)
    texts = [spoken.count(*CARDS, number) for number in NUMBERS]
    words = [text.split(f"{number} ")[1].split()[0].rstrip(".") for number, text in zip(NUMBERS, texts, strict=True)]
    assert list(FORMS[code]) == words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "expected"),
    [("fr_FR.UTF-8", "votre partenaire"), ("ru_RU", "партнёр"), ("C", "partner"), ("xx", "partner")],
)
def test_installed_package_speaks_the_language_of_the_environment(code: str, expected: str) -> None:
    """A program started under ``LANG`` prints that language, and English where there is no catalogue."""
    environment = {"LANG": code, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "hockey_cards", "rules", "passe"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, encoding="utf-8")
    assert expected in run.stdout


def test_translations_can_be_read_back() -> None:
    """The script that writes the catalogues finds the same languages as the package."""
    assert set(CODES) == {file.stem for file in translations.CATALOGUES.glob("*.po")}
