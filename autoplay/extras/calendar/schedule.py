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
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

JITTER_MIN: Final = 10
"""Minutes by which a start is delayed at random: not everybody should play in the same second."""
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
    what to do. ``now`` is the present in the computer's time zone.
    """

    series: str
    at: time
    program: tuple[str, ...]
    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    now: datetime

    @property
    def next(self) -> datetime:
        """Next start, in UTC."""
        today = self.now.astimezone(UTC).date()
        for days in range(LONGEST_MONTH + 1):
            start = datetime.combine(today + timedelta(days), self.at, UTC)
            if start > self.now and _is_day_of(self.series, start):
                return start
        raise AssertionError("every series has a day in each month")


def plan_job(series: str, at: time, arguments: Sequence[str]) -> ScheduledJob:
    """Return a job that starts this program, as it is installed here, with these arguments."""
    script = shutil.which("autoplay", path=sysconfig.get_path("scripts"))
    return ScheduledJob(
        series=series,
        at=at,
        program=(script,) if script else (sys.executable, "-m", "autoplay"),
        arguments=tuple(arguments),
        environment=_copy_environment(),
        now=datetime.now().astimezone(),
    )


def _copy_environment() -> dict[str, str]:
    """Return the variables of a person's shell that cron and systemd do not have."""
    names = ("AUTOPLAY_HOME", "AUTOPLAY_BROWSER")
    found = {name: os.environ[name] for name in names if os.environ.get(name)}
    if home := found.get("AUTOPLAY_HOME"):
        found["AUTOPLAY_HOME"] = str(Path(home).absolute())
    return found


def write_cron(job: ScheduledJob) -> str:
    """Return a crontab line, in the computer's time zone: cron knows no other."""
    variables = [f"{name}={shlex.quote(value)}" for name, value in job.environment.items()]
    words = [shlex.quote(word) for word in job.program + job.arguments]
    command = " ".join([*variables, *words, "--jitter", str(JITTER_MIN)])
    command = command.replace("%", r"\%")  # cron takes any other % for a line break
    start = job.next.astimezone(job.now.tzinfo)
    return _fill_template(
        "cron.txt",
        job,
        here=f"{start:%H:%M}",
        line=f"{start.minute} {start.hour} {_name_local_days(job, start)} {command}",
    )


def write_systemd(job: ScheduledJob) -> str:
    """Return a service and the timer that starts it, as two files of a user's systemd."""
    variables = [_quote_for_systemd(f"{name}={value}") for name, value in job.environment.items()]
    return _fill_template(
        "systemd.txt",
        job,
        environment="".join(f"Environment={variable}\n" for variable in variables),
        command=" ".join(_quote_for_systemd(word) for word in job.program + job.arguments),
        calendar=f"{ON_CALENDAR[job.series]} {job.at:%H:%M}:00 UTC",
    )


def write_windows(job: ScheduledJob) -> str:
    """Return the XML of a task for the Windows Task Scheduler."""
    program, *rest = job.program + job.arguments
    return _fill_template(
        "windows.xml",
        job,
        start=f"{job.next:%Y-%m-%dT%H:%M:%SZ}",
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
        arguments=shlex.join(job.arguments),
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
    values |= {"series": job.series, "at": f"{job.at:%H:%M}", "jitter": JITTER_MIN}
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
