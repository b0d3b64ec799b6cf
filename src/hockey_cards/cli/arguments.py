"""What several commands take: variants with house rules, seeds, players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from hockey_cards.errors import ParseError, VariantError
from hockey_cards.registry import variant
from hockey_cards.rules import Variant

VariantName = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The name of a game (`variants` lists them), or a file.toml.")
]

House = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="OPTION=VALUE",
        help="A house rule, such as max_overtimes=3; give it again for more. `rules VARIANT` lists the options.",
    ),
]

PLAYERS_HELP: Final = "each a name (`strategies` lists them), module:attribute or file.py:attribute"


def variant_of(name: str, house: Iterable[str] | None) -> Variant:
    """Return the variant of a name or file, with house rules given as ``option=value``.

    Raises:
        UnknownVariant: If there is no variant of that name.
        VariantError: If the file or a house rule makes no sense; lists all problems.
    """
    found = _from_file(Path(name)) if name.endswith(".toml") else variant(name)
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
                changes[option] = _read(options[option].read, value)
    try:
        changed = attrs.evolve(found, rules=found.rules.house(changes))
    except VariantError as error:
        raise VariantError([*problems, *error.problems]) from None
    if problems:
        raise VariantError(problems)
    return changed


def _from_file(path: Path) -> Variant:
    try:
        return Variant.from_toml(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise VariantError([f"{path} is not UTF-8 text"]) from None


def _read(read: Callable[[str], object], text: str) -> object:
    try:
        return read(text)
    except ParseError:
        return text
