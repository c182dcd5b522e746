"""Command `autoplay schedule`: prints a schedule by which a computer plays, or plays as it does."""

from __future__ import annotations

import random
import time as clock
from collections.abc import Sequence
from datetime import datetime, time
from itertools import takewhile
from typing import Any

import rich_click as click
from click.core import ParameterSource

from autoplay.cli.group import main
from autoplay.cli.options import SERIES, parse_seconds
from autoplay.cli.play import play
from autoplay.cli.settings import defaults
from autoplay.cli.terminal import is_quiet, print_note
from autoplay.output import print_line
from autoplay.wording import did_you_mean

FORMS = ("cron", "systemd", "windows", "github")
"""Names of the forms in autoplay.extras.calendar.schedule, which ``--help`` does not import."""
NOTIFY = "Send failures, and solved puzzles, to a service of Apprise; may be repeated."
RUN = "Play now, as the schedule does: stop after 30 minutes without a window, then notify."


def parse_time(ctx: click.Context, param: click.Parameter, value: str) -> time:
    """Parse ``HH:MM``; raise BadParameter."""
    try:
        return datetime.strptime(value, "%H:%M").time()
    except ValueError:
        message = f"{value!r} is not a time of the day such as 09:37"
        raise click.BadParameter(message, ctx, param) from None


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument(
    "words",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[daily|weekly|monthly]… [OPTIONS OF PLAY]…",
)
@click.option(
    "--at",
    default="09:37",
    callback=parse_time,
    metavar="HH:MM",
    help="When, in UTC; default: 09:37.",
)
@click.option(
    "--form",
    "forms",
    type=click.Choice(FORMS),
    multiple=True,
    help="Which form; default: all of them.",
)
@click.option(
    "--notify",
    multiple=True,
    envvar="AUTOPLAY_NOTIFY",
    metavar="URL",
    help=NOTIFY,
)
@click.option("--run", "runs", is_flag=True, help=RUN)
@click.option(
    "--jitter",
    type=click.FloatRange(min=0),
    callback=parse_seconds,
    default=0,
    metavar="MIN",
    help="With --run: wait up to MIN minutes first.",
)
@click.pass_context
def schedule(
    context: click.Context,
    words: tuple[str, ...],
    at: time,
    forms: tuple[str, ...],
    notify: tuple[str, ...],
    runs: bool,
    jitter: float,
) -> int:
    """Print a schedule for cron, systemd, Windows or GitHub Actions.

    Nothing is installed. New puzzles are expected at midnight UTC: every day, on Mondays and on the
    first of the month. At 09:37 UTC it is the same day in the Americas. Options of `play` come
    after the name of the puzzle, and become part of the schedule.

    \b
    Examples:
      autoplay schedule
      autoplay schedule weekly --at 07:15 --form systemd
      autoplay schedule daily weekly --run --notify json://localhost
    """
    # Everything after the names of series is for `play`, which knows its options.
    named = list(takewhile(lambda word: word in SERIES, words))
    series = named or ["daily"]
    options = list(words[len(named) :])
    play_parameters = _parse_play(context, options)
    if runs:
        return _play_series(series, options, notify, jitter, play_parameters)
    if context.get_parameter_source("jitter") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--jitter is for --run: a printed schedule has its own")
    if len(series) > 1:
        what = f"a schedule is for one series, not for {' and '.join(series)}"
        raise click.UsageError(f"{what}: print one at a time")
    arguments = ["schedule", series[0], "--run"]
    # An address from the environment may be secret; one from a config file is found there again.
    if context.get_parameter_source("notify") is ParameterSource.COMMANDLINE:
        for url in notify:
            arguments += ["--notify", url]

    from autoplay.extras.calendar.schedule import WRITERS, plan_job

    job = plan_job(series[0], at, arguments + options)
    print_line("\n".join(WRITERS[form](job) for form in forms or FORMS), ends_line=False)
    return 0


def _parse_play(context: click.Context, options: Sequence[str]) -> dict[str, Any]:
    """Return the values of the options of `play`, also from config files; raise UsageError."""
    settings = defaults("play", play, main.list_commands(context))
    parsed = play.make_context("play", list(options), parent=context.parent, default_map=settings)
    if others := parsed.params["where"]:
        what = f"{others[0]!r} is not daily, weekly or monthly, which come before options of play."
        raise click.UsageError(what + did_you_mean(others[0], SERIES))
    return parsed.params


def _play_series(
    series: Sequence[str],
    options: list[str],
    notify: Sequence[str],
    jitter: float,
    play_parameters: dict[str, Any],
) -> int:
    """Play the puzzles one after the other; return the highest exit status."""
    from autoplay.extras.calendar.notify import check
    from autoplay.extras.calendar.scheduled_run import play_series

    if notify:
        check(notify)
    if jitter:
        seconds = random.uniform(0, jitter * 60)
        print_note(f"waiting {int(seconds // 60)} min {int(seconds % 60)} s first")
        clock.sleep(seconds)
    has_window = bool(play_parameters["headed"] or play_parameters["cdp"])
    if is_quiet():
        options = options + ["--quiet"]  # noqa: RUF005 (the caller keeps its own list)
    highest = 0
    for number, name in enumerate(series):
        # They are puzzles of one site, which gets the same pause as from `play`.
        if number:
            clock.sleep(play_parameters["interval"])
        status = play_series(name, options, notify, has_window=has_window)
        highest = max(highest, status)
    return highest
