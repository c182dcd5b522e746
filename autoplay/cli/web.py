"""Command `autoplay web`: a page on this machine that reads pictures and solves puzzles."""

from __future__ import annotations

import re
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.group import note
from autoplay.cli.options import old_name

if TYPE_CHECKING:
    from autoplay.web.limits import Limits
    from autoplay.web.server import WebServer

OUTPUT = "Save each picture and its result as JSON in DIR, up to 2000 files and 1 GiB; by default nothing is stored."
HOST = "Address of this machine to serve at; with 0.0.0.0 a phone can reach it too, with a token."
TOKEN_HELP = "Token that requests need; by default a random one if other machines can reach the page, else none."
TOKEN = re.compile(r"[\w.~-]{12,200}", re.ASCII)
"""Tokens that need no quoting in an address, a cookie or a header, and can't be found by trying all."""


def parse_token(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Parse a token; an empty one counts as none. Raises BadParameter, which does not show it."""
    if value and not TOKEN.fullmatch(value):
        raise click.BadParameter("a token is 12 to 200 letters, digits and any of . _ ~ -", ctx, param)
    return value or ""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help=HOST)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8766,
    show_default=True,
    metavar="P",
    help="Port to serve at; 0 picks a free one.",
)
@click.option(
    "--token",
    envvar="AUTOPLAY_WEB_TOKEN",
    show_envvar=True,
    callback=parse_token,
    metavar="TEXT",
    help=TOKEN_HELP,
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help=OUTPUT)
@old_name("--keep", "--output")
@click.option(
    "--timeout",
    type=click.FloatRange(min=1, max=3600),
    default=30,
    show_default=True,
    metavar="S",
    help="Give up on a picture or a puzzle after S seconds.",
)
@click.option(
    "--largest-mb",
    type=click.IntRange(1, 256),
    default=20,
    show_default=True,
    metavar="N",
    help="Refuse pictures of more than N MiB.",
)
@click.option(
    "--largest-mp",
    type=click.IntRange(1, 64),
    default=50,
    show_default=True,
    metavar="N",
    help="Refuse pictures of more than N megapixels.",
)
def web(
    host: str,
    port: int,
    token: str,
    opens: bool,
    output: Path | None,
    timeout: float,
    largest_mb: int,
    largest_mp: int,
) -> int:
    """Serve a page on this machine that reads pictures of puzzles, solves them and explains how, until Ctrl-C.

    Drop, paste, choose or photograph a picture, or paste a puzzle as text. A click corrects a misread cell. Hints,
    steps and the solution are shown when you ask for them. Programs can use POST /api/read and POST /api/solve, which
    return the same as read --json and solve --json; /openapi.json describes them. The address is printed. If other
    machines can reach the page, it contains a token; programs send it as the header Authorization: Bearer TOKEN.
    """
    if not host:
        raise click.UsageError("--host is empty; use 0.0.0.0 for all addresses of this machine")
    from autoplay.install_hints import extra

    with extra("web"):
        from autoplay.web.limits import MEGAPIXEL, MIB, Limits

        limits = Limits(largest_mb * MIB, largest_mp * MEGAPIXEL, timeout)
        server = _server(host, port, limits, output, token)
    click.echo(server.url)
    far = f", for other machines at {server.far_url}" if server.far_url else ""
    note(f"the page is at {server.url}{far}; press Ctrl-C to stop")
    if output:
        note(f"pictures and results are saved in {output}")
    if opens:
        webbrowser.open(server.url)
    with suppress(KeyboardInterrupt):
        server.run()
    return 0


def _server(host: str, port: int, limits: Limits, output: Path | None, token: str) -> WebServer:
    from autoplay.files import writable
    from autoplay.web.server import WebServer

    return WebServer(host, port, limits, writable(output, "--output") if output else None, token)
