"""Files and folders of the program: data folder, config file, run folders, and files written whole
or not at all."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from glob import glob, has_magic
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from time import time
from typing import Final

from platformdirs import user_config_path, user_data_path

from autoplay.errors import PATH_HINT, NotWritable, choose_hint
from autoplay.output import hide_secrets
from solvers.errors import AutoplayError

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff"})
"""File name extensions of pictures that can be read."""
PART: Final = ".part"
WHOLE: Final = ".whole"
OWNER: Final = re.compile(r"\.(.+)\.(\d+)\.part")
"""Name of a partial file: that of the whole file, and the process that writes it."""
STALE_S: Final = 3600.0
"""Age after which a partial file belongs to a program that was killed in any case: no write takes
this long."""


def data_dir() -> Path:
    """Return the data folder: AUTOPLAY_HOME or the platform's data folder for this user. Raises
    NotWritable."""
    home = os.environ.get("AUTOPLAY_HOME")
    folder = Path(home) if home else user_data_path("puzzle-autoplay", appauthor=False)
    return writable(folder, "AUTOPLAY_HOME=FOLDER")


def config_file() -> Path:
    """Return the user's config file: in AUTOPLAY_HOME or the platform's config folder for this
    user."""
    home = os.environ.get("AUTOPLAY_HOME")
    return (
        Path(home) if home else user_config_path("puzzle-autoplay", appauthor=False)
    ) / "config.toml"


def writable(folder: Path, option: str) -> Path:
    """Return the folder, created if missing. Raises NotWritable, which names the option that set
    the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise NotWritable(
            f"{folder} can't be written to ({error.strerror})",
            hint=choose_hint(error, f"{option} with a folder that you may write to"),
        ) from error
    return folder


def keep_apart(targets: Iterable[Path], originals: Iterable[Path], option: str) -> None:
    """Raise NotWritable, which names the option, if a target is also one of the files that are
    read."""
    there = {_identity(path) for path in originals} - {None}
    for path in targets:
        if _identity(path) in there:
            raise NotWritable(
                f"{path} would be overwritten, but it is one of the pictures to read",
                hint=f"{option} elsewhere",
            )


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode, which all links to a file share; None if the file doesn't exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def new_run_dir(name: str) -> Path:
    """Create a folder for the pictures of one run, named after the current time and ``name``."""
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
    """Remove those folders that lie below the runs folder; return how many existed. Others are left
    alone.

    Raises OSError if a folder can't be removed.
    """
    runs = (data_dir() / "runs").resolve()
    removed = 0
    for folder in map(Path.resolve, folders):
        if runs in folder.parents and folder.is_dir():
            shutil.rmtree(folder)
            removed += 1
            with suppress(OSError):  # it still holds another puzzle of the same visit
                folder.parent.rmdir()
    return removed


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name a file or folder in an OSError of the block: one of a full disk names none, others name
    a hidden partial file."""
    try:
        yield
    except OSError as error:
        if PART in str(error.filename or PART):
            error.filename = str(path)
        raise


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write one file. It has the permissions ``mode`` minus the umask from its first byte. Raises
    OSError.

    Partial files of the same name that killed programs have left are removed.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        remove_parts(path.parent, path.name)
        try:
            with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
                file.write(data)
            part.replace(path)
        finally:
            with suppress(OSError):  # a failure to clean up must not hide why the write failed
                part.unlink()


def write_together(folder: Path, group: str, files: Mapping[str, bytes]) -> None:
    """Write several files into the folder, all or none. Raises OSError.

    They are first written into a hidden folder. Renaming that folder after the ``group`` commits
    them; ``finish`` then moves them out, now or after a kill.
    """
    folder.mkdir(parents=True, exist_ok=True)
    finish(folder)
    part = folder / f".{group}.{os.getpid()}{PART}"
    try:
        part.mkdir(exist_ok=True)
        for name, data in files.items():
            if (folder / name).is_dir():
                raise IsADirectoryError(None, "is a folder", str(folder / name))
            with naming(folder / name):
                (part / name).write_bytes(data)
        part.rename(folder / f".{group}{WHOLE}")
    finally:
        shutil.rmtree(part, ignore_errors=True)
    finish(folder)


def finish(folder: Path) -> None:
    """Move committed groups of ``write_together`` into place and remove partial files of killed
    programs."""
    for group in folder.glob(f".*{WHOLE}"):
        _move_out(group)
    remove_parts(folder)


def remove_parts(folder: Path, name: str = "") -> None:
    """Remove the partial files, of one file's name or of all, that killed programs have left in a
    folder."""
    for part in folder.glob(f".*{PART}"):
        owner = OWNER.fullmatch(part.name)
        if name and (not owner or owner[1] != name):
            continue
        with suppress(OSError):
            if (owner and _has_ended(int(owner[2]))) or time() - part.stat().st_mtime > STALE_S:
                shutil.rmtree(part) if part.is_dir() else part.unlink()


def _has_ended(process: int) -> bool:
    """Return True if a process surely runs no more, False on systems where asking would end it."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        return False
    return False


def _move_out(group: Path) -> None:
    with suppress(FileNotFoundError):  # another program has moved it meanwhile
        for path in list(group.iterdir()):
            with suppress(FileNotFoundError):
                path.replace(group.parent / path.name)
    with suppress(OSError):
        group.rmdir()


def _slug(text: str) -> str:
    """Return the text reduced to characters that every file system allows in a name."""
    text = hide_secrets(text.lower())
    return re.sub(r"[^a-z0-9.]+", "-", text.partition("://")[2] or text).strip("-.")[:60]


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
