"""What of an item counts when two games are compared: canonical texts, with the definitions they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.printing import Printer
from interpreter.ir.types import IntType
from interpreter.ir.walk import called, ending_expressions, inside, move_expressions, step_expressions


def meant(printer: Printer, game: ir.Game, roots: Iterable[ir.Expr]) -> list[str]:
    """Definitions that the expressions need, and those that the moves they ask about need."""
    given = list(roots)
    asked = {e.move for root in given for e in inside(root) if isinstance(e, ir.Can)}
    moves = [m for m in game.moves if m.name in asked]
    names = called(game, (*given, *(e for m in moves for e in move_expressions(m))))
    return [f"{d.name}={printer.expr(d.body)}" for d in game.definitions if d.name in names]


def expression(printer: Printer, game: ir.Game, e: ir.Expr | None) -> str:
    return "-" if e is None else "\n".join((printer.expr(e), *meant(printer, game, [e])))


@dataclass(frozen=True, slots=True)
class Item:
    """What a zone or a variable is, who sees it and who knows the number of its cards."""

    kind: str
    seen: str
    counted: str = ""


def item(printer: Printer, game: ir.Game, item: ir.Zone | ir.Variable) -> Item:
    seen = expression(printer, game, item.seen)
    if isinstance(item, ir.Zone):
        return Item(f"{item.per} {item.ordered}", seen, expression(printer, game, item.counted))
    starts = expression(printer, game, item.starts)
    return Item(f"{item.per} {item.type} {starts} {item.lasting}", seen)


def values(printer: Printer, option: ir.Option) -> str:
    if isinstance(option.type, IntType):
        return f"{option.values[0]} to {option.values[-1]}"
    return ", ".join(printer.value(v, option.type) for v in option.values)


def is_still(sentence: ir.Template | None) -> bool:
    """Whether a sentence has no gaps to fill."""
    return sentence is not None and all(isinstance(part, str) for part in sentence.parts)


def setup(printer: Printer, game: ir.Game) -> list[str]:
    steps = [line for line in printer.rules() if line.startswith("setup ")]
    return [*steps, *meant(printer, game, (e for step in game.setup for e in step_expressions(step)))]


def guard(printer: Printer, game: ir.Game, move: ir.Move) -> list[str]:
    bare = replace(move, effects=())
    picks = [f"{p.name} {printer.expr(p.domain)}" for p in move.picks]
    wheres = [printer.expr(p.where) for p in move.picks if p.where is not None]
    conditions = [printer.expr(c.that) for c in move.conditions]
    return [*conditions, *picks, *wheres, *meant(printer, game, move_expressions(bare))]


def deeds(printer: Printer, game: ir.Game, move: ir.Move) -> list[str]:
    bare = replace(move, conditions=(), picks=())
    return [*map(printer.effect, move.effects), *meant(printer, game, move_expressions(bare))]


def ending(printer: Printer, game: ir.Game, ending: ir.Ending) -> list[str]:
    whole = [printer.expr(e) for e in ending_expressions(ending)]
    effects = [printer.effect(e) for e in ending.effects]
    return [*whole, *effects, *meant(printer, game, ending_expressions(ending))]
