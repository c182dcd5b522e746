"""Names and docstrings, as far as no linter checks them, and docstrings in the reference."""

import re
from collections import Counter
from pathlib import Path

from griffe import Docstring

from scripts import docstrings

ROOT = Path(__file__).parents[1]
PROGRAM = ("autoplay", "vision", "solvers", "scripts")
SHARED = {"Puzzle", "Solution"}
"""Class names that each package of solvers defines for its own game, as promised to users."""
QUESTION = re.compile(r'"""(what|whether|how|where|which|why|who|whose|when)\b', re.IGNORECASE)


def texts(folders):
    """Return the text of each module in these folders, by its path."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def test_public_class_names_are_unique():
    names = [
        name
        for text in texts(PROGRAM).values()
        for name in re.findall(r"^class ([A-Z]\w*)", text, re.MULTILINE)
    ]
    assert {name for name, count in Counter(names).items() if count > 1} <= SHARED


def test_docstrings_do_not_open_with_a_question_word():
    everything = texts((*PROGRAM, "examples", "tests")).items()
    assert [path for path, text in everything if QUESTION.search(text)] == []


TEXT = """Return one of these : the first.

Parameters
----------
xs, ys : positions in pixels; the last one is
    that of the edge.
size : number of rows.
"""


def test_what_follows_the_colon_of_an_entry_is_its_description():
    sentence, parameters = Docstring(docstrings.described(TEXT)).parse("numpy", warnings=False)
    edges = "positions in pixels; the last one is\nthat of the edge."
    found = {entry.name: entry.description for entry in parameters.value}
    assert found == {"xs": edges, "ys": edges, "size": "number of rows."}
    assert sentence.value == "Return one of these : the first."
