"""Files on this machine that a folder or a pattern names."""

from __future__ import annotations

import os
from collections.abc import Collection
from glob import glob, has_magic
from pathlib import Path

from solvers.errors import AutoplayError

PATH_HINT = "check the path and your permissions"


def find_inside(folder: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """Return the files with these extensions in a folder and below, sorted and without hidden ones.

    The value of each is the error if it is already known to be unreadable. Unreadable folders
    are included.
    """
    found: dict[str, AutoplayError | None] = {}

    def add_closed_folder(error: OSError) -> None:
        found[str(error.filename)] = _bad_image(
            f"{error.filename}: {error.strerror}", hint=PATH_HINT
        )

    for root, folders, files in os.walk(folder, onerror=add_closed_folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(root, name)
            if not name.startswith(".") and path.suffix.lower() in endings:
                found[str(path)] = find_trouble(path)
    return dict(sorted(found.items(), key=lambda item: Path(item[0])))


def find_matching(pattern: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """Return the files that match a pattern, sorted, and those in matching folders, as above."""
    found: dict[str, AutoplayError | None] = {}
    for name in sorted(glob(pattern, recursive=True)):  # noqa: PTH207 (takes absolute patterns)
        if is_folder(name):
            found |= find_inside(name, endings)
        else:
            found[name] = find_trouble(Path(name))
    return found


def is_folder(name: str) -> bool:
    """Return True if the text is the path of a folder."""
    return os.path.isdir(name)  # noqa: PTH112 (Path raises if a text is too long)


def is_pattern(name: str) -> bool:
    """Return True if the text is a pattern of file names, which some shells don't expand."""
    return has_magic(name) and not os.path.lexists(name)


def find_trouble(path: Path) -> AutoplayError | None:
    """Return the error for a special file that was not named itself: a pipe could block forever."""
    # Methods of Path raise without permission.
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113
        return _bad_image(
            f"{path} is not a regular file", hint="name it explicitly if it is a pipe"
        )
    return None


def _bad_image(message: str, hint: str) -> AutoplayError:
    from vision.errors import BadImage  # late: texts are solved without loading OpenCV

    return BadImage(message, hint=hint)
