"""Small rule files for the prover: what of them is proved, each claim asked by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from interpreter.check.load import load
from interpreter.ir import nodes as ir
from interpreter.passes.expand import expand
from interpreter.passes.inline import inline
from interpreter.text.source import Source
from verify import obligations as ob
from verify import terms as t
from verify.budget import Budget
from verify.encode import Place
from verify.prove import Answer, Asker, Means, at_start, at_start_again, stepper

BUDGET = Budget(steps=6_000_000)
FRAME = """\
language: 1
game: Test
players: 2
deck:
  suits: [clubs, hearts]
  ranks: [1, 2, 3, 4, 5, 6]
zones:
  own: {of: player, kind: set, seen by: owner, counted by: everyone}
  bag: {of: table, kind: set, seen by: nobody}
  heap: {of: table, kind: stack, seen by: everyone}
  row: {of: table, kind: stack, seen by: everyone}
variables:
  mark: {of: table, type: card, seen by: everyone}
  times: {of: table, type: 0..9, starts: 0, seen by: everyone}
phases:
  play: play
setup:
  - deal 2 each from deck to own
  - move all from deck to bag
  - phase play
endings:
  full: {when: size(row) == 99}
"""


@dataclass(frozen=True)
class Proved:
    """What a file's claims came to, and what its moves need; `faults` are the needs that need not hold."""

    claims: dict[str, bool]
    faults: tuple[str, ...]


def game_of(rest: str, frame: str = FRAME) -> ir.Game:
    found = load(Source("test.yaml", frame + rest))
    assert found.game is not None, [f"{d.span}: {d.message}" for d in found.report]
    return inline(expand(found.game))


def proved(rest: str, frame: str = FRAME) -> Proved:
    """Which checks are proved: those on positions by induction, all of them together."""
    game, means = game_of(rest, frame), Means(BUDGET)
    known = tuple(c for c in game.checks if isinstance(c.claim, ir.Invariant))
    claims = dict.fromkeys((c.name for c in game.checks), True)
    claims["conservation"] = True
    faults: list[str] = []
    for place, asker in _starts(game, known, means):
        _note(claims, "conservation", asker, partial(ob.conserved, place))
        for check in known:
            _note(claims, check.name, asker, partial(_at, check, place))
        faults += _faults(place, asker)
    for move, seat in ob.moves_of(game):
        one = stepper(game, move, seat, known, means)
        _note(claims, "conservation", one.asker, partial(ob.conservation, one.step))
        for check in game.checks:
            goal = ob.step_goal if isinstance(check.claim, ir.StepCheck) else ob.position_goal
            _note(claims, check.name, one.asker, partial(goal(check), one.step))
        faults += _faults(one.step.before, one.asker)
    return Proved(claims, tuple(dict.fromkeys(faults)))


def _starts(game: ir.Game, known: tuple[ir.Check, ...], means: Means) -> Iterator[tuple[Place, Asker]]:
    yield at_start(game, means)
    again = at_start_again(game, known, means)
    if again is not None:
        yield again


def _at(check: ir.Check, place: Place) -> t.Truth:
    assert isinstance(check.claim, ir.Invariant)
    return ob.at_position(place).truth(check.claim.body)


def _note(claims: dict[str, bool], name: str, asker: Asker, goal: t.Function) -> None:
    claims[name] = claims[name] and asker.ask(goal).answer is Answer.HOLDS


def _faults(place: Place, asker: Asker) -> Iterator[str]:
    for need in list(place.terms.needs):
        asked = asker.ask(partial(t.implies, need.path, need.holds), asker.said_after(need))
        if asked.answer is not Answer.HOLDS:
            yield need.what
