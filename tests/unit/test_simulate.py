"""Simulations: the same for any number of processes, faults and checks included."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from interpreter.check.load import load_file
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from interpreter.run.reading import read_record
from interpreter.run.record import Heading
from interpreter.run.replay import Replay
from interpreter.text.codes import Code
from study.simulate import Plan, play_one, simulate
from tests.unit.written import written

RULES = Path(__file__).parents[1] / "rules"


def game(name: str = "caravan") -> Game:
    found = load_file(RULES / f"{name}.yaml").game
    assert found is not None
    return found


def plan(**changes: object) -> Plan:
    base = Plan(game(), {}, ("random", "greedy", "random", "greedy", "random"), seed=9, matches=6)
    return replace(base, **changes)  # type: ignore[arg-type]


def test_the_number_of_processes_changes_nothing() -> None:
    heading = Heading("caravan.yaml", "0" * 64, ("a", "b", "c", "d", "e"))
    wanted = plan(heading=heading, legal=True, states=True, check=True)
    alone = list(simulate(wanted))
    assert alone == list(simulate(wanted, processes=2))
    assert [p.index for p in alone] == list(range(6))


def test_a_match_can_be_played_alone() -> None:
    engine = Evaluator(game())
    assert list(simulate(plan()))[4] == play_one(engine, plan(), 4)
    assert list(simulate(plan(first=4, matches=1))) == [play_one(engine, plan(), 4)]


def test_records_of_a_simulation_replay() -> None:
    heading = Heading("caravan.yaml", "0" * 64, ("a", "b", "c", "d", "e"))
    engine = Evaluator(game())
    for played in simulate(plan(heading=heading, matches=3)):
        record = read_record(played.line or "")
        assert record.match == played.index and record.result == played.result
        list(Replay(engine, record).steps())


def test_a_fault_is_kept_with_its_match() -> None:
    broken = written(
        """\
phases:
  go: ""
setup:
  - deal all from deck to own
  - phase go
moves:
  lay:
    phase: go
    pick: card from own[me]
    do: [move card to heap, pass]
"""
    ).game
    wanted = Plan(broken, {}, ("random",) * 3, 1, 2, heading=Heading("b", "0", ("a", "b", "c")), legal=True)
    found = list(simulate(wanted, processes=2))
    assert [p.fault.code for p in found if p.fault is not None] == [Code.F810, Code.F810]
    assert {p.result.outcome for p in found} == {"unfinished"}


def test_checks_are_evaluated_along_the_way() -> None:
    found = list(simulate(plan(check=True)))
    assert [p.violations for p in found] == [()] * 6
    assert any("somebody waits" in p.witnessed for p in found)
