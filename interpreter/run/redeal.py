"""What chance does in a match, by its seed: whether a record has the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from interpreter.run.fair import Fair, HashStream
from interpreter.run.match import Step, in_setup, set_up_purpose
from interpreter.run.protocol import Action, Engine
from interpreter.run.rng import IN_PLAY, Stream, stream

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
        legal = self._engine.legal(state)
        purpose = set_up_purpose(self._engine, state)
        if purpose not in self._streams:
            fair, index = self._fair, self._index
            drawn = stream(self._seed, index, purpose) if fair is None else fair.stream(index, purpose)
            self._streams[purpose] = drawn
        return legal[self._streams[purpose].below(len(legal))] == action


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance made of `choices`, by the stream of a purpose, in the step of this number (from 1)."""

    number: int
    purpose: int
    choices: tuple[Action, ...]
    made: Action


def draws(engine: Engine[S], steps: Iterable[Step[S]]) -> Iterator[Draw]:
    """All that chance drew in a match; `steps` are all of them, those of the set-up first."""
    for number, step in enumerate(steps, 1):
        if step.action.player is None:
            inside = in_setup(engine, step.before)
            again = engine.position(step.before).ended is not None
            purpose = set_up_purpose(engine, step.before) if inside and not again else IN_PLAY
            yield Draw(number, purpose, tuple(engine.legal(step.before)), step.action)


def undrawn(engine: Engine[S], fair: Fair, index: int, steps: Iterable[Step[S]]) -> int | None:
    """The number, from 1, of the first step of a match that chance made and the seeds do not say; else None.

    `steps` are all of them, those of the set-up first; `index` is the match's.
    """
    streams: dict[int, HashStream] = {}
    for draw in draws(engine, steps):
        stream = streams.setdefault(draw.purpose, fair.stream(index, draw.purpose))
        if draw.choices[stream.below(len(draw.choices))] != draw.made:
            return draw.number
    return None
