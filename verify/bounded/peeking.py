"""Two matches that a seat cannot tell apart, in which it has different moves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Seat, Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.state import State
from interpreter.run.views import Sight
from verify import terms as t
from verify.bits import Wire
from verify.bounded.api import NoneUpTo, Refused, Tell, Unknown, silent
from verify.bounded.decode import Disagreement, match_of
from verify.bounded.independent import legal_with
from verify.bounded.moment import Moment, same_stack
from verify.bounded.problem import Problem
from verify.bounded.states import unknown_of
from verify.bounded.unrolled import Answer, Clauses, Unrolled
from verify.budget import Budget
from verify.encode import Unsupported
from verify.symbolic import Key, StackTerm
from verify.trace import Trace, trace_of


@dataclass(frozen=True)
class Pair:
    """Two matches at whose ends the seat sees the same and has other moves; the longer one has `actions`."""

    one: Match[State]
    other: Match[State]
    seat: int
    actions: int
    seconds: float

    @property
    def traces(self) -> tuple[Trace, Trace]:
        return _trace(self.one), _trace(self.other)


def _trace(match: Match[State]) -> Trace:
    return replace(trace_of(match), seed=None)


def peeking(
    game: ir.Game,
    options: Mapping[str, Value],
    upto: int,
    budget: Budget | None = None,
    tell: Tell = silent,
) -> Pair | NoneUpTo | Unknown | Refused:
    """The shortest such matches, of up to `upto` actions each; otherwise as `shortest`."""
    try:
        return _search(Problem(game, options), upto, Clauses(budget or Budget()), tell)
    except Unsupported as found:
        return Refused(found.what, found.span)


def _search(problem: Problem, upto: int, clauses: Clauses, tell: Tell) -> Pair | NoneUpTo | Unknown:
    begun = time.perf_counter()
    runs = Unrolled(problem, clauses), Unrolled(problem, clauses)
    question = problem.about_two(differs)
    for depth in range(upto + 1):
        tell(f"depth {depth}")
        for run in runs:
            run.lengthen() if depth else run.begin()
        here = runs[0].states[-1]
        told = [clauses.place(question, [*here, *there])[0] for there in runs[1].states]
        answer = clauses.ask(clauses.either(told))
        if answer is Answer.UNKNOWN:
            return Unknown(depth - 1, clauses.reason, time.perf_counter() - begun)
        if answer is Answer.YES:
            return _found(problem, clauses, runs, told, begun)
    return NoneUpTo(upto, time.perf_counter() - begun)


def _found(
    problem: Problem, clauses: Clauses, runs: tuple[Unrolled, Unrolled], told: list[Wire], begun: float
) -> Pair:
    holds = clauses.valuation()
    back = next(i for i, wire in enumerate(told) if holds(wire))
    one, other = match_of(runs[0], holds), match_of(runs[1], holds, back)
    for seat in range(problem.game.seats):
        if alike_but_for_moves(problem.engine, one.state, other.state, seat):
            return Pair(one, other, seat, len(one.steps), time.perf_counter() - begun)
    raise Disagreement("no seat has other moves where it sees the same")


def alike_but_for_moves(engine: Evaluator, one: State, other: State, seat: int) -> bool:
    """Whether a seat sees the same in two states and has other moves."""
    same = _seen(engine, one, seat) == _seen(engine, other, seat)
    return same and legal_of(engine, one, seat) != legal_of(engine, other, seat)


def _seen(engine: Evaluator, state: State, seat: int) -> object:
    """What a seat sees; the advice of a whole view may look at what is hidden, which would be a fault."""
    sight = Sight(engine.context)
    masked = sight.masked(state, Seat(seat))
    return state.phase, state.mover, sight.zones(masked), sight.variables(masked)


def legal_of(engine: Evaluator, state: State, seat: int) -> tuple[Action, ...]:
    """What the seat may do; nothing where nobody can move or the rules stop."""
    try:
        return tuple(a for a in engine.legal(state) if a.player == seat)
    except Fault:
        return ()


# the question ---------------------------------------------------------------------------------------------


def differs(one: Moment, other: Moment) -> t.Truth:
    """That for some seat two states look alike and its moves are not the same."""
    one, other = replace(one, watched=False), replace(other, watched=False)
    going = t.both(t.negate(one.state.over), t.negate(other.state.over))
    seats = range(one.deck.game.seats)
    return t.both(going, t.either(*(t.both(_alike(one, other, s), _moves(one, other, s)) for s in seats)))


def _moves(one: Moment, other: Moment, seat: int) -> t.Truth:
    me = t.number(seat)
    found = []
    for move in one.deck.game.moves:
        if move.phase != ir.SETUP and not move.by_chance:
            names: dict[str, t.Term] = {}
            for i, pick in enumerate(move.picks):
                kind = getattr(pick.domain.type, "of", pick.domain.type)
                names[pick.name] = unknown_of(one.deck, f"in both {move.name}.{i}", kind)
            here, there = (legal_with(replace(p, me=me), move, names) for p in (one, other))
            found.append(t.negate(t.equal(here, there)))
    return t.either(*found)


def _alike(one: Moment, other: Moment, seat: int) -> t.Truth:
    a, b = one.state, other.state
    return t.both(
        t.equal(a.phase, b.phase),
        t.equal(a.mover, b.mover),
        *(truth for zone in one.deck.game.zones for truth in _zone(one, other, zone, seat)),
        *(truth for variable in one.deck.game.variables for truth in _variable(one, other, variable, seat)),
    )


def _allowed(place: Moment, rule: ir.Expr, per: ir.Owner, index: int, seat: int) -> t.Truth:
    owner = {"owner": t.number(index)} if per is ir.Per.PLAYER else {}
    here = replace(place, me=place.state.mover, names=owner)
    return here.set(rule).has(t.number(seat))


def _zone(one: Moment, other: Moment, zone: ir.Zone, seat: int) -> Iterator[t.Truth]:
    for (name, i), a in one.state.zones.items():
        if name != zone.name:
            continue
        b = other.state.zones[name, i]
        sees = [_allowed(p, zone.seen, zone.per, i, seat) for p in (one, other)]
        counts = [_allowed(p, zone.counted, zone.per, i, seat) for p in (one, other)]
        yield t.equal(*sees)
        assert a.size is not None and b.size is not None
        yield t.equal(t.either(sees[0], counts[0]), t.either(sees[1], counts[1]))
        yield t.implies(t.either(sees[0], counts[0]), t.equal(a.size, b.size))
        yield t.implies(sees[0], _same_cards(one, (name, i), other))


def _same_cards(one: Moment, key: Key, other: Moment) -> t.Truth:
    a, b = one.state.zones[key], other.state.zones[key]
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        return same_stack(a, b, one.deck.cards)
    return t.both(*(t.equal(a.has(c), b.has(c)) for c in one.deck.cards))


def _variable(one: Moment, other: Moment, variable: ir.Variable, seat: int) -> Iterator[t.Truth]:
    for key, a in one.state.variables.items():
        if key[0] == variable.name:
            b = other.state.variables[key]
            sees = [_allowed(p, variable.seen, variable.per, key[1], seat) for p in (one, other)]
            value = t.implies(a.is_set, t.equal(a.value, b.value))
            shown = [t.both(s, held.is_set) for s, held in zip(sees, (a, b), strict=True)]
            yield t.equal(*shown)
            yield t.implies(shown[0], value)
