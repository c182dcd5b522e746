from __future__ import annotations

import pytest
from hypothesis import given

from solvers.errors import BadNotation
from solvers.notation import FORMS, form_of, parse
from tests.solvers.notation.samples import FIVE, MARKED, WALLED, essence, puzzles

FORM = FORMS["task"]
TASK = "1,1,1,1,2,3,4,1,1,1,3,3,1,1,1,3,5,5,1,1,3,3,5,1,1"


def test_it_counts_regions_from_one():
    assert FORM.format(FIVE) == TASK + "\n"


@pytest.mark.parametrize(
    "text",
    [
        TASK,
        f"  {TASK},\n",
        TASK.replace(",", ", "),
        f"stars 1\n{TASK}\n",
        f"var task = '{TASK}';",
        f'<script>var stop=1, task="{TASK}";\n</script>',
        f'{{"task": "{TASK}"}}',
        TASK.replace("1", "907").replace("2", "-4").replace("5", "0"),
    ],
)
def test_it_is_read_alone_and_out_of_a_page(text):
    assert essence(parse(text, stars=1)) == essence(FIVE)
    assert form_of(text) == "task"


def test_the_stars_are_inferred_if_only_one_number_fits():
    assert parse(TASK).stars == 1


def test_a_line_above_it_may_give_the_stars():
    with pytest.raises(BadNotation, match="the text says 1 star, --stars says 2"):
        parse(f"Stars: 1\n{TASK}", stars=2)


@given(puzzles())
def test_reads_back_what_it_writes(puzzle):
    assert essence(parse(FORM.format(puzzle), puzzle.stars)) == essence(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TASK + ",1", "the task has 26 numbers, which do not form a square board"),
        (f"task='{TASK[:-1]}B'", "number 25 of the task: 'B' is not a whole number"),
        ("task=''", "number 1 of the task: '' is not a whole number"),
        (f"{TASK[:-1]}9{'0' * 30}", "number 25 of the task"),
        ("1,2,3,4,5,6,7,8,9", "3x3 cells: sizes from 4"),
        (TASK.replace("3", "2"), "4 regions on a 5x5 board"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_the_form(text, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text, stars=1)
    assert caught.value.message.startswith("task: ")


@pytest.mark.parametrize("puzzle", [MARKED, WALLED])
def test_neither_walls_nor_marks_can_be_written(puzzle):
    with pytest.raises(BadNotation, match="cannot be written in this form"):
        FORM.format(puzzle)


def test_several_tasks_are_refused_and_empty_ones_ignored():
    one, other = "1,1,1,1,1,1,1,1,2,2,2,2,3,3,4,4", "1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4"
    with pytest.raises(BadNotation) as refused:
        FORM.parse(f"var task = '{one}'; var task = '{other}'", 1)
    assert "2 tasks" in refused.value.message
    assert FORM.parse(f"task = ''; task = '{one}'; task = '{one}'", 1) == FORM.parse(one, 1)
