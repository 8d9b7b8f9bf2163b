"""Every condition of the rules, each way it can go, as something that can happen.

The game is rewritten so that it remembers, in variables that nobody sees and no rule reads, which conditions
were found true and which false in effects. Conditions of guards and picks are asked of positions, and those
of endings of positions after a step, which the engine has counted by then. All of it is after definitions
were put in place; what comes from the same words of the file is one condition. Nothing in the set-up is
looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import reduce

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, SEAT, SEATS, BoolType, EnumType
from interpreter.ir.walk import expressions_of, inside
from verify.conditions import Wrap, behind, both, conditions, decision, going_on, negated, plainly, some

YES = ir.Literal(True, BOOL)
MARK = "mark#"
"""How the names of the variables begin that remember; no rule file can hold such a name."""


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
    endings = tuple(replace(e, effects=kept(e.effects)) for e in game.endings)
    variables = tuple(v for v in game.variables if v.name not in idle)
    return replace(game, moves=moves, endings=endings, variables=variables)


def _marks(effect: ir.Effect, names: Set[str]) -> bool:
    """Whether an effect does nothing but remember, in one of these variables."""
    if isinstance(effect, ir.Branch) and len(effect.then) == 1:
        (effect,) = effect.then
    return isinstance(effect, ir.Assign) and effect.variable.name in names


def _kept(effect: ir.Effect, kept: Callable[[tuple[ir.Effect, ...]], tuple[ir.Effect, ...]]) -> ir.Effect:
    match effect:
        case ir.Branch():
            return replace(effect, then=kept(effect.then), otherwise=kept(effect.otherwise))
        case ir.ForEach():
            return replace(effect, body=kept(effect.body))
        case _:
            return effect


# the game -------------------------------------------------------------------------------------------------


@dataclass
class _Arming:
    game: ir.Game
    found: dict[tuple[str, int, int, bool], list[ir.Expr]] = field(default_factory=dict)
    conditions: dict[tuple[str, int, int, bool], ir.Expr] = field(default_factory=dict)
    marks: list[ir.Variable] = field(default_factory=list)

    def all(self) -> Armed:
        stepped = self._mark()
        moves = tuple(m if m.phase == ir.SETUP else self._move(m, stepped) for m in self.game.moves)
        self._ask_endings(stepped)
        endings = tuple(self._ending(n, e) for n, e in enumerate(self.game.endings))
        variables = (*self.game.variables, *self.marks)
        game = replace(self.game, moves=moves, endings=endings, variables=variables, checks=())
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

    def _move(self, move: ir.Move, stepped: ir.VariableRef) -> ir.Move:
        self._guard(move)
        return replace(move, effects=(*self._effects(move.effects), ir.Assign(stepped, YES)))

    # asked of positions

    def _guard(self, move: ir.Move) -> None:
        if move.by_chance:
            return
        wrap = self._in_phase(move)
        for condition in move.conditions:
            self._ask(decision(condition.that, wrap))
            wrap = behind(wrap, condition.that)
        for pick in move.picks:
            self._ask(conditions(pick.domain, wrap))
            inner = self._picked(wrap, pick)
            if pick.where is not None:
                self._ask(decision(pick.where, inner))
                inner = behind(inner, pick.where)
            wrap = inner

    def _picked(self, wrap: Wrap, pick: ir.Pick) -> Wrap:
        return lambda x: wrap(some(pick.name, pick.domain, x))

    def _ask(self, found: Iterator[tuple[ir.Expr, Wrap]]) -> None:
        for condition, wrap in found:
            self._note(condition, True, wrap(condition))
            self._note(condition, False, wrap(negated(condition)))

    def _in_phase(self, move: ir.Move) -> Wrap:
        """While the match goes on, in the phase of the move, of whoever may act."""
        phase = next(p for p in self.game.phases if p.name == move.phase)
        kind = EnumType("phase", (ir.SETUP, *(p.name for p in self.game.phases)))
        here = ir.Literal(kind.members.index(move.phase), kind)
        now = ir.Apply(Op.EQ, (ir.Apply(Op.PHASE, (), kind), here), BOOL)
        going = both(negated(ir.Apply(Op.OVER, (), BOOL)), now)
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
            for value, asked in ((True, wrap(condition)), (False, wrap(negated(condition)))):
                mark = self._mark()
                self._note(condition, value, mark)
                yield ir.Branch(asked, (ir.Assign(mark, YES),), ())

    def _mark(self) -> ir.VariableRef:
        name = f"{MARK}{len(self.marks)}"
        nobody = ir.Literal((), SEATS)
        kind = BoolType()
        self.marks.append(ir.Variable(name, ir.Per.TABLE, kind, ir.Literal(False, BOOL), nobody))
        return ir.VariableRef(name, None, kind)

    # endings

    def _ask_endings(self, stepped: ir.VariableRef) -> None:
        """What endings ask, of the positions after a step, if no ending has changed anything there.

        `stepped` is known to hold there, and nowhere else.
        """
        here: ir.Expr = stepped
        for number, ending in enumerate(self.game.endings):
            here = both(here, negated(self._ended(number))) if ending.effects else here
        player = ir.Apply(Op.LAST_PLAYER, (), SEAT)
        for condition, wrap in self._when(self.game.endings):
            for value, asked in ((True, wrap(condition)), (False, wrap(negated(condition)))):
                self._note(condition, value, both(here, ir.For(player, going_on(asked), BOOL)))

    def _ending(self, number: int, ending: ir.Ending) -> ir.Ending:
        """One with effects remembers before them what it and those before it have asked."""
        if not ending.effects:
            return ending
        asked = self._remember(self._when(self.game.endings[: number + 1]))
        return replace(ending, effects=(*asked, *self._effects(ending.effects)))

    def _when(self, endings: Iterable[ir.Ending]) -> Iterator[tuple[ir.Expr, Wrap]]:
        """The conditions of these endings, which are all, or the first of them."""
        wrap: Wrap = plainly
        for ending in endings:
            yield from decision(ending.when, wrap)
            wrap = behind(wrap, negated(ending.when))

    def _ended(self, number: int) -> ir.Expr:
        kind = EnumType("ending", tuple(e.name for e in self.game.endings))
        return ir.Apply(Op.ENDED, (ir.Literal(number, kind),), BOOL)


def _asked_by(effect: ir.Effect) -> Iterator[Iterator[tuple[ir.Expr, Wrap]]]:
    """The conditions in the expressions of one effect."""
    if isinstance(effect, ir.Branch):
        yield decision(effect.condition, plainly)
        return
    for e in expressions_of(effect):
        yield conditions(e, plainly)
