"""`autoplay doctor`: is everything there that the program needs?"""

from __future__ import annotations

import rich_click as click

from autoplay.cli.options import print_json


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each thing (JSON Lines).")
def doctor(as_json: bool) -> int:
    """Check OpenCV, browser, fonts, display and what is kept, and say the one command that mends what is missing.

    What only some need is optional. Exit status 0 if nothing is missing, 6 without a browser, 2 where nothing can be
    kept, else 1; of several the highest.
    """
    from autoplay.doctor.checks import examine
    from autoplay.install_hints import this_system

    status = 0
    for finding in examine(this_system()):
        status = max(status, finding.exit_status)
        if as_json:
            print_json({"check": finding.check, "state": finding.state, "found": finding.found, "mend": finding.mend})
            continue
        click.echo(f"{finding.state:<8}  {finding.check}: {finding.found}")
        if finding.mend:
            click.echo(f"{'':<8}  {'mend' if finding.state == 'missing' else 'get'} it with: {finding.mend}")
    return status
