"""The spelling of the pages, docstrings included: a word that no list knows is a warning where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from spylls.hunspell import Dictionary  # type: ignore[import-untyped]  # spylls brings no types

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_WORDS: Final = Path(__file__).parent / "spelling.txt"
_NAME: Final = re.compile(r"[^\W\d_].*[^.!?:;]\s+$", re.DOTALL)
"""What stands before a word with a capital letter that is a name, as no sentence begins there."""
_WORD: Final = re.compile(r"(?<![\w.@/\\-])[A-Za-zÀ-ÿ]+(?:'[a-z]+)?(?![\w@/\\])")
"""A word of letters; parts of addresses, of names with underscores and of codes are none."""
_PASSED: Final = (
    nodes.literal,
    nodes.literal_block,
    nodes.doctest_block,
    nodes.raw,
    nodes.comment,
    nodes.math,
    nodes.field_name,
    addnodes.desc_signature,
    addnodes.literal_strong,
    addnodes.pending_xref,
    addnodes.toctree,
    addnodes.index,
)
_log = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Look at each page when it has been read."""
    app.connect("doctree-read", _check)
    return {"parallel_read_safe": True}


def _check(_app: Sphinx, doctree: nodes.document) -> None:
    for node in doctree.findall(nodes.Text):
        for word in _unknown(node):
            _log.warning("unknown word %r: mend it, or add it to spelling.txt", word, location=node.parent)


def _unknown(node: nodes.Text) -> Iterator[str]:
    if any(isinstance(above, _PASSED) for above in _above(node)):
        return
    text = node.astext().replace("’", "'")
    for found in _WORD.finditer(text):
        is_name = found[0].isupper() or (found[0][0].isupper() and _NAME.search(text[: found.start()]))
        if not is_name and not is_known(found[0]):
            yield found[0]


def _above(node: nodes.Text) -> Iterator[nodes.Node]:
    above: nodes.Node | None = node.parent
    while above is not None:
        yield above
        above = above.parent


@cache
def _lists() -> tuple[Any, frozenset[str]]:
    """Return the dictionary that spylls brings with it, and the words of the project."""
    lines = _WORDS.read_text("utf-8").splitlines()
    return Dictionary.from_files("en_US"), frozenset(word for line in lines for word in line.partition("#")[0].split())


@cache
def is_known(word: str) -> bool:
    """Tell whether a word is spelled as a list has it; single letters always are."""
    dictionary, own = _lists()
    plain = word.removesuffix("'s")
    return len(plain) < 2 or not own.isdisjoint({plain, plain.lower()}) or bool(dictionary.lookup(plain))
