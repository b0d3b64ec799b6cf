"""The moves of the rink family, and their notation."""

from __future__ import annotations

from typing import Final

from hockey_cards.errors import ParseError, brief

_COLUMNS: Final = "abcd"
_CODES: Final = (*(column + row for row in "123" for column in _COLUMNS), "g1", "g2")


class Open(int):
    """The choice of a card on the table: a cell, or a goalkeeper of the opponent.

    Cells are named by column and row, ``a1`` to ``d3``, the rows counted from seat 0's side; ``g1`` and ``g2`` are
    the goalkeepers opposite columns a-b and c-d. A move is a small integer (``a1`` is 0, ``d3`` 11, ``g1`` 12,
    ``g2`` 13), so that moves compare, sort and hash at the speed of integers. There is one object for each move:
    ``Open("b2") is Open("B2")``. Every move is true in a boolean context.

    Args:
        text: The code of the move, in lower or upper case.

    Raises:
        ParseError: If the text is not a move of the rink.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Open:
        """Return the object of a move."""
        return text if isinstance(text, Open) else _read(text)

    @classmethod
    def parse(cls, text: str) -> Open:
        """Read a move, as the constructor does: ``b2``, ``g1``.

        Raises:
            ParseError: If the text is not a move of the rink.
        """
        return cls(text)

    @property
    def column(self) -> int | None:
        """The column of a cell, 0 to 3 for a to d; None for a goalkeeper."""
        return self % 4 if self < 12 else None

    @property
    def row(self) -> int | None:
        """The row of a cell, 1 to 3 from seat 0's side; None for a goalkeeper."""
        return self // 4 + 1 if self < 12 else None

    @property
    def code(self) -> str:
        """The move in interchange notation: ``b2``, ``g1``."""
        return _CODES[self]

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.code

    def __format__(self, spec: str) -> str:
        return format(self.code, spec)

    def __repr__(self) -> str:
        return f"Open({self.code!r})"

    def __reduce__(self) -> tuple[type[Open], tuple[str]]:
        return Open, (self.code,)


MOVES: Final = tuple(int.__new__(Open, number) for number in range(len(_CODES)))
"""All moves: the cells in the order of the deal, then the goalkeepers."""

_BY_TEXT: Final = {text: move for move in MOVES for text in (move.code, move.code.upper())}


def _read(text: object) -> Open:
    move = _BY_TEXT.get(text) if isinstance(text, str) else None
    if move is None:
        raise ParseError(f"{brief(text)} is not a move: give a cell from a1 to d3, or g1 or g2")
    return move
