"""Legality: who may act, which moves are open, and which picks fit.

A move is legal for a seat when the match is not over, its phase is on, the seat is one of the actors, its
conditions hold, and each pick is one of its domain for which its filter holds, earlier picks being known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.ir.nodes import SETUP, EachSeat, Game, Move, Pick
from interpreter.ir.types import Seat
from interpreter.run.apply import Deed, deeds
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.evaluate import members
from interpreter.run.state import State

Picks: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class PickRule:
    pick: Pick
    domain: Meaning
    where: Meaning | None

    def values(self, env: Env) -> Iterator[int]:
        """The members of the domain, ascending, for which the filter holds; each is left in scope in turn."""
        name, where = self.pick.name, self.where
        for value in self.domain(env):
            env.locals[name] = value
            if where is None or where(env):
                yield value

    def fits(self, env: Env, value: int) -> bool:
        """Whether `value` may be picked; it is left in scope."""
        if value not in self.domain(env):
            return False
        env.locals[self.pick.name] = value
        return self.where is None or bool(self.where(env))


@dataclass(frozen=True, eq=False)
class MoveRule:
    move: Move
    conditions: tuple[Meaning, ...]
    picks: tuple[PickRule, ...]
    do: Deed

    def choices(self, env: Env, chosen: Picks = ()) -> Iterator[Picks]:
        """All ways to complete the picks made so far, whose names are in scope."""
        if len(chosen) == len(self.picks):
            yield chosen
            return
        rule = self.picks[len(chosen)]
        inner = env.copy()
        for value in rule.values(inner):
            yield from self.choices(inner, (*chosen, (rule.pick.name, value)))

    def open(self, env: Env) -> bool:
        return all(condition(env) for condition in self.conditions)

    def fits(self, env: Env, given: tuple[int, ...]) -> bool:
        """Whether the first picks can be these; they are left in scope."""
        return all(rule.fits(env, value) for rule, value in zip(self.picks, given, strict=False))

    def completes(self, env: Env, given: tuple[int, ...]) -> bool:
        """Whether the first picks can be these and the rest be made somehow."""
        if not self.fits(env, given):
            return False
        chosen = tuple((rule.pick.name, v) for rule, v in zip(self.picks, given, strict=False))
        return next(self.choices(env, chosen), None) is not None


def _move_rule(move: Move, context: Context) -> MoveRule:
    picks = tuple(
        PickRule(p, members(p.domain, context), context.meaning(p.where) if p.where is not None else None)
        for p in move.picks
    )
    conditions = tuple(context.meaning(c.that) for c in move.conditions)
    return MoveRule(move, conditions, picks, deeds(move.effects, context))


class MoveBook:
    """The moves of a game by name and by phase. Makes itself known to the context, for `can`."""

    def __init__(self, game: Game, context: Context) -> None:
        self.game = game
        context.can = self._can
        self.by_name = {m.name: _move_rule(m, context) for m in game.moves}
        self.by_phase: dict[str, tuple[MoveRule, ...]] = {
            name: tuple(r for r in self.by_name.values() if r.move.phase == name)
            for name in (SETUP, *(p.name for p in game.phases))
        }
        self._actors = {p.name: context.meaning(p.actors) for p in game.phases if p.actors is not None}

    def in_setup(self, state: State) -> bool:
        return state.step < len(self.game.setup)

    def current(self, state: State) -> tuple[MoveRule, ...]:
        """The moves that the phase, or the set-up step, admits; of chance or of players."""
        if state.outcome is not None:
            return ()
        if not self.in_setup(state):
            return self.by_phase[state.phase]
        step = self.game.setup[state.step]
        return (self.by_name[step.move],) if isinstance(step, EachSeat) else ()

    def by_chance(self, state: State) -> bool:
        return any(rule.move.by_chance for rule in self.current(state))

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that the phase lets act, chance or not; in the set-up the one that is asked."""
        actors = None if self.in_setup(state) else self._actors.get(state.phase)
        if actors is None:
            return (state.mover,)
        return tuple(Seat(s) for s in actors(Env(state, state.mover, {})))

    def legal(self, state: State, seat: Seat, rule: MoveRule) -> Iterator[Picks]:
        """The legal picks of a current move for one of the actors."""
        env = Env(state, seat, {})
        return rule.choices(env) if rule.open(env) else iter(())

    def _can(self, name: str, env: Env, given: tuple[int, ...]) -> bool:
        rule = self.by_name[name]
        if rule not in self.current(env.state) or env.me not in self.actors(env.state):
            return False
        inner = env.fresh({})
        return rule.open(inner) and rule.completes(inner, given)
