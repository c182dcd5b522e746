"""Commands that install what is missing, by the installer that put the program here."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution, distributions, requires
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from autoplay.errors import ExtraMissing

PROJECT: Final = "puzzle-autoplay"
EXTRA: Final = re.compile(
    r"^(?P<what>(?P<name>[\w.-]+)[^;]*?) *;.*\bextra == [\"'](?P<extra>\w+)[\"']"
)
"""One requirement in the package metadata, such as ``starlette>=0.46; extra == 'web'``."""


def quote_command(*words: str) -> str:
    """Return the words as one command line, quoted for this system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def set_variable(name: str, value: str = "") -> str:
    """Return the command that sets an environment variable, or unsets it if the value is empty."""
    if os.name == "nt":
        return f"set {name}={value}"
    return f"export {name}={shlex.quote(value)}" if value else f"unset {name}"


def pip_install(*words: str) -> str:
    """Return the command that installs Python packages into the program's environment."""
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").exists():
        return quote_command("pipx", "runpip", PROJECT, "install", *words)
    # An installation by uv, or an environment without pip, takes packages from uv only.
    if (prefix / "uv-receipt.toml").exists() or not any(distributions(name="pip")):
        return quote_command("uv", "pip", "install", "--python", sys.executable, *words)
    return quote_command(sys.executable, "-m", "pip", "install", *words)


def install_browser(engine: str) -> str:
    """Return the command that installs a browser, with its libraries where apt has them."""
    words = [sys.executable, "-m", "playwright", "install"]
    if shutil.which("apt-get"):
        words.append("--with-deps")
    return quote_command(*words, engine)


def list_extras() -> dict[str, dict[str, str]]:
    """Return the packages of each extra, from the metadata: package name to pip requirement."""
    found: dict[str, dict[str, str]] = {}
    for requirement in requires(PROJECT) or ():
        if match := EXTRA.match(requirement):
            found.setdefault(match["extra"], {})[match["name"]] = match["what"]
    return found


def extra_hint(extra: str) -> str:
    """Return the command that installs an extra's packages, without the program itself."""
    return pip_install(*list_extras()[extra].values())


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failed import in the block into ExtraMissing; its hint is the command that installs
    the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ExtraMissing(
            f"{error.name} is not installed; it comes with the extra {name}", hint=extra_hint(name)
        ) from error


def rebuild_program() -> str:
    """Return the command that builds the program again from its origin; "" if that is a wheel."""
    direct_url = distribution(PROJECT).read_text("direct_url.json")
    origin = json.loads(direct_url) if direct_url else {}
    url: str = origin.get("url", PROJECT)
    if url.endswith(".whl"):
        return ""
    words = ["--force-reinstall", "--no-deps", "--no-cache-dir"]
    if origin.get("dir_info", {}).get("editable", False):
        return pip_install(*words, "-e", url2pathname(urlsplit(url).path))
    return pip_install(*words, url)
