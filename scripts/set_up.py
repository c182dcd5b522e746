#!/usr/bin/env python3
"""Make the project ready to run: a virtual environment, its packages, a browser.

usage: set_up.py [--dev|--docs]        (--dev adds what the tests need; --docs builds pages, and needs no browser)

Uses only the standard library. Completed steps are recorded in .venv, so a second call ends at once
until pyproject.toml or the Python changes. Exit status: 0 ready, 2 the environment can't be made, 6
no browser could be installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # so that older versions of Python get as far as the error message
    from collections.abc import Callable, Sequence

    Command = Sequence[str]
    Run = Callable[[Command], bool]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
PROBE = (
    "from playwright.sync_api import sync_playwright as start\n"
    "from autoplay.browser.start import start_browser\n"
    "with start() as playwright: start_browser(playwright).close()"
)


class SetUpError(Exception):
    """The project can't be set up; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def main(arguments: Sequence[str]) -> int:
    """Set up the project; return the exit status."""
    try:
        if sys.version_info < OLDEST:
            raise SetUpError(
                f"Python {sys.version.split()[0]} is too old: install Python 3.11 or later."
            )
        make_venv()
        level = next((name for name in ("dev", "docs") if f"--{name}" in arguments), "play")
        once(f"packages-{level}", key(), lambda: install_packages(level))
        if level != "docs":
            once(
                "browser",
                key() + os.environ.get("AUTOPLAY_BROWSER", ""),
                lambda: install_browser(run, system()),
            )
    except SetUpError as error:
        print(f"set-up: {error}", file=sys.stderr)
        return error.status
    return 0


def key() -> str:
    """Return a hash of everything that requires a new set-up: packages, kernel, Python version,
    folder."""
    kernel = sorted(ROOT.glob("solvers/star_battle/kernel/*"))
    files = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", VENV / "pyvenv.cfg", *kernel]
    parts = [*(file.read_bytes() for file in files), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def once(name: str, value: str, action: Callable[[], None]) -> None:
    """Run the action unless it was done before for this value."""
    note = VENV / f"set-up-{name}"
    if not note.exists() or note.read_text() != value:
        action()
        note.write_text(value)


def say(message: str) -> None:
    """Print a message to stderr."""
    print(f"set-up: {message}", file=sys.stderr, flush=True)


def run(command: Command) -> bool:
    """Run the command with its output on stderr; return True if it succeeds."""
    say(" ".join(line for line in map(str, command) if "\n" not in line))
    try:
        return subprocess.run(command, stdout=sys.stderr, cwd=ROOT).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    """Create .venv unless it has a Python that is new enough."""
    if works([str(PYTHON), "-c", f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"]):
        return
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    version = "{}.{}".format(*sys.version_info)
    package = f"python{version}-venv"
    ways: list[list[Command]] = [[make]]
    if is_root() and shutil.which("apt-get"):
        ways.append([["apt-get", "update", "-q"], apt_install(package), make])
    if shutil.which("uv"):
        ways.append([["uv", "venv", "--clear", "--seed", "--python", sys.executable, str(VENV)]])
    if not any(all(run(command) for command in way) for way in ways):
        raise SetUpError(
            f"no virtual environment could be created. Try: sudo apt-get install {package}"
        )


def install_packages(level: str) -> None:
    """Install the project and its dependencies, with an OpenCV that can be imported on this
    machine."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "-q"]
    # README shows the page and names PDF: both take little beside what is needed anyway.
    extras = "pdf,web" if level == "play" else level
    if not run([*pip, "install", "-e", f".[{extras}]"]):
        raise SetUpError(
            "the packages could not be installed: see above. "
            "Try: check the network and run this again"
        )
    replace_opencv(run, works([str(PYTHON), "-c", "import cv2"]), pip)


def replace_opencv(run: Run, imports: bool, pip: list[str]) -> None:
    """Replace OpenCV by its headless version if it can't be imported, usually because a server has
    no libGL."""
    if imports:
        return
    say(
        "opencv-python can't be imported (libGL is missing?); "
        "installing opencv-python-headless instead"
    )
    # Both packages use the folder cv2: removing one deletes files of the other, which is therefore
    # always reinstalled.
    anew = [*pip, "install", "--force-reinstall", "--no-deps", "opencv-python-headless>=4.9"]
    swapped = run([*pip, "uninstall", "-y", "opencv-python"]) and run(anew)
    if not swapped or not run([str(PYTHON), "-c", "import cv2"]):
        raise SetUpError(
            "neither opencv-python nor opencv-python-headless can be imported: see above"
        )


def install_browser(run: Run, system: str) -> None:
    """Make sure that a browser starts: an installed one, or one installed in each way of this
    system until one does."""
    probe: Command = [str(PYTHON), "-c", PROBE]
    if works(probe):
        return
    say("no browser starts yet")
    for way in browser_ways(system, is_root()):
        if all(run(command) for command in way) and works(probe):
            return
    hint = "sudo apt-get install chromium" if system == "debian" else "install Chrome or Chromium"
    raise SetUpError(f"no browser could be installed: see above. Try: {hint}", status=6)


def browser_ways(system: str, root: bool) -> list[list[Command]]:
    """Return the ways to install a browser, best first; each is a list of commands.

    On Ubuntu, the package chromium only installs a snap, so Playwright's own browser comes first.
    """
    playwright = [str(PYTHON), "-m", "playwright", "install"]
    if not root or system == "other":
        return [[[*playwright, "chromium"]]]
    own: list[Command] = [[*playwright, "--with-deps", "chromium"]]
    package: list[Command] = [["apt-get", "update", "-q"], apt_install("chromium")]
    return [own, package] if system == "ubuntu" else [package, own]


def apt_install(package: str) -> Command:
    """Return the command that installs a system package without questions."""
    return ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q", package]


def works(command: Command) -> bool:
    """Run the command without output; return True if it succeeds."""
    try:
        return subprocess.run(command, capture_output=True, cwd=ROOT).returncode == 0
    except OSError:
        return False


def is_root() -> bool:
    """Return True if system packages can be installed without a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def system(release: str | None = None) -> str:
    """Return "debian", "ubuntu" or "other" from the text of /etc/os-release."""
    path = Path("/etc/os-release")
    if release is None:
        release = path.read_text() if path.exists() else ""
    fields: dict[str, str] = dict(
        line.replace('"', "").split("=", 1) for line in release.splitlines() if "=" in line
    )
    names = [fields.get("ID", ""), *fields.get("ID_LIKE", "").split()]
    return next((name for name in names if name in ("debian", "ubuntu")), "other")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
