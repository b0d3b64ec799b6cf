"""Players of a batch as strategies of the engine that make the choices of the rink's kernel."""

from __future__ import annotations

from itertools import takewhile

import attrs
import numpy as np

from hockey_cards.batch.compiled.jit import value_of
from hockey_cards.batch.players import PlayerFunction, Scoring
from hockey_cards.batch.rink.counting import rink_counter
from hockey_cards.batch.rink.input import rink_input
from hockey_cards.batch.rink.tables import tables
from hockey_cards.batch.rng import BatchShoe, Stream
from hockey_cards.rink import Open, RinkView, Stage
from hockey_cards.rink.referee import THROUGH, choices, passable


@attrs.frozen
class RinkReferencePlayer:
    """A player seated in one game of a batch.

    Args:
        player: The player.
        shoe: The shoe of the game.
    """

    player: Scoring | PlayerFunction
    shoe: BatchShoe

    def __call__(self, view: RinkView) -> Open:
        """Return the choice that the player makes in the batch."""
        stream = Stream(self.shoe.seed, self.shoe.game)
        run = len(view.spent)
        steps = len(list(takewhile(lambda play: play.call == THROUGH, reversed(view.plays))))
        bounds = [*(len(choices(Stage(step), 0)) for step in range(steps)), len(view.legal)]
        picks = list(stream.read(0, 1, run, bounds))
        worth = [self.worth(view, choice) for choice in range(len(view.legal))]
        good = [move for move, each in zip(view.legal, worth, strict=True) if each == max(worth)]
        return stream.pick(0, 8 * run + steps, view.legal[picks[-1]], good)

    def worth(self, view: RinkView, choice: int) -> int:
        """Return what a choice, by its number among the legal moves, is worth to the player."""
        card = view.choices[choice][1]
        if isinstance(self.player, Scoring):
            assert view.running is not None
            return self.player.score(view.stage, None if card is None else passable(view.running, card))
        layout = np.array([-1 if each is None else each for each in view.layout], np.int8)
        paths = tables(view.rules, view.dealer).paths[view.seat]
        return value_of(self.player, (layout, paths, choice, rink_input(view)), keep=self.player is rink_counter)
