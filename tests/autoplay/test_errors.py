"""Errors and exit statuses: one table of them, which the documentation shows."""

import errno
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


@pytest.mark.parametrize(
    ("error", "code"), [(MemoryError(), "out-of-memory"), (KeyError("row"), "defect")]
)
def test_an_exception_that_nobody_foresaw_is_an_error_with_a_hint(error, code):
    told = errors.explain_exception(error, "report it")
    assert (told.code, bool(told.hint), "\n" in told.message) == (code, True, False)


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (OSError(errno.ENOSPC, "full"), "free some space on its disk"),
        (OSError(errno.EACCES, "denied"), errors.PATH_HINT),
        (OSError("of a library, without a code"), errors.PATH_HINT),
    ],
)
def test_a_hint_follows_the_code_of_an_error(error, hint):
    assert errors.choose_hint(error) == hint
