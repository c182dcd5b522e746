"""Command `autoplay config`: shows and changes settings, which are defaults of options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import rich_click as click
from click.shell_completion import CompletionItem

from autoplay.cli.group import WITHOUT_SETTINGS, main, note
from autoplay.cli.options import print_json
from autoplay.cli.terminal import print_styled

if TYPE_CHECKING:
    from autoplay.cli.settings import Setting


def complete_keys(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Return the keys of all settings."""
    from autoplay.cli.settings import settable

    keys = (f"{verb}.{key}" for verb, command in _commands() for key in settable(command))
    return [CompletionItem(key) for key in keys if key.startswith(incomplete)]


@click.command()
@click.argument("key", metavar="[COMMAND.OPTION]", required=False, shell_complete=complete_keys)
@click.argument("value", required=False)
@click.option("--init", is_flag=True, help="Write your config file, with every setting as a comment.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per setting (JSON Lines).")
def config(key: str | None, value: str | None, init: bool, as_json: bool) -> int:
    """Show the config files and the settings in force, or change a setting in your file.

    A setting is the default of an option of one command. Options on the command line win, then environment variables,
    then [tool.autoplay] in the nearest pyproject.toml, then your own file.

    \b
    Examples:
      autoplay config                      the files, and the settings in force
      autoplay config --init               write your file, with every setting as a comment
      autoplay config solve.timeout        show one setting
      autoplay config solve.timeout 300    change it in your file
    """
    if init and (key or as_json):
        raise click.UsageError("--init writes a file with all settings: leave out the rest")
    if init:
        _write_all()
    elif key and value is not None:
        _change(key, value)
    elif key:
        _print([_in_force_or_default(*_named(key))], as_json)
    else:
        if not as_json:
            _print_files()
        _print([setting for verb, command in _commands() for setting in _in_force(verb, command)], as_json)
    return 0


def _commands() -> Iterator[tuple[str, click.Command]]:
    """Yield the commands that have settings, with their names."""
    context = click.Context(main)
    for verb in main.list_commands(context):
        if verb not in WITHOUT_SETTINGS and (command := main.get_command(context, verb)):
            yield verb, command


def _in_force(verb: str, command: click.Command) -> list[Setting]:
    from autoplay.cli.settings import in_force

    return in_force(verb, command, [name for name, _ in _commands()])


def _in_force_or_default(verb: str, command: click.Command, key: str) -> Setting:
    from autoplay.cli.settings import Setting, default, settable

    found = next((setting for setting in _in_force(verb, command) if setting.key == key), None)
    return found or Setting(verb, key, default(settable(command)[key], command), "default", "default")


def _named(key: str) -> tuple[str, click.Command, str]:
    """Return command and option of a key such as solve.timeout. Raises UsageError."""
    from autoplay.cli.settings import settable
    from autoplay.wording import did_you_mean

    commands = dict(_commands())
    verb, _, name = key.partition(".")
    command = commands.get(verb)
    if command and name in settable(command):
        return verb, command, name
    known = [f"{verb}.{name}" for verb, command in commands.items() for name in settable(command)]
    raise click.UsageError(f"There is no setting {key!r}.{did_you_mean(key, known)}")


def _print(settings: list[Setting], as_json: bool) -> None:
    from autoplay.cli.config_text import toml

    for setting in settings:
        if as_json:
            row = {"key": f"{setting.verb}.{setting.key}", "value": setting.value}
            print_json(row | {"origin": setting.origin, "where": setting.where})
        else:
            text = "is not set" if setting.value is None else f"= {toml(setting.value)}  ({setting.where})"
            print_styled(f"{setting.verb}.{setting.key}", "bold", f" {text}")


def _print_files() -> None:
    from autoplay.cli.settings import config_files

    for file in config_files():
        there = file.path.is_file()
        more = f", [{file.table}]" if file.table else "" if there else ", which doesn't exist: --init writes it"
        click.echo(f"{file.origin:<8} {file.path}{more}")


def _write_all() -> None:
    from autoplay.cli.config_text import commented
    from autoplay.files import config_file, write_whole

    path = config_file()
    if path.exists():
        raise click.UsageError(f"{path} exists already; autoplay config COMMAND.OPTION VALUE changes it")
    write_whole(path, commented(_commands()).encode())
    click.echo(path)


def _change(key: str, value: str) -> None:
    from autoplay.cli.config_text import changed, value_of
    from autoplay.cli.settings import check, settable
    from autoplay.files import config_file, write_whole

    verb, command, name = _named(key)
    option, path = settable(command)[name], config_file()
    new = value_of(key, option, value)
    check(key, option, new, command)
    write_whole(path, changed(path, verb, name, new).encode())
    note(f"saved: {path}")
