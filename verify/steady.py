"""Whether what a step of the set-up asks stays what it is while its cards are given.

The rules ask it again before each card, how many are to come included. Where the answers cannot change by
what is given, it is enough to ask once.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from interpreter.ir.ops import Op
from interpreter.passes.expand import enters_early
from interpreter.passes.fold import folded
from verify.encode import Unsupported


def must_be_steady(game: ir.Game, step: ir.Deal | ir.Draw) -> None:
    """Raises `Unsupported` where the step asks for a zone that it takes cards from or gives cards to.

    The game has no calls left.
    """
    match step:
        case ir.Deal():
            given, target = "dealt", step.target
            asked = (step.count, step.source.index, step.start, *_among(game))
        case ir.Draw():
            given, target = "drawn", step.target.name
            asked = (step.count, step.source.index, step.target.index)
    roots = tuple(e for e in asked if e is not None)
    if not {step.source.name, target}.isdisjoint(_zones(game, roots)):
        raise Unsupported(
            f"what is asked again for each card that is {given} and may change by it", step.span
        )


def _zones(game: ir.Game, asked: tuple[ir.Expr, ...]) -> Iterator[str]:
    """The zones that these expressions ask for, by way of the order of turns, too."""
    nodes = [node for e in asked for node in walk.inside(e)]
    if any(isinstance(n, ir.Apply) and n.op is Op.NEXT for n in nodes):
        nodes += [node for e in _among(game) for node in walk.inside(e)]
    return (n.name for n in nodes if isinstance(n, ir.ZoneRef))


def _among(game: ir.Game) -> tuple[ir.Expr, ...]:
    """Who has part in the order of turns, as it is asked in the set-up."""
    if game.turn.among is None:
        return ()
    return (game.turn.among if enters_early(game) else folded(_in_setup(game.turn.among)),)


def _in_setup(e: ir.Expr) -> ir.Expr:
    if isinstance(e, ir.Apply) and e.op is Op.PHASE:
        return ir.Literal(0, e.type, e.span)
    return walk.rebuild(e, _in_setup)
