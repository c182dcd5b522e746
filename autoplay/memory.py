"""Limit of the memory of worker processes: one picture must not take all of the machine's.

What exceeds it gets a MemoryError, which becomes an error of the program. Windows has no such
limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

if sys.platform != "win32":
    import resource

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
