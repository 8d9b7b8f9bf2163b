"""Every condition of the rules, each way it can go, as something that can happen.

The game is rewritten so that it remembers, in variables that nobody sees and no rule reads, which conditions
were found true and which false in effects and endings. Conditions of guards and picks are asked of positions.
All of it is after definitions were put in place; what comes from the same words of the file is one condition.
Nothing in the set-up is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import reduce

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SEAT, SEATS, BoolType, EnumType
from interpreter.ir.walk import children, expressions_of, inside

Wrap = Callable[[ir.Expr], ir.Expr]
"""Puts what is asked where it can be asked: behind what was found before it, in the scope of its names."""

YES = ir.Literal(True, BOOL)
MARK = "mark#"
"""How the names of the variables begin that remember; no rule file can hold such a name."""
_JOINED = (Op.AND, Op.OR, Op.IMPLIES, Op.NOT)


@dataclass(frozen=True)
class Arm:
    """A condition with one of its values: `claim` is a witness in the rewritten game."""

    condition: ir.Expr
    value: bool
    claim: ir.Witness


@dataclass(frozen=True)
class Armed:
    """The rewritten game and what is to be seen in it."""

    game: ir.Game
    arms: tuple[Arm, ...]


def armed(game: ir.Game) -> Armed:
    """`game` without calls, as `encoded` gives it."""
    return _Arming(game).all()


def trimmed(game: ir.Game, claims: Iterable[ir.Witness]) -> ir.Game:
    """The rewritten game, remembering only what these claims ask about."""
    asked = {e.name for c in claims for e in inside(c.body) if isinstance(e, ir.VariableRef)}
    idle = {v.name for v in game.variables if v.name.startswith(MARK) and v.name not in asked}

    def kept(effects: tuple[ir.Effect, ...]) -> tuple[ir.Effect, ...]:
        return tuple(_kept(e, kept) for e in effects if not _marks(e, idle))

    moves = tuple(replace(m, effects=kept(m.effects)) for m in game.moves)
    return replace(game, moves=moves, variables=tuple(v for v in game.variables if v.name not in idle))


def _marks(effect: ir.Effect, names: Set[str]) -> bool:
    """Whether an effect does nothing but remember, in one of these variables."""
    if not isinstance(effect, ir.Branch) or len(effect.then) != 1:
        return False
    (first,) = effect.then
    return isinstance(first, ir.Assign) and first.variable.name in names


def _kept(effect: ir.Effect, kept: Callable[[tuple[ir.Effect, ...]], tuple[ir.Effect, ...]]) -> ir.Effect:
    match effect:
        case ir.Branch():
            return replace(effect, then=kept(effect.then), otherwise=kept(effect.otherwise))
        case ir.ForEach():
            return replace(effect, body=kept(effect.body))
        case _:
            return effect


# conditions in an expression ------------------------------------------------------------------------------


def conditions(e: ir.Expr, wrap: Wrap) -> Iterator[tuple[ir.Expr, Wrap]]:
    """Every condition inside a value, with how to ask it."""
    match e:
        case ir.Apply(op=Op.IF, args=(test, then, otherwise)):
            yield from decision(test, wrap)
            yield from conditions(then, _behind(wrap, test))
            yield from conditions(otherwise, _behind(wrap, _not(test)))
        case ir.Apply(op=op) if op in _JOINED:
            yield from decision(e, wrap)
        case ir.Bind():
            yield from conditions(e.domain, wrap)
            yield from conditions(e.body, _within(wrap, e))
        case ir.Let():
            yield from conditions(e.value, wrap)
            yield from conditions(e.body, lambda x: wrap(ir.Let(e.name, e.value, x, BOOL, e.span)))
        case ir.For():
            yield from conditions(e.seat, wrap)
            yield from conditions(e.body, lambda x: wrap(ir.For(e.seat, x, BOOL, e.span)))
        case _:
            for part in children(e):
                yield from conditions(part, wrap)


def decision(e: ir.Expr, wrap: Wrap) -> Iterator[tuple[ir.Expr, Wrap]]:
    """A condition, and those that it is joined of."""
    yield e, wrap
    match e:
        case ir.Apply(op=Op.NOT, args=(part,)):
            yield from decision(part, wrap)
        case ir.Apply(op=Op.AND | Op.IMPLIES, args=(left, right)):
            yield from decision(left, wrap)
            yield from decision(right, _behind(wrap, left))
        case ir.Apply(op=Op.OR, args=(left, right)):
            yield from decision(left, wrap)
            yield from decision(right, _behind(wrap, _not(left)))
        case _:
            yield from conditions(e, wrap)


def _behind(wrap: Wrap, first: ir.Expr) -> Wrap:
    return lambda x: wrap(both(first, x))


def _within(wrap: Wrap, e: ir.Bind) -> Wrap:
    return lambda x: wrap(some(e.var, e.domain, x))


# expressions ----------------------------------------------------------------------------------------------


def both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.AND, (a, b), BOOL, b.span)


def _not(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NOT, (e,), BOOL, e.span)


def _same(e: ir.Expr) -> ir.Expr:
    return e


def some(var: str, domain: ir.Expr, body: ir.Expr) -> ir.Expr:
    return ir.Bind(Binder.SOME, var, domain, body, BOOL, body.span)


# the game -------------------------------------------------------------------------------------------------


@dataclass
class _Arming:
    game: ir.Game
    found: dict[tuple[str, int, int, bool], list[ir.Expr]] = field(default_factory=dict)
    conditions: dict[tuple[str, int, int, bool], ir.Expr] = field(default_factory=dict)
    marks: list[ir.Variable] = field(default_factory=list)

    def all(self) -> Armed:
        moves = tuple(m if m.phase == ir.SETUP else self._move(m) for m in self.game.moves)
        variables = (*self.game.variables, *self.marks)
        game = replace(self.game, moves=moves, variables=variables, checks=())
        arms = (self._arm(key, bodies) for key, bodies in self.found.items())
        return Armed(game, tuple(arms))

    def _arm(self, key: tuple[str, int, int, bool], bodies: list[ir.Expr]) -> Arm:
        body = reduce(lambda a, b: ir.Apply(Op.OR, (a, b), BOOL, a.span), bodies)
        return Arm(self.conditions[key], key[3], ir.Witness((), body))

    def _note(self, condition: ir.Expr, value: bool, asked: ir.Expr) -> None:
        """`asked` holds if the condition was found to have the value."""
        span = condition.span
        key = span.source.name, span.start, span.end, value
        self.conditions[key] = condition
        self.found.setdefault(key, []).append(asked)

    def _move(self, move: ir.Move) -> ir.Move:
        self._guard(move)
        effects = [*self._effects(move.effects), *self._endings()]
        return replace(move, effects=tuple(effects))

    # asked of positions

    def _guard(self, move: ir.Move) -> None:
        if move.by_chance:
            return
        wrap = self._in_phase(move)
        for condition in move.conditions:
            self._ask(decision(condition.that, wrap))
            wrap = _behind(wrap, condition.that)
        for pick in move.picks:
            self._ask(conditions(pick.domain, wrap))
            inner = self._picked(wrap, pick)
            if pick.where is not None:
                self._ask(decision(pick.where, inner))
                inner = _behind(inner, pick.where)
            wrap = inner

    def _picked(self, wrap: Wrap, pick: ir.Pick) -> Wrap:
        return lambda x: wrap(some(pick.name, pick.domain, x))

    def _ask(self, found: Iterator[tuple[ir.Expr, Wrap]]) -> None:
        for condition, wrap in found:
            self._note(condition, True, wrap(condition))
            self._note(condition, False, wrap(_not(condition)))

    def _in_phase(self, move: ir.Move) -> Wrap:
        """While the match goes on, in the phase of the move, of whoever may act."""
        phase = next(p for p in self.game.phases if p.name == move.phase)
        kind = EnumType("phase", (ir.SETUP, *(p.name for p in self.game.phases)))
        here = ir.Literal(kind.members.index(move.phase), kind)
        now = ir.Apply(Op.EQ, (ir.Apply(Op.PHASE, (), kind), here), BOOL)
        going = both(_not(ir.Apply(Op.OVER, (), BOOL)), now)
        if phase.actors is None:
            return lambda x: both(going, x)
        mover = ir.Apply(Op.MOVER, (), SEAT)
        actors = ir.For(mover, phase.actors, SEATS)
        return lambda x: both(going, some("actor#", actors, ir.For(ir.Local("actor#", SEAT), x, BOOL)))

    # remembered by the game

    def _effects(self, effects: tuple[ir.Effect, ...]) -> Iterator[ir.Effect]:
        for effect in effects:
            for found in _asked_by(effect):
                yield from self._remember(found)
            match effect:
                case ir.Branch():
                    then, otherwise = self._effects(effect.then), self._effects(effect.otherwise)
                    yield replace(effect, then=tuple(then), otherwise=tuple(otherwise))
                case ir.ForEach():
                    yield replace(effect, body=tuple(self._effects(effect.body)))
                case _:
                    yield effect

    def _remember(self, found: Iterator[tuple[ir.Expr, Wrap]]) -> Iterator[ir.Effect]:
        for condition, wrap in found:
            for value, asked in ((True, wrap(condition)), (False, wrap(_not(condition)))):
                mark = self._mark()
                self._note(condition, value, mark)
                yield ir.Branch(asked, (ir.Assign(mark, YES),), ())

    def _mark(self) -> ir.VariableRef:
        name = f"{MARK}{len(self.marks)}"
        nobody = ir.Literal((), SEATS)
        kind = BoolType()
        self.marks.append(ir.Variable(name, ir.Per.TABLE, kind, ir.Literal(False, BOOL), nobody))
        return ir.VariableRef(name, None, kind)

    def _endings(self) -> Iterator[ir.Effect]:
        """What endings ask after a move, the earlier ones first."""
        wrap: Wrap = _same
        for ending in self.game.endings:
            yield from self._remember(decision(ending.when, wrap))
            wrap = _behind(wrap, _not(ending.when))


def _asked_by(effect: ir.Effect) -> Iterator[Iterator[tuple[ir.Expr, Wrap]]]:
    """The conditions in the expressions of one effect."""
    if isinstance(effect, ir.Branch):
        yield decision(effect.condition, _same)
        return
    for e in expressions_of(effect):
        yield conditions(e, _same)
