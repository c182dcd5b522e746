"""Kills a command, runs it again, and reports what is not as it should be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Final

from autoplay.practice import serve
from solvers.errors import AutoplayError
from tests.qa.kills.files import damaged_pictures, leftovers, rows_in
from tests.qa.kills.table import KilledCommand, Stage

ROOT: Final = Path(__file__).parents[3]
LONGEST_S: Final = 300.0
"""Maximum time for a command that is not killed, on a busy machine."""
ENDING_S: Final = 30.0
"""Maximum time for the processes of a killed command to end by themselves."""
TEMPORARY: Final = "temporary"


@dataclass(frozen=True)
class Kill:
    """Result of a kill ``seconds`` after the start; ``problems`` is empty if everything was as
    expected.

    ``was_running`` is False if the command had ended before.
    """

    seconds: float
    was_running: bool
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Reference:
    """Run that was not killed: its folder and its duration in seconds."""

    folder: Path
    seconds: float


def run_whole(command: KilledCommand, folder: Path) -> Reference:
    """Run a command to its end. Raises AssertionError if that fails, so that kills would prove
    nothing."""
    command.prepare(folder)
    with serve() as site:
        start = monotonic()
        process = _started(command, folder, site.url)
        _, err = process.communicate(timeout=LONGEST_S)
        seconds = monotonic() - start
        assert process.returncode in command.statuses, (
            f"{command.name}: status {process.returncode}: {err}"
        )
        problems = [*command.check(Stage(folder, folder, site.url)), *_left(command, folder)]
        assert not problems, f"{command.name}, not killed: {problems}"
    return Reference(folder, seconds)


def kill_and_repeat(
    command: KilledCommand, reference: Reference, moment: float, *, group: bool
) -> Kill:
    """Kill a command at a moment, 0 to 1, of its life, and run it again; with ``group``, kill its
    children too."""
    with TemporaryDirectory() as name, serve() as site:
        folder, seconds = Path(name), moment * reference.seconds
        command.prepare(folder)
        was_running = _killed(_started(command, folder, site.url), seconds, group=group)
        kill = Kill(seconds, was_running)
        stage = Stage(folder, reference.folder, site.url)
        try:
            kill.problems.extend(damaged_pictures_of(folder))
            if command.output:
                stage = replace(stage, killed=tuple(rows_in(folder / command.output)))
            process = _started(command, folder, site.url, *command.again)
            _, err = process.communicate(timeout=LONGEST_S)
            if process.returncode not in command.statuses or "Traceback" in err:
                kill.problems.append(
                    f"the second run ended with status {process.returncode}: {err.strip()[-300:]}"
                )
            kill.problems.extend([*command.check(stage), *_left(command, folder)])
        except (AutoplayError, OSError, ValueError, sqlite3.Error) as error:
            kill.problems.append(f"{type(error).__name__}: {error}")
        if any(done.fault or done.reply == "wrong" for done in site.submissions):
            kill.problems.append("handed in what is wrong")
        if sum(done.reply == "right" for done in site.submissions) > 2:
            kill.problems.append("handed in twice in one run")
        return kill


def damaged_pictures_of(folder: Path) -> Iterator[str]:
    """Yield a problem for each picture that the killed run has left damaged; the inputs are no
    matter."""
    for part in ("home", "fixtures", "shots"):
        if not (folder / part / "2.png").exists():  # the input that is not a picture
            yield from (f"after the kill, {problem}" for problem in damaged_pictures(folder / part))


def _started(command: KilledCommand, folder: Path, url: str, *more: str) -> subprocess.Popen[str]:
    (folder / TEMPORARY).mkdir(exist_ok=True)
    arguments = [argument.replace("{site}", url) for argument in (*command.arguments, *more)]
    own = {"AUTOPLAY_HOME": str(folder / "home"), "TMPDIR": str(folder / TEMPORARY)}
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "autoplay", *arguments],
        cwd=folder,
        env={**os.environ, **own, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _killed(process: subprocess.Popen[str], seconds: float, *, group: bool) -> bool:
    """Kill a process this many seconds after its start; return False if it had ended before."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        if group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    assert process.stderr
    process.stderr.close()
    return process.returncode == -signal.SIGKILL


def _left(command: KilledCommand, folder: Path) -> Iterator[str]:
    """Yield a problem for each process and file that should not be there after the second run."""
    poll, end = Event(), monotonic() + ENDING_S
    while (found := _running(folder)) and monotonic() < end:
        poll.wait(0.02)
    if found:
        yield f"still running: {found}"
    # A browser whose driver is killed too leaves its profile, which nobody else can remove; the
    # system does in time.
    yield from leftovers(
        folder, (*command.leaves, f"{TEMPORARY}/playwright*", f"{TEMPORARY}/*chromium*")
    )


def _running(folder: Path) -> list[int]:
    """Return the processes that were started with this folder as their home, on systems with
    /proc."""
    found = []
    own = f"AUTOPLAY_HOME={folder / 'home'}\0".encode()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if own in environment.read_bytes():
                found.append(int(environment.parent.name))
        except OSError:  # it ended in between, or belongs to another user
            continue
    return found
