"""Errors and exit statuses: one table of them, which the documentation shows."""

from pathlib import Path

import pytest

from autoplay import errors
from autoplay.install_hints import extra
from solvers.errors import AutoplayError

PAGE = Path(__file__).parents[2] / "docs" / "exit-statuses.md"


def test_the_documentation_shows_the_table_of_exit_statuses():
    assert errors.format_status_table() in PAGE.read_text("utf-8")


def test_all_names_every_error_of_the_module():
    own = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert own == {*errors.__all__, "AutoplayError"}


@pytest.mark.parametrize("name", errors.__all__)
def test_an_error_has_a_code_of_its_own(name):
    error = getattr(errors, name)
    assert issubclass(error, AutoplayError)
    same = [other for other in errors.__all__ if getattr(errors, other).code == error.code]
    assert same == [name]


def test_a_package_that_is_missing_names_the_extra_that_brings_it():
    message = "no_such_package is not installed; it comes with the extra dask"
    with pytest.raises(errors.ExtraMissing, match=message) as caught, extra("dask"):
        import no_such_package  # noqa: F401
    assert " install 'distributed>=" in caught.value.hint
