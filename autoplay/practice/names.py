"""Names that stand for pages of the practice site; nothing heavy is imported here."""

from __future__ import annotations

from typing import Final, NamedTuple


class PracticePage(NamedTuple):
    """Page of the practice site: its path up to a number, the usual number, all of them, and the
    option for it."""

    path: str
    usual: int
    numbers: range
    option: str


PRACTICE_PAGES: Final = {
    "demo": PracticePage("/?size=", 5, range(18), "--variant"),  # 10x10, two stars
    "lights-out": PracticePage("/lights-out?size=", 5, range(3, 21), "--size"),
    "pegs": PracticePage("/pegs?board=triangle", 5, range(4, 8), "--size"),
}
"""Pages of the practice site, by the names that stand for their addresses."""
