"""Series in which lots fall on who has lost: by the rules' own lots, whatever they decide."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from interpreter.run.engine import Evaluator
from interpreter.run.fair import Fair
from interpreter.run.reading import BadRecord, read_record
from interpreter.run.record import Record, to_line
from interpreter.run.redeal import undrawn
from interpreter.run.replay import Replay
from interpreter.run.rng import LOT
from server.core import commands as c
from server.core.config import Damaged, Lots, read_config
from server.core.past import Past
from server.core.records import record_of
from server.core.state import OVER, Contest
from tests.server.tables import Played, config, refolded

LEVELS = frozenset({"greedy"})


def series(
    rules: str, people: int, matches: int, lots: Lots
) -> tuple[Played, list[tuple[int | None, Record]]]:
    """Matches given up by turns; of each the place that lost the one before, and its record."""
    played = Played.open(config(rules, people, matches=matches, lots=lots), 3)
    found: list[tuple[int | None, Record]] = []
    lost: int | None = None
    for number in range(matches):
        contest = played.table.contest
        assert contest is not None
        found.append((lost, record_of(played.rules, played.table, contest)))
        lost = (number * 2) % people
        played.do(c.Resign(lost))
        assert played.table.phase == OVER
        for place in range(people) if number < matches - 1 else ():
            played.do(c.Rematch(place))
    return played, found


def given(record: Record, name: str) -> list[int]:
    """The seats that the lots of this name gave."""
    return [int(str(e.fields[name])) for e in record.setup if e.player is None and name in e.fields]


def replayed(played: Played, record: Record) -> Replay:  # type: ignore[type-arg]
    return Replay(Evaluator(played.rules.game, played.rules.engine.options), record)


@pytest.mark.parametrize(
    ("rules", "people"), [("yourtrumps", 2), ("durak", 3), ("crazyeights", 4), ("match", 2)]
)
def test_the_lot_falls_on_who_has_lost(rules: str, people: int) -> None:
    played, found = series(rules, people, 6, Lots.LOSER)
    for number, (lost, record) in enumerate(found):
        seats = [(place - number) % people for place in range(people)]
        assert record.fair is not None
        (dealer,) = given(record, "dealer")
        if lost is not None:
            assert dealer == record.fair.falls_on == seats.index(lost)
        again = read_record(to_line(record))
        assert again == record
        replay = replayed(played, again)
        steps = [*replay.setup, *replay.steps()]
        assert undrawn(replay.engine, record.fair, number, steps) is None
        drawn = Past.of(Evaluator(played.rules.game, played.rules.engine.options), record).head()["draws"]
        lots = [draw for draw in drawn if draw["purpose"] == LOT]
        assert len(lots[0]["choices"]) == (people if lost is None else 1)
    assert refolded(played)[-1].contest is not None


def test_lots_are_drawn_where_the_table_does_not_say_otherwise() -> None:
    """In thirty matches of four the lot falls on others, too."""
    found = series("crazyeights", 4, 30, Lots.DRAWN)[1]
    assert all(record.fair is not None and record.fair.falls_on is None for _, record in found)
    assert len({given(record, "dealer")[0] for _, record in found}) == 4


def test_a_record_that_names_another_is_refused() -> None:
    """A lot that fell on one seat is not what a record with another one says, nor one that says nothing."""
    played, found = series("crazyeights", 4, 3, Lots.LOSER)
    record = found[-1][1]
    assert record.fair is not None and record.fair.falls_on is not None
    for falls_on in {0, 1, 2, 3} - {record.fair.falls_on}:
        with pytest.raises(BadRecord, match="is not what comes of"):
            replayed(played, replace(record, fair=replace(record.fair, falls_on=falls_on)))
    data = json.loads(to_line(record))
    for wrong in (-1, "1", None, 1.5):
        data["deal"]["falls_on"] = wrong
        with pytest.raises(BadRecord):
            read_record(json.dumps(data))


def test_after_a_draw_lots_are_drawn_again() -> None:
    """A match that nobody alone has lost says nothing about the next one."""
    played = Played.open(config("crazyeights", 3, lots=Lots.LOSER), 3)
    played.table = replace(played.table, contest=replace(_contest(played), ended=None))
    for place in range(3):
        played.table = replace(played.table, phase=OVER)
        played.do(c.Rematch(place))
    fair = _contest(played).fair
    assert isinstance(fair, Fair) and fair.falls_on is None


def _contest(played: Played) -> Contest:
    assert played.table.contest is not None
    return played.table.contest


def test_what_a_client_may_ask_for() -> None:
    base = {"rules": "yourtrumps"}
    assert read_config(base, 2, LEVELS).lots is Lots.DRAWN
    assert read_config({**base, "lots": "loser"}, 2, LEVELS).lots is Lots.LOSER
    for wrong in ("winner", 1, None, ["loser"]):
        with pytest.raises(Damaged, match="`lots` are `drawn`, or fall on the `loser`"):
            read_config({**base, "lots": wrong}, 2, LEVELS)
    with pytest.raises(Damaged, match="with an integer seed all lots are drawn"):
        read_config({**base, "lots": "loser", "integer_seed": 7}, 2, LEVELS)
