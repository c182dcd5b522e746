"""Command `autoplay help`: all options of a command."""

from __future__ import annotations

import rich_click as click

from autoplay.cli.group import find_commands, print_help
from autoplay.cli.options import complete_with


@click.command()
@click.argument(
    "words", metavar="[COMMAND]…", nargs=-1, shell_complete=complete_with(find_commands)
)
@click.pass_context
def help(context: click.Context, words: tuple[str, ...]) -> None:
    """Show all options of a command, or the list of all commands.

    \b
    Examples:
      autoplay help
      autoplay help solve
      autoplay help batch read
    """
    assert context.parent is not None
    shown = context.parent
    for word in words:
        if not isinstance(shown.command, click.Group):
            raise click.UsageError(f"{shown.command_path} has no commands of its own")
        # With --help among its words, a command is found even if a config file is wrong.
        _, command, _ = shown.command.resolve_command(shown, [word, "--help"])
        assert command is not None
        shown = click.RichContext(command, parent=shown, info_name=word)
    print_help(shown, is_short=False)
