"""`autoplay completion`: typed into the shells of this machine."""

import os
import select
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

from autoplay.cli.completion import NAMES, VARIABLE, completion_script

fcntl, pty, termios = (
    pytest.importorskip(name, reason="no terminal to type at")
    for name in ("fcntl", "pty", "termios")
)

pytestmark = pytest.mark.usefixtures("process")

TABLES = tomllib.loads(Path(__file__).with_name("completion.toml").read_text("utf-8"))
START = TABLES["start"]
STAND_IN = TABLES["stand_in"]
"""Stand-in for the program once a line is typed; the completion calls the program itself."""
TYPED = TABLES["typed"]
PATIENCE_S = 60


@pytest.fixture
def desk(tmp_path):
    """Return a folder with a picture, and this project's command on the path."""
    (tmp_path / "picture.png").write_text("")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {
        "cwd": tmp_path,
        "env": {**os.environ, "PATH": path, "HOME": str(tmp_path), "TERM": "dumb"},
    }


def typed_into(command, lines, **where):
    """Type lines into a shell at a new terminal, wait for its end, and return what it showed."""
    ours, its = pty.openpty()
    where |= {
        "start_new_session": True,
        "preexec_fn": partial(fcntl.ioctl, 0, termios.TIOCSCTTY, 0),
    }
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, **where) as shell:
        os.close(its)
        os.write(ours, "".join(f"{line}\n" for line in lines).encode())
        shown = b""
        try:
            while select.select([ours], [], [], PATIENCE_S)[0] and (part := os.read(ours, 65536)):
                shown += part
        except OSError:  # the last process at the terminal has ended
            pass
        finally:
            shell.kill()
            os.close(ours)
    return shown.decode(errors="replace")


@pytest.mark.parametrize("shell", START)
def test_verbs_options_names_and_files_are_completed(desk, shell):
    command, source = START[shell]
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed here")
    lines = [source, *(STAND_IN[shell].format(name=name) for name in NAMES), *TYPED, "exit"]
    shown = typed_into(command, lines, **desk)
    calls = desk["cwd"] / "calls"
    assert calls.exists(), shown
    assert calls.read_text().splitlines() == list(TYPED.values())


def test_powershell_asks_for_what_its_script_takes_apart(desk):
    """PowerShell splits the answer into three lines per word: its kind, the word, its help."""
    asked = {VARIABLE: "zsh_complete", "COMP_WORDS": "autoplay play --head", "COMP_CWORD": "2"}
    done = subprocess.run(
        ["autoplay"], env=desk["env"] | asked, cwd=desk["cwd"], capture_output=True, text=True
    )
    expected = ["plain", "--headed", "Show the window, and wait for you at a challenge."]
    assert done.stdout.splitlines() == expected
    assert VARIABLE in completion_script("powershell")
