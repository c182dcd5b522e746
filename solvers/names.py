"""Names that people type for rules, text forms, lattices and difficulties.

Commands offer them in their help, so this module imports nothing that takes time.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

Lattice: TypeAlias = Literal["square", "triangular"]
LATTICES: Final[tuple[Lattice, ...]] = get_args(Lattice)
"""Lattices of peg solitaire: a site has four neighbours, or six."""

DIFFICULTIES: Final = ("easy", "normal", "hard", "expert")
"""Difficulties of a Star Battle, by the hardest technique that it needs; the easiest first."""

GRID_FORM: Final = "grid"
"""Text form that boards of all games have: the rows as they were read, and the marks."""

FORM_NAMES: Final = (
    "letters",
    GRID_FORM,
    "numbers",
    "task",
    "puzz.link",
    "pzprv3",
    "penpa",
    "sbn",
    "compact",
)
"""Text forms of a Star Battle."""

_SELF = frozenset({(0, 0)})
_CROSS = frozenset({(-1, 0), (0, -1), (0, 1), (1, 0)})
_CORNERS = frozenset({(-1, -1), (-1, 1), (1, -1), (1, 1)})
_JUMPS = frozenset({(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)})

RULES: Final[Mapping[str, frozenset[tuple[int, int]]]] = MappingProxyType(
    {
        "plus": _SELF | _CROSS,
        "neighbours": _CROSS,
        "diagonal": _SELF | _CORNERS,
        "diagonal-neighbours": _CORNERS,
        "square": _SELF | _CROSS | _CORNERS,
        "square-neighbours": _CROSS | _CORNERS,
        "knight": _SELF | _JUMPS,
        "knight-neighbours": _JUMPS,
    }
)
"""Rule of Lights Out → the (row, col) of the lamps that a press changes, from the pressed lamp."""

LINES: Final = "lines"
"""Rule by which a press changes all lamps of its row and column: a shape for each size."""

RULE_NAMES: Final = (*RULES, LINES)
"""Names of all rules of Lights Out."""
