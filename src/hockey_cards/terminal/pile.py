"""The table of the pile family on a full screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hockey_cards.language import Language
from hockey_cards.pile import PileState, PileView
from hockey_cards.terminal.tabletop import Tabletop, fanned, notes

_SHOWN: Final = 5
"""The number of cards shown of the pile."""


def screen(view: PileView, names: Sequence[str], language: Language, state: PileState | None) -> Tabletop:
    """Return the table as a player sees it; see ``hockey_cards.terminal.tabletop``."""
    say = language.say
    drawn = [say("score"), say("by period"), say("pile")]
    if state is not None or set(view.hand) == set(view.legal):
        drawn.append(say("your hand"))  # its cards are shown otherwise
    noted = notes(view, names, language, without=drawn)
    if state is not None:
        noted += tuple(zip(names, map(language.cards, state.hands), strict=True))
    return Tabletop(fanned(view.pile, language, most=_SHOWN), noted)
