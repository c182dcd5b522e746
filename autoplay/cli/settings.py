"""Settings: values of options from config files, for commands that are run without these options.

A config file is TOML with a table for each command, whose keys are the long names of options without the dashes. The
user has one, and the tables below ``[tool.autoplay]`` in the nearest pyproject.toml override it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import rich_click as click

from autoplay.click_options import PANELS
from autoplay.errors import BadConfig
from autoplay.files import config_file
from autoplay.wording import did_you_mean

PROJECT_FILE: Final = "pyproject.toml"
NOT_SET: Final = frozenset({"debug", "no-config", "force", "forget", "prune", "update"})
"""Options that a file can't set: they are for a file that is wrong, or remove and replace something."""
Origin = Literal["default", "user", "project", "environment"]


@dataclass(frozen=True, slots=True)
class Setting:
    """Value of an option of a command; ``where`` is the file or environment variable that it comes from."""

    verb: str
    key: str
    value: object
    origin: Origin
    where: str


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """Config file. ``table`` is the name of the table that holds those of the commands, "" for the whole file."""

    path: Path
    origin: Origin
    table: str = ""

    def tables(self) -> dict[str, Any]:
        """Return the tables of the commands, {} if there are none. Raises BadConfig, OSError."""
        if not is_file(self.path):
            return {}
        try:
            found: Any = tomllib.loads(self.path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadConfig(
                f"{self.path} is not valid TOML: {error}", hint="--no-config, or correct the file"
            ) from None
        for name in self.table.split(".") if self.table else ():
            found = found.get(name, {}) if isinstance(found, dict) else {}
        return found if isinstance(found, dict) else {}

    def name(self, verb: str) -> str:
        """Return the name of a command's table, as it is written in the file."""
        return f"[{self.table}.{verb}]" if self.table else f"[{verb}]"


def config_files() -> list[ConfigFile]:
    """Return the user's config file, and that of the project if there is one; the later one wins."""
    folders: Iterable[Path] = ()
    with suppress(FileNotFoundError):  # the current folder was removed
        folders = (Path.cwd(), *Path.cwd().parents)
    project = next((folder / PROJECT_FILE for folder in folders if is_file(folder / PROJECT_FILE)), None)
    return [ConfigFile(config_file(), "user"), *([ConfigFile(project, "project", "tool.autoplay")] if project else [])]


def is_file(path: Path) -> bool:
    """Return True if a file is there, False if this can't be known, as in a folder that may not be entered."""
    return os.path.isfile(path)  # noqa: PTH113 (Path raises PermissionError)


def defaults(verb: str, command: click.Command, verbs: list[str]) -> dict[str, object]:
    """Return click's ``default_map`` for a command, from the config files. Raises BadConfig."""
    options = settable(command)
    return {
        str(options[setting.key].name): as_words(options[setting.key], setting.value)
        for setting in read_settings(verb, command, verbs)
    }


def read_settings(verb: str, command: click.Command, verbs: list[str]) -> Iterator[Setting]:
    """Yield the values in the config files for a command, the winning one of each option last. Raises BadConfig."""
    options = settable(command)
    for file in config_files():
        tables = file.tables()
        for name, table in tables.items():
            if name not in verbs:
                what = f"there is no command {name!r}.{did_you_mean(name, verbs)}"
                raise BadConfig(f"{file.path}: {file.name(name)}: {what}", hint="autoplay --help lists them")
            if not isinstance(table, dict):
                raise BadConfig(f"{file.path}: {name} is a value, not a table", hint=f"a table: {file.name(name)}")
        for key, value in tables.get(verb, {}).items():
            place = f"{file.path}: {file.name(verb)} {key}"
            if key not in options:
                raise _unknown(place, key, verb, command)
            check(place, options[key], value, command)
            yield Setting(verb, key, value, file.origin, str(file.path))


def in_force(verb: str, command: click.Command, verbs: list[str]) -> list[Setting]:
    """Return the settings of a command that count, also those of environment variables. Raises BadConfig."""
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
    return {
        option.opts[-1].lstrip("-"): option
        for option in command.params
        if isinstance(option, click.Option)
        and not option.hidden
        and getattr(option, "panel", None) not in PANELS
        and option.opts[-1].lstrip("-") not in NOT_SET
    }


def check(place: str, option: click.Option, value: object, command: click.Command) -> None:
    """Raise BadConfig, which names the place, if an option doesn't take a value."""
    values = value if isinstance(value, list) and option.multiple else [value]
    if not all(isinstance(one, bool) if option.is_flag else type(one) in (str, int, float) for one in values):
        needed = "true or false" if option.is_flag else "a list of texts" if option.multiple else "a text or a number"
        raise BadConfig(f"{place}: this is not {needed}", hint=_help(command))
    try:
        option.process_value(click.Context(command, info_name=command.name), as_words(option, value))
    except click.BadParameter as error:
        raise BadConfig(f"{place}: {error.message}", hint=_help(command)) from None


def as_words(option: click.Option, value: object) -> object:
    """Return a value as click takes it: text as on the command line, a list of it, or True or False."""
    if option.is_flag:
        return value
    if option.multiple:
        return [str(one) for one in (value if isinstance(value, list) else [value])]
    return str(value)


def default(option: click.Option, command: click.Command) -> object:
    """Return the value of an option that nobody sets, None if there is none."""
    value = option.get_default(click.Context(command))
    if option.is_flag:
        return bool(value)
    return value if isinstance(value, str | int | float) else [] if option.multiple else None


def _unknown(place: str, key: str, verb: str, command: click.Command) -> BadConfig:
    ours = {name.lstrip("-"): option for option in command.params for name in option.opts}
    panel = getattr(ours.get(key), "panel", None)
    if panel in PANELS:
        return BadConfig(f"{place}: options of {panel} can only be given on the command line", hint=_help(command))
    return BadConfig(f"{place}: {verb} has no such setting.{did_you_mean(key, settable(command))}", hint=_help(command))


def _help(command: click.Command) -> str:
    return f"autoplay {command.name} --help"
