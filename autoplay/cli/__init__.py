"""The command line: a group whose verbs each live in a module of their own, imported when wanted."""

from __future__ import annotations

import sys

try:
    from autoplay.cli.group import main
except KeyboardInterrupt:  # from here on the group sees to it
    print("\nautoplay: stopped.", file=sys.stderr)
    sys.exit(130)

__all__ = ["main"]
