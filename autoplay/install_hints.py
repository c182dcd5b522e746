"""The one command that mends something, on this system and for the way in which the program was installed."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, distributions, requires
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

PROJECT: Final = "puzzle-autoplay"
EXTRA: Final = re.compile(r"^(?P<what>(?P<name>[\w.-]+)[^;]*?) *;.*\bextra == [\"'](?P<extra>\w+)[\"']")
"""One line of the metadata, such as ``starlette>=0.46; extra == 'web'``."""
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
BUILD_TOOLS: Final = "--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"
COMPILERS: Final[Mapping[str, str]] = {
    "xcode-select": "xcode-select --install",
    "winget": f'winget install --id Microsoft.VisualStudio.2022.BuildTools --override "{BUILD_TOOLS}"',
}
"""What brings a compiler to macOS and to Windows, which have fonts and a display by themselves."""
INSTALL: Final = {
    "apt-get": "apt-get update && {sudo}apt-get install -y",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --noconfirm",
}


@dataclass(frozen=True, slots=True)
class System:
    """This machine, as far as it matters to what is typed on it.

    ``manager`` is a key of ``PACKAGES`` or of ``COMPILERS``, or ""; ``distribution`` the ID of /etc/os-release;
    ``installer`` what put the program here: "pip", "uv" or "pipx".
    """

    is_windows: bool
    is_root: bool
    manager: str
    distribution: str
    installer: str
    has_sudo: bool = True

    def package(self, thing: str) -> str:
        """The command that has the system's own packages bring a thing; "" where that is not known."""
        if self.manager not in PACKAGES:
            return COMPILERS.get(self.manager, "") if thing == "compiler" else ""
        sudo = "sudo " if self.has_sudo and not self.is_root else ""
        command = f"{sudo}{INSTALL[self.manager].format(sudo=sudo)} {PACKAGES[self.manager][thing]}"
        return command if sudo or self.is_root else self.command("su", "-c", command)

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
        if engine == "chromium" and self.manager in PACKAGES and self.distribution != "ubuntu":
            return self.package("browser")
        libraries = ["--with-deps"] if self.manager == "apt-get" else []
        return self.command(sys.executable, "-m", "playwright", "install", *libraries, engine)


@cache
def this_system() -> System:
    """The machine that this runs on."""
    return System(
        is_windows=os.name == "nt",
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        manager=_manager(sys.platform),
        distribution=_distribution(),
        installer=_installer(Path(sys.prefix)),
        has_sudo=bool(shutil.which("sudo")),
    )


def extras() -> dict[str, dict[str, str]]:
    """Of each extra the packages, as the program's own metadata lists them: what pip is given, by the name."""
    found: dict[str, dict[str, str]] = {}
    for match in filter(None, map(EXTRA.match, requires(PROJECT) or ())):
        found.setdefault(match["extra"], {})[match["name"]] = match["what"]
    return found


def bring(extra: str) -> str:
    """The command that installs what an extra has, beside the program; the program itself may be on no index."""
    return this_system().pip(*extras()[extra].values())


def source() -> list[str]:
    """What pip is given to build the program again from where it came from; [] for a wheel, which is never built."""
    told = distribution(PROJECT).read_text("direct_url.json")
    origin = json.loads(told) if told else {}
    if origin.get("dir_info", {}).get("editable", False):
        return ["-e", url2pathname(urlsplit(origin["url"]).path)]
    url: str = origin.get("url", PROJECT)
    return [] if url.endswith(".whl") else [url]


def _manager(platform: str) -> str:
    if platform.startswith("linux"):
        return next(filter(shutil.which, PACKAGES), "")
    return {"darwin": "xcode-select", "win32": "winget"}.get(platform, "")


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
