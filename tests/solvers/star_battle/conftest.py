import os

import pytest

from solvers.star_battle import search
from solvers.star_battle.tree import PythonTree


@pytest.fixture(scope="module", params=["compiled", "python"])
def tree(request):
    """Run each test with both search trees, if there is a compiled one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            search, "new_tree", PythonTree if request.param == "python" else compiled_tree()
        )
        yield


def compiled_tree():
    if not os.environ.get("CI"):
        pytest.importorskip("solvers.star_battle._kernel")
    return search.new_compiled_tree
