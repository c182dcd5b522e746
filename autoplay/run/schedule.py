"""What makes a computer play by itself: a crontab line, a systemd timer, a Windows task, a GitHub workflow, as texts.

Times are in UTC, since the specials are taken to change with the day, the Monday and the first of the month in UTC.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from calendar import month_name
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

JITTER_MIN: Final = 10
"""Minutes by which a start is put off at random, so that not all who play do so in the same second."""
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
class Job:
    """What is to be played, and when: ``series`` is daily, weekly or monthly, ``at`` a time in UTC.

    ``command`` starts this program, ``environment`` is what it has to know; ``now`` is the present, in the time zone of
    the computer.
    """

    series: str
    at: time
    command: tuple[str, ...]
    environment: Mapping[str, str]
    now: datetime

    @property
    def next(self) -> datetime:
        """The next start, in UTC."""
        for days in count():
            start = datetime.combine(self.now.astimezone(UTC).date() + timedelta(days), self.at, UTC)
            if start > self.now and _is_day_of(self.series, start):
                return start
        raise AssertionError("count() does not end")


def job(series: str, at: time) -> Job:
    """A job of the program that is running, on this computer."""
    script = shutil.which("autoplay", path=sysconfig.get_path("scripts"))
    command = (script,) if script else (sys.executable, "-m", "autoplay")
    return Job(series, at, (*command, "play", series), _environment(), datetime.now().astimezone())


def _environment() -> dict[str, str]:
    """What cron and systemd would not know from a person's shell."""
    found = {name: value for name in ("AUTOPLAY_HOME", "AUTOPLAY_BROWSER") if (value := os.environ.get(name))}
    if home := found.get("AUTOPLAY_HOME"):
        found["AUTOPLAY_HOME"] = str(Path(home).absolute())
    return found


def cron(job: Job) -> str:
    """A crontab line, in the computer's own time, which is all that cron knows."""
    words = [f"{name}={shlex.quote(value)}" for name, value in job.environment.items()]
    words += [*map(shlex.quote, job.command), "--jitter", f"{JITTER_MIN}"]
    start = job.next.astimezone(job.now.tzinfo)
    when = f"{start.minute} {start.hour} {_local_days(job, start)}"
    command = " ".join(words).replace("%", r"\%")  # cron makes a new line of any other
    return _filled("cron.txt", job, here=f"{start:%H:%M}", line=f"{when} {command}")


def systemd(job: Job) -> str:
    """A service and the timer that starts it, as two files of a user's systemd."""
    variables = "".join(f"Environment={_systemd_word(f'{name}={value}')}\n" for name, value in job.environment.items())
    return _filled(
        "systemd.txt",
        job,
        environment=variables,
        command=" ".join(map(_systemd_word, job.command)),
        calendar=f"{ON_CALENDAR[job.series]} {job.at:%H:%M}:00 UTC",
    )


def windows(job: Job) -> str:
    """The XML of a task of the Windows Task Scheduler."""
    program, *arguments = job.command
    return _filled(
        "windows.xml",
        job,
        start=f"{job.next:%Y-%m-%dT%H:%M:%SZ}",
        trigger=TRIGGERS[job.series],
        program=escape(program),
        arguments=escape(subprocess.list2cmdline(arguments)),
    )


def github(job: Job) -> str:
    """A workflow of GitHub Actions, for a copy of this project's repository."""
    return _filled("github.yml", job, cron=f"{job.at.minute} {job.at.hour} {DAYS[job.series]}")


FORMS: Final[Mapping[str, Callable[[Job], str]]] = MappingProxyType(
    {"cron": cron, "systemd": systemd, "windows": windows, "github": github}
)


def _filled(name: str, job: Job, **values: object) -> str:
    """The template of this name; ``$${{`` in it is an expression of GitHub's."""
    text = (TEMPLATES / name).read_text("utf-8")
    return Template(text).substitute(series=job.series, at=f"{job.at:%H:%M}", jitter=JITTER_MIN, **values)


def _is_day_of(series: str, day: date) -> bool:
    return series == "daily" or (day.isoweekday() == 1 if series == "weekly" else day.day == 1)


def _local_days(job: Job, start: datetime) -> str:
    """The days of a start in the computer's time: the day before the first of a month has no number, so the first."""
    if job.series == "weekly":
        return f"* * {start.isoweekday() % 7}"
    if job.series == "monthly":
        return f"{start.day if start.day == 2 else 1} * *"
    return DAYS["daily"]


def _systemd_word(text: str) -> str:
    """A word in quotes; the colon before a command keeps ``$`` as it is."""
    return '"' + text.replace("\\", r"\\").replace('"', r"\"").replace("%", "%%") + '"'
