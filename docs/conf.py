"""How Sphinx builds the documentation; it asks nothing of the network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import hockey_cards

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

project = "hockey_cards"
author = "the hockey_cards authors"
project_copyright = "2026, the hockey_cards authors"
release = hockey_cards.__version__
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "generated"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"hockey_cards {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

add_module_names = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True

# Each family has a State and a View of its own; which one is meant, the module of the name tells the reader.
suppress_warnings = ["ref.python"]
nitpick_ignore_regex = [
    # Names of Python, attrs and numpy: nothing is linked that needs the network. Every name of our own must resolve.
    (r"py:.*", r"(?!hockey_cards)[a-z_]+(\.\w+)*"),
    (r"py:.*", r"[A-Z]\w*Error|Random|Any|Self"),
    # Type variables.
    (r"py:.*", r"(hockey_cards\.\w+\.)?[A-Z](_co|_contra)?"),
    # What a package keeps in its modules and does not export; and aliases of such types.
    (r"py:.*", r"hockey_cards\.\w+\.\w+\.\w+|Cards|Chain|Weights"),
]


def setup(app: Sphinx) -> None:
    """Connect what this project needs of its own."""
    app.connect("autodoc-process-docstring", _keep_whole, priority=400)


def _keep_whole(app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Keep napoleon, which comes later, from reading ``The board: the score`` as a type and its meaning."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]  # an empty comment, which shows nothing
