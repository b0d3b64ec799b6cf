"""What several commands take: variants with house rules, seeds, players."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from hockey_cards import registry
from hockey_cards.cli.faults import guess
from hockey_cards.errors import ParseError, UnknownVariant, VariantError
from hockey_cards.options import Option
from hockey_cards.rules import Variant
from hockey_cards.variant_files import read_variant

EMPTY: Final = "-"
"""What is written for a value that is unset, or is an empty text or list."""

VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The name of a game (`variants` lists them), or a file.toml.")
]

House = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="OPTION=VALUE",
        help="A house rule, such as max_overtimes=3; give it again for more. `rules VARIANT` lists the options; "
        f"{EMPTY} is an empty or unset value.",
    ),
]

PLAYERS_HELP: Final = "each a name (`strategies` lists them), module:attribute, file.py:attribute or cmd: and a command"


def variant_of(name: str, house: Iterable[str] | None) -> Variant:
    """Return the variant of a name or file, with house rules given as ``option=value``.

    Raises:
        UnknownVariant: If there is no variant of that name; lists the known ones, and says which may have been meant.
        VariantError: If the file or a house rule makes no sense; lists all problems.
    """
    found = _from_file(Path(name)) if name.endswith(".toml") else _by_name(name)
    options = {option.name: option for option in found.rules.options}
    changes: dict[str, object] = {}
    problems: list[str] = []
    for text in house or ():
        option, sign, value = (part.strip() for part in text.partition("="))
        if not option or not sign:
            problems.append(f"{text!r} is no house rule: write option=value, such as periods=2")
        elif option in changes:
            problems.append(f"{option} is given twice")
        else:
            changes[option] = value
            if option in options:
                # What cannot be read stays a text: the rules then say what is wrong with it, together with the rest.
                changes[option] = _read(options[option], value)
    try:
        changed = attrs.evolve(found, rules=found.rules.house(changes))
    except VariantError as error:
        unknown = [option for option in changes if option not in options]
        raise VariantError([*problems, *(_guessed(each, unknown, options) for each in error.problems)]) from None
    if problems:
        raise VariantError(problems)
    return changed


def _by_name(name: str) -> Variant:
    try:
        return registry.variant(name)
    except UnknownVariant as error:
        if name.endswith(".py") or Path(name).name != name:
            raise UnknownVariant(f"{name!r} is no game: write its name, or the path of a .toml file") from None
        raise UnknownVariant(f"{error}{guess(name, registry.variants())}") from None


def _guessed(problem: str, unknown: Iterable[str], known: Collection[str]) -> str:
    """Ask behind a problem with an unknown option whether another was meant."""
    guesses = (guess(name, known) for name in unknown if problem.startswith(f"there is no option {name!r}"))
    return problem + next(guesses, "")


def _from_file(path: Path) -> Variant:
    try:
        return read_variant(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise VariantError([f"{path} is not UTF-8 text"]) from None


def _read(option: Option, text: str) -> object:
    for empty in (None, "", ()) if text == EMPTY else ():
        try:
            return option.check(empty)
        except ParseError:
            continue
    try:
        return option.read(text)
    except ParseError:
        return text
