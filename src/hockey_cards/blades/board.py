"""The table of the duel family on a full screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hockey_cards.blades.view import BladesView
from hockey_cards.language import Language
from hockey_cards.terminal.tabletop import Tabletop, beside, card_picture, fanned, notes

_HAND: Final = 6
"""The number of cards of a whole hand."""


def screen(view: BladesView, names: Sequence[str], language: Language) -> Tabletop:
    """Return the table as a player sees it: the shot to be blocked, or the hand; see ``terminal.tabletop``."""
    say, shot = language.say, view.table.shot if view.mover is not None else ()
    picture = (
        beside(*(card_picture(card, language) for card in shot)) if shot else fanned(view.hand, language, most=_HAND)
    )
    drawn = [say("score"), say("to be blocked") if shot else say("your hand")]
    return Tabletop(picture, notes(view, names, language, without=drawn))
