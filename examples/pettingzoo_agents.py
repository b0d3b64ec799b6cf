"""A loop of PettingZoo: two agents that play at random, on any variant.

Run it with ``python examples/pettingzoo_agents.py breakaway``; it needs the extra ``pettingzoo``.
"""

from __future__ import annotations

import sys

from hockey_cards.doors.pettingzoo import env


def main(variant: str = "breakaway") -> None:
    """Play one game at random and print what the agents got."""
    table = env(variant, render_mode="ansi")
    table.reset(seed=7)
    rewards = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        shown, reward, terminated, truncated, _ = table.last()
        rewards[agent] += reward
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(shown["action_mask"]))
    print(table.render())
    print(rewards)


if __name__ == "__main__":
    main(*sys.argv[1:])
