"""Which variables have a value from the end of the set-up on, whatever happens: reading them is no risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import all_effects


def settled(game: ir.Game) -> frozenset[str]:
    """Those that begin with a value or surely get one in the set-up, and are forgotten nowhere."""
    lost = frozenset(_forgotten(game))
    found = frozenset(v.name for v in game.variables if v.starts is not None)
    for step in game.setup:
        found = _after_step(step, game, found - lost)
    return found - lost


def _after_step(step: ir.Step, game: ir.Game, known: frozenset[str]) -> frozenset[str]:
    """The variables of which all there are surely have a value after a step, if the known ones had before."""
    match step:
        case ir.Lot(ir.VariableRef(name, None)):
            return known | {name}
        case ir.EachSeat():
            move = next(m for m in game.moves if m.name == step.move)
            return known | frozenset(_each(move.effects, _of_me))
        case ir.Do():
            return _after((step.effect,), known)
    return known


def _after(effects: tuple[ir.Effect, ...], known: frozenset[str]) -> frozenset[str]:
    for effect in effects:
        match effect:
            case ir.Assign(ir.VariableRef(name, None), value) if value is not None:
                known |= {name}
            case ir.Branch():
                then, otherwise = _told(effect.condition)
                known = _after(effect.then, known | then) & _after(effect.otherwise, known | otherwise)
            case ir.ForEach(domain=ir.Apply(Op.SEATS), start=None):
                known |= frozenset(_each(effect.body, lambda index, var=effect.var: _is(index, var)))  # type: ignore[misc]
    return known


def _told(condition: ir.Expr) -> tuple[frozenset[str], frozenset[str]]:
    """What has a value if the condition holds, and what if it does not."""
    nothing = frozenset[str]()
    match condition:
        case ir.Apply(Op.IS_SET, (ir.VariableRef(name, None),)):
            return frozenset((name,)), nothing
        case ir.Apply(Op.NOT, (inner,)):
            then, otherwise = _told(inner)
            return otherwise, then
    return nothing, nothing


def _each(effects: tuple[ir.Effect, ...], whose: Callable[[ir.Expr | None], bool]) -> Iterator[str]:
    """Variables of players that get a value in this block for the one whose it is."""
    for effect in effects:
        if isinstance(effect, ir.Assign) and effect.value is not None and whose(effect.variable.index):
            yield effect.variable.name


def _of_me(index: ir.Expr | None) -> bool:
    return isinstance(index, ir.Apply) and index.op is Op.ME


def _is(index: ir.Expr | None, local: str) -> bool:
    return isinstance(index, ir.Local) and index.name == local


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
