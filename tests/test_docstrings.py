"""Docstrings as the library reference shows them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from griffe import Docstring

SPEC = importlib.util.spec_from_file_location("docstrings", Path(__file__).parents[1] / "scripts" / "docstrings.py")
docstrings = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(docstrings)

TEXT = """Return the board: one of two.

Parameters
----------
xs, ys : positions in pixels; the last one is
    that of the edge.
size : number of rows.
"""


def test_what_follows_the_colon_of_an_entry_is_its_description():
    _, parameters = Docstring(docstrings.described(TEXT)).parse("numpy", warnings=False)
    described = {entry.name: entry.description for entry in parameters.value}
    edges = "positions in pixels; the last one is\nthat of the edge."
    assert described == {"xs": edges, "ys": edges, "size": "number of rows."}


def test_sentences_with_a_colon_stay_as_they_are():
    sentence = "Returns one of these : the first.\n    size : indented.\n"
    assert docstrings.described(sentence) == sentence
