"""House rules of the pile family: the options, and the valid values and combinations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

import attrs

from hockey_cards.cards import Card, Rank, Suit, codes
from hockey_cards.errors import ParseError, VariantError
from hockey_cards.options import Kind, Option, Value
from hockey_cards.pile.referee import Referee, Situation, forbids
from hockey_cards.pile.schedule import PACK, Schedule

_FLAG: Final[dict[str, Any]] = {"kind": Kind.FLAG}
_RANKS: Final[dict[str, Any]] = {"kind": Kind.RANKS}
_PACKETS: Final[dict[str, Any]] = {"kind": Kind.COUNTS, "choices": ("all",), "low": 1, "high": PACK}


def _choice(*words: str) -> dict[str, Any]:
    return {"kind": Kind.CHOICE, "choices": words}


_SCHEDULE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "seats": ("pile.1.1", {"kind": Kind.CHOICE}),
    "ranks": ("pile.1.1", _RANKS),
    "suits": ("pile.1.1", {"kind": Kind.SUITS}),
    "packets": ("pile.1.3", _PACKETS),
    "draw": ("pile.1.3", {"kind": Kind.COUNT, "low": 1, "high": PACK}),
    "play_out": ("pile.1.3", _FLAG),
    "table_cards": ("pile.1.3", {"kind": Kind.COUNT, "high": PACK}),
    "table_match": ("pile.1.6", _choice("top", "any")),
    "periods": ("pile.1.4", {"kind": Kind.COUNT, "low": 1, "high": 1000}),
    "overtime": ("pile.1.4", _choice("none", "sudden-death", "full")),
    "overtime_packets": ("pile.1.4", _PACKETS),
    "max_overtimes": ("pile.1.4", {"kind": Kind.COUNT, "high": 1000}),
    "difference": ("pile.1.4", _FLAG),
    "opener": ("pile.1.5", {"kind": Kind.CARD, "choices": ("after-dealer",)}),
    "opener_must": ("pile.1.5", _FLAG),
    "later_opener": ("pile.1.5", _choice("same", "trailing")),
    "reversed_periods": ("pile.1.6", {"kind": Kind.COUNTS, "low": 1}),
}
_REFEREE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "pass_ranks": ("pile.1.2", _RANKS),
    "goal_ranks": ("pile.1.2", _RANKS),
    "stop_ranks": ("pile.1.5", _RANKS),
    "goal_needs_pass": ("pile.1.2", _FLAG),
    "goal_keeps_claim": ("pile.1.2", _FLAG),
    "pass_clears_pile": ("pile.1.2", _FLAG),
    "goal_clears_pile": ("pile.1.2", _FLAG),
    "reply": ("pile.1.2", _choice("steal", "block")),
    "claim_lasts": ("pile.1.2", _choice("turn", "until-matched")),
    "stop_on_stop": ("pile.1.5", _FLAG),
    "stop_may_lead": ("pile.1.5", _choice("always", "not-first", "never")),
    "runs": ("pile.1.6", _FLAG),
}
_ALL: Final = _SCHEDULE | _REFEREE


def _shown(name: str, settings: Schedule | Referee) -> Value:
    """Return a setting as the value of its option."""
    value: Any = getattr(settings, name)
    if name == "opener":
        return "after-dealer" if value is None else str(value.code)
    if _ALL[name][1]["kind"] in (Kind.RANKS, Kind.SUITS):
        return "".join(each.code for each in cast("tuple[Rank | Suit, ...]", value))
    shown: Value = value
    return shown


def _set(name: str, value: Value) -> Any:
    """Return the value of an option as the schedule or referee has it."""
    if name == "opener":
        return None if value == "after-dealer" else Card(str(value))
    if _ALL[name][1]["kind"] is Kind.RANKS:
        return tuple(Rank.parse(text) for text in str(value))
    if _ALL[name][1]["kind"] is Kind.SUITS:
        return tuple(Suit.parse(text) for text in str(value))
    return tuple(sorted(set(value))) if name == "reversed_periods" and isinstance(value, tuple) else value


PileSettings = tuple[Schedule, Referee]
"""The settings of a game: those of the deal and those of the play rule."""


def values_of(settings: PileSettings) -> dict[str, Value]:
    """Return all settings as values of their options."""
    schedule, referee = settings
    return {name: _shown(name, schedule if name in _SCHEDULE else referee) for name in _ALL}


DEFAULTS: Final = values_of((Schedule(), Referee()))
"""The defaults of the family: they go for options that a base leaves out."""


def build(values: Mapping[str, object], seatings: tuple[int, ...]) -> PileSettings:
    """Return the settings given by option values; a missing option has its default.

    Raises:
        VariantError: If a value is unknown or invalid; lists all problems.
    """
    empty = (Schedule(packets=None, overtime_packets=None), Referee())
    checked, wrong = _checked(options(empty, seatings, {}), values)
    if wrong:
        raise VariantError(wrong)
    settings = {name: _set(name, value) for name, value in (DEFAULTS | checked).items()}
    return (
        Schedule(**{name: settings[name] for name in _SCHEDULE}),
        Referee(**{name: settings[name] for name in _REFEREE}),
    )


def options(base: PileSettings, seatings: tuple[int, ...], changes: Mapping[str, Value]) -> tuple[Option, ...]:
    """Return the options with their current values; the default is the value without that one change."""
    now = values_of(merge(base, changes))
    table: dict[str, Any] = {"choices": seatings}
    return tuple(
        Option(
            name=name,
            default=values_of(merge(base, _without(changes, name)))[name] if name in changes else now[name],
            value=now[name],
            rule=rule,
            **(settings | table if name == "seats" else settings),
        )
        for name, (rule, settings) in _ALL.items()
    )


def change(
    base: PileSettings, seatings: tuple[int, ...], before: Mapping[str, Value], changes: Mapping[str, object]
) -> dict[str, Value]:
    """Add changes to earlier ones, and return the smallest equivalent set in canonical form.

    Raises:
        VariantError: If an option is unknown, or a value or combination is invalid; lists all problems.
    """
    checked, wrong = _checked(options(base, seatings, before), changes)
    given = {name: value for name, value in checked.items() if value is not None}
    # None reverts an earlier change.
    unset = {name for asked in given for name in _UNSETS.get(asked, ())} | (checked.keys() - given.keys())
    values = {name: value for name, value in before.items() if name not in unset} | given
    wrong.extend(_clashes(given))
    wrong.extend(problems(*merge(base, values)))
    if wrong:
        raise VariantError(wrong)
    return _minimal(base, values)


_UNSETS: Final[dict[str, tuple[str, ...]]] = {"packets": ("draw", "play_out"), "draw": ("packets", "overtime_packets")}


def _checked(known: tuple[Option, ...], changes: Mapping[str, object]) -> tuple[dict[str, Value], list[str]]:
    """Return the valid changes in canonical form, and the problems of the others."""
    by_name = {option.name: option for option in known}
    checked: dict[str, Value] = {}
    wrong: list[str] = []
    for name, value in changes.items():
        if name not in by_name:
            wrong.append(f"there is no option {name!r:.60}: the options are {', '.join(by_name)}")
            continue
        try:
            checked[name] = by_name[name].check(value)
        except ParseError as error:
            wrong.append(str(error))
    return checked, wrong


def _without(changes: Mapping[str, Value], name: str) -> dict[str, Value]:
    return {other: value for other, value in changes.items() if other != name}


def _minimal(base: PileSettings, values: dict[str, Value]) -> dict[str, Value]:
    """Drop the changes without effect, and sort the others in the order of the options."""
    settings = merge(base, values)
    for name in _ALL:
        if name in values and merge(base, _without(values, name)) == settings:
            values = _without(values, name)
    shown = values_of(settings)
    return {name: shown[name] for name in _ALL if name in values}


def _clashes(values: Mapping[str, Value]) -> Iterator[str]:
    """Yield the conflicts between the options of one call."""
    if values.get("packets") is not None and values.get("draw") is not None:
        yield "packets and draw exclude each other: give only one of them"


def merge(base: PileSettings, values: Mapping[str, Value]) -> PileSettings:
    """Apply changes to the settings, and what they imply for options that were not given (pile.1.7)."""
    settings = {name: _set(name, value) for name, value in values.items()}
    schedule = {name: value for name, value in settings.items() if name in _SCHEDULE}
    referee = {name: value for name, value in settings.items() if name in _REFEREE}
    if values.get("draw") is not None:
        schedule = {"packets": None, "overtime_packets": None} | schedule
    elif values.get("packets") is not None:
        schedule = {"draw": None, "play_out": False} | schedule
    merged = attrs.evolve(base[0], **schedule)
    return attrs.evolve(merged, **_overtime(base[0], merged, schedule)), attrs.evolve(base[1], **referee)


def _overtime(base: Schedule, merged: Schedule, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the overtime that follow from others and were not given."""
    implied: dict[str, Any] = {}
    none = merged.overtime == "none"
    if "max_overtimes" not in given and none != (merged.max_overtimes == 0):
        implied["max_overtimes"] = 0 if none else 1
    if "overtime_packets" not in given:
        unset = none or merged.draw is not None
        own = base.overtime_packets
        implied["overtime_packets"] = None if unset else merged.packets if own is None else own
    return implied


def problems(schedule: Schedule, referee: Referee) -> tuple[str, ...]:
    """Return the problems of the settings, one sentence for each; () for a playable game."""
    found = (check(schedule, referee) for check in _CHECKS)
    return tuple(problem for one in found for problem in one)


def _check_seats(schedule: Schedule, referee: Referee) -> Iterator[str]:
    most = max(len(schedule.deck), 2)
    if type(schedule.seats) is not int or schedule.seats not in range(2, most + 1, 2):
        yield f"seats = {schedule.seats} cannot form two sides: give an even number from 2 to {most}"


def _check_deck(schedule: Schedule, referee: Referee) -> Iterator[str]:
    if len(schedule.deck) < 2:
        yield f"ranks and suits give a deck of {len(schedule.deck)} cards: give ranks and suits for 2 or more"
    for name in ("pass_ranks", "goal_ranks", "stop_ranks"):
        missing = "".join(rank.code for rank in getattr(referee, name) if rank not in schedule.ranks)
        if missing:
            yield f"{name} has {missing}, which the deck lacks: add it to ranks, or leave it out of {name}"
    if schedule.opener is not None and schedule.opener not in schedule.deck:
        yield f"opener = {schedule.opener.code!r} is not in the deck: give one of {codes(schedule.deck)}"


def _check_ranks(schedule: Schedule, referee: Referee) -> Iterator[str]:
    groups = {"pass": referee.pass_ranks, "goal": referee.goal_ranks, "stop": referee.stop_ranks}
    for rank in Rank:
        names = [name for name, ranks in groups.items() if rank in ranks]
        if len(names) > 1:
            yield f"rank {rank.code} cannot be a {' and a '.join(names)} rank: the three groups must be disjoint"


def _check_pass(schedule: Schedule, referee: Referee) -> Iterator[str]:
    if not referee.goal_needs_pass and referee.pass_ranks:
        yield "goal_needs_pass = false means there are no claims, so there can be no pass_ranks: give pass_ranks = ''"
    if not referee.goal_needs_pass and referee.goal_keeps_claim:
        yield "goal_needs_pass = false means there are no claims, so goal_keeps_claim must be false"


def _check_deal(schedule: Schedule, referee: Referee) -> Iterator[str]:
    pack = len(schedule.deck)
    for name, packets in (("packets", schedule.packets), ("overtime_packets", schedule.overtime_packets)):
        if isinstance(packets, tuple):
            yield from _check_packets(name, packets, schedule)
        if packets == "all" and schedule.table_cards:
            yield f"{name} = 'all' deals the whole pack, so there can be no table_cards: give table_cards = 0"
    if schedule.draw is not None and schedule.draw * schedule.seats + schedule.table_cards > pack:
        need = schedule.draw * schedule.seats + schedule.table_cards
        yield f"draw deals {need} cards, but the pack holds {pack}"


def _check_packets(name: str, packets: tuple[int, ...], schedule: Schedule) -> Iterator[str]:
    need = sum(packets) * schedule.seats + schedule.table_cards
    if not packets:
        yield f"{name} must have at least one packet"
    if need > len(schedule.deck):
        yield f"{name} deals {need} cards, table cards included, but the pack holds {len(schedule.deck)}"


def _check_draw(schedule: Schedule, referee: Referee) -> Iterator[str]:
    if schedule.draw is None and schedule.packets is None:
        yield "a game needs packets or draw: give one of them"
    if schedule.draw is None and schedule.play_out:
        yield "play_out applies to draw games only: give draw, or play_out = false"
    if schedule.draw is not None and schedule.overtime_packets is not None:
        yield "the overtime of a draw game is dealt like its periods: give no overtime_packets"


def _check_overtime(schedule: Schedule, referee: Referee) -> Iterator[str]:
    if schedule.overtime == "none" and schedule.max_overtimes:
        yield f"max_overtimes = {schedule.max_overtimes} needs an overtime: give overtime = 'sudden-death' or 'full'"
    if schedule.overtime != "none" and not schedule.max_overtimes:
        yield f"overtime = {schedule.overtime!r} needs max_overtimes of 1 or more: or give overtime = 'none'"
    if schedule.overtime == "none" and schedule.overtime_packets is not None:
        yield "overtime_packets need an overtime: give overtime = 'sudden-death' or 'full'"


def _check_opener(schedule: Schedule, referee: Referee) -> Iterator[str]:
    if schedule.opener is None:
        return
    dealt = {"packets": schedule.packets, "overtime_packets": schedule.overtime_packets or "all"}
    for name, packets in dealt.items():
        if packets != "all":
            yield f"opener = {schedule.opener.code!r} needs {name} = 'all', so that a player holds the card"
    if forbids(referee, Situation(first=True), schedule.opener.rank):
        yield f"opener = {schedule.opener.code!r} may not lead: stop ranks may not open a period"


_CHECKS: Final[tuple[Callable[[Schedule, Referee], Iterator[str]], ...]] = (
    _check_seats,
    _check_deck,
    _check_ranks,
    _check_pass,
    _check_deal,
    _check_draw,
    _check_overtime,
    _check_opener,
)
