"""Command `autoplay demo`: serves the bundled practice site."""

from __future__ import annotations

from contextlib import suppress
from threading import Event

import rich_click as click

from autoplay.cli.terminal import print_note
from autoplay.output import print_line
from solvers.errors import AutoplayError


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    metavar="P",
    help="0 takes a free port.",
)
def demo(port: int) -> int:
    """Serve the practice site on this machine until Ctrl-C.

    Star Battle is at /, Lights Out at /lights-out, peg solitaire at /pegs; /options lists
    everything these pages can imitate.

    \b
    Examples:
      autoplay demo
      autoplay demo --port 0
    """
    from autoplay.practice import serve

    try:
        server = serve(port)
    except OSError as error:
        raise AutoplayError(
            f"port {port}: {error.strerror}", hint="--port 0 takes a free one"
        ) from error
    with server as site, suppress(KeyboardInterrupt):
        print_line(site.url)
        url = site.url
        others = f"{url}/lights-out, {url}/pegs, {url}/options"
        print_note(f"practice site on {url} (and {others}); Ctrl-C ends it")
        Event().wait()
    return 0
