"""Limits of requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from autoplay.batch.workers import cores
from autoplay.time_limits import WEB_SOLVE_S

MIB: Final = 1 << 20
MEGAPIXEL: Final = 1_000_000
TEXT_BYTES: Final = 2 * MIB
"""Largest body of a puzzle as text; the largest puzzle has a hundredth of it."""
KEPT_FILES: Final = 2000
"""Number of files in the folder of --output at which saving stops: a thousand pictures and their results."""
KEPT_BYTES: Final = 1024 * MIB
"""Size of that folder, likewise: a thousand usual screenshots, or fifty pictures of the largest size."""
AT_ONCE: Final = 2
"""Maximum number of processes at work: the page is for one person, and each process takes 150 MB."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request: bytes and pixels of a picture, seconds of work; and of running and waiting requests."""

    largest_bytes: int = 20 * MIB
    largest_px: int = 50 * MEGAPIXEL
    timeout_s: float = WEB_SOLVE_S
    at_once: int = min(AT_ONCE, cores())
    waiting: int = 8
