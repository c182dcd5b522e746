"""Command `autoplay web`: a page on this machine that reads pictures and solves puzzles."""

from __future__ import annotations

import re
import webbrowser
from contextlib import suppress
from pathlib import Path

import rich_click as click

from autoplay.cli.options import Duration
from autoplay.cli.terminal import print_note
from autoplay.extras.web.limits import (
    KEPT_BYTES,
    KEPT_FILES,
    LARGEST_MEGAPIXELS,
    LARGEST_MIB,
    MEGAPIXEL,
    MIB,
    Limits,
)
from autoplay.limits import WEB_SOLVE_S
from autoplay.output import print_line
from autoplay.wording import MORE_OPTIONS

TOKEN = re.compile(r"[\w.~-]{12,200}", re.ASCII)
"""Tokens that need no quoting in an address, a cookie or a header, and can't be found by trying."""


def parse_token(text: str) -> str:
    """Parse a token; an empty one counts as none. Raises BadParameter, which does not show it."""
    if text and not TOKEN.fullmatch(text):
        raise click.BadParameter("a token is 12 to 200 letters, digits and any of . _ ~ -")
    return text


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help=(
        "Address of this machine to serve at; with 0.0.0.0 a phone can reach it too, with a token."
    ),
)
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
    type=parse_token,
    metavar="TEXT",
    help="Token that requests need; by default a random one if other machines can reach the page, "
    "else none.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help=(
        f"Save each picture and its result as JSON in DIR, up to {KEPT_FILES} files and "
        f"{KEPT_BYTES // MIB // 1024} GiB; by default nothing is stored."
    ),
)
@click.option(
    "--timeout",
    type=Duration(min=1, max=3600),
    default=WEB_SOLVE_S,
    show_default=True,
    metavar="S",
    help="Give up on a picture or a puzzle after S seconds.",
    panel=MORE_OPTIONS,
)
@click.option(
    "--largest-mb",
    type=click.IntRange(1, 256),
    default=LARGEST_MIB,
    show_default=True,
    metavar="N",
    help="Refuse pictures of more than N MiB.",
    panel=MORE_OPTIONS,
)
@click.option(
    "--largest-mp",
    type=click.IntRange(1, 64),
    default=LARGEST_MEGAPIXELS,
    show_default=True,
    metavar="N",
    help="Refuse pictures of more than N megapixels.",
    panel=MORE_OPTIONS,
)
def web(
    host: str,
    port: int,
    token: str | None,
    opens: bool,
    output: Path | None,
    timeout: float,
    largest_mb: int,
    largest_mp: int,
) -> int:
    """Serve a page that reads pictures of puzzles and solves them.

    It runs until Ctrl-C; the address is printed. Drop, paste, choose or photograph a picture, or
    paste a puzzle as text. A click corrects a misread cell. Hints, steps and the solution are shown
    when you ask for them. Programs can use POST /api/read and POST /api/solve, which return the
    same as read --json and solve --json; /openapi.json describes them. If other machines can reach
    the page, its address contains a token; programs send it as the header Authorization: Bearer
    TOKEN.
    """
    if not host:
        raise click.UsageError("--host is empty; use 0.0.0.0 for all addresses of this machine")
    from autoplay.files import writable
    from autoplay.install_hints import extra

    with extra("web"):
        from autoplay.extras.web.server import WebServer
    if output:
        output = writable(output, "--output")
    limits = Limits(largest_mb * MIB, largest_mp * MEGAPIXEL, timeout)
    server = WebServer(host, port, limits, output, token or "")
    print_line(server.url)
    where = server.url
    if server.far_url:
        where += f", for other machines at {server.far_url}"
    print_note(f"the page is at {where}; press Ctrl-C to stop")
    if output:
        print_note(f"pictures and results are saved in {output}")
    if opens:
        webbrowser.open(server.url)
    with suppress(KeyboardInterrupt):
        server.serve()
    return 0
