"""The build hooks: compiled message catalogues, ``fr.mo`` beside ``fr.po``, and the addresses of the project."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


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


class Addresses(MetadataHookInterface):
    """The hook that adds ``[project.urls]``, which hatchling finds by its base class too."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses, or none while no owner is set."""
        config = cast("dict[str, str]", self.config)  # pyright: ignore[reportUnknownMemberType]  # an untyped dict
        metadata["urls"] = addresses(config["owner"])


def addresses(owner: str) -> dict[str, str]:
    """Return the addresses of the project on GitHub, or none for an empty owner."""
    if not owner:
        return {}
    source = f"https://github.com/{owner}/hockey_cards"
    site = f"https://{owner}.github.io/hockey_cards/"
    return {
        "Homepage": site,
        "Documentation": site,
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/main/CHANGELOG.md",
    }
