"""The installed package: what importing it loads, its public names and version, and the commands of the README."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.resources
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import hockey_cards

ROOT = Path(__file__).parent.parent
MODULES = sorted(module.name for module in pkgutil.walk_packages(hockey_cards.__path__, "hockey_cards."))
DOORS = {f"hockey_cards.doors.{name}" for name in ("gymnasium", "openspiel", "pettingzoo")}
HEAVY = {"asyncio", "dask", "jinja2", "matplotlib", "numba", "numpy", "pyarrow", "rich", "scipy", "sqlite3"}


def _python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def _imported(name: str) -> ModuleType:
    """Import a module; in place of a door whose framework is not installed, return the package of the doors."""
    try:
        return importlib.import_module(name)
    except hockey_cards.MissingExtra:
        if name not in DOORS:
            raise
        return importlib.import_module("hockey_cards.doors")


def _readme_commands() -> tuple[str, ...]:
    """Return the two commands of the README: the one that runs the main job, and the one that runs the tests."""
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line.startswith("python -m venv"))


def test_importing_the_package_loads_nothing_heavy() -> None:
    """``import hockey_cards`` loads no extra, and neither asyncio nor sqlite3."""
    loaded = _python("import sys, hockey_cards; print(*sys.modules)").split()
    assert HEAVY.intersection(loaded) == set()


@pytest.mark.long
def test_importing_the_package_is_fast() -> None:
    """The package takes less than 60 ms on top of its dependencies."""
    code = """if True:
        import attrs, typing_extensions, time
        start = time.perf_counter()
        import hockey_cards
        print(time.perf_counter() - start)
    """
    assert min(float(_python(code)) for _ in range(7)) < 0.060


def test_public_names_are_sorted_and_there() -> None:
    assert sorted(hockey_cards.__all__) == hockey_cards.__all__
    assert [name for name in hockey_cards.__all__ if not hasattr(hockey_cards, name)] == []


def test_every_module_has_its_public_names() -> None:
    """Every module can be imported and has the names in its ``__all__``; doors may lack their framework."""
    modules = [_imported(name) for name in MODULES]
    missing = [
        f"{module.__name__}.{name}"
        for module in modules
        for name in getattr(module, "__all__", ())
        if not hasattr(module, name)
    ]
    assert missing == []


def test_no_public_name_is_also_a_module() -> None:
    """A package has no name in its ``__all__`` that one of its modules has too: the module would hide it."""
    hidden = [
        name
        for name in MODULES
        if name.rpartition(".")[2] in getattr(importlib.import_module(name.rpartition(".")[0]), "__all__", ())
    ]
    assert hidden == []


def test_version_is_that_of_the_installed_package() -> None:
    try:
        installed = importlib.metadata.version("hockey-cards")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package runs from its source and is not installed")
    assert hockey_cards.__version__ == installed


def test_package_is_marked_as_typed() -> None:
    assert importlib.resources.files("hockey_cards").joinpath("py.typed").is_file()


def test_readme_promises_two_commands() -> None:
    """The gate takes both from the README: ``.ci/run`` the second, the nox session ``readme`` the first."""
    main_job, tests = _readme_commands()
    assert main_job.endswith("hockey-cards tournament breakaway")
    assert tests.endswith("/nox")


def test_gate_runs_the_command_of_the_readme() -> None:
    """``.ci/run`` has no command of its own that could drift from the README's."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    pattern = re.search(r"grep -m 1 -E '(.+)' README\.md", script)
    assert pattern is not None
    taken = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if re.search(pattern[1], line)]
    assert taken == [_readme_commands()[1]]
    assert 'eval "$command"' in script
    assert "pip install" not in script
