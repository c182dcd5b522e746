"""A few mutated texts; ``python -m tests.qa.mutations`` solves 100,000."""

from autoplay.sources.puzzles import Source
from tests.qa.mutations import describe_outcome, mutations


def test_a_mutated_text_is_answered_or_refused_with_an_error_of_the_program():
    for number, source in mutations(200, seed=1):
        _, problem = describe_outcome(source)
        assert not problem, (number, source.text)


def test_mutations_can_be_made_again():
    assert list(mutations(3, seed=1, first=7)) == list(mutations(10, seed=1))[7:]


def test_half_a_character_in_a_row_is_refused_as_a_bad_row():
    outcome, problem = describe_outcome(Source('{"id": "\ud800"}', line=1))
    assert (outcome, problem) == ("bad-notation", "")
