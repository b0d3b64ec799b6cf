"""The named variants of the rink family, each with its source."""

from __future__ import annotations

from typing import Final

from hockey_cards.rink.family import Rink
from hockey_cards.rink.moves import Open
from hockey_cards.rink.state import RinkState
from hockey_cards.rink.view import RinkView
from hockey_cards.rules import Variant

VARIANTS: Final[tuple[Variant[RinkState, Open, RinkView], ...]] = (
    Variant(
        key="rink",
        name="Хоккей",
        summary="Two players run card after card through three rows of hidden cards, by suit or rank, to a goalkeeper.",
        source="*Хоккей*, rules sent in by Ivan Lukyanov (Russian)",
        rules=Rink(),
    ),
)
