"""The command that shows and checks a shuffle."""

from __future__ import annotations

from typing import Annotated

import typer

from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.cli.output import complain, say, say_json
from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.shoe import Seed, Seeded


def shuffle(
    *,
    period: Annotated[int, typer.Option(min=0, help="The period, from 0.")] = 0,
    seed: Annotated[str | None, typer.Option(help="The seed, a text.")] = None,
    seed32: Annotated[
        str | None, typer.Option("--seed32", metavar="HEX", help="The 32 bytes of the seed, as in a record.")
    ] = None,
    size: Annotated[int, typer.Option("--deck", help="How many cards: 52, 36 or 32.")] = 52,
    check: Annotated[str | None, typer.Option(metavar="CODES", help="A pack to be checked, such as 9s4hJs...")] = None,
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help="A commitment to be checked.")] = None,
    alone: Annotated[bool, typer.Option("--pack", help="Print the pack alone.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: pack, commitment, seed32, period, deck.")
    ] = False,
) -> None:
    """Print or check the pack that a seed gives.

    With a pack or a commitment to check, the exit code is 1 if the seed does not give it.
    """
    if alone + as_json + (check is not None or commitment is not None) > 1:
        raise HockeyError("the pack alone, JSON and a check exclude each other: give --pack, --json or what to check")
    shoe = Seeded(_seed(seed, seed32), deck(size))
    pack = shoe.pack(period)
    if check is None and commitment is None:
        _say(shoe, period, alone=alone, as_json=as_json)
        return
    wrong = [*_pack_problems(check, pack, period), *_commitment_problems(commitment, shoe)]
    if wrong:
        complain("; ".join(wrong))
        raise typer.Exit(1)
    say(f"{' and '.join(_checked(check, commitment))}: as the seed gives it\n")


def _say(shoe: Seeded, period: int, *, alone: bool, as_json: bool) -> None:
    pack = codes(shoe.pack(period))
    if as_json:
        told = {"pack": pack, "commitment": shoe.commitment, "seed32": shoe.seed.hex()}
        say_json({**told, "period": period, "deck": len(shoe.deck)})
    else:
        say(f"{pack}\n" if alone else f"pack {pack}\ncommitment {shoe.commitment}\n")


def _seed(seed: str | None, seed32: str | None) -> Seed:
    if (seed is None) == (seed32 is None):
        raise ParseError("give a seed, either as text by --seed or as 32 bytes in hex by --seed32")
    if seed32 is None:
        assert seed is not None
        return seed
    try:
        found = bytes.fromhex(seed32)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise ParseError(f"{seed32[:80]!r} is no seed: give 32 bytes as 64 hex digits, or a text by --seed")
    return found


def _pack_problems(check: str | None, pack: tuple[Card, ...], period: int) -> list[str]:
    if check is None:
        return []
    given = cards_from("".join(check.split()))
    if given == pack:
        return []
    if len(given) != len(pack):
        return [f"a pack of {len(given)} cards was given, and that of period {period} has {len(pack)}"]
    place = next(place for place, card in enumerate(pack) if card != given[place])
    shown = f"card {place + 1} is {given[place].code}, where the seed deals {pack[place].code}"
    return [f"the pack given is not that of period {period}: {shown}"]


def _commitment_problems(commitment: str | None, shoe: Seeded) -> list[str]:
    if commitment is None or commitment.strip().lower() == shoe.commitment:
        return []
    return [f"the commitment given is not that of the seed, which is {shoe.commitment}"]


def _checked(check: str | None, commitment: str | None) -> list[str]:
    return [name for name, given in (("pack", check), ("commitment", commitment)) if given is not None]
