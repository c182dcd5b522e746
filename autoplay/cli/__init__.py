"""Command line: a group of commands, each in a module of its own that is imported when it is
needed."""

from __future__ import annotations

import sys

try:
    from autoplay.cli.group import main
except KeyboardInterrupt:  # once imported, the group handles it
    print("\nautoplay: stopped.", file=sys.stderr)  # noqa: T201 (nothing else may be imported)
    sys.exit(130)

__all__ = ["main"]
