"""Command `autoplay doctor`: check what the program needs."""

from __future__ import annotations

import rich_click as click

from autoplay.cli.options import print_json
from autoplay.cli.terminal import print_styled

STYLES = {"ok": "green", "optional": "yellow", "missing": "bold red"}
"""Style of each state on a terminal."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per check (JSON Lines).")
def doctor(as_json: bool) -> int:
    """Check OpenCV, browser, fonts, display and stored data, and print the command that installs what is missing.

    Parts that only some commands need are optional. The exit status is 0 if nothing is missing, 6 without a browser, 2
    if the data folder can't be written to, otherwise 1; if several apply, the highest.
    """
    from autoplay.doctor.checks import examine
    from autoplay.install_hints import this_system

    status = 0
    for finding in examine(this_system()):
        status = max(status, finding.exit_status)
        if as_json:
            print_json({"check": finding.check, "state": finding.state, "found": finding.found, "mend": finding.mend})
            continue
        print_styled(f"{finding.state:<8}", STYLES[finding.state], f"  {finding.check}: {finding.found}")
        if finding.mend:
            click.echo(f"{'':<8}  {'fix' if finding.state == 'missing' else 'get'} it with: {finding.mend}")
    return status
