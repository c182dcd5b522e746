"""Old names of modules that the examples used; they work for one release, with a DeprecationWarning."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

RENAMED: Final = {
    "autoplay.demo": "autoplay.practice",
    "autoplay.goldens": "autoplay.testing",
    "autoplay.goldens.fixtures": "autoplay.testing.fixtures",
    "autoplay.goldens.golden": "autoplay.testing.expected_reading",
    "autoplay.goldens.reader": "autoplay.testing.reader",
}


class RenamedModules(MetaPathFinder, Loader):
    """Import hook that gives an old module name the contents of the new module."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Return a spec for an old name, else None."""
        return ModuleSpec(fullname, self, is_package=True) if fullname in RENAMED else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Have the module look up every name in the new one."""
        new = import_module(RENAMED[module.__name__])
        warnings.warn(f"{module.__name__} is now {new.__name__}", DeprecationWarning, stacklevel=2)
        module.__getattr__ = lambda name: getattr(new, name)  # type: ignore[method-assign]
