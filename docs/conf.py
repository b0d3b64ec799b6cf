"""How Sphinx builds the documentation; it asks nothing of the network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hockey_cards

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "hockey_cards"
author = "the hockey_cards authors"
project_copyright = "2026, the hockey_cards authors"
release = hockey_cards.__version__
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "generated",
    "links",
    "spelling",
]
exclude_patterns = ["_build", "inventories"]
html_theme = "furo"
html_title = f"hockey_cards {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5ea8", "color-brand-content": "#0b5ea8"},
    "dark_css_variables": {"color-brand-primary": "#7cc0ff", "color-brand-content": "#7cc0ff"},
}

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
smartquotes_action = "qe"  # two dashes begin an option of a command, and are none of print
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

add_module_names = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True

# The inventories are kept here, so that nothing is fetched; inventories/README.md tells what is in them.
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", str(HERE / "inventories" / "python.inv")),
    "hypothesis": ("https://hypothesis.readthedocs.io/en/latest/", str(HERE / "inventories" / "hypothesis.inv")),
}

# Each family has a State and a View of its own; which one is meant, the module of the name tells the reader.
suppress_warnings = ["ref.python"]
nitpick_ignore_regex = [
    # Type variables.
    (r"py:.*", r"(hockey_cards\.\w+\.)?[A-Z](_co|_contra)?"),
    # What a package keeps in its modules and does not export; and aliases of such types.
    (r"py:.*", r"hockey_cards\.\w+\.\w+\.\w+|Array|Cards|Chain|Weights"),
    # The arrays of numpy, of which no inventory is kept.
    (r"py:class", r"numpy\..+"),
]

WRITTEN_OUT = {"Random": "random.Random", "concurrent.futures._base.Executor": "concurrent.futures.Executor"}
"""Names as autodoc knows them, where they are imported for the type checker only or from a private place."""


def setup(app: Sphinx) -> None:
    """Connect what this project needs of its own."""
    app.connect("autodoc-process-docstring", _keep_whole, priority=400)
    app.connect("missing-reference", _qualify, priority=400)


def _keep_whole(app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Keep napoleon, which comes later, from reading ``The board: the score`` as a type and its meaning."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]  # an empty comment, which shows nothing


def _qualify(_app: Sphinx, _env: BuildEnvironment, node: pending_xref, _content: nodes.Element) -> Any:
    """Write a name out, so that intersphinx, which comes later, finds it."""
    node["reftarget"] = WRITTEN_OUT.get(node["reftarget"], node["reftarget"])
