"""Command `autoplay config`: shows and changes settings, which are defaults of options."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import rich_click as click
from click.types import FloatParamType, IntParamType

from autoplay.cli.group import WITHOUT_SETTINGS, main
from autoplay.cli.options import complete_with, make_json_option, print_json
from autoplay.cli.settings import (
    ConfigFile,
    Setting,
    check,
    config_files,
    default,
    in_force,
    settable,
)
from autoplay.cli.terminal import print_note, print_styled
from autoplay.click_options import WrongCombination
from autoplay.errors import BadConfig
from autoplay.files import config_file, write_whole
from autoplay.output import print_line
from autoplay.wording import did_you_mean

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

INTRODUCTION: Final = (
    "Settings of autoplay: defaults of options, in a table for each command.",
    "Remove the # before one to set it.",
    "Options on the command line win, then environment variables,",
    "then [tool.autoplay] in pyproject.toml, then this file.",
)
"""Comment at the top of a config file that this program writes."""
FLAG_WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def list_options() -> dict[str, tuple[str, click.Command, click.Option]]:
    """Return the key of each setting, such as solve.timeout → its command's name, the command, and
    the option."""
    found = {}
    for verb, command in list_commands():
        for name, option in settable(command).items():
            found[f"{verb}.{name}"] = verb, command, option
    return found


@click.command()
@click.argument(
    "key", metavar="[COMMAND.OPTION]", required=False, shell_complete=complete_with(list_options)
)
@click.argument("value", required=False)
@click.option(
    "--init", is_flag=True, help="Write your config file, with every setting as a comment."
)
@make_json_option("setting")
def config(key: str | None, value: str | None, init: bool, as_json: bool) -> int:
    """Show the config files and the settings in force, or change one.

    A setting is the default of an option of one command. Options on the command line win, then
    environment variables, then [tool.autoplay] in the nearest pyproject.toml, then your own file.

    \b
    Examples:
      autoplay config                      the files, and the settings in force
      autoplay config --init               write your file, with every setting as a comment
      autoplay config solve.timeout        show one setting
      autoplay config solve.timeout 300    change it in your file
    """
    if init and (key or as_json):
        raise WrongCombination("--init writes a file with all settings", "leave out the rest")
    if init:
        write_template()
    elif key and value is not None:
        change_setting(key, value)
    elif key:
        print_settings([find_setting(key)], as_json)
    else:
        if not as_json:
            print_files()
        print_settings(list_settings(), as_json)
    return 0


def list_commands() -> Iterator[tuple[str, click.Command]]:
    """Yield the commands that have settings, with their names."""
    context = click.Context(main)
    for verb in main.list_commands(context):
        command = main.get_command(context, verb)
        if command and verb not in WITHOUT_SETTINGS:
            yield verb, command


def list_settings() -> list[Setting]:
    """Return the settings in force of all commands."""
    verbs = [verb for verb, _ in list_commands()]
    settings = []
    for verb, command in list_commands():
        settings += in_force(verb, command, verbs)
    return settings


def find_setting(key: str) -> Setting:
    """Return the setting of a key such as solve.timeout, or its default. Raises UsageError."""
    verb, command, option = find_option(key)
    name = key.partition(".")[2]
    for setting in list_settings():
        if (setting.verb, setting.key) == (verb, name):
            return setting
    return Setting(verb, name, default(option, command), "default", "default")


def find_option(key: str) -> tuple[str, click.Command, click.Option]:
    """Return the name of a key's command, the command, and the option. Raises UsageError."""
    known = list_options()
    if key in known:
        return known[key]
    similar = did_you_mean(key, known)
    # Any two settings of one command are similar, as both begin with its name.
    verb, _, name = key.partition(".")
    names = [other.partition(".")[2] for other in known if other.startswith(f"{verb}.")]
    if names:
        similar = did_you_mean(name, names, f"{verb}.")
    raise click.UsageError(f"There is no setting {key!r}.{similar}")


def print_settings(settings: list[Setting], as_json: bool) -> None:
    """Print each setting with its value and where that comes from."""
    from tomlkit import item

    for setting in settings:
        key = f"{setting.verb}.{setting.key}"
        if as_json:
            row = {"key": key, "value": setting.value}
            print_json(row | {"origin": setting.origin, "where": setting.where})
        elif setting.value is None:
            print_styled(key, "bold", " is not set")
        else:
            value = item(setting.value).as_string()
            print_styled(key, "bold", f" = {value}  ({setting.where})")


def print_files() -> None:
    """Print the config files that count."""
    for file in config_files():
        more = ""
        if file.table:
            more = f", [{file.table}]"
        elif not file.path.is_file():
            more = ", which doesn't exist: --init writes it"
        print_line(f"{file.origin:<8} {file.path}{more}")


def write_template() -> None:
    """Write the user's config file with every setting as a comment. Raises UsageError."""
    import tomlkit

    path = config_file()
    if path.exists():
        hint = "autoplay config COMMAND.OPTION VALUE changes it"
        raise WrongCombination(f"{path} exists already", hint)
    document = new_document()
    for verb, command in list_commands():
        table = tomlkit.table()
        for key, option in settable(command).items():
            value = default(option, command)
            if value is None:
                value = option.make_metavar(click.Context(command))  # as in the help
            table.add(tomlkit.comment(str(option.help)))
            table.add(tomlkit.comment(f"{key} = {tomlkit.item(value).as_string()}"))
        document.add(tomlkit.nl())
        document.add(verb, table)
    write_whole(path, document.as_string().encode())
    print_line(path)


def change_setting(key: str, text: str) -> None:
    """Change a setting in the user's config file; the rest stays. Raises UsageError, BadConfig."""
    import tomlkit

    verb, command, option = find_option(key)
    value = parse_value(option, text)
    check(key, option, value, command)
    path = config_file()
    document = read_document(path)
    if verb not in document:
        document.add(tomlkit.nl())
        document.add(verb, tomlkit.table())
    table: Any = document[verb]
    table[key.partition(".")[2]] = value
    write_whole(path, document.as_string().encode())
    print_note(f"saved: {path}")


def new_document() -> TOMLDocument:
    """Return an empty config file with its introduction."""
    import tomlkit

    document = tomlkit.document()
    for line in INTRODUCTION:
        document.add(tomlkit.comment(line))
    return document


def read_document(path: Path) -> TOMLDocument:
    """Return a config file as it is, or an empty one. Raises BadConfig if its form is wrong."""
    import tomlkit

    tables = ConfigFile(path, "user").tables()
    if not path.exists():
        return new_document()
    document = tomlkit.parse(path.read_text("utf-8"))
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BadConfig(f"{path}: {name} is a value, not a table", hint=f"a table: [{name}]")
    return document


def parse_value(option: click.Option, text: str) -> object:
    """Return the value that a word of the command line stands for, or the word if it is wrong."""
    if option.is_flag:
        return FLAG_WORDS.get(text.lower(), text)
    if isinstance(option.type, IntParamType | FloatParamType):
        with suppress(tomllib.TOMLDecodeError):
            return tomllib.loads(f"value = {text}")["value"]
    return [text] if option.multiple else text
