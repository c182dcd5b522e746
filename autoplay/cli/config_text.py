"""Text of a config file: all settings as comments, and the change of one of them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import rich_click as click
from click.types import FloatParamType, IntParamType

from autoplay.cli.settings import default, settable
from autoplay.errors import BadConfig

HEAD: Final = """\
# Settings of autoplay: defaults of options, in a table for each command. Remove the # before one to set it.
# Options on the command line win, then environment variables, then [tool.autoplay] in pyproject.toml, then this file.
"""
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def commented(commands: Iterable[tuple[str, click.Command]]) -> str:
    """Return a config file with every setting of these commands as a comment."""
    lines = [HEAD]
    for verb, command in commands:
        lines.append(f"[{verb}]")
        for key, option in settable(command).items():
            lines += [f"# {option.help}", f"#{key} = {_example(command, option)}"]
        lines.append("")
    return "\n".join(lines)


def changed(path: Path, verb: str, key: str, value: object) -> str:
    """Return the text of a config file with another value for a setting; all other lines stay. Raises BadConfig."""
    text = path.read_text("utf-8") if path.exists() else HEAD
    lines, new = text.splitlines(), f"{key} = {toml(value)}"
    start = next((number for number, line in enumerate(lines) if line.split("#")[0].strip() == f"[{verb}]"), None)
    if start is None:
        lines += ["", f"[{verb}]", new]
    else:
        is_set, is_comment = (re.compile(rf"{mark}\s*{re.escape(key)}\s*=") for mark in ("", "#"))
        end = next((number for number in range(start + 1, len(lines)) if lines[number].startswith("[")), len(lines))
        places = [number for sign in (is_set, is_comment) for number in range(start, end) if sign.match(lines[number])]
        if places:
            lines[places[0]] = new
        else:
            lines.insert(start + 1, new)
    result = "\n".join(lines) + "\n"
    if not _is_change(text, result, verb, key, value):
        raise BadConfig(f"{path}: {verb}.{key} can't be changed by a program there", hint=f"an editor, for: {new}")
    return result


def value_of(key: str, option: click.Option, text: str) -> object:
    """Return the value for a setting that a word of the command line stands for. Raises UsageError."""
    if option.is_flag:
        if text.lower() not in TRUE + FALSE:
            raise click.UsageError(f"{key} is true or false, not {text!r}")
        return text.lower() in TRUE
    number = int if isinstance(option.type, IntParamType) else float
    if isinstance(option.type, IntParamType | FloatParamType):
        try:
            return int(text) if text.isdigit() else number(text)
        except ValueError:
            return text  # the option's own check says what is wrong
    return [text] if option.multiple else text


def toml(value: object) -> str:
    """Return a value as it is written in TOML."""
    return json.dumps(value, ensure_ascii=False)


def _example(command: click.Command, option: click.Option) -> str:
    """Return the default of an option, or what stands for its value in the help."""
    value = default(option, command)
    return toml(option.make_metavar(click.Context(command)) if value is None else value)


def _is_change(before: str, after: str, verb: str, key: str, value: object) -> bool:
    """Return True if a file differs from another only in this value."""
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        return False
    return new == {**old, verb: {**old.get(verb, {}), key: value}}
