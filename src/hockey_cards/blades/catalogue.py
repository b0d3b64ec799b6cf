"""The named variants of the blades family, each with its source."""

from __future__ import annotations

from typing import Final

from hockey_cards.blades.family import Blades
from hockey_cards.blades.moves import Action
from hockey_cards.blades.state import BladesState
from hockey_cards.blades.view import BladesView
from hockey_cards.rules import Variant

BLADES: Final[Variant[BladesState, Action, BladesView]] = Variant(
    key="blades",
    name="Blades of Steel",
    summary="Two players shoot with red cards and defend with black ones, until the stock runs out.",
    source="Blades of Steel, Craig Bednar; pagat.com/invented/bladesofsteel.html",
    rules=Blades(),
)

VARIANTS: Final = (BLADES,)
