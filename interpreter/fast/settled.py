"""Which variables have a value from the end of the set-up on, whatever happens: reading them is no risk."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import all_effects


def settled(game: ir.Game) -> frozenset[str]:
    """Those that begin with a value or surely get one in the set-up, and are forgotten nowhere."""
    found = {v.name for v in game.variables if v.starts is not None}
    for step in game.setup:
        found |= _set_by(step, game)
    return frozenset(found - set(_forgotten(game)))


def _set_by(step: ir.Step, game: ir.Game) -> set[str]:
    """The variables of which a step surely sets all there are."""
    match step:
        case ir.Lot(ir.VariableRef(name, None)):
            return {name}
        case ir.EachSeat():
            move = next(m for m in game.moves if m.name == step.move)
            return {
                e.variable.name
                for e in move.effects
                if isinstance(e, ir.Assign) and _of_me(e.variable) and e.value is not None
            }
        case ir.Do(ir.Assign(ir.VariableRef(name, None), value)) if value is not None:
            return {name}
    return set()


def _of_me(variable: ir.VariableRef) -> bool:
    return isinstance(variable.index, ir.Apply) and variable.index.op is Op.ME


def _forgotten(game: ir.Game) -> Iterator[str]:
    blocks = [
        *(m.effects for m in game.moves),
        *(e.effects for e in game.endings),
        *((s.effect,) for s in game.setup if isinstance(s, ir.Do)),
    ]
    for block in blocks:
        for effect in all_effects(block):
            if isinstance(effect, ir.Assign) and effect.value is None:
                yield effect.variable.name
