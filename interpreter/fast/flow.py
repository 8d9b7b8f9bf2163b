"""Whether what others have of a variable can reach what a mover may do or where it leads, seen from the
rules alone.

An independence check that holds by construction need not be tried out in every position. `reach` says that
something is out of reach only if that is sure; what may be reached is compared in each position.

- No guard reads the variable but the mover's own, and, if positions after a move count, no effect does.
- Endings may read it, if all they do is to end the match: who won is not compared. But whether they run
  into a fault must not depend on it. So each reading has to come after all operations of the endings that
  can fault, and these must be the same whenever they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Independent, Op
from interpreter.ir.walk import all_effects as through
from interpreter.ir.walk import (
    children,
    ending_expressions,
    expressions_of,
    guard_expressions,
    inside,
    rule_expressions,
)
from interpreter.passes.inline import inline

LONGEST = 20_000
"""Nodes of the rules with all definitions in place that are looked at."""
_FAULTING = frozenset(
    (Op.TOP, Op.BOTTOM, Op.AT, Op.THE, Op.NEXT, Op.NEXT_AMONG, Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY)
)
_STOPPING = frozenset((Op.AND, Op.OR, Op.IMPLIES, Op.IF))


@dataclass(frozen=True)
class Reach:
    """Where others' variable may matter: in what is `legal`, in what moves do, in how endings are judged.

    `calm` are conditions without it, one for each ending, which would have to hold for the ending to.
    """

    legal: bool
    effects: bool
    endings: bool
    calm: tuple[ir.Expr, ...] | None

    @property
    def nowhere(self) -> bool:
        return not (self.legal or self.effects or self.endings)


def reach(claim: ir.Independence, game: ir.Game, settled: frozenset[str]) -> Reach:
    """How far what others have can reach in play; `game` has no options, `settled` as in `settled.py`."""
    whole = inline(game)
    flow = _Flow(game if _long(whole) else whole, claim.variable, settled)
    after = Independent.AFTER in claim.what
    return Reach(not flow.legal(), after and not flow.effects(), after and not flow.endings(), flow.calm())


def _long(game: ir.Game) -> bool:
    """Whether there is too much to be looked at."""
    return sum(1 for root in rule_expressions(game) for _ in inside(root)) > LONGEST


class _Flow:
    def __init__(self, game: ir.Game, variable: str, settled: frozenset[str]) -> None:
        self._game = game
        self._variable = variable
        self._settled = settled
        self._moves = {m.name: m for m in game.moves}
        self._bodies = {d.name: d.body for d in game.definitions}
        self._actors = {p.name: p.actors for p in game.phases}

    def legal(self) -> bool:
        """Whether guards are clean; where several may act, whoever acts."""
        for phase in self._game.phases:
            alone = phase.actors is None
            asked = [e for m in self._game.moves if m.phase == phase.name for e in guard_expressions(m)]
            if phase.actors is not None:
                asked.append(phase.actors)
            if not all(self._clean(e, alone, alone) for e in asked):
                return False
        return True

    def effects(self) -> bool:
        """Whether moves do the same; the mover may change on the way, `me` does not."""
        blocks = [m.effects for m in self._game.moves if m.phase != ir.SETUP]
        parts = (e for block in blocks for effect in through(block) for e in self._read(effect))
        return all(self._clean(e, True, False) for e in parts)

    def _read(self, effect: ir.Effect) -> Iterator[ir.Expr]:
        """What an effect reads; a variable that is written to is not read."""
        for e in expressions_of(effect):
            if isinstance(effect, ir.Assign) and e is effect.variable:
                yield from children(e)
            else:
                yield e

    def _clean(self, e: ir.Expr, mine: bool, still: bool) -> bool:
        """Whether `e` reads no other's variable; `mine`: `me` moves, `still`: the mover is who it was."""
        match e:
            case ir.VariableRef(name, index) if name == self._variable:
                return index is not None and self._own(index, mine, still)
            case ir.Apply(op=Op.REPEATS):
                return False
            case ir.Apply(op=Op.NEXT) if self._game.turn.among is not None:
                if not self._clean(self._game.turn.among, False, still):
                    return False
            case ir.Call(name):
                if not self._clean(self._bodies[name], mine, still):
                    return False
            case ir.Can(name):
                move = self._moves[name]
                asked = [*guard_expressions(move)]
                actors = self._actors.get(move.phase)
                if actors is not None:
                    asked.append(actors)
                if not all(self._clean(a, mine, still) for a in asked):
                    return False
            case ir.For(seat, body):
                return self._clean(seat, mine, still) and self._clean(
                    body, self._own(seat, mine, still), still
                )
        return all(self._clean(child, mine, still) for child in children(e))

    def _own(self, seat: ir.Expr, mine: bool, still: bool) -> bool:
        """Whether a seat is surely the mover's."""
        return isinstance(seat, ir.Apply) and ((seat.op is Op.ME and mine) or (seat.op is Op.MOVER and still))

    # endings

    def endings(self) -> bool:
        """Whether endings change nothing that counts, and meet the same faults."""
        asked = [e for ending in self._game.endings for e in ending_expressions(ending)]
        if all(self._clean(e, True, False) for e in asked):
            return True
        if any(ending.effects for ending in self._game.endings):
            return False
        if any(isinstance(n, ir.Call | ir.Can) for e in asked for n in inside(e)):
            return False
        return all(map(self._steady, self._faulting(asked))) and self._in_order(asked)

    def calm(self) -> tuple[ir.Expr, ...] | None:
        """The first condition of each ending, if none has to do with others."""
        found = []
        for ending in self._game.endings:
            first = ending.when
            while isinstance(first, ir.Apply) and first.op is Op.AND:
                first = first.args[0]
            if not self._clean(first, True, False):
                return None
            found.append(first)
        return tuple(found)

    def _faulting(
        self, parts: Iterable[ir.Expr], known: frozenset[ir.Expr] = frozenset()
    ) -> frozenset[ir.Expr]:
        """The operations inside that can fault; `known` are variables that are set."""
        found = frozenset[ir.Expr]()
        for e in parts:
            if self._can_fault(e) and e not in known:
                found |= {e}
            if isinstance(e, ir.Apply) and e.op is Op.AND:
                sure = known
                for part in e.args:
                    found |= self._faulting((part,), sure)
                    sure |= _set_variables(part)
            elif not (isinstance(e, ir.Apply) and e.op is Op.IS_SET):
                found |= self._faulting(children(e), known)
        return found

    def _can_fault(self, e: ir.Expr) -> bool:
        match e:
            case ir.VariableRef(name, index):
                return name not in self._settled or self._in_a_family(e, index)
            case ir.ZoneRef(_, index):
                return self._in_a_family(e, index)
            case ir.Bind(op):
                return op in (Binder.LOWEST, Binder.HIGHEST)
            case ir.Apply(op):
                return op in _FAULTING
        return False

    def _in_a_family(self, e: ir.ZoneRef | ir.VariableRef, index: ir.Expr | None) -> bool:
        owners: dict[str, ir.Owner] = {z.name: z.per for z in self._game.zones}
        owners |= {v.name: v.per for v in self._game.variables}
        owner = owners[e.name]
        return index is not None and isinstance(owner, ir.Family)

    def _steady(self, e: ir.Expr) -> bool:
        """Whether it is the same wherever it is looked at in one position."""
        return self._clean(e, False, False) and not any(
            isinstance(n, ir.Local | ir.Bind | ir.Let) or (isinstance(n, ir.Apply) and n.op is Op.ME)
            for n in inside(e)
        )

    def _in_order(self, asked: list[ir.Expr]) -> bool:
        """Whether nothing is read of others before all has been looked at that can fault after that."""
        nothing = frozenset[ir.Expr]()
        return all(
            self._after(e, nothing, self._faulting(asked[n + 1 :]), nothing) is not None
            for n, e in enumerate(asked)
        )

    def _after(
        self, e: ir.Expr, seen: frozenset[ir.Expr], later: frozenset[ir.Expr], known: frozenset[ir.Expr]
    ) -> frozenset[ir.Expr] | None:
        """What that can fault has surely been looked at after `e`; None if others' variable came too early.

        `later` is what may be looked at after `e`, `known` are variables that are set.
        """
        parts = () if isinstance(e, ir.Apply) and e.op is Op.IS_SET else children(e)
        own = frozenset((e,)) if self._can_fault(e) and e not in known else frozenset[ir.Expr]()
        if isinstance(e, ir.Bind):
            later |= self._faulting((e.body,), known)
        inner, sure = seen, known
        for place, child in enumerate(parts):
            rest = self._faulting(parts[place + 1 :], sure)
            found = self._after(child, inner, later | rest | own, sure)
            if found is None:
                return None
            if place == 0 or not self._optional(e):
                inner = found
            if isinstance(e, ir.Apply) and e.op is Op.AND:
                sure |= _set_variables(child)
        if self._reads(e) and not later | own <= inner:
            return None
        return inner | own

    def _reads(self, e: ir.Expr) -> bool:
        """Whether it may have to do with what others have."""
        if isinstance(e, ir.VariableRef):
            return e.name == self._variable
        return isinstance(e, ir.Apply) and e.op is Op.REPEATS

    def _optional(self, e: ir.Expr) -> bool:
        """Whether all but the first part of `e` may be left out."""
        return isinstance(e, ir.Bind) or (isinstance(e, ir.Apply) and e.op in _STOPPING)


def _set_variables(e: ir.Expr) -> frozenset[ir.Expr]:
    """The variables that are set if this holds."""
    match e:
        case ir.Apply(Op.IS_SET, (ref,)):
            return frozenset((ref,))
        case ir.Apply(Op.AND, args):
            return frozenset[ir.Expr]().union(*map(_set_variables, args))
    return frozenset()
