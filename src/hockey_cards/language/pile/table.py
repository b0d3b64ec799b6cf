"""The table of what a card does in a game of the pile, read off the referee itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hockey_cards.cards import Rank
from hockey_cards.language.languages import Language, translatable
from hockey_cards.language.words import Rows
from hockey_cards.pile import Call, Pile
from hockey_cards.pile.referee import Claim, Referee, Ruling, Situation, forbids, judge

_HOLDERS: Final = {
    Claim.NONE: translatable("nobody"),
    Claim.OWN: translatable("own side"),
    Claim.OTHER: translatable("other side"),
}
_CALLS: Final = {
    Call.PLAY: translatable("play"),
    Call.PASS: translatable("pass"),
    Call.INTERCEPTION: translatable("interception"),
    Call.BLOCK: translatable("block"),
    Call.MISSED: translatable("missed"),
    Call.GOAL: translatable("goal"),
}
_FORCED: Final = {
    Call.PLAY: translatable("forbidden (if forced: play)"),
    Call.MISSED: translatable("forbidden (if forced: missed)"),
}
_TOPS: Final = {
    "pass": translatable("pass rank"),
    "goal": translatable("goal rank"),
    "stop": translatable("stop rank"),
}
_RANKS: Final = {
    "pass": translatable("pass rank {ranks}"),
    "goal": translatable("goal rank {ranks}"),
    "stop": translatable("stop rank {ranks}"),
}

Row = tuple[str, ...]


def table(rules: Pile, language: Language) -> Rows:
    """Return what a played card does: a row for each case that the referee tells apart."""
    say = language.say
    rows = list(_cases(rules, language))
    for column in (1, 0):
        rows = _merge(rows, column, any_value=say("any"))
    heading = say("claim"), say("on"), say("card"), say("call"), say("claim after"), say("pile after")
    return (heading, *rows)


def _cases(rules: Pile, language: Language) -> Iterator[Row]:
    referee = rules.referee
    for claim in Claim if referee.goal_needs_pass else [Claim.NONE]:
        for on, top, first in _tops(rules, language):
            for card, rank in _cards(rules, top, language):
                situation = Situation(claim, top, first=first)
                ruling = judge(referee, situation, rank)
                forced = forbids(referee, situation, rank)
                yield language.say(_HOLDERS[claim]), on, card, *_effect(ruling, language, forced=forced)


def _special(referee: Referee) -> dict[str, tuple[Rank, ...]]:
    """Return the ranks with a rule of their own, by kind."""
    return {"pass": referee.pass_ranks, "goal": referee.goal_ranks, "stop": referee.stop_ranks}


def _ordinary(rules: Pile, *, but: tuple[Rank, ...] = ()) -> Rank | None:
    """Return a rank of the deck without a rule of its own; None if there is none but those left out."""
    left_out = {*but, *(rank for ranks in _special(rules.referee).values() for rank in ranks)}
    return next((rank for rank in rules.schedule.ranks if rank not in left_out), None)


def _tops(rules: Pile, language: Language) -> Iterator[tuple[str, tuple[Rank, ...], bool]]:
    """Yield the kinds of top card, each with one of its ranks, () for an empty pile, and whether it is the first."""
    say = language.say
    yield say("empty pile, first of the period"), (), True
    yield say("empty pile"), (), False
    ordinary = _ordinary(rules)
    if ordinary is not None:
        yield say("other rank"), (ordinary,), False
    for kind, ranks in _special(rules.referee).items():
        if ranks:
            yield say(_TOPS[kind]), ranks[:1], False


def _cards(rules: Pile, top: tuple[Rank, ...], language: Language) -> Iterator[tuple[str, Rank]]:
    """Yield the kinds of card that may be played on a top card, each with one of its ranks."""
    say = language.say
    if top:
        yield say("same rank"), top[0]
    ordinary = _ordinary(rules, but=top)
    if ordinary is not None:
        yield say("other rank"), ordinary
    for kind, ranks in _special(rules.referee).items():
        rest = [rank for rank in ranks if rank not in top]
        if rest:
            yield say(_RANKS[kind], ranks=language.ranks(ranks)), rest[0]


def _effect(ruling: Ruling, language: Language, *, forced: bool) -> Row:
    """Return the call, the claim after the play and what becomes of the pile."""
    say = language.say
    call = say((_FORCED if forced else _CALLS)[ruling.call])
    return call, say(_HOLDERS[ruling.claim]), say("set aside") if ruling.clears else say("kept")


def _merge(rows: list[Row], column: int, *, any_value: str) -> list[Row]:
    """Merge the rows that differ in one column only, listing its values, or ``any_value`` for all of them."""
    groups: dict[Row, list[str]] = {}
    for row in rows:
        groups.setdefault((*row[:column], *row[column + 1 :]), []).append(row[column])
    values = {row[column] for row in rows}
    return [
        (*rest[:column], any_value if len(merged) == len(values) else " / ".join(merged), *rest[column:])
        for rest, merged in groups.items()
    ]
