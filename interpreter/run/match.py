"""Playing a match: the loop between an engine and those who choose. No input or output of its own.

Use it step by step (`advance`, or `make` with an action from outside) or to the end (`play`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from interpreter.ir.nodes import SETUP, Lot
from interpreter.ir.types import Seat
from interpreter.run import rng
from interpreter.run.protocol import Action, Engine, Outcome, View

CAP = 50_000
"""Plies, or actions of chance alone, after which a match is called unfinished; see question Q12."""


class Chooser(Protocol):
    """Whoever decides for a seat; `players` has some."""

    def choose(self, view: View, chance: rng.Stream) -> Action: ...


@runtime_checkable
class Blind(Protocol):
    """A chooser that asks for no more than its legal actions: no view is made for it, and none can fault."""

    def choose_among(self, legal: Sequence[Action], chance: rng.Stream) -> Action: ...


S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One action with the states around it."""

    before: S
    action: Action
    after: S


class Match(Generic[S]):
    """A match in progress. `setup` and `steps` hold what was done before and after the end of the set-up.

    `start` is the state after the set-up, None until then. Set-up choices and chance are not plies.
    """

    def __init__(
        self,
        engine: Engine[S],
        choosers: Sequence[Chooser],
        seed: int,
        index: int = 0,
        cap: int = CAP,
        state: S | None = None,
        keep: bool = True,
    ) -> None:
        """One chooser a seat; `seed` and `index` from 0 to 2**64 - 1; `state` is where to begin instead.

        Without `keep`, `setup` and `steps` stay empty.
        """
        self.engine = engine
        self.choosers = choosers
        self.seed = seed
        self.index = index
        self.cap = cap
        self.state: S = engine.initial() if state is None else state
        self.setup: list[Step[S]] = []
        self.steps: list[Step[S]] = []
        self.start: S | None = None if in_setup(engine, self.state) else self.state
        self.plies = 0
        self._idle = 0
        self._keep = keep
        self._deals = any(e.again is not None for e in engine.game.endings)
        self._streams: dict[int, rng.Stream] = {}

    @property
    def outcome(self) -> Outcome | None:
        return self.engine.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the match has ended or reached its cap, or chance goes on without anybody for as long; the
        set-up is always played to its end.
        """
        capped = max(self.plies, self._idle) >= self.cap
        return self.start is not None and (capped or self.outcome is not None)

    def seat_to_act(self) -> Seat | None:
        """The first seat that has a legal action; None if chance acts."""
        if self.engine.chance(self.state):
            return None
        actors = self.engine.actors(self.state)
        return actors[0] if len(actors) == 1 else self.engine.legal(self.state)[0].player

    def choose(self) -> Action:
        """The action that chance or the chooser of the seat to act takes in the present state."""
        seat = self.seat_to_act()
        if seat is None:
            return self._drawn()
        chooser, chance = self.choosers[seat], self._stream(rng.FIRST_PLAYER + seat)
        if isinstance(chooser, Blind):
            own = [a for a in self.engine.legal(self.state) if a.player == seat]
            return chooser.choose_among(own, chance)
        return chooser.choose(self.engine.view(self.state, seat), chance)

    def _drawn(self) -> Action:
        legal = self.engine.legal(self.state)
        return legal[self._stream(self._purpose()).below(len(legal))]

    def make(self, action: Action) -> Step[S]:
        """Make an action from outside; raises as `Engine.apply`, and then nothing has changed.

        One of chance uses up the number that it would have drawn, so that the rest is as it would have been.
        """
        after = self.engine.apply(self.state, action)
        if action.player is None:
            self._drawn()
        return self._note(Step(self.state, action, after))

    def _note(self, step: Step[S]) -> Step[S]:
        self.state = step.after
        if self._keep:
            (self.setup if self.start is None else self.steps).append(step)
        if self.start is None:
            self.start = None if in_setup(self.engine, self.state) else self.state
        elif not (self._deals and in_setup(self.engine, step.before)):
            self._count(step.action)
        return step

    def _count(self, action: Action) -> None:
        if action.player is None:
            self._idle += 1
        else:
            self.plies, self._idle = self.plies + 1, 0

    def advance(self) -> Step[S]:
        """One action of whoever is to act; the match must not be over."""
        action = self.choose()
        return self._note(Step(self.state, action, self.engine.apply(self.state, action)))

    def play(self) -> Outcome | None:
        """To the end or the cap."""
        while not self.over:
            self.advance()
        return self.outcome

    def _stream(self, purpose: int) -> rng.Stream:
        if purpose not in self._streams:
            self._streams[purpose] = rng.stream(self.seed, self.index, purpose)
        return self._streams[purpose]

    def _purpose(self) -> int:
        if self.start is not None and not (self._deals and in_setup(self.engine, self.state)):
            return rng.IN_PLAY
        return set_up_purpose(self.engine, self.state)


def set_up_purpose(engine: Engine[S], state: S) -> int:
    """From which stream chance draws in a state of the set-up."""
    step = engine.game.setup[engine.position(state).step]
    return rng.LOT if isinstance(step, Lot) else rng.DEAL


def in_setup(engine: Engine[S], state: S) -> bool:
    position = engine.position(state)
    return position.phase == SETUP or position.step > 0 or position.done > 0
