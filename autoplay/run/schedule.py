"""Texts that make a computer play by itself: crontab line, systemd timer, Windows task, GitHub workflow.

Times are in UTC: scheduled puzzles are expected to change with the day, the Monday and the first of the month in UTC.
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
from itertools import count
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

JITTER_MIN: Final = 10
"""Minutes by which a start is delayed at random: not everybody should play in the same second."""
TEMPLATES: Final = Path(__file__).with_name("schedule_forms")
DAYS: Final = MappingProxyType({"daily": "* * *", "weekly": "* * 1", "monthly": "1 * *"})
"""Series → the last three fields of a crontab line."""
ON_CALENDAR: Final = MappingProxyType({"daily": "*-*-*", "weekly": "Mon *-*-*", "monthly": "*-*-01"})
MONTHS: Final = "".join(f"<{name}/>" for name in month_name[1:])
TRIGGERS: Final = MappingProxyType(
    {
        "daily": "<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>",
        "weekly": "<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><Monday/></DaysOfWeek></ScheduleByWeek>",
        "monthly": "<ScheduleByMonth><DaysOfMonth><Day>1</Day></DaysOfMonth>"
        f"<Months>{MONTHS}</Months></ScheduleByMonth>",
    }
)


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """Series to play, daily, weekly or monthly, and its time ``at`` in UTC.

    ``command`` starts this program, with the variables ``environment``; ``now`` is the present in the computer's time
    zone.
    """

    series: str
    at: time
    command: tuple[str, ...]
    environment: Mapping[str, str]
    now: datetime

    @property
    def next(self) -> datetime:
        """Next start, in UTC."""
        for days in count():
            start = datetime.combine(self.now.astimezone(UTC).date() + timedelta(days), self.at, UTC)
            if start > self.now and _is_day_of(self.series, start):
                return start
        raise AssertionError("count() does not end")


def job(series: str, at: time, options: Sequence[str] = ()) -> ScheduledJob:
    """Return a job that starts the program which is running, on this computer, with more ``options`` of `play`."""
    script = shutil.which("autoplay", path=sysconfig.get_path("scripts"))
    command = (script,) if script else (sys.executable, "-m", "autoplay")
    return ScheduledJob(series, at, (*command, "play", series, *options), _environment(), datetime.now().astimezone())


def _environment() -> dict[str, str]:
    """Return the variables of a person's shell that cron and systemd do not have."""
    found = {name: value for name in ("AUTOPLAY_HOME", "AUTOPLAY_BROWSER") if (value := os.environ.get(name))}
    if home := found.get("AUTOPLAY_HOME"):
        found["AUTOPLAY_HOME"] = str(Path(home).absolute())
    return found


def cron(job: ScheduledJob) -> str:
    """Return a crontab line, in the computer's time zone: cron knows no other."""
    words = [f"{name}={shlex.quote(value)}" for name, value in job.environment.items()]
    words += [*map(shlex.quote, job.command), "--jitter", f"{JITTER_MIN}"]
    start = job.next.astimezone(job.now.tzinfo)
    when = f"{start.minute} {start.hour} {_local_days(job, start)}"
    command = " ".join(words).replace("%", r"\%")  # cron takes any other % for a line break
    return _filled("cron.txt", job, here=f"{start:%H:%M}", line=f"{when} {command}")


def systemd(job: ScheduledJob) -> str:
    """Return a service and the timer that starts it, as two files of a user's systemd."""
    variables = "".join(f"Environment={_systemd_word(f'{name}={value}')}\n" for name, value in job.environment.items())
    return _filled(
        "systemd.txt",
        job,
        environment=variables,
        command=" ".join(map(_systemd_word, job.command)),
        calendar=f"{ON_CALENDAR[job.series]} {job.at:%H:%M}:00 UTC",
    )


def windows(job: ScheduledJob) -> str:
    """Return the XML of a task for the Windows Task Scheduler."""
    program, *arguments = job.command
    return _filled(
        "windows.xml",
        job,
        start=f"{job.next:%Y-%m-%dT%H:%M:%SZ}",
        trigger=TRIGGERS[job.series],
        program=escape(program),
        arguments=escape(subprocess.list2cmdline(arguments)),
    )


def github(job: ScheduledJob) -> str:
    """Return a workflow of GitHub Actions, for a copy of this project's repository."""
    return _filled("github.yml", job, cron=f"{job.at.minute} {job.at.hour} {DAYS[job.series]}")


FORMS: Final[Mapping[str, Callable[[ScheduledJob], str]]] = MappingProxyType(
    {"cron": cron, "systemd": systemd, "windows": windows, "github": github}
)


def _filled(name: str, job: ScheduledJob, **values: object) -> str:
    """Return a template with its values; ``$${{`` in it begins an expression of GitHub's."""
    text = (TEMPLATES / name).read_text("utf-8")
    return Template(text).substitute(series=job.series, at=f"{job.at:%H:%M}", jitter=JITTER_MIN, **values)


def _is_day_of(series: str, day: date) -> bool:
    return series == "daily" or (day.isoweekday() == 1 if series == "weekly" else day.day == 1)


def _local_days(job: ScheduledJob, start: datetime) -> str:
    """Return the days of a start in the computer's time; the last day of a month has no number, so use the first."""
    if job.series == "weekly":
        return f"* * {start.isoweekday() % 7}"
    if job.series == "monthly":
        return f"{start.day if start.day == 2 else 1} * *"
    return DAYS["daily"]


def _systemd_word(text: str) -> str:
    """Return a word in quotes; the colon before a command disables ``$``."""
    return '"' + text.replace("\\", r"\\").replace('"', r"\"").replace("%", "%%") + '"'
