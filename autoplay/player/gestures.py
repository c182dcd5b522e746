"""Gestures of the mouse on a cell."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Gesture: TypeAlias = Literal["left", "right", "double", "drag"]
"""A click, a click of the right button, a double click, or a press that moves a little."""
GESTURES: Final[tuple[Gesture, ...]] = ("left", "right", "double", "drag")
"""In the order in which they are tried: the usual ones first, and last the one that may paint other
cells."""
