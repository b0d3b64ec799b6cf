"""The import of optional dependencies, with one error for those that are not installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hockey_cards.errors import MissingExtra


def load(module: str, *, extra: str, purpose: str) -> Any:
    """Import a module that an extra provides.

    Args:
        module: The full name of the module.
        extra: The extra that installs it.
        purpose: What it is needed for, as the subject of a sentence: ``"an HTML report"``.

    Raises:
        MissingExtra: If it cannot be imported; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(error, extra=extra, purpose=purpose) from error


def missing(error: ImportError, *, extra: str, purpose: str) -> MissingExtra:
    """Return the error for a failed import of something that an extra provides."""
    return MissingExtra(f'{purpose} needs the extra `{extra}` ({error}): pip install "hockey-cards[{extra}]"')


def lazy_exports(
    package: str, homes: Mapping[str, Iterable[str]], *, extra: str, requires: str, purpose: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose public names need an extra.

    A name is imported when it is first used. If that fails for want of the extra, the error is ``MissingExtra``.

    Args:
        package: The name of the package.
        homes: By module of the package the public names that it defines.
        extra: The extra that is needed.
        requires: A module that the extra installs. ``dir`` lists the names only if it is there.
        purpose: What it is needed for, as the subject of a sentence.
    """
    modules = {name: f"{package}.{module}" for module, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(load(modules[name], extra=extra, purpose=purpose), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *(modules if find_spec(requires) else ())})

    return find, names
