"""A program that uses the library as its users do; ``mypy --strict`` checks it against the wheel.

Generic types need no parameters: ``View``, ``Game``, ``Variant`` and ``Strategy`` are enough.
"""

from __future__ import annotations

from random import Random

from hockey_cards import Card, Event, Game, Move, Seat, Strategy, Variant, View, factory, play, variant


def last(view: View) -> Move:
    """Play the last legal card: a strategy is a function from a view to a move."""
    return view.legal[-1]


@factory
def undecided(game: Variant, seat: Seat, rng: Random) -> Strategy:
    """Play a random legal card: a strategy that needs random numbers is made for each game and seat."""
    return lambda view: rng.choice(view.legal)


def goals(game: Game) -> list[str]:
    """Return the cards that scored."""
    return [str(turn.move) for turn in game.turns if turn.step.call == "goal" and isinstance(turn.move, Card)]


def longer(game: Variant) -> Variant:
    """Allow three overtimes."""
    return game.house(max_overtimes=3)


def main() -> None:
    """Play a game, inspect it, and start another move by move."""
    seen: list[Event] = []
    game = play(longer(variant("breakaway")), [last, undecided], seed=7, watch=seen.append)
    print(game.score, game.outcome, goals(game), len(seen))
    opening = Game.start("passe", seed="lemon")
    opening = opening.play(opening.legal[0])
    view = opening.view(opening.seat)
    print(view.period, view.score, [move.code for move in view.legal])


if __name__ == "__main__":
    main()
