"""Games in words: the rules as facts and as a table, events and results as lines of text."""

from hockey_cards.language.events import event_lines, outcome_line
from hockey_cards.language.words import Words, facts, rules_table

__all__ = ["Words", "event_lines", "facts", "outcome_line", "rules_table"]
