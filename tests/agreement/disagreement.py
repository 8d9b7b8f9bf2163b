"""What is told when two back ends differ."""

from __future__ import annotations


class Disagreement(Exception):
    """`by` is the comparison that found it, `where` the part of the rules, `what` both sides in words."""

    def __init__(self, by: str, where: str, what: str) -> None:
        super().__init__(f"{by}, {where}: {what}")
        self.by = by
        self.where = where
        self.what = what


def agree(by: str, where: str, mine: object, other: object) -> None:
    """Raises `Disagreement` unless both are equal, and of the same kinds."""
    if mine != other or (isinstance(mine, bool) != isinstance(other, bool)):
        raise Disagreement(by, where, f"{_short(mine)} and {_short(other)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 600 else text[:600] + "…"
