"""Checking phases, moves, the set-up and endings."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from interpreter.check.declare import Declarations
from interpreter.check.effects import Effects
from interpreter.check.expressions import Expressions
from interpreter.check.scope import Bound, Moment, MoveInfo, Scope
from interpreter.check.texts import template
from interpreter.front import declared as d
from interpreter.front import syntax as s
from interpreter.front.parser import parse_effect, parse_pick, parse_step
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, SEATS, IntType, SequenceType, SetType, Type
from interpreter.text.codes import Code
from interpreter.text.source import Span
from interpreter.text.spelling import suggest

_PICK_WORDS = frozenset(("card", "suit", "rank", "seat"))
_STILL = Scope(Moment.STILL, me=False)
_ACTING = Scope(Moment.RULE, me=True)
ADVICE = IntType(-(10**9), 10**9)
_Pick: TypeAlias = tuple[s.PickFrom, d.DPick, ir.Expr]
"""A pick as it is parsed, as it is declared, and what it is chosen from."""


class Moves:
    """Checks what happens in a match, over the declarations of one `Expressions`."""

    def __init__(self, expressions: Expressions, declarations: Declarations, effects: Effects) -> None:
        self._x = expressions
        self._symbols = expressions.symbols
        self._report = expressions.report
        self._declarations = declarations
        self._effects = effects
        self._picks: dict[str, tuple[_Pick, ...]] = {}

    # phases

    def phase_names(self, declared: tuple[d.DPhase, ...]) -> None:
        self._declarations.section(p.name for p in declared)
        for phase in declared:
            self._symbols.phases[phase.name.value] = phase.name.span

    def phases(self, declared: tuple[d.DPhase, ...]) -> tuple[ir.Phase, ...]:
        scope = Scope(Moment.RULE, me=False)
        return tuple(
            ir.Phase(
                p.name.value,
                self._x.scalar(p.actors, scope, SEATS),
                template(self._x, p.text, _STILL),
                p.name.span,
            )
            for p in declared
        )

    # moves

    def signatures(self, declared: tuple[d.DMove, ...]) -> None:
        """What `can` needs to know of every move, before any guard is checked."""
        self._declarations.section(m.name for m in declared)
        for move in declared:
            phase = self._phase(move)
            by_chance = self._by_chance(move)
            blank = MoveInfo(phase, by_chance, (), move.name.span)
            self._symbols.moves[move.name.value] = blank
        for move in declared:
            picks, broken = self._domains(move)
            self._picks[move.name.value] = picks
            kinds = tuple((p.var.text, _element(domain)) for p, _, domain in picks)
            before = self._symbols.moves[move.name.value]
            self._symbols.moves[move.name.value] = replace(before, picks=kinds, broken=broken)

    def _phase(self, move: d.DMove) -> str:
        if move.phase is None or move.phase.value == ir.SETUP or move.phase.value in self._symbols.phases:
            return move.phase.value if move.phase is not None else ir.SETUP
        name = s.Name(move.phase.value, move.phase.span)
        self._x.names.unknown(name, Code.E405, [*self._symbols.phases, ir.SETUP], "phase")
        return ir.SETUP

    def _by_chance(self, move: d.DMove) -> bool:
        if move.by is None or move.by.value == "player":
            return False
        if move.by.value != "chance":
            message = f"a move is made by `player` or `chance`, not `{move.by.value}`"
            self._report.add(Code.E410, move.by.span, message, suggest(move.by.value, ("player", "chance")))
        return move.by.value == "chance"

    def _domains(self, move: d.DMove) -> tuple[tuple[_Pick, ...], frozenset[str]]:
        """The picks that can be read, and the names that the others were meant to give."""
        scope, found = _ACTING.without(*(() if move.whole else _PICK_WORDS)), []
        for item in move.picks:
            tree = parse_pick(item.choose, self._report)
            domain = self._x.domain(tree.domain, scope) if tree is not None else None
            if tree is None or domain is None or not self._pick_name(tree.var, scope):
                scope = scope.without(*_meant(tree, item))
                continue
            scope = scope.bind(tree.var.text, _bound(domain))
            found.append((tree, item, domain))
        return tuple(found), scope.broken

    def _pick_name(self, name: s.Name, scope: Scope) -> bool:
        return name.text in _PICK_WORDS - set(scope.names) or self._x.free(name, scope)

    def moves(self, declared: tuple[d.DMove, ...]) -> tuple[ir.Move, ...]:
        return tuple(self._move(m) for m in declared)

    def _move(self, move: d.DMove) -> ir.Move:
        info = self._symbols.moves[move.name.value]
        picks, scope = self._filters(move)
        effects = self._do(move.do, scope)
        if move.idle:
            self._report.add(Code.E602, move.name.span, f"the move `{move.name.value}` changes nothing")
        return ir.Move(
            name=move.name.value,
            phase=info.phase,
            by_chance=info.by_chance,
            conditions=tuple(c for item in move.when if (c := self._condition(item)) is not None),
            picks=picks,
            effects=effects,
            advice=self._x.scalar(move.advice, scope, ADVICE),
            title=template(self._x, move.text, scope),
            said=template(self._x, move.said, scope),
            span=move.name.span,
        )

    def _filters(self, move: d.DMove) -> tuple[tuple[ir.Pick, ...], Scope]:
        scope, picks = _ACTING.without(*self._symbols.moves[move.name.value].broken), []
        for tree, item, domain in self._picks.get(move.name.value, ()):
            scope = scope.bind(tree.var.text, _bound(domain))
            where = self._x.want(tree.where, scope, BOOL) if tree.where is not None else None
            refusal = template(self._x, item.otherwise, scope)
            picks.append(ir.Pick(tree.var.text, domain, where, refusal, tree.span))
        return tuple(picks), scope

    def _condition(self, item: d.DCondition) -> ir.Condition | None:
        that = self._x.scalar(item.that, _ACTING, BOOL)
        refusal = template(self._x, item.otherwise, _ACTING)
        return None if that is None else ir.Condition(that, refusal, item.that.raw)

    def _do(self, texts: tuple[Scalar, ...], scope: Scope) -> tuple[ir.Effect, ...]:
        trees = tuple(t for text in texts if (t := parse_effect(text, self._report)) is not None)
        return self._effects.block(trees, scope)

    # the set-up and the endings

    def setup(self, texts: tuple[Scalar, ...], at: Span) -> tuple[ir.Step, ...]:
        """The steps; `at` is where the section stands."""
        trees = [parse_step(text, self._report) for text in texts]
        if trees and trees[-1] is not None and not _enters(trees[-1]):
            self._endless(texts[-1].span)
        elif not trees and not self._report.failed:
            self._endless(at)
        return tuple(step for tree in trees if tree is not None for step in self._effects.step(tree))

    def _endless(self, span: Span) -> None:
        help = "end it with `phase …`"
        self._report.add(Code.E608, span, "the set-up does not end in a phase", help)

    def ending_names(self, declared: tuple[d.DEnding, ...]) -> None:
        self._declarations.section(e.name for e in declared)
        for ending in declared:
            self._symbols.endings[ending.name.value] = ending.name.span

    def endings(self, declared: tuple[d.DEnding, ...]) -> tuple[ir.Ending, ...]:
        return tuple(e for item in declared if (e := self._ending(item)) is not None)

    def _ending(self, item: d.DEnding) -> ir.Ending | None:
        scope = Scope(Moment.ENDING, me=True)
        when = self._x.scalar(item.when, scope, BOOL)
        winners, losers = (
            self._x.scalar(item.winners, scope, SEATS),
            self._x.scalar(item.losers, scope, SEATS),
        )
        said = template(self._x, item.said, scope)
        effects = self._do(item.do, scope)
        again = self._x.scalar(item.again, scope, BOOL)
        if when is None:
            return None
        nobody = ir.Apply(Op.SET, (), SEATS, item.name.span)
        everyone = ir.Apply(Op.SEATS, (), SEATS, item.name.span)
        if winners is not None and losers is None:
            losers = ir.Apply(Op.LESS, (everyone, winners), SEATS, winners.span)
        elif losers is not None and winners is None:
            winners = ir.Apply(Op.LESS, (everyone, losers), SEATS, losers.span)
        return ir.Ending(
            item.name.value, when, winners or nobody, losers or nobody, said, effects, again, item.name.span
        )

    def requirements(self, items: tuple[d.DCondition, ...]) -> tuple[ir.Condition, ...]:
        """What the options, the deck and the number of players have to be like."""
        found = []
        for item in items:
            that = self._x.scalar(item.that, _STILL, BOOL)
            refusal = template(self._x, item.otherwise, _STILL)
            if that is not None:
                found.append(ir.Condition(that, refusal, item.that.raw))
        return tuple(found)


def _element(domain: ir.Expr) -> Type:
    assert isinstance(domain.type, SetType | SequenceType)
    return domain.type.of


def _bound(domain: ir.Expr) -> Bound:
    assert isinstance(domain.type, SetType | SequenceType)
    return Bound(domain.type.of, domain if isinstance(domain, ir.ZoneRef) else None)


def _meant(tree: s.PickFrom | None, item: d.DPick) -> tuple[str, ...]:
    """The names that a faulty pick may have been meant to give."""
    if tree is not None:
        return (tree.var.text,)
    return (*_PICK_WORDS, *item.choose.value.split(maxsplit=1)[:1])


def _enters(step: s.Step) -> bool:
    return isinstance(step, s.EnterPhase) or (isinstance(step, s.Group) and _enters(step.effects[-1]))
