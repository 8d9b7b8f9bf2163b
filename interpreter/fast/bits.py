"""Masks in plain Python: sets whose members are the numbers of the bits."""

from __future__ import annotations

ones = int.bit_count


def low(mask: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    return (mask & -mask).bit_length() - 1


def high(mask: int) -> int:
    """The number of the highest bit that is set; there must be one."""
    return mask.bit_length() - 1


def nth(mask: int, place: int) -> int:
    """The number of the bit that is set after `place` others; there must be as many."""
    while place:
        mask &= mask - 1
        place -= 1
    return (mask & -mask).bit_length() - 1


def has(mask: int, bit: int) -> bool:
    """Whether a bit, perhaps below 0, is set."""
    return bit >= 0 and mask >> bit & 1 == 1


def bit(number: int) -> int:
    """The mask of one bit; of none, if it is below 0."""
    return 1 << number if number >= 0 else 0


def upwards(bit: int) -> int:
    """The bits from this one on; all, if it is below 0."""
    return -1 << bit if bit > 0 else -1
