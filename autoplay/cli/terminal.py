"""Results, notes and errors for people: in colour at a terminal, as plain text in a pipe or a file.

`rich` is imported only if stdout or stderr is a terminal; it leaves out colours if ``NO_COLOR`` is
set. What goes to a terminal has its control characters escaped, as `autoplay.output` does.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, TextIO

import rich_click as click

from autoplay.output import escape_controls, print_line
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
OTHER_COMMAND: Final = re.compile(r"\b(autoplay|playwright|pip|xvfb-run) ")
"""Matches hints that are commands of their own, with their own options."""
READERS: Final = ("read", "solve")
"""Commands that have the options that hints about pictures and puzzles name."""
FRAMED: Final = re.compile(r"[+|].*[+|]")
"""Line of a board with borders between its regions."""
ROW: Final = re.compile(r" *[.*o]( ?[.*o ])*")
"""Row of lamps or pegs."""
LETTERS: Final = re.compile(r"[A-Za-z#]{3,}")
"""Row of regions."""
KINDS: Final = (FRAMED, ROW, LETTERS)
"""Kinds of lines that are drawn in another way, the first that fits."""
JUNCTIONS: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Box-drawing characters by the lines that meet: 1 above, 2 below, 4 left, 8 right."""
STYLES: Final = {
    r"\.|###": "dim",
    r"\*": "bold yellow",
    "o": "bold cyan",
    "x": "red",
    r"\[.\]": "bold green",
    "1": "bold magenta",
    "2": "bold green",
}
"""Style of each symbol in a cell."""
REGIONS: Final = (
    "black on bright_blue",
    "black on bright_green",
    "black on bright_yellow",
    "black on bright_magenta",
    "black on bright_cyan",
    "black on bright_red",
    "black on white",
    "white on blue",
    "white on green",
    "white on magenta",
    "white on red",
    "white on bright_black",
)
"""Styles of regions, in the order of their letters; they repeat."""
FEWEST_ROWS: Final = 3
"""Rows of letters that are taken for a board: fewer could be words."""
NOTED: Final = "autoplay."
"""Beginning of the keys of ``--quiet`` and ``--no-config`` in the notes of a click context."""


def open_console(stream: TextIO | None = None) -> Console | None:
    """Return a console for stdout, or another stream, if it is a terminal that can draw boxes."""
    stream = stream or sys.stdout
    if not can_draw(stream):
        return None
    from rich.console import Console

    return Console(file=stream, highlight=False, soft_wrap=True)


def is_person_there() -> bool:
    """Return True if a person can answer a question: stdin is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def can_draw(stream: TextIO | None) -> bool:
    """Return True if a stream is a terminal that can move its cursor and draw boxes.

    It is None if the program was started with it closed.
    """
    if stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    try:
        JUNCTIONS.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_quiet() -> bool:
    """Return True if ``--quiet`` is given."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(f"{NOTED}quiet"))


def print_note(text: object) -> None:
    """Print a remark on stderr, unless ``--quiet`` is given. Results go to stdout, and errors are
    always printed."""
    if not is_quiet():
        print_line(text, to_stderr=True)


def print_text(text: str) -> None:
    """Print a result; on a terminal, boards in it are drawn in colour."""
    terminal = open_console()
    if terminal is None:
        print_line(text)
    else:
        terminal.print(draw_boards(escape_controls(text)))


def print_styled(text: str, style: str, rest: str = "") -> None:
    """Print a text, in a style on a terminal, and the rest of its line."""
    terminal = open_console()
    if terminal is None:
        print_line(text + rest)
    else:
        from rich.text import Text

        terminal.print(Text.assemble((escape_controls(text), style), escape_controls(rest)))


def print_error(error: AutoplayError, where: str = "") -> None:
    """Print an error as one line on stderr, after the name of its file unless the message starts
    with it."""
    message = error.message
    if not message.startswith(where):
        message = f"{where}: {message}"
    print_problem(message, fit_to_running(error.hint), error.picture)


def print_problem(message: str, hint: str = "", picture: str = "") -> None:
    """Print in one line on stderr what is wrong, the picture that shows it, and what to try; on a
    terminal, its start and the hint stand out."""
    text = message.rstrip(".")
    if picture:
        text += f" (picture: {picture})"
    if picture or not text.endswith("?"):
        text += "."
    text = _join_lines(text)
    advice = f" Try: {_join_lines(hint)}" if hint else ""
    terminal = open_console(sys.stderr)
    if terminal is None:
        print_line(f"autoplay: {text}{advice}", to_stderr=True)
    else:
        from rich.text import Text

        terminal.print(Text.assemble(("autoplay: ", "bold red"), text, (advice, "cyan")))


def fit_hint(hint: str, command: click.Command, group: click.Group) -> str:
    """Return a hint without options that the command does not have.

    If all of its parts name such options, it says which command of the group has them.
    """
    if OTHER_COMMAND.search(hint):
        return hint
    known = _list_options(command) | _list_options(group)
    parts = [part for part in hint.split("; ") if known.issuperset(OPTION.findall(part))]
    if parts:
        return "; ".join(parts)
    named = set(OPTION.findall(hint))
    context = click.Context(group)
    for verb in READERS:
        other = group.get_command(context, verb)
        if other and named <= _list_options(other):
            return f"with autoplay {verb}: {hint}"
    return hint


def find_command(words: Sequence[str], group: click.Group) -> click.Command:
    """Return the command that the words of a command line name, the group itself if none."""
    found: click.Command = group
    for word in words:
        if word.startswith("-"):
            continue
        if not isinstance(found, click.Group):
            break
        command = found.get_command(click.Context(found), word)
        if command is None:
            break
        found = command
    return found


def fit_to_running(hint: str) -> str:
    """Return a hint fitted to the command that runs, if one does."""
    context = click.get_current_context(silent=True)
    if context is None:
        return hint
    group = context.find_root().command
    return fit_hint(hint, context.command, group) if isinstance(group, click.Group) else hint


def _list_options(command: click.Command) -> set[str]:
    names: set[str] = set()
    for parameter in command.params:
        names.update(parameter.opts)
    return names


def _join_lines(text: str) -> str:
    return " ".join(escape_controls(text).split())


def draw_boards(text: str) -> Text:
    """Return a text in which boards have colours and the lines between regions are connected."""
    from rich.text import Text

    parts: list[Text] = []
    for kind, group in groupby(text.split("\n"), key=_find_kind):
        lines = list(group)
        draw: Callable[[str], Text] = Text
        # Lines of one kind in a row are one board.
        if kind is FRAMED:
            lines = connect_lines(lines)
            draw = _colour_symbols
        elif kind is ROW:
            draw = _colour_symbols
        elif kind is LETTERS and _is_board(lines):
            draw = _colour_regions
        parts += map(draw, lines)
    return Text("\n").join(parts)


def connect_lines(lines: Sequence[str]) -> list[str]:
    """Return a framed board in box-drawing characters.

    Every second line, from the first, is between two rows.
    """
    connected = []
    for row, line in enumerate(lines):
        drawn = line.replace("|", "│")
        if row % 2 == 0:
            characters = [_connect_character(lines, row, col) for col in range(len(line))]
            drawn = "".join(characters)
        connected.append(drawn)
    return connected


def _connect_character(lines: Sequence[str], row: int, col: int) -> str:
    """Return the box-drawing character of a place between two rows."""
    character = lines[row][col]
    if character != "+":
        return {"-": "─", "|": "│"}.get(character, character)
    meeting = 0
    around = ((row - 1, col, "|"), (row + 1, col, "|"), (row, col - 1, "-"), (row, col + 1, "-"))
    for number, (other_row, other_col, wanted) in enumerate(around):
        is_inside = 0 <= other_row < len(lines) and 0 <= other_col < len(lines[other_row])
        if is_inside and lines[other_row][other_col] == wanted:
            meeting += 2**number
    return JUNCTIONS[meeting]


def _find_kind(line: str) -> re.Pattern[str] | None:
    for kind in KINDS:
        if kind.fullmatch(line):
            return kind
    return None


def _is_board(lines: Sequence[str]) -> bool:
    """Return True if rows of letters are regions rather than words."""
    return len(lines) >= FEWEST_ROWS and len({len(line) for line in lines}) == 1


def _colour_symbols(line: str) -> Text:
    from rich.text import Text

    text = Text(line)
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    return text


def _colour_regions(line: str) -> Text:
    from rich.text import Text

    text = Text()
    for letter in line:
        text.append(letter, REGIONS[(ord(letter) - ord("A")) % len(REGIONS)])
    return text
