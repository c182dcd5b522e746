"""Runs the command line as a person does: in a process of its own, looked at from outside."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from autoplay.cli import main
from tests.solvers.boards import PUBLISHED as EXAMPLE

BOARD = Path(__file__).parents[3] / "fixtures" / "practice" / "10x10.png"


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def rows(self):
        """The JSON Lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaint(self):
        """The one line on stderr, with no traceback about it."""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("autoplay: ")
        assert "Traceback" not in self.err
        return self.err.strip()


@pytest.fixture
def run():
    """Runs `autoplay …` in this process; quick, for all that depends on arguments and input only."""

    def run(*arguments, stdin=b""):
        done = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin, prog_name="autoplay")
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return Done(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def spawn():
    """Runs `python -m autoplay …` in a process of its own."""

    def spawn(*arguments, stdin=b"", **options):
        command = [sys.executable, "-m", "autoplay", *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=300, **options)
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return spawn


@pytest.fixture
def begin():
    """Starts `autoplay …` in a group of its own, as a shell does; ends what is left of it."""
    running = []

    def begin(*arguments, **pipes):
        command = [sys.executable, "-m", "autoplay", *map(str, arguments)]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | pipes
        running.append(subprocess.Popen(command, **pipes, text=True, bufsize=1, start_new_session=True))
        return running[-1]

    yield begin
    for process in running:
        with process:
            process.kill()


@pytest.fixture
def example(tmp_path) -> Path:
    """A file with a 10x10 puzzle of two stars that has one solution."""
    path = tmp_path / "example.txt"
    path.write_text(EXAMPLE)
    return path


@pytest.fixture
def save(tmp_path):
    """Writes an image (H, W, 3) or bytes to a file and gives its path."""

    def save(content, name="picture.png"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            cv2.imwrite(str(path), content)
        return path

    return save


@pytest.fixture
def board():
    """The window that shows a 10x10 board, and where the board lies in it."""
    box = json.loads(BOARD.with_suffix(".json").read_text())["box"]
    return cv2.imread(str(BOARD)), box


@pytest.fixture
def root(tmp_path):
    """A folder with two fixtures that are as expected."""
    practice = BOARD.parent
    for name in ("5x5-solved", "6x6"):
        for ending in (".png", ".grid.txt", ".json"):
            path = tmp_path / "fixtures" / "practice" / f"{name}{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(practice / path.name, path)
    return tmp_path / "fixtures"
