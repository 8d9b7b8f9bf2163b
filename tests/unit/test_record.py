"""Records: exact form, round trip, damaged lines, and replays that refuse what breaks the rules."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from interpreter.run.engine import Evaluator
from interpreter.run.match import Match
from interpreter.run.reading import BadRecord, read_record, read_records
from interpreter.run.record import Heading, Record, record_match, to_line
from interpreter.run.replay import Replay
from interpreter.run.state import State
from interpreter.text.codes import Code
from players.registry import make_player
from tests.unit.handmade import duel

ENGINE = Evaluator(duel())
HEADING = Heading("duel.yaml", "0" * 64, ("random", "random"))


def played(seed: int = 7, cap: int = 50_000) -> Match[State]:
    match = Match(ENGINE, [make_player("random")] * 2, seed, cap=cap)
    match.play()
    return match


def data(legal: bool = False, states: bool = False, cap: int = 30) -> Any:
    return json.loads(to_line(record_match(played(cap=cap), HEADING, legal, states)))


def changed(change: Callable[[Any], object], **wanted: Any) -> str:
    record = data(**wanted)
    change(record)
    return json.dumps(record)


def replay(line: str) -> Record:
    record = read_record(line)
    list(Replay(ENGINE, record).steps())
    return record


def test_keys_and_values_are_those_of_version_1() -> None:
    record = data(legal=True, states=True)
    keys = "record game rules options deck seed match players setup start moves result"
    assert list(record) == keys.split()
    assert record["record"] == "match/1"
    assert record["rules"] == {"file": "duel.yaml", "sha256": "0" * 64}
    assert record["deck"][:3] == ["6C", "7C", "8C"] and len(record["deck"]) == 36
    assert record["players"] == [{"name": "random"}, {"name": "random"}]
    assert list(record["start"]) == ["to_act", "phase", "zones", "variables"]
    assert list(record["start"]["zones"]) == ["hand", "pile"]
    assert list(record["start"]["variables"]) == ["trump"]
    first = record["moves"][0]
    assert list(first) == ["player", "move", "card", "legal", "after"]
    assert first["move"] == "lead" and len(first["legal"]) == 18
    assert list(record["result"]) == ["outcome", "winners", "losers", "plies"]
    assert record["result"] == {"outcome": "unfinished", "winners": [], "losers": [], "plies": 30}


def test_the_set_up_is_written_before_the_start() -> None:
    setup = data()["setup"]
    assert setup[0]["player"] is None and setup[0]["move"] == "chance" and setup[0]["dealer"] in (0, 1)
    assert [s["move"] for s in setup[1:3]] == ["name_trump"] * 2
    assert sorted(s["card"] for s in setup[3:]) == sorted(data()["deck"])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("legal", "states"), [(False, False), (True, True)])
def test_round_trip(seed: int, legal: bool, states: bool) -> None:
    match = played(seed, cap=400)
    record = record_match(match, HEADING, legal, states)
    assert read_record(to_line(record)) == record
    again = Replay(ENGINE, record)
    assert [s.after for s in again.steps()] == [s.after for s in match.steps]
    assert again.start == match.start


def test_a_whole_match_ends_as_recorded() -> None:
    match = played()
    record = record_match(match, HEADING)
    assert record.result.outcome == "win" and record.result.plies == match.plies
    assert replay(to_line(record)) == record


def test_without_set_up_the_start_is_loaded() -> None:
    replay(changed(lambda r: r.pop("setup")))


def test_a_match_left_in_the_set_up() -> None:
    match = Match(ENGINE, [make_player("random")] * 2, 1)
    match.advance()
    record = record_match(match, HEADING)
    assert record.start is None and record.moves == () and record.result.outcome == "unfinished"
    assert replay(to_line(record)) == record


def _set(*path: Any) -> Callable[[Any], None]:
    *way, key, value = path

    def change(record: Any) -> None:
        for step in way:
            record = record[step]
        record[key] = value

    return change


def _others(record: Any) -> str:
    """A card that the other seat than the first to move holds."""
    held = record["start"]["zones"]["hand"]
    return str(held[1 - record["moves"][0]["player"]][0])


BROKEN = [
    (_set("record", "match/2"), Code.R901, "version `match/2`"),
    (_set("record", 1), Code.R902, "`record` must be a text"),
    (lambda r: r.pop("record"), Code.R902, "no `record`"),
    (lambda r: r.pop("deck"), Code.R902, "no `deck`"),
    (_set("sed", 3), Code.R902, "unknown key `sed`, perhaps `seed`"),
    (_set("seed", -1), Code.R902, "`seed` must be a whole number"),
    (_set("seed", True), Code.R902, "`seed` must be a whole number"),
    (_set("seed", 2**64), Code.R902, "`seed` must be a whole number"),
    (_set("moves", 2, "player", "one"), Code.R902, "`moves[2].player`"),
    (_set("moves", 2, 3), Code.R902, "`moves[2]` must be an object"),
    (lambda r: r["moves"][2].pop("move"), Code.R902, "`moves[2]` has no `move`"),
    (_set("moves", 2, "card", {}), Code.R902, "`moves[2].card`"),
    (_set("players", [{}]), Code.R902, "`players[0]` has no `name`"),
    (_set("game", "\ud800"), Code.R902, "whole characters"),
    (_set("result", "outcome", "lost"), Code.R902, "`result.outcome` must be one of"),
    (_set("result", "winners", [0]), Code.R902, "winners or losers"),
    (_set("start", None), Code.R902, "without a start"),
    (
        _set("options", {"may_decline": True}),
        Code.R904,
        "`may_decline` is `true` in the record, here not there",
    ),
    (lambda r: r["deck"].pop(), Code.R905, "deck"),
    (lambda r: r["players"].pop(), Code.R905, "1 players, the rules 2"),
    (_set("start", "to_act", 9), Code.R906, "start"),
    (_set("setup", 5, "card", "6X"), Code.R903, "set-up move 6: expected a card, found `6X`"),
    (lambda r: r["setup"].append(r["setup"][-1]), Code.R903, "after the end of the set-up"),
    (lambda r: r["setup"].pop(), Code.R906, "does not end"),
    (_set("moves", 0, "move", "take"), Code.R903, "move 1: `take` needs no fields"),
    (_set("moves", 0, "move", "fly"), Code.R903, "move 1"),
    (_set("moves", 0, "player", None), Code.R903, "move 1: chance"),
    (_set("moves", 0, "player", 7), Code.R903, "seat 7 is not to move"),
    (lambda r: r["moves"].insert(3, r["moves"][0]), Code.R903, "move 4"),
    (_set("moves", 0, "move", "leed"), Code.R903, "there is no move `leed`, perhaps `lead` is meant"),
    (_set("moves", 0, "crad", "6C"), Code.R903, "move 1: `lead` has no `crad`"),
    (lambda r: r["moves"][0].pop("card"), Code.R903, "move 1: `lead` needs `card`"),
    (
        lambda r: r["moves"][0].update(crad=r["moves"][0].pop("card")),
        Code.R903,
        "move 1: `lead` needs `card`, not `crad`",
    ),
    (lambda r: r["moves"][0].update(card=_others(r)), Code.R903, "of seat 0: `card` cannot be `"),
    (_set("moves", 0, "card", 6), Code.R903, "expected a card as a text, found `6`"),
    (_set("setup", 1, "suit", "3"), Code.R903, 'expected a suit, found `"3"`'),
    (_set("seed", 10**30), Code.R902, "`seed` must be a whole number from 0 to 18446744073709551615"),
    (_set("game", "Other"), Code.R905, "the record is of `Other`, the rules are those of `Duel`"),
    (_set("seed", 8), Code.R908, "is not what comes of seed 8 and match 0"),
    (_set("match", 1), Code.R908, "is not what comes of seed 7 and match 1"),
    (_set("setup", 4, "legal", []), Code.R902, "`setup[4]` has `legal`, which only `moves` have"),
    (_set("setup", 4, "after", None), Code.R902, "`setup[4].after`"),
    (_set("result", "places", [1, 2]), Code.R907, "the result has `places`"),
    (_set("result", "scores", [0, 0]), Code.R907, "the result has `scores`"),
    (lambda r: r["moves"].pop(), Code.R907, "after 29 plies, the record says"),
    (lambda r: r["result"].update(outcome="win", winners=[0], losers=[1]), Code.R907, "`unfinished`"),
]


@pytest.mark.parametrize(("change", "code", "words"), BROKEN)
def test_what_is_wrong_is_named(change: Callable[[Any], object], code: Code, words: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(changed(change))
    assert caught.value.code is code
    assert words in caught.value.message


def test_legal_moves_and_positions_are_compared() -> None:
    for change, words in (
        (lambda r: r["moves"][4]["legal"].pop(), "move 5: the legal moves"),
        (lambda r: r["moves"][4]["after"].update(to_act=5), "move 5: the position after"),
    ):
        with pytest.raises(BadRecord, match=words) as caught:
            replay(changed(change, legal=True, states=True))
        assert caught.value.move == 5


def test_other_rules_are_refused() -> None:
    with pytest.raises(BadRecord) as caught:
        Replay(ENGINE, read_record(changed(len)), "f" * 64)
    assert caught.value.code is Code.R905


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"zones": {"hands": []}}, "no `hands`"),
        ({"zones": {"hand": ["6C"], "pile": []}}, "`hand`"),
        ({"zones": {"hand": [[], []], "pile": ["6C", "6C"]}}, "twice"),
        ({"zones": {"hand": [["6C"], ["6C"]], "pile": []}}, "6C is in two places"),
        ({"zones": {"hand": [["6C"], []], "pile": []}}, "7C is nowhere"),
        ({"zones": {"hand": 3, "pile": []}}, "one entry for each seat"),
        ({"variables": {"trump": ["C", "X"]}}, "`trump`: expected a suit, found `X`"),
        ({"phase": "sleep"}, "no phase `sleep`"),
    ],
)
def test_bad_starts(start: Any, words: str) -> None:
    def change(record: Any) -> None:
        record.pop("setup")
        record["start"].update(start)

    with pytest.raises(BadRecord) as caught:
        replay(changed(change))
    assert caught.value.code is Code.R906
    assert words in caught.value.message


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"record": "match/1", "record": "match/1"}',
        b'{"record": "match/1", "seed": NaN}',
        b'{"record": "match/1", "seed": 1' + b"0" * 5000 + b"}",
        b"[" * 100_000,
        b'{"record": "match/1"}',
        b'{"record": {}}',
    ],
)
def test_damaged_lines(line: bytes) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(line)
    assert caught.value.code is Code.R902


def test_every_prefix_and_many_mutations_end_in_an_error_or_a_record() -> None:
    line = to_line(record_match(played(cap=6), HEADING, True, True)).encode()
    for at in range(0, len(line), 23):
        for damaged in (line[:at], line[:at] + b"0" + line[at + 1 :], line[:at] + b'"' + line[at + 1 :]):
            try:
                list(Replay(ENGINE, read_record(damaged)).steps())
            except BadRecord:
                continue


def test_a_file_of_records_goes_on_after_a_damaged_line() -> None:
    good = to_line(record_match(played(cap=3), HEADING))
    found = list(read_records(io.BytesIO(f"{good}\n\nnonsense\n{good}".encode())))
    assert [number for number, _ in found] == [1, 3, 4]
    assert isinstance(found[1][1], BadRecord) and found[1][1].line == 3
    assert isinstance(found[2][1], Record)
