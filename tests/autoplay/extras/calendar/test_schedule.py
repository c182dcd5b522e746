"""Schedules, parsed again as their schedulers parse them."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone
from xml.etree import ElementTree

import pytest

from autoplay.extras.calendar.schedule import (
    ScheduledJob,
    plan_job,
    write_cron,
    write_github,
    write_systemd,
    write_windows,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)  # a Saturday
DAILY = ScheduledJob(
    *("daily", time(9, 37), ("/opt/autoplay",), ("schedule", "daily", "--run"), {}, NOW),
    jitter_min=2.5,
    patience_min=45,
)
PATIENT = ["--patience", "45"]
DELAYED = [*PATIENT, "--jitter", "2.5"]
ODD = r"""a 100% "odd" $HOME folder & 'more' <\x>"""
UNQUOTED = "a 100% $HOME folder & <more>"
"""Folder name that systemd allows in the path of a program."""
TASK = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
SERIES = ("daily", "weekly", "monthly")


def crontab(job):
    """Return the time, and the command as cron passes it to the shell, also after a start."""
    first, *_, line, at_start = write_cron(job).splitlines()
    assert first.startswith("# cron: ")
    *when, command = line.split(maxsplit=5)
    assert at_start == f"@reboot {command}"
    return " ".join(when), command.replace(r"\%", "\0").partition("%")[0].replace("\0", "%")


@pytest.mark.parametrize(
    ("series", "when"), [("daily", "* * *"), ("weekly", "* * 1"), ("monthly", "1 * *")]
)
def test_a_crontab_line_has_the_times_and_the_command(series, when):
    asked = replace(DAILY, series=series, arguments=("schedule", series, "--run"))
    command = f"/opt/autoplay schedule {series} --run {' '.join(DELAYED)}"
    assert crontab(asked) == (f"37 9 {when}", command)


@pytest.mark.usefixtures("process")
@pytest.mark.skipif(not shutil.which("crontab"), reason="there is no cron")
@pytest.mark.parametrize("series", SERIES)
def test_cron_accepts_the_lines(series, odd, tmp_path):
    usage = subprocess.run(["crontab", "-h"], capture_output=True, text=True).stderr
    option = "-T" if "-T" in usage else "-n"  # of cronie, and of Debian's cron
    if option == "-n" and "dry run" not in usage:
        pytest.skip("this cron can't check a file")
    (tmp_path / "lines").write_text(write_cron(replace(odd, series=series)))
    done = subprocess.run(["crontab", option, tmp_path / "lines"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("hours", "weekly", "monthly"), [
    (0, "37 9 * * 1", "37 9 1 * *"),
    (10, "37 19 * * 1", "37 19 1 * *"),
    (-10, "37 23 * * 0", "37 23 1 * *"),
])  # fmt: skip
def test_cron_gets_the_local_time(hours, weekly, monthly):
    here = replace(DAILY, now=NOW.astimezone(timezone(timedelta(hours=hours))))
    assert crontab(replace(here, series="weekly"))[0] == weekly
    assert crontab(replace(here, series="monthly"))[0] == monthly
    late = replace(here, at=time(20, 0), series="monthly")
    assert crontab(late)[0].split()[2] == ("2" if hours == 10 else "1")


@pytest.fixture(params=[ODD, UNQUOTED])
def odd(request, tmp_path):
    """Return a job whose program, which records its arguments, has a path that needs quotes."""
    if sys.platform == "win32":
        pytest.skip("such names are not allowed")
    program = tmp_path / request.param / "autoplay"
    program.parent.mkdir()
    tell = (
        "import json, os, sys; print(json.dumps([sys.argv[1:], os.environ.get('AUTOPLAY_HOME')]))"
    )
    program.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(tell)} "$@"\n'
    )
    program.chmod(0o755)
    return replace(
        DAILY, program=(str(program),), environment={"AUTOPLAY_HOME": str(program.parent)}
    )


@pytest.mark.usefixtures("process")
def test_cron_runs_a_program_in_any_folder(odd):
    done = subprocess.run(["sh", "-c", crontab(odd)[1]], capture_output=True, text=True, check=True)
    expected = [["schedule", "daily", "--run", *DELAYED], odd.environment["AUTOPLAY_HOME"]]
    assert json.loads(done.stdout) == expected


def units(text):
    """Return file name → text of the units."""
    parts = text.split("# ~/.config/systemd/user/")[1:]
    return dict(part.split("\n", 1) for part in parts)


@pytest.mark.parametrize("series", SERIES)
def test_a_service_and_its_timer(series):
    texts = units(write_systemd(replace(DAILY, series=series)))
    assert list(texts) == [f"autoplay-{series}.service", f"autoplay-{series}.timer"]
    when = {"daily": "*-*-*", "weekly": "Mon *-*-*", "monthly": "*-*-01"}[series]
    service, timer = texts.values()
    assert f"OnCalendar={when} 09:37:00 UTC\nRandomizedDelaySec=2.5min\n" in timer
    assert "\nPersistent=true\n" in timer
    before, _, _ = service.partition("ExecStart=:")
    assert "is-active network-online.target" in before


@pytest.mark.usefixtures("process")
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
@pytest.mark.parametrize("odd", [UNQUOTED], indirect=True)
@pytest.mark.parametrize("series", SERIES)
def test_systemd_accepts_the_units(series, odd, tmp_path):
    for name, text in units(write_systemd(replace(odd, series=series))).items():
        (tmp_path / name).write_text(text)
    paths = sorted(map(str, tmp_path.glob("autoplay-*.*")))
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    command = ["systemd-analyze", "--user", "verify", *paths]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "autoplay" in line] == []
    assert done.returncode == 0


def test_systemd_is_given_words_it_reads_back(odd):
    (line,) = (line for line in write_systemd(odd).splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart=:").replace("%%", "%"))
    assert words == [*odd.program, *odd.arguments, *PATIENT]


@pytest.mark.parametrize(
    ("series", "kind"), [("daily", "ByDay"), ("weekly", "ByWeek"), ("monthly", "ByMonth")]
)
def test_a_task_is_xml_with_its_command(series, kind):
    program = (rf"C:\Program Files\{ODD}\autoplay.exe",)
    job = replace(DAILY, series=series, program=program, arguments=("schedule", series))
    task = ElementTree.fromstring(write_windows(job))
    trigger = task.find(f"{TASK}Triggers/{TASK}CalendarTrigger")
    expected = ["StartBoundary", "RandomDelay", f"Schedule{kind}"]
    assert [part.tag.removeprefix(TASK) for part in trigger] == expected
    assert trigger[0].text.endswith("T09:37:00Z")
    started = task.find(f"{TASK}Actions/{TASK}Exec")
    assert [part.text for part in started] == [program[0], f"schedule {series} --patience 45"]
    assert (trigger[1].text, task.find(f".//{TASK}ExecutionTimeLimit").text) == ("PT150S", "PT105M")
    for name in ("StartWhenAvailable", "RunOnlyIfNetworkAvailable"):
        assert task.find(f"{TASK}Settings/{TASK}{name}").text == "true"


@pytest.mark.parametrize("series", SERIES)
def test_a_workflow_keeps_browser_history_and_pictures(series):
    arguments = ("schedule", series, "--run", "--click", "It's: odd # here")
    text = write_github(replace(DAILY, series=series, arguments=arguments))
    assert "\t" not in text
    assert "$${" not in text
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load(text)
    (when,) = workflow[True]["schedule"]  # YAML reads the word "on" as true
    expected = {"daily": "37 9 * * *", "weekly": "37 9 * * 1", "monthly": "37 9 1 * *"}[series]
    assert when["cron"] == expected
    steps = workflow["jobs"]["play"]["steps"]
    browser, restore, save = (step for step in steps if "cache" in step.get("uses", ""))
    assert browser["with"]["path"] == "~/.cache/ms-playwright"
    assert {restore["with"][name] == save["with"][name] for name in ("path", "key")} == {True}
    assert restore["with"]["path"] == f"{workflow['env']['AUTOPLAY_HOME']}/history.sqlite"
    assert save["if"] == "always()"
    (play,) = (step["run"] for step in steps if step.get("run", "").startswith("autoplay"))
    assert shlex.split(play) == ["autoplay", *arguments, *DELAYED]
    assert workflow["jobs"]["play"]["timeout-minutes"] == 108
    (pictures,) = (step for step in steps if step.get("if") == "failure()")
    assert pictures["with"]["path"] == "autoplay-data/runs"


@pytest.mark.usefixtures("process")
def test_the_command_is_the_one_that_is_running(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOPLAY_HOME", "data")
    monkeypatch.setenv("AUTOPLAY_BROWSER", "firefox")
    made = plan_job("weekly", time(5, 0), ["schedule", "weekly"])
    done = subprocess.run([*made.program, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("autoplay ")
    assert made.arguments == ("schedule", "weekly")
    expected = {"AUTOPLAY_HOME": str(tmp_path / "data"), "AUTOPLAY_BROWSER": "firefox"}
    assert made.environment == expected
