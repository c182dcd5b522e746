"""Values as JSON text, even if file names in them are not UTF-8."""

from __future__ import annotations

import re
from typing import Any, Final

from solvers.errors import AutoplayError

UNDECODED: Final = re.compile("[\ud800-\udfff]")
"""Surrogates, which Python puts into a name for bytes that are not UTF-8, and other halves of
characters."""


def as_json(value: object) -> str:
    """Return a value as JSON text; bytes of file names that are not UTF-8 are escaped, as in
    ``caf\\xe9.png``."""
    import msgspec

    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_mend_names(msgspec.to_builtins(value))).decode()


def legible(text: str) -> str:
    """Return a text in which bytes that could not be decoded are escaped."""
    return UNDECODED.sub(_escape_surrogate, text)


def _escape_surrogate(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def _mend_names(value: Any) -> Any:
    match value:
        case str():
            return legible(value)
        case dict():
            return {_mend_names(key): _mend_names(part) for key, part in value.items()}
        case list() | tuple():
            return [_mend_names(part) for part in value]
    return value


def error_row(error: AutoplayError, **where: object) -> dict[str, object]:
    """Return an error as the JSON object that replaces a result: its place, code, message and
    hint."""
    return {**where, "error": error.code, "message": error.message, "try": error.hint}
