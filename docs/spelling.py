"""Check of the spelling of the pages, docstrings included: an unknown word is a warning."""

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
"""The text before a capitalised word that does not begin a sentence, and so is a name."""
_WORD: Final = re.compile(r"(?<![\w.@/\\-])[A-Za-zÀ-ÿ]+(?:'[a-z]+)?(?![\w@/\\])")
"""A word of letters that is no part of an address, an identifier or a code."""
_SKIPPED: Final = (
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
    """Check each page once it has been read."""
    app.connect("doctree-read", _check)
    return {"parallel_read_safe": True}


def _check(_app: Sphinx, doctree: nodes.document) -> None:
    for node in doctree.findall(nodes.Text):
        for word in _unknown(node):
            _log.warning("unknown word %r: correct it, or add it to spelling.txt", word, location=node.parent)


def _unknown(node: nodes.Text) -> Iterator[str]:
    if any(isinstance(above, _SKIPPED) for above in _above(node)):
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
    """Return the dictionary that comes with spylls, and the words of the project."""
    lines = _WORDS.read_text("utf-8").splitlines()
    return Dictionary.from_files("en_US"), frozenset(word for line in lines for word in line.partition("#")[0].split())


@cache
def is_known(word: str) -> bool:
    """Return whether a word is in the dictionary or in the list of the project; single letters always are."""
    dictionary, own = _lists()
    plain = word.removesuffix("'s")
    return len(plain) < 2 or not own.isdisjoint({plain, plain.lower()}) or bool(dictionary.lookup(plain))
