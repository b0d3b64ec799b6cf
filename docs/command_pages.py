"""The pages of the commands, read off the program itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from typer.main import get_command

from hockey_cards.cli.app import NAME, app
from markdown_table import table


def pages() -> Mapping[str, str]:
    """Return the pages by the names of their commands."""
    group: Any = get_command(app)
    context = group.make_context(NAME, [], resilient_parsing=True)
    return {name: "\n".join(_page(name, command, context)) for name, command in group.commands.items()}


def _page(name: str, command: Any, parent: Any) -> Iterator[str]:
    context = command.make_context(name, [], parent=parent, resilient_parsing=True)
    yield f"(command-{name})="
    yield f"# {NAME} {name}\n"
    yield f"{command.help}\n"
    yield f"```text\n{command.get_usage(context)}\n```\n"
    kinds = {"argument": "Arguments", "option": "Options"}
    for kind, heading in kinds.items():
        rows = [_row(param, context) for param in command.get_params(context) if param.param_type_name == kind]
        if rows:
            yield f"## {heading}"
            yield from table([("", ""), *rows])


def _row(param: Any, context: Any) -> tuple[str, str]:
    names, text = param.get_help_record(context) or (param.name, "")
    return f"`{names}`", text.replace("  [", " [").replace("[default", "\\[default").replace("[required", "\\[required")
