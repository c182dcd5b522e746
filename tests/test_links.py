"""Links, pictures and docstrings in the documents, as far as `make docs` does not check them."""

import re
from pathlib import Path

import pytest
from griffe import Docstring

from scripts import docstrings
from tests.qa import gallery

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
OUTSIDE = sorted(ROOT.glob("*.md"))
MOST_BYTES = 1_500_000
"""Limit for all pictures in the documents together."""


def links(path):
    """Return the targets of all links and pictures in a document, without those in code."""
    text = re.sub(
        r"^( *)```.*?^\1```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    return re.findall(r"\]\(([^)\s]+)", text) + re.findall(r'(?:href|src)="([^"]+)"', text)


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.name)
def test_files_that_are_linked_are_there(path):
    inside = [link.partition("#")[0] for link in links(path) if ":" not in link]
    assert [link for link in inside if not (path.parent / link).exists()] == []


def test_every_page_is_in_the_navigation_once():
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    expected = sorted(path.relative_to(ROOT / "docs").as_posix() for path in PAGES)
    assert sorted(re.findall(r"- ([\w/-]+\.md)$", site, re.MULTILINE)) == expected


def test_every_picture_is_shown_and_small():
    pictures = {path for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".webp")}
    shown = {(path.parent / link).resolve() for path in (*PAGES, *OUTSIDE) for link in links(path)}
    assert pictures <= shown
    assert sum(path.stat().st_size for path in pictures) <= MOST_BYTES


def test_the_gallery_has_a_file_for_each_picture():
    expected = {*gallery.READ, *gallery.REFUSED}
    assert {path.stem for path in (ROOT / "docs" / "gallery").iterdir()} == expected


DOCSTRING = """Return one of these : the first.

Parameters
----------
xs, ys : positions in pixels; the last one is
    that of the edge.
size : number of rows.
"""


def test_what_follows_the_colon_of_an_entry_is_its_description():
    text = docstrings.described(DOCSTRING)
    sentence, parameters = Docstring(text).parse("numpy", warnings=False)
    edges = "positions in pixels; the last one is\nthat of the edge."
    found = {entry.name: entry.description for entry in parameters.value}
    assert found == {"xs": edges, "ys": edges, "size": "number of rows."}
    assert sentence.value == "Return one of these : the first."
