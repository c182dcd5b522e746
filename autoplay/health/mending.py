"""The one command that mends something, on this system and for the way in which the program was installed."""

from __future__ import annotations

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, distributions
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

PROJECT: Final = "puzzle-autoplay"
PACKAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "apt-get": {
        "fonts": "fonts-dejavu-core fonts-noto-color-emoji",
        "display": "xvfb xauth",
        "compiler": "gcc libc6-dev python3-dev",
        "browser": "chromium",
    },
    "dnf": {
        "fonts": "dejavu-sans-fonts google-noto-color-emoji-fonts",
        "display": "xorg-x11-server-Xvfb",
        "compiler": "gcc python3-devel",
        "browser": "chromium",
    },
    "pacman": {
        "fonts": "ttf-dejavu noto-fonts-emoji",
        "display": "xorg-server-xvfb",
        "compiler": "gcc",
        "browser": "chromium",
    },
}
"""The packages that bring a thing, for each manager of a system's packages."""
INSTALL: Final = {
    "apt-get": "apt-get update && {sudo}apt-get install -y",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --noconfirm",
}


@dataclass(frozen=True, slots=True)
class System:
    """This machine, as far as it matters to what is typed on it.

    ``manager`` is a key of ``PACKAGES`` or "", ``distribution`` the ID of /etc/os-release, ``installer`` what put the
    program here: "pip", "uv" or "pipx".
    """

    is_windows: bool
    is_root: bool
    manager: str
    distribution: str
    installer: str

    def package(self, thing: str) -> str:
        """The command that has the system's own packages bring a thing; "" where that is not known."""
        if self.manager not in PACKAGES:
            return ""
        sudo = "" if self.is_root else "sudo "
        return f"{sudo}{INSTALL[self.manager].format(sudo=sudo)} {PACKAGES[self.manager][thing]}"

    def pip(self, *words: str) -> str:
        """The command that installs Python packages beside the program."""
        starts = {
            "pip": [sys.executable, "-m", "pip", "install"],
            "uv": ["uv", "pip", "install", "--python", sys.executable],
            "pipx": ["pipx", "runpip", PROJECT, "install"],
        }
        return self.command(*starts[self.installer], *words)

    def command(self, *words: str) -> str:
        """Words as a line to type, quoted as the shells of this system have it."""
        return subprocess.list2cmdline(words) if self.is_windows else shlex.join(words)

    def variable(self, name: str, value: str = "") -> str:
        """What sets a variable of the environment for the commands that follow; without a value it is taken away."""
        if self.is_windows:
            return f"set {name}={value}"
        return f"export {name}={shlex.quote(value)}" if value else f"unset {name}"

    def browser(self, engine: str = "chromium") -> str:
        """The command that brings a browser; Ubuntu's package is only a pointer to a snap, which can't be driven."""
        if engine == "chromium" and self.manager and self.distribution != "ubuntu":
            return self.package("browser")
        libraries = ["--with-deps"] if self.manager == "apt-get" else []
        return self.command(sys.executable, "-m", "playwright", "install", *libraries, engine)


@cache
def this_system() -> System:
    """The machine that this runs on."""
    return System(
        is_windows=os.name == "nt",
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        manager=next(filter(shutil.which, PACKAGES), "") if sys.platform.startswith("linux") else "",
        distribution=_distribution(),
        installer=_installer(Path(sys.prefix)),
    )


def source() -> list[str]:
    """What pip is given to install the program again from where it came from."""
    told = distribution(PROJECT).read_text("direct_url.json")
    origin = json.loads(told) if told else {}
    editable = origin.get("dir_info", {}).get("editable", False)
    return ["-e", url2pathname(urlsplit(origin["url"]).path)] if editable else [origin.get("url", PROJECT)]


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["ID"]
    except OSError:
        return ""


def _installer(prefix: Path) -> str:
    if (prefix / "pipx_metadata.json").exists():
        return "pipx"
    has_pip = any(distributions(name="pip"))
    return "pip" if has_pip and not (prefix / "uv-receipt.toml").exists() else "uv"
