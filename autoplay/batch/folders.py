"""The files that a folder or a pattern stands for, on this machine."""

from __future__ import annotations

import os
from collections.abc import Collection
from glob import glob, has_magic
from pathlib import Path

from solvers.errors import AutoplayError

PATH_HINT = "check the path, and whether you may use it"


def inside(folder: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """The files with such endings in a folder and in those below it, sorted, nothing that is hidden.

    With each comes why it can't be read, if that is known already; folders that can't be looked into are among them.
    """
    found: dict[str, AutoplayError | None] = {}

    def closed(error: OSError) -> None:
        found[str(error.filename)] = _bad(f"{error.filename}: {error.strerror}", hint=PATH_HINT)

    for root, folders, files in os.walk(folder, onerror=closed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(root, name) for name in files if not name.startswith(".")]
        found |= {str(path): trouble(path) for path in paths if path.suffix.lower() in endings}
    return dict(sorted(found.items(), key=lambda item: Path(item[0])))


def matching(pattern: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """The files whose names match a pattern, sorted, and those inside of folders that do, as ``inside`` tells them."""
    found: dict[str, AutoplayError | None] = {}
    for name in sorted(glob(pattern, recursive=True)):  # noqa: PTH207 (Path's knows no pattern from the root)
        found |= inside(name, endings) if is_folder(name) else {name: trouble(Path(name))}
    return found


def is_folder(name: str) -> bool:
    """Whether it is the path of a folder; any text may be asked about."""
    return os.path.isdir(name)  # noqa: PTH112 (Path raises where a text is too long)


def is_pattern(name: str) -> bool:
    """Whether it may stand for files that it does not name: some shells leave that to the program."""
    return has_magic(name) and not os.path.lexists(name)


def trouble(path: Path) -> AutoplayError | None:
    """Why a file that nobody named is not read: a pipe or the like might be waited for without end."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (Path raises where it may not look)
        return _bad(f"{path} is no file", hint="name it by itself if it is a pipe")
    return None


def _bad(message: str, hint: str) -> AutoplayError:
    from vision.errors import BadImage  # late: who gives a text needs no reader

    return BadImage(message, hint=hint)
