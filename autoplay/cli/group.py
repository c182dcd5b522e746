"""Command group: loads commands lazily, and turns exceptions into one line and an exit status.

This is the only place that keeps `autoplay --help` and `--version` quick: a command's module is
imported when the command is needed, and imports heavy packages inside its function.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Sequence
from copy import copy
from errno import ENOSPC
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import rich_click as click

from autoplay.cli.terminal import NOTED, find_command, fit_hint, print_error, print_problem
from autoplay.errors import (
    BAD_INPUT,
    INTERRUPTED,
    PIPE_CLOSED,
    choose_hint,
    explain_exception,
)
from autoplay.output import print_line
from autoplay.wording import MORE_OPTIONS, did_you_mean
from solvers.errors import AutoplayError, inflect

NUMBER: Final = re.compile(r"(\S+) is not (a valid|in the range)\b")
"""Click's words for a value that is no number, or not in its range."""
EXTRA: Final = re.compile(r"Got unexpected extra argument \((.*)\)")
"""Click's words for an argument that the command does not take."""
COUNTED: Final = ("--port", "--size")
"""Options whose value is often typed alone, the number that a command is about."""
MOST_COMMANDS: Final = 3
"""Commands that are named because they have an option; more would be a list to read."""


def describe_misuse(error: click.ClickException, words: Sequence[str], group: click.Group) -> str:
    """Return the message of wrong usage of the words after the program's name, with similar options
    and choices."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        return _describe_unknown_option(error.option_name, error.ctx.command, words, group)
    message = error.format_message()
    if found := EXTRA.match(message):
        return message + _suggest_option(found[1], error)
    kind = getattr(getattr(error, "param", None), "type", None)
    if not isinstance(error, click.BadParameter) or kind is None:
        return message
    # click lists the choices, but suggests none of them.
    if isinstance(kind, click.Choice):
        word = error.message.partition("' is not one of ")[0].lstrip("'")
        return message + did_you_mean(word, map(str, kind.choices))
    return message.replace(error.message, describe_bad_value(error, kind))


def _suggest_option(word: str, error: click.ClickException) -> str:
    """Return the question whether a word that is left over is the value of an option."""
    context = getattr(error, "ctx", None)
    options = _list_long_options(context.command) if context else []
    candidates: tuple[str, ...] = ()
    if word[:1].isdigit():
        candidates = COUNTED
    elif "." in word:
        candidates = ("--output",)
    for option in candidates:
        if option in options:
            return f". Did you mean {option} {word}?"
    return ""


def describe_bad_value(error: click.BadParameter, kind: click.ParamType[Any]) -> str:
    """Return the message about a value that a type does not take, without its option."""
    found = NUMBER.match(error.message)
    if not found or not isinstance(kind, type(click.INT) | type(click.FLOAT)):
        return error.message
    return f"{found[1]} is not {_describe_number(kind)}"


def _describe_number(kind: click.ParamType[Any]) -> str:
    """Return what a type of numbers takes, such as "a whole number from 2 to 52"."""
    text = "a whole number" if isinstance(kind, type(click.INT)) else "a number"
    least = getattr(kind, "min", None)
    most = getattr(kind, "max", None)
    if least is None:
        return text
    return f"{text} of at least {least:g}" if most is None else f"{text} from {least:g} to {most:g}"


def _describe_unknown_option(
    name: str, command: click.Command, words: Sequence[str], group: click.Group
) -> str:
    """Return the message about an option that the command does not have."""
    # After one dash, click takes each letter for an option: it complains about the -j of -json.
    if not name.startswith("--"):
        name = next((word for word in words if word.startswith(name)), name).partition("=")[0]
    # A letter is similar to nothing, and may be another option of another command.
    is_letter = len(name) == len("-j")
    similar = "" if is_letter else did_you_mean(name, _list_long_options(command))
    message = f"No such option '{name}'."
    context = click.Context(group)
    owners = []
    for verb in group.list_commands(context):
        other = group.get_command(context, verb)
        if other and any(name in option.opts for option in other.params):
            owners.append(verb)
    if command is group:
        verb = next((word for word in words if word in owners), "")
        if verb:
            return f"{message[:-1]} before the command. Did you mean autoplay {verb} … {name}?"
    if similar or is_letter or not owners or len(owners) > MOST_COMMANDS:
        return message + similar
    have = inflect(len(owners), "has", "have")
    return f"{message[:-1]} here; autoplay {' and '.join(owners)} {have} it"


def _list_long_options(command: click.Command) -> list[str]:
    names = []
    for option in command.params:
        names += [name for name in option.opts if name.startswith("--")]
    return names


ORDER = (
    "play",
    "read",
    "solve",
    "hint",
    "explain",
    "draw",
    "make",
    "record",
    "check",
    "demo",
    "history",
    "config",
    "doctor",
    "completion",
    "help",
)
"""Commands in the order in which a newcomer needs them; those of extras come after them."""
EXTRAS = Path(__file__).parents[1] / "extras"
"""Folder of the extras, each with its commands in a folder of its own."""
VERSION = ("-V", "--version")
WITHOUT_SETTINGS = frozenset({"config", "completion", "help"})
"""Commands that work even if a config file is wrong."""


@cache
def find_commands() -> dict[str, str]:
    """Return the module of each command by name: those of this room, and ``commands/`` of each
    extra that is there.

    No extra is imported: one that is deleted takes nothing with it but its own commands.
    """
    found = {name: f"autoplay.cli.{name}" for name in ORDER}
    for folder in EXTRAS.glob("*/commands"):
        for module in iter_modules([str(folder)]):
            found[module.name] = f"autoplay.extras.{folder.parent.name}.commands.{module.name}"
    return found


class LazyGroup(click.RichGroup):
    """Group whose commands are modules with the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands in their ORDER."""
        return [*ORDER, *sorted(find_commands().keys() - ORDER)]

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """Import the module of a command and return the command; None if it doesn't exist."""
        module = find_commands().get(cmd_name)
        if not module:
            return None
        command: click.Command = getattr(import_module(module), cmd_name)
        add_shared_options(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, with defaults from the config files.

        Similar names are suggested if it doesn't exist.
        """
        verbs = self.list_commands(ctx)
        word = args[0]
        if word not in verbs and not word.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(
                f"No such command {word!r}.{did_you_mean(word, [*verbs, *VERSION])}", ctx
            )
        # Commands that explain or mend a wrong config file must work without it.
        name, command, rest = super().resolve_command(ctx, args)
        needs_no_settings = (
            ctx.resilient_parsing
            or name in WITHOUT_SETTINGS
            or ctx.meta.get(f"{NOTED}no_config")
            or any(word in NO_CONFIG.opts + HELP.opts for word in rest)
        )
        if name and command and not needs_no_settings:
            from autoplay.cli.settings import defaults

            ctx.default_map = {name: defaults(name, command, verbs)}
        return name, command, rest

    def main(self, args: Sequence[str] | None = None, *extra: Any, **options: Any) -> Any:
        """Run the command and exit with its status; raises no exception other than ``SystemExit``.

        With ``--debug``, the traceback is printed before the one-line error, except for wrong
        usage.
        """
        words = sys.argv[1:] if args is None else list(args)
        # Started with a stream closed, as by >&-, Python has nothing in its place.
        sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
        sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
        options |= {"prog_name": options.get("prog_name") or "autoplay", "standalone_mode": False}
        try:
            status = super().main(words, *extra, **options)
            sys.stdout.flush()  # here, where a closed pipe is handled, and not at exit
        except BrokenPipeError:
            status = leave_pipe()
        except Exception as error:
            if is_traced(words, error):
                print_line(traceback.format_exc(), to_stderr=True, ends_line=False)
            status = report_error(error, words)
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; end quietly if stdout is closed, as in ``autoplay … | head``."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            status = leave_pipe()
        return status


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    None,
    *VERSION,
    package_name="puzzle-autoplay",
    prog_name="autoplay",
    message="%(prog)s %(version)s",
)
def main() -> None:
    """Play puzzles by looking at the screen.

    Opens a puzzle page, reads the board from a screenshot, solves it and clicks the answer back;
    each step is also a command of its own.
    """


def note_option(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Remember that an option is given, before the command or after it."""
    key = NOTED + str(param.name)
    ctx.meta[key] = value or ctx.meta.get(key, False)


QUIET = click.RichOption(
    ["-q", "--quiet"],
    is_flag=True,
    is_eager=True,  # notes about other options come after it
    expose_value=False,
    callback=note_option,
    help="Print only results and errors: no notes, no progress bar.",
    panel=MORE_OPTIONS,
)
NO_CONFIG = click.RichOption(
    ["--no-config"],
    is_flag=True,
    expose_value=False,
    callback=note_option,
    help="Read no config files.",
    panel=MORE_OPTIONS,
)
DEBUG = click.RichOption(
    ["--debug", "shows_traceback"],  # read has a folder called "debug"
    is_flag=True,
    expose_value=False,
    help="Show the traceback of an error.",
    panel=MORE_OPTIONS,
)


def print_short_help(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    value: bool,
) -> None:
    """Print the short help of a command, and end it."""
    if value and not ctx.resilient_parsing:
        print_help(ctx, is_short=True)
        ctx.exit()


# Before the command, they count too; the help of each command lists them.
for option in (QUIET, NO_CONFIG, DEBUG):
    early = copy(option)
    early.hidden = True
    main.params.append(early)

HELP = click.RichOption(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_short_help,
    help="Show this message and exit.",
)


def add_shared_options(command: click.Command) -> None:
    """Add the options of all commands to one, and to those of a group, unless it has them."""
    if isinstance(command, click.Group):
        for part in command.commands.values():
            add_shared_options(part)
    taken = {name for option in command.params for name in option.opts}
    for option in (QUIET, NO_CONFIG, DEBUG, HELP):
        if not taken.intersection(option.opts):
            command.params.append(option)


def print_help(context: click.Context, *, is_short: bool) -> None:
    """Print the help of a command: the long one, or the common options and how to see the rest."""
    from rich_click.rich_panel import RichOptionPanel

    command = copy(context.command)
    assert isinstance(command, click.RichCommand)
    # The panels of games come after these two.
    command.panels = [RichOptionPanel("Options"), RichOptionPanel(MORE_OPTIONS)]
    # A copy with fewer options parses nothing: all options stay accepted.
    if is_short:
        command.params = [one for one in command.params if not getattr(one, "panel", None)]
        if len(command.params) < len(context.command.params):
            path = context.command_path.partition(" ")[2]
            command.epilog = f"All options: autoplay help {path}"
    shown = click.RichContext(command, parent=context.parent, info_name=context.info_name)
    print(shown.get_help())  # noqa: T201 (our own words, with colours at a terminal)


def find_verb(words: Sequence[str]) -> str:
    """Return the command's name among the words of a command line, "" if they name none."""
    return next((word for word in words if word in find_commands()), "")


def is_traced(words: Sequence[str], error: Exception) -> bool:
    """Return True if a traceback should be printed; with `read --stages DIR`, only that of a
    bug."""
    if isinstance(error, click.ClickException):
        return False
    traced = ["--debug"]
    # A refused picture is no defect, and its stages show more than a traceback.
    if find_verb(words) == "read":
        if isinstance(error, AutoplayError):
            return False
        traced.append("--stages")
    return any(word.partition("=")[0] in traced for word in words)


def report_error(error: Exception, words: Sequence[str]) -> int:
    """Print an error of the command in these words, and what to try, in one line to stderr; return
    its exit status."""
    match error:
        case AutoplayError():
            # The command has ended, so that only its words name it.
            error.hint = fit_hint(error.hint, find_command(words, main), main)
            print_error(error)
            return error.exit_status
        case click.Abort():
            print_problem("stopped")
            return INTERRUPTED
        case click.ClickException():
            # Some say themselves which option to leave out.
            hint = getattr(error, "hint", "") or f"{_find_command(error, words)} --help"
            print_problem(describe_misuse(error, words, main), hint)
            return BAD_INPUT
        case OSError():
            # Only what goes to stdout is written without the name of a file.
            unnamed = "the output" if error.errno == ENOSPC else "the system"
            place = error.filename or unnamed
            print_problem(f"{place}: {error.strerror or error}", choose_hint(error))
            return BAD_INPUT
    hint = "run the same command with --debug, and report what it prints."
    failure = explain_exception(error, hint)
    print_problem(failure.message, failure.hint)
    return failure.exit_status


def _find_command(error: click.ClickException, words: Sequence[str]) -> str:
    """Return the command whose help helps. An error of click's parser doesn't name it, but occurs
    only in a command."""
    if isinstance(error, click.UsageError) and error.ctx:
        return error.ctx.command_path
    return f"autoplay {find_verb(words)}".rstrip()


def leave_pipe() -> int:
    """Redirect stdout to nowhere after its pipe was closed; return the exit status for that."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
