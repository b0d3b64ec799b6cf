"""The pages that are made from the code: what they tell of a game is what its rules do."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from test_documents import EXAMPLES

import hockey_cards
from golden import named
from hockey_cards import Rank
from hockey_cards.pile import Claim, Pile, Referee, Situation, forbids, judge

DOCS = Path(__file__).parents[2] / "docs"
GAMES = named()
RULES: dict[str, Any] = {key: game.rules for key, game in GAMES.items()}
PILES: dict[str, Referee] = {key: rules.referee for key, rules in RULES.items() if isinstance(rules, Pile)}
CLAIMS = {
    Claim.NONE: "nobody has the claim",
    Claim.OWN: "the side to move has it",
    Claim.OTHER: "the other side has it",
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import modules of the site by name."""
    monkeypatch.setattr(sys, "path", [str(DOCS), *sys.path])
    return importlib.import_module


def diagrams(page: str) -> list[ElementTree.Element]:
    """Return the SVGs of a page, parsed."""
    return [ElementTree.fromstring(f"<svg{part}</svg>") for part in _cut(page, "<svg", "</svg>")]


def _cut(text: str, start: str, end: str) -> Iterator[str]:
    yield from (part.partition(end)[0] for part in text.split(start)[1:])


def test_every_game_has_a_page(site: Any) -> None:
    """The gallery has all games of the library, and tells a history of each and of no other."""
    pages = site("variant_pages")
    assert set(GAMES) == set(pages.histories())
    assert {*GAMES} <= {*pages.pages()}


@pytest.mark.parametrize("key", GAMES)
def test_pages_are_whole(key: str, site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has all parts of the template, its pictures are sound, and its examples do what they show."""
    pages = site("variant_pages")
    page = pages.page(GAMES[key], pages.histories()[key])
    headings = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    assert [
        "How to play",
        "A sample game",
        "Play it",
        "Where it comes from",
        "What a card does",
        "From state to state",
        "House rules",
    ] == [heading for heading in headings if heading != "Measured"]
    assert len(diagrams(page)) > 2
    (tmp_path / "page.md").write_text(page, "utf-8")
    examples = list(EXAMPLES.parse(tmp_path / "page.md").examples())
    assert examples
    monkeypatch.chdir(tmp_path)
    for example in examples:
        example.evaluate()


MEASURED = """
### `random` against itself

| variant | games | goals | draws |
| --- | ---: | ---: | ---: |
| `rink` | 2000 | 6.9 ± 0.1 | 12% |
| `shots` | 2000 | 2.9 ± 0.1 | 9% |

### `greedy` against `random`

| variant | deals | share |
| --- | ---: | ---: |
| `rink` | 1000 | 85% ± 1 |
"""


def test_measured_facts_are_those_of_the_game(site: Any) -> None:
    """Of each table the row of the game is taken; what was not measured is left out."""
    facts = site("measured_facts").facts
    assert {
        "`random` against itself": {"games": "2000", "goals": "6.9 ± 0.1", "draws": "12%"},
        "`greedy` against `random`": {"deals": "1000", "share": "85% ± 1"},
    } == facts("rink", MEASURED)
    assert ["`random` against itself"] == list(facts("shots", MEASURED))
    assert {} == facts("blades", MEASURED) == facts("rink", "")


@pytest.mark.parametrize("key", PILES)
def test_states_tell_the_whole_rule(key: str, site: Any) -> None:
    """For each situation and rank that may be played there is just one way in the diagram, and it tells the ruling."""
    referee = PILES[key]
    told = {(edge.before, move, edge.call, edge.after) for edge in _ways(site, key) for move in edge.move.split(" or ")}
    for situation, rank in _situations(referee):
        if not forbids(referee, situation, rank):
            ruling = judge(referee, situation, rank)
            call = f"{ruling.call}, pile aside" if ruling.clears else str(ruling.call)
            before, after = _state(referee, situation), _after(referee, situation, rank)
            kind = _kind(referee, situation, rank)
            assert {(call, after)} == {way[2:] for way in told if way[:2] == (before, kind)}


def _ways(site: Any, key: str) -> Any:
    return site("states").edges(GAMES[key])


def _situations(referee: Referee) -> Iterator[tuple[Situation, Rank]]:
    claims = Claim if referee.goal_needs_pass else [Claim.NONE]
    tops = [(), *((rank,) for rank in Rank)]
    for claim, top, rank in product(claims, tops, Rank):
        yield Situation(claim, top), rank
    for claim, rank in product(claims, Rank):
        yield Situation(claim, (), first=True), rank


def _kind(referee: Referee, situation: Situation, rank: Rank) -> str:
    for ranks in (referee.pass_ranks, referee.goal_ranks, referee.stop_ranks):
        if rank in ranks:
            return "/".join(map(str, ranks))
    return "match" if rank in situation.tops else "other card"


def _state(referee: Referee, situation: Situation) -> str:
    if referee.goal_needs_pass:
        return CLAIMS[situation.claim]
    if not situation.tops:
        first = situation.first and referee.stop_may_lead == "not-first"
        return "empty table, first card" if first else "empty table"
    return "a stop on top" if situation.tops[0] in referee.stop_ranks else "a card on top"


def _after(referee: Referee, situation: Situation, rank: Rank) -> str:
    ruling = judge(referee, situation, rank)
    return _state(referee, Situation(ruling.claim.turned, () if ruling.clears else (rank,)))


@pytest.mark.parametrize("key", GAMES)
def test_sample_games_show_a_goal(key: str, site: Any) -> None:
    """The pictures of a sample game end with its first goal, and the last of them says so."""
    pictures = site("pictures")
    _, game = pictures.sample(GAMES[key])
    told = list(_cut(pictures.film(game), "<figcaption>", "</figcaption>"))
    assert "the deal" == told[0]
    assert 2 <= len(told) <= pictures.MOMENTS
    assert [text.endswith("goal") for text in told] == [False] * (len(told) - 1) + [True]


def test_every_command_has_a_page(site: Any) -> None:
    """A page of a command tells what its help tells: its arguments and options, each with its meaning."""
    pages = site("command_pages").pages()
    assert {"play", "replay", "rules", "shuffle", "simulate", "strategies", "tournament", "variants"} <= set(pages)
    assert "`--deals" in pages["tournament"]
    assert "`VARIANT" in pages["rules"]
    assert all("`-h, --help`" in page for page in pages.values())


def test_every_module_is_described() -> None:
    """The page on the architecture names each module and package of the library."""
    page = (DOCS / "explanation" / "architecture.md").read_text("utf-8")
    modules = {module.name for module in pkgutil.iter_modules(hockey_cards.__path__)} - {"__main__"}
    assert set() == {name for name in modules if f"`{name}`" not in page}


def test_implied_imports_are_left_out(site: Any) -> None:
    """Where a imports b and b imports c, the diagram has no arrow from a to c; layers keep the arrows short."""
    diagram = site("import_diagram")
    found = {
        name: frozenset(needs) for name, needs in {"a": "bc", "b": "c", "c": "", "d": "", "e": "d", "f": "ed"}.items()
    }
    reduced = diagram.reduced(found)
    assert {
        name: frozenset(needs) for name, needs in {"a": "b", "b": "c", "c": "", "d": "", "e": "d", "f": "e"}.items()
    } == reduced
    assert [["c", "d"], ["b", "e"], ["a", "f"]] == diagram.layers(reduced)


def test_broken_links_are_found(site: Any, tmp_path: Path) -> None:
    """What leads to no page, and to no place on its own or another page, is told with its page; the rest is not."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text('<p id="here"><a href="sub/a.html#there"></a><a href="#here"></a>', "utf-8")
    links = ["../index.html#nowhere", "#gone", "b.html", "../index.html", "https://pagat.com/none#x", "../a.txt"]
    text = "".join(f'<a href="{link}"></a>' for link in links)
    (tmp_path / "sub" / "a.html").write_text(f'<h1 id="there">{text}<img src="c.svg">', "utf-8")
    assert [
        "sub/a.html: there is no anchor ../index.html#nowhere",
        "sub/a.html: there is no anchor #gone",
        "sub/a.html: there is no page b.html",
        "sub/a.html: there is no page ../a.txt",
        "sub/a.html: there is no page c.svg",
    ] == list(site("links").broken(tmp_path))
