"""Files written whole or not at all, at whatever moment the program is killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

PART, WHOLE = ".part", ".whole"
STALE_S: Final = 3600.0
"""No write takes so long: what was begun before belongs to a program that was killed."""


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write one file, from its first byte with the permissions ``mode`` less the umask; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
        part.replace(path)
    finally:
        with suppress(OSError):  # that a part can't be removed is not why the file can't be written
            part.unlink()


def write_together(folder: Path, group: str, files: Mapping[str, bytes]) -> None:
    """Write files of these names into the folder, all or none; raises OSError.

    They are written into a hidden folder, which is then renamed by the name of the ``group``: from that moment they are
    there, and what is left is to move them out. ``finish`` does that, now or after a kill.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finish(folder)
    part = folder / f".{group}.{os.getpid()}{PART}"
    try:
        part.mkdir(exist_ok=True)
        for name, data in files.items():
            if (folder / name).is_dir():
                raise IsADirectoryError(None, "is a folder", str(folder / name))
            (part / name).write_bytes(data)
        part.rename(folder / f".{group}{WHOLE}")
    finally:
        shutil.rmtree(part, ignore_errors=True)
    finish(folder)


def finish(folder: Path) -> None:
    """Move out the groups that were written whole, and remove what killed programs left half written."""
    for group in folder.glob(f".*{WHOLE}"):
        _move_out(group)
    for part in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if time() - part.stat().st_mtime > STALE_S:
                shutil.rmtree(part) if part.is_dir() else part.unlink()


def _move_out(group: Path) -> None:
    with suppress(FileNotFoundError):  # another program has done so meanwhile
        for path in list(group.iterdir()):
            with suppress(FileNotFoundError):
                path.replace(group.parent / path.name)
    with suppress(OSError):
        group.rmdir()
