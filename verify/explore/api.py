"""What a search is asked: how many states, what ends, what need not end, who can force what, checks.

`explore` answers all of it; `endless` and `exact` are the two questions that verdicts need. All are about the
deck, the options and the number of seats of the game that is given, and about nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.match import Match
from interpreter.run.state import State
from study.engines import EVALUATOR, NUMBA, PYTHON, folder
from verify.explore.adapters import EvaluatorAdapter
from verify.explore.claims import Finding
from verify.explore.cycles import Lasso, along, components, path, recurring, shortest_lasso
from verify.explore.engines import Used, adapter_of, searched
from verify.explore.estimate import beginnings
from verify.explore.examine import Examiner
from verify.explore.fixed import Fixed
from verify.explore.forcing import Arena, Values, other, solve
from verify.explore.graph import Graph, Kind, backward
from verify.explore.matches import around, to_state
from verify.explore.randomly import MATCHES, Share, walk
from verify.explore.routines import PLAIN, Jitted, Plain
from verify.explore.search import LIMIT, Watch, unwatched
from verify.explore.space import CHANCE, MIXED, Adapter


@dataclass(frozen=True)
class Loop:
    """A match that comes back to a position and goes round once more: so many `steps`, then twice the loop of
    `period` steps.
    """

    match: Match[State]
    steps: int
    period: int
    shortest: bool


@dataclass(frozen=True)
class Stall:
    """How one seat can keep matches going for ever: from so many `starts`, in so many `positions`.

    `loop` is such a match, with the others moving in one of their ways.
    """

    seat: int
    starts: int
    positions: int
    loop: Loop | None


@dataclass(frozen=True)
class Endless:
    """`loop` is None if no position can come again. `trapped` counts the positions from which no end can be
    reached, `trap` is a shortest match to one. `random` is what random play says (of a search that is not
    complete: matches that stay in what was searched), `sure` whether it ends with probability 1.

    Where the search was not `complete`, loops and who can force them are certain, their absence is not.
    """

    complete: bool
    positions: int
    loop: Loop | None
    recurring: int
    trapped: int
    trap: Match[State] | None
    stalls: tuple[Stall, ...]
    random: Share
    sure: bool
    claims: tuple[str, ...]


class Explored:
    """A graph with what follows from it, each part worked out when it is first asked for."""

    def __init__(self, adapter: Adapter, graph: Graph, used: Used | None = None) -> None:
        self.adapter = adapter
        self.graph = graph
        self.used = used or Used(EVALUATOR if isinstance(adapter, EvaluatorAdapter) else PYTHON)

    @property
    def game(self) -> ir.Game:
        return self.adapter.engine.game

    @cached_property
    def _routines(self) -> Plain:
        return Jitted(folder()) if self.used.name == NUMBA else PLAIN

    @cached_property
    def arena(self) -> Arena:
        return Arena(self.graph, backward(self.graph, self._routines), self._routines)

    @cached_property
    def _component(self) -> Any:
        return components(self.graph, self._routines)

    @cached_property
    def recurring(self) -> list[int]:
        """The states that can come again."""
        return recurring(self.graph, self._component, self._routines)

    @cached_property
    def loop(self) -> Loop | None:
        lasso = shortest_lasso(self.graph, self._component, self.recurring, routines=self._routines)
        return None if lasso is None else self._loop(lasso)

    def _loop(self, lasso: Lasso) -> Loop:
        match = around(self.adapter, self.graph, lasso)
        return Loop(match, lasso.entry, lasso.period, lasso.shortest)

    @cached_property
    def _free(self) -> bytearray:
        return self.arena.can_end()

    @cached_property
    def trapped(self) -> list[int]:
        """The states, not over, from which no end can be reached."""
        sinks = self.graph.sinks
        return [n for n in compress(range(len(self.graph)), other(self._free)) if n not in sinks]

    @property
    def sure(self) -> bool:
        """Whether random play ends with probability 1: from everywhere some way on ends the match."""
        odd = next(self.graph.of_kind(Kind.STUCK, Kind.FAULTY), None)
        return self.graph.complete and odd is None and not self.trapped

    @cached_property
    def trap(self) -> Match[State] | None:
        """A shortest match to a state from which no end can be reached."""
        return to_state(self.adapter, self.graph, self.trapped[0]) if self.trapped else None

    @cached_property
    def values(self) -> Values | None:
        """What best play comes to; None where the search is not complete."""
        return solve(self.arena, self.game.seats) if self.graph.complete else None

    @cached_property
    def stalls(self) -> tuple[Stall, ...]:
        return tuple(self._stall(seat) for seat in range(self.game.seats))

    def _stall(self, seat: int) -> Stall:
        inside = self.arena.stalls(seat)
        starts = [n for n in range(self.graph.starts) if inside[n]]
        first = starts[0] if starts else inside.find(1)
        loop = self._loop(_wander(self.graph, inside, first)) if first >= 0 else None
        return Stall(seat, len(starts), sum(inside), loop)

    def random(self, seed: int = 0, matches: int = MATCHES) -> Share:
        return walk(self.graph, self._free, seed, matches)

    def shown(self, *kinds: Kind) -> Match[State] | None:
        """A shortest match to a state of such a kind."""
        found = next(self.graph.of_kind(*kinds), None)
        return None if found is None else to_state(self.adapter, self.graph, found)

    def examine(self, checks: Iterable[ir.Check], watch: Watch = unwatched) -> list[Finding]:
        return Examiner(self.adapter, self.graph, self.arena.back).examine(checks, watch)

    def claims(self) -> tuple[str, ...]:
        """What is taken for granted in the answers, as sentences without their stops."""
        said = ["what can be forced supposes that everybody sees all cards"]
        if self.game.seats > 2:
            said.append("each seat is set against all others together")
        if CHANCE in self.graph.mover[: len(self.graph.first) - 1] and self._chance_plays():
            said.append("chance in the course of play is set against whoever is to force something")
        if MIXED in self.graph.mover:
            said.append("where several may act, who acts first is decided against who is to force something")
        return tuple(said)

    def _chance_plays(self) -> bool:
        return CHANCE in compress(self.graph.mover, self.graph.flags(Kind.GOING))

    def endless(self) -> Endless:
        graph = self.graph
        return Endless(
            graph.complete,
            len(graph) - len(graph.sinks),
            self.loop,
            len(self.recurring),
            len(self.trapped),
            self.trap,
            self.stalls,
            self.random(),
            self.sure,
            self.claims(),
        )


def _wander(graph: Graph, inside: bytearray, state: int) -> Lasso:
    """A way that stays inside, by the first step that does at each state, until it comes round."""
    way = path(graph, state)
    steps = along(graph, way)
    place = {state: len(way) - 1}
    while True:
        step = next(step for step in graph.steps(way[-1]) if inside[graph.target[step]])
        steps.append(step)
        target = graph.target[step]
        if target in place:
            return Lasso(tuple(way), tuple(steps), place[target], shortest=False)
        place[target] = len(way)
        way.append(target)


@dataclass(frozen=True)
class Prepared:
    """A search that has not begun; `ways` is about how many states play can begin in."""

    adapter: Adapter
    fixed: Fixed
    ways: int
    engine: str = PYTHON

    def explore(self, limit: int | None = None, watch: Watch = unwatched) -> Explored:
        """All that can be reached, within `limit` states (None: what the engine can well hold).

        Raises `Fault` in the set-up, and `Unfit` if the engine cannot take the game.
        """
        graph, used = searched(self.engine, self.adapter, self.fixed, self.ways, limit, watch)
        return Explored(self.adapter, graph, used)


def prepare(
    game: ir.Game, options: Mapping[str, Value], fixed: Fixed | None = None, engine: str = PYTHON
) -> Prepared:
    """What can be known before the search. `engine` is a name of `study.engines`; where an ending counts
    `python` means the evaluator, too, for that is the only one.

    Raises `Unexplorable`, `Unfit` if numba cannot take the game, and `Fault` in the set-up.
    """
    adapter = adapter_of(engine, game, options)
    held = fixed or Fixed()
    return Prepared(adapter, held, beginnings(adapter, held), engine)


def explore(
    game: ir.Game,
    options: Mapping[str, Value],
    fixed: Fixed | None = None,
    limit: int = LIMIT,
    watch: Watch = unwatched,
) -> Explored:
    """All that can be reached, within `limit` states. Raises `Unexplorable`, and `Fault` in the set-up."""
    return prepare(game, options, fixed).explore(limit, watch)


def endless(
    game: ir.Game, options: Mapping[str, Value], limit: int = LIMIT, watch: Watch = unwatched
) -> Endless:
    """Whether a match must end, and who can see to it that it does not. Raises as `explore`."""
    return explore(game, options, None, limit, watch).endless()


def exact(
    game: ir.Game,
    options: Mapping[str, Value],
    checks: Iterable[str] | None = None,
    limit: int = LIMIT,
    watch: Watch = unwatched,
) -> list[Finding]:
    """The verdicts on the checks of these names (None: all), in file order. Raises as `explore`."""
    wanted = None if checks is None else set(checks)
    asked = [c for c in game.checks if wanted is None or c.name in wanted]
    return explore(game, options, None, limit, watch).examine(asked, watch)
