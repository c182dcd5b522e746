"""JUnit XML of checked fixtures: counts, names, and characters that XML can't contain."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from autoplay.testing.expected_reading import ExpectedReading
from autoplay.testing.fixtures import CheckOutcome, Fixture, lost
from autoplay.testing.junit import junit_xml
from autoplay.testing.report import FixtureCard

BOARD = ExpectedReading(("AAB", "ABB", "CCC"))


def card(folder, slug, problem=""):
    return FixtureCard(CheckOutcome(Fixture(Path(folder), slug), BOARD, None, problem), seconds=0.25)


def test_a_suite_for_each_folder_and_a_case_for_each_fixture():
    gone = FixtureCard(lost(Fixture(Path("b"), "3"), "was killed"))
    root = ET.fromstring(junit_xml([card("a", "1"), card("b", "2", "2 cells differ"), gone]))
    assert (root.tag, root.attrib) == (
        "testsuites",
        {"name": "autoplay check", "tests": "3", "failures": "1", "errors": "1", "time": "0.500"},
    )
    assert [(suite.get("name"), suite.get("tests")) for suite in root] == [("a", "1"), ("b", "2")]
    cases = list(root.iter("testcase"))
    assert [(case.get("classname"), case.get("name")) for case in cases] == [("a", "1"), ("b", "2"), ("b", "3")]
    assert cases[0].get("file") == str(Path("a", "1.png"))
    assert len(cases[0]) == 0
    (failure,) = cases[1]
    assert (failure.tag, failure.get("type"), failure.get("message")) == ("failure", "differs", "2 cells differ")
    assert "AAB\nABB\nCCC" in failure.text
    assert [(error.tag, error.get("type")) for error in cases[2]] == [("error", "process-lost")]


def test_characters_that_xml_cannot_contain_are_replaced():
    root = ET.fromstring(junit_xml([card("a", "bell\x07 \udce9 <&>", "bad \x00")]))
    (case,) = root.iter("testcase")
    assert case.get("name") == "bell? \\xe9 <&>"
    assert case[0].get("message") == "bad ?"
