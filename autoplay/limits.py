"""Limits of time, each named once and cheap to import, and of the memory of worker processes.

One picture must not take all of the machine's memory: what exceeds its limit gets a MemoryError,
which becomes an error of the program. Windows has no such limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

if sys.platform != "win32":
    import resource

SOLVE_S: Final = 60
"""For a puzzle unless ``--timeout`` gives another limit; also for a board that was read or is
played."""
WEB_SOLVE_S: Final = 30.0
"""For a request to the web page, where somebody waits in front of a form."""

FIND_STARS_S: Final = 10.0
"""To find the number of stars per row, where the solver is not compiled or the machine is busy: the
number of boards it visits ends the search after half a second elsewhere."""

FEWER_PRESSES_S: Final = 5.0
"""To look for fewer presses on a page; making a press takes a tenth of a second."""

PLAYED_JUMPS_S: Final = 20.0
"""To look for the jumps to play on a page: somebody watches the page meanwhile."""
HOME_HOLE_S: Final = 4.0
"""To look for jumps that end in the hole empty at the start; few pages require that."""
FIRST_PEG_S: Final = 0.2
"""At least, for each peg to take off a full board, if there is not enough time for all."""

LIMIT_BYTES: Final = 4 << 30
"""Address space of a worker: the largest picture that is read takes 0.8 GB, the largest search for
jumps some 2 GB."""
PER_CORE_BYTES: Final = 64 << 20
"""Address space that numerical libraries reserve for each core, most of it never used."""


def limit_memory() -> None:
    """Limit the address space of this process, where the system can."""
    if sys.platform != "win32":
        limit = LIMIT_BYTES + PER_CORE_BYTES * (os.cpu_count() or 1)
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY or soft > limit:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


@contextmanager
def lift_memory_limit() -> Iterator[None]:
    """Let processes that are started in the block take what they want: a browser reserves far more
    address space than it uses."""
    if sys.platform == "win32":
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (before[1], before[1]))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, before)
