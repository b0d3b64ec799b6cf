"""How the standings of a tournament are shown: its tables one below the other."""

from __future__ import annotations

from hockey_cards.errors import printable
from hockey_cards.language.phrases import counted
from hockey_cards.terminal.console import show, table
from hockey_cards.tournament import Standings
from hockey_cards.tournament.report.text_tables import TextTable, notes, text_tables


def show_standings(standings: Standings) -> None:
    """Write the standings to stdout for people."""
    for number, text_table in enumerate(text_tables(standings)):
        _show(text_table, first=number == 0)
    for note in notes(standings):
        show("", note)
    played = f"{counted(standings.deals, 'deal')}, {counted(standings.games, 'game')}"
    show("", f"{played}, seed {printable(standings.seed)}")


def _show(text_table: TextTable, *, first: bool) -> None:
    right = [title for title in text_table.heading if title in text_table.numbers]
    show(*([] if first else [""]), table(text_table.heading, text_table.rows, right=right))
    if text_table.note:
        show(text_table.note)
