"""What is asked of a Star Battle alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from autoplay.games.requests import Asked, Order, Wanted


@dataclass(frozen=True, slots=True)
class Terms:
    """What its own options say; what is None is not asked for.

    ``stars`` per row; ``steps`` are all that lead to the solution, or the next one; ``form`` is the notation to write
    it in; a new one is of this ``difficulty``, and ``shapeless`` with walls instead of regions.
    """

    stars: int | None = None
    steps: Literal["all", "next"] | None = None
    form: str | None = None
    difficulty: str | None = None
    shapeless: bool = False


def terms_of(asked: Wanted | Asked | Order) -> Terms:
    """The terms that were told, or that nothing is."""
    return asked.terms or Terms()
