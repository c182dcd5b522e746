"""Files on this machine that a folder or a pattern names."""

from __future__ import annotations

import os
from collections.abc import Collection
from glob import glob, has_magic
from pathlib import Path

from autoplay.errors import PATH_HINT
from solvers.errors import AutoplayError


def find_files(argument: str, endings: Collection[str]) -> dict[str, AutoplayError | None]:
    """Return the files that a folder or a pattern of names stands for.

    Of a folder, those with these extensions in it and below, sorted and without hidden ones; of a
    pattern, those that match, and those in matching folders. The value of each is the error if it
    is already known to be unreadable. Unreadable folders are included.
    """
    found: dict[str, AutoplayError | None] = {}
    if not is_folder(argument):
        # PTH207: glob of the standard library takes absolute patterns too.
        for name in sorted(glob(argument, recursive=True)):  # noqa: PTH207
            found |= find_files(name, endings) if is_folder(name) else {name: find_trouble(name)}
        return found

    def add_closed_folder(error: OSError) -> None:
        found[error.filename] = _bad_image(f"{error.filename}: {error.strerror}", PATH_HINT)

    for root, folders, files in os.walk(argument, onerror=add_closed_folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(root, name)
            if not name.startswith(".") and path.suffix.lower() in endings:
                found[str(path)] = find_trouble(str(path))
    return {name: found[name] for name in sorted(found, key=Path)}


def is_folder(name: str) -> bool:
    """Return True if the text is the path of a folder."""
    return os.path.isdir(name)  # noqa: PTH112 (Path raises if a text is too long)


def is_pattern(name: str) -> bool:
    """Return True if the text is a pattern of file names, which some shells don't expand."""
    return has_magic(name) and not os.path.lexists(name)


def find_trouble(name: str) -> AutoplayError | None:
    """Return the error for a special file that was not named itself: a pipe could block forever."""
    # Methods of Path raise without permission.
    if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
        return _bad_image(f"{name} is not a regular file", "name it explicitly if it is a pipe")
    return None


def _bad_image(message: str, hint: str) -> AutoplayError:
    from vision.errors import BadImage  # late: texts are solved without loading OpenCV

    return BadImage(message, hint=hint)
