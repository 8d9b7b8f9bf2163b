"""Whether what others have of a variable can reach what a mover may do or where it leads, seen from the
rules alone.

An independence check that holds by construction need not be tried out in every position. `unreached` says yes
only if that is sure; where it says no, the positions are compared one by one.

- No guard reads the variable but the mover's own, and, if positions after a move count, no effect does.
- Endings may read it, if all they do is to end the match: who won is not compared. But whether they run
  into a fault must not depend on it. So each reading has to come after all operations of the endings that
  can fault, and these must be the same whenever they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Independent, Op
from interpreter.ir.walk import all_effects as through
from interpreter.ir.walk import children, ending_expressions, expressions_of, guard_expressions, inside

_FAULTING = frozenset(
    (Op.TOP, Op.BOTTOM, Op.AT, Op.THE, Op.NEXT, Op.NEXT_AMONG, Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY)
)
_STOPPING = frozenset((Op.AND, Op.OR, Op.IMPLIES, Op.IF))


def unreached(claim: ir.Independence, game: ir.Game, settled: frozenset[str]) -> bool:
    """Whether the claim holds in every position in play; `game` has no options, `settled` as in
    `settled.py`.
    """
    if claim.variable not in settled:
        return False
    flow = _Flow(game, claim.variable, settled)
    if not flow.legal():
        return False
    return Independent.AFTER not in claim.what or (flow.effects() and flow.endings())


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
        faulting = frozenset(n for e in asked for n in inside(e) if self._can_fault(n))
        return all(map(self._steady, faulting)) and self._in_order(asked, faulting)

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

    def _in_order(self, asked: Iterable[ir.Expr], faulting: frozenset[ir.Expr]) -> bool:
        """Whether nothing is read of others before all that can fault has been looked at."""
        return all(self._after(e, frozenset(), faulting) is not None for e in asked)

    def _after(
        self, e: ir.Expr, seen: frozenset[ir.Expr], faulting: frozenset[ir.Expr]
    ) -> frozenset[ir.Expr] | None:
        """What that can fault has surely been looked at after `e`; None if others' variable came first."""
        inner = seen
        for place, child in enumerate(children(e)):
            found = self._after(child, inner, faulting)
            if found is None:
                return None
            if place == 0 or not self._optional(e):
                inner = found
        if isinstance(e, ir.VariableRef) and e.name == self._variable and not faulting <= inner:
            return None
        if isinstance(e, ir.Apply) and e.op is Op.REPEATS and not faulting <= inner:
            return None
        return inner | {e} if e in faulting else inner

    def _optional(self, e: ir.Expr) -> bool:
        """Whether all but the first part of `e` may be left out."""
        return isinstance(e, ir.Bind) or (isinstance(e, ir.Apply) and e.op in _STOPPING)
