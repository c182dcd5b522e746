"""Files at addresses that fsspec knows: s3://, gs://, file:// and many more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from autoplay.errors import ExtraMissing, NotWritable, PageUnreachable
from autoplay.optional_deps import extra

WEB: Final = ("http", "https", "data")
"""Schemes of what is fetched without fsspec."""
ADDRESS: Final = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
MEMORY: Final = "memory"
"""The scheme of what only this process has."""
OURS: Final = frozenset({"file", "local", MEMORY})
"""Schemes of what only this machine has."""
WHOLE: Final = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", MEMORY})
"""Schemes of stores in which a file is replaced at once, when all of it has come."""
MAGIC: Final = re.compile(r"[*?[]")
HINT: Final = "check the address, and whether you may use it"


def is_address(name: str) -> bool:
    """Whether a name is the address of a file in a store; those of the web are none."""
    found = ADDRESS.match(name)
    return found is not None and found[1].lower() not in WEB


def is_ours(url: str) -> bool:
    """Whether only this machine can read the address."""
    return _scheme(url) in OURS


def is_in_memory(url: str) -> bool:
    """Whether only this process can read the address."""
    return _scheme(url) == MEMORY


def _scheme(url: str) -> str:
    return url.partition(":")[0].lower()


def files(url: str, endings: Collection[str]) -> list[str]:
    """The addresses of the files that an address stands for: those of a pattern, those with such endings in a folder.

    Raises PageUnreachable if there are none.
    """
    with _told(url):
        store, path = _store(url)
        if MAGIC.search(path):
            found = [name for name in sorted(store.glob(path)) if store.isfile(name)]
        elif store.isdir(path):
            found = [name for name in sorted(store.find(path)) if _is_wanted(name, path, endings)]
        else:
            return [url]
        if not found:
            raise PageUnreachable(f"{url}: no file has such a name", hint="check the folder and the pattern")
        return [store.unstrip_protocol(name) for name in found]


def exists(url: str) -> bool:
    """Whether a file is at an address; raises PageUnreachable."""
    with _told(url):
        store, path = _store(url)
        return bool(store.exists(path))


@contextmanager
def opened(url: str) -> Iterator[BinaryIO]:
    """The file at an address, to be read; raises PageUnreachable."""
    with _told(url):
        store, path = _store(url)
        file = store.open(path, "rb")
    with file:
        yield cast("BinaryIO", file)


def read(url: str, most: int = -1) -> bytes:
    """So many bytes at an address, or all; raises PageUnreachable."""
    with opened(url) as file, _told(url):
        return file.read(most)


def write(url: str, path: Path) -> None:
    """Put a file at an address, in the place of what is there, which stays until all has come; raises NotWritable."""
    try:
        with _told(url):
            store, target = _store(url)
            if _scheme(url) in WHOLE:
                store.put_file(str(path), target)
            else:
                store.put_file(str(path), f"{target}.part")
                store.mv(f"{target}.part", target)
    except PageUnreachable as error:
        raise NotWritable(f"{url} can't be written to", hint=HINT) from error


def _store(url: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    with extra("dask"):
        import fsspec  # type: ignore[import-untyped]
    store, path = fsspec.core.url_to_fs(url)
    return store, path


def _is_wanted(name: str, folder: str, endings: Collection[str]) -> bool:
    """Whether a file in a folder, or below it, is one of those that are looked for; none that is hidden."""
    inside = PurePosixPath(name.removeprefix(folder))
    return inside.suffix.lower() in endings and not any(part.startswith(".") for part in inside.parts)


@contextmanager
def _told(url: str) -> Iterator[None]:
    """Tells of whatever a store raises as PageUnreachable: each has exceptions of its own."""
    try:
        yield
    except (ExtraMissing, PageUnreachable):
        raise
    except ImportError as error:  # of the package that the scheme needs, if it is not of that itself
        from autoplay.install_hints import this_system

        package = getattr(error.__cause__ or error, "name", None)
        hint = this_system().pip(package) if package else "install that package"
        raise PageUnreachable(f"{url} can't be had: {error}", hint=hint) from error
    except FileNotFoundError as error:
        raise PageUnreachable(f"{url}: no such file", hint=HINT) from error
    except Exception as error:
        raise PageUnreachable(f"{url} can't be had ({type(error).__name__}: {error})", hint=HINT) from error
