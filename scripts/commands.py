#!/usr/bin/env python3
"""Print docs/commands.md: every command with all its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import rich_click as click

from autoplay.cli import main

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
    """Yield the description of a command, its usage, and a row for each option."""
    context = click.Context(verb, parent=parent, info_name=verb.name)
    yield f"## {context.command_path}\n"
    yield f"```text\n{' '.join([context.command_path, *verb.collect_usage_pieces(context)])}\n```\n"
    yield VERBATIM.sub(r"```text\n\1\n```", inspect.cleandoc(verb.help or "")) + "\n"
    yield "| option | |\n|---|---|"
    for option in verb.params:
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            name, text = (part.replace("|", "\\|") for part in record)
            yield f"| `{name}` | {text} |"
    yield ""
    if isinstance(verb, click.Group):
        for command in verb.commands.values():
            yield from section(command, context)


if __name__ == "__main__":
    print(page(), end="")
