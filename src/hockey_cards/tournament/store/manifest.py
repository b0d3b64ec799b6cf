"""The manifest of a store: the settings of its tournament, by which it is resumed and recognised."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, cast

import attrs

from hockey_cards import variant_files
from hockey_cards.errors import HockeyError, VariantError, brief, clipped, listed
from hockey_cards.game import Game
from hockey_cards.options import as_json
from hockey_cards.rules import Variant
from hockey_cards.shoe import derive
from hockey_cards.strict_json import is_unicode
from hockey_cards.tournament.entrants import Entrant, Identity, Team, identity, seatings, variant_version
from hockey_cards.tournament.pairing.fixtures import MAX_DEALS
from hockey_cards.tournament.pairing.formats import Format, format_from_dict, format_to_dict
from hockey_cards.tournament.playing.faults import Policy
from hockey_cards.tournament.playing.settings import Settings
from hockey_cards.tournament.statistics.sprt import Sprt

FORMAT: Final = "hockey-cards-store/2"
_SEED_BYTES: Final = 32
_DIGEST_GAMES: Final = 8
"""The number of games that the digest of a variant covers."""
_MAX_SHOWN: Final = 200

_COMPARED: Final = ("variant", "rules", "seed32", "format", "entrants", "policy", "sprt", "records")
_LABELS: Final = {
    "variant": "the variant",
    "rules": "the digest of the rules",
    "seed32": "the seed",
    "format": "the format",
    "policy": "the policy",
    "sprt": "the test",
    "records": "whether records are kept",
}


class StoreError(HockeyError, ValueError):
    """A file that is not a store, is damaged, in use or of a newer version, or is the store of another tournament."""


@attrs.frozen
class Manifest:
    """The manifest of a store.

    Args:
        fields: JSON-serialisable values by key: ``variant`` (as in a variant file), ``rules`` (a digest of games played
            by them), ``seed`` and ``seed32`` (the seed as given, and its 32 bytes in hex), ``format``, ``entrants``
            (for each its name, the names of its players, its version and its number of seatings), ``policy``,
            ``sprt``, ``records``, and ``library``, which is for information only.
        deals: The numbers of the deals of a round.
    """

    fields: Mapping[str, Any]
    deals: range

    @classmethod
    def of(cls, settings: Settings, versions: Mapping[str, str]) -> Manifest:
        """Return the manifest of a tournament.

        Args:
            settings: The settings of the tournament.
            versions: Versions of entrants by name; see ``identity``.

        Raises:
            StoreError: If a version is given for somebody who is not an entrant, or is not text.
        """
        entrants = settings.entrants
        if unknown := [name for name in versions if name not in entrants]:
            raise StoreError(
                f"{clipped(unknown[0])} has a version but is not an entrant: the entrants are {listed(entrants)}"
            )
        if bad := [name for name, version in versions.items() if not is_unicode(version)]:
            raise StoreError(f"the version of {bad[0]} cannot be {versions[bad[0]]!r:.80}: give a text")
        isolate = settings.policy.isolates
        played = settings.variant
        known = {
            name: identity(entrant, versions.get(name), isolate=isolate, variant=played)
            for name, entrant in entrants.items()
        }
        fields = {
            "variant": _variant_to_dict(settings.variant),
            "rules": rules_digest(settings.variant),
            "seed": settings.seed_text,
            "seed32": settings.seed.hex(),
            "format": format_to_dict(settings.format),
            "entrants": [_entrant_to_dict(name, found, entrants[name]) for name, found in known.items()],
            "policy": settings.policy.to_dict(),
            "sprt": None if settings.sprt is None else attrs.asdict(settings.sprt),
            "records": settings.records,
            "library": variant_version(settings.variant),
        }
        return cls(cast("dict[str, Any]", json.loads(json.dumps(fields))), settings.deals)

    def differences(self, other: Manifest) -> tuple[str, ...]:
        """Return the differences to another tournament, a sentence each; the deals may differ."""
        return tuple(_differences(self.fields, other.fields))

    def settings(
        self, variant: Variant[Any, Any, Any] | None = None, entrants: Mapping[str, Entrant] | None = None
    ) -> Settings:
        """Return the settings of the tournament.

        Args:
            variant: The variant, if it cannot be found by its name.
            entrants: The entrants that cannot be found by a name.

        Raises:
            StoreError: If a variant or an entrant that cannot be found is missing, or somebody is given who is not an
                entrant.
            UnknownVariant: If the variant is not installed here.
        """
        given = dict(entrants or {})
        found = {each["name"]: _find_entrant(each, given.pop(each["name"], None)) for each in self.fields["entrants"]}
        if given:
            unknown = clipped(next(iter(given)))
            raise StoreError(f"{unknown} is not an entrant of this tournament: the entrants are {listed(found)}")
        key, text = self.seed
        return Settings(
            variant=variant or _find_variant(self.fields["variant"]),
            entrants=found,
            seed=key,
            format=self.format,
            deals=self.deals,
            sprt=self.sprt,
            policy=Policy.from_dict(self.fields["policy"]),
            records=self.fields["records"],
            seed_text=text,
        )

    def settings_to_read(self, variant: Variant[Any, Any, Any] | None = None) -> Settings:
        """Return the settings with placeholders for the entrants, which is all that reading a store needs.

        The placeholders cannot play, but have as many games in a deal as the entrants that they stand for.

        Args:
            variant: The variant, if it cannot be found by its name.

        Raises:
            StoreError: If the variant cannot be found.
            UnknownVariant: If the variant is not installed here.
        """
        return self.settings(variant, self._placeholders)

    @property
    def _placeholders(self) -> dict[str, Entrant]:
        by_seatings: dict[int, Entrant] = {1: "nobody", 2: Team("nobody", "nobody else")}
        return {each["name"]: by_seatings[each["seatings"]] for each in self.fields["entrants"]}

    def check(self) -> None:
        """Check everything that can be checked without the entrants.

        Raises:
            HockeyError: If a value is not possible.
            KeyError: If a key is missing; a TypeError or ValueError if a value is of the wrong kind.
        """
        if not {*_COMPARED, "seed", "library"} <= self.fields.keys() or not self.names:
            raise KeyError("manifest")
        if not all(map(_is_entrant, self.fields["entrants"])) or len(set(self.names)) < len(self.names):
            raise ValueError("manifest")
        if not all(is_unicode(self.fields[key]) for key in ("seed", "rules", "library")):
            raise ValueError("manifest")
        variant: Mapping[str, Any] = self.fields["variant"]
        if not ("base" in variant.keys() or is_unicode(variant["key"])):  # noqa: SIM118  # a text has no keys
            raise ValueError("manifest")
        if not is_unicode(json.dumps(self.fields, ensure_ascii=False)):
            raise ValueError("manifest")
        _ = Policy.from_dict(self.fields["policy"]), self._placeholders, self.sprt
        self.format.next_round(self.names, ())
        if len(bytes.fromhex(self.fields["seed32"])) != _SEED_BYTES or type(self.fields["records"]) is not bool:
            raise ValueError("manifest")
        if not 0 <= self.deals.start < self.deals.stop <= MAX_DEALS or self.deals.step != 1:
            raise ValueError("manifest")

    @property
    def seed(self) -> tuple[bytes, str]:
        """The seed: its 32 bytes, and the text that was given for it."""
        return bytes.fromhex(self.fields["seed32"]), self.fields["seed"]

    @property
    def format(self) -> Format:
        """The format."""
        return format_from_dict(self.fields["format"])

    @property
    def sprt(self) -> Sprt | None:
        """The test that stops the games of a pair, if any."""
        fields = self.fields["sprt"]
        return None if fields is None else Sprt(**fields)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, in the order of entry."""
        return tuple(each["name"] for each in self.fields["entrants"])

    def games_a_deal(self, first: int, second: int) -> int:
        """Return the number of games that a pair plays in each deal, given their places in the order of entry."""
        entered = self.fields["entrants"]
        games: int = 2 * entered[first]["seatings"] * entered[second]["seatings"]
        return games


def rules_digest(variant: Variant[Any, Any, Any]) -> str:
    """Return a digest of some random games, which changes if the rules are replaced or corrected.

    Two variants with the same digest may still differ in what these games never met; their names and house rules are
    compared besides.
    """
    hashed = hashlib.sha256(b"hockey-cards-rules/1")
    for number in range(_DIGEST_GAMES):
        seed = derive("rules", number)
        rng = Random(int.from_bytes(seed, "big"))
        game: Game[Any, Any, Any] = Game.start(variant, seed=seed, dealer=number % variant.rules.seats)
        while game.legal:
            game = game.play(rng.choice(game.legal))
        hashed.update(json.loads(game.record())["digest"].encode())
    return hashed.hexdigest()


def _variant_to_dict(variant: Variant[Any, Any, Any]) -> dict[str, Any]:
    try:
        return variant_files.to_dict(variant)
    except VariantError:  # it has no name, so it has to be given when the tournament is resumed
        return {"key": variant.key, "house": as_json(variant.changes)}


def _find_variant(fields: Mapping[str, Any]) -> Variant[Any, Any, Any]:
    if "base" not in fields:
        raise StoreError(f"the variant {fields['key']!r:.80} cannot be found by its name: give it as `variant`")
    return variant_files.from_dict(fields)


def _entrant_to_dict(name: str, found: Identity, entrant: Entrant) -> dict[str, Any]:
    return {
        "name": name,
        "player": list(found.player),
        "version": found.version,
        "seatings": len(seatings(entrant)),
    }


def _is_entrant(fields: Mapping[str, Any]) -> bool:
    """Return whether ``_entrant_to_dict`` may have returned the fields; a KeyError or the like also means no."""
    players: list[object] = fields["player"]
    number: object = fields["seatings"]
    if type(players) is not list or not all(player is None or is_unicode(player) for player in players):
        return False
    return is_unicode(fields["name"]) and is_unicode(fields["version"]) and number in range(1, min(2, len(players)) + 1)


def _find_entrant(fields: Mapping[str, Any], given: Entrant | None) -> Entrant:
    if given is not None:
        return given
    names: list[str | None] = fields["player"]
    players = [name for name in names if name is not None]
    if len(players) != len(names):
        raise StoreError(f"the entrant {fields['name']} cannot be found by a name: give it in `entrants`")
    return players[0] if len(players) == 1 else Team(*players)


def _differences(mine: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for key in _COMPARED:
        if mine[key] == other[key] or (key == "policy" and _is_same_policy(mine[key], other[key])):
            continue
        if key == "entrants":
            yield from _entrant_differences(mine[key], other[key])
        elif key == "rules" and mine["variant"] != other["variant"]:
            continue
        else:
            shown = "seed" if key == "seed32" else key
            stored, given = brief(mine[shown], _MAX_SHOWN), brief(other[shown], _MAX_SHOWN)
            yield f"{_LABELS[key]}: {stored} in the store, {given} here"


def _is_same_policy(mine: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two policies are equal; a store of an earlier version lacks what has its default."""
    return Policy.from_dict(mine) == Policy.from_dict(other)


def _entrant_differences(mine: list[dict[str, Any]], other: list[dict[str, Any]]) -> Iterator[str]:
    names, others = ([each["name"] for each in entered] for entered in (mine, other))
    if names != others:
        yield f"the entrants: {listed(names)} in the store, {listed(others)} here"
        return
    for one, two in zip(mine, other, strict=True):
        if one["version"] != two["version"]:
            stored, given = clipped(one["version"], _MAX_SHOWN), clipped(two["version"], _MAX_SHOWN)
            yield f"the player {clipped(one['name'])}: {stored} in the store, {given} here"
        elif one["seatings"] != two["seatings"]:
            yield f"the seatings of {clipped(one['name'])}: {one['seatings']} in the store, {two['seatings']} here"
