"""Random packs from which given hands are dealt and given draws are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hockey_cards.cards import Card

if TYPE_CHECKING:
    from random import Random

Slot = tuple[int, int]
"""A card that a player was dealt or drew: the number of moves made before, and its place in the pack."""


def random_places(slots: Iterable[Slot], cards: Iterable[tuple[float, Card]], rng: Random) -> dict[int, Card]:
    """Return a random pack, as far as one player was dealt it, from which the player made the moves that it made.

    Each card goes to a slot that the player had by the time at which the card left the hand. All ways to do so are
    equally likely.

    Args:
        slots: The slots of the player, as many as cards.
        cards: The cards that the player held, each with the number of moves made before the one that it was used for,
            counted as for the slots; infinity for a card that is still held.
        rng: The source of chance.

    Raises:
        ValueError: If there is no way.
    """
    left = sorted(cards)
    laid: dict[int, Card] = {}
    # The later a slot was filled, the fewer cards fit, and those fit all earlier slots too: so the number of ways to
    # fill the others does not depend on the choice, and choosing from all that fit is uniform.
    for held, place in sorted(slots, reverse=True):
        unfit = sum(used < held for used, _ in left)
        if unfit == len(left):
            raise ValueError(f"no card is left that was used after {held} moves")
        laid[place] = left.pop(rng.randrange(unfit, len(left)))[1]
    if left:
        raise ValueError(f"{len(left)} cards are left without a slot")
    return laid
