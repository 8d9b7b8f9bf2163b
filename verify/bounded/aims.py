"""What is looked for: each aim as a truth about a state, or about a step; and what a match must show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, assert_never

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from interpreter.ir.ops import Op
from interpreter.text.source import NOWHERE, Span
from verify import alike
from verify import terms as t
from verify.bounded.independent import differs
from verify.bounded.moment import Moment
from verify.bounded.states import Ghosts
from verify.bounded.step import Step, after_step, faults
from verify.operators import has_part
from verify.standard import asked_to_move
from verify.symbolic import State


class Built(Enum):
    """What every rule file is asked, as the fault to be looked for."""

    FAULT = "an operation leaves its domain"
    STUCK = "nobody can move before the end"
    BOTH = "somebody both wins and loses"
    OUT = "somebody who is out is asked to move"


@dataclass(frozen=True)
class Made:
    """A move is made."""

    move: str


@dataclass(frozen=True)
class Ends:
    """The match ends by an ending."""

    ending: str


@dataclass(frozen=True)
class Guided:
    """A position that a function of a state describes; the evaluator plays the match, but cannot judge it."""

    truth: Callable[[Moment], t.Truth]


Aim: TypeAlias = "ir.Check | Built | Made | Ends | Guided"


def where(body: ir.Expr, name: str = "the position that is looked for", span: Span = NOWHERE) -> ir.Check:
    """A position for which an expression holds, read as checks are read."""
    return ir.Check(name, ir.Witness((), body), span=span)


# what a state must keep for it ----------------------------------------------------------------------------


def ghosts_of(game: ir.Game, aims: Iterable[Aim]) -> Ghosts:
    """What the questions read beyond positions; `game` has no calls left."""
    read = [e for aim in aims for e in _bodies(aim)]
    ends = [e for ending in game.endings for e in walk.ending_expressions(ending)]
    return Ghosts(
        any(_reads(e, {Op.LAID_BY}) for e in read),
        any(_reads(e, {Op.PLIES, Op.TURNS}) for e in (*read, *ends)),
    )


def _bodies(aim: Aim) -> tuple[ir.Expr, ...]:
    if isinstance(aim, ir.Check) and not isinstance(aim.claim, ir.Independence):
        return (aim.claim.body,)
    return ()


def _reads(e: ir.Expr, ops: set[Op]) -> bool:
    return any(isinstance(x, ir.Apply) and x.op in ops for x in walk.inside(e))


# truths ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A state, and, unless it is the first, the step that led there."""

    place: Moment
    step: Step | None

    @property
    def state(self) -> State:
        return self.place.state


def shown(scene: Scene, aim: Aim) -> t.Truth:
    """That the aim is reached in this state by this step."""
    match aim:
        case ir.Check():
            return _check(scene, aim.claim)
        case Built():
            return _built(scene, aim)
        case Made(move):
            return t.NO if scene.step is None else scene.step.acted.by(move)
        case Ends(ending):
            return t.both(scene.state.over, t.equal(scene.state.ending, _ending(scene, ending)))
        case Guided(truth):
            return truth(scene.place)
    assert_never(aim)


def _ending(scene: Scene, name: str) -> t.Number:
    return t.number([e.name for e in scene.place.deck.game.endings].index(name))


def _holds(place: Moment, body: ir.Expr) -> t.Truth:
    """That it holds and can be evaluated."""
    noted = len(place.terms.needs)
    holds = place.truth(body)
    return t.both(holds, t.negate(faults(place, noted)))


def _check(scene: Scene, claim: ir.Claim) -> t.Truth:
    match claim:
        case ir.Invariant(body):
            return t.negate(_holds(scene.place, body))
        case ir.StepCheck(after, body):
            return _after(scene, after, body, False)
        case ir.Witness(after, body):
            return _after(scene, after, body, True) if after else _holds(scene.place, body)
        case ir.Independence():
            return differs(scene.place, claim)
    assert_never(claim)


def _after(scene: Scene, moves: tuple[str, ...], body: ir.Expr, wanted: bool) -> t.Truth:
    if scene.step is None:
        return t.NO
    holds = _holds(after_step(scene.step, scene.state, moves), body)
    made = t.either(*(scene.step.acted.by(m) for m in moves))
    return t.both(made, holds if wanted else t.negate(holds))


def _built(scene: Scene, aim: Built) -> t.Truth:
    state, place = scene.state, scene.place
    match aim:
        case Built.FAULT:
            raise AssertionError("a fault is looked for in the step after a state")
        case Built.STUCK:
            return t.both(t.negate(state.over), t.negate(_somebody_can_move(place)))
        case Built.BOTH:
            pairs = zip(state.winners, state.losers, strict=True)
            return t.both(state.over, t.either(*(t.both(w, lost) for w, lost in pairs)))
        case Built.OUT:
            asked, seats = replace(place, names={}, watched=False), range(place.deck.game.seats)
            out = (t.both(asked_to_move(asked, s), t.negate(has_part(asked, s))) for s in seats)
            return t.both(t.negate(state.over), t.either(*out))
    assert_never(aim)


def _somebody_can_move(place: Moment) -> t.Truth:
    quiet = replace(place, names={}, watched=False)
    moves = [m for m in place.deck.game.moves if m.phase != ir.SETUP]
    seats = range(place.deck.game.seats)
    ways = (alike.legal_somehow(replace(quiet, me=t.number(s)), m, s) for m in moves for s in seats)
    return t.either(*ways)
