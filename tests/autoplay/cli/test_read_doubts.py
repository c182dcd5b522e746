"""`autoplay read` with low confidence: measurements, stages, and what the user can do."""

import cv2
import numpy as np

from autoplay.fixtures import expected_reading
from tests.autoplay.cli.test_read import BOARD, truth


def test_evidence_has_all_borders_and_the_most_doubtful_first(run):
    (full,) = run("read", "--json", "--evidence", BOARD).rows
    assert len(full["evidence"]) == 2 * 10 * 9
    margins = [border["margin"] for border in full["evidence"]]
    assert margins == sorted(margins)
    for border in full["evidence"]:
        (r, c), grid = border["cell"], full["grid"]
        other = grid[r][c + 1] if border["side"] == "right" else grid[r + 1][c]
        assert border["wall"] == (grid[r][c] != other)


def test_a_person_reads_the_evidence_under_the_first_line(run):
    head, *lines = run("read", "--evidence", BOARD).out.splitlines()
    assert "% sure" in head
    assert sum("times as sure" in line for line in lines) == 10


def test_all_names_the_boards_that_are_refused_beside_those_read(run, save, board):
    image, (x0, _, x1, _) = board
    half = image[:, : (x0 + x1) // 2 - 7]
    both = np.full((len(image), 1000, 3), 255, np.uint8)
    both[:, : image.shape[1]] = image
    both[:, 1000 - half.shape[1] :] = half
    path = save(both)
    done = run("read", "--json", "--all", path)
    assert done.status == 3
    good, bad, *_ = done.rows
    assert expected_reading.canonical(good["grid"]) == truth(BOARD).grid
    assert bad["error"] == "cut-off"
    assert abs(bad["box"][0] - (1000 - half.shape[1] + x0)) < 9
    done = run("read", "--all", path)
    assert done.out.startswith(f"{path}: 10x10")
    assert "runs out of the picture" in done.err


def test_all_does_not_mention_other_grids_beside_a_board(run, save, board):
    image, (x0, y0, _, _) = board
    sheet = np.full((len(image), 400, 3), 255, np.uint8)
    for i in range(10):
        width = 4 if i % 3 == 0 else 1
        cv2.line(sheet, (x0 + 32 * i, y0), (x0 + 32 * i, y0 + 288), (0, 0, 0), width)
        cv2.line(sheet, (x0, y0 + 32 * i), (x0 + 288, y0 + 32 * i), (0, 0, 0), width)
    done = run("read", "--json", "--all", save(np.hstack([image, sheet])))
    assert [row.get("error", "read") for row in done.rows] == ["read"]
    assert (done.status, done.err) == (0, "")
    found = run("read", "--json", "--puzzle", "star-battle", "--all", save(sheet)).rows[0]["error"]
    assert found == "unsupported"
    assert run("read", "--all", save(sheet)).status == 3
