"""Extension of Griffe, which reads the docstrings for the library reference."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

ENTRY = re.compile(r"^(\w+(?:, \w+)*) : ", re.MULTILINE)
"""Start of an entry such as ``size : number of rows``, not indented; signatures have the types."""


class Descriptions(Extension):
    """Extension that shows what follows the colon of an entry as its description, not as its
    type."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of an object that was just read."""
        if obj.docstring:
            obj.docstring.value = described(obj.docstring.value)


def described(docstring: str) -> str:
    """Return a docstring with the description of each entry on a line of its own, as NumPy's style
    has it."""
    return ENTRY.sub(r"\1\n    ", docstring)
