"""Tables of values as people copy them: lists of lists as JSON, Python, NumPy and MATLAB write
them, and rows of numbers with commas, tabs or blanks between."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from itertools import dropwhile
from typing import Final, TypeAlias

from solvers.errors import ONE_AT_A_TIME, BadNotation

Table: TypeAlias = tuple[tuple[str, ...], ...]
"""Values of a table, row by row, as text; rows may differ in length."""

_ASSIGNED: Final = re.compile(r"^[A-Za-z_]\w*\s*=\s*")
"""``board = `` before a list."""
_CALL: Final = re.compile(
    r"(?:[A-Za-z_]\w*\.)*(?:array|asarray|matrix|tensor|list|tuple)\s*\((.*)\)\s*;?", re.DOTALL
)
"""``np.array(…)``, as NumPy and others show their arrays."""
_KEYWORD: Final = re.compile(r",\s*[A-Za-z_]\w*\s*=\s*[\w.'\"<>]+\s*(?=,|\)|$)")
"""``, dtype=uint8`` behind the list of an array."""
_START: Final = re.compile(r"(?:[A-Za-z_]\w*\s*=\s*)?(?:[\w.]+\s*\(\s*)?(?:\[|\(\s*\()")
_ROW: Final = re.compile(r"\[([^\[\]]*)\]")
_BETWEEN_VALUES: Final = re.compile(r"\s*[,;]\s*|\s+")
_BETWEEN_ROWS: Final = re.compile(r"[;\n]")
_FRACTION: Final = re.compile(r"[+-]?[0-9]{1,18}\.[0-9]{0,30}(?:[eE][+-]?[0-9]{1,2})?")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_WORDS: Final = {"true": "1", "false": "0"}

SEVERAL_BOARDS: Final = "an empty line, as if there were more than one board"
"""Message about a text that may hold several boards."""

_LISTS_HINT: Final = "a list of rows such as [[0, 1], [1, 0]]"


def trim_lines(text: str) -> list[str]:
    """Return the lines of a text without the blank ones before and after the others."""
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    return list(dropwhile(lambda line: not line.strip(), lines))


def starts_list(text: str) -> bool:
    """Return True if a text begins like a list of lists, with or without a name in front."""
    return _START.match(text.lstrip()) is not None


def parse_lists(text: str) -> Table:
    """Return the values of a list of rows; a row is a list, or a text with one value a character.

    The brackets may be those of lists or tuples, and a name or a call such as ``np.array(…)`` may
    stand around them. In a single pair of brackets, rows end at a semicolon or at the line's end.

    Raises
    ------
    BadNotation
        Brackets do not match, there are several tables or more than two dimensions, or cells were
        left out by the program that printed it.
    """
    texts = _load_texts(text)
    if texts is not None:
        return texts
    inner = _unwrap(text).replace("(", "[").replace(")", "]")
    if "..." in inner or "…" in inner:
        raise BadNotation(
            "the list has '...' in place of some values",
            hint="print all of it: numpy.set_printoptions(threshold=sys.maxsize)",
        )
    rows = _ROW.findall(inner)
    # Everything outside of the rows is brackets and separators.
    outside = _ROW.sub("", inner)
    brackets = "".join(re.findall(r"[\[\]]", outside))
    _check_brackets(brackets)
    if outside.strip("[],; \t\r\n"):
        raise BadNotation("the list contains something other than rows", hint=_LISTS_HINT)
    if not brackets and len(rows) == 1:
        rows = list(filter(str.strip, _BETWEEN_ROWS.split(rows[0])))
    return tuple(map(split_values, rows))


def parse_plain_table(text: str) -> Table | None:
    """Return the values of rows of whole numbers below ten, or of True and False, with separators.

    None if the text is anything else: one value a row, another word, or an empty line between rows.
    """
    # A semicolon ends a row, or separates values if there is only one between each two.
    parts = map(split_values, _BETWEEN_ROWS.split(text))
    if max(map(len, parts)) > 1:
        text = text.replace(";", "\n")
    rows = tuple(map(split_values, text.strip().splitlines()))
    for row in rows:
        if len(row) < 2 or set(map(len, row)) != {1} or not "".join(row).isdigit():
            return None
    return rows or None


def check_values(
    rows: Iterable[Iterable[str]], is_known: Callable[[str], bool], what: str, hint: str
) -> None:
    """Raise BadNotation with the place of the first value that is not known, ``what`` it is called.

    Rows and columns are counted from 1.
    """
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            if not is_known(value):
                place = f"row {number}, column {column}"
                raise BadNotation(f"{place}: {what} {value[:20]!r}", hint=hint)


def split_values(row: str) -> tuple[str, ...]:
    """Return the values of a row with commas, semicolons or blanks between, each by
    `plain_value`."""
    bare = row.strip().removesuffix(",").removesuffix(";").strip()
    if not bare:
        return ()
    return tuple(map(plain_value, _BETWEEN_VALUES.split(bare)))


def plain_value(value: str) -> str:
    """Return a value without quotes; 1 and 0 for True and False, 1 for ``1.0`` and ``1e+00``."""
    # Most values need no second look.
    if len(value) == 1:
        return value
    bare = value.strip("'\"")
    if _FRACTION.fullmatch(bare):
        number = float(bare)
        if number.is_integer():
            return str(int(number))
    return _WORDS.get(bare.lower(), bare)


def _load_texts(text: str) -> Table | None:
    """Return the characters of a JSON list of texts, one a row; None if it is not one."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or set(map(type, rows)) != {str}:
        return None
    # A list of single characters is one row, or one column: too little to know.
    if set(map(len, rows)) == {1}:
        return None
    return tuple(map(tuple, rows))


def _unwrap(text: str) -> str:
    """Return a list without the name and the call around it."""
    bare = _ASSIGNED.sub("", text.strip())
    call = _CALL.fullmatch(bare)
    if not call:
        return bare.removesuffix(";")
    return _KEYWORD.sub("", call[1]).strip().removesuffix(",")


def _check_brackets(brackets: str) -> None:
    """Raise BadNotation unless these brackets around rows are one pair at most."""
    lists = brackets.count("[]")
    if lists > 1 and brackets == "[]" * lists:
        raise BadNotation(f"{lists} lists of rows", hint=ONE_AT_A_TIME)
    if brackets.count("[") != brackets.count("]") or brackets.startswith("]"):
        raise BadNotation("the brackets of the list do not match", hint=_LISTS_HINT)
    if brackets not in ("", "[]"):
        raise BadNotation("lists in lists of lists: more than rows and columns", hint=_LISTS_HINT)
