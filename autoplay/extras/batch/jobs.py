"""Jobs of a batch: read pictures, solve puzzles or check fixtures, each item with an id of its
own."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, Generic, TypeVar

from autoplay.answers import SolveReport, read_picture, solve_puzzle
from autoplay.extras.batch.rows import ITEM, Row
from autoplay.fixtures.fixture import (
    AS_EXPECTED,
    EXPECTED,
    PICTURE,
    Fixture,
    check,
    find,
    make_check_row,
)
from autoplay.games import ReadRequest, SolveRequest
from autoplay.output import escape_undecoded
from autoplay.sources.pdf import PdfPage
from autoplay.sources.pictures import Picture, find_pictures
from autoplay.sources.puzzles import Source, count_puzzles, find_sources, read_sources
from solvers.errors import AutoplayError
from vision.files.loading import read_bytes

Item = TypeVar("Item")

ID_BYTES: Final = 8
"""Bytes of an id: the chance of a collision among a million items is about one in ten millions."""
MOST_AT_ONCE: Final = 25
"""Maximum puzzles to send to another machine together: one alone takes as long as solving it."""
FEWEST_SENDINGS: Final = 200
"""Sendings below which puzzles go one by one, so that hard ones are spread over the machines."""
DOCUMENTS: Final = 4
"""Documents whose hash is cached, so that they are not read again for each page."""


@dataclass(frozen=True, slots=True)
class ItemAnswer:
    """Rows of one item, their highest exit status, and the kind of result for the counts."""

    rows: Sequence[Row]
    exit_status: int
    outcome: str


@dataclass(frozen=True, slots=True)
class BatchJob(Generic[Item]):
    """Items and what is done with each of them.

    ``command`` is the verb with the options that change rows. ``answer`` is called in another
    process, perhaps on another machine, and has to be picklable. ``identify`` returns the first
    columns of an item's rows with its id, ``label`` those of an error in their place. ``pack``
    returns an item that another process can read; its second argument is True if that process is
    on another machine. ``total`` is the number of items, None if it is unknown; ``at_once`` is how
    many are sent to another machine together.
    """

    command: str
    items: Iterable[Item]
    answer: Callable[[Item], ItemAnswer]
    identify: Callable[[Item], Row]
    label: Callable[[Item], Row]
    pack: Callable[[Item, bool], Item]
    total: int | None
    at_once: int = 1


def make_read_job(
    arguments: Iterable[str],
    request: ReadRequest | None = None,
    *,
    pages: Sequence[range] = (),
    evidence: bool = False,
    options: str = "",
) -> BatchJob[Picture]:
    """Return the job to read pictures, given as for `autoplay read`.

    ``options`` are those of the request as text: a file is resumed only with the same ones.
    """
    pictures = find_pictures(arguments, pages)
    return BatchJob(
        command=f"read {options}".rstrip(),
        items=pictures,
        answer=partial(_read_item, request=request or ReadRequest(), evidence=evidence),
        identify=_identify_picture,
        label=lambda _: {},
        pack=_pack_picture,
        total=len(pictures),
    )


def make_solve_job(
    arguments: Iterable[str],
    request: SolveRequest | None = None,
    *,
    output: str | None = None,
    options: str = "",
) -> BatchJob[Source]:
    """Return the job to solve puzzles, given as for `autoplay solve`.

    The file ``output`` is not taken for a puzzle. ``options`` are as above.
    """
    parts = find_sources(arguments, output)
    total = count_puzzles(parts)
    return BatchJob(
        command=f"solve {options}".rstrip(),
        items=read_sources(parts),
        answer=partial(_solve_item, request=request or SolveRequest()),
        identify=_identify_source,
        label=lambda source: source.label,
        pack=_pack_source,
        total=total,
        at_once=min(MOST_AT_ONCE, 1 + (total or 0) // FEWEST_SENDINGS),
    )


def make_check_job(folder: Path) -> BatchJob[Fixture]:
    """Return the job to check all fixtures below a folder. Raises BadFixture if there are none."""
    fixtures = find(folder)
    return BatchJob(
        command="check",
        items=fixtures,
        answer=_check_item,
        identify=_identify_fixture,
        label=lambda _: {},
        pack=lambda fixture, _: fixture,
        total=len(fixtures),
    )


def _read_item(picture: Picture, request: ReadRequest, evidence: bool) -> ItemAnswer:
    report = read_picture(picture, request)
    outcome = "read" if report.boards else report.errors[0].code
    return ItemAnswer(report.to_rows(evidence=evidence), report.exit_status, outcome)


def _solve_item(source: Source, request: SolveRequest) -> ItemAnswer:
    try:
        report = solve_puzzle(source, request)
        row = report.to_row()
    except AutoplayError as error:  # too many solutions for a row
        report = SolveReport(source.label, source.is_row, error)
        row = report.to_row()
    return ItemAnswer([row], report.error.exit_status if report.error else 0, report.outcome)


def _check_item(fixture: Fixture) -> ItemAnswer:
    outcome = check(fixture)
    result = "differs" if outcome.problem else AS_EXPECTED
    row = make_check_row(outcome, result)
    return ItemAnswer([row], 1 if outcome.problem else 0, result)


def _pack_picture(picture: Picture, is_far: bool) -> Picture:
    """Return the picture with its bytes for another machine; an error becomes its origin."""
    origin = picture.origin
    try:
        if isinstance(origin, PdfPage) and (is_far or isinstance(origin.document, bytes)):
            return replace(picture, origin=origin.alone())
        if isinstance(origin, Path) and is_far:
            return replace(picture, origin=read_bytes(origin))
    except AutoplayError as error:
        return replace(picture, origin=error)
    return picture


def _pack_source(source: Source, is_far: bool) -> Source:
    """Return the source with the bytes of its picture for another machine."""
    if not (is_far and source.is_picture) or source.data:
        return source
    try:
        return replace(source, data=read_bytes(Path(source.file)))
    except AutoplayError as error:
        return replace(source, trouble=error)


def _identify_picture(picture: Picture) -> Row:
    """Return the first columns of a picture.

    Its id is of name and contents, or of the full address.
    """
    match picture.origin:
        case Path() as path:
            content = _hash_file(path)
        case (bytes() as data) | PdfPage(document=bytes() as data):
            content = _hash_parts(data)
        case str() as address:
            content = address
        case PdfPage(document=Path() as document):
            content = _hash_document(document)
        case _:
            content = ""
    return {ITEM: _hash_parts(picture.name, content), "file": escape_undecoded(picture.name)}


def _identify_source(source: Source) -> Row:
    """Return the first columns of a puzzle. Its id is of file and contents."""
    if source.data:
        content = _hash_parts(source.data)
    elif source.is_picture:
        content = _hash_file(Path(source.file))
    else:
        content = source.title + source.text
    columns = {ITEM: _hash_parts(source.file, content)}
    return columns | {"file": escape_undecoded(source.file)} if source.file else columns


def _identify_fixture(fixture: Fixture) -> Row:
    """Return the first columns of a fixture.

    Its id is of its name, picture and expected reading.
    """
    picture = fixture.path(PICTURE)
    item = _hash_parts(str(fixture), _hash_file(picture), _hash_file(fixture.path(EXPECTED)))
    file = escape_undecoded(str(picture))
    return {ITEM: item, "fixture": escape_undecoded(str(fixture)), "file": file}


def _hash_file(path: Path) -> str:
    """Return the hash of a file's contents; a random one for a pipe, which is read only once."""
    try:
        if not path.is_file():
            return secrets.token_hex() if path.exists() else ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, _make_hash).hexdigest()
    except OSError:  # reading the item reports it
        return ""


_hash_document = lru_cache(DOCUMENTS)(_hash_file)


def _hash_parts(*parts: str | bytes) -> str:
    """Return the hash of texts and bytes, with their lengths, so that no two lists are the same."""
    digest = _make_hash()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(ID_BYTES))
        digest.update(data)
    return digest.hexdigest()


def _make_hash() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=ID_BYTES)
