"""Command `autoplay completion`: shell completion of commands, options and names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import rich_click as click
from click.shell_completion import CompletionItem, get_completion_class

from autoplay.cli.group import main

if TYPE_CHECKING:
    pass

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
    $env:COMP_CWORD = @($line.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursor }}).Count
    $env:{variable} = 'zsh_complete'
    try {{ $told = @(& $line.CommandElements[0].Extent.Text) }}
    finally {{ Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:{variable} }}
    for ($at = 0; $at + 2 -lt $told.Count; $at += 3) {{
        if ($told[$at] -eq 'plain') {{
            $new, $help = $told[$at + 1], $told[$at + 2]
            if ($help -eq '_') {{ $help = $new }}
            [System.Management.Automation.CompletionResult]::new($new, $new, 'ParameterValue', $help)
        }}
    }}
}}
"""
"""PowerShell script. It sends requests like zsh, whose answers include help: kind, text and help, one per line."""


@click.command()
@click.argument("shell", type=click.Choice((*ALSO, "powershell")))
def completion(shell: str) -> int:
    """Print a shell completion script for commands, their options and names.

    Add this line to your shell's start-up file:

    \b
    bash        eval "$(autoplay completion bash)"
    zsh         eval "$(autoplay completion zsh)"      below compinit
    fish        autoplay completion fish | source
    powershell  autoplay completion powershell | Out-String | iex
    """
    click.echo(script(shell), nl=False)
    return 0


def script(shell: str) -> str:
    """Return the script for a shell."""
    if shell == "powershell":
        return POWERSHELL.format(names=", ".join(NAMES), variable=VARIABLE)
    first, *others = NAMES
    kind = get_completion_class(shell)
    assert kind is not None, "click supports bash, zsh and fish"
    lines = [kind(main, {}, first, VARIABLE).source(), *(ALSO[shell].format(name=name) for name in others)]
    return "\n".join(lines) + "\n"


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Complete files, as the shell does."""
    return [CompletionItem(incomplete, type="file")]
