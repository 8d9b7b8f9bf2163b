"""Expressions, effects and set-up steps in the words of a rule file, for sentences about them.

What is printed means what the node means; blanks, brackets and the choice between two spellings of the same
may differ from what the file says.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, End, Op
from interpreter.ir.types import BOOL, RANK, SEATS, SUIT, EnumType, SetType, Type, Value


class _Level(IntEnum):
    """How strongly a form binds, the weakest first."""

    OPEN = 0
    IMPLIES = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARED = 5
    SUM = 6
    PRODUCT = 7
    SIGNED = 8
    REBOUND = 9
    ATOM = 10


_L = _Level
_BETWEEN = {
    Op.IMPLIES: (_L.IMPLIES, _L.OR, _L.IMPLIES),
    Op.OR: (_L.OR, _L.OR, _L.AND),
    Op.AND: (_L.AND, _L.AND, _L.NOT),
    **dict.fromkeys((Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.IN), (_L.COMPARED, _L.SUM, _L.SUM)),
    Op.ADD: (_L.SUM, _L.SUM, _L.PRODUCT),
    Op.SUB: (_L.SUM, _L.SUM, _L.PRODUCT),
    Op.MUL: (_L.PRODUCT, _L.PRODUCT, _L.SIGNED),
}
"""Signs between two operands: how strongly the whole binds, and how strongly each operand has to."""
_NAMED = {
    Op.CARDS_OF: "cards",
    Op.RANGE: "numbers",
    Op.NEXT_AMONG: "next",
    Op.LAST_MOVE: "last_move",
    Op.LAST_PLAYER: "last_player",
    Op.LAID_BY: "laid_by",
}
Said = tuple[str, _Level]


def expression(game: ir.Game, e: ir.Expr) -> str:
    """An expression of this game, which names its suits and ranks."""
    return _Words(game).expr(e)


def effect(game: ir.Game, e: ir.Effect, source: bool = False) -> str:
    """An effect; with `source` it says where a card comes from even if its pick tells."""
    return _Words(game, source).effect(e)


def step(game: ir.Game, s: ir.Step) -> str:
    """A step of the set-up."""
    return _Words(game).step(s)


class _Words:
    def __init__(self, game: ir.Game, source: bool = False) -> None:
        self._game = game
        self._source = source

    def expr(self, e: ir.Expr, least: _Level = _L.OPEN) -> str:
        """In brackets if it binds less strongly than it has to."""
        text, level = self._said(e)
        return f"({text})" if level < least else text

    def _said(self, e: ir.Expr) -> Said:
        match e:
            case ir.Literal():
                return self.value(e.value, e.type), _L.ATOM
            case ir.OptionRef() | ir.Local():
                return e.name, _L.ATOM
            case ir.VariableRef() | ir.ZoneRef():
                return e.name if e.index is None else f"{e.name}[{self.expr(e.index)}]", _L.ATOM
            case ir.Apply():
                return self._apply(e)
            case ir.Bind():
                return self._bind(e)
            case ir.Call():
                return (self._called(e.name, e.args) if e.args else e.name), _L.ATOM
            case ir.Let():
                return f"{self.expr(e.body)} with {e.name} being {self.expr(e.value)}", _L.OPEN
            case ir.Can():
                return f"can({', '.join((e.move, *map(self.expr, e.args)))})", _L.ATOM
            case ir.For():
                return f"{self.expr(e.body, _L.ATOM)} for {self.expr(e.seat, _L.ATOM)}", _L.REBOUND
            case ir.Old():
                return self._called("old", (e.body,)), _L.ATOM
        assert_never(e)

    def value(self, value: Value, kind: Type) -> str:
        """A value by its name."""
        if isinstance(value, tuple):
            of = kind.of if isinstance(kind, SetType) else kind
            return f"only({', '.join(self.value(v, of) for v in value)})"
        if kind == BOOL:
            return "yes" if value else "no"
        if kind in (SUIT, RANK):
            return (self._game.deck.suits if kind == SUIT else self._game.deck.ranks)[int(value)].name
        return kind.members[int(value)] if isinstance(kind, EnumType) else str(value)

    def _called(self, name: str, args: Iterable[ir.Expr]) -> str:
        return f"{name}({', '.join(map(self.expr, args))})"

    def _apply(self, e: ir.Apply) -> Said:
        if e.op in _BETWEEN:
            level, left, right = _BETWEEN[e.op]
            return f"{self.expr(e.args[0], left)} {e.op.value} {self.expr(e.args[1], right)}", level
        match e.op:
            case Op.NOT:
                return self._not(e.args[0])
            case Op.IF:
                test, then, otherwise = map(self.expr, e.args)
                return f"if {test} then {then} else {otherwise}", _L.OPEN
            case Op.NEG:
                return f"-{self.expr(e.args[0], _L.SIGNED)}", _L.SIGNED
            case Op.SUIT | Op.RANK:
                return f"{self.expr(e.args[0], _L.ATOM)}.{e.op.value}", _L.ATOM
            case Op.EMPTY | Op.IS_SET:
                return self._state(e, ""), _L.COMPARED
            case Op.SET if e.type == SEATS and len(e.args) < 2:
                return self._said(e.args[0]) if e.args else ("nobody", _L.ATOM)
            case Op.SET:
                return self._called("only", e.args), _L.ATOM
            case Op.SEATS if e.span.text != "seats":
                return "everyone", _L.ATOM
        name = _NAMED.get(e.op, e.op.value)
        return (self._called(name, e.args) if e.args else name), _L.ATOM

    def _state(self, e: ir.Apply, no: str) -> str:
        state = "empty" if e.op is Op.EMPTY else "set"
        return f"{self.expr(e.args[0], _L.SUM)} is {no}{state}"

    def _not(self, e: ir.Expr) -> Said:
        match e:
            case ir.Apply(op=Op.EMPTY):
                return self._state(e, "not "), _L.COMPARED
            case ir.Apply(op=Op.IS_SET):
                return self._state(e, "un"), _L.COMPARED
            case ir.Apply(op=Op.IN):
                return f"{self.expr(e.args[0], _L.SUM)} not in {self.expr(e.args[1], _L.SUM)}", _L.COMPARED
        return f"not {self.expr(e, _L.NOT)}", _L.NOT

    def _bind(self, e: ir.Bind) -> Said:
        domain, body = self.expr(e.domain, _L.SUM), self.expr(e.body)
        match e.op:
            case Binder.SOME:
                return f"some {e.var} in {domain} where {body}", _L.OPEN
            case Binder.EVERY:
                return f"every {e.var} in {domain} satisfies {body}", _L.OPEN
            case Binder.COUNT | Binder.THOSE:
                return f"{e.op.value}({e.var} in {domain} where {body})", _L.ATOM
            case Binder.LOWEST | Binder.HIGHEST | Binder.TOTAL:
                return f"{e.op.value}({body} over {e.var} in {self.expr(e.domain)})", _L.ATOM
        assert_never(e.op)

    # effects

    def effect(self, e: ir.Effect) -> str:
        match e:
            case ir.MoveCard():
                source = f" from {self.expr(e.source)}" if self._source else ""
                return f"move {self.expr(e.card)}{source} to {self._target(e.target, e.onto)}"
            case ir.MoveMany(count=None):
                return f"move all from {self.expr(e.source)} to {self._target(e.target, e.onto)}"
            case ir.MoveMany(count=count):
                assert count is not None
                where = f"from {e.end.value} of {self.expr(e.source)}"
                return f"move {self.expr(count)} {where} to {self._target(e.target, e.onto)}"
            case ir.Assign(value=None):
                return f"forget {self.expr(e.variable)}"
            case ir.Assign(value=value):
                assert value is not None
                return f"{self.expr(e.variable)} becomes {self.expr(value)}"
            case ir.SetMover(seat=ir.Apply(op=Op.NEXT, args=(ir.Apply(op=Op.MOVER),))):
                return "pass"
            case ir.SetMover():
                return f"mover becomes {self.expr(e.seat)}"
            case ir.GoTo():
                return f"phase {e.phase}"
            case ir.Branch():
                return self._branch(e)
            case ir.ForEach():
                start = "" if e.start is None else f" starting with {self.expr(e.start)}"
                return f"for each {e.var} in {self.expr(e.domain)}{start} do {self.block(e.body)}"
        assert_never(e)

    def _target(self, zone: ir.ZoneRef, onto: End) -> str:
        return f"bottom of {self.expr(zone)}" if onto is End.BOTTOM else self.expr(zone)

    def _branch(self, e: ir.Branch) -> str:
        if not e.otherwise:
            return f"if {self.expr(e.condition)} then {self.block(e.then)}"
        return f"if {self.expr(e.condition)} then {self.block(e.then)} else {self.block(e.otherwise)}"

    def block(self, effects: tuple[ir.Effect, ...]) -> str:
        """Several effects as one; of none, that nothing happens."""
        if len(effects) == 1:
            return self.effect(effects[0])
        return f"({'; '.join(map(self.effect, effects)) or 'nothing'})"

    # the set-up

    def step(self, s: ir.Step) -> str:
        match s:
            case ir.Lot():
                drawn = "mover" if s.variable is None else self.expr(s.variable)
                return f"lot for {drawn} from {self.expr(s.domain)}"
            case ir.Deal():
                many = "all" if s.count is None else f"{self.expr(s.count)} each"
                source, start = self.expr(s.source), self.expr(s.start)
                return f"deal {many} from {source} to {s.target} starting with {start}"
            case ir.Draw():
                return f"draw {self.expr(s.count)} from {self.expr(s.source)} to {self.expr(s.target)}"
            case ir.EachSeat():
                return f"each seat starting with {self.expr(s.start)} does {s.move}"
            case ir.Do():
                return self.effect(s.effect)
        assert_never(s)
