"""Values as JSON text, even if file names in them are not UTF-8."""

from __future__ import annotations

import re
from typing import Any

from autoplay.output import CONTROLS, escape_undecoded, hide_secrets
from solvers.errors import AutoplayError


def as_json(value: object) -> str:
    """Return a value as JSON text; bytes of file names that are not UTF-8 are escaped, as in
    ``caf\\xe9.png``."""
    import msgspec

    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        text = msgspec.json.encode(_mend_names(msgspec.to_builtins(value))).decode()
    # JSON allows most control characters to stand for themselves, and a terminal would obey them.
    return CONTROLS.sub(_escape_for_json, hide_secrets(text))


def _escape_for_json(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


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
