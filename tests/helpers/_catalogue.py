"""The table of the pile's games once more (pile.1.6): the value of every option, and the numbers of seats."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hockey_cards import Variant, VariantError

__all__ = ["CATALOGUE", "SEATS", "flat", "problems", "values"]

COMMON: dict[str, object] = {
    "ranks": "23456789TJQKA",
    "suits": "cdhs",
    "draw": None,
    "play_out": False,
    "table_cards": 0,
    "table_match": "top",
    "periods": 3,
    "difference": False,
    "opener": "after-dealer",
    "opener_must": True,
    "later_opener": "same",
    "reversed_periods": (),
    "goal_keeps_claim": False,
    "pass_clears_pile": False,
    "reply": "steal",
    "claim_lasts": "turn",
    "stop_may_lead": "always",
    "goal_ranks": "",
    "stop_on_stop": True,
    "runs": False,
}
BREAKAWAY: dict[str, object] = COMMON | {
    "seats": 2,
    "packets": (5, 5, 5, 5, 6),
    "overtime": "sudden-death",
    "overtime_packets": (4, 4, 4, 4, 4, 6),
    "max_overtimes": 1,
    "pass_ranks": "J",
    "stop_ranks": "",
    "goal_needs_pass": True,
    "goal_clears_pile": False,
}
BLOCK: dict[str, object] = COMMON | {
    "seats": 4,
    "packets": "all",
    "overtime": "none",
    "overtime_packets": None,
    "max_overtimes": 0,
    "pass_ranks": "",
    "stop_ranks": "",
    "goal_needs_pass": False,
    "goal_clears_pile": True,
}
FOURS = (4, 4, 4, 4, 4, 6)
EIGHTS: dict[str, object] = {"stop_ranks": "8J", "stop_on_stop": False}
CATALOGUE: dict[str, dict[str, object]] = {
    "breakaway": BREAKAWAY,
    "breakaway-original": BREAKAWAY | {"goal_keeps_claim": True},
    "shots": BREAKAWAY | {"packets": FOURS, "reply": "block"},
    "team-breakaway": BREAKAWAY | {"seats": 4, "packets": "all", "overtime_packets": "all"},
    "passe": BREAKAWAY
    | {"seats": 4, "packets": (4, 4, 4), "overtime_packets": (4, 4, 4), "table_cards": 4}
    | {"pass_clears_pile": True, "goal_clears_pile": True},
    "rumble": BREAKAWAY
    | {"seats": 4, "packets": (5, 4, 4), "overtime": "none", "overtime_packets": None, "max_overtimes": 0}
    | {"claim_lasts": "until-matched", "runs": True},
    "saves": BLOCK | {"stop_ranks": "3J", "goal_ranks": "2", "opener": "4c", "later_opener": "trailing"},
    "block": BLOCK | {"stop_ranks": "J", "stop_on_stop": False, "stop_may_lead": "not-first", "difference": True},
    "block-extra": BLOCK
    | {"stop_ranks": "J", "stop_on_stop": False, "stop_may_lead": "never"}
    | {"overtime": "full", "overtime_packets": "all", "max_overtimes": 10},
    "block-eights": BLOCK | EIGHTS | {"difference": True},
    "block-reverse": BLOCK | EIGHTS | {"difference": True, "reversed_periods": (2,)},
    "block-draw": BLOCK | EIGHTS | {"packets": None, "draw": 3},
}
SEATS = {"team-breakaway": (2, 4), "saves": (2, 4), "block-eights": (4, 6, 8, 10)}


def flat(value: Any) -> Any:
    """Return a value of an option as the option gives it back: lists as tuples."""
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value


def values(game: Variant) -> dict[str, object]:
    return {option.name: option.value for option in game.rules.options}


def problems(game: Variant, **changes: object) -> tuple[str, ...]:
    with pytest.raises(VariantError) as caught:
        game.house(**changes)
    assert "; ".join(caught.value.problems) == str(caught.value)
    return caught.value.problems
