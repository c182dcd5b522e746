"""Options shared by several commands, each a small decorator, and the printing of results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.shell_completion import CompletionItem

from autoplay.cli.terminal import print_note
from autoplay.click_options import Verb
from autoplay.files import writable
from autoplay.limits import SOLVE_S
from autoplay.output import as_json as to_json
from autoplay.output import error_row, print_line
from autoplay.wording import MORE_OPTIONS
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.browser.preparation import Preparation

SERIES = ("daily", "weekly", "monthly")
"""A site's special puzzles."""
MOST_JOBS = 256
"""Maximum number of processes for ``--jobs``: large machines have as many cores."""


class Duration(click.FloatRange):
    """Number of seconds or minutes in a range, as a type of an option; nan and inf are none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises BadParameter."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a length of time", param, ctx)
        return number


def require_ending(*endings: str) -> Callable[..., Path | None]:
    """Return the callback of an option for a file whose name has to end in one of these; a dash is
    stdout. It raises BadParameter."""

    def check(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
        if value and str(value) != "-" and value.suffix.lower() not in endings:
            needed = " or ".join(endings)
            raise click.BadParameter(f"'{value}' does not end in {needed}", ctx, param)
        return value

    return check


def parse_choice(text: str) -> tuple[str, str]:
    """Parse a text such as ``Size=8x8`` to a pair. Raises BadParameter."""
    if "=" not in text.strip("="):
        raise click.BadParameter(f"{text!r} is not a label and an option, such as Size=8x8")
    label, _, option = text.partition("=")
    return label.strip(), option.strip()


def complete_files(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Complete files, as the shell does."""
    return [CompletionItem(incomplete, type="file")]


def complete_with(find_names: Callable[[], Iterable[str]]) -> Callable[..., list[CompletionItem]]:
    """Return the completion of a word by the names that begin with it."""

    def complete(
        ctx: click.Context,  # noqa: ARG001
        param: click.Parameter,  # noqa: ARG001
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in find_names() if name.startswith(incomplete)]

    return complete


def make_json_option(what: str) -> Callable[[Verb], Verb]:
    """Return the decorator that adds ``--json`` to a command, which prints an object for each
    puzzle, fixture or the like."""
    text = f"Print one JSON object per {what} (JSON Lines)."
    return click.option("--json", "as_json", is_flag=True, help=text)


# Each is a decorator that adds its option to a command.

puzzles_argument = click.argument(
    "puzzles",
    nargs=-1,
    required=True,
    metavar="FILE…|FOLDER|GLOB|TEXT|URL|-",
    shell_complete=complete_files,
)
json_option = make_json_option("puzzle")
timeout_option = click.option(
    "--timeout",
    type=Duration(min=0),
    default=SOLVE_S,
    show_default=True,
    metavar="S",
    help="Give up on a puzzle after S seconds; 0 for never.",
    panel=MORE_OPTIONS,
)
wait_option = click.option(
    "--wait-for",
    default="",
    metavar="TEXT|S",
    help="Then wait for a text, or for seconds.",
    panel=MORE_OPTIONS,
)
press_option = click.option(
    "--click",
    "clicks",
    multiple=True,
    metavar="TEXT|SELECTOR",
    help="Press this first; may be repeated.",
)
select_option = click.option(
    "--select",
    "selects",
    multiple=True,
    type=parse_choice,
    metavar="LABEL=OPTION",
    help="Choose this in a list first; may be repeated.",
    panel=MORE_OPTIONS,
)


def patience_option(text: str, minutes: float = 0) -> Callable[[Verb], Verb]:
    """Add ``--patience MIN``, by default ``minutes``; ``text`` is the help."""
    return click.option(
        "--patience",
        type=Duration(min=0),
        default=minutes,
        metavar="MIN",
        help=text,
    )


def preparation_options(verb: Verb) -> Verb:
    """Add ``--select``, ``--click`` and ``--wait-for``: steps before the board is read.
    `take_preparation` returns them."""
    return select_option(press_option(wait_option(verb)))


def take_preparation(options: dict[str, Any]) -> Preparation:
    """Take the options of `preparation_options` out of ``options``; return their steps."""
    from autoplay.browser.preparation import Preparation

    return Preparation(options.pop("clicks"), options.pop("selects"), options.pop("wait_for"))


def overlay_option(text: str) -> Callable[[Verb], Verb]:
    """Add ``--overlay OUT.png``: a copy of the given picture with a drawing on it; ``text`` is the
    help."""
    return click.option(
        "--overlay",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=require_ending(".png"),
        metavar="OUT.png",
        help=text,
    )


def make_folder(folder: Path, option: str) -> None:
    """Create the folder that an option names, with a note if it is new: its name may be a slip.
    Raises NotWritable."""
    is_new = not folder.exists()
    writable(folder, option)
    if is_new:
        print_note(f"new folder: {folder}")


def print_json(row: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own, and flush it for a program that reads the
    pipe."""
    print_line(to_json(row))
    sys.stdout.flush()


@contextmanager
def errors_as_json(as_json: bool, **where: object) -> Iterator[None]:
    """Print an error that ends the command as a JSON object with the keys of ``where``, if JSON is
    asked for."""
    try:
        yield
    except AutoplayError as error:
        if not as_json:
            raise
        if error.picture:
            where["picture"] = error.picture
        print_json(error_row(error, **where))
        raise SystemExit(error.exit_status) from None
