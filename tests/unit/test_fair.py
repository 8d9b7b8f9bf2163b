"""A fair deal: the vectors of docs/random.md, and that nobody's part can be left out."""

from __future__ import annotations

from collections import Counter

from interpreter.run import fair

SERVER = bytes(range(32))
PLAYERS = ("ff" * 32, None)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
MIXED = "7b9f6b13524391c567aa9fb654f21b7c8a16077621cef14d794a9b134a151e10"
KEY = "9cb743bb43b25c17104dd3c7074536415ffdf462ebaf2667f38579bf60a4d800"


def test_the_vectors() -> None:
    assert fair.commitment(SERVER) == COMMITMENT
    assert fair.mixed(SERVER.hex(), PLAYERS).hex() == MIXED
    assert f"{fair.key(bytes.fromhex(MIXED), 0, 2):064x}" == KEY
    words = [fair.HashStream(int(KEY, 16), n).next32() for n in (0, 1, 2, 8)]
    assert words == [0x29150FA7, 0xCEB4F925, 0x4965BA10, 0x48E4CE58]
    stream = fair.Fair(COMMITMENT, SERVER.hex(), PLAYERS).stream(0, 2)
    assert [stream.below(n) for n in (36, 35, 34, 33)] == [5, 28, 9, 22]


def test_a_stream_goes_on_where_it_was() -> None:
    whole = fair.HashStream(int(KEY, 16))
    drawn = [whole.next32() for _ in range(40)]
    for start in range(20):
        part = fair.HashStream(int(KEY, 16), start)
        assert [part.next32() for _ in range(20)] == drawn[start : start + 20]
        assert part.counter == start + 20


def test_every_part_counts() -> None:
    parts = [("aa" * 32, None), (None, "aa" * 32), (None, None), ("aa" * 32, "aa" * 32), ("ab" * 32, None)]
    assert len({fair.mixed(SERVER.hex(), p) for p in parts}) == len(parts)
    assert not fair.Fair("00" * 32, SERVER.hex(), PLAYERS).kept
    assert [fair.is_seed(s) for s in ("aa" * 32, "AA" * 32, "aa" * 31, "gg" * 32, None, 7)] == [
        True,
        *[False] * 5,
    ]


def test_each_number_is_equally_likely() -> None:
    stream = fair.HashStream(1)
    counts = Counter(stream.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 200
