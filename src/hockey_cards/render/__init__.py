"""Pictures of games as SVG: a table, a strip of tables, and an animation."""

from hockey_cards.render.card_shapes import card
from hockey_cards.render.drawing import Drawing
from hockey_cards.render.legend import Legend, choices
from hockey_cards.render.picture import Perspective, Picture, svg
from hockey_cards.render.sequences import animation, caption, strip

__all__ = [
    "Drawing",
    "Legend",
    "Perspective",
    "Picture",
    "animation",
    "caption",
    "card",
    "choices",
    "strip",
    "svg",
]
