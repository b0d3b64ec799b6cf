"""Games in words: how to play, events, results, moves and what they would do, and what lies on the table.

Every function takes a language, or its code. There is no current language, so one program can speak several at once.
"""

from hockey_cards.language.events import Line, dealt_sentences, lines, result, seat_names, sentences
from hockey_cards.language.languages import LANGUAGES, LETTERS, Language, Letters, preferred, translatable
from hockey_cards.language.words import (
    Highlight,
    Message,
    Moment,
    Words,
    effects,
    how_to_play,
    introduction,
    move_text,
    read_move,
    rules_table,
    score_text,
    status,
)

__all__ = [
    "LANGUAGES",
    "LETTERS",
    "Highlight",
    "Language",
    "Letters",
    "Line",
    "Message",
    "Moment",
    "Words",
    "dealt_sentences",
    "effects",
    "how_to_play",
    "introduction",
    "lines",
    "move_text",
    "preferred",
    "read_move",
    "result",
    "rules_table",
    "score_text",
    "seat_names",
    "sentences",
    "status",
    "translatable",
]
