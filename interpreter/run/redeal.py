"""What chance does in a match, by its seed: whether a record has the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from interpreter.ir.nodes import Game
from interpreter.ir.types import SEAT
from interpreter.run.fair import Fair, HashStream
from interpreter.run.match import Step, in_setup, set_up_purpose
from interpreter.run.protocol import Action, Engine
from interpreter.run.rng import IN_PLAY, LOT, Stream, stream

S = TypeVar("S", bound=Hashable)


class Chance(Generic[S]):
    """The lots and deals of one match's set-up, asked about in their order."""

    def __init__(self, engine: Engine[S], seed: int, index: int, fair: Fair | None = None) -> None:
        """`seed` and the match's `index` from 0 to 2**64 - 1; with `fair`, `seed` is not used."""
        self._engine = engine
        self._seed = seed
        self._index = index
        self._fair = fair
        self._streams: dict[int, Stream] = {}

    def makes(self, state: S, action: Action) -> bool:
        """Whether it is the next draw."""
        purpose = set_up_purpose(self._engine, state)
        falls_on = None if self._fair is None else self._fair.falls_on
        choices = drawn_from(self._engine, state, purpose, falls_on)
        if purpose not in self._streams:
            fair, index = self._fair, self._index
            drawn = stream(self._seed, index, purpose) if fair is None else fair.stream(index, purpose)
            self._streams[purpose] = drawn
        return choices[self._streams[purpose].below(len(choices))] == action


def drawn_from(engine: Engine[S], state: S, purpose: int, falls_on: int | None) -> tuple[Action, ...]:
    """The actions that chance chooses from; a lot among seats that falls on one of them leaves only that."""
    legal = tuple(engine.legal(state))
    if falls_on is None or purpose != LOT or not _among_seats(engine.game, legal[0]):
        return legal
    return tuple(a for a in legal if a.picks[0][1] == falls_on) or legal


def _among_seats(game: Game, lot: Action) -> bool:
    """Whether a lot gives a seat: the turn, or the value of a variable."""
    name = lot.picks[0][0]
    return next((v.type == SEAT for v in game.variables if v.name == name), name == "mover")


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance made of `choices`, by the stream of a purpose, in the step of this number (from 1)."""

    number: int
    purpose: int
    choices: tuple[Action, ...]
    made: Action


def draws(engine: Engine[S], steps: Iterable[Step[S]], falls_on: int | None = None) -> Iterator[Draw]:
    """All that chance drew in a match; `steps` are all of them, those of the set-up first.

    Lots among seats before the first move fall on the seat `falls_on`, if they can: they leave no choice.
    """
    for number, step in enumerate(steps, 1):
        inside = in_setup(engine, step.before)
        falls_on = falls_on if inside else None
        if step.action.player is None:
            again = engine.position(step.before).ended is not None
            purpose = set_up_purpose(engine, step.before) if inside and not again else IN_PLAY
            yield Draw(number, purpose, drawn_from(engine, step.before, purpose, falls_on), step.action)


def undrawn(engine: Engine[S], fair: Fair, index: int, steps: Iterable[Step[S]]) -> int | None:
    """The number, from 1, of the first step of a match that chance made and the seeds do not say; else None.

    `steps` are all of them, those of the set-up first; `index` is the match's.
    """
    streams: dict[int, HashStream] = {}
    for draw in draws(engine, steps, fair.falls_on):
        stream = streams.setdefault(draw.purpose, fair.stream(index, draw.purpose))
        if draw.choices[stream.below(len(draw.choices))] != draw.made:
            return draw.number
    return None
