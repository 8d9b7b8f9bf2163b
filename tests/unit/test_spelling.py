"""Guesses of what was meant."""

from __future__ import annotations

import pytest

from interpreter.text.spelling import LONGEST, distance, nearest


def slow_distance(a: str, b: str) -> int:
    """Edits from `a` to `b` by the book: the whole table, nothing cut."""
    table = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            costs = [table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                costs.append(table[i - 2][j - 2] + 1)
            table[i][j] = min(costs)
    return table[-1][-1]


WORDS = [
    "",
    "a",
    "ab",
    "ba",
    "abc",
    "acb",
    "heap",
    "heep",
    "hpea",
    "held",
    "hold",
    "colour",
    "color",
    "cloour",
    "strict",
]


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
@pytest.mark.parametrize("a", WORDS)
def test_the_quick_distance_is_the_slow_one_up_to_its_limit(a: str, limit: int) -> None:
    for b in WORDS:
        assert distance(a, b, limit) == min(slow_distance(a, b), limit + 1), b


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("heep", ["held", "heap"], "heap"),
        ("AND", ["and", "or"], "and"),
        ("seen-by", ["seen by", "of"], "seen by"),
        ("colur", ["colour", "count"], "colour"),
        ("trun", ["true", "turn"], "turn"),
        ("x", ["y", "1"], None),
        ("X", ["x", "y"], "x"),
        ("isnt", ["is", "in"], None),
        ("nothing", ["like", "it"], None),
        ("", ["a"], None),
        ("w" * (LONGEST + 1), ["w" * (LONGEST + 1)], None),
    ],
)
def test_what_is_guessed(word: str, known: list[str], meant: str | None) -> None:
    assert nearest(word, known) == meant
