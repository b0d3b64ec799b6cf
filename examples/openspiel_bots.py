"""Players of the library as bots of OpenSpiel, on any variant.

Run it with ``python examples/openspiel_bots.py breakaway counter``; it needs the extra ``openspiel``.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import hockey_cards.doors.openspiel as spiel
from hockey_cards.extras import load

GAMES = 10


def main(variant: str = "breakaway", player: str = "counter") -> None:
    """Play some games of a player against ``random`` and print what it won on average."""
    pyspiel: Any = load("pyspiel", extra="openspiel", purpose="this example")
    game = pyspiel.load_game(f"hockey_cards_{variant}")
    rng, total = Random(1), 0.0
    for number in range(GAMES):
        names = [player if seat % 2 == 0 else "random" for seat in range(game.num_players())]
        bots = [spiel.StrategyBot(game, seat, name, seed=number) for seat, name in enumerate(names)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(cards, weights)[0])
            else:
                state.apply_action(bots[int(state.current_player())].step(state))
        total += state.returns()[0]
    print(f"{player} won {total / GAMES:+.2f} a game of {variant}")


if __name__ == "__main__":
    main(*sys.argv[1:])
