"""Whether an end can be reached from everywhere, where there are too many positions to look at all of them.

Random play takes samples: from every position of a match that ends an end can be reached. Where play goes on
and on, the positions that can follow are searched; if these are few, and none is an end, there is no way out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import CAP, Match
from interpreter.run.rng import Stream, stream
from interpreter.run.state import State
from verify.explore.adapters import EvaluatorAdapter, choose
from verify.explore.space import Adapter, Key, Unexplorable
from verify.search import AsAdvised

MATCHES: Final = 16
LONG: Final = 400
"""Steps after which a match is thought to go on and on."""
DEALS: Final = 6
"""So many times longer may a match be that can have several deals."""
AROUND: Final = 5_000
"""Positions that are searched for an end."""
PATIENCE: Final = 2
"""Matches after which no end was found, before no more are played."""
MIXES: Final = (0, 2, 5)
"""How many of ten moves are random, in matches that go on from where random play has led."""
_SALT: Final = 0x0E4D


@dataclass
class WaysOut:
    """What samples have shown: `trap` is a match to a position from which no end can be reached, `lost` is
    the number of matches after which none was found, though there may be one.
    """

    matches: int = 0
    ended: set[Key] = field(default_factory=set)
    """The positions from which an end was reached."""
    trap: Match[State] | None = None
    lost: int = 0


@dataclass(frozen=True)
class _Walk:
    """A match as the states that it went through, and the step taken from each but the last."""

    keys: list[Key]
    steps: list[int]
    over: bool


def ways_out(game: ir.Game, options: Mapping[str, Value], seed: int, tell: Callable[[str], None]) -> WaysOut:
    """Raises `Fault` in the set-up."""
    adapter = _adapter(game, options)
    found = WaysOut()
    for index in range(MATCHES):
        tell(f"match {index + 1}")
        walk = _walk(adapter, stream(seed, index, _SALT))
        if walk is not None:
            _judge(adapter, walk, found)
        if found.trap is not None or found.lost == PATIENCE:
            break
    return found


def _adapter(game: ir.Game, options: Mapping[str, Value]) -> Adapter:
    try:
        return choose(game, options)
    except Unexplorable:
        return _Remembering(Evaluator(game, options))


class _Remembering(EvaluatorAdapter):
    """Keys are states with all that went before, which decides when a match ends: no two of them are one."""

    def __init__(self, engine: Evaluator) -> None:
        self._engine = engine

    def _pack(self, state: State) -> Key:
        return state

    def evaluated(self, key: Key) -> State:
        assert isinstance(key, State)
        return key


def _judge(adapter: Adapter, walk: _Walk, found: WaysOut) -> None:
    """What a match shows of the positions that it went through."""
    found.matches += 1
    last = walk.keys[-1]
    near = walk.over or _ends_as_advised(adapter, last) or _end_near(adapter, last, found.ended)
    if near:
        found.ended.update(k for k in walk.keys if not adapter.preparing(k))
    elif near is None:
        found.lost += 1
    else:
        found.trap = _into(adapter, walk)


def _walk(adapter: Adapter, chance: Stream) -> _Walk | None:
    """A random match of up to so many steps; None if it runs into a fault, which is another question."""
    keys, steps = [adapter.first()], list[int]()
    while len(steps) < LONG and adapter.outcome(keys[-1]) is None:
        try:
            _, after = adapter.steps(keys[-1])
        except Fault:
            if not steps:
                raise
            return None
        step = chance.below(len(after))
        if isinstance(after[step], Fault):
            return None
        steps.append(step)
        keys.append(after[step])
    return _Walk(keys, steps, adapter.outcome(keys[-1]) is not None)


def _ends_as_advised(adapter: Adapter, key: Key) -> bool:
    """Whether players who mostly follow the advice of the rules come to an end from there."""
    engine = Evaluator(adapter.engine.game, adapter.engine.options)
    most = LONG * (1 if all(e.again is None for e in engine.game.endings) else DEALS)
    for number, mix in enumerate(MIXES):
        players = [AsAdvised(mix)] * engine.game.seats
        match: Match[State] = Match(engine, players, 0, number, most, adapter.evaluated(key))
        with suppress(Fault):
            match.play()
        if match.outcome is not None:
            return True
    return False


def _around(adapter: Adapter, key: Key) -> Iterator[Key]:
    """What can follow, nearest first, without end where that is much; what leads to a fault is left out."""
    seen, todo = {key}, [key]
    for here in todo:
        yield here
        with suppress(Fault):
            for after in adapter.steps(here)[1]:
                if not isinstance(after, Fault) and after not in seen:
                    seen.add(after)
                    todo.append(after)


def _end_near(adapter: Adapter, key: Key, ended: set[Key]) -> bool | None:
    """Whether an end can be reached from there; None if that is not known after so many positions."""
    if isinstance(adapter, _Remembering):
        return None
    for number, here in enumerate(_around(adapter, key)):
        if here in ended or adapter.outcome(here) is not None:
            return True
        if number == AROUND:
            return None
    return False


def _into(adapter: Adapter, walk: _Walk) -> Match[State]:
    """The match up to the first position that the last one leads back to; the evaluator plays it."""
    inside = set(_around(adapter, walk.keys[-1]))
    first = next(n for n, key in enumerate(walk.keys) if key in inside)
    engine = Evaluator(adapter.engine.game, adapter.engine.options)
    match: Match[State] = Match(engine, (), 0, cap=CAP)
    for key, step in zip(walk.keys[:first], walk.steps, strict=False):
        match.make(adapter.legal(key)[step])
    return match
