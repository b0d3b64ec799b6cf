"""The README and the documents: what they show is what happens, and what the code refers to is there."""

from __future__ import annotations

import importlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from unittest.mock import patch

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from golden import named
from hockey_cards.__main__ import main
from hockey_cards.registry import families, family_of, variants

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]
PARAGRAPH = re.compile(rf"\b(?:{'|'.join(families())})\.\d+\.\d+\b")
HOUSE_RULE = re.compile(r"^\| `(\w+)` \|.*\| \[(.+)\]\(#(.+)\) \|$", re.MULTILINE)
FILE = re.compile(r"^```\{code-block\} \w+\n:caption: ([\w.-]+)\n\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"hockey-cards (?!.*\.py\b)[^|&;$<>]+( > \S+)?")
"""A command of ours that needs no shell; a player from a file is loaded in a fresh process, as modules are kept."""
FRAMEWORKS = {"pettingzoo.md": "pettingzoo", "gymnasium.md": "gymnasium", "openspiel.md": "pyspiel"}
"""The pages that need a framework, with its module."""
TERMINAL = {"COLUMNS": "120", "NO_COLOR": "1"}
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)


def _run_commands(example: Example) -> str | None:
    """Run the commands of a console block, each after a ``$``, and compare their output."""
    for command, expected in COMMAND.findall(example.parsed):
        code, output, errors = _run_here(command) if OURS.fullmatch(command) else _run_in_shell(command)
        if code or not OutputChecker().check_output(expected, output, ELLIPSIS):
            return f"$ {command}\nexpected:\n{expected}\ngot:\n{output}{errors}"
    return None


def _run_here(command: str) -> tuple[int, str, str]:
    """Run our own command in this process, which spares starting a program."""
    arguments = shlex.split(command)[1:]
    *arguments, sign, target = arguments if arguments[-2:-1] == [">"] else [*arguments, "", ""]
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with patch.dict(os.environ, TERMINAL), redirect_stdout(output), redirect_stderr(errors):
        code = main(arguments)
    told, failed = (str(stream.buffer.getvalue(), "utf-8") for stream in (output, errors))
    if sign:
        Path(target).write_text(told, "utf-8")
    return code, "" if sign else told, failed


def _run_in_shell(command: str) -> tuple[int, str, str]:
    """Run a command as a reader would."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **TERMINAL, "PATH": path}
    run = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def _files(document: Document) -> Iterator[Region]:
    """Find the files that a document asks its reader to write: the blocks whose caption is a name."""
    for block in FILE.finditer(document.text):
        yield Region(block.start(), block.end(), parsed=block.groups(), evaluator=_write_file)


def _write_file(example: Example) -> None:
    name, text = example.parsed
    Path(name).write_text(text, "utf-8")


EXAMPLES = Sybil(
    parsers=[
        _files,
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        CodeBlockParser(language="console", evaluator=_run_commands),
    ]
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_do_what_they_show(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ``python`` and ``console`` block of a document runs, in order, and prints what stands there."""
    pytest.importorskip(FRAMEWORKS.get(path.name, "hockey_cards"), reason="the framework of the page is not installed")
    document = EXAMPLES.parse(path)
    monkeypatch.chdir(tmp_path)
    for example in document.examples():
        example.evaluate()


def test_paragraphs_that_the_code_names_are_in_the_rules_pages() -> None:
    """The ``rule`` of an error or option is the anchor of a paragraph."""
    sources = (ROOT / "src").rglob("*.py")
    pages = (ROOT / "docs" / "rules").glob("*.md")
    named = {rule for path in sources for rule in PARAGRAPH.findall(path.read_text("utf-8"))}
    anchors = {rule for path in pages for rule in re.findall(r"^\((.+)\)=$", path.read_text("utf-8"), re.MULTILINE)}
    assert named - anchors == set()


@pytest.mark.parametrize("family", families())
def test_tables_of_house_rules_name_the_paragraphs_of_the_options(family: str) -> None:
    """The table of a rules page has each option of the family once, with the paragraph that its ``rule`` names."""
    page = (ROOT / "docs" / "rules" / f"{family}.md").read_text("utf-8")
    games = [game for game in variants().values() if isinstance(game.rules, families()[family].rules)]
    options = {option.name: option.rule for game in games for option in game.rules.options}
    rows = HOUSE_RULE.findall(page)
    assert options == {name: anchor for name, _, anchor in rows}
    assert len(rows) == len(options)
    assert all(f"{family}.{label}" == anchor for _, label, anchor in rows)


@pytest.mark.parametrize("key", named())
def test_every_game_is_on_the_page_of_its_family(key: str) -> None:
    """The rules page of a family names each of its games."""
    family = family_of(variants()[key].rules)
    assert family is not None
    assert f"`{key}`" in (ROOT / "docs" / "rules" / f"{family.name}.md").read_text("utf-8")


def test_every_paragraph_has_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each paragraph of the rules is named by a test; the page that shows them cannot be made otherwise."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
    paragraphs = importlib.import_module("paragraphs")
    assert paragraphs.untested() == []
    assert paragraphs.paragraphs().keys() >= {"pile.1.1", "rink.2.1", "blades.3.1"}


def test_a_paragraph_without_a_test_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no test names a paragraph, it is reported."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
    paragraphs = importlib.import_module("paragraphs")
    (tmp_path / "test_one.py").write_text('def test_turns() -> None:\n    """pile.1.1: turns."""\n', "utf-8")
    missing = paragraphs.untested(tmp_path)
    assert "pile.1.1" not in missing
    assert "pile.1.2" in missing


def test_every_code_of_an_illegal_move_is_told() -> None:
    """What programs may find in ``IllegalMove.code`` stands in the table of the page on errors, and no more."""
    told = _codes("# Errors")
    sources = [ROOT / "src" / "hockey_cards" / "game.py"]
    sources += [ROOT / "src" / "hockey_cards" / family / "state.py" for family in families()]
    texts = [path.read_text("utf-8") for path in sources]
    said = {code for text in texts for code in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', text)}
    assert told == said - {"sudden-death", "until-matched"}


def test_every_code_of_a_session_is_told() -> None:
    """The same for ``SessionError.code``."""
    source = (ROOT / "src" / "hockey_cards" / "session.py").read_text("utf-8")
    assert _codes("## Sessions") == set(re.findall(r'code="([a-z-]+)"', source))


def _codes(heading: str) -> set[str]:
    """Return the codes in the first table after a heading of the page on errors."""
    page = (ROOT / "docs" / "errors.md").read_text("utf-8")
    section = page.split(f"{heading}\n", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))
