"""The files for those who join the project: hosted services, dependencies, addresses, citation."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hockey_cards

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def _texts() -> dict[str, str]:
    files = [
        *WORKFLOWS,
        *TEMPLATES,
        *(ROOT / name for name in ("CITATION.cff", "CODE_OF_CONDUCT.md", "SECURITY.md", "pyproject.toml")),
    ]
    return {path.name: path.read_text("utf-8") for path in files}


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    monkeypatch.delitem(sys.modules, "hatch_build", raising=False)
    return pytest.importorskip("hatch_build")


def test_no_address_is_given_while_no_owner_is_set(hooks: Any) -> None:
    assert {} == hooks.addresses("")


def test_addresses_follow_from_the_owner(hooks: Any) -> None:
    found = hooks.addresses("ann")
    assert ["Homepage", "Documentation", "Source", "Issues", "Changelog"] == list(found)
    assert "https://github.com/ann/hockey_cards" == found["Source"]
    assert "https://ann.github.io/hockey_cards/" == found["Documentation"]


def test_the_owner_is_named_in_one_place_only() -> None:
    """No other file names an account on GitHub, but for those of the actions."""
    named = {
        name: re.findall(r"https?://(?:github\.com|[\w-]+\.github\.io|[\w-]+\.readthedocs\.io)\S*", text)
        for name, text in _texts().items()
    }
    assert {} == {name: addresses for name, addresses in named.items() if addresses}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_hash_and_its_version_is_named(path: Path) -> None:
    uses = re.findall(r"uses: (.+)", path.read_text("utf-8"))
    assert uses
    assert [] == [each for each in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)]


def test_one_action_has_one_version() -> None:
    pins = {pin for path in WORKFLOWS for pin in re.findall(r"uses: (\S+)@(\S+)", path.read_text("utf-8"))}
    assert len({action for action, _ in pins}) == len(pins)


def test_gate_runs_on_every_python_that_the_package_names() -> None:
    prefix = "Programming Language :: Python :: 3."
    named = {each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if each.startswith(prefix)}
    gate = (ROOT / ".github" / "workflows" / "gate.yml").read_text("utf-8")
    several = re.search(r"python-version: \|\n((?: +3\.\d+\n)+)", gate)
    matrix = re.search(r"python: \[(.+)\]", gate)
    assert several is not None
    assert matrix is not None
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert named == set(several[1].split())
    assert named - {lowest} == set(re.findall(r"3\.\d+", matrix[1]))


def test_sessions_that_hosted_services_run_exist() -> None:
    """Every session named after ``nox -s`` is a function of the noxfile."""
    files = [*WORKFLOWS, ROOT / ".readthedocs.yaml"]
    called = {
        name
        for path in files
        for line in re.findall(r"nox -s ([\w ]+)$", path.read_text("utf-8"), re.MULTILINE)
        for name in line.split()
    }
    defined = re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE)
    assert {"build", "docs", "lowest", "readme", "tests"} == called
    assert set() == called - set(defined)


def test_hooks_before_a_commit_use_the_requirements_of_the_gate() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    wanted = {name for line in re.findall(r"additional_dependencies: \[(.+)\]", hooks) for name in line.split(", ")}
    assert wanted
    assert set() == {name.strip('"') for name in wanted} - set(PROJECT["dependency-groups"]["lint"])


def test_citation_has_the_version_and_the_licence_of_the_package() -> None:
    fields = dict(re.findall(r"^(\w+): (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))
    assert hockey_cards.__version__ == fields["version"]
    assert PROJECT["project"]["license"] == fields["license"]


def test_every_source_of_new_versions_has_a_cooldown() -> None:
    updates = (ROOT / ".github" / "dependabot.yml").read_text("utf-8")
    days = [int(each) for each in re.findall(r"default-days: (\d+)", updates)]
    assert updates.count("package-ecosystem:") == len(days)
    assert min(days) >= 7


def test_changelog_dates_a_version_only_once_it_is_released() -> None:
    """The first section is ``Unreleased``, and those below it have a version and a date."""
    first, *others = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert "Unreleased" == first
    assert [] == [each for each in others if not re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", each)]
