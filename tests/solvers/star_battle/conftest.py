import os

import pytest

from solvers.star_battle import search
from solvers.star_battle.tree import tree as python_tree


@pytest.fixture(scope="module", params=["compiled", "python"])
def tree(request):
    """Run each test with both search trees, if there is a compiled one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            search, "new_tree", python_tree if request.param == "python" else compiled_tree()
        )
        yield


def compiled_tree():
    if os.environ.get("CI"):
        from solvers.star_battle import compiled
    else:
        compiled = pytest.importorskip("solvers.star_battle.compiled")
    return compiled.tree
