"""Checking effects and set-up steps."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar, assert_never

from interpreter.check.expressions import Expressions
from interpreter.check.scope import Bound, Moment, Scope
from interpreter.front import syntax as s
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End, Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    SEAT,
    SEATS,
    IntType,
    SequenceType,
    SetType,
    describe,
    same_family,
)
from interpreter.text.codes import Code
from interpreter.text.source import Span

MOST_DEEP = 20
"""How many effects may stand inside each other."""
MOST_PERFORMED = 10_000
"""How many effects all `do` of a file may stand for."""
_MOVER = "mover"
T = TypeVar("T")


class Effects:
    """Checks effects over the declarations of one `Expressions`."""

    def __init__(self, expressions: Expressions) -> None:
        self._x = expressions
        self._symbols = expressions.symbols
        self._report = expressions.report
        self._performed = 0

    def block(self, trees: tuple[s.Effect, ...], scope: Scope) -> tuple[ir.Effect, ...]:
        """The effects of a list; faulty ones are left out and reported."""
        found = tuple(e for tree in trees for e in self.effect(tree, scope))
        self._twice(found)
        return found

    def effect(self, node: s.Effect, scope: Scope) -> tuple[ir.Effect, ...]:
        if scope.depth > MOST_DEEP:
            self._report.add(Code.E307, node.span, "effects are nested too deeply")
            return ()
        scope = scope.deeper()
        match node:
            case s.Group():
                return self.block(node.effects, scope)
            case s.MoveOne():
                return _some(self._move_one(node, scope))
            case s.MoveSome():
                return _some(self._move_some(node, scope))
            case s.Becomes():
                return _some(self._becomes(node, scope))
            case s.Pass():
                mover = ir.Apply(Op.MOVER, (), SEAT, node.span)
                return (ir.SetMover(ir.Apply(Op.NEXT, (mover,), SEAT, node.span), node.span),)
            case s.EnterPhase():
                return _some(self._enter(node))
            case s.IfEffect():
                return _some(self._if(node, scope))
            case s.EachOf():
                return _some(self._each(node, scope))
            case s.Perform():
                return self._perform(node, scope)
        assert_never(node)

    # cards

    def _move_one(self, node: s.MoveOne, scope: Scope) -> ir.Effect | None:
        card = self._card(node, scope)
        target, onto = self._target(node.target, scope)
        source = self._source(node, scope) if card is not None or node.source is not None else None
        if card is None or source is None or target is None:
            return None
        return ir.MoveCard(card, source, target, onto, node.span)

    def _card(self, node: s.MoveOne, scope: Scope) -> ir.Expr | None:
        if not isinstance(node.card, s.Number):
            return self._x.want(node.card, scope, CARD)
        message = "a card is expected here, this is a number"
        self._report.add(Code.E501, node.card.span, message, "write `move … from top of … to …`")
        return None

    def _source(self, node: s.MoveOne, scope: Scope) -> ir.ZoneRef | None:
        if node.source is not None:
            return self.zone(node.source, scope)
        bound = scope.names.get(node.card.text) if isinstance(node.card, s.Name) else None
        if bound is not None and bound.zone is not None:
            return bound.zone
        help = "write `move … from … to …`"
        self._report.add(Code.E601, node.card.span, "it is not said where this card comes from", help)
        return None

    def _move_some(self, node: s.MoveSome, scope: Scope) -> ir.Effect | None:
        count = None
        if node.count is not None:
            count = self._x.want(node.count, scope, IntType(0, 0))
        source = self.zone(node.source, scope)
        target, onto = self._target(node.target, scope)
        if source is None or target is None or (node.count is not None and count is None):
            return None
        if node.count is not None and not isinstance(source.type, SequenceType):
            self._report.add(
                Code.E505, node.source.span, "only a stack has a top and a bottom, this is a set"
            )
            return None
        if source == target and (count is None or onto.value == node.end):
            self._report.add(Code.E610, node.span, "the cards are moved to where they are")
            return None
        return ir.MoveMany(count, End(node.end), source, target, onto, node.span)

    def zone(self, node: s.Expr, scope: Scope) -> ir.ZoneRef | None:
        """An expression that must name a zone."""
        found = self._x.check(node, scope)
        if found is None or isinstance(found, ir.ZoneRef):
            return found
        message = f"a zone is expected here, this is {describe(found.type)}"
        self._report.add(Code.E403, node.span, message)
        return None

    def _target(self, target: s.Target, scope: Scope) -> tuple[ir.ZoneRef | None, End]:
        zone = self.zone(target.zone, scope)
        if zone is not None and target.at_bottom and not isinstance(zone.type, SequenceType):
            self._report.add(
                Code.E611, target.span, "a set has no bottom", f"write `to {target.zone.span.text}`"
            )
            return None, End.TOP
        return zone, End.BOTTOM if target.at_bottom else End.TOP

    # variables, the turn and the phase

    def _becomes(self, node: s.Becomes, scope: Scope) -> ir.Effect | None:
        if isinstance(node.place, s.Name) and node.place.text == _MOVER:
            if node.value is None:
                self._report.add(Code.E618, node.span, "there is always a mover")
                return None
            seat = self._x.want(node.value, scope, SEAT)
            return None if seat is None else ir.SetMover(seat, node.span)
        variable = self.variable(node.place, scope)
        if variable is None:
            return None
        if node.value is None:
            return ir.Assign(variable, None, node.span)
        value = self._x.want(node.value, scope, variable.type)
        if value is None or not self._x.fits(value, variable.name, variable.type, node.value.span):
            return None
        return ir.Assign(variable, value, node.span)

    def variable(self, node: s.Expr, scope: Scope) -> ir.VariableRef | None:
        """An expression that must name a variable."""
        found = self._x.check(node, scope)
        if found is None or isinstance(found, ir.VariableRef):
            return found
        message = "only a variable or the mover can be changed"
        help = "cards are moved with `move … to …`" if isinstance(found, ir.ZoneRef) else None
        self._report.add(Code.E618, node.span, message, help)
        return None

    def _enter(self, node: s.EnterPhase) -> ir.Effect | None:
        name = node.phase.text
        if name == ir.SETUP:
            self._report.add(Code.E617, node.phase.span, "the set-up may not be entered again")
            return None
        if name not in self._symbols.phases:
            self._x.names.unknown(node.phase, Code.E405, self._symbols.phases, "phase")
            return None
        return ir.GoTo(name, node.span)

    # control

    def _if(self, node: s.IfEffect, scope: Scope) -> ir.Effect | None:
        condition = self._x.want(node.condition, scope, BOOL)
        then = self.effect(node.then, scope)
        otherwise = self.effect(node.otherwise, scope) if node.otherwise is not None else ()
        return None if condition is None else ir.Branch(condition, then, otherwise, node.span)

    def _each(self, node: s.EachOf, scope: Scope) -> ir.Effect | None:
        domain = self._x.domain(node.domain, scope)
        start = self._x.want(node.start, scope, SEAT) if node.start is not None else None
        if domain is None or not self._x.free(node.var, scope) or (node.start is not None and start is None):
            return None
        if start is not None and domain.type != SEATS:
            self._report.add(
                Code.E501,
                node.domain.span,
                f"only seats have a turn order, these are {describe(domain.type)}",
            )
            return None
        assert isinstance(domain.type, SetType | SequenceType)
        zone = domain if isinstance(domain, ir.ZoneRef) else None
        body = self.effect(node.body, scope.bind(node.var.text, Bound(domain.type.of, zone)))
        return ir.ForEach(node.var.text, domain, start, body, node.span)

    def _perform(self, node: s.Perform, scope: Scope) -> tuple[ir.Effect, ...]:
        """The effects of a routine, in place."""
        name = node.routine.text
        found = self._symbols.routines.get(name)
        if found is None:
            self._x.names.unknown(node.routine, Code.E418, self._symbols.routines, "routine")
            return ()
        self._symbols.done.add(name)
        if found.about_me and not self._x.needs_me(node.span, scope):
            return ()
        if scope.depth + found.depth > MOST_DEEP:
            self._report.add(Code.E307, node.span, "effects are nested too deeply, by way of routines")
            return ()
        self._performed += found.number
        if self._performed > MOST_PERFORMED:
            if self._performed - found.number <= MOST_PERFORMED:
                self._report.add(Code.E510, node.span, "the routines come to too many effects by now")
            return ()
        return found.effects

    def _twice(self, effects: tuple[ir.Effect, ...]) -> None:
        """Report an effect that the next one of its list overwrites unread."""
        for first, second in pairwise(effects):
            match first, second:
                case ir.GoTo(), ir.GoTo():
                    pass
                case ir.Assign(variable=a), ir.Assign(variable=b, value=None) if a == b:
                    pass
                case ir.Assign(variable=a), ir.Assign(variable=b, value=ir.Literal() | ir.Local()) if a == b:
                    pass
                case _:
                    continue
            self._report.add(Code.E612, second.span, "this undoes what was assigned just before")

    # the set-up

    def step(self, node: s.Step) -> tuple[ir.Step, ...]:
        """One step of the set-up."""
        scope = Scope(Moment.RULE, me=False)
        match node:
            case s.LotFor():
                return _some(self._lot(node, scope))
            case s.DealOut():
                return _some(self._deal(node, scope))
            case s.DrawCards():
                return _some(self._draw(node, scope))
            case s.SeatsDo():
                return _some(self._seats_do(node, scope))
            case _:
                return tuple(ir.Do(e, node.span) for e in self.effect(node, scope))

    def _lot(self, node: s.LotFor, scope: Scope) -> ir.Step | None:
        domain = self._x.domain(node.domain, scope)
        mover = isinstance(node.place, s.Name) and node.place.text == _MOVER
        variable = None if mover else self.variable(node.place, scope)
        if domain is None or (variable is None and not mover):
            return None
        kind = SEAT if variable is None else variable.type
        assert isinstance(domain.type, SetType | SequenceType)
        if not same_family(domain.type.of, kind):
            message = f"the lot gives {describe(domain.type.of)}, {describe(kind)} is expected"
            self._report.add(Code.E501, node.domain.span, message)
            return None
        if variable and not self._x.always_fits(domain.type.of, variable.name, kind, node.domain.span):
            return None
        return ir.Lot(variable, domain, node.span)

    def _deal(self, node: s.DealOut, scope: Scope) -> ir.Step | None:
        count = self._x.want(node.count, scope, IntType(0, 0)) if node.count is not None else None
        source = self.zone(node.source, scope)
        start = self._start(node.start, node.span, scope)
        target = self._symbols.zones.get(node.target.text)
        if target is None:
            self._x.names.unknown(node.target, Code.E403, self._symbols.zones, "zone")
        elif target.per is not ir.Per.PLAYER:
            message = f"cards are dealt to the players, `{node.target.text}` belongs to the table"
            self._report.add(Code.E615, node.target.span, message, "`move` takes cards to the table")
        elif source is not None and isinstance(source.type, SequenceType):
            self._report.add(Code.E616, node.source.span, "only a set can be dealt from, this is a stack")
        elif source is not None and start is not None and (node.count is None or count is not None):
            return ir.Deal(count, source, node.target.text, start, node.span)
        return None

    def _draw(self, node: s.DrawCards, scope: Scope) -> ir.Step | None:
        count = self._x.want(node.count, scope, IntType(0, 0))
        source, target = self.zone(node.source, scope), self.zone(node.target, scope)
        if source is not None and isinstance(source.type, SequenceType):
            self._report.add(Code.E616, node.source.span, "only a set can be drawn from, this is a stack")
        elif source is not None and source == target:
            self._report.add(Code.E610, node.span, "the cards are moved to where they are")
        elif count is not None and source is not None and target is not None:
            return ir.Draw(count, source, target, node.span)
        return None

    def _start(self, node: s.Expr | None, span: Span, scope: Scope) -> ir.Expr | None:
        return ir.Literal(0, SEAT, span) if node is None else self._x.want(node, scope, SEAT)

    def _seats_do(self, node: s.SeatsDo, scope: Scope) -> ir.Step | None:
        start = self._start(node.start, node.span, scope)
        move = self._symbols.moves.get(node.move.text)
        if move is None:
            self._x.names.unknown(node.move, Code.E404, self._symbols.moves, "move")
        elif move.phase != ir.SETUP or move.by_chance:
            help = "give the move `phase: setup`"
            self._report.add(Code.E609, node.move.span, f"`{node.move.text}` is not a set-up move", help)
        elif start is not None:
            return ir.EachSeat(start, node.move.text, node.span)
        return None


def _some(found: T | None) -> tuple[T, ...]:
    return () if found is None else (found,)
