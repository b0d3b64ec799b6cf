"""Games for people to read and to look at: their rules in words, and the table as pictures."""

from hockey_cards.language.rules import facts, table
from hockey_cards.render.drawing import Drawing
from hockey_cards.render.film import animated, caption, strip
from hockey_cards.render.glyphs import card
from hockey_cards.render.picture import Picture, Sight, svg

__all__ = [
    "Drawing",
    "Picture",
    "Sight",
    "animated",
    "caption",
    "card",
    "facts",
    "strip",
    "svg",
    "table",
]
