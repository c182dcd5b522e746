"""A few mutated texts; ``python -m tests.qa.mutations`` solves 100,000."""

from tests.qa.mutations import describe_outcome, mutations


def test_a_mutated_text_is_answered_or_refused_with_an_error_of_the_program():
    for number, source in mutations(200, seed=1):
        _, problem = describe_outcome(source)
        assert not problem, (number, source.text)
