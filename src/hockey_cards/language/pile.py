"""The rules of a game in words, read off its schedule and off the referee itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hockey_cards.cards import Rank
from hockey_cards.pile.referee import Claim, Referee, Situation, Verdict, forbids, judge
from hockey_cards.pile.schedule import Packets, Schedule

_HOLDER: Final = {Claim.NONE: "nobody", Claim.OWN: "own side", Claim.OTHER: "other side"}
_ANY: Final = "any"


def table(referee: Referee) -> tuple[tuple[str, ...], ...]:
    """Return what a played card does: a heading row, then a row for each case that differs."""
    rows = list(_rows(referee))
    return (("claim", "on", "card", "call", "claim after", "pile after"), *_merged(rows))


def _rows(referee: Referee) -> Iterator[tuple[str, ...]]:
    claims = Claim if referee.goal_needs_pass else [Claim.NONE]
    for claim in claims:
        for on, under in _grounds(referee):
            for card, rank in _cards(referee, under):
                situation = Situation(claim, under, first=on == "empty pile, first of the period")
                verdict = judge(referee, situation, rank)
                forced = forbids(referee, situation, rank)
                yield (_HOLDER[claim], on, card, *_effect(verdict, forced=forced))


def _grounds(referee: Referee) -> Iterator[tuple[str, tuple[Rank, ...]]]:
    """Yield the kinds of top card, each with one of its ranks."""
    yield "empty pile, first of the period", ()
    yield "empty pile", ()
    for kind, rank in _kinds(referee):
        yield f"{kind} rank", (rank,)


def _kinds(referee: Referee) -> Iterator[tuple[str, Rank]]:
    special = {"pass": referee.pass_ranks, "goal": referee.goal_ranks, "stop": referee.stop_ranks}
    named = {rank for ranks in special.values() for rank in ranks}
    plain = next((rank for rank in Rank if rank not in named), None)
    if plain is not None:
        yield "other", plain
    for kind, ranks in special.items():
        if ranks:
            yield kind, ranks[0]


def _cards(referee: Referee, under: tuple[Rank, ...]) -> Iterator[tuple[str, Rank]]:
    """Yield the kinds of card that may be played, each with one of its ranks."""
    if under:
        yield "same rank", under[0]
    special = (*referee.pass_ranks, *referee.goal_ranks, *referee.stop_ranks)
    plain = next((rank for rank in Rank if rank not in special and rank not in under), None)
    if plain is not None:
        yield "other rank", plain
    for kind, ranks in (("pass", referee.pass_ranks), ("goal", referee.goal_ranks), ("stop", referee.stop_ranks)):
        rest = [rank for rank in ranks if rank not in under]
        if rest:
            yield f"{kind} rank {''.join(rank.code for rank in ranks)}", rest[0]


def _effect(verdict: Verdict, *, forced: bool) -> tuple[str, str, str]:
    after = "set aside" if verdict.clears else "kept"
    call = f"forbidden (if forced: {verdict.call})" if forced else str(verdict.call)
    return call, _HOLDER[verdict.claim], after


def _merged(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Join rows that say the same of every claim, and then of every kind of top card."""
    for column in (1, 0):
        rows = _joined(rows, column)
    return rows


def _joined(rows: list[tuple[str, ...]], column: int) -> list[tuple[str, ...]]:
    """Join the rows that differ in one column only, naming its values one after the other."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        groups.setdefault((*row[:column], *row[column + 1 :]), []).append(row[column])
    whole = len({row[column] for row in rows})
    return [
        (*rest[:column], _ANY if len(values) == whole else " / ".join(values), *rest[column:])
        for rest, values in groups.items()
    ]


def _packets(packets: Packets | None, draw: int | None) -> str:
    if draw is not None:
        return f"hands of {draw}, a card drawn after each play"
    return "the whole pack at once" if packets == "all" or packets is None else " + ".join(map(str, packets)) + " cards"


def _overtime(schedule: Schedule) -> str:
    if schedule.overtime == "none":
        return "none: level is a draw"
    kind = "until the first goal" if schedule.overtime == "sudden-death" else "full periods"
    dealt = _packets(schedule.overtime_packets, schedule.draw)
    return f"{kind}, at most {schedule.max_overtimes}, dealt as {dealt}"


def _opener(schedule: Schedule) -> str:
    first = "the seat after the dealer"
    if schedule.opener is not None:
        must = "must lead it" if schedule.opener_must else "may lead any card"
        first = f"the holder of {schedule.opener.code}, who {must}"
    return first + ("; later the trailing side" if schedule.later_opener == "trailing" else "")


def facts(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """Return what the schedule says, as (label, text)."""
    found = [
        ("seats", str(schedule.seats)),
        ("deck", "52 cards, a new pack for each period"),
        ("deal", _packets(schedule.packets, schedule.draw)),
        ("table cards", str(schedule.table_cards)),
        ("periods", str(schedule.periods)),
        ("overtime", _overtime(schedule)),
        ("opener", _opener(schedule)),
        ("score", "difference of goals a period" if schedule.difference else "goals"),
    ]
    if schedule.play_out:
        found.append(("end of a period", "when the hands are empty"))
    if schedule.reversed_periods:
        found.append(("anticlockwise", "periods " + ", ".join(map(str, schedule.reversed_periods))))
    return tuple(found)
