"""Command `autoplay schedule`: prints a schedule by which a computer plays without a user."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

import rich_click as click

from autoplay.cli.options import SERIES, preparation, preparation_options

FORMS = ("cron", "systemd", "windows", "github")
"""Names of the forms in autoplay.run.schedule, repeated because ``--help`` does not import that."""


def parse_time(ctx: click.Context, param: click.Parameter, value: str) -> time:
    """Parse ``HH:MM``; raise BadParameter."""
    try:
        return datetime.strptime(value, "%H:%M").time()
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a time of the day such as 09:37", ctx, param) from None


@click.command()
@click.argument("series", type=click.Choice(SERIES), default="daily")
@click.option("--at", default="09:37", callback=parse_time, metavar="HH:MM", help="When, in UTC; default: 09:37.")
@click.option("--form", "forms", type=click.Choice(FORMS), multiple=True, help="Which form; default: all of them.")
@preparation_options
def schedule(series: str, at: time, forms: tuple[str, ...], **options: Any) -> int:
    """Print a schedule for cron, systemd, Windows or GitHub Actions; nothing is installed.

    New puzzles are expected at midnight UTC: every day, on Mondays and on the first of the month. At 09:37 UTC it is
    the same day in the Americas.

    \b
    Examples:
      autoplay schedule
      autoplay schedule weekly --at 07:15 --form systemd
    """
    from autoplay.run.schedule import FORMS as WRITE
    from autoplay.run.schedule import job

    planned = job(series, at, preparation(options).words())
    click.echo("\n".join(WRITE[form](planned) for form in forms or FORMS), nl=False)
    return 0
