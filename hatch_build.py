"""The build hook that compiles the message catalogues: ``fr.po`` to ``fr.mo`` beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> None:
    """Compile every catalogue under a folder; fuzzy messages are left out, and so stay English."""
    for source in sorted(root.glob("**/catalogues/*.po")):
        with source.open("rb") as opened:
            catalogue = read_po(opened, locale=source.stem)
        with source.with_suffix(".mo").open("wb") as opened:
            write_mo(opened, catalogue)


class Catalogues(BuildHookInterface[Any]):
    """The hook, which hatchling finds by its base class, for a wheel and for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues of the package before its files are collected."""
        compile_catalogues(Path(self.root) / "src")
