"""Commands that install what is missing, for this system and the installer that put the program here."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, distributions, requires
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from autoplay.errors import ExtraMissing

PROJECT: Final = "puzzle-autoplay"
EXTRA: Final = re.compile(r"^(?P<what>(?P<name>[\w.-]+)[^;]*?) *;.*\bextra == [\"'](?P<extra>\w+)[\"']")
"""One requirement in the package metadata, such as ``starlette>=0.46; extra == 'web'``."""
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
"""System packages that provide each need, by package manager."""
BUILD_TOOLS: Final = "--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"
COMPILERS: Final[Mapping[str, str]] = {
    "xcode-select": "xcode-select --install",
    "winget": f'winget install --id Microsoft.VisualStudio.2022.BuildTools --override "{BUILD_TOOLS}"',
}
"""Commands that install a compiler on macOS and Windows, which come with fonts and a display."""
INSTALL: Final = {
    "apt-get": "apt-get update && {sudo}apt-get install -y",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --noconfirm",
}


@dataclass(frozen=True, slots=True)
class HostSystem:
    """Properties of this machine that decide which commands to suggest.

    ``manager`` is a key of ``PACKAGES`` or ``COMPILERS``, or "". ``distribution`` is the ID in /etc/os-release.
    ``installer`` is "pip", "uv" or "pipx".
    """

    is_windows: bool
    is_root: bool
    manager: str
    distribution: str
    installer: str
    has_sudo: bool = True

    def package(self, need: str) -> str:
        """Return the command that installs the system packages for a need; "" if unknown."""
        if self.manager not in PACKAGES:
            return COMPILERS.get(self.manager, "") if need == "compiler" else ""
        sudo = "sudo " if self.has_sudo and not self.is_root else ""
        command = f"{sudo}{INSTALL[self.manager].format(sudo=sudo)} {PACKAGES[self.manager][need]}"
        return command if sudo or self.is_root else self.command("su", "-c", command)

    def pip(self, *words: str) -> str:
        """Return the command that installs Python packages into the program's environment."""
        starts = {
            "pip": [sys.executable, "-m", "pip", "install"],
            "uv": ["uv", "pip", "install", "--python", sys.executable],
            "pipx": ["pipx", "runpip", PROJECT, "install"],
        }
        return self.command(*starts[self.installer], *words)

    def command(self, *words: str) -> str:
        """Return the words as one command line, quoted for this system's shell."""
        return subprocess.list2cmdline(words) if self.is_windows else shlex.join(words)

    def variable(self, name: str, value: str = "") -> str:
        """Return the command that sets an environment variable, or unsets it if the value is empty."""
        if self.is_windows:
            return f"set {name}={value}"
        return f"export {name}={shlex.quote(value)}" if value else f"unset {name}"

    def browser(self, engine: str = "chromium") -> str:
        """Return the command that installs a browser. Ubuntu's own package is a snap, which can't be driven."""
        if engine == "chromium" and self.manager in PACKAGES and self.distribution != "ubuntu":
            return self.package("browser")
        libraries = ["--with-deps"] if self.manager == "apt-get" else []
        return self.command(sys.executable, "-m", "playwright", "install", *libraries, engine)


@cache
def this_system() -> HostSystem:
    """Return the machine that this process runs on."""
    return HostSystem(
        is_windows=os.name == "nt",
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        manager=_manager(sys.platform),
        distribution=_distribution(),
        installer=_installer(Path(sys.prefix)),
        has_sudo=bool(shutil.which("sudo")),
    )


def extras() -> dict[str, dict[str, str]]:
    """Return the packages of each extra from the program's metadata: package name to pip requirement."""
    found: dict[str, dict[str, str]] = {}
    for match in filter(None, map(EXTRA.match, requires(PROJECT) or ())):
        found.setdefault(match["extra"], {})[match["name"]] = match["what"]
    return found


def extra_hint(name: str) -> str:
    """Return the command that installs an extra's packages. It doesn't name the program, which may be on no index."""
    return this_system().pip(*extras()[name].values())


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failed import in the block into ExtraMissing, whose hint is the command that installs the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        what = f"{error.name} is not installed; it comes with the extra {name}"
        raise ExtraMissing(what, hint=extra_hint(name)) from error


def rebuild_arguments() -> list[str]:
    """Return the pip arguments that rebuild the program from its origin; [] for a wheel, which is never built."""
    direct_url = distribution(PROJECT).read_text("direct_url.json")
    origin = json.loads(direct_url) if direct_url else {}
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
