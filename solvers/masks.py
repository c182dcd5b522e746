"""Sets of numbers, such as the cells of a board, as bits of one int."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask, lowest first, each as a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def list_numbers(mask: int) -> list[int]:
    """Return the numbers of the set bits of a mask, lowest first."""
    return [bit.bit_length() - 1 for bit in bits(mask)]


def set_bits(numbers: Iterable[int]) -> int:
    """Return the mask with the bits of these numbers, each given once."""
    return sum(1 << number for number in numbers)


def choose_bits(mask: int, is_chosen: Callable[[int], object]) -> int:
    """Return those bits of a mask for which a test, called with each bit as a mask, is true."""
    return sum(bit for bit in bits(mask) if is_chosen(bit))
