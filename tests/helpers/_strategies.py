"""Hypothesis strategies: sound house rules of the pile, and whole games of any variant."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

from hockey_cards import Variant, variants
from hockey_cards.cards import Card
from hockey_cards.options import Kind
from hockey_cards.pile import VARIANTS as PILES
from hockey_cards.shoe import Seeded

__all__ = ["NAMED", "Sample", "chance", "house_rules", "pile_games", "pile_variants", "sample"]

NAMED = tuple(variants().values())
RANKS = "23456789TJQKA"
SUITS = "cdhs"


def _deck(draw: st.DrawFn, options: dict[str, Any]) -> None:
    """Choose a deck, the whole one in half of all cases; each player gets a card or more (pile.1.1)."""
    options["ranks"], options["suits"] = RANKS, SUITS
    if draw(st.booleans()):
        suits = draw(st.sets(st.sampled_from(SUITS), min_size=1))
        least = -(-max(options["seats"], 4) // len(suits))
        ranks = draw(st.sets(st.sampled_from(RANKS), min_size=least))
        options["ranks"], options["suits"] = (
            "".join(sorted(some, key=order.index)) for some, order in ((ranks, RANKS), (suits, SUITS))
        )


def _cards(options: dict[str, Any]) -> list[str]:
    return [rank + suit for rank in options["ranks"] for suit in options["suits"]]


def _ranks(draw: st.DrawFn, options: dict[str, Any]) -> None:
    """Give some ranks a role each; no rank gets two (pile.1.7)."""
    order = draw(st.permutations(options["ranks"]))
    needs_pass = draw(st.booleans())
    numbers = [draw(st.integers(0, most)) for most in (2 if needs_pass else 0, 1, 4)]
    for name, number in zip(("pass_ranks", "goal_ranks", "stop_ranks"), numbers, strict=True):
        options[name] = "".join(order.pop() for _ in range(min(number, len(order))))
    options["goal_needs_pass"] = needs_pass
    options["goal_keeps_claim"] = needs_pass and draw(st.booleans())


def _referee(draw: st.DrawFn, options: dict[str, Any]) -> None:
    _ranks(draw, options)
    for name in ("pass_clears_pile", "goal_clears_pile", "stop_on_stop", "runs", "difference"):
        options[name] = draw(st.booleans())
    options["reply"] = draw(st.sampled_from(["steal", "block"]))
    options["claim_lasts"] = draw(st.sampled_from(["turn", "until-matched"]))
    options["stop_may_lead"] = draw(st.sampled_from(["always", "not-first", "never"]))


def _packets(draw: st.DrawFn, seats: int, most: int) -> list[int]:
    """Draw packets that take at most so many cards of each player."""
    sizes: list[int] = []
    while sum(sizes) < most and (not sizes or draw(st.booleans())):
        sizes.append(draw(st.integers(1, min(8, most - sum(sizes)))))
    return sizes


def _deal(draw: st.DrawFn, options: dict[str, Any]) -> None:
    seats = options["seats"]
    kind = draw(st.sampled_from(["all", "packets", "draw"]))
    spare = len(_cards(options)) - seats
    options["table_cards"] = 0 if kind == "all" else draw(st.integers(0, min(5, spare)))
    options["table_match"] = draw(st.sampled_from(["top", "any"]))
    most = (len(_cards(options)) - options["table_cards"]) // seats
    if kind == "draw":
        options |= {"draw": draw(st.integers(1, min(6, most))), "play_out": draw(st.booleans())}
    else:
        options["packets"] = "all" if kind == "all" else _packets(draw, seats, most)


def _length(draw: st.DrawFn, options: dict[str, Any]) -> None:
    options["periods"] = draw(st.integers(1, 3))
    options["overtime"] = draw(st.sampled_from(["none", "sudden-death", "full"]))
    options["reversed_periods"] = draw(st.lists(st.integers(1, 4), unique=True, max_size=2))
    if options["overtime"] == "none":
        return
    options["max_overtimes"] = draw(st.integers(1, 2))
    if options.get("packets") == "all":
        options["overtime_packets"] = "all"
    elif "packets" in options:
        most = (len(_cards(options)) - options["table_cards"]) // options["seats"]
        options["overtime_packets"] = _packets(draw, options["seats"], most)


def _opener(draw: st.DrawFn, options: dict[str, Any]) -> None:
    options["later_opener"] = draw(st.sampled_from(["same", "trailing"]))
    options["opener_must"] = draw(st.booleans())
    stops = options["stop_ranks"] if options["stop_may_lead"] != "always" else ""
    openers = [card for card in _cards(options) if card[0] not in stops]
    options["opener"] = "after-dealer"
    if options.get("packets") == "all" and openers and draw(st.booleans()):
        options["opener"] = draw(st.sampled_from(openers))


def _others(draw: st.DrawFn, base: Variant, options: dict[str, Any]) -> None:
    """Draw the flags and choices that no step above has drawn or, as ``play_out``, left out."""
    for option in base.rules.options:
        if option.name not in (*options, "play_out") and option.kind is Kind.FLAG:
            options[option.name] = draw(st.booleans())
        elif option.name not in options and option.kind is Kind.CHOICE:
            options[option.name] = draw(st.sampled_from(option.choices))


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[Variant, dict[str, Any]]:
    """Draw a named pile variant and house rules that are sound on top of it, all of them given."""
    base = draw(st.sampled_from(PILES))
    seats = next(option for option in base.rules.options if option.name == "seats")
    options: dict[str, Any] = {"seats": draw(st.sampled_from(seats.choices))}
    for step in (_deck, _referee, _deal, _length, _opener):
        step(draw, options)
    _others(draw, base, options)
    return base, options


@st.composite
def pile_variants(draw: st.DrawFn) -> Variant:
    """Draw a named pile variant, or one with house rules."""
    if draw(st.booleans()):
        return draw(st.sampled_from(PILES))
    base, options = draw(house_rules())
    return base.house(**options)


class Chance(Random):
    """Chance of a known seed, which is all that its repr shows."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.start = start

    def __repr__(self) -> str:
        return f"Chance({self.start})"


def chance() -> st.SearchStrategy[Random]:
    """Draw chance that is the same for the same example."""
    return st.integers(0, 2**32).map(Chance)


@attrs.frozen(repr=False)
class Sample:
    """A whole game at random: its variant, its states in order and the moves between them."""

    variant: Variant
    seed: int
    dealer: int
    keen: float
    states: tuple[Any, ...]
    moves: tuple[Any, ...]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show Hypothesis the repr alone: it would print every field."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        house = "".join(f", {name}={value!r}" for name, value in self.variant.changes.items())
        return f"<{self.variant.key}{house}; seed {self.seed}, dealer {self.dealer}, keen {self.keen}>"

    @property
    def rules(self) -> Any:
        return self.variant.rules


def sample(variant: Variant, seed: int, dealer: int, keen: float = 0.5) -> Sample:
    """Play a game; keen players follow rank with rank, so that more happens than chance would give."""
    rules: Any = variant.rules
    rng = Random(seed)
    states: list[Any] = [rules.start(Seeded(seed, rules.deck), dealer=dealer)]
    moves: list[Any] = []
    while legal := rules.legal(states[-1]):
        good = [card for card in legal if _follows(states[-1], card)] if rng.random() < keen else []
        moves.append(rng.choice(good or legal))
        states.append(rules.apply(states[-1], moves[-1]))
    return Sample(variant, seed, dealer, keen, tuple(states), tuple(moves))


def _follows(state: Any, move: Any) -> bool:
    if not isinstance(move, Card):
        return False
    top = state.pile[-1:]
    return bool(top) and top[0].rank is move.rank


@st.composite
def pile_games(draw: st.DrawFn, choose: st.SearchStrategy[Variant] | None = None) -> Sample:
    """Draw a whole game of the pile, or of one of the variants given."""
    variant = draw(choose if choose is not None else pile_variants())
    seats = variant.rules.seats
    return sample(variant, draw(st.integers(0, 2**32)), draw(st.integers(0, seats - 1)), draw(st.floats(0, 1)))
