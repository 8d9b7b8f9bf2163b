"""The generator gives the vectors of docs/random.md, and fair numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.run.rng import Stream, mix, stream, stream_key, word

TOP = 2**64 - 1


def test_words_are_those_of_splitmix64() -> None:
    assert mix(1) == 0x5692161D100B05E5
    assert [word(0, i) for i in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ((0, 0, 1), 0xF89A2566B5822C54, (0x97693BFC00425025, 0x4AE2CF84DB70BC0E, 0xB9241DAE6834A7C4)),
        ((7, 0, 1), 0x8DD8A0C385763A13, (0xE95F5AFC83ACFAA9, 0xB7D63123578DC3AE, 0x19FE4CA90D693824)),
        ((7, 1, 2), 0x5759E8EBDA4A053A, (0x8ED91903EBCF8F85, 0xA53F29F50B853097, 0x3D997ED31240E6F9)),
        ((TOP, TOP, 17), 0xC3CF17102B7F7F86, (0x0B06A7A3532D31E9, 0xFC67F6C4F2B1DCEE, 0xD6194FD8BBB37957)),
    ],
)
def test_streams(name: tuple[int, int, int], key: int, words: tuple[int, ...]) -> None:
    assert stream_key(*name) == key
    assert tuple(word(key, i) for i in range(3)) == words


def test_below() -> None:
    drawn = stream(7, 0, 2)
    assert [drawn.below(n) for n in range(36, 28, -1)] == [21, 29, 8, 32, 21, 30, 2, 27]
    assert drawn.counter == 8


def test_below_rejects_what_would_be_unfair() -> None:
    drawn = stream(1, 2, 3)
    expected = [1474340762, 1484360231, 1869258082, 730268917, 1282557667, 2843030321]
    assert [drawn.below(3 * 2**30) for _ in range(6)] == expected
    assert drawn.counter == 8


def test_one_of_one_draws_nothing() -> None:
    drawn = Stream(5)
    assert drawn.below(1) == 0 and drawn.counter == 0


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses(n: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        Stream(5).below(n)


def test_below_is_even() -> None:
    drawn = stream(3, 1, 16)
    counts = Counter(drawn.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(abs(c - 1000) < 150 for c in counts.values())
