"""The gate: the checks that must pass before a change lands. ``nox`` runs all of them, ``nox -s lint`` one.

With ``nox --parallel auto`` the sessions that use one core run side by side.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

import nox
from nox.command import CommandFailed

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = [version for version in ("3.11", "3.12", "3.13", "3.14") if version != RUNNING]
EXTRAS = "cli,export,fast,play,plot,report,testing,tournament,web"
DOORS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "open-spiel"}
"""The extras of the doors to other frameworks, each with the distribution that it needs."""
HOSTED = {
    "citation-file-format": ["CITATION.cff"],
    "dependabot": [".github/dependabot.yml"],
    "github-issue-config": [".github/ISSUE_TEMPLATE/config.yml"],
    "github-issue-forms": [".github/ISSUE_TEMPLATE/[!c]*.yml"],
    "github-workflows": [".github/workflows/*.yml"],
    "readthedocs": [".readthedocs.yaml"],
}
"""The files that hosted services read, by the name of the JSON Schema that each must fit."""
ENGINE = ("tests/pile", "tests/rink", "tests/blades", "tests/strategies", "tests/testing")
"""The folders whose tests run on every Python, as do those in ``tests`` itself: rules, values, records, pickles."""
LOWEST = (
    "tests/batch/test_observations.py",
    "tests/cli/test_cli.py",
    "tests/terminal/test_screen.py",
    "tests/tournament/report",
    "tests/tournament/statistics/test_ratings.py",
)
"""The tests that run with the lowest versions of the dependencies: a few for each extra."""

# Some machines tell Python not to write compiled modules. The tests start many programs, and each of them would compile
# every module that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

nox.needs_version = ">=2026.10"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["build", "lint", "typing", "docs", "readme", "plugin", "client", "others", "doors", "tests"]


@nox.session
def build(session: nox.Session) -> None:
    """Build the sdist, and from it the wheel that the other sessions install."""
    _install_groups(session, "build")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build", "--installer", "uv", "--outdir", str(DIST))
    session.run("twine", "check", "--strict", *map(str, sorted(DIST.iterdir())))


@nox.session(requires=["build"], allow_parallel=True)
def lint(session: nox.Session) -> None:
    """Check the format, the rules of the linter, the imports between the modules, and the files for hosted services."""
    _install_groups(session, "lint")
    _install_wheel(session)
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("lint-imports", "--no-cache")
    session.run("zizmor", "--offline", "--no-progress", "--quiet", ".")
    for schema, patterns in HOSTED.items():
        files = [str(path) for pattern in patterns for path in sorted(ROOT.glob(pattern))]
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


@nox.session(requires=["build"], allow_parallel=True)
def typing(session: nox.Session) -> None:
    """Check the types with two checkers, the completeness of the public types, and a script of a user."""
    _install_groups(session, "typing")
    _install_wheel(session)
    session.run("mypy")
    session.run("mypy", "--config-file=", "--strict", "examples/consumer.py")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "hockey_cards", "--ignoreexternal")


@nox.session(requires=["build"], allow_parallel=True)
def docs(session: nox.Session) -> None:
    """Build the documentation; a broken reference or link is an error, and so is an unknown word."""
    _install_groups(session, "docs")
    _install_wheel(session)
    _install_frameworks(session)
    session.run("sphinx-build", "-E", "-n", "-W", "--keep-going", "-q", "docs", "docs/_build/html")


@nox.session(requires=["build"], allow_parallel=True)
def readme(session: nox.Session) -> None:
    """Run the installation command of the README, in a folder that holds only the sdist.

    Then install an extra as the error for a missing one says, which works without a registry that has the package.
    """
    command = next(line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if _installs(line))
    folder = Path(session.create_tmp()) / "clone"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.unpack_archive(next(DIST.glob("*.tar.gz")), folder)
    session.chdir(next(folder.iterdir()))
    session.run("bash", "-c", command, external=True)
    session.run(".venv/bin/pip", "install", "hockey-cards[report]", external=True)


@nox.session(requires=["build"], allow_parallel=True)
def plugin(session: nox.Session) -> None:
    """Install the sample plug-ins beside the wheel and run their tests, as their authors would."""
    _install_groups(session, "test")
    _install_wheel(session)
    for example in ("plugin", "plugin_family"):
        session.install("--no-deps", f"examples/{example}")
        with session.chdir(f"examples/{example}"):
            session.run("pytest", "--rootdir=.", "-p", "no:cacheprovider")


@nox.session(allow_parallel=True)
def client(session: nox.Session) -> None:
    """Generate types from the JSON Schemas, and compile the client in TypeScript with them."""
    _install_groups(session, "client")
    folder = Path(session.create_tmp()) / "clone"
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("docs/schema", "examples/typescript"):
        ignored = shutil.ignore_patterns("node_modules", "generated")
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    session.chdir(folder / "examples" / "typescript")
    try:
        session.run("npm", "ping", silent=True)
    except CommandFailed:
        session.skip("npm cannot reach its registry")
    session.run("npm", "ci", "--no-audit", "--no-fund")
    session.run("npm", "run", "check")


@nox.session(requires=["build"])
def tests(session: nox.Session) -> None:
    """Run the tests and the examples of the documents on the running Python, and measure what they cover.

    The slow tests run without coverage, which would make them take half as long again.
    """
    _install_tests(session)
    if session.posargs:
        _run_tests(session, *session.posargs)
        return
    _run_tests(session, "-m", "slow and not long")
    _run_tests(session, "-m", "not slow and not long", "--cov", "--cov-report=term")


@nox.session(requires=["build"], allow_parallel=True)
def doors(session: nox.Session) -> None:
    """Run the tests of the doors with the newest versions of the frameworks, and those of the frameworks themselves."""
    _install_tests(session)
    _install_frameworks(session)
    page = "tests/docs/test_documents.py::test_examples_do_what_they_show[docs/howto/{}.md]"
    _run_tests(session, "-m", "not long", "tests/doors", *map(page.format, DOORS), *session.posargs)


@nox.session(python=OTHERS, requires=["build"])
def others(session: nox.Session) -> None:
    """Run the tests of the engine on the other Pythons that the machine has, with fewer examples."""
    _install_tests(session)
    own = (str(path) for path in sorted((ROOT / "tests").glob("test_*.py")))
    _run_tests(session, "-m", "not slow and not long", *ENGINE, *own, *session.posargs, profile="quick")


@nox.session(default=False, requires=["build"])
def full(session: nox.Session) -> None:
    """Run all tests, including the long ones, with many more examples; the doors with the oldest frameworks."""
    _install_tests(session)
    _install_frameworks(session, oldest=True)
    _run_tests(session, "-m", "", *session.posargs, profile="full")


@nox.session(default=False, requires=["build"], python="3.11")
def lowest(session: nox.Session) -> None:
    """Run some tests of every extra with the lowest versions of the dependencies that the wheel allows.

    They run on the oldest Python, as old versions have no wheels for newer ones.
    """
    project = nox.project.load_toml("pyproject.toml")["project"]
    wanted = [each for extra in EXTRAS.split(",") for each in project["optional-dependencies"][extra]]
    tools = [each for each in _group("test") if each.startswith(("jsonschema", "pytest"))]
    session.install("--resolution", "lowest-direct", *project["dependencies"], *wanted, *tools)
    session.install("--no-deps", str(next(DIST.glob("*.whl"))))
    # Old versions use what newer ones of their own dependencies call deprecated.
    _run_tests(session, "-W", "ignore::DeprecationWarning", "-m", "not slow and not long", *LOWEST, profile="quick")


@nox.session(default=False, requires=["build"])
def fuzz(session: nox.Session) -> None:
    """Fuzz the parsers for a minute, or as long as the arguments for libFuzzer say."""
    session.install("atheris")
    _install_wheel(session)
    session.run("python", "tests/fuzz/parsers.py", *(session.posargs or ["-max_total_time=60"]))


def _installs(line: str) -> bool:
    return line.startswith("python -m venv") and "hockey-cards" in line


def _group(*groups: str) -> tuple[str, ...]:
    return nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), *groups)


def _install_groups(session: nox.Session, *groups: str) -> None:
    session.install(*_group(*groups))


def _install_wheel(session: nox.Session) -> None:
    """Install the wheel that ``build`` made, with its extras: what users get, not the work tree."""
    wheel = next(DIST.glob("*.whl"))
    session.install(f"hockey-cards[{EXTRAS}] @ {wheel.as_uri()}")


def _install_tests(session: nox.Session) -> None:
    _install_groups(session, "test")
    _install_wheel(session)


def _install_frameworks(session: nox.Session, *, oldest: bool = False) -> None:
    """Install the framework of each door, but nothing that would have to be compiled."""
    wanted = nox.project.load_toml("pyproject.toml")["project"]["optional-dependencies"]
    for extra, name in DOORS.items():
        versions = [each.replace(">=", "==") if oldest and each.startswith(name) else each for each in wanted[extra]]
        try:
            session.install("--only-binary", name, *versions, silent=True)
        except CommandFailed:
            session.warn(f"{name} has no wheel for this Python: its tests are skipped")
    with contextlib.suppress(CommandFailed):
        session.install("--no-deps", "shimmy>=2", silent=True)


def _run_tests(session: nox.Session, *arguments: str, profile: str = "gate") -> None:
    """Run the tests. In the gate a test that hangs fails after five minutes, and the failure names it."""
    settings = {"HOCKEY_CARDS_PROFILE": profile}
    if profile != "full":
        arguments = ("--timeout=300", *arguments)
    session.run("pytest", "-n", "auto", "--dist", "worksteal", "--durations=10", *arguments, env=settings)
