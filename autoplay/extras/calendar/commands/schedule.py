"""Command `autoplay schedule`: prints a schedule by which a computer plays, or plays as it does."""

from __future__ import annotations

import random
import time as clock
from collections.abc import Sequence
from datetime import datetime, time
from itertools import takewhile
from pathlib import Path
from typing import Any

import rich_click as click
from click.core import ParameterSource

from autoplay.cli.group import main
from autoplay.cli.options import SERIES, Duration, patience_option
from autoplay.cli.play import play
from autoplay.cli.settings import defaults
from autoplay.cli.terminal import is_quiet, print_note
from autoplay.click_options import WrongCombination
from autoplay.output import print_line
from autoplay.wording import did_you_mean

FORMS = ("cron", "systemd", "windows", "github")
"""Names of the forms in autoplay.extras.calendar.schedule, which ``--help`` does not import."""
PATIENCE_MIN = 30
JITTER_MIN = 10
"""Minutes by which a start is delayed at random: not everybody should play in the same second."""


def parse_time(text: str) -> time:
    """Parse ``HH:MM``; raise BadParameter."""
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a time of the day such as 09:37") from None


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
    type=parse_time,
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
    help="Send results to a service of Apprise; may be repeated.",
)
@patience_option("Wait up to MIN minutes for the network; default: 30.", PATIENCE_MIN)
@click.option(
    "--jitter",
    type=Duration(min=0),
    metavar="MIN",
    help=f"Wait up to MIN minutes first; default: {JITTER_MIN} in a schedule.",
)
@click.option(
    "--run",
    "runs",
    is_flag=True,
    help="Play now, as the schedule does: stop after 30 minutes without a window, then notify.",
)
@click.pass_context
def schedule(
    context: click.Context,
    words: tuple[str, ...],
    at: time,
    forms: tuple[str, ...],
    notify: tuple[str, ...],
    patience: float,
    jitter: float | None,
    runs: bool,
) -> int:
    """Print a schedule for cron, systemd, Windows or GitHub Actions.

    Nothing is installed. New puzzles are expected at midnight UTC: every day, on Mondays and on the
    first of the month; 09:37 UTC is the same day in the Americas. All options, also those of `play`
    after the name of the puzzle, become part of the schedule.

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
        return _play_series(series, options, notify, patience, jitter or 0, play_parameters)
    if len(series) > 1:
        what = f"a schedule is for one series, not for {' and '.join(series)}"
        raise WrongCombination(what, "print one at a time")
    arguments = ["schedule", series[0], "--run"]
    # An address from the environment may be secret; one from a config file is found there again.
    if context.get_parameter_source("notify") is ParameterSource.COMMANDLINE:
        for url in notify:
            arguments += ["--notify", url]

    from autoplay.extras.calendar.schedule import WRITERS, plan_job

    job = plan_job(
        series[0],
        at,
        arguments + _make_paths_absolute(options),
        jitter_min=JITTER_MIN if jitter is None else jitter,
        patience_min=patience,
    )
    print_line("\n".join(WRITERS[form](job) for form in forms or FORMS), ends_line=False)
    return 0


def _parse_play(context: click.Context, options: Sequence[str]) -> dict[str, Any]:
    """Return the values of the options of `play`, also from config files; raise UsageError."""
    settings = defaults("play", play, main.list_commands(context))
    parsed = play.make_context("play", list(options), parent=context.parent, default_map=settings)
    if others := parsed.params["where"]:
        raise click.UsageError(
            f"{others[0]!r} is not daily, weekly or monthly, which come before options of play."
            + did_you_mean(others[0], SERIES)
        )
    return parsed.params


def _make_paths_absolute(options: Sequence[str]) -> list[str]:
    """Return options of `play` with paths that hold in whatever folder a schedule starts."""
    names: set[str] = set()
    for parameter in play.params:
        if isinstance(parameter.type, click.Path):
            names.update(parameter.opts)
    words: list[str] = []
    for word in options:
        name, _, value = word.partition("=")
        if words and words[-1] in names:
            words.append(str(Path(word).absolute()))
        elif value and name in names:
            words.append(f"{name}={Path(value).absolute()}")
        else:
            words.append(word)
    return words


def _play_series(
    series: Sequence[str],
    options: list[str],
    notify: Sequence[str],
    patience: float,
    jitter: float,
    play_parameters: dict[str, Any],
) -> int:
    """Play the puzzles one after the other; return the highest exit status."""
    from autoplay.extras.calendar.scheduled_run import check, play_series

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
        status = play_series(name, options, notify, patience_min=patience, has_window=has_window)
        highest = max(highest, status)
    return highest
