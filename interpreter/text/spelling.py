"""The nearest right spelling of a word that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

MOST = 400
"""How many spellings `nearest` compares with a word."""


def distance(a: str, b: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) from `a` to `b`; `limit + 1` when there are more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, previous, row = row, before, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, previous[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known spelling closest to `word`, or None when none is close enough to be meant.

    Words over 40 characters are never guessed and at most `MOST` spellings are compared, so that hostile
    input costs nothing.
    """
    if not word or len(word) > 40:
        return None
    folded = _folded(word)
    limit = min(len(word) - 1, 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3)
    close = (k for k in known if abs(len(k) - len(word)) <= limit)
    scored = [(distance(folded, _folded(k), limit), k) for k in islice(close, MOST)]
    scored = [(d, k) for d, k in scored if d <= limit]
    return min(scored)[1] if scored else None


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")
