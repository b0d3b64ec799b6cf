"""The table of the duel family on a full screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hockey_cards.blades.state import BladesState
from hockey_cards.blades.view import BladesView
from hockey_cards.language import Language
from hockey_cards.terminal.tabletop import Tabletop, beside, card_picture, fanned, notes

_HAND: Final = 6
"""The number of cards of a whole hand."""


def screen(view: BladesView, names: Sequence[str], language: Language, state: BladesState | None) -> Tabletop:
    """Return the table as a player sees it: the shot to be blocked, or the hand; see ``terminal.tabletop``."""
    say, shot = language.say, view.table.shot if view.mover is not None else ()
    drawn = [say("score"), say("to be blocked") if shot else say("your hand")]
    picture = fanned(view.hand, language, most=_HAND)
    if shot:
        picture = beside(*(card_picture(card, language) for card in shot))
    noted = notes(view, names, language, without=drawn)
    if state is not None:
        held = zip(names, state.hands, state.stacks, strict=True)
        noted += tuple((name, f"{language.cards(hand)} | {language.cards(stack)}") for name, hand, stack in held)
    return Tabletop(picture, noted)
