#!/usr/bin/env python3
"""Print docs/commands.md: every command with all its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import rich_click as click

from autoplay.cli import main
from autoplay.wording import MORE_OPTIONS

HEAD = """\
# Every command

Every command with all its options; `make reference` updates this page.

```sh
autoplay solve --help   # the common options
autoplay help solve     # all of them
autoplay completion zsh # a script that lets your shell complete commands and options
```
"""
VERBATIM = re.compile(r"^\x08\n(.+?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
"""Paragraph of a help text that click does not rewrap."""


def page() -> str:
    """Return the whole page."""
    context = click.Context(main, info_name="autoplay")
    parts = [HEAD]
    for name in main.list_commands(context):
        verb = main.get_command(context, name)
        assert verb is not None
        parts += section(verb, context)
    return "\n".join(parts)


def section(verb: click.Command, parent: click.Context) -> Iterator[str]:
    """Yield the description of a command, its usage, and a table for each group of options."""
    context = click.Context(verb, parent=parent, info_name=verb.name)
    yield f"## {context.command_path}\n"
    yield f"```text\n{' '.join([context.command_path, *verb.collect_usage_pieces(context)])}\n```\n"
    yield VERBATIM.sub(r"```text\n\1\n```", inspect.cleandoc(verb.help or "")) + "\n"
    for group, rows in list_options(verb, context).items():
        yield f"| {group} | |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if isinstance(verb, click.Group):
        for command in verb.commands.values():
            yield from section(command, context)


def list_options(verb: click.Command, context: click.Context) -> dict[str, list[str]]:
    """Return the rows of each group of options, in the order in which the help shows them."""
    rows: dict[str, list[str]] = {"option": [], MORE_OPTIONS: []}
    for option in verb.params:
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            name, text = (part.replace("|", "\\|") for part in record)
            group = getattr(option, "panel", None) or "option"
            rows.setdefault(group, []).append(f"| `{name}` | {text} |")
    return {group: found for group, found in rows.items() if found}


if __name__ == "__main__":
    print(page(), end="")
