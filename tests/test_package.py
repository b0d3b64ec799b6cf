"""The package as a whole: what it promises to those who install it, and what it asks of its own code."""

from __future__ import annotations

import ast
import importlib
import importlib.resources
import pkgutil
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import hockey_cards

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
FILES = sorted(chain(SOURCES, *((ROOT / name).rglob("*.py") for name in ("tests", "docs", "examples", "benchmarks"))))
MODULES = sorted(module.name for module in pkgutil.walk_packages(hockey_cards.__path__, "hockey_cards."))
HEAVY = {"asyncio", "dask", "jinja2", "matplotlib", "numba", "numpy", "pyarrow", "rich", "scipy", "sqlite3"}
AROUND_THE_ENGINE = {"__main__", "batch", "cli", "process", "render", "strategies", "strategy", "testing", "tournament"}
PLUGGED_IN = {"blades"}
IGNORE = re.compile(r"# (?:type: ignore|pyright: ignore|noqa|pragma: no cover)(\[[^]]*\]|:( ?[A-Z]+\d+,?)+)?")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def _functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, Function):
            yield node


def _body(function: Function) -> int:
    """Count the lines of a function's body, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def _lines_of_code(path: Path) -> int:
    """Count the lines that do something.

    Blank ones, comments, docstrings, imports, lists of public names and what only type checkers read do nothing.
    """
    text = path.read_text("utf-8")
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Module | ast.ClassDef | Function)]
    docstrings = [node.body[0] for node in nodes if ast.get_docstring(node, clean=False) is not None]
    named = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    public = [node for node in ast.parse(text).body if isinstance(node, ast.Assign) and _names_all(node)]
    passed = [*docstrings, *named, *public]
    silent = {number for node in passed for number in range(node.lineno, (node.end_lineno or 0) + 1)}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            silent.update(range(node.lineno, (node.body[-1].end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(number not in silent and not re.match(r"\s*(#|$)", line) for number, line in lines)


def _names_all(node: ast.Assign) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"


def _python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def _readme_commands() -> tuple[str, ...]:
    """Return the commands that the README promises: the one that runs the main job, and the one that runs the tests."""
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line.startswith("python -m venv"))


def test_importing_the_package_loads_nothing_heavy() -> None:
    """``import hockey_cards`` leaves the extras, asyncio and sqlite3 alone."""
    loaded = _python("import sys, hockey_cards; print(*sys.modules)").split()
    assert HEAVY.intersection(loaded) == set()


@pytest.mark.long
def test_importing_the_package_is_fast() -> None:
    """The package adds under 60 ms to its dependencies."""
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


@pytest.mark.parametrize("name", MODULES)
def test_public_names_of_modules_are_there(name: str) -> None:
    """A module says what is public, without doubles, and has it; the linter sees to the order."""
    module = importlib.import_module(name)
    names: list[str] = getattr(module, "__all__", [])
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


def test_version_is_that_of_the_installed_package() -> None:
    metadata = importlib.import_module("importlib.metadata")
    try:
        installed = metadata.version("hockey-cards")
    except metadata.PackageNotFoundError:
        pytest.skip("the package runs from its source and is not installed")
    assert hockey_cards.__version__ == installed


def test_package_says_that_it_is_typed() -> None:
    assert importlib.resources.files("hockey_cards").joinpath("py.typed").is_file()


@pytest.mark.parametrize("path", FILES, ids=_names(FILES))
def test_files_are_short(path: Path) -> None:
    """No file is longer than 400 lines, and no function than 50."""
    assert _lines(path) <= 400
    assert [function.name for function in _functions(path) if _body(function) > 50] == []


def test_functions_are_short_as_a_rule() -> None:
    """Half of the functions of the library have a body of 8 lines or fewer."""
    assert statistics.median(_body(function) for path in SOURCES for function in _functions(path)) <= 8


def test_engine_is_small() -> None:
    """All that every game needs stays under 3,000 lines of code; the duel family is a plug-in of our own."""
    package = ROOT / "src" / "hockey_cards"
    engine = [
        path
        for path in SOURCES
        if path.relative_to(package).parts[0].removesuffix(".py") not in AROUND_THE_ENGINE | PLUGGED_IN
    ]
    assert sum(map(_lines_of_code, engine)) < 3000


@pytest.mark.parametrize("path", FILES, ids=_names(FILES))
def test_what_is_ignored_has_a_reason(path: Path) -> None:
    """A comment that silences a tool names what it silences, and says why on the same line."""
    silenced = [(line, found) for line in path.read_text("utf-8").splitlines() if (found := IGNORE.search(line))]
    bare = [line.strip() for line, found in silenced if not re.match(r"\s+(# )?\S", line[found.end() :])]
    assert bare == []


def test_readme_promises_two_commands() -> None:
    """The gate takes both from the README: ``.ci/run`` the second, the nox session ``readme`` the first."""
    main_job, tests = _readme_commands()
    assert main_job.endswith("hockey-cards tournament breakaway")
    assert tests.endswith("/nox")


def test_gate_runs_the_command_of_the_readme() -> None:
    """``.ci/run`` holds no command of its own that could drift from the README's."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    pattern = re.search(r"grep -m 1 -E '(.+)' README\.md", script)
    assert pattern is not None
    taken = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if re.search(pattern[1], line)]
    assert taken == [_readme_commands()[1]]
    assert 'eval "$command"' in script
    assert "pip install" not in script
