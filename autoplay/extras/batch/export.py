"""Rows of finished runs: merged into one file, or exported as CSV for spreadsheets."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from autoplay.errors import BadOutput
from autoplay.extras.batch.rows import (
    COLUMNS,
    COMMAND,
    ITEM,
    KINDS,
    JournalFile,
    Row,
    is_first_row,
    make_write_error,
    open_rows,
    read_rows,
)
from autoplay.output import as_json, escape_undecoded

FORMULA: Final = re.compile(
    r"'*(?:[=+@\t\r\n＝＋－＠]|-(?=.)(?!\d+(?:\.\d+)?(?:e[+-]?\d+)?$))", re.DOTALL | re.IGNORECASE
)
"""Cells that a spreadsheet may run as formulas: file names and ids can come from anybody."""


def merge_rows(parts: Sequence[Path], output: str) -> int:
    """Write the rows of several files, such as those of shards, into a new one; return how many.

    Raises BadOutput, before anything is written, if an item is in two of them, if they were not
    made by the same command, or if a part is not whole; NotWritable.
    """
    command = _check_parts(parts)
    if KINDS.get(Path(output).suffix.lower()) is JournalFile:
        for part in parts:
            if KINDS[part.suffix.lower()] is not JournalFile:
                raise BadOutput(
                    f"{part} is a database, whose rows can't be merged into {output}",
                    hint="a name that ends in .sqlite",
                )
    number = 0
    with open_rows(output, command) as rows:
        item: list[Row] = []
        for part in parts:
            for row in read_rows(part):
                if item and is_first_row(row):
                    rows.add(item)
                    item = []
                item.append(row)
                number += 1
            rows.add(item)
            item = []
    return number


def _check_parts(parts: Sequence[Path]) -> str:
    """Return the command that made the rows of all parts. Raises BadOutput."""
    owners: dict[str, Path] = {}
    command = None
    for part in parts:
        for row in read_rows(part):
            command = command or row.get(COMMAND)
            if not command or row.get(COMMAND) != command:
                raise BadOutput(
                    f"{part} holds rows of {row.get(COMMAND)!r}, not of {command!r}",
                    hint="parts that the same command made",
                )
            # The same item may come twice in one part, as it may in the input.
            owner = owners.setdefault(row[ITEM], part)
            if owner is not part:
                raise BadOutput(
                    f"item {row[ITEM]} is in {owner} and in {part}",
                    hint="each part once, made with --shard 1/N to N/N",
                )
    if command is None:
        raise BadOutput("the parts hold no rows", hint="files of --output")
    return str(command)


def export_csv(source: Path, output: str, *, force: bool = False) -> int:
    """Write the rows of a file as CSV, with all their columns; return how many.

    A link is followed. Raises BadOutput if ``output`` exists, unless ``force`` is True, or if the
    rows can't be read; NotWritable.
    """
    path = Path(os.path.realpath(output))
    if path.exists() and not force:
        raise BadOutput(f"{output} exists already", hint="--force to replace it, or another name")
    columns = _find_columns(source)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    number = 0
    try:
        with part.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)  # lines end as in RFC 4180, so that a CR in a cell is quoted
            writer.writerow(columns)
            for row in read_rows(source):
                writer.writerow([_make_cell(row.get(column)) for column in columns])
                number += 1
        part.replace(path)
    except OSError as error:
        raise make_write_error(path, error) from error
    finally:
        part.unlink(missing_ok=True)
    return number


def _find_columns(source: Path) -> list[str]:
    """Return all columns of the rows in a file: those of their command first, then as they come."""
    found: dict[str, None] = {}
    for row in read_rows(source):
        if not found:
            found = dict.fromkeys(COLUMNS.get(str(row.get(COMMAND)).split()[0], ()))
        found |= dict.fromkeys(row)
    return list(found)


def _make_cell(value: object) -> str:
    """Return a value as the text of a cell: nested values as JSON, formulas after an apostrophe."""
    if value is None:
        return ""
    text = escape_undecoded(value) if isinstance(value, str) else as_json(value)
    return f"'{text}" if FORMULA.match(text) else text
