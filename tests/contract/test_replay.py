"""Records of every rule file: what was changed in them is found, what was left and gone on with is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from interpreter.run.match import Match
from interpreter.run.reading import BadRecord, read_record
from interpreter.run.record import Heading, Record, record_match, to_line
from interpreter.run.replay import Replay
from interpreter.text.codes import Code
from players.registry import make_player
from tests.contract.engines import make_engine, play

MINE = ("evaluator", "yourtrumps")


def recorded(match: Match[Any]) -> Record:
    names = ("random",) * match.engine.game.seats
    return record_match(match, Heading("rules.yaml", "0" * 64, names))


def refused(record: Record, engine: str, rules: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        list(Replay(make_engine(engine, rules), read_record(to_line(record))).steps())
    return caught.value


def changed(change: Callable[[Any], object]) -> Record:
    """A record of the first rules after a change of its data."""
    data = json.loads(to_line(recorded(play(make_engine(*MINE), 3))))
    change(data)
    return read_record(json.dumps(data))


def test_another_seed_is_found_where_chance_sets_up(engine: str, rules: str) -> None:
    record = recorded(play(make_engine(engine, rules), 8, cap=5))
    by_chance = [e for e in record.setup if e.player is None]
    for other in (replace(record, seed=9), replace(record, match=1)):
        if by_chance:
            assert refused(other, engine, rules).code is Code.R908
        else:
            list(Replay(make_engine(engine, rules), other).steps())


def test_a_match_that_was_left_at_any_time_replays(engine: str, rules: str) -> None:
    made = make_engine(engine, rules)
    whole = play(made, 8, cap=3)
    choosers = [make_player("random")] * made.game.seats
    done = [*whole.setup, *whole.steps]
    for left in range(0, len(done), max(1, len(done) // 4)):
        again = Match(made, choosers, 8, cap=3)
        for step in done[:left]:
            again.make(step.action)
        again.play()
        list(Replay(make_engine(engine, rules), read_record(to_line(recorded(again)))).steps())


def test_chance_goes_on_where_a_match_was_left(engine: str, rules: str) -> None:
    whole = play(make_engine(engine, rules), 8, cap=12)
    done = [*whole.setup, *whole.steps]
    for left in (0, len(done) // 3, 2 * len(done) // 3):
        again = Match(whole.engine, whole.choosers, 8, cap=12)
        for step in done[:left]:
            again.make(step.action)
        for step in done[left:]:
            made = again.advance() if step.action.player is None else again.make(step.action)
            assert made.action == step.action


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("may_decline", 0, "is `0` in the record, here `false`"),
        ("lowest_rank", 6, 'is `6` in the record, here `"6"`'),
        ("plain_take", "3", 'is `"3"` in the record, here `3`'),
        ("plain_take", True, "is `true` in the record, here `3`"),
        ("plain", None, "is `null` in the record, here not there"),
    ],
)
def test_options_are_compared_as_the_file_has_them(name: str, value: object, words: str) -> None:
    error = refused(changed(lambda r: r["options"].update({name: value})), *MINE)
    assert error.code is Code.R904 and words in error.message


def test_a_match_left_in_the_set_up_has_no_winner() -> None:
    def change(record: Any) -> None:
        record.update(start=None, moves=[], setup=record["setup"][:2])
        record["result"] = {"outcome": "win", "winners": [0], "losers": [1], "plies": 0}

    assert refused(changed(change), *MINE).code is Code.R907


def test_positions_are_compared_as_the_file_has_them() -> None:
    error = refused(changed(lambda r: r["start"]["variables"].update(trump=[True, 0])), *MINE)
    assert error.code is Code.R906
