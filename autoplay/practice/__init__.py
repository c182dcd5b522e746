"""The bundled practice site: pages that look and behave like real ones, on this machine.

`serve` starts it. The query string of a page chooses what it shows and which obstacles it has, for
example ``/?size=5&zoom=1.55&draw=rotate&ad=late&topad=1``. The options are the fields of
`autoplay.practice.options.StarOptions`, and the page ``/options`` lists them. The server checks the
answers.

Nothing heavy is imported here, so that ``--help`` can name the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from autoplay.practice.server import DemoServer


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


def serve(port: int = 0, host: str = "127.0.0.1") -> DemoServer:
    """Start the practice site in a thread; port 0 takes a free port.

    Raises OSError if the port can't be used.
    """
    from autoplay.practice.server import DemoServer

    return DemoServer(host, port)
