"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write all of these files, or, where one can't be written, none of them; raises OSError."""
    parts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in files}
    try:
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            parts[path].write_bytes(data)
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            with suppress(OSError):  # that a part can't be removed is not why the files can't be written
                part.unlink()
