"""Wrong usage of the command line, in words that say what to type instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import rich_click as click

from autoplay.wording import did_you_mean
from solvers.errors import inflect

NUMBER: Final = re.compile(r"(\S+) is not (a valid|in the range)\b")
"""Click's words for a value that is no number, or not in its range."""
EXTRA: Final = re.compile(r"Got unexpected extra argument \((.*)\)")
"""Click's words for an argument that the command does not take."""
COUNTED: Final = ("--port", "--size")
"""Options whose value is often typed alone, the number that a command is about."""
MOST_COMMANDS: Final = 3
"""Commands that are named because they have an option; more would be a list to read."""


def describe_misuse(error: click.ClickException, words: Sequence[str], group: click.Group) -> str:
    """Return the message of wrong usage of the words after the program's name, with similar options
    and choices."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        return _describe_unknown_option(error.option_name, error.ctx.command, words, group)
    message = error.format_message()
    if found := EXTRA.match(message):
        return message + _suggest_option(found[1], error)
    kind = getattr(getattr(error, "param", None), "type", None)
    if not isinstance(error, click.BadParameter) or kind is None:
        return message
    # click lists the choices, but suggests none of them.
    if isinstance(kind, click.Choice):
        word = error.message.partition("' is not one of ")[0].lstrip("'")
        return message + did_you_mean(word, map(str, kind.choices))
    return message.replace(error.message, describe_bad_value(error, kind))


def _suggest_option(word: str, error: click.ClickException) -> str:
    """Return the question whether a word that is left over is the value of an option."""
    context = getattr(error, "ctx", None)
    options = _list_long_options(context.command) if context else []
    candidates: tuple[str, ...] = ()
    if word[:1].isdigit():
        candidates = COUNTED
    elif "." in word:
        candidates = ("--output",)
    for option in candidates:
        if option in options:
            return f". Did you mean {option} {word}?"
    return ""


def describe_bad_value(error: click.BadParameter, kind: click.ParamType[Any]) -> str:
    """Return the message about a value that a type does not take, without its option."""
    found = NUMBER.match(error.message)
    if not found or not isinstance(kind, type(click.INT) | type(click.FLOAT)):
        return error.message
    return f"{found[1]} is not {_describe_number(kind)}"


def _describe_number(kind: click.ParamType[Any]) -> str:
    """Return what a type of numbers takes, such as "a whole number from 2 to 52"."""
    text = "a whole number" if isinstance(kind, type(click.INT)) else "a number"
    least = getattr(kind, "min", None)
    most = getattr(kind, "max", None)
    if least is None:
        return text
    return f"{text} of at least {least:g}" if most is None else f"{text} from {least:g} to {most:g}"


def _describe_unknown_option(
    name: str, command: click.Command, words: Sequence[str], group: click.Group
) -> str:
    """Return the message about an option that the command does not have."""
    # After one dash, click takes each letter for an option: it complains about the -j of -json.
    if not name.startswith("--"):
        name = next((word for word in words if word.startswith(name)), name).partition("=")[0]
    # A letter is similar to nothing, and may be another option of another command.
    is_letter = len(name) == len("-j")
    similar = "" if is_letter else did_you_mean(name, _list_long_options(command))
    message = f"No such option '{name}'."
    context = click.Context(group)
    owners = []
    for verb in group.list_commands(context):
        other = group.get_command(context, verb)
        if other and any(name in option.opts for option in other.params):
            owners.append(verb)
    if command is group:
        verb = next((word for word in words if word in owners), "")
        if verb:
            return f"{message[:-1]} before the command. Did you mean autoplay {verb} … {name}?"
    if similar or is_letter or not owners or len(owners) > MOST_COMMANDS:
        return message + similar
    have = inflect(len(owners), "has", "have")
    return f"{message[:-1]} here; autoplay {' and '.join(owners)} {have} it"


def _list_long_options(command: click.Command) -> list[str]:
    names = []
    for option in command.params:
        names += [name for name in option.opts if name.startswith("--")]
    return names
