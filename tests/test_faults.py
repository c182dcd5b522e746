"""Faults that no other test plays, on one skin each; ``python -m tests.qa.faults`` plays all."""

import pytest

from tests.qa.faults.journal import Journal
from tests.qa.faults.scene import KILL, Run
from tests.qa.faults.stage import Cell, play_cell
from tests.qa.faults.table import FAULTS
from tests.systems import PROC

QUICK = [
    pytest.param(fault, fault.quick, marks=PROC if fault.action == KILL else ())
    for fault in FAULTS
    if fault.quick
]


@pytest.mark.parametrize(("fault", "skin"), QUICK, ids=lambda given: getattr(given, "name", given))
def test_a_puzzle_ends_as_it_should(fault, skin, context):
    assert play_cell(fault, skin, context).problems == []


def test_a_journal_returns_the_whole_cells_and_goes_on_after_a_torn_one(tmp_path):
    journal = Journal(tmp_path / "cells.jsonl")
    first, second = (
        Cell(fault, "queens", [Run("solved", 0, True, ["board"], 1.5, "")], ["slow"])
        for fault in FAULTS[:2]
    )
    journal.add(first)
    journal.path.write_text(journal.path.read_text() + '{"fault": "torn')
    journal.add(second)
    cells = journal.cells(FAULTS)
    assert list(cells.values()) == [first, second]
    assert list(cells) == [(fault.name, fault.query, "queens") for fault in FAULTS[:2]]
