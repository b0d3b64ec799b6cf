"""Languages: messages translated by gettext catalogues, and the letters of cards.

The messages in the code are English, and whole: what varies is a named place in braces, which a translation may move.
``Language.say`` and ``Language.count`` translate a message and fill its places. A message that is not written in the
call itself is marked with ``translatable``, so that Babel finds it.

A catalogue is a file ``catalogues/fr.po`` in a package, compiled to ``fr.mo`` beside it when the distribution is built.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import attrs

from hockey_cards.cards import Card, Rank, Suit
from hockey_cards.errors import ParseError, UnknownLanguage, brief

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PACKAGE: Final = "hockey_cards.language"
"""The package with the catalogues of the library itself."""

SOURCE: Final = "en"
"""The language of the messages in the code, which needs no catalogue."""

LANGUAGES: Final = {"en": "English", "fr": "français", "hi": "हिन्दी", "nl": "Nederlands", "ru": "русский"}
"""The languages by code, each with its own name for itself."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that choose the language, as gettext reads them: the first that is set counts."""

_HIDDEN: Final = "??"
_LATEST: Final = 12
"""The number of cards shown of a row that grows during the game."""


@attrs.frozen
class Letters:
    """The letters of cards in a country.

    Args:
        court: The letters printed on the Jack, the Queen, the King and the Ace.
        suits: The letters typed for clubs, diamonds, hearts and spades; ``♣♦♥♠`` can be typed instead.
    """

    court: str
    suits: str

    def rank(self, rank: Rank) -> str:
        """Return a rank as it is printed: ``10``, ``V``."""
        return str(rank.value) if rank < Rank.JACK else self.court[rank - Rank.JACK]

    def card(self, card: Card) -> str:
        """Return a card as it is printed: ``10♥``, ``V♠``."""
        return f"{self.rank(card.rank)}{card.suit}"

    def folded(self, text: str) -> str:
        """Return a text in a form that is the same for all ways to type it: with letters for suits, without spaces."""
        return "".join(text.split()).translate(self._suits).casefold()

    @property
    def _suits(self) -> dict[int, int | str]:
        filled, hollow = (str.maketrans(symbols, self.suits) for symbols in ("♣♦♥♠", "♧♢♡♤"))
        return {**filled, **hollow, 0xFE0F: ""}  # the last asks for a picture instead of a letter

    def read_card(self, text: str) -> Card:
        """Read a card that is typed with these letters, in upper or lower case: ``Vp``, ``v♠``, ``10h``.

        Raises:
            ParseError: If the text is not a card.
        """
        card = _cards(self).get(self.folded(text)) if len(text) < 20 else None
        if card is None:
            ranks = f"2 to 10, {', '.join(self.court)}"
            raise ParseError(f"{brief(text)} is not a card: give a rank ({ranks}) and a suit ({', '.join(self.suits)})")
        return card


@cache
def _cards(letters: Letters) -> Mapping[str, Card]:
    every = (Card.of(rank, suit) for rank in Rank for suit in Suit)
    return {letters.folded(letters.card(card)): card for card in every}


_ENGLISH: Final = Letters("JQKA", "cdhs")
LETTERS: Final = {
    "en": _ENGLISH,
    "fr": Letters("VDRA", "tkcp"),
    "hi": _ENGLISH,
    "nl": Letters("BVHA", "krhs"),
    "ru": Letters("ВДКТ", "тбчп"),
}
"""The letters of the country of each language. Packs in India are printed with English letters."""


@attrs.frozen
class Language:
    """A language: its messages, and the letters that cards are shown and typed with.

    Args:
        code: The code of the language, one of ``LANGUAGES``.
        letters: The letters of cards; by default those of the country. A player may prefer others.
        packages: The packages whose catalogues are searched, the first first.

    Raises:
        UnknownLanguage: If there is no such language, or its catalogue is not installed.
    """

    code: str = SOURCE
    letters: Letters = attrs.field(
        default=attrs.Factory(lambda self: LETTERS.get(self.code, _ENGLISH), takes_self=True)
    )
    packages: tuple[str, ...] = attrs.field(default=(_PACKAGE,), repr=False)

    def __attrs_post_init__(self) -> None:
        if self.code not in LANGUAGES:
            raise UnknownLanguage(f"there is no language {brief(self.code)}: give {', '.join(LANGUAGES)}")
        _translations(self.code, self.packages)

    @classmethod
    def of(cls, language: Language | str) -> Language:
        """Return the language of a code; a language is returned unchanged.

        Raises:
            UnknownLanguage: If there is no such language, or its catalogue is not installed.
        """
        return language if isinstance(language, Language) else cls(language)

    def extended(self, package: str) -> Language:
        """Return the language with the catalogues of another package, which are searched first."""
        return self if package in self.packages else attrs.evolve(self, packages=(package, *self.packages))

    def say(self, text: str, /, **places: object) -> str:
        """Return a message in this language.

        Args:
            text: The message in English, with named places: ``"{name} deals."``
            places: The values of the places; their braces mean nothing.
        """
        return _translations(self.code, self.packages).gettext(text).format(**places)

    def count(self, one: str, many: str, number: int, /, **places: object) -> str:
        """Return a message in the form that a number needs in this language.

        Args:
            one: The message in English for the number 1.
            many: The message in English for other numbers.
            number: The number, which is also the place ``{number}``.
            places: The values of the other places.
        """
        found = _translations(self.code, self.packages).ngettext(one, many, number)
        return found.format(number=number, **places)

    def translated(self, text: str, /) -> str:
        """Return a text without places in this language; one that no catalogue has stays as it is."""
        return _translations(self.code, self.packages).gettext(text) if text else ""

    def card(self, card: Card | None) -> str:
        """Return a card as it is printed, ``V♠``; a hidden card is ``??``."""
        return _HIDDEN if card is None else self.letters.card(card)

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Return cards side by side."""
        return " ".join(map(self.card, cards))

    def latest(self, cards: Sequence[Card]) -> str:
        """Return the last cards of a row that grows during the game, after dots if there are more."""
        return ("... " if len(cards) > _LATEST else "") + self.cards(cards[-_LATEST:])

    def ranks(self, ranks: Iterable[Rank]) -> str:
        """Return ranks as they are printed, separated by commas."""
        return ", ".join(map(self.letters.rank, ranks))

    def names(self, names: Sequence[str]) -> str:
        """Return names as a list in a sentence: ``Ann, Ben and Cleo``."""
        if len(names) < 2:
            return "".join(names)
        return self.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def translatable(text: str) -> str:
    """Mark a message for translation, and return it unchanged: ``Language.say`` translates it later."""
    return text


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """Return the code of the language that the environment asks for; English if it asks for none that there is.

    Args:
        environment: The environment variables; by default those of the process.
    """
    variables = os.environ if environment is None else environment
    chosen = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    codes = (wanted.partition(".")[0].partition("_")[0] for wanted in chosen.split(":"))
    return next((code for code in codes if _installed(code)), SOURCE)


def _installed(code: str) -> bool:
    return code == SOURCE or (code in LANGUAGES and _file(code, _PACKAGE).is_file())


@cache
def _translations(code: str, packages: tuple[str, ...]) -> NullTranslations:
    """Return the translations of some packages, the first first."""
    if code == SOURCE:
        return NullTranslations()
    found = [_load(code, package) for package in packages]
    first, *others = [each for each in found if each is not None]
    for other in others:
        first.add_fallback(other)
    return first


def _file(code: str, package: str) -> Traversable:
    return files(package) / "catalogues" / f"{code}.mo"


def _load(code: str, package: str) -> GNUTranslations | None:
    """Return the catalogue of a package; None if another package, which may have none, has none."""
    file = _file(code, package)
    if file.is_file():
        with file.open("rb") as opened:
            return GNUTranslations(opened)
    if package == _PACKAGE:
        raise UnknownLanguage(f"the catalogue of the language {code!r} is not compiled: install hockey-cards again")
    return None
