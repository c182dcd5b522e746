"""The error tree: as documented, with an exit status for each error."""

from __future__ import annotations

import pytest

from autoplay import errors
from autoplay.optional_deps import extra
from solvers.errors import AutoplayError

STATUS = {
    "BrowserNotFound": 6,
    "PageUnreachable": 2,
    "PageNotPlayed": 2,
    "PageBlocked": 5,
    "ClickNotConfirmed": 5,
    "ControlNotFound": 2,
    "AnswerRejected": 1,
    "TooSoon": 1,
    "NoNextPuzzle": 1,
    "BadHistory": 2,
    "BadBrowserOption": 2,
    "BadConfig": 2,
    "NotExplained": 2,
    "NotWritable": 2,
    "BadOutput": 2,
    "ExtraMissing": 2,
    "ClusterUnusable": 2,
    "ProcessLost": 1,
    "Defect": 70,
}


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_drawn_and_has_its_status(name):
    error = getattr(errors, name)
    assert issubclass(error, AutoplayError)
    assert f"── {name} " in errors.__doc__
    assert error.exit_status == STATUS[name]


def test_all_names_every_error_of_the_module():
    own = {name for name, value in vars(errors).items() if getattr(value, "__module__", "") == errors.__name__}
    assert own == set(errors.__all__)


def test_no_two_errors_share_a_code():
    assert len({getattr(errors, name).code for name in errors.__all__}) == len(errors.__all__)


def test_a_package_that_is_missing_names_the_extra_that_brings_it():
    message = "no_such_package is not installed; it comes with the extra dask"
    with pytest.raises(errors.ExtraMissing, match=message) as caught, extra("dask"):
        import no_such_package  # noqa: F401
    assert " install 'distributed>=" in caught.value.hint
