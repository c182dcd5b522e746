"""Keeps two runs from writing the same file of rows."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from autoplay.errors import BadOutput


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keeps other runs from a file during the block, by a hidden one beside it that the system frees after a kill.

    Raises BadOutput where another run has it, OSError where no file can be made beside it.
    """
    beside = path.with_name(f".{path.name}.lock")
    try:
        file = _taken(beside)
    except (BlockingIOError, PermissionError) as error:
        if error.filename:  # of opening it
            raise
        raise BadOutput(f"{path} is written by another run", hint="wait for its end, or another --output") from error
    try:
        yield
    finally:
        if sys.platform == "win32":  # where nothing can be removed that is open
            file.close()
        with suppress(OSError):
            beside.unlink()
        file.close()


def _taken(beside: Path) -> IO[bytes]:
    """The locked file; another one if the run that had it took it away in between."""
    while True:
        file = beside.open("wb")
        try:
            _lock(file.fileno())
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), beside.stat()):
                    return file
        except BaseException:
            file.close()
            raise
        file.close()


def _lock(file: int) -> None:
    """Lock an open file without waiting; raises BlockingIOError or PermissionError where it is locked."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a file system that knows no locks
        return
