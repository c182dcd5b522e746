"""Command `autoplay mcp`: reads, solves and presses boards for agents."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import rich_click as click

from autoplay.cli.terminal import is_person_there, print_note
from autoplay.click_options import WrongCombination, cdp_option, tab_option


@click.command()
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    metavar="DIR",
    help="Read pictures in DIR and below only; by default in the current folder.",
)
@click.option("--headed", is_flag=True, help="Show the window of pages that are opened.")
@cdp_option
@tab_option
def mcp(folder: Path, headed: bool, cdp: str, tab: str) -> int:
    """Let agents read boards and press cells, over MCP.

    A client of the Model Context Protocol, such as an assistant in an editor, starts this command,
    and uses its tools: read_board of a picture or page, solve, hint, press and draw. With --cdp it
    sees the tabs of the browser that the client drives too; else it opens the addresses that it is
    asked for. Pages whose terms forbid programs are refused, and only cells of a board that was
    read are pressed, if it is still as it was. docs/mcp.md tells how to set it up.

    \b
    Examples:
      autoplay mcp --folder screenshots
      autoplay mcp --cdp http://localhost:9222
    """
    if tab and not cdp:
        raise WrongCombination("--tab names a tab of the browser of --cdp", "give both")
    if headed and cdp:
        raise WrongCombination("--headed is for pages that are opened", "leave out --headed")
    from autoplay.browser.start import BrowserOptions
    from autoplay.install_hints import extra

    with extra("mcp"):
        from autoplay.extras.mcp.server import serve
    if is_person_there():
        print_note("a client of the Model Context Protocol starts this; press Ctrl-C to stop")
    with suppress(KeyboardInterrupt):
        serve(folder, BrowserOptions(headed=headed, cdp=cdp, tab=tab))
    return 0
