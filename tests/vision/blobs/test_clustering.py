"""Spanning trees of points, and the groups that their edges join."""

import numpy as np

from vision.blobs import cluster_labels, spanning_tree

POINTS = np.array([[0, 0, 0], [10, 0, 0], [1, 0, 0], [10, 2, 0]], np.float32)


def test_a_spanning_tree_has_the_shortest_edges():
    assert sorted(length for length, _, _ in spanning_tree(POINTS)) == [1, 2, 9]


def test_edges_join_points_to_groups():
    short = sorted(spanning_tree(POINTS))[:2]
    labels = cluster_labels(len(POINTS), short)
    assert labels[0] == labels[2] != labels[1] == labels[3]
    assert cluster_labels(3, []).tolist() == [0, 1, 2]
