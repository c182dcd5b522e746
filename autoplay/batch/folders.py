"""Files on this machine that a folder or a pattern names."""

from __future__ import annotations

import os
from collections.abc import Collection
from glob import glob, has_magic
from pathlib import Path

from solvers.errors import AutoplayError

PATH_HINT = "check the path and your permissions"


def inside(folder: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """Return the files with these extensions in a folder and below, sorted and without hidden ones.

    The value of each is the error if it is already known to be unreadable. Unreadable folders are included.
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
    """Return the files that match a pattern, sorted, and those in matching folders, like ``inside``."""
    found: dict[str, AutoplayError | None] = {}
    for name in sorted(glob(pattern, recursive=True)):  # noqa: PTH207 (Path.glob takes no absolute patterns)
        found |= inside(name, endings) if is_folder(name) else {name: trouble(Path(name))}
    return found


def is_folder(name: str) -> bool:
    """Return True if the text is the path of a folder."""
    return os.path.isdir(name)  # noqa: PTH112 (Path raises if a text is too long)


def is_pattern(name: str) -> bool:
    """Return True if the text is a pattern of file names, which some shells don't expand."""
    return has_magic(name) and not os.path.lexists(name)


def trouble(path: Path) -> AutoplayError | None:
    """Return the error for a special file that was not named itself: reading a pipe could wait forever."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (Path raises without permission)
        return _bad(f"{path} is not a regular file", hint="name it explicitly if it is a pipe")
    return None


def _bad(message: str, hint: str) -> AutoplayError:
    from vision.errors import BadImage  # late: texts are solved without loading OpenCV

    return BadImage(message, hint=hint)
