"""A full-screen list from which a person picks one item."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from hockey_cards.language import Language
from hockey_cards.terminal.menu import Items
from hockey_cards.terminal.screen.board import ScreenApp
from hockey_cards.terminal.screen.choices import Choice, Choices


def pick_on_screen(language: Language, items: Items, back: str, note: str) -> str | None:
    """Show a list, and return the value of the item that is picked; None if the person goes back.

    Args:
        language: The language.
        items: The items.
        back: The text of the key that goes back.
        note: A message; "" for none.
    """
    return MenuApp(language, items, back, note).run()


class MenuApp(ScreenApp[str | None]):
    """The full-screen list."""

    CSS: ClassVar[str] = """
    #title { text-style: bold reverse; padding: 0 1; margin-bottom: 1; }
    #room { height: 1fr; padding: 0 1; scrollbar-size: 0 0; }
    #choices { height: auto; }
    #note { padding: 0 1; text-style: italic; }
    #back { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("0,escape,q", "leave", show=False),
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", show=False, priority=True),
    ]

    def __init__(self, language: Language, items: Items, back: str, note: str = "") -> None:
        super().__init__()
        self._items = items
        self._back = back
        self._note = note
        self._choices = Choices(language, room=0.8, most_room=0.8)

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen, from the top."""
        yield Static("hockey-cards", id="title", markup=False)
        with VerticalScroll(id="room", can_focus=False):
            yield self._choices
        yield Static(self._note, id="note", markup=False)
        yield Static(f"0 {self._back}", id="back", markup=False)

    def on_mount(self) -> None:
        """Show the items."""
        self._choices.offer([Choice(value, text) for value, text in self._items])
        self._choices.focus()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Return the item."""
        self.exit(event.value)

    def action_leave(self) -> None:
        """Return without an item."""
        self.exit(None)
