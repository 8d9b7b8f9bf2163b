"""Checks by compiled rules: quick to say that all is well, and silent about what is not.

Where the answer is no, or there is none, somebody has to look with the evaluator. What should happen is
turned round: that it does not happen is what can be seen quickly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.fast.checker import checks_of
from interpreter.fast.engine import Compiled
from interpreter.fast.runtime import Undefined, members
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL
from verify.explore.adapters import CompiledAdapter
from verify.explore.graph import Graph, Kind
from verify.explore.space import Key


class Quick:
    """Some checks of a game on the states of a graph."""

    def __init__(
        self, adapter: CompiledAdapter, graph: Graph, checks: Iterable[ir.Check], past: bool
    ) -> None:
        """`past`: the checks ask what was before, so they are asked after steps only."""
        self.names = frozenset(c.name for c in checks)
        self._graph, self._adapter, self._engine = graph, adapter, adapter.engine
        game = replace(adapter.engine.game, checks=tuple(map(_turned, checks)))
        compiled = Compiled(game, adapter.engine.options)
        made = checks_of(compiled)
        self.fits = _same_layout(compiled, adapter.engine)
        self._past = past
        self._always, self._after, self._compared = made.always, made.after, made.compared
        self._zones, self._nobody = made.zones, made.nobody
        layout = compiled.layout
        self._phase, self._mover, self._result = layout.phase, layout.mover, layout.result

    def clean(self, number: int) -> bool:
        """Whether all checks hold for certain in a state of play, and after each step from it."""
        key = self._graph.keys[number]
        try:
            return (self._past or self._position(key, None)) and self._steps(number, key)
        except Undefined:
            return False

    def _position(self, key: Key, past: Any) -> bool:
        phase = 0 if key[self._result] else key[self._phase]
        return bool(self._always[phase](key, key[self._mover], past)) and all(
            c.same(key) for c in self._compared
        )

    def _steps(self, number: int, key: Key) -> bool:
        graph = self._graph
        if graph.kind[number] != Kind.GOING:
            return True
        codes = self._engine.codes(key)
        return all(
            self._step(key, code, graph.keys[graph.target[step]])
            for step, code in zip(graph.steps(number), codes, strict=True)
            if graph.target[step] not in graph.sinks
        )

    def _step(self, key: Key, code: tuple[int, ...], after: Key) -> bool:
        move, who, *picks = code
        past = (key, None, who, move, self._laid(key, who, after) if self._past else self._nobody)
        if not self._after[move](after, who, past, *picks):
            return False
        return not self._past or self._position(after, past)

    def _laid(self, key: Key, who: int, after: Key) -> list[int]:
        """Who last moved each card, as far as one step tells."""
        laid = self._nobody.copy()
        for slot, ordered in self._zones:
            was, now = key[slot], after[slot]
            if was != now:
                for card in set(now) - set(was) if ordered else members(now & ~was):
                    laid[card] = who
        return laid


def _turned(check: ir.Check) -> ir.Check:
    claim = check.claim
    if not isinstance(claim, ir.Witness):
        return check
    body = ir.Apply(Op.NOT, (claim.body,), BOOL, claim.body.span)
    return replace(check, claim=ir.StepCheck(claim.after, body) if claim.after else ir.Invariant(body))


def _same_layout(one: Compiled, other: Compiled) -> bool:
    a, b = one.layout, other.layout
    return (a.low, a.zones, a.variables, a.phase) == (b.low, b.zones, b.variables, b.phase)
