"""Pages that are written from the code at build time: one for each game and each module, and the public names."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.pycode import ModuleAnalyzer

import hockey_cards
import paragraphs
from hockey_cards import Option, Variant, render, testing, variants

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

COMMAND_LINE = ("hockey_cards.__main__", "hockey_cards.cli")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the pages before Sphinx looks for sources."""
    app.connect("config-inited", lambda app, _config: _write(Path(app.srcdir)))
    return {"parallel_read_safe": True}


def _write(docs: Path) -> None:
    _fill(docs / "rules" / "variants", {game.key: game_page(game) for game in variants().values()})
    _fill(docs / "api" / "modules", {name: module_page(name) for name in _modules()})
    (docs / "api" / "names.md").write_text(names_page(), "utf-8")
    (docs / "api" / "promises.md").write_text(promises_page(), "utf-8")
    (docs / "rules" / "paragraphs.md").write_text(paragraphs.page(), "utf-8")


def _fill(folder: Path, pages: Mapping[str, str]) -> None:
    """Write the pages of a folder, and remove those of a build before that are no more."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, page in pages.items():
        (folder / f"{name}.md").write_text(page, "utf-8")


def game_page(game: Variant) -> str:
    """Return the page of one game: what it is, what a card does in it, what the house may change."""
    rules: Any = game.rules
    told = [("", ""), *render.facts(rules)]
    options = [("Option", "Default", "May be", "Rule"), *map(_option, rules.options)]
    return "\n".join(
        [
            f"(game-{game.key})=",
            f"# {game.name}",
            f"`{game.key}`: {game.summary}\n",
            f"Source: {game.source}.",
            *_table(told),
            "## What a card does",
            *_table(render.table(rules)),
            "## House rules",
            f'Given by name: `variant("{game.key}").house(...)`.',
            *_table(options),
        ]
    )


def _option(option: Option) -> tuple[str, ...]:
    return f"`{option.name}`", f"`{option.default!r}`", option.values, f"[{option.rule}](#{option.rule})"


def _table(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table; the first row is its heading."""
    heading, *body = ([str(cell).replace("|", "\\|") for cell in row] for row in rows)
    yield ""
    for cells in (heading, ["---"] * len(heading), *body):
        yield f"| {' | '.join(cells)} |"
    yield ""


def promises_page() -> str:
    """Return the promises that the conformance kit tries, as tables."""
    heads = ("Promise", "What is promised")
    tables = (
        [heads, *((f"`{promise.name}`", promise.sentence) for promise in promises)]
        for promises in (testing.PROMISES, testing.PLAYER_PROMISES)
    )
    family, player = ("\n".join(_table(rows)) for rows in tables)
    return f"{family}\nAnd these are those of a player:\n{player}"


def module_page(name: str) -> str:
    """Return the page of a module: the docstrings of its public names."""
    return f"# `{name}`\n\n```{{eval-rst}}\n.. automodule:: {name}\n```\n"


def _modules() -> Iterator[str]:
    """Yield the public modules: a package stands for its modules when it has public names of its own."""
    for module in pkgutil.walk_packages(hockey_cards.__path__, "hockey_cards."):
        package = module.name.rpartition(".")[0]
        inside = package != "hockey_cards" and _public(package)
        if not inside and _public(module.name):
            yield module.name


def names_page() -> str:
    """Return the page of the public names: where each is described, and in a line what it is."""
    rows = [(f"{{py:obj}}`{name} <{_home(name)}.{name}>`", _line(name)) for name in _names()]
    table = _table([("Name", "What it is"), *rows])
    return "\n".join(["# Public names", "", "All of these are imported from `hockey_cards`.", *table])


def _names() -> list[str]:
    return [name for name in hockey_cards.__all__ if name != "__version__"]


def _line(name: str) -> str:
    """Return the first line of what is said of a name, at its own place for an alias."""
    said = ModuleAnalyzer.for_module(_home(name)).find_attr_docs().get(("", name))
    doc = "\n".join(said) if said else inspect.getdoc(getattr(hockey_cards, name)) or ""
    return doc.split("\n", 1)[0].replace("``", "`")


def _home(name: str) -> str:
    """Return the module that a public name is described in, the one that its object names if there are more."""
    homes = [module for module in _modules() if name in _public(module)]
    named = getattr(getattr(hockey_cards, name), "__module__", None)
    return named if named in homes else homes[0]


def _public(module: str) -> Sequence[str]:
    """Return the public names of a module: those in its ``__all__``, or else those that it makes and describes."""
    if module.startswith(COMMAND_LINE):
        return ()
    names = vars(importlib.import_module(module))
    made = [name for name, value in names.items() if getattr(value, "__module__", None) == module]
    described = [name for owner, name in ModuleAnalyzer.for_module(module).find_attr_docs() if not owner]
    public: Sequence[str] = names.get("__all__", [name for name in (*made, *described) if not name.startswith("_")])
    return public
