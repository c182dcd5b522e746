"""Command `autoplay help`: the help of a command."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import CompletionItem

from autoplay.cli.group import main


def complete_verbs(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Return the names of the commands."""
    return [CompletionItem(name) for name in main.list_commands(ctx) if name.startswith(incomplete)]


@click.command()
@click.argument("verb", metavar="[COMMAND]", required=False, shell_complete=complete_verbs)
def help(verb: str | None) -> None:
    """Show the help of a command, or the list of all commands.

    \b
    Examples:
      autoplay help
      autoplay help solve
    """
    main([*([verb] if verb else []), "--help"])
