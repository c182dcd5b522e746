"""Settings: values of options from config files, for commands that are run without these options.

A config file is TOML with a table for each command, whose keys are the long names of options
without the dashes. The user has one, and the tables below ``[tool.autoplay]`` in the nearest
pyproject.toml override it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import rich_click as click

from autoplay.cli.group import describe_bad_value
from autoplay.click_options import PANELS
from autoplay.errors import BadConfig
from autoplay.files import config_file
from autoplay.wording import did_you_mean
from solvers.errors import decoding

PROJECT_FILE: Final = "pyproject.toml"
NOT_SET: Final = frozenset({"debug", "no-config", "force", "forget", "help", "prune", "update"})
"""Options that a file can't set: they are for a wrong file, or remove and replace something."""
Origin = Literal["default", "user", "project", "environment"]


@dataclass(frozen=True, slots=True)
class Setting:
    """Value of an option of a command; ``where`` is the file or variable that it comes from."""

    verb: str
    key: str
    value: object
    origin: Origin
    where: str


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """Config file. ``table`` holds the tables of the commands; "" stands for the whole file."""

    path: Path
    origin: Origin
    table: str = ""

    def tables(self) -> dict[str, Any]:
        """Return the tables of the commands, {} if there are none. Raises BadConfig, OSError."""
        if not os.path.exists(self.path):  # noqa: PTH110 (Path raises PermissionError)
            return {}
        # A device, such as /dev/null, can be read too; a pipe would be waited for.
        if not is_file(self.path) and not self.path.is_char_device():
            raise BadConfig(f"{self.path} is not a file", hint="--no-config, or move it away")
        hint = "--no-config, or correct the file"
        with decoding(BadConfig, f"{self.path} is not valid TOML", hint):
            found: Any = tomllib.loads(self.path.read_text("utf-8"))
        for name in filter(None, self.table.split(".")):
            found = found.get(name)
            if not isinstance(found, dict):
                return {}
        return dict(found)

    def name(self, verb: str) -> str:
        """Return the name of a command's table, as it is written in the file."""
        return f"[{'.'.join(filter(None, [self.table, verb]))}]"


def config_files() -> list[ConfigFile]:
    """Return the config files of the user and of the project; the later one wins."""
    files = [ConfigFile(config_file(), "user")]
    with suppress(FileNotFoundError):  # the current folder was removed
        for folder in (Path.cwd(), *Path.cwd().parents):
            if is_file(folder / PROJECT_FILE):
                files.append(ConfigFile(folder / PROJECT_FILE, "project", "tool.autoplay"))
                break
    return files


def is_file(path: Path) -> bool:
    """Return True if a file is there, False if its folder may not be entered."""
    return os.path.isfile(path)  # noqa: PTH113 (Path raises PermissionError)


def defaults(verb: str, command: click.Command, verbs: list[str]) -> dict[str, object]:
    """Return click's ``default_map`` for a command, from the config files. Raises BadConfig."""
    options = settable(command)
    values: dict[str, object] = {}
    for setting in read_settings(verb, command, verbs):
        option = options[setting.key]
        values[str(option.name)] = as_words(option, setting.value)
    return values


def read_settings(verb: str, command: click.Command, verbs: list[str]) -> Iterator[Setting]:
    """Yield the values in the files for a command, the winning one last. Raises BadConfig."""
    options = settable(command)
    for file in config_files():
        tables = file.tables()
        # A slip in another command's table would otherwise be found only when that is run.
        for name, table in tables.items():
            if name not in verbs:
                what = f"there is no command {name!r}.{did_you_mean(name, verbs)}"
                message = f"{file.path}: {file.name(name)}: {what}"
                raise BadConfig(message, hint="autoplay --help lists them")
            if not isinstance(table, dict):
                message = f"{file.path}: {name} is a value, not a table"
                raise BadConfig(message, hint=f"a table: {file.name(name)}")
        for key, value in tables.get(verb, {}).items():
            place = f"{file.path}: {file.name(verb)} {key}"
            if key not in options:
                raise _unknown_key(place, key, verb, command)
            check(place, options[key], value, command)
            yield Setting(verb, key, value, file.origin, str(file.path))


def in_force(verb: str, command: click.Command, verbs: list[str]) -> list[Setting]:
    """Return the settings of a command, also from the environment. Raises BadConfig."""
    found = {setting.key: setting for setting in read_settings(verb, command, verbs)}
    for key, option in settable(command).items():
        variable = option.envvar if isinstance(option.envvar, str) else ""
        if value := os.environ.get(variable):
            found[key] = Setting(verb, key, value, "environment", variable)
    return list(found.values())


def settable(command: click.Command) -> dict[str, click.Option]:
    """Return the options that a config file can set, by their keys.

    Options of one game are not among them: on the command line, they also say which game it is.
    """
    options = {}
    for option in command.params:
        if not isinstance(option, click.Option):
            continue
        key = option.opts[-1].lstrip("-")
        if getattr(option, "panel", None) not in PANELS and key not in NOT_SET:
            options[key] = option
    return options


def check(place: str, option: click.Option, value: object, command: click.Command) -> None:
    """Raise BadConfig, which names the place, if an option doesn't take a value."""
    values = value if isinstance(value, list) and option.multiple else [value]
    kinds = (bool,) if option.is_flag else (str, int, float)
    # A bool is an int to isinstance, and no option takes it for a number.
    if any(type(one) not in kinds for one in values):
        needed = "a list of texts" if option.multiple else "a text or a number"
        if option.is_flag:
            needed = "true or false"
        raise BadConfig(f"{place}: {value!r} is not {needed}", hint=_help_command(command))
    try:
        context = click.Context(command, info_name=command.name)
        option.process_value(context, as_words(option, value))
    except click.BadParameter as error:
        message = describe_bad_value(error, option.type)
        raise BadConfig(f"{place}: {message}", hint=_help_command(command)) from None


def as_words(option: click.Option, value: object) -> object:
    """Return a value as click takes it: text as on the command line, a list of it, or a bool."""
    if option.is_flag:
        return value
    if option.multiple:
        values = value if isinstance(value, list) else [value]
        return [str(one) for one in values]
    return str(value)


def default(option: click.Option, command: click.Command) -> object:
    """Return the value of an option that nobody sets, None if there is none."""
    value = option.get_default(click.Context(command))
    if option.is_flag:
        return bool(value)
    if isinstance(value, str | int | float):
        return value
    return [] if option.multiple else None


def _unknown_key(place: str, key: str, verb: str, command: click.Command) -> BadConfig:
    hint = _help_command(command)
    for option in command.params:
        panel = getattr(option, "panel", None)
        if panel in PANELS and key in [name.lstrip("-") for name in option.opts]:
            return BadConfig(
                f"{place}: options of {panel} can only be given on the command line", hint=hint
            )
    similar = did_you_mean(key, settable(command))
    return BadConfig(f"{place}: {verb} has no such setting.{similar}", hint=hint)


def _help_command(command: click.Command) -> str:
    return f"autoplay {command.name} --help"
