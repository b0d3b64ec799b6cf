"""Index of the paragraphs of the rules: the code that implements each, and the tests that show it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from hockey_cards.registry import families

ROOT = Path(__file__).parent.parent
_FAMILIES = "|".join(families())
PARAGRAPH = re.compile(rf"\b(?:{_FAMILIES})\.\d+\.\d+\b")
ANCHOR = re.compile(rf"^\(((?:{_FAMILIES})\.\d+\.\d+)\)=\n+(?:#+ )?(.*)$", re.MULTILINE)


class UntestedParagraphError(Exception):
    """No test names a paragraph of the rules."""


def paragraphs(rules: Path = ROOT / "docs" / "rules") -> dict[str, str]:
    """Return the paragraphs of the rules pages by id, each with its heading."""
    texts = (path.read_text("utf-8") for path in sorted(rules.glob("*.md")))
    return {found[1]: found[2] for text in texts for found in ANCHOR.finditer(text)}


def mentions(folder: Path, *, functions: str = "") -> Mapping[str, list[str]]:
    """Return for each paragraph the functions, classes and modules in a folder that name it.

    Args:
        folder: The folder of the Python files.
        functions: The prefix of the functions to search; "" for all of the code.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        for name, part in _parts(path.relative_to(folder), text, functions):
            for paragraph in sorted(set(PARAGRAPH.findall(part))):
                found[paragraph].append(name)
    return found


def _parts(path: Path, text: str, functions: str) -> Iterator[tuple[str, str]]:
    """Yield functions and the docstrings of classes; without a prefix, also the code outside functions."""
    lines = text.splitlines()
    module = ".".join(path.with_suffix("").parts)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and functions and node.name.lower().startswith(functions):
            yield f"{module}.{node.name}", ast.get_docstring(node) or ""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(functions):
            yield f"{module}.{node.name}", "\n".join(lines[node.lineno - 1 : node.end_lineno])
            if not functions:
                lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
    if not functions:
        yield module, "\n".join(lines)


def untested(tests: Path = ROOT / "tests") -> list[str]:
    """Return the paragraphs that no test names."""
    named = mentions(tests, functions="test")
    return [paragraph for paragraph in paragraphs() if not named.get(paragraph)]


def page() -> str:
    """Write the page.

    Raises:
        UntestedParagraphError: If no test names a paragraph.
    """
    if missing := untested():
        raise UntestedParagraphError(f"no test names {', '.join(missing)}: cite the id in the docstring of its test")
    code = mentions(ROOT / "src" / "hockey_cards")
    tests = mentions(ROOT / "tests", functions="test")
    rows = [
        f"| [{paragraph}](#{paragraph}) | {heading} | {_listed(code[paragraph])} | {_listed(tests[paragraph])} |"
        for paragraph, heading in paragraphs().items()
    ]
    head = [
        "# Code and tests of each rule",
        "",
        "Generated from the sources: the code and the tests that name a paragraph. The build fails if a paragraph has",
        "no test.",
        "",
        "| paragraph | rule | code | tests |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def _listed(names: list[str]) -> str:
    return "<br>".join(f"`{name}`" for name in sorted(set(names)))
