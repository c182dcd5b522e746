"""The one way by which text for people gets to stdout and stderr, and values become JSON.

No control character passes raw. Words of a page, names of files and messages of other programs may
hold characters that move a terminal's cursor, clear it, or turn the direction of writing around.
They are shown as escapes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

import click

from solvers.errors import AutoplayError

UNDECODED: Final = re.compile("[\ud800-\udfff]")
"""Surrogates, which Python puts into a name for bytes that are not UTF-8, and other halves of
characters."""
CONTROLS: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters except for the line feed, those of bidirectional text, and surrogates."""
SECRET: Final = re.compile(r"(?<=://)[^\s/?#]*@")
"""Name and password in front of an address's host; a name alone may be a token."""


def escape_undecoded(text: str) -> str:
    """Return a text in which bytes that could not be decoded are escaped, as in
    ``caf\\xe9.png``."""
    return UNDECODED.sub(_escape_character, text)


def hide_secrets(text: str) -> str:
    """Return a text without the names and passwords in its addresses: they are shown to nobody, and
    stored nowhere."""
    return SECRET.sub("", text)


def escape_controls(text: str) -> str:
    """Return a text in which control characters, and bytes that could not be decoded, are escaped.

    Tabs become spaces, so that columns stay in line; passwords in addresses are left out.
    """
    return CONTROLS.sub(_escape_character, hide_secrets(text).expandtabs())


def _escape_character(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:  # a surrogate that stands for a byte
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def print_line(text: object = "", *, to_stderr: bool = False, ends_line: bool = True) -> None:
    """Print a text with its control characters escaped; without ``ends_line`` it ends by itself."""
    click.echo(escape_controls(str(text)), err=to_stderr, nl=ends_line)  # noqa: TID251


def print_warning(message: str, hint: str) -> None:
    """Print on stderr what is wrong and what to try, as errors are printed."""
    print_line(f"autoplay: {message}. Try: {hint}", to_stderr=True)


@lru_cache(maxsize=16)
def warn_once(message: str, hint: str) -> None:
    """Print a warning, once in each process: what happens often would fill a log with it."""
    print_warning(message, hint)


def as_json(value: object) -> str:
    """Return a value as JSON text; bytes of file names that are not UTF-8 are escaped, as in
    ``caf\\xe9.png``."""
    import msgspec

    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        text = msgspec.json.encode(_mend_names(msgspec.to_builtins(value))).decode()
    # JSON allows most control characters to stand for themselves, and a terminal would obey them.
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", hide_secrets(text))


def _mend_names(value: Any) -> Any:
    match value:
        case str():
            return escape_undecoded(value)
        case dict():
            return {_mend_names(key): _mend_names(part) for key, part in value.items()}
        case list() | tuple():
            return [_mend_names(part) for part in value]
    return value


def error_row(error: AutoplayError, **where: object) -> dict[str, object]:
    """Return an error as the JSON object that replaces a result: its place, code, message and
    hint."""
    return {**where, "error": error.code, "message": error.message, "try": error.hint}
