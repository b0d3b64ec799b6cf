"""Reading of rink views from JSON fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hockey_cards.cards import Card, cards_from
from hockey_cards.rink.family import Rink
from hockey_cards.rink.state import completed
from hockey_cards.rink.view import RinkView
from hockey_cards.shoe import Stacked


def read_view(fields: Mapping[str, Any]) -> RinkView:
    """Build the view that the given rules, cards and moves lead to, with any cards in the hidden places."""
    rules = _rules(json.dumps(fields["rules"]))
    shown = () if fields["running"] is None else (fields["running"],)
    codes = (*fields["layout"], *cards_from(fields["spent"]), *shown)
    known = [None if code is None else Card(code) for code in codes]
    unseen = [card for card in rules.deck if card not in known]
    state = rules.start(Stacked([completed(known, unseen)]), dealer=fields["dealer"])
    for play in fields["plays"]:
        state = rules.apply(state, rules.parse(play["move"]))
    return rules.view(state, fields["seat"])


@lru_cache(64)
def _rules(text: str) -> Rink:
    """Return the rules of a JSON text; a client reads many views of one game."""
    return Rink.from_dict(json.loads(text))
