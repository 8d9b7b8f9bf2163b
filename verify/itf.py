"""A match that shows something in the Informal Trace Format (Apalache, ADR 15), for other tools.

A state is a position after the set-up, with the action that led to it. Sets are `#set`, stacks lists from
bottom to top, what each player has a `#map` by seat, what may be unset a variant `Known` or `Unset`.
"""

from __future__ import annotations

from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir.types import CARDS, Type, Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import Step
from interpreter.run.record import Notation
from interpreter.run.state import State
from verify.trace import Trace, played

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def trace_data(game: ir.Game, trace: Trace, check: str, source: str) -> dict[str, Any]:
    """The whole trace; a loop leaves out its last state, which is the one that it comes back to."""
    match = played(game, trace)
    engine = match.engine
    assert isinstance(engine, Evaluator) and match.start is not None
    writer = _Writer(engine)
    states = [writer.state(0, match.start, None)]
    states += [writer.state(n, step.after, step) for n, step in enumerate(match.steps, 1)]
    meta = {"format": "ITF", "format-description": FORMAT, "source": source, "description": check}
    data = {
        "#meta": meta,
        "params": [],
        "vars": writer.names,
        "options": Notation(engine).options,
        "states": states if trace.back is None else states[:-1],
    }
    return data if trace.back is None else {**data, "loop": trace.back}


class _Writer:
    def __init__(self, engine: Evaluator) -> None:
        self._engine = engine
        self._notation = Notation(engine)
        game = engine.game
        self._zones = {z.name: z for z in game.zones}
        self._variables = {v.name: v for v in game.variables}
        own = [f"zone {n}" if n in self._variables else n for n in self._zones]
        self.names = ["phase", "mover", "over", "action", *own, *self._variables]

    def state(self, number: int, state: State, step: Step[State] | None) -> dict[str, Any]:
        engine, position = self._engine, self._engine.position(state)
        outcome = engine.outcome(state)
        values: list[Any] = [position.phase, position.mover, "" if outcome is None else outcome.ending]
        values.append(self._action(step))
        for name, zone in self._zones.items():
            values.append(self._spread(zone.per, position.zones[name], zone.ordered))
        for name, variable in self._variables.items():
            values.append(self._held(variable, position.variables[name]))
        return {"#meta": {"index": number}, **dict(zip(self.names, values, strict=True))}

    def _action(self, step: Step[State] | None) -> dict[str, Any]:
        if step is None:
            return {"player": -1, "move": "", "picks": {"#map": []}}
        entry = self._notation.entry(step.before, step.action)
        player = -1 if entry.player is None else entry.player
        return {
            "player": player,
            "move": entry.move,
            "picks": {"#map": [[k, v] for k, v in entry.fields.items()]},
        }

    def _spread(self, per: ir.Owner, held: Any, ordered: bool) -> Any:
        if per is ir.Per.TABLE:
            return self._cards(held, ordered)
        return {"#map": [[i, self._cards(cards, ordered)] for i, cards in enumerate(held)]}

    def _cards(self, cards: Any, ordered: bool) -> Any:
        written = self._notation.spelling.write(cards, CARDS)
        return written if ordered else {"#set": written}

    def _held(self, variable: ir.Variable, held: Any) -> Any:
        if variable.per is ir.Per.TABLE:
            return self._value(held, variable.type)
        return {"#map": [[i, self._value(value, variable.type)] for i, value in enumerate(held)]}

    def _value(self, value: Value | None, kind: Type) -> dict[str, Any]:
        if value is None:
            return {"tag": "Unset", "value": {"#tup": []}}
        return {"tag": "Known", "value": self._notation.spelling.write(value, kind)}
