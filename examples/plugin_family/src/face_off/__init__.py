"""A sample plug-in: face-off, a family of games with rules of its own."""

from __future__ import annotations

from face_off.game import FaceOff, FaceOffState, FaceOffView, read_view
from hockey_cards import Family, Variant

__all__ = ["FACE_OFF", "FAMILY", "FaceOff", "FaceOffState", "FaceOffView"]

FAMILY = Family(
    "face-off",
    rules=FaceOff,
    read_view=read_view,
    parts={
        "strategies": "face_off.parts:PLAYERS",
        "language": "face_off.parts:WORDS",
        "render": "face_off.parts:picture",
        "terminal": "face_off.parts:board",
    },
)
"""The family, as the entry point names it. The parts are references, imported when they are first needed."""

FACE_OFF = Variant(
    "face-off",
    "Face-off",
    "One player leads a card, the other answers it, and the higher card scores.",
    "a sample, played nowhere",
    FaceOff(),
)
"""The variant, as the entry point names it."""
