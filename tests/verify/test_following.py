"""Claims that follow from others wherever these hold: they need no steps, and may be leant on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from verify.plan import Kind
from verify.prove import Answer
from verify.prover import Prover
from verify.result import Result
from verify.run import FOLLOWING, Run
from verify.settings import Settings
from verify.smt import scripts
from verify.tasks import Ask, Done, Tally, Task
from verify.verdict import Verdict

RULES = """\
language: 1
game: Two counters
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: everyone}
variables:
  a: {of: table, type: 0..100, starts: 0, seen by: everyone}
  b: {of: table, type: 0..100, starts: 0, seen by: everyone}
  c: {of: table, type: 0..100, starts: 0, seen by: everyone}
phases: {play: play}
setup:
  - deal 2 each from deck to hand
  - phase play
moves:
  go: {phase: play, do: ["if a < 50 then (a becomes a + 1; b becomes b + 1)", "c becomes b", pass]}
endings:
  e: {when: turns >= 2}
checks:
  equal: {always: a == b}
  first: {always: a <= 50}
  second: {always: b <= 50}
  third: {always: c <= 50}
"""


def test_what_follows_is_proved_and_leant_on() -> None:
    run, found = _run({"second"})
    assert {r.verdict for r in found.values()} == {Verdict.PROVED}
    assert found["second"].how == FOLLOWING and found["third"].how != FOLLOWING
    assert set(run.known) == {"equal", "first", "second", "third"} and run.following == ("second",)


def test_two_that_follow_from_each_other_prove_nothing() -> None:
    run, found = _run({"first", "second"})
    assert {n: r.verdict for n, r in found.items() if r.verdict is not Verdict.PROVED}.keys() == {
        "first",
        "second",
        "third",
    }
    assert run.known == ("equal",)


def test_what_it_follows_from_must_survive_itself() -> None:
    _, found = _run({"second", "equal"})
    assert found["first"].verdict is Verdict.PROVED
    assert found["second"].verdict is not Verdict.PROVED


def test_its_obligation_for_other_solvers_is_the_one_that_was_asked() -> None:
    game = _game()
    second = next(q for q in Prover(game, Settings(defaults(game))).plan if q.name == "second")
    known = ("equal", "first", "second", "third")
    (script,) = scripts(game, second, Settings(defaults(game)), known, ("second",))
    assert script.answer is Answer.HOLDS and "(check-sat)" in script.text


def _game() -> Game:
    found = load(Source("counters.yaml", RULES))
    assert found.game is not None, [f"{d.span} {d.message}" for d in found.report]
    return found.game


def _run(lost: set[str]) -> tuple[Run, dict[str, Result]]:
    """A run in which the solver cannot tell of the steps of some claims."""
    game = _game()
    settings = Settings(defaults(game))
    prover = Prover(game, settings)
    names = {q.name for q in prover.plan if q.kind is Kind.POSITION}

    def do(tasks: Iterable[Task]) -> Iterator[Done]:
        for task in tasks:
            steps = task.ask is Ask.STEPS and prover.plan[task.question].name in lost
            yield Tally(unknown=["go of seat 0"]) if steps else prover.do(task)

    run = Run(prover.plan, settings, do)
    return run, {r.check: r for r in run.results(names)}
