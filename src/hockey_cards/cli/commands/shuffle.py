"""The command ``shuffle``: the pack that a seed gives, printed or checked."""

from __future__ import annotations

from typing import Annotated

import typer

from hockey_cards.cards import Card, cards_from, codes, deck
from hockey_cards.cli.arguments import parse_seed
from hockey_cards.cli.output import report_error, write_json, write_out
from hockey_cards.errors import HockeyError, ParseError
from hockey_cards.shoe import Seeded


def shuffle(
    *,
    period: Annotated[int, typer.Option(min=0, help="The period, from 0.")] = 0,
    seed: Annotated[str | None, typer.Option(help="The seed, any text.")] = None,
    seed32: Annotated[
        str | None, typer.Option("--seed32", metavar="HEX", help="The 32 bytes of the seed in hex, as in a record.")
    ] = None,
    size: Annotated[int, typer.Option("--deck", help="The number of cards: 52, 36 or 32.")] = 52,
    check: Annotated[str | None, typer.Option(metavar="CODES", help="A pack to check, such as 9s4hJs...")] = None,
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help="A commitment to check.")] = None,
    pack_only: Annotated[bool, typer.Option("--pack", help="Print only the pack.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: pack, commitment, seed32, period and deck.")
    ] = False,
) -> None:
    """Print or check the pack that a seed gives.

    If there is a pack or a commitment to check, the exit code is 1 if it is not that of the seed.
    """
    if pack_only + as_json + (check is not None or commitment is not None) > 1:
        raise HockeyError("--pack, --json and a check (--check, --commitment) exclude each other: give one of them")
    given = parse_seed(seed, seed32)
    if given is None:
        raise ParseError("give a seed: any text with --seed, or 32 bytes in hex with --seed32")
    shoe = Seeded(given, deck(size))
    pack = shoe.pack(period)
    if check is None and commitment is None:
        _write(shoe, period, pack_only=pack_only, as_json=as_json)
        return
    problems = [*_pack_problems(check, pack, period), *_commitment_problems(commitment, shoe)]
    if problems:
        report_error("; ".join(problems))
        raise typer.Exit(1)
    checked = [name for name, given in (("pack", check), ("commitment", commitment)) if given is not None]
    write_out(f"{' and '.join(checked)} {'match' if len(checked) > 1 else 'matches'} the seed\n")


def _write(shoe: Seeded, period: int, *, pack_only: bool, as_json: bool) -> None:
    pack = codes(shoe.pack(period))
    if as_json:
        fields = {"pack": pack, "commitment": shoe.commitment, "seed32": shoe.seed.hex()}
        write_json({**fields, "period": period, "deck": len(shoe.deck)})
    else:
        write_out(f"{pack}\n" if pack_only else f"pack {pack}\ncommitment {shoe.commitment}\n")


def _pack_problems(check: str | None, pack: tuple[Card, ...], period: int) -> list[str]:
    if check is None:
        return []
    given = cards_from("".join(check.split()))
    if given == pack:
        return []
    if len(given) != len(pack):
        return [f"the given pack has {len(given)} cards, but that of period {period} has {len(pack)}"]
    place = next(place for place, card in enumerate(pack) if card != given[place])
    difference = f"card {place + 1} is {given[place].code}, but the seed deals {pack[place].code}"
    return [f"the given pack is not that of period {period}: {difference}"]


def _commitment_problems(commitment: str | None, shoe: Seeded) -> list[str]:
    if commitment is None or commitment.strip().lower() == shoe.commitment:
        return []
    return [f"the given commitment is not that of the seed, which is {shoe.commitment}"]
