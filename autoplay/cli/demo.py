"""Command `autoplay demo`: serves the bundled practice site."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.group import note
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.practice import DemoServer


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8765, metavar="P", help="0 takes a free port.")
def demo(port: int) -> int:
    """Serve the bundled practice site on this machine until Ctrl-C, and print its address.

    Star Battle is at /, Lights Out at /lights-out, peg solitaire at /pegs; /options lists everything these pages can
    imitate.

    \b
    Examples:
      autoplay demo
      autoplay demo --port 0
    """
    with _site(port) as site, suppress(KeyboardInterrupt):
        click.echo(site.url)
        others = ", ".join(f"{site.url}/{page}" for page in ("lights-out", "pegs", "options"))
        where = f"practice site on {site.url} (and {others})"
        note(f"{where}; Ctrl-C ends it")
        Event().wait()
    return 0


def _site(port: int) -> DemoServer:
    from autoplay.practice import serve

    try:
        return serve(port)
    except OSError as error:
        raise AutoplayError(f"port {port}: {error.strerror}", hint="--port 0 takes a free one") from error
