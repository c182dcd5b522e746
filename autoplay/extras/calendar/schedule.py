"""Texts that make a computer play: crontab line, systemd timer, Windows task, GitHub workflow.

Times are in UTC: scheduled puzzles are expected to change with the day, the Monday and the first of
the month in UTC.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

from autoplay.extras.calendar.scheduled_run import LIMIT_S

OVERHEAD_MIN: Final = 30
"""Minutes for what is neither a pause nor a play: an installation, and tries of a page that does
not answer, a minute each."""
LONGEST_MONTH: Final = 31
"""Days until the next start, at most."""
TEMPLATES: Final = Path(__file__).with_name("schedule_forms")
DAYS: Final = MappingProxyType({"daily": "* * *", "weekly": "* * 1", "monthly": "1 * *"})
"""Series → the last three fields of a crontab line."""
ON_CALENDAR: Final = MappingProxyType(
    {
        "daily": "*-*-*",
        "weekly": "Mon *-*-*",
        "monthly": "*-*-01",
    }
)
"""Series → the days of a systemd timer."""
WEEK: Final = "<WeeksInterval>1</WeeksInterval><DaysOfWeek><Monday/></DaysOfWeek>"
MONTHS: Final = "".join(f"<{name}/>" for name in month_name[1:])
FIRST: Final = f"<DaysOfMonth><Day>1</Day></DaysOfMonth><Months>{MONTHS}</Months>"
TRIGGERS: Final = MappingProxyType(
    {
        "daily": "<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>",
        "weekly": f"<ScheduleByWeek>{WEEK}</ScheduleByWeek>",
        "monthly": f"<ScheduleByMonth>{FIRST}</ScheduleByMonth>",
    }
)
"""Series → the days of a Windows task."""


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """Series to play, daily, weekly or monthly, and its time ``at`` in UTC.

    ``program`` starts this program, with the variables ``environment``, and ``arguments`` tell it
    what to do. ``now`` is the present in the computer's time zone. A start is delayed at random by
    up to ``jitter_min`` minutes; a page that can't be opened is tried again with pauses of up to
    ``patience_min`` minutes.
    """

    series: str
    at: time
    program: tuple[str, ...]
    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    now: datetime
    jitter_min: float
    patience_min: float

    @property
    def command(self) -> list[str]:
        """Words that start this program, without a delay."""
        return [*self.program, *self.arguments, "--patience", f"{self.patience_min:g}"]

    @property
    def delay(self) -> list[str]:
        """Words that delay the start, for schedulers that can't."""
        return ["--jitter", f"{self.jitter_min:g}"]

    @property
    def limit_min(self) -> int:
        """Minutes after which the program has certainly come to an end, without a delay."""
        return ceil(LIMIT_S / 60 + self.patience_min + OVERHEAD_MIN)

    @property
    def next(self) -> datetime:
        """Next start, in UTC."""
        today = self.now.astimezone(UTC).date()
        for days in range(LONGEST_MONTH + 1):
            start = datetime.combine(today + timedelta(days), self.at, UTC)
            if start > self.now and _is_day_of(self.series, start):
                return start
        raise AssertionError("every series has a day in each month")


def plan_job(
    series: str,
    at: time,
    arguments: Sequence[str],
    *,
    jitter_min: float = 0,
    patience_min: float = 0,
) -> ScheduledJob:
    """Return a job that starts this program, as it is installed here, with these arguments."""
    script = shutil.which("autoplay", path=sysconfig.get_path("scripts"))
    return ScheduledJob(
        series=series,
        at=at,
        program=(script,) if script else (sys.executable, "-m", "autoplay"),
        arguments=tuple(arguments),
        environment=_copy_environment(),
        now=datetime.now().astimezone(),
        jitter_min=jitter_min,
        patience_min=patience_min,
    )


def _copy_environment() -> dict[str, str]:
    """Return the variables of a person's shell that cron and systemd do not have."""
    names = ("AUTOPLAY_HOME", "AUTOPLAY_BROWSER")
    found = {name: os.environ[name] for name in names if os.environ.get(name)}
    if home := found.get("AUTOPLAY_HOME"):
        found["AUTOPLAY_HOME"] = str(Path(home).absolute())
    return found


def write_cron(job: ScheduledJob) -> str:
    """Return two crontab lines: one in the computer's time zone, as cron knows no other, and one
    for its next start, as cron does not catch up.
    """
    variables = [f"{name}={shlex.quote(value)}" for name, value in job.environment.items()]
    words = [shlex.quote(word) for word in job.command + job.delay]
    command = " ".join(variables + words)
    command = command.replace("%", r"\%")  # cron takes any other % for a line break
    start = job.next.astimezone(job.now.tzinfo)
    return _fill_template(
        "cron.txt",
        job,
        here=f"{start:%H:%M}",
        when=f"{start.minute} {start.hour} {_name_local_days(job, start)}",
        command=command,
    )


def write_systemd(job: ScheduledJob) -> str:
    """Return a service and the timer that starts it, as two files of a user's systemd."""
    variables = [_quote_for_systemd(f"{name}={value}") for name, value in job.environment.items()]
    return _fill_template(
        "systemd.txt",
        job,
        environment="".join(f"Environment={variable}\n" for variable in variables),
        command=" ".join(_quote_for_systemd(word) for word in job.command),
        calendar=f"{ON_CALENDAR[job.series]} {job.at:%H:%M}:00 UTC",
        jitter=f"{job.jitter_min:g}min",
    )


def write_windows(job: ScheduledJob) -> str:
    """Return the XML of a task for the Windows Task Scheduler."""
    program, *rest = job.command
    return _fill_template(
        "windows.xml",
        job,
        start=f"{job.next:%Y-%m-%dT%H:%M:%SZ}",
        jitter=f"PT{round(job.jitter_min * 60)}S",
        limit=f"PT{job.limit_min}M",
        trigger=TRIGGERS[job.series],
        program=escape(program),
        arguments=escape(subprocess.list2cmdline(rest)),
    )


def write_github(job: ScheduledJob) -> str:
    """Return a workflow of GitHub Actions, for a copy of this project's repository."""
    return _fill_template(
        "github.yml",
        job,
        cron=f"{job.at.minute} {job.at.hour} {DAYS[job.series]}",
        limit=ceil(job.limit_min + job.jitter_min),
        command=shlex.join(["autoplay", *job.command[len(job.program) :], *job.delay]),
    )


WRITERS: Final[Mapping[str, Callable[[ScheduledJob], str]]] = MappingProxyType(
    {
        "cron": write_cron,
        "systemd": write_systemd,
        "windows": write_windows,
        "github": write_github,
    }
)
"""Form of a schedule → its writer."""


def _fill_template(name: str, job: ScheduledJob, **values: object) -> str:
    """Return a template with its values; ``$${{`` in it begins an expression of GitHub's."""
    values |= {"series": job.series, "at": f"{job.at:%H:%M}"}
    return Template((TEMPLATES / name).read_text("utf-8")).substitute(values)


def _is_day_of(series: str, day: date) -> bool:
    if series == "weekly":
        return day.isoweekday() == 1
    return series == "daily" or day.day == 1


def _name_local_days(job: ScheduledJob, start: datetime) -> str:
    """Return the days of a start in the computer's time, as fields of a crontab line."""
    if job.series == "weekly":
        return f"* * {start.isoweekday() % 7}"
    if job.series == "monthly":
        # East of Greenwich it can be the second. West of it, it is the last day of a month,
        # which has no number: use the first.
        return f"{start.day if start.day == 2 else 1} * *"
    return DAYS["daily"]


def _quote_for_systemd(text: str) -> str:
    """Return a word in quotes; the colon before a command disables ``$``."""
    escaped = text.replace("\\", r"\\").replace('"', r"\"").replace("%", "%%")
    return f'"{escaped}"'
