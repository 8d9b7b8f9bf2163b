"""Random matches with checks on, on compiled rules: what they break, and what is seen in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Compiled
from interpreter.fast.playout import RandomMatch
from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SEAT, SEATS, EnumType
from interpreter.run.checks import Violation
from interpreter.run.fault import Fault
from interpreter.text.codes import Code
from tests.soundness.files import Variant
from verify.roam import Tempered

CAP, MOST = 60, 90
"""Plies of a match, and actions."""


@dataclass(frozen=True)
class Where:
    """The match, by its number, and after how many actions outside the set-up (-1: it is not known)."""

    index: int
    actions: int


@dataclass
class Observed:
    """What matches of one variant have shown, checks and what can happen at their earliest."""

    broken: dict[str, Where] = field(default_factory=dict)
    seen: dict[str, Where] = field(default_factory=dict)
    faults: dict[Code, Where] = field(default_factory=dict)
    matches: int = 0


def with_built_in(game: ir.Game) -> ir.Game:
    """The game with what every file is asked, as far as it can be said in checks."""
    found = [ir.Check(questions.ONE_OUTCOME, ir.Invariant(_one_outcome()))]
    if game.turn.among is not None:
        over = ir.Apply(Op.OVER, (), BOOL)
        moves = tuple(m.name for m in game.moves if m.phase != ir.SETUP)
        asked = (_who_is_asked_has_part(game, n, game.turn.among) for n in range(len(game.phases)))
        here = ir.Apply(Op.OR, (over, ir.Apply(Op.AND, tuple(asked), BOOL)), BOOL)
        found.append(ir.Check(questions.TURN_ORDER, ir.StepCheck(moves, here)))
    found += [
        ir.Check(questions.can_be_made(m), ir.Witness((m.name,), ir.Literal(True, BOOL)))
        for m in questions.asked_moves(game)
    ]
    return replace(game, checks=(*game.checks, *found))


def _who_is_asked_has_part(game: ir.Game, number: int, among: ir.Expr) -> ir.Expr:
    """In one of the phases; where chance moves nobody is asked."""
    phase = game.phases[number]
    moves = [m for m in game.moves if m.phase == phase.name]
    if not moves or any(m.by_chance for m in moves):
        return ir.Literal(True, BOOL)
    kind = EnumType("phase", (ir.SETUP, *(p.name for p in game.phases)))
    here = ir.Apply(Op.EQ, (ir.Apply(Op.PHASE, (), kind), ir.Literal(number + 1, kind)), BOOL)
    mover = ir.Apply(Op.MOVER, (), SEAT)
    alone = ir.Let("seat", mover, among, BOOL)
    part = alone if phase.actors is None else ir.Bind(Binder.EVERY, "seat", phase.actors, among, BOOL)
    return ir.Apply(Op.IMPLIES, (here, part), BOOL)


def _one_outcome() -> ir.Expr:
    """Nobody both wins and loses."""
    seat = ir.Local("somebody", SEAT)
    both = ir.Apply(Op.AND, tuple(ir.Apply(op, (seat,), BOOL) for op in (Op.WINS, Op.LOSES)), BOOL)
    everybody = ir.Apply(Op.SEATS, (), SEATS)
    return ir.Bind(Binder.EVERY, "somebody", everybody, ir.Apply(Op.NOT, (both,), BOOL), BOOL)


def observed(variant: Variant, seed: int, matches: int) -> Observed:
    """What so many matches show of the checks of the game, of faults and of endings."""
    found = Observed()
    engine = Compiled(variant.game, variant.options)
    for index in range(matches):
        found.matches += 1
        try:
            _play(engine, seed, index, found)
        except Fault as fault:
            found.faults.setdefault(fault.code, Where(index, -1))
    return found


def _play(engine: Compiled, seed: int, index: int, found: Observed) -> None:
    kind = Tempered if index % 2 else RandomMatch
    match, watch, witnessed = kind(engine, seed, index, CAP), Watch(engine), set[str]()
    for actions, violations in _watched(match, watch):
        for violation in violations:
            _earliest(found.broken, violation.check, Where(index, actions))
        for name in watch.witnessed - witnessed:
            _earliest(found.seen, name, Where(index, actions))
        witnessed |= watch.witnessed
    if match.outcome is not None and match.outcome.ending is not None:
        ending = next(e for e in engine.game.endings if e.name == match.outcome.ending)
        found.seen.setdefault(questions.can_end_by(ending), Where(index, -1))


def _earliest(of: dict[str, Where], name: str, where: Where) -> None:
    if name not in of or where.actions < of[name].actions:
        of[name] = where


def _watched(match: RandomMatch, watch: Watch) -> Iterator[tuple[int, list[Violation]]]:
    """After so many actions of play, what the checks find."""
    actions, begun = 0, match.start is not None
    if begun:
        yield 0, watch.begin(match.state)
    for before, code, after in islice(match.steps(), MOST):
        if begun:
            actions += 1
            yield actions, watch.observe(before, code, after)
        elif match.start is not None:
            begun = True
            yield 0, watch.begin(after)
