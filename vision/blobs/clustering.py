"""Clustering of points: by the shortest edges between them (single linkage), or by steps on a lattice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from vision.image import Floats, Places

NOISE: Final = 1.0
"""Differences (L*a*b*) up to this are meaningless."""


def spanning_tree(points: Floats) -> list[tuple[float, int, int]]:
    """Return the edges (length, i, j) of a shortest spanning tree of points (N, D), by Prim's algorithm."""
    distance, nearest = np.linalg.norm(points - points[0], axis=1), np.zeros(len(points), np.intp)
    outside = np.ones(len(points), np.bool_)
    edges, new = [], 0
    for _ in range(len(points) - 1):
        outside[new] = False
        new = int(np.where(outside, distance, np.inf).argmin())
        edges.append((float(distance[new]), int(nearest[new]), new))
        to_new = np.linalg.norm(points - points[new], axis=1)
        nearest = np.where(to_new < distance, new, nearest)
        distance = np.minimum(distance, to_new)
    return edges


def cluster_labels(count: int, edges: list[tuple[float, int, int]]) -> Places:
    """Return the group number, from 0, of each of ``count`` points after joining them by these edges."""
    group = np.arange(count)
    for _, i, j in edges:
        group[group == group[j]] = group[i]
    return np.asarray(np.unique(group, return_inverse=True)[1], np.intp)


def connected_places(steps: Sequence[Sequence[tuple[int, int, int]]]) -> Iterator[dict[int, tuple[int, int]]]:
    """Yield each set of points that steps connect, with the (x, y) of each, in steps from the first of the set.

    ``steps`` lists, for each point, (j, dx, dy) for every point j that a step leads to; all steps go both ways.
    """
    unseen = set(range(len(steps)))
    while unseen:
        start = unseen.pop()
        places, queue = {start: (0, 0)}, deque([start])
        while queue:
            here = queue.popleft()
            for there, dx, dy in steps[here]:
                if there in unseen:
                    unseen.remove(there)
                    places[there] = places[here][0] + dx, places[here][1] + dy
                    queue.append(there)
        yield places
