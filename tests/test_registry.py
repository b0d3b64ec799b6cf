"""The registries: built-in names, plug-ins, and plug-ins that fail."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from _catalogue import CATALOGUE
from _records import KEYS, finished
from hockey_cards import Game, UnknownStrategy, UnknownVariant, Variant, play, variant, variants
from hockey_cards import strategies as players
from hockey_cards.options import Kind
from hockey_cards.registry import FAMILIES, VARIANTS
from hockey_cards.strategies import STRATEGIES, strategies, strategy

Install = Callable[..., Path]


def clear() -> None:
    """Forget the loaded plug-ins, as in a new process."""
    for each in (VARIANTS, FAMILIES, STRATEGIES):
        vars(each).pop("_plugins", None)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a distribution with a module and entry points."""
    before = set(sys.modules)

    def put(name: str, code: str, *, metadata: bool = True, **points: str) -> Path:
        folder = tmp_path / name
        name = folder.name
        info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (folder / f"{name.replace('-', '_')}.py").write_text(code, "utf-8")
        if metadata:
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
        groups = (f"[hockey_cards.{group}]\n{lines}\n" for group, lines in points.items())
        (info / "entry_points.txt").write_text("\n".join(groups), "utf-8")
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        importlib.invalidate_caches()
        clear()
        return folder

    yield put
    clear()
    for module in set(sys.modules) - before:
        del sys.modules[module]


GOOD = """
import attrs
from hockey_cards import variant
POND = attrs.evolve(variant("shots").house(periods=1), key="pond", name="Pond hockey")
LAKE = attrs.evolve(POND, key="lake")
def last(view):
    return view.legal[-1]
class Maker:
    def make(self, variant, seat, rng):
        return lambda view: rng.choice(view.legal)
maker = Maker()
"""
POINTS = {"variants": "pond = pond_hockey:POND\nlake = pond_hockey:LAKE", "strategies": "last = pond_hockey:last"}


def test_variants_that_are_built_in() -> None:
    """Every variant has a key in lower case, a name, a summary of one sentence, and a source."""
    own = [key for key, origin in VARIANTS.origins().items() if origin == "hockey-cards"]
    assert [*CATALOGUE, "rink"] == own[: len(CATALOGUE) + 1]
    for key, found in variants().items():
        assert key == found.key
        assert variant(key) is found
        assert re.fullmatch("[a-z]+(-[a-z]+)*", key)
        assert re.fullmatch(r"[^.!?]+\.", found.summary)
        assert found.name
        assert found.source


@pytest.mark.parametrize("key", KEYS)
def test_variants_are_values(key: str) -> None:
    """A variant is hashable and equal to its pickled copy; house rules return another variant."""
    found = variant(key)
    other = pickle.loads(pickle.dumps(found))
    assert found == other
    assert hash(found) == hash(other)
    assert found.changes == {}
    assert found.house() == found
    option = found.rules.options[-1]
    value: Any = not option.value if option.kind is Kind.FLAG else 2
    changed = found.house(**{option.name: value})
    assert changed != found
    assert changed.changes == {option.name: value}
    assert changed.house(**{option.name: option.value}) == found
    frozen: Any = found
    with pytest.raises(AttributeError):
        frozen.key = "other"


@pytest.mark.parametrize(
    "name", ["", "Breakaway", "break", "pond", "a" * 10**5, "\ud800"], ids=lambda name: ascii(name[:9])
)
def test_unknown_variant(name: str) -> None:
    """The error lists the known names."""
    with pytest.raises(UnknownVariant) as caught:
        variant(name)
    assert [key for key in KEYS if key not in str(caught.value)] == []
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("name", [None, 7, b"rink", ("rink",)], ids=repr)
def test_name_that_is_no_text(name: Any) -> None:
    with pytest.raises(UnknownVariant):
        variant(name)
    with pytest.raises(UnknownStrategy):
        strategy(name)


@pytest.mark.parametrize(
    "found", [variants, VARIANTS.origins, VARIANTS.failures, strategies, STRATEGIES.origins, STRATEGIES.failures]
)
def test_what_is_known_cannot_be_changed(found: Callable[[], Any]) -> None:
    """Mappings of all names are read-only."""
    with pytest.raises(TypeError):
        found()["mine"] = variant("rink")


def test_good_plug_in(install: Install) -> None:
    """Variants of a plug-in are found by name, after the built-in ones, and can be played and recorded."""
    install("pond-hockey", GOOD, **POINTS)
    pond = variant("pond")
    assert (pond.key, pond.name, pond.changes["periods"] if pond.changes else 1) == ("pond", "Pond hockey", 1)
    assert set(variants()) == {*KEYS, "pond", "lake"}
    assert (VARIANTS.origins()["pond"], VARIANTS.origins()["rink"]) == ("pond-hockey", "hockey-cards")
    assert (VARIANTS.failures(), STRATEGIES.failures()) == ({}, {})
    game = play("pond", [strategy("last"), strategy("random")], seed=7)
    assert game == Game.from_record(game.record())
    assert STRATEGIES.origins()["last"] == "pond-hockey"
    with pytest.raises(UnknownVariant, match=r"pond.*lake|lake.*pond"):
        variant("sea")


def test_plug_in_that_is_a_factory(install: Install) -> None:
    install("pond-hockey", GOOD, strategies="chance = pond_hockey:maker")
    chance = strategy("chance")
    assert play("rink", [chance, chance], seed=7) == play("rink", [chance, chance], seed=7)


def test_plug_ins_are_loaded_on_first_look_up(install: Install) -> None:
    """Looking up a built-in name loads no plug-in; another name loads all of them, once."""
    install("pond-hockey", GOOD, **POINTS)
    assert variant("rink") is not None
    assert strategy("greedy") is players.greedy
    assert Game.from_record(finished("rink").record()) is not None
    assert "pond_hockey" not in sys.modules
    assert variant("pond") is variant("pond")
    assert "pond_hockey" in sys.modules


BROKEN = {
    "an import": ("import nothing_of_this_name", "ModuleNotFoundError"),
    "an error": ("raise ValueError('I am broken')", "I am broken"),
    "an exit": ("raise SystemExit(3)", "SystemExit"),
    "no code": ("def (", "SyntaxError"),
    "no such name": ("", "AttributeError"),
    "another type": ("POND = 'pond'", "type str"),
    "a class": ("class POND: pass", "type type"),
    "another key": (GOOD.replace('key="pond"', 'key="puddle"'), "'puddle'"),
    "rules": ("from hockey_cards import variant\nPOND = variant('rink').rules", "type Rink"),
    "itself": ("from hockey_cards import variant\nPOND = variant('pond')", "UnknownVariant"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_plug_in_that_fails(install: Install, fault: str) -> None:
    """A plug-in that fails to load is reported by name with the cause; all others work."""
    code, cause = BROKEN[fault]
    install("pond-hockey", code, variants="pond = pond_hockey:POND")
    install("good-hockey", GOOD.replace('"pond"', '"good"'), variants="good = good_hockey:POND")
    assert list(VARIANTS.failures()) == ["pond (pond-hockey)"]
    assert cause in VARIANTS.failures()["pond (pond-hockey)"]
    assert set(variants()) == {*KEYS, "good"}
    assert finished("good").outcome is not None
    with pytest.raises(UnknownVariant, match="good"):
        variant("pond")


@pytest.mark.parametrize(
    "reference", ["not a module", "pond_hockey:", ":POND", "pond_hockey:POND.rules.nothing", "1:2"]
)
def test_entry_point_that_names_nothing(install: Install, reference: str) -> None:
    install("pond-hockey", GOOD, variants=f"pond = {reference}\nlake = pond_hockey:LAKE")
    assert list(VARIANTS.failures()) == ["pond (pond-hockey)"]
    assert set(variants()) == {*KEYS, "lake"}


def test_names_that_are_taken(install: Install) -> None:
    """A plug-in cannot replace a built-in name; of two with the same name the first on the path wins."""
    mine = GOOD.replace('"pond"', '"rink"') + "\ngreedy = last\n"
    install("pond-hockey", mine, variants="rink = pond_hockey:POND", strategies="greedy = pond_hockey:greedy")
    install("second-hockey", GOOD, variants="lake = second_hockey:LAKE")
    install("first-hockey", GOOD, variants="lake = first_hockey:LAKE")
    assert variants()["rink"] is variant("rink")
    assert variant("rink").name == "Хоккей"
    assert strategies()["greedy"] is strategy("greedy") is players.greedy
    assert VARIANTS.failures() == {
        "rink (pond-hockey)": "the name is taken by hockey-cards",
        "lake (second-hockey)": "the name is taken by first-hockey",
    }
    assert STRATEGIES.failures() == {"greedy (pond-hockey)": "the name is taken by hockey-cards"}
    assert VARIANTS.origins()["lake"] == "first-hockey"


def test_names_of_the_library_by_entry_point(install: Install) -> None:
    """Names that the library itself registers by entry points cannot be taken by distributions earlier on the path."""
    mine = GOOD.replace('"pond"', '"blades"')
    install("pond-hockey", mine, variants="blades = pond_hockey:POND\nlake = pond_hockey:LAKE")
    own = install("hockey-cards", GOOD.replace('"pond"', '"blades"'), variants="blades = hockey_cards_own:POND")
    (own / "hockey_cards.py").rename(own / "hockey_cards_own.py")
    sys.path.append(sys.path.pop(0))
    clear()
    assert VARIANTS.origins()["blades"] == "hockey-cards"
    assert VARIANTS.failures() == {"blades (pond-hockey)": "the name is taken by hockey-cards"}
    assert list(variants())[-2:] == ["blades", "lake"]


def test_name_of_a_plug_in_that_failed_is_free(install: Install) -> None:
    """A plug-in that fails does not block its name."""
    install("second-hockey", GOOD, variants="lake = second_hockey:LAKE")
    install("first-hockey", "raise ImportError", variants="lake = first_hockey:LAKE")
    assert VARIANTS.origins()["lake"] == "second-hockey"
    assert list(VARIANTS.failures()) == ["lake (first-hockey)"]


def test_distribution_without_metadata(install: Install) -> None:
    """A partly removed distribution does not prevent others from being found."""
    install("pond-hockey", GOOD, variants="pond = pond_hockey:POND", metadata=False)
    install("bad-hockey", "raise ImportError", variants="bad = bad_hockey:POND", metadata=False)
    install("good-hockey", GOOD, variants="lake = good_hockey:LAKE")
    assert set(variants()) == {*KEYS, "lake", "pond"}
    assert VARIANTS.origins()["pond"] == "an unknown distribution"
    assert list(VARIANTS.failures()) == ["bad (an unknown distribution)"]


@pytest.mark.parametrize("text", [b"[hockey_cards.variants]\npond\n", b"[hockey_cards.variants]\n\xff\xfe\n"])
def test_distribution_with_broken_entry_points(install: Install, text: bytes) -> None:
    """A malformed file of entry points is reported, and does not prevent others from being found."""
    folder = install("bad-hockey", GOOD)
    (folder / "bad_hockey-1.0.dist-info" / "entry_points.txt").write_bytes(text)
    install("good-hockey", GOOD, variants="lake = good_hockey:LAKE", strategies="last = good_hockey:last")
    assert set(variants()) == {*KEYS, "lake"}
    assert set(strategies()) == {"random", "greedy", "counter", "exact", "searcher", "last"}
    assert ["bad-hockey" in name for name in (*VARIANTS.failures(), *STRATEGIES.failures())] == [True, True]


def test_older_version_further_down_the_path(install: Install) -> None:
    """Of two distributions with the same name only the first on the path counts, as in Python itself."""
    old = install("old/pond-hockey", GOOD, variants="lake = pond_hockey:LAKE")
    new = install("new/pond-hockey", GOOD, variants="pond = pond_hockey:POND")
    assert old != new
    assert set(variants()) == {*KEYS, "pond"}
    assert VARIANTS.failures() == {}


def test_plug_in_that_is_no_player(install: Install) -> None:
    """A player must be callable or a factory; others are reported."""
    lines = "pond = pond_hockey:POND\nnone = pond_hockey:nothing\nlast = pond_hockey:last"
    install("pond-hockey", GOOD, strategies=lines)
    assert set(STRATEGIES.failures()) == {"pond (pond-hockey)", "none (pond-hockey)"}
    assert "not a player" in STRATEGIES.failures()["pond (pond-hockey)"]
    assert "AttributeError" in STRATEGIES.failures()["none (pond-hockey)"]
    assert set(strategies()) == {"random", "greedy", "counter", "exact", "searcher", "last"}
    with pytest.raises(UnknownStrategy, match="last"):
        strategy("pond")


def test_groups_do_not_mix(install: Install) -> None:
    """A broken strategy does not affect the variants of its distribution."""
    install("pond-hockey", GOOD, variants=POINTS["variants"], strategies="broken = pond_hockey:broken")
    assert VARIANTS.failures() == {}
    assert isinstance(variant("pond"), Variant)
    assert list(STRATEGIES.failures()) == ["broken (pond-hockey)"]


PROGRAM = """if True:
    from hockey_cards import strategies, variant
    from hockey_cards.registry import VARIANTS
    game = variant("pond")
    print(game.name, len(strategies.strategies()), VARIANTS.origins()["pond"], sorted(VARIANTS.failures()))
"""


def test_plug_in_in_a_program(install: Install) -> None:
    """A new process finds what is installed on its path, and reports what it could not load."""
    folders = [
        install("pond-hockey", GOOD, **POINTS),
        install("bad-hockey", "raise RuntimeError('no ice')", variants="ice = bad_hockey:ICE"),
    ]
    path = os.pathsep.join([*map(str, folders), *filter(None, sys.path)])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout.split() == "Pond hockey 6 pond-hockey ['ice (bad-hockey)']".split()
    assert run.stderr == ""


@pytest.mark.parametrize("key", sorted(variants()))
def test_copies_are_the_object(key: str) -> None:
    """Variants, rules and cards never change, so that a copy is the object itself."""
    game = variant(key)
    for value in (game, game.rules, game.rules.deck[0]):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
