"""The words of the pile family; its table is read off the referee itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hockey_cards.cards import Rank
from hockey_cards.events import Event, Played, Scored
from hockey_cards.language.words import Facts, Rows, Words
from hockey_cards.pile import Blocked, Claimed, Intercepted, Missed, Pile
from hockey_cards.pile.referee import Claim, Referee, Ruling, Situation, forbids, judge
from hockey_cards.pile.schedule import Packets, Schedule

_HOLDER: Final = {Claim.NONE: "nobody", Claim.OWN: "own side", Claim.OTHER: "other side"}
_ANY: Final = "any"
_FIRST: Final = "empty pile, first of the period"

Row = tuple[str, ...]


def _facts(rules: Pile) -> Facts:
    schedule = rules.schedule
    lines = [
        ("seats", str(schedule.seats)),
        ("deck", "52 cards, a new pack for each period"),
        ("deal", _packets(schedule.packets, schedule.draw)),
        ("table cards", str(schedule.table_cards)),
        ("periods", str(schedule.periods)),
        ("overtime", _overtime(schedule)),
        ("opener", _opener(schedule)),
        ("score", "difference of goals in each period" if schedule.difference else "goals"),
    ]
    if schedule.play_out:
        lines.append(("end of a period", "when the hands are empty"))
    if schedule.reversed_periods:
        lines.append(("anticlockwise", "periods " + ", ".join(map(str, schedule.reversed_periods))))
    return tuple(lines)


def _packets(packets: Packets | None, draw: int | None) -> str:
    if draw is not None:
        return f"hands of {draw}, a card drawn after each play"
    return "the whole pack at once" if packets == "all" or packets is None else " + ".join(map(str, packets)) + " cards"


def _overtime(schedule: Schedule) -> str:
    if schedule.overtime == "none":
        return "none; a level score is a draw"
    kind = "until the first goal" if schedule.overtime == "sudden-death" else "full periods"
    return f"{kind}, at most {schedule.max_overtimes}, dealt as {_packets(schedule.overtime_packets, schedule.draw)}"


def _opener(schedule: Schedule) -> str:
    first = "the seat after the dealer"
    if schedule.opener is not None:
        leads = "must lead it" if schedule.opener_must else "may lead any card"
        first = f"the holder of {schedule.opener.code}, who {leads}"
    return first + ("; later the trailing side" if schedule.later_opener == "trailing" else "")


def _table(rules: Pile) -> Rows:
    """Return what a played card does: a row for each case that the referee tells apart."""
    rows = list(_cases(rules.referee))
    for column in (1, 0):
        rows = _merge(rows, column)
    return (("claim", "on", "card", "call", "claim after", "pile after"), *rows)


def _cases(referee: Referee) -> Iterator[Row]:
    for claim in Claim if referee.goal_needs_pass else [Claim.NONE]:
        for on, top in _tops(referee):
            for card, rank in _cards(referee, top):
                situation = Situation(claim, top, first=on == _FIRST)
                ruling = judge(referee, situation, rank)
                yield _HOLDER[claim], on, card, *_effect(ruling, forced=forbids(referee, situation, rank))


def _special(referee: Referee) -> dict[str, tuple[Rank, ...]]:
    """Return the ranks with a rule of their own, by kind."""
    return {"pass": referee.pass_ranks, "goal": referee.goal_ranks, "stop": referee.stop_ranks}


def _ordinary(referee: Referee, *, but: tuple[Rank, ...] = ()) -> Rank | None:
    """Return a rank without a rule of its own; None if there is none but those left out."""
    left_out = {*but, *(rank for ranks in _special(referee).values() for rank in ranks)}
    return next((rank for rank in Rank if rank not in left_out), None)


def _tops(referee: Referee) -> Iterator[tuple[str, tuple[Rank, ...]]]:
    """Yield the kinds of top card, each with one of its ranks; () for an empty pile."""
    yield _FIRST, ()
    yield "empty pile", ()
    ordinary = _ordinary(referee)
    if ordinary is not None:
        yield "other rank", (ordinary,)
    for kind, ranks in _special(referee).items():
        if ranks:
            yield f"{kind} rank", ranks[:1]


def _cards(referee: Referee, top: tuple[Rank, ...]) -> Iterator[tuple[str, Rank]]:
    """Yield the kinds of card that may be played on a top card, each with one of its ranks."""
    if top:
        yield "same rank", top[0]
    ordinary = _ordinary(referee, but=top)
    if ordinary is not None:
        yield "other rank", ordinary
    for kind, ranks in _special(referee).items():
        rest = [rank for rank in ranks if rank not in top]
        if rest:
            yield f"{kind} rank {''.join(rank.code for rank in ranks)}", rest[0]


def _effect(ruling: Ruling, *, forced: bool) -> Row:
    """Return the call, the claim after the play and what becomes of the pile."""
    call = f"forbidden (if forced: {ruling.call})" if forced else str(ruling.call)
    return call, _HOLDER[ruling.claim], "set aside" if ruling.clears else "kept"


def _merge(rows: list[Row], column: int) -> list[Row]:
    """Merge the rows that differ in one column only, listing its values; all values together are ``any``."""
    groups: dict[Row, list[str]] = {}
    for row in rows:
        groups.setdefault((*row[:column], *row[column + 1 :]), []).append(row[column])
    values = {row[column] for row in rows}
    return [
        (*rest[:column], _ANY if len(merged) == len(values) else " / ".join(merged), *rest[column:])
        for rest, merged in groups.items()
    ]


def _sentence(event: Event, _play: Played[Any] | None, _names: Sequence[str]) -> str | None:
    match event:
        case Claimed() | Intercepted() | Blocked() | Missed() | Scored():
            return ""  # the call of the play says so
        case _:
            return None


WORDS: Final = Words(_facts, _table, _sentence)
"""The words of the family."""
