"""Command `autoplay doctor`: check what the program needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import rich_click as click

from autoplay.cli.options import make_json_option, print_json
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_styled
from autoplay.output import print_line

if TYPE_CHECKING:
    from autoplay.doctor import CheckResult

STYLES: Final = {"ok": "green", "optional": "yellow", "missing": "bold red"}
"""Style of each state on a terminal."""


@click.command()
@make_json_option("check")
def doctor(as_json: bool) -> int:
    """Check what the program needs, and print how to get it.

    That is OpenCV, a browser, fonts, a display and stored data; parts that only some commands need
    are optional. The exit status is 0 if nothing is missing, 6 without a browser, 2 if the data
    folder can't be written to, otherwise 1; if several apply, the highest.
    """
    from autoplay.doctor import examine_machine

    status = 0
    with ProgressBar("looking for a browser, and starting it") as bar:
        for result in examine_machine():
            status = max(status, result.exit_status)
            with bar.step():
                _print_result(result, as_json=as_json)
    return status


def _print_result(result: CheckResult, *, as_json: bool) -> None:
    if as_json:
        row = {"check": result.check, "state": result.state, "found": result.found}
        print_json(row | {"mend": result.mend})
        return
    found = f"  {result.check}: {result.found}"
    print_styled(f"{result.state:<8}", STYLES[result.state], found)
    if result.mend:
        verb = "fix" if result.state == "missing" else "get"
        print_line(f"          {verb} it with: {result.mend}")
