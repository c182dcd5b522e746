"""`autoplay solve` and the forms of a puzzle's text: links in, every form out."""

import pytest

from solvers.notation import FORMS

TEXT = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"


def test_a_link_that_holds_a_puzzle_is_solved(run):
    link = run("solve", "--to", "puzz.link", TEXT).out.strip()
    assert link.startswith("https://puzz.link/p?starbattle/5/5/1/")
    assert run("solve", link).out == run("solve", TEXT).out


@pytest.mark.parametrize("form", FORMS)
def test_the_puzzle_is_written_in_each_form_and_solved_again(run, tmp_path, form):
    done = run("solve", "--to", form, TEXT)
    assert done.status == 0
    path = tmp_path / "written.txt"
    path.write_text(done.out)
    assert run("solve", path).out == run("solve", TEXT).out
    assert run("solve", "--json", "--to", form, TEXT).rows[0]["written"] == done.out
