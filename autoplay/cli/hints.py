"""Hints of errors, fitted to the command in which they appear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import rich_click as click

OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
OTHER_COMMAND: Final = re.compile(r"\b(autoplay|playwright|pip|xvfb-run) ")
"""Matches hints that are commands of their own, with their own options."""
READERS: Final = ("read", "solve")
"""Commands that have the options that hints about pictures and puzzles name."""


def fit_hint(hint: str, command: click.Command, group: click.Group) -> str:
    """Return a hint without options that the command does not have.

    If all of its parts name such options, it says which command of the group has them.
    """
    if OTHER_COMMAND.search(hint):
        return hint
    known = _list_options(command) | _list_options(group)
    parts = [part for part in hint.split("; ") if known.issuperset(OPTION.findall(part))]
    if parts:
        return "; ".join(parts)
    named = set(OPTION.findall(hint))
    context = click.Context(group)
    for verb in READERS:
        other = group.get_command(context, verb)
        if other and named <= _list_options(other):
            return f"with autoplay {verb}: {hint}"
    return hint


def find_command(words: Sequence[str], group: click.Group) -> click.Command:
    """Return the command that the words of a command line name, the group itself if none."""
    found: click.Command = group
    for word in words:
        if not isinstance(found, click.Group):
            break
        command = found.get_command(click.Context(found), word)
        if command is None:
            break
        found = command
    return found


def fit_to_running(hint: str) -> str:
    """Return a hint fitted to the command that runs, if one does."""
    context = click.get_current_context(silent=True)
    if context is None:
        return hint
    group = context.find_root().command
    return fit_hint(hint, context.command, group) if isinstance(group, click.Group) else hint


def _list_options(command: click.Command) -> set[str]:
    names: set[str] = set()
    for parameter in command.params:
        names.update(parameter.opts)
    return names
