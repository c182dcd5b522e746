"""`autoplay history`: what was played, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import json_option, print_json

if TYPE_CHECKING:
    from autoplay.history import Run


@click.command()
@json_option
def history(as_json: bool) -> int:
    """List the runs so far, the oldest first."""
    from autoplay.history import History

    runs = History().runs()
    if not runs:
        click.echo("no runs yet", err=True)
    widest = max((len(run.result) for run in runs), default=0)
    for run in runs:
        print_json(run.row()) if as_json else click.echo(_line(run, widest))
    return 0


def _line(run: Run, widest: int) -> str:
    size = f"{run.rows}x{run.cols}/{run.stars}★" if run.rows else "-"
    seconds = f"{run.seconds:.1f} s" if run.seconds is not None else "-"
    return f"{run.started}  {size:<9} {seconds:>8}  {run.result:<{widest}}  {run.url}"
