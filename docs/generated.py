"""Pages generated from the code at build time: games, modules, commands, public names, promises and diagrams."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.pycode import ModuleAnalyzer

import command_pages
import hockey_cards
import import_diagram
import paragraphs
import pictures
import variant_pages
from hockey_cards import MissingExtra, testing, variants
from markdown_table import table

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PROGRAMS = ("hockey_cards.__main__", "hockey_cards.cli", "hockey_cards.web")
"""Modules that programs are made of, and no interface for others."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the pages before Sphinx looks for sources."""
    app.connect("config-inited", lambda app, _config: write(Path(app.srcdir)))
    return {"parallel_read_safe": True}


def write(docs: Path) -> None:
    """Write all generated pages into a folder of documents."""
    _fill(docs / "gallery" / "games", variant_pages.pages())
    _fill(docs / "commands", command_pages.pages())
    _fill(docs / "api" / "modules", {name: module_page(name) for name in _modules()})
    pieces = {
        "api/names.md": names_page(),
        "api/modules.txt": modules_list(),
        "api/hostile.md": hostile_players(),
        "api/promises.md": promises(),
        "explanation/imports.txt": import_diagram.draw(),
        "gallery/cards.txt": gallery_cards(),
        "rules/paragraphs.md": paragraphs.page(),
    }
    _fill(docs / "pictures", pictures.pieces())
    for name, text in pieces.items():
        (docs / name).write_text(text, "utf-8")


def _fill(folder: Path, pages: Mapping[str, str]) -> None:
    """Write the pages of a folder in place of those of an earlier build."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, page in pages.items():
        (folder / (name if name.endswith(".txt") else f"{name}.md")).write_text(page, "utf-8")


def gallery_cards() -> str:
    """Return the table of contents of the gallery: a card for each game, grouped by family."""
    histories = variant_pages.histories()
    games = [game for game in variants().values() if game.key in histories]
    lines: list[str] = []
    for family, notes in variant_pages.families().items():
        lines += [f"## {notes['heading']}", "", "::::{grid} 1 2 2 3", ":gutter: 3", ""]
        for game in (each for each in games if variant_pages.family(each) == family):
            title = variant_pages.title(game, histories[game.key])
            lines += [f":::{{grid-item-card}} {title}", f":link: games/{game.key}", ":link-type: doc", ""]
            lines += [pictures.goal(game), game.summary, "", f"`{game.key}`, {game.rules.seats} seats", ":::", ""]
        lines += ["::::", ""]
    contents = (f"{variant_pages.title(game, histories[game.key])} <games/{game.key}>" for game in games)
    lines += ["```{toctree}", ":hidden:", "", *contents, "```", ""]
    return "\n".join(lines)


def promises() -> str:
    """Return the promises that the conformance kit checks, as tables."""
    heads = ("Promise", "What is promised")
    tables = (
        [heads, *((f"`{promise.name}`", promise.sentence) for promise in those)]
        for those in (testing.PROMISES, testing.PLAYER_PROMISES)
    )
    family, player = ("\n".join(table(rows)) for rows in tables)
    return f"{family}\nA player promises:\n{player}"


def hostile_players() -> str:
    """Return the hostile players of the conformance kit, as a table."""
    heads = ("Player", "What it does", "Fault", "What its game needs")
    kinds = {each.name: f"`{each.kind}`" if each.kind else "" for each in testing.HOSTILE}
    rows = [(f"`{each.name}`", each.summary, kinds[each.name], each.needs) for each in testing.HOSTILE]
    return "\n".join(table([heads, *rows]))


def modules_list() -> str:
    """Return the list of the public modules, each with a link and the first sentence of its docstring."""
    return "\n".join(f"- [`{name}`](modules/{name}.md): {_first_sentence(name)}" for name in _modules())


def _first_sentence(module: str) -> str:
    doc = inspect.getdoc(importlib.import_module(module)) or ""
    return " ".join(doc.split("\n\n", 1)[0].split()).replace("``", "`")


def module_page(name: str) -> str:
    """Return the page of a module: the docstrings of its public names that no other page describes."""
    others = ", ".join(_borrowed(name))
    left_out = f"   :exclude-members: {others}\n" if others else ""
    return f"# `{name}`\n\n```{{eval-rst}}\n.. automodule:: {name}\n{left_out}```\n"


def _borrowed(module: str) -> Iterator[str]:
    """Yield the public names that a module imports from one with a page of its own."""
    others = [name for name in _modules() if name != module]
    for name in _public(module):
        made = getattr(getattr(importlib.import_module(module), name), "__module__", None) or module
        owners = [other for other in others if f"{made}.".startswith(f"{other}.") and name in _public(other)]
        if owners and not f"{made}.".startswith(f"{module}."):
            yield name


def _modules() -> Iterator[str]:
    """Yield the public modules; a package with public names of its own stands for its modules."""
    for module in pkgutil.walk_packages(hockey_cards.__path__, "hockey_cards."):
        package = module.name.rpartition(".")[0]
        inside = package != "hockey_cards" and _public(package)
        if not inside and _has_requirements(module.name) and _public(module.name):
            yield module.name


def _has_requirements(module: str) -> bool:
    """Return whether a module can be imported: a door needs a framework, which may have no wheel for this Python."""
    try:
        importlib.import_module(module)
    except MissingExtra:
        return False
    return True


def names_page() -> str:
    """Return the page of the public names, each with a link to its description and a summary."""
    rows = [(f"{{py:obj}}`{name} <{_home(name)}.{name}>`", _line(name)) for name in _names()]
    names = table([("Name", "What it is"), *rows])
    return "\n".join(["# Public names", "", "All of these are imported from `hockey_cards`.", *names])


def _names() -> list[str]:
    return [name for name in hockey_cards.__all__ if name != "__version__"]


def _line(name: str) -> str:
    """Return the first line of the docstring of a name; for an alias, of the comment in its module."""
    comment = ModuleAnalyzer.for_module(_home(name)).find_attr_docs().get(("", name))
    doc = "\n".join(comment) if comment else inspect.getdoc(getattr(hockey_cards, name)) or ""
    return doc.split("\n", 1)[0].replace("``", "`")


def _home(name: str) -> str:
    """Return the module that describes a public name: of several, the one that defines it."""
    homes = [module for module in _modules() if name in _public(module)]
    named = getattr(getattr(hockey_cards, name), "__module__", None)
    return named if named in homes else homes[0]


def _public(module: str) -> Sequence[str]:
    """Return the public names of a module: those in its ``__all__``, or else those that it defines and documents."""
    if module.startswith(PROGRAMS):
        return ()
    names = vars(importlib.import_module(module))
    made = [name for name, value in names.items() if getattr(value, "__module__", None) == module]
    described = [name for owner, name in ModuleAnalyzer.for_module(module).find_attr_docs() if not owner]
    public: Sequence[str] = names.get("__all__", [name for name in (*made, *described) if not name.startswith("_")])
    return public
