"""Renaming of regions after those of another grid."""

import pytest

from solvers.cells import rename_regions


@pytest.mark.parametrize(
    ("grid", "reference", "expected"),
    [
        (("BBA", "BCA"), ("AAB", "ACB"), ("AAB", "ACB")),
        (("AAB", "ABB"), ("AAA", "ABB"), ("AAB", "ABB")),
        (("A.#", "AB#"), ("C.#", "CD#"), ("C.#", "CD#")),
        (("ABCD",), ("AAAA",), ("ABCD",)),
    ],
)
def test_regions_take_the_letters_they_share_most_cells_with(grid, reference, expected):
    assert rename_regions(grid, reference) == expected


def test_regions_without_a_partner_take_spare_letters():
    assert rename_regions(("AB",), ("CC",), spare="CXY") == ("CX",)
