"""Faults that no other test plays, on one skin each; ``python -m tests.qa.faults`` plays all."""

import pytest

from tests.qa.faults.scene import KILL
from tests.qa.faults.stage import play_cell
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
