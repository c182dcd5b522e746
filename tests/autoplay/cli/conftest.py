"""Fixtures that run the command line as a user does: in another process, observed from outside."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import cv2
import pytest
from click.testing import CliRunner

from autoplay.cli import main
from tests.solvers.boards import PUBLISHED as EXAMPLE

BOARD = Path(__file__).parents[3] / "fixtures" / "practice" / "10x10.png"
RIM = 50
"""Pixels that are kept beside a board that is cut out of its window, as it costs less to read."""


@dataclass(frozen=True)
class Done:
    """Result of a command."""

    status: int
    out: str
    err: str

    @property
    def rows(self):
        """The JSON Lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaint(self):
        """The only line on stderr, without a traceback."""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("autoplay: ")
        assert "Traceback" not in self.err
        return self.err.strip()


@pytest.fixture
def run():
    """Run `autoplay …` in this process: quick, for all that depends only on arguments and input."""

    def run(*arguments, stdin=b""):
        done = CliRunner().invoke(
            main, [str(argument) for argument in arguments], input=stdin, prog_name="autoplay"
        )
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return Done(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def on_terminal(monkeypatch):
    """Run `autoplay …` in this process on a terminal; return what it shows."""
    pty = pytest.importorskip("pty")  # not available on Windows
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def on_terminal(*arguments):
        ours, theirs = pty.openpty()
        with ThreadPoolExecutor(1) as pool, pytest.MonkeyPatch.context() as patch:
            shown = pool.submit(read_terminal, ours)
            with (
                os.fdopen(theirs, "w", encoding="utf-8", buffering=1) as terminal,
                suppress(SystemExit),
            ):
                patch.setattr(sys, "stdout", terminal)
                patch.setattr(sys, "stderr", terminal)
                main([str(argument) for argument in arguments], prog_name="autoplay")
            return shown.result()

    return on_terminal


def read_terminal(number):
    """Return all that comes out of a terminal, from its file number."""
    shown = b""
    # Linux's word for the end.
    with os.fdopen(number, "rb", buffering=0) as terminal, suppress(OSError):
        while part := terminal.read(9999):
            shown += part
    return shown.decode()


@pytest.fixture
def spawn():
    """Run `python -m autoplay …` in another process."""

    def spawn(*arguments, stdin=b"", **options):
        command = [sys.executable, "-m", "autoplay", *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=300, **options)
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return spawn


@pytest.fixture
def begin():
    """Start `autoplay …` in its own process group, as a shell does, and end what remains."""
    running = []

    def begin(*arguments, **pipes):
        command = [sys.executable, "-m", "autoplay", *map(str, arguments)]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | pipes
        running.append(
            subprocess.Popen(command, **pipes, text=True, bufsize=1, start_new_session=True)
        )
        return running[-1]

    yield begin
    for process in running:
        with process:
            process.kill()


@pytest.fixture
def example(tmp_path) -> Path:
    """Return a file with a 10x10 puzzle of two stars that has one solution."""
    path = tmp_path / "example.txt"
    path.write_text(EXAMPLE)
    return path


@pytest.fixture
def save(tmp_path):
    """Write an image (H, W, 3) or bytes to a file and return its path."""

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
    """Return the part of a window with a 10x10 board, and the box of the board in it."""
    x0, y0, x1, y1 = json.loads(BOARD.with_suffix(".json").read_text())["box"]
    part = cv2.imread(str(BOARD))[y0 - RIM : y1 + RIM, x0 - RIM : x1 + RIM]
    return part, (RIM, RIM, RIM + x1 - x0, RIM + y1 - y0)


@pytest.fixture
def web():
    """Yield the address of a server with the pictures of fixtures; other names are those of pages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            picture = BOARD.with_name(urlsplit(self.path).path[1:])
            is_missing = picture.suffix == ".png" and not picture.exists()
            self.send_response(404 if is_missing else 200)
            self.end_headers()
            page = b"<!doctype html><title>Queens</title>"
            self.wfile.write(picture.read_bytes() if picture.exists() else page)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def root(tmp_path):
    """Return a folder with two fixtures that match their expected readings."""
    practice = BOARD.parent
    for name in ("5x5-solved", "6x6"):
        for ending in (".png", ".grid.txt", ".json"):
            path = tmp_path / "fixtures" / "practice" / f"{name}{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(practice / path.name, path)
    return tmp_path / "fixtures"
