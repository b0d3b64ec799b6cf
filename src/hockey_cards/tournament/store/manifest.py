"""What a store says of its tournament: enough to begin it again anywhere, and to see that it is the same one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, cast

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError, VariantError
from hockey_cards.game import Game
from hockey_cards.options import as_json
from hockey_cards.process.lookup import NamedPlayer
from hockey_cards.rules import Variant
from hockey_cards.shoe import derive
from hockey_cards.strict_json import is_unicode
from hockey_cards.tournament.entrants import Entrant, Identity, Team, identity, orders, version_of_variant
from hockey_cards.tournament.pairing.formats import from_dict, to_dict
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.play_deal import Contest
from hockey_cards.tournament.scoring.scoreboard import Plan
from hockey_cards.tournament.statistics.sprt import Sprt

FORMAT: Final = "hockey-cards-store/1"
GREATEST: Final = 10**12
"""No number of a deal is greater."""
_SEED: Final = 32
_GAMES: Final = 8
"""So many games show how a variant is played."""

_COMPARED: Final = ("variant", "rules", "seed32", "format", "entrants", "policy", "sprt", "records")
_CALLED: Final = {
    "variant": "the variant",
    "rules": "what the rules make of the same cards and choices",
    "seed32": "the seed",
    "format": "the format",
    "policy": "what is done about failing players",
    "sprt": "the test",
    "records": "whether records are kept",
}


class StoreError(HockeyError, ValueError):
    """A file that is no store, is damaged, in use or of a newer version, or a store of another tournament."""


@attrs.frozen
class Header:
    """What a store says of its tournament, as what JSON can say.

    Args:
        fields: By name: ``variant`` (as its file would say it), ``rules`` (a digest of games played by them),
            ``seed`` and ``seed32`` (as told, and its 32 bytes in hex), ``format``, ``entrants`` (for each its name, the
            texts that its players can be found by, its version, its seatings), ``policy``, ``sprt``, ``records``,
            and, for people only, ``library``.
        deals: The numbers of the deals of a round.
    """

    fields: Mapping[str, Any]
    deals: range

    @classmethod
    def of(cls, contest: Contest, plan: Plan, versions: Mapping[str, str]) -> Header:
        """Return the header of a tournament.

        Raises:
            StoreError: If a version is given for somebody who has not entered, or is no text.
        """
        if strange := [name for name in versions if name not in contest.entrants]:
            raise StoreError(f"{strange[0]} has a version and has not entered: {', '.join(contest.entrants)} have")
        if odd := [name for name, version in versions.items() if not is_unicode(version)]:
            raise StoreError(f"{odd[0]} cannot have the version {versions[odd[0]]!r:.80}: give a text")
        isolate = contest.policy.isolates
        known = {
            name: identity(entrant, versions.get(name), isolate=isolate) for name, entrant in contest.entrants.items()
        }
        fields = {
            "variant": _variant(contest.variant),
            "rules": rules_digest(contest.variant),
            "seed": plan.seed,
            "seed32": contest.seed.hex(),
            "format": to_dict(plan.format),
            "entrants": [_entrant(name, found, contest.entrants[name]) for name, found in known.items()],
            "policy": contest.policy.to_dict(),
            "sprt": None if plan.sprt is None else attrs.asdict(plan.sprt),
            "records": contest.records,
            "library": version_of_variant(contest.variant),
        }
        return cls(cast("dict[str, Any]", json.loads(json.dumps(fields))), plan.deals)

    def differences(self, other: Header) -> tuple[str, ...]:
        """Return what makes another tournament than this one, a sentence each: deals may differ."""
        return tuple(_differences(self.fields, other.fields))

    def contest(
        self, variant: Variant[Any, Any, Any] | None = None, entrants: Mapping[str, Entrant] | None = None
    ) -> Contest:
        """Return the tournament that the store was made by.

        Args:
            variant: The variant, if it has no name.
            entrants: The entrants that have none.

        Raises:
            StoreError: If a variant or an entrant without a name is missing, or somebody is given who has not entered.
            UnknownVariant: If the variant is not installed here.
        """
        given = dict(entrants or {})
        found = {each["name"]: _found(each, given.pop(each["name"], None)) for each in self.fields["entrants"]}
        if given:
            raise StoreError(
                f"{next(iter(given))} has not entered this tournament: the entrants are {', '.join(found)}"
            )
        return Contest(
            variant=variant or _variant_from(self.fields["variant"]),
            entrants=found,
            seed=bytes.fromhex(self.fields["seed32"]),
            policy=Policy.from_dict(self.fields["policy"]),
            records=self.fields["records"],
        )

    def check(self) -> None:
        """Try all that can be tried without the entrants.

        Raises:
            HockeyError: If something says what cannot be.
            KeyError: If something is missing; a TypeError or ValueError if it is of another kind.
        """
        if not {*_COMPARED, "seed", "library"} <= self.fields.keys() or not self.names:
            raise KeyError("header")
        if not all(map(_is_entrant, self.fields["entrants"])) or len(set(self.names)) < len(self.names):
            raise ValueError("header")
        if not all(is_unicode(self.fields[key]) for key in ("seed", "rules", "library")):
            raise ValueError("header")
        variant: Mapping[str, Any] = self.fields["variant"]
        if not ("base" in variant.keys() or is_unicode(variant["key"])):  # noqa: SIM118  # a text has no keys
            raise ValueError("header")
        if not is_unicode(json.dumps(self.fields, ensure_ascii=False)):
            raise ValueError("header")
        _ = Policy.from_dict(self.fields["policy"]), self.absent
        self.plan.format.next_round(self.names, ())
        if len(bytes.fromhex(self.fields["seed32"])) != _SEED or type(self.fields["records"]) is not bool:
            raise ValueError("header")
        if not 0 <= self.deals.start < self.deals.stop <= GREATEST or self.deals.step != 1:
            raise ValueError("header")

    @property
    def plan(self) -> Plan:
        """How far the tournament goes."""
        sprt = self.fields["sprt"]
        return Plan(
            from_dict(self.fields["format"]), self.deals, None if sprt is None else Sprt(**sprt), self.fields["seed"]
        )

    @property
    def absent(self) -> dict[str, Entrant]:
        """Entrants that have the right names and numbers of members, and cannot play."""
        nobody: list[Entrant] = [NamedPlayer("nobody"), Team(NamedPlayer("nobody"), NamedPlayer("nobody else"))]
        return {each["name"]: nobody[each["seatings"] - 1] for each in self.fields["entrants"]}

    def games(self, first: int, second: int) -> int:
        """Return how many games two play a deal in, given by their places in the order of entry."""
        entered = self.fields["entrants"]
        games: int = 2 * entered[first]["seatings"] * entered[second]["seatings"]
        return games

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, in the order of entry."""
        return tuple(each["name"] for each in self.fields["entrants"])


def rules_digest(variant: Variant[Any, Any, Any]) -> str:
    """Return a digest of some games by chance: other rules, or a mended one, give another.

    Two variants of one digest may still differ in what those games never met; the name and the house rules are
    compared beside it.
    """
    hashed = hashlib.sha256(b"hockey-cards-rules/1")
    for number in range(_GAMES):
        seed = derive("rules", number)
        rng = Random(int.from_bytes(seed, "big"))
        game: Game[Any, Any, Any] = Game.start(variant, seed=seed, dealer=number % variant.rules.seats)
        while game.legal:
            game = game.play(rng.choice(game.legal))
        hashed.update(json.loads(game.record())["digest"].encode())
    return hashed.hexdigest()


def _variant(variant: Variant[Any, Any, Any]) -> dict[str, Any]:
    try:
        return variant_files.to_dict(variant)
    except VariantError:  # it has no name: whoever resumes has to give it
        return {"key": variant.key, "house": as_json(variant.changes)}


def _variant_from(fields: Mapping[str, Any]) -> Variant[Any, Any, Any]:
    if "base" not in fields:
        raise StoreError(f"the variant {fields['key']!r} has no name by which it can be found: give it")
    return variant_files.from_dict(fields)


def _entrant(name: str, found: Identity, entrant: Entrant) -> dict[str, Any]:
    told = {"name": name, "player": list(found.player), "version": found.version}
    return {**told, "seatings": len(orders(entrant))}


def _is_entrant(said: Mapping[str, Any]) -> bool:
    """Tell whether ``_entrant`` may have made that; a KeyError or its like says no, too."""
    players: list[object] = said["player"]
    seatings: object = said["seatings"]
    if type(players) is not list or not all(player is None or is_unicode(player) for player in players):
        return False
    return is_unicode(said["name"]) and is_unicode(said["version"]) and seatings in range(1, min(2, len(players)) + 1)


def _found(said: Mapping[str, Any], given: Entrant | None) -> Entrant:
    if given is not None:
        return given
    texts: list[str | None] = said["player"]
    players = [NamedPlayer(text) for text in texts if text is not None]
    if len(players) != len(texts):
        raise StoreError(f"{said['name']} has no name by which it can be found: give it with the entrants")
    return players[0] if len(players) == 1 else Team(*players)


def _differences(mine: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for key in _COMPARED:
        if mine[key] == other[key]:
            continue
        if key == "entrants":
            yield from _other_entrants(mine[key], other[key])
        elif key == "rules" and mine["variant"] != other["variant"]:
            continue
        else:
            told = "seed" if key == "seed32" else key
            yield f"{_CALLED[key]}: {_brief(mine[told])} in the store, {_brief(other[told])} here"


def _other_entrants(mine: list[dict[str, Any]], other: list[dict[str, Any]]) -> Iterator[str]:
    names, others = ([each["name"] for each in entered] for entered in (mine, other))
    if names != others:
        yield f"the entrants: {', '.join(names)} in the store, {', '.join(others)} here"
        return
    for one, two in zip(mine, other, strict=True):
        if one["version"] != two["version"]:
            yield f"the player {one['name']}: {one['version']} in the store, {two['version']} here"
        elif one["seatings"] != two["seatings"]:
            yield f"the seatings of {one['name']}: {one['seatings']} in the store, {two['seatings']} here"


def _brief(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "..."
