"""How the standings of a tournament are shown: its tables one below the other."""

from __future__ import annotations

from hockey_cards.errors import printable
from hockey_cards.language.phrases import counted
from hockey_cards.terminal.console import show, table
from hockey_cards.tournament import Standings
from hockey_cards.tournament.report.text_tables import Sheet, notes, sheets


def show_standings(standings: Standings) -> None:
    """Write the standings to stdout for people."""
    for number, sheet in enumerate(sheets(standings)):
        _show(sheet, first=number == 0)
    for note in notes(standings):
        show("", note)
    played = f"{counted(standings.deals, 'deal')}, {counted(standings.games, 'game')}"
    show("", f"{played}, seed {printable(standings.seed)}")


def _show(sheet: Sheet, *, first: bool) -> None:
    right = [title for title in sheet.heading if title in sheet.numbers]
    show(*([] if first else [""]), table(sheet.heading, sheet.rows, right=right))
    if sheet.note:
        show(sheet.note)
