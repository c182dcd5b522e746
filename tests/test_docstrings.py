"""Docstrings as the library reference shows them."""

from griffe import Docstring

from scripts import docstrings

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
