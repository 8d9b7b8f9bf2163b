"""The nearest right spelling of a word that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

MOST = 60
"""How many spellings of about the right length `nearest` compares with a word."""
LONGEST = 32
"""Longer words are never guessed, so that hostile input costs nothing."""


def distance(a: str, b: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) from `a` to `b`; `limit + 1` when there are more."""
    a, b = _core(a, b)
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    far = limit + 1
    before: list[int] = []
    row = [min(n, far) for n in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        before, previous, row = row, before, [far] * (len(b) + 1)
        row[0] = min(i, far)
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != b[j - 1]))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == b[j - 1]:
                best = min(best, previous[j - 2] + 1)
            row[j] = min(best, far)
        if min(row) > limit:
            return far
    return row[-1]


def _core(a: str, b: str) -> tuple[str, str]:
    """The words without what they begin and end with in common."""
    start, most = 0, min(len(a), len(b))
    while start < most and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    end, most = 0, min(len(a), len(b))
    while end < most and a[-1 - end] == b[-1 - end]:
        end += 1
    return a[: len(a) - end], b[: len(b) - end]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known spelling closest to `word`, or None when none is close enough to be meant.

    Of two equally close ones that with the same letters comes first.
    """
    if not 0 < len(word) <= LONGEST:
        return None
    folded = _folded(word)
    limit = min(len(word) - 1, 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3)
    names = tuple(known)
    close = (k for k in names if abs(len(k) - len(word)) <= limit)
    scored = [(distance(folded, _folded(k), limit), k) for k in islice(close, MOST)]
    near = [(d, sorted(_folded(k)) != sorted(folded), k) for d, k in scored if d <= limit]
    return min(near)[-1] if near else _longer_or_shorter(folded, names)


def suggest(word: str, known: Iterable[str]) -> str | None:
    """The help that names what was probably meant, if anything was."""
    guess = nearest(word, known)
    return f"did you mean `{guess}`?" if guess else None


def _longer_or_shorter(word: str, names: Sequence[str]) -> str | None:
    """The first name that goes on where `word` ends, or ends where it goes on, if most is in common."""
    for name in names[:MOST]:
        short, long = sorted((word, _folded(name)), key=len)
        if len(short) >= 3 and len(long) <= 2 * len(short) and long.startswith(short):
            return name
    return None


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")
