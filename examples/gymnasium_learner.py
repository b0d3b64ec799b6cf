"""A loop of Gymnasium: a learner that plays at random against a bot, on any variant.

Run it with ``python examples/gymnasium_learner.py breakaway counter``; it needs the extra ``gymnasium``.
"""

from __future__ import annotations

import sys

from hockey_cards.doors.gymnasium import HockeyEnv

GAMES = 20


def main(variant: str = "breakaway", bot: str = "greedy") -> None:
    """Play some games at random and print how many were won."""
    table = HockeyEnv(variant, [None, bot])
    results: list[float] = []
    for game in range(GAMES):
        shown, _ = table.reset(seed=game)
        reward, over = 0.0, False
        while not over:
            shown, reward, terminated, truncated, _ = table.step(table.action_space.sample(shown["action_mask"]))
            over = terminated or truncated
        results.append(reward)
    print(f"{results.count(1.0)} of {GAMES} games of {variant} won against {bot}, {results.count(0.0)} drawn")


if __name__ == "__main__":
    main(*sys.argv[1:])
