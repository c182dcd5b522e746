"""Vectors of numbers modulo m, each packed into one int, which Python adds in a single step.

Modulo 2 a number takes a bit and addition is exclusive or. Modulo any other m it takes a byte: a byte holds a sum
``x + k * y`` of numbers below m up to 10, and ``bytes.translate`` reduces all bytes of it at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

Vector = int

_DIGITS = bytes.maketrans(b"01", bytes(range(2)))


class Vectors(Protocol):
    """Arithmetic with vectors modulo ``states``; place 0 is the lowest."""

    states: int
    width: int

    def add(self, one: Vector, times: int, other: Vector) -> Vector:
        """Return ``one + times * other``, times from 0 to states - 1."""

    def at(self, vector: Vector, place: int) -> int:
        """Return the number at a place."""

    def lead(self, vector: Vector) -> int:
        """Return the first place of a number other than 0; the vector is not 0."""

    def total(self, vector: Vector) -> int:
        """Return the sum of the numbers, each from 0 to states - 1."""

    def listed(self, vector: Vector, length: int) -> Sequence[int]:
        """Return the numbers at the places before ``length``."""

    def transposed(self, vectors: Sequence[Vector], length: int) -> list[Vector]:
        """Transpose vectors of ``length`` numbers: return ``length`` vectors with a number for each of these."""


class BitVectors:
    """Vectors modulo 2."""

    states = 2
    width = 1

    def add(self, one: Vector, times: int, other: Vector) -> Vector:
        """Return ``one + times * other``."""
        return one ^ other if times else one

    def at(self, vector: Vector, place: int) -> int:
        """Return the number at a place."""
        return vector >> place & 1

    def lead(self, vector: Vector) -> int:
        """Return the first place of a number other than 0."""
        return (vector & -vector).bit_length() - 1

    def total(self, vector: Vector) -> int:
        """Return the sum of the numbers."""
        return vector.bit_count()

    def listed(self, vector: Vector, length: int) -> Sequence[int]:
        """Return the numbers at the places before ``length``."""
        return f"{vector:0{length}b}".encode().translate(_DIGITS)[::-1]

    def transposed(self, vectors: Sequence[Vector], length: int) -> list[Vector]:
        """Transpose vectors of ``length`` numbers."""
        text = "".join(map(f"{{:0{length}b}}".format, reversed(vectors)))
        return [int(text[length - 1 - place :: length] or "0", 2) for place in range(length)]


class ByteVectors:
    """Vectors modulo any number up to 16."""

    width = 8

    def __init__(self, states: int) -> None:
        self.states = states
        self._reduced = bytes(number % states for number in range(256))

    def add(self, one: Vector, times: int, other: Vector) -> Vector:
        """Return ``one + times * other``."""
        total = one + times * other
        number_of_bytes = (total.bit_length() + 7) // 8
        return int.from_bytes(total.to_bytes(number_of_bytes, "little").translate(self._reduced), "little")

    def at(self, vector: Vector, place: int) -> int:
        """Return the number at a place."""
        return vector >> 8 * place & 255

    def lead(self, vector: Vector) -> int:
        """Return the first place of a number other than 0."""
        return ((vector & -vector).bit_length() - 1) // 8

    def total(self, vector: Vector) -> int:
        """Return the sum of the numbers."""
        return sum(self.listed(vector, (vector.bit_length() + 7) // 8))

    def listed(self, vector: Vector, length: int) -> Sequence[int]:
        """Return the numbers at the places before ``length``."""
        return vector.to_bytes(length, "little")

    def transposed(self, vectors: Sequence[Vector], length: int) -> list[Vector]:
        """Transpose vectors of ``length`` numbers."""
        data = b"".join(vector.to_bytes(length, "little") for vector in vectors)
        return [int.from_bytes(data[place::length], "little") for place in range(length)]


def vectors_modulo(states: int) -> Vectors:
    """Return the arithmetic for lamps with this number of states."""
    return BitVectors() if states == 2 else ByteVectors(states)
