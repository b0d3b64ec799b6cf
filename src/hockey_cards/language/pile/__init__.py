"""The words of the pile family: how to play, a table of the rules, events, and what lies on the table."""

from typing import Final

from hockey_cards.language.pile.how_to_play import how_to_play
from hockey_cards.language.pile.sentences import board, effect, saved, sentence, status
from hockey_cards.language.pile.table import table
from hockey_cards.language.words import Words

__all__ = ["WORDS"]

WORDS: Final = Words(
    how_to_play=how_to_play,
    table=table,
    sentence=sentence,
    saved=saved,
    effect=effect,
    status=status,
    board=board,
)
"""The words of the family, as the part ``language`` of its ``Family`` names them."""
