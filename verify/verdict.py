"""The words of a result, from the worst to the best, and what each is worth beside the one expected."""

from __future__ import annotations

from enum import Enum

_DEPTH = "holds to depth"


class Verdict(Enum):
    """What became of a check; the value is its exit status."""

    PROVED = 0
    VIOLATED = 10
    NOT_INDUCTIVE = 11
    BOUNDED = 12
    ENDLESS = 13
    UNKNOWN = 14


WORST = (
    Verdict.VIOLATED,
    Verdict.NOT_INDUCTIVE,
    Verdict.UNKNOWN,
    Verdict.ENDLESS,
    Verdict.BOUNDED,
    Verdict.PROVED,
)
"""Worst first."""


def word(verdict: Verdict, depth: int | None = None, can_happen: bool = False) -> str:
    """The verdict as it is printed; `depth`, in plies, belongs to what is bounded.

    `can_happen` is for checks that something can happen, which are not seen instead of holding.
    """
    if verdict is not Verdict.BOUNDED:
        return verdict.name.lower().replace("_", " ")
    return f"{'not seen to depth' if can_happen else _DEPTH} {depth or 0}"


def read_word(text: str) -> tuple[Verdict, int]:
    """The verdict and the depth that a rule file's `expect` names; the front end has read it before."""
    if text.startswith(_DEPTH):
        return Verdict.BOUNDED, int(text.removeprefix(_DEPTH))
    return Verdict[text.upper().replace(" ", "_")], 0


def as_good(verdict: Verdict, depth: int | None, expected: str) -> bool:
    """Whether a verdict is the expected one or a stronger one; of two bounded ones the deeper is stronger."""
    wanted, least = read_word(expected)
    if verdict is wanted is Verdict.BOUNDED:
        return (depth or 0) >= least
    return WORST.index(verdict) >= WORST.index(wanted)
