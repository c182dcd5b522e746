"""The group of verbs: finds them, and turns whatever they raise into one line and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import rich_click as click

from solvers.errors import AutoplayError

ORDER = (
    *("play", "read", "solve", "make", "record", "check"),
    *("demo", "web", "schedule", "history", "doctor", "completion"),
)
NOT_VERBS = frozenset({"group", "options", "game_options", "play_options"})
USAGE = 2
DEFECT = 70  # EX_SOFTWARE: the program is wrong, not what it was given
INTERRUPTED = 130  # 128 + SIGINT, as a shell says it
PIPE_CLOSED = 141  # 128 + SIGPIPE
PATH_HINT = "check the path, and whether you may use it"


class Verbs(click.RichGroup):
    """A group with one verb for each module of this package, named like it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The verbs there are, in the order in which a newcomer meets them."""
        import autoplay.cli

        names = {module.name for module in iter_modules(autoplay.cli.__path__)} - NOT_VERBS
        return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb, its module imported now; None where there is no such verb."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(import_module(f"autoplay.cli.{cmd_name}"), cmd_name)
        if not any(option.name == DEBUG.name for option in command.params):  # `read --debug DIR` does more than this
            command.params.append(DEBUG)
        return command

    def main(self, args: Sequence[str] | None = None, *extra: Any, **options: Any) -> Any:
        """Run, and leave with the exit status; no exception but ``SystemExit`` comes out.

        With ``--debug`` the traceback is printed before the one line that says what went wrong, unless that is a slip
        of the pen.
        """
        words = list(sys.argv[1:] if args is None else args)
        options |= {"prog_name": options.get("prog_name") or "autoplay", "standalone_mode": False}
        try:
            status = super().main(words, *extra, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            status = leave_pipe()
        except Exception as error:
            if is_traced(words, error):
                import traceback

                traceback.print_exc()
            status = tell(error)
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; a reader that went away, as in ``autoplay … | head``, ends it quietly."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            status = leave_pipe()
        return status


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="puzzle-autoplay", prog_name="autoplay", message="%(prog)s %(version)s")
def main() -> None:
    """Play puzzles by looking at the screen.

    Opens a puzzle page, reads the board from a screenshot, solves it and clicks the answer back;
    each step is a verb of its own as well.
    """


DEBUG = click.Option(["--debug"], is_flag=True, expose_value=False, help="Show the traceback of an error.")


def is_traced(words: Sequence[str], error: Exception) -> bool:
    """Whether the traceback of an error is wanted; `read --debug DIR` asks for pictures, and for that of a defect."""
    if isinstance(error, click.ClickException) or (isinstance(error, AutoplayError) and words[0] == "read"):
        return False
    return any(word == "--debug" or word.startswith("--debug=") for word in words)


def tell(error: Exception) -> int:
    """Say on stderr in one line what went wrong and what to try; the exit status that goes with it."""
    match error:
        case AutoplayError():
            line, status = say(error.message, error.hint, error.picture), error.exit_status
        case click.Abort():
            line, status = "stopped.", INTERRUPTED
        case click.ClickException():
            command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "autoplay"
            line, status = say(error.format_message(), f"{command} --help"), USAGE
        case OSError():
            line, status = say(f"{error.filename or 'the system'}: {error.strerror or error}", PATH_HINT), USAGE
        case _:
            hint = "the same command with --debug, and report what it prints."
            line, status = say(f"internal error: {type(error).__name__}: {error}", hint), DEFECT
    click.echo(f"autoplay: {line}", err=True)
    return status


def say(message: str, hint: str = "", picture: str = "") -> str:
    """A message, the picture that shows it, and what to try as one line."""
    seen = f" (picture: {picture})" if picture else ""
    text = message.rstrip(".") + seen + "." + (f" Try: {hint}" if hint else "")
    return " ".join(text.split())


def leave_pipe() -> int:
    """Point stdout nowhere, so that nothing more is written to a closed pipe; the exit status for it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
