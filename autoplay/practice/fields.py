"""How an option of the practice site is declared: the values it takes, its default, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Rule:
    """The values an option takes: ``text`` says them, ``read`` turns one into its Python value."""

    text: str
    read: Callable[[str], Any]


def within(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    """Reads a number between two others; raises ValueError."""

    def read(text: str) -> int | float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read


def option(default: Any, rule: Rule, what: str) -> Any:
    """A field of an option that takes the values of a rule."""
    return field(default=default, metadata={"rule": rule, "help": what})


def flag(default: bool, what: str) -> Any:
    """A field that is 0 or 1."""
    return option(default, Rule("0 or 1", lambda text: {"0": False, "1": True}[text]), what)


def number(default: int | None, low: int, high: int, what: str) -> Any:
    """A field that is a whole number."""
    return option(default, Rule(f"{low} to {high}", within(int, low, high)), what)


def choice(default: str, values: tuple[str, ...], what: str) -> Any:
    """A field that is one of several words."""
    return option(default, Rule(" or ".join(values), {value: value for value in values}.__getitem__), what)
