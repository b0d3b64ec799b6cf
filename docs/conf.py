"""Configuration of Sphinx. The build needs no network."""

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
    "play_page",
    "spelling",
]
exclude_patterns = ["_build", "inventories", "play"]
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
smartquotes_action = "qe"  # not "D": two dashes begin an option of a command
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

add_module_names = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True

# The inventories are part of the repository, so that nothing is downloaded; see inventories/README.md.
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", str(HERE / "inventories" / "python.inv")),
    "hypothesis": ("https://hypothesis.readthedocs.io/en/latest/", str(HERE / "inventories" / "hypothesis.inv")),
}

# Some names exist in several families; the link leads to the one in the module at hand.
suppress_warnings = ["ref.python"]
nitpick_ignore_regex = [
    # Type variables.
    (r"py:.*", r"(hockey_cards\.(\w+\.)+)?[A-Z](_co|_contra)?"),
    # Types that a package does not export, and aliases of such types.
    (r"py:.*", r"hockey_cards\.\w+\.\w+\.\w+|Array|Cards|Chain|Spending|Weights|_Link"),
    # The arrays of numpy, the renderables of rich and the widgets of textual, which have no inventory here.
    (r"py:class", r"(numpy|rich|textual)\..+|BindingType"),
]

FULL_NAMES = {
    "Path": "pathlib.Path",
    "Random": "random.Random",
    "concurrent.futures._base.Executor": "concurrent.futures.Executor",
}
"""Full names of types that autodoc sees under another name: imported for the type checker only, or private."""


def setup(app: Sphinx) -> None:
    """Connect the handlers of this project."""
    app.connect("autodoc-process-docstring", _keep_whole, priority=400)
    app.connect("missing-reference", _qualify, priority=400)


def _keep_whole(app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Keep napoleon, which runs later, from reading ``The board: the score`` as a type and a description."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]  # an empty comment, which is not rendered


def _qualify(_app: Sphinx, _env: BuildEnvironment, node: pending_xref, _content: nodes.Element) -> Any:
    """Replace a name by its full name, so that intersphinx, which runs later, finds it."""
    node["reftarget"] = FULL_NAMES.get(node["reftarget"], node["reftarget"])
