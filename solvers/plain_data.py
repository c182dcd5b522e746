"""Conversion of puzzles, solutions and readings to plain data, such as JSON has."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


class PlainData:
    """Base of dataclasses that can be converted to plain data."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as texts, numbers, True, False, None, lists and dictionaries, which
        `json.dumps` takes.

        Fields that the representation leaves out are left out here too; sets become sorted lists.
        """
        assert is_dataclass(self)
        return {
            field.name: plain(getattr(self, field.name)) for field in fields(self) if field.repr
        }


def plain(value: Any) -> Any:
    """Return a value as plain data."""
    if isinstance(value, PlainData):
        return value.to_dict()
    if isinstance(value, frozenset | set):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value
