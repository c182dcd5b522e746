"""Results of `autoplay check` as JUnit XML, which continuous integration systems show as tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final
from xml.etree import ElementTree as ET

from autoplay.errors import ProcessLost
from autoplay.report.json_text import legible
from autoplay.testing import expected_reading
from autoplay.testing.fixtures import PICTURE, CheckOutcome
from autoplay.testing.report import FixtureCard

NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML can't contain, not even escaped."""


def junit_xml(cards: Sequence[FixtureCard]) -> bytes:
    """Return the XML: a test suite for each folder, and a test case for each fixture."""
    root = ET.Element("testsuites", {"name": "autoplay check"} | _counts(cards))
    for folder, group in groupby(cards, key=lambda card: card.outcome.fixture.folder):
        of_folder = list(group)
        suite = ET.SubElement(root, "testsuite", {"name": _text(folder)} | _counts(of_folder))
        for card in of_folder:
            _add_case(suite, card)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_case(suite: ET.Element, card: FixtureCard) -> None:
    fixture, outcome = card.outcome.fixture, card.outcome
    case = ET.SubElement(
        suite,
        "testcase",
        {
            "classname": _text(fixture.folder.name),
            "name": _text(fixture.slug),
            "file": _text(fixture.path(PICTURE)),
            "time": f"{card.seconds:.3f}",
        },
    )
    if outcome.problem:
        kind = outcome.error.code if outcome.error else "differs"
        tag = "error" if _is_lost(card) else "failure"
        ET.SubElement(case, tag, {"type": kind, "message": _text(outcome.problem)}).text = _text(_boards(outcome))


def _boards(outcome: CheckOutcome) -> str:
    """Return the expected board and the one that was read, as text."""
    boards = {
        "expected": outcome.expected,
        "got": outcome.got and expected_reading.of_reading(outcome.got),
    }
    return "\n".join(f"{name}:\n{expected_reading.format(board)}" for name, board in boards.items() if board)


def _counts(cards: Sequence[FixtureCard]) -> dict[str, str]:
    lost = sum(map(_is_lost, cards))
    failed = sum(bool(card.outcome.problem) for card in cards) - lost
    seconds = sum(card.seconds for card in cards)
    return {"tests": str(len(cards)), "failures": str(failed), "errors": str(lost), "time": f"{seconds:.3f}"}


def _is_lost(card: FixtureCard) -> bool:
    return isinstance(card.outcome.error, ProcessLost)


def _text(value: object) -> str:
    """Return a text that XML can contain."""
    return NOT_XML.sub("?", legible(str(value)))
