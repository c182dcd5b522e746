"""Files at addresses of fsspec: s3://, gs://, file:// and many more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from autoplay.errors import ExtraMissing, NotWritable, PageUnreachable
from autoplay.install_hints import extra, pip_install

WEB: Final = ("http", "https", "data")
"""Schemes that are downloaded without fsspec."""
ADDRESS: Final = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
MEMORY: Final = "memory"
"""Scheme of files that only this process can read."""
OURS: Final = frozenset({"file", "local", MEMORY})
"""Schemes of files that only this machine can read."""
WHOLE: Final = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", MEMORY})
"""Schemes of stores that replace a file atomically once the upload is complete."""
MAGIC: Final = re.compile(r"[*?[]")
HINT: Final = "check the address and your permissions"


def is_address(name: str) -> bool:
    """Return True for an address of fsspec, but not for one of the web."""
    found = ADDRESS.match(name)
    return found is not None and found[1].lower() not in WEB


def is_ours(url: str) -> bool:
    """Return True if only this machine can read the address."""
    return _scheme(url) in OURS


def is_in_memory(url: str) -> bool:
    """Return True if only this process can read the address."""
    return _scheme(url) == MEMORY


def _scheme(url: str) -> str:
    return url.partition(":")[0].lower()


def files(url: str, endings: Collection[str]) -> list[str]:
    """Return the addresses of the files that match a pattern, or that have one of the extensions in a folder.

    Raises PageUnreachable if there are none.
    """
    with _translated_errors(url):
        store, path = _store(url)
        if MAGIC.search(path):
            found = [name for name in sorted(store.glob(path)) if store.isfile(name)]
        elif store.isdir(path):
            found = [name for name in sorted(store.find(path)) if _is_wanted(name, path, endings)]
        else:
            return [url]
        if not found:
            raise PageUnreachable(f"{url}: no file matches", hint="check the folder and the pattern")
        return [store.unstrip_protocol(name) for name in found]


def exists(url: str) -> bool:
    """Return True if a file exists at an address. Raises PageUnreachable."""
    with _translated_errors(url):
        store, path = _store(url)
        return bool(store.exists(path))


@contextmanager
def opened(url: str) -> Iterator[BinaryIO]:
    """Open the file at an address for reading. Raises PageUnreachable."""
    with _translated_errors(url):
        store, path = _store(url)
        file = store.open(path, "rb")
    with file:
        yield cast("BinaryIO", file)


def read(url: str, most: int = -1) -> bytes:
    """Return the first ``most`` bytes at an address, or all. Raises PageUnreachable."""
    with opened(url) as file, _translated_errors(url):
        return file.read(most)


def write(url: str, path: Path) -> None:
    """Copy a file to an address, replacing what is there once all has arrived. Raises NotWritable."""
    try:
        with _translated_errors(url):
            store, target = _store(url)
            if _scheme(url) in WHOLE:
                store.put_file(str(path), target)
            else:
                store.put_file(str(path), f"{target}.part")
                store.mv(f"{target}.part", target)
    except PageUnreachable as error:
        raise NotWritable(f"{url} can't be written to", hint=HINT) from error


def _store(url: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    with extra("dask"):
        import fsspec  # type: ignore[import-untyped]
    store, path = fsspec.core.url_to_fs(url)
    return store, path


def _is_wanted(name: str, folder: str, endings: Collection[str]) -> bool:
    """Return True if a file below a folder has one of the extensions and is not hidden."""
    inside = PurePosixPath(name.removeprefix(folder))
    return inside.suffix.lower() in endings and not any(part.startswith(".") for part in inside.parts)


@contextmanager
def _translated_errors(url: str) -> Iterator[None]:
    """Raise PageUnreachable for any error of a store: each store has exceptions of its own."""
    try:
        yield
    except (ExtraMissing, PageUnreachable):
        raise
    except ImportError as error:  # the package for the scheme is missing, or one that it needs itself
        package = getattr(error.__cause__ or error, "name", None)
        hint = pip_install(package) if package else "install that package"
        raise PageUnreachable(f"{url} can't be opened: {error}", hint=hint) from error
    except FileNotFoundError as error:
        raise PageUnreachable(f"{url}: no such file", hint=HINT) from error
    except Exception as error:
        raise PageUnreachable(f"{url} can't be opened ({type(error).__name__}: {error})", hint=HINT) from error
