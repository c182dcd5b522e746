"""Spanning trees of points, their groups, values of the `lit` keyword, and brightness."""

import numpy as np
import pytest

from vision.blobs import brightness, cluster_labels, is_foreground_option, lab_of, spanning_tree

POINTS = np.array([[0, 0, 0], [10, 0, 0], [1, 0, 0], [10, 2, 0]], np.float32)


def test_a_spanning_tree_has_the_shortest_edges():
    assert sorted(length for length, _, _ in spanning_tree(POINTS)) == [1, 2, 9]


def test_edges_join_points_to_groups():
    short = sorted(spanning_tree(POINTS))[:2]
    labels = cluster_labels(len(POINTS), short)
    assert labels[0] == labels[2] != labels[1] == labels[3]
    assert cluster_labels(3, []).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("value", "valid"), [("auto", True), ("#A0b1c2", True), ("#fff", False), ("blue", False)]
)
def test_words_and_colours_are_foreground_options(value, valid):
    assert is_foreground_option(value) is valid


def test_a_colour_is_brighter_than_grey_of_its_lightness():
    yellow, grey = np.array(lab_of("#ffd228")), np.array([lab_of("#ffd228")[0], 0, 0])
    assert brightness(yellow) > brightness(grey)
