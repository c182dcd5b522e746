"""Command `autoplay completion`: shell completion of commands, options and names."""

from __future__ import annotations

from typing import Final

import rich_click as click
from click.shell_completion import get_completion_class

from autoplay.cli.group import main
from autoplay.output import print_line

NAMES: Final = ("autoplay", "puzzle-autoplay")
"""Names of the installed program; both do the same."""
VARIABLE: Final = "_AUTOPLAY_COMPLETE"
"""Environment variable in which a shell passes its request to click."""
ALSO: Final = {
    "bash": "complete -o nosort -F _autoplay_completion {name}",
    "zsh": "compdef _autoplay_completion {name}",
    "fish": 'complete --no-files --command {name} --arguments "(_autoplay_completion)"',
}
"""Line that completes the second name like the first, for each shell that click supports."""
POWERSHELL: Final = """\
Register-ArgumentCompleter -Native -CommandName {names} -ScriptBlock {{
    param($word, $line, $cursor)
    $end = [Math]::Min($line.Extent.Text.Length, $cursor - $line.Extent.StartOffset)
    $env:COMP_WORDS = $line.Extent.Text.Substring(0, $end)
    $before = $line.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursor }}
    $env:COMP_CWORD = @($before).Count
    $env:{variable} = 'zsh_complete'
    try {{ $told = @(& $line.CommandElements[0].Extent.Text) }}
    finally {{ Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:{variable} }}
    for ($at = 0; $at + 2 -lt $told.Count; $at += 3) {{
        if ($told[$at] -eq 'plain') {{
            $new, $help = $told[$at + 1], $told[$at + 2]
            if ($help -eq '_') {{ $help = $new }}
            $kind = [System.Management.Automation.CompletionResultType]::ParameterValue
            [System.Management.Automation.CompletionResult]::new($new, $new, $kind, $help)
        }}
    }}
}}
"""
"""PowerShell script. It sends requests like zsh, whose answers include help.

Each answer has three lines: kind, text and help.
"""


@click.command()
@click.argument("shell", type=click.Choice([*ALSO, "powershell"]))
def completion(shell: str) -> int:
    """Print a shell completion script.

    It completes commands, their options and names. Add this line to your shell's start-up file:

    \b
    bash        eval "$(autoplay completion bash)"
    zsh         eval "$(autoplay completion zsh)"      below compinit
    fish        autoplay completion fish | source
    powershell  autoplay completion powershell | Out-String | iex
    """
    print_line(completion_script(shell), ends_line=False)
    return 0


def completion_script(shell: str) -> str:
    """Return the completion script for a shell."""
    if shell == "powershell":
        return POWERSHELL.format(names=", ".join(NAMES), variable=VARIABLE)
    kind = get_completion_class(shell)
    assert kind is not None, "click supports bash, zsh and fish"
    script = kind(main, {}, NAMES[0], VARIABLE).source()
    return f"{script}\n{ALSO[shell].format(name=NAMES[1])}\n"
