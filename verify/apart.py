"""Two matches that part: at the ends of both a seat sees the same, or all is the same but for one thing, and
yet it may not do the same.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.run.engine import Evaluator
from interpreter.run.independence import Comparison
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.state import State
from verify.bounded.peeking import Pair, legal_of
from verify.result import Other, Result, Shows
from verify.trace import Trace
from verify.verdict import Verdict


def peeked(otherwise: Result, pair: Pair) -> Result:
    """Violated, with both matches."""
    trace, other = pair.traces
    engine = pair.one.engine
    assert isinstance(engine, Evaluator)
    here, there = _apart(engine, pair.one.state, pair.other.state, pair.seat)
    lengths = f"{len(trace.actions)} and {len(other.actions)} actions"
    moves = _moves(engine.game, (*here, *there))
    how = f"two matches of {lengths} look alike to player {pair.seat + 1}, who may not do the same: {moves}"
    return replace(
        otherwise,
        verdict=Verdict.VIOLATED,
        how=how,
        trace=trace,
        other=Other(other, pair.seat, here=here, there=there),
        shows=Shows.VIOLATION,
        at=len(trace.actions),
    )


def independent(check: ir.Check, match: Match[State], trace: Trace) -> Other | None:
    """The position that differs from the last one of a match only in what should not matter."""
    engine, state = match.engine, match.state
    if not isinstance(check.claim, ir.Independence) or not isinstance(engine, Evaluator):
        return None
    found = Comparison(engine, check.claim).find(state)
    if found is None:
        return None
    here, there = _apart(engine, state, found.other, state.mover)
    beginning = Trace(trace.options, (), (), start=engine.position(found.other))
    but = f"`{check.claim.variable}` of player {found.seat + 1} is {found.value}"
    return Other(beginning, state.mover, but, here, there, found.action)


def _moves(game: ir.Game, actions: tuple[Action, ...]) -> str:
    """The moves that these actions are, with their lines."""
    names = {a.move for a in actions}
    return ", ".join(f"`{m.name}` (line {m.span.line})" for m in game.moves if m.name in names)


def _apart(
    engine: Evaluator, one: State, other: State, seat: int
) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """What the seat may do in the one state alone, and what in the other."""
    here, there = legal_of(engine, one, seat), legal_of(engine, other, seat)
    return tuple(a for a in here if a not in there), tuple(a for a in there if a not in here)
