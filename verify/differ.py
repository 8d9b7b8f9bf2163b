"""Whether an option makes a difference: a position in which two of its values part.

They part where another move is legal, where a move leads elsewhere, or where somebody sees something else; if
nowhere, then perhaps in whether a match can begin at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir.types import Seat, Value
from interpreter.ir.walk import called, inside, rule_expressions
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.run.match import Match
from interpreter.run.state import State
from verify.hunt import near
from verify.search import AsAdvised
from verify.settings import Settings
from verify.trace import Trace, trace_of

RANDOM = (10, 7, 2)
"""How many moves in ten are any moves, in each of the matches that are played."""
CAP = 200
MOST_STEPS = 5_000
"""Of all matches together in which something else has been seen."""


@dataclass(frozen=True)
class Difference:
    """Where two values part: the match up to there, and what is different, in words."""

    trace: Trace
    values: tuple[Value, Value]
    what: str


def reads(game: ir.Game, option: str) -> bool:
    """Whether any rule asks for the option at all, texts and checks apart."""
    roots = list(rule_expressions(game))
    used = called(game, roots)
    bodies = [d.body for d in game.definitions if d.name in used]
    return any(isinstance(e, ir.OptionRef) and e.name == option for r in (*roots, *bodies) for e in inside(r))


def difference(
    game: ir.Game, settings: Settings, option: ir.Option, shown: Sequence[Trace] = ()
) -> Difference | None:
    """The first that is found; the other options have their values, then others, one at a time.

    `shown` are matches in which something rare happens: perhaps it does not with another value.
    """
    bare = replace(game, checks=())
    for options in _others(bare, settings, option.name):
        for pair in _pairs(option, settings):
            found = _between(bare, options, option.name, pair, settings.seed)
            if found is not None:
                return found
    found = _in_one_of(bare, option, sorted(shown, key=lambda trace: len(trace.actions)))
    return found or next(
        filter(None, (_refused(bare, settings, option.name, p) for p in _pairs(option, settings))), None
    )


def _refused(game: ir.Game, settings: Settings, name: str, pair: tuple[Value, Value]) -> Difference | None:
    """That with the other value no match can begin, where with the usual one it can."""
    one, other = (Evaluator(game, {**settings.options, name: value}) for value in pair)
    no = unfit(other)
    if no is None or unfit(one) is not None:
        return None
    match: Match[State] = Match(one, [AsAdvised(0)] * game.seats, settings.seed)
    while match.start is None:
        match.advance()
    return Difference(trace_of(match), pair, f"whether a match can begin (line {no.span.line})")


def _pairs(option: ir.Option, settings: Settings) -> Iterator[tuple[Value, Value]]:
    return _beside_others(option, settings.options[option.name])


def _beside_others(option: ir.Option, usual: Value) -> Iterator[tuple[Value, Value]]:
    others = [v for v in option.values if v != usual]
    for value in dict.fromkeys((*others[:1], *others[len(others) // 2 : len(others) // 2 + 1], *others[-1:])):
        yield usual, value


def _others(game: ir.Game, settings: Settings, option: str) -> Iterator[Mapping[str, Value]]:
    """The options as they are, then another one changed, first those that are read beside this one."""
    yield settings.options
    beside = _beside(game, option)
    changed = [(name, options) for name, options in near(game, settings) if name != option]
    yield from (options for _, options in sorted(changed, key=lambda c: c[0] not in beside))


def _beside(game: ir.Game, option: str) -> set[str]:
    """The options that some expression of the rules reads together with this one."""
    found: set[str] = set()
    for root in (*rule_expressions(game), *(d.body for d in game.definitions)):
        read = {e.name for e in inside(root) if isinstance(e, ir.OptionRef)}
        found |= read if option in read else set()
    return found


def _between(
    game: ir.Game, options: Mapping[str, Value], name: str, pair: tuple[Value, Value], seed: int
) -> Difference | None:
    one, other = (Evaluator(game, {**options, name: value}) for value in pair)
    if unfit(one) is not None or unfit(other) is not None:
        return None
    for index, random in enumerate(RANDOM):
        match: Match[State] = Match(one, [AsAdvised(random)] * game.seats, seed, index, CAP)
        try:
            what = _part(match, other, match.advance)
        except Fault:
            continue
        if what is not None:
            return Difference(trace_of(match), pair, what)
    return None


def _in_one_of(game: ir.Game, option: ir.Option, shown: Sequence[Trace]) -> Difference | None:
    steps = 0
    for trace in shown:
        for pair in _beside_others(option, trace.options[option.name]):
            steps += len(trace.actions)
            found = _along(game, trace, option.name, pair) if steps <= MOST_STEPS else None
            if found is not None:
                return found
    return None


def _along(game: ir.Game, trace: Trace, name: str, pair: tuple[Value, Value]) -> Difference | None:
    """A difference in one of the positions of a match."""
    one, other = (Evaluator(game, {**trace.options, name: value}) for value in pair)
    if unfit(other) is not None:
        return None
    state = None if trace.start is None else one.load(trace.start)
    match: Match[State] = Match(one, (), trace.seed or 0, trace.index, state=state)
    left = iter((*trace.setup, *trace.actions))
    try:
        what = _part(match, other, lambda: match.make(next(left)))
    except (Fault, StopIteration):
        return None
    return None if what is None else Difference(trace_of(match), pair, what)


def _part(match: Match[State], other: Evaluator, forward: Callable[[], object]) -> str | None:
    """What is different in the match's last position, which is the first where anything is."""
    assert isinstance(match.engine, Evaluator)
    if match.engine.cards != other.cards:
        return "the deck"
    while match.start is None:
        what = _apart(match.engine, other, match.state)
        if what is not None:
            return what
        forward()
    if not _watched(match.engine, other, match.state):
        return "what is seen"
    while True:
        what = _apart(match.engine, other, match.state)
        if what is not None or match.over:
            return what
        forward()


def _apart(one: Evaluator, other: Evaluator, state: State) -> str | None:
    if one.outcome(state) is not None:
        return None
    legal = _tried(lambda: one.legal(state))
    if legal != _tried(lambda: other.legal(state)):
        return "what is legal"
    ways = {a.move: a for a in legal}.values() if isinstance(legal, tuple) else ()
    for action in ways:
        if _tried(lambda a=action: one.apply(state, a)) != _tried(lambda a=action: other.apply(state, a)):
            return f"where `{action.move}` leads"
    return None


def _watched(one: Evaluator, other: Evaluator, state: State) -> bool:
    """Whether everybody sees the same."""
    return all(_seen(one, state, s) == _seen(other, state, s) for s in range(one.game.seats))


def _seen(engine: Evaluator, state: State, seat: int) -> Any:
    view = engine.view(state, Seat(seat))
    return view.zones, view.variables


def _tried(work: Any) -> Any:
    try:
        return work()
    except Fault as fault:
        return fault.code
