"""The command line: a group whose verbs each live in a module of their own, imported when wanted."""

from __future__ import annotations

import rich_click as click

from autoplay.cli.group import Verbs

__all__ = ["main"]


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="puzzle-autoplay", prog_name="autoplay", message="%(prog)s %(version)s")
def main() -> None:
    """Play puzzles by looking at the screen.

    Opens a puzzle page, reads the board from a screenshot, solves it and clicks the answer back;
    each step is a verb of its own as well.
    """
