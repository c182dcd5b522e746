"""`autoplay schedule`: what makes this computer, or another one, play by itself."""

from __future__ import annotations

from datetime import datetime, time

import rich_click as click

from autoplay.cli.options import SERIES

FORMS = ("cron", "systemd", "windows", "github")
"""Those of autoplay.run.schedule, which ``--help`` need not import."""


def parse_time(ctx: click.Context, param: click.Parameter, value: str) -> time:
    """``HH:MM`` as a time of the day; raises BadParameter."""
    try:
        return datetime.strptime(value, "%H:%M").time()
    except ValueError:
        raise click.BadParameter(f"{value!r} is no time of the day such as 09:37", ctx, param) from None


@click.command()
@click.argument("series", type=click.Choice(SERIES), default="daily")
@click.option("--at", default="09:37", callback=parse_time, metavar="HH:MM", help="When, in UTC; else 09:37.")
@click.option("--form", "forms", type=click.Choice(FORMS), multiple=True, help="For what; else for each of these.")
def schedule(series: str, at: time, forms: tuple[str, ...]) -> int:
    """Print what has cron, systemd, Windows or GitHub Actions play a special; nothing is installed.

    A new daily, weekly or monthly is taken to be there from midnight UTC, on Mondays and on the first of the month. At
    09:37 UTC it is so in the Americas' time too.
    """
    from autoplay.run.schedule import FORMS as WRITE
    from autoplay.run.schedule import job

    planned = job(series, at)
    click.echo("\n".join(WRITE[form](planned) for form in forms or FORMS), nl=False)
    return 0
