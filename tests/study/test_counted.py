"""Sums of matches: the same however a run is cut and wherever it is played, whole files or none."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from interpreter.check.load import load_file
from interpreter.ir.nodes import Per
from interpreter.run.record import Heading
from study.about import about
from study.batches import batches, growing, part
from study.counted import Counted, Doubled, joined, missing
from study.kept import Kept, Misfit, read, together, write
from study.observe import Observer, totals
from study.playing import counting, nothing
from study.simulate import Plan
from study.spread import Where, spread

ROOT = Path(__file__).parents[2]
SMALL = "suits=C,D ranks=10,J,Q,K,A"


def plan(rules: str = "rules/yourtrumps", deck: str | None = SMALL, **changes: Any) -> Plan:
    found = load_file(ROOT / f"{rules}.yaml", deck).game
    assert found is not None
    base = Plan(found, {}, ("random",) * found.seats, seed=5, matches=24)
    return replace(base, **changes)


def counted(of: Plan, tasks: tuple[range, ...], where: Where | None = None) -> Counted:
    found = nothing(of)
    for answer in spread(counting, of, tasks, where or Where()):
        found = found.add(answer.counted)
    return found


# what is counted ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "deck"),
    [
        ("rules/yourtrumps", SMALL),
        ("tests/rules/auction", None),
        ("tests/rules/caravan", None),
        ("rules/match", SMALL),
    ],
)
def test_sums_are_those_of_the_records(rules: str, deck: str | None) -> None:
    """A record tells all legal moves and all positions: the same sums can be had from it alone."""
    base = plan(rules, deck, cap=400)
    heading = Heading("x", "0", base.players)
    observer = Observer(replace(base, heading=heading, legal=True, states=True))
    seen = [observer.match(index) for index in range(6)]
    found = totals(seen)
    lines = [json.loads(one.line or "") for one in seen]
    assert found.moves == Counter(
        m["move"] for line in lines for m in (*line["setup"], *line["moves"]) if m["player"] is not None
    ) + Counter(
        {m.name: found.moves[m.name] for m in base.game.moves if m.by_chance and m.name in found.moves}
    )
    finished = [line for line in lines if line["result"]["outcome"] != "unfinished"]
    assert found.plies == Counter(line["result"]["plies"] for line in finished)
    assert sum(found.unfinished.values()) == len(lines) - len(finished)
    if rules != "rules/match":  # whose plies are not all of one deal
        assert found.choices == Counter(
            sum(legal["player"] == m["player"] for legal in m["legal"])
            for line in lines
            for m in line["moves"]
            if m["player"] is not None
        )
        assert found.changes == Counter(_changes(base, line) for line in finished)
        assert found.turns == Counter(_turns(line) for line in finished)
        for zone in base.game.zones:
            assert found.largest[zone.name] == Counter(_largest(line, zone.name) for line in lines)


def _places(line: dict[str, Any]) -> list[dict[str, Any]]:
    return [line["start"], *(move["after"] for move in line["moves"])]


def _turns(line: dict[str, Any]) -> int:
    movers = [place["to_act"] for place in _places(line)]
    return sum(a != b for a, b in pairwise(movers))


def _sizes(content: list[Any]) -> list[int]:
    return [len(c) for c in content] if content and isinstance(content[0], list) else [len(content)]


def _largest(line: dict[str, Any], zone: str) -> int:
    return max(max(_sizes(place["zones"].get(zone, []))) for place in _places(line))


def _changes(of: Plan, line: dict[str, Any]) -> int:
    """How often the seat that alone has the fewest cards is another one than the one before."""
    own = [zone.name for zone in of.game.zones if zone.per is Per.PLAYER]
    ahead = []
    for place in _places(line):
        held = [sum(len(place["zones"][name][seat]) for name in own) for seat in range(of.game.seats)]
        if held.count(min(held)) == 1:
            ahead.append(held.index(min(held)))
    return sum(a != b for a, b in pairwise(ahead))


# how it is cut --------------------------------------------------------------------------------------------


def test_batches_cover_a_run_and_depend_on_it_alone() -> None:
    for matches in (1, 7, 4096, 5000):
        cut = batches(matches)
        assert [i for indices in cut for i in indices] == list(range(matches))
        parts = [part(matches, which, min(3, len(cut))) for which in range(1, min(3, len(cut)) + 1)]
        assert tuple(indices for one in parts for indices in one) == cut
    assert [i for indices in growing(5000) for i in indices] == list(range(5000))
    with pytest.raises(ValueError, match="there is no part 3 of 3"):
        part(2, 3, 3)


def test_a_split_changes_nothing() -> None:
    wanted = plan()
    whole = counted(wanted, batches(24))
    parts = [counted(wanted, part(24, which, 3)) for which in (3, 1, 2)]
    assert parts[0].add(parts[1]).add(parts[2]) == whole
    assert counted(wanted, batches(24), Where(2)) == whole
    assert whole.totals.matches == 24 and whole.spans == ((0, 24),)


def test_spans_are_joined_and_gaps_found() -> None:
    assert joined([(4, 6), (0, 2), (2, 4), (9, 10)]) == ((0, 6), (9, 10))
    assert missing(((0, 6), (9, 10)), 12) == ((6, 9), (10, 12))
    with pytest.raises(Doubled) as twice:
        joined([(0, 5), (3, 9)])
    assert (twice.value.low, twice.value.high) == (3, 4)


# files ----------------------------------------------------------------------------------------------------


def kept(of: Plan, which: int, parts: int = 2, name: str = "") -> Kept:
    return Kept(
        name or str(which), about(of, "x.yaml"), counted(of, part(of.matches, which, parts)), ("evaluator",)
    )


def test_a_file_of_sums_is_what_was_written() -> None:
    wanted = plan(matches=4, check=True)
    whole = Kept("a", about(wanted, "x.yaml"), counted(wanted, batches(4)), ("evaluator",))
    assert read(write(whole), "a") == whole


def test_parts_that_do_not_belong_together_are_refused() -> None:
    wanted = plan(matches=4)
    one, two = kept(wanted, 1), kept(wanted, 2)
    assert together([two, one]).counted == counted(wanted, batches(4))
    with pytest.raises(Misfit, match="matches 2 to 3 are in none of the files"):
        together([one])
    with pytest.raises(Misfit, match="matches 0 to 1 of `1` were counted before"):
        together([one, two, one])
    changes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"seed": 6}, "another seed"),
        ({"cap": 9}, "another cap"),
    )
    for change, words in changes:
        with pytest.raises(Misfit, match=f"`2` and `1` are not of one study: {words}"):
            together([one, kept(replace(wanted, **change), 2)])
    with pytest.raises(Misfit, match="other options"):
        together([one, kept(replace(wanted, options={"plain_take": 4}), 2)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a file of sums"),
        ("[1]", "is not a file of sums"),
        ('{"study": "sums/9"}', "is of version sums/9"),
        ('{"study": "sums/1", "about": {}}', "is damaged"),
    ],
)
def test_other_files_are_refused(text: str, words: str) -> None:
    with pytest.raises(Misfit, match=words):
        read(text, "x")
