"""Arguments that several commands share: variants with house rules, and the names of players."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from hockey_cards import registry
from hockey_cards.cli.error_hints import did_you_mean
from hockey_cards.errors import ParseError, UnknownVariant, VariantError, brief
from hockey_cards.language import LANGUAGES, Language, preferred
from hockey_cards.options import Option
from hockey_cards.rules import Variant
from hockey_cards.shoe import Seed
from hockey_cards.variant_files import read_variant

EMPTY: Final = "-"
"""The text for an option that is unset, or is an empty text or list."""

VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The name of a game (`variants` lists them), or a TOML file.")
]

House = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="OPTION=VALUE",
        help="A house rule, such as max_overtimes=3; may be repeated. `rules VARIANT` lists the options; "
        f"{EMPTY} stands for an empty or unset value.",
    ),
]

LanguageCode = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help=f"The language: {', '.join(LANGUAGES)}. By default it is that of the environment (LANG).",
    ),
]

PLAYERS_HELP: Final = "a name (`strategies` lists them), module:attribute, file.py:attribute, or cmd: and a command"


def load_variant(name: str, house: Iterable[str] | None) -> Variant:
    """Return a variant with house rules.

    Args:
        name: The name of a variant, or the path of a file that ends in ``.toml``.
        house: House rules, each written ``option=value``.

    Raises:
        UnknownVariant: If there is no variant of that name; the message lists the known ones and suggests one.
        VariantError: If the file or a house rule is wrong; lists all problems.
    """
    found = _read_file(Path(name)) if name.endswith(".toml") else _look_up(name)
    options = {option.name: option for option in found.rules.options}
    changes: dict[str, object] = {}
    problems: list[str] = []
    for text in house or ():
        option, sign, value = (part.strip() for part in text.partition("="))
        if not option or not sign:
            problems.append(f"{text!r} is not a house rule: write option=value, such as periods=2")
        elif option in changes:
            problems.append(f"{option} is given twice")
        else:
            changes[option] = value
            if option in options:
                # A text that cannot be parsed is kept, and the rules report it together with all other problems.
                changes[option] = _parse(options[option], value)
    try:
        changed = attrs.evolve(found, rules=found.rules.house(changes))
    except VariantError as error:
        unknown = [option for option in changes if option not in options]
        raise VariantError(
            [*problems, *(_with_suggestion(problem, unknown, options) for problem in error.problems)]
        ) from None
    if problems:
        raise VariantError(problems)
    return changed


def load_language(code: str | None) -> Language:
    """Return the language of a code, or the one that the environment asks for.

    Raises:
        UnknownLanguage: If there is no such language; the message lists the codes.
    """
    return Language.of(preferred() if code is None else code)


def parse_seed(seed: str | None, seed32: str | None) -> Seed | None:
    """Return the seed that the options ``--seed`` and ``--seed32`` give; None if neither was given.

    Raises:
        ParseError: If both are given, or ``--seed32`` is not 32 bytes in hex.
    """
    if seed is not None and seed32 is not None:
        raise ParseError("give one seed: any text with --seed, or 32 bytes in hex with --seed32")
    if seed32 is None:
        return seed
    try:
        found = bytes.fromhex(seed32)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise ParseError(f"--seed32 cannot be {brief(seed32, 80)}: give 32 bytes as 64 hex digits")
    return found


def _look_up(name: str) -> Variant:
    try:
        return registry.variant(name)
    except UnknownVariant as error:
        if name.endswith(".py") or Path(name).name != name:
            raise UnknownVariant(f"{name!r} is not a game: give its name, or the path of a .toml file") from None
        raise UnknownVariant(f"{error}{did_you_mean(name, registry.variants())}") from None


def _read_file(path: Path) -> Variant:
    try:
        return read_variant(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise VariantError([f"{path} is not UTF-8 text"]) from None


def _with_suggestion(problem: str, unknown: Iterable[str], known: Collection[str]) -> str:
    """Return a problem, with a suggestion if it is about an unknown option."""
    suggestions = (did_you_mean(name, known) for name in unknown if problem.startswith(f"there is no option {name!r}"))
    return problem + next(suggestions, "")


def _parse(option: Option, text: str) -> object:
    """Return the value that a text stands for, or the text itself if it stands for none."""
    for empty in (None, "", ()) if text == EMPTY else ():
        try:
            return option.check(empty)
        except ParseError:
            continue
    try:
        return option.read(text)
    except ParseError:
        return text
