"""Where runs and their history are kept."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_data_path

from autoplay.errors import NotWritable

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"})
"""How the names of pictures that are read end."""


def data_dir() -> Path:
    """The folder of everything that is kept: AUTOPLAY_HOME, or the user's own data folder; raises NotWritable."""
    home = os.environ.get("AUTOPLAY_HOME")
    folder = Path(home) if home else user_data_path("puzzle-autoplay", appauthor=False)
    return writable(folder, "AUTOPLAY_HOME=FOLDER")


def writable(folder: Path, option: str) -> Path:
    """The folder, made where it is not there; raises NotWritable, which names the option it was given by."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        hint = f"{option} with a folder you may write to"
        raise NotWritable(f"{folder} can't be written to ({error.strerror})", hint=hint) from error
    return folder


def keep_apart(targets: Iterable[Path], originals: Iterable[Path], option: str) -> None:
    """Raise NotWritable, which names the option, if a file to be written is one of those that are read."""
    there = {_identity(path) for path in originals} - {None}
    for path in targets:
        if _identity(path) in there:
            raise NotWritable(f"{path} would be written over, and it is a picture to read", hint=f"{option} elsewhere")


def _identity(path: Path) -> tuple[int, int] | None:
    """What a file shares with all links to it; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def new_run_dir(name: str) -> Path:
    """A new folder for the pictures of one run, named by the time and ``name``."""
    stamp = f"{datetime.now():%Y-%m-%dT%H-%M-%S}-{_slug(name)}"
    for number in count(1):
        folder = data_dir() / "runs" / (stamp if number == 1 else f"{stamp}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise AssertionError("count() does not end")


def remove_run_dirs(folders: Iterable[Path]) -> int:
    """Remove folders that ``new_run_dir`` made, and those inside them; all others are left alone. How many were there.

    Raises OSError where one can't be removed.
    """
    runs, removed = (data_dir() / "runs").resolve(), 0
    for folder in map(Path.resolve, folders):
        if runs in folder.parents and folder.is_dir():
            shutil.rmtree(folder)
            removed += 1
            with suppress(OSError):  # another puzzle of the same visit is kept in it
                folder.parent.rmdir()
    return removed


def _slug(text: str) -> str:
    """What may stand in a file's name on every system."""
    return re.sub(r"[^a-z0-9.]+", "-", text.lower().partition("://")[2] or text.lower()).strip("-.")[:60]
