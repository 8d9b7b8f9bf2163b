"""Whole matches of random players on the compiled engine, without records: the same as `Match` plays, only
faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.fast.engine import Code, Compiled, State
from interpreter.fast.runtime import Undefined, nth
from interpreter.ir.nodes import Lot
from interpreter.run import rng
from interpreter.run.protocol import Outcome


class RandomMatch:
    """One match; `seed` and `index`, `state`, `start` and `plies` mean what they mean for `Match`."""

    def __init__(self, engine: Compiled, seed: int, index: int, cap: int) -> None:
        self.engine = engine
        self.seed, self.index, self.cap = seed, index, cap
        self.state: State = engine.initial()
        self.start: State | None = None
        self.plies = 0
        self._idle = 0
        self._streams: dict[int, rng.Stream] = {}
        self._steps = len(engine.game.setup)
        self._layout = engine.layout
        self._purposes = [rng.LOT if isinstance(s, Lot) else rng.DEAL for s in engine.game.setup]
        self._purposes.append(rng.IN_PLAY)
        if self._played(self.state):
            self.start = self.state

    @property
    def outcome(self) -> Outcome | None:
        return self.engine.outcome(self.state)

    def _played(self, state: State) -> bool:
        """Whether the set-up is done."""
        step: int = state[self._layout.step]
        return step == self._steps

    def steps(self) -> Iterator[tuple[State, Code, State]]:
        """To the end or the cap; what is done with the states before and after. Raises `Fault`."""
        while self.start is None:
            yield self._advance()
        if self.engine.plain:
            yield from self._plain()
        result = self._layout.result
        while self._going_on() and not (self.state[result] and not self.state[result] - 1 & 1):
            yield self._advance()

    def _going_on(self) -> bool:
        """Whether the cap is not reached, by plies or by chance alone."""
        return self.plies < self.cap and self._idle < self.cap

    def _plain(self) -> Iterator[tuple[State, Code, State]]:
        """All of it where each state is one seat's to act, as long as nothing is undefined."""
        engine, result = self.engine, self._layout.result
        choices, act, picks = engine.choices, engine.act, engine.picks
        streams = [self._stream(rng.FIRST_PLAYER + seat) for seat in range(engine.game.seats)]
        while self.plies < self.cap and not self.state[result]:
            before = self.state
            try:
                bundles = choices(before)
                bundle, place = _drawn(bundles, streams[bundles[0][1]])
            except (Undefined, IndexError):
                return  # what this is, the long way finds out
            move, seat, mask, *earlier = bundle
            code = (move, seat, *earlier, nth(mask, place)) if picks[move] else (move, seat)
            try:
                self.state = act[move](before, *code[1:])
            except Undefined:
                self.state = engine.apply(before, engine.action(before, code))
            self.plies += 1
            yield before, code, self.state

    def _advance(self) -> tuple[State, Code, State]:
        before = self.state
        try:
            code = self._choice(before)
        except Undefined:
            code = self._asked(before)
        try:
            self.state = self.engine.step(before, code)
        except Undefined:
            self.state = self.engine.apply(before, self.engine.action(before, code))
        self._count(before, code)
        return before, code, self.state

    def _asked(self, state: State) -> Code:
        """The same choice among what the evaluator finds, which raises `Fault` as a rule."""
        legal = self.engine.legal(state)
        if self.engine.chance(state):
            return self.engine.encoded(state, legal[self._chance(state).below(len(legal))])
        seat = legal[0].player
        assert seat is not None
        own = [a for a in legal if a.player == seat]
        return self.engine.encoded(state, own[self._stream(rng.FIRST_PLAYER + seat).below(len(own))])

    def _chance(self, state: State) -> rng.Stream:
        return self._stream(self._purposes[state[self._layout.step]])

    def _stream(self, purpose: int) -> rng.Stream:
        if purpose not in self._streams:
            self._streams[purpose] = rng.stream(self.seed, self.index, purpose)
        return self._streams[purpose]

    def _count(self, before: State, code: Code) -> None:
        """As in a match: set-up choices and chance are not plies."""
        if self.start is None:
            self.start = self.state if self._played(self.state) else None
        elif self._played(before):
            ply = code[0] in self.engine.plies_of
            self.plies, self._idle = (self.plies + 1, 0) if ply else (self.plies, self._idle + 1)

    def _choice(self, state: State) -> Code:
        """What the seat to act, or chance, does: each possibility is equally likely."""
        engine = self.engine
        bundles: Sequence[tuple[int, ...]] = engine.bundles(state)
        if engine.chance(state):
            purpose = self._purposes[state[self._layout.step]]
        else:
            seat = bundles[0][1]
            if bundles[-1][1] != seat:
                bundles = [b for b in bundles if b[1] == seat]
            purpose = rng.FIRST_PLAYER + seat
        if len(bundles) == 1:
            (bundle,) = bundles
            size = bundle[2].bit_count()
            return engine.chosen(state, bundle, nth(bundle[2], self._below(purpose, size)))
        sizes = [b[2].bit_count() for b in bundles]
        place = self._below(purpose, sum(sizes))
        for bundle, size in zip(bundles, sizes, strict=True):
            if place < size:
                return engine.chosen(state, bundle, nth(bundle[2], place))
            place -= size
        raise AssertionError("a number below the sum")

    def _below(self, purpose: int, n: int) -> int:
        return self._stream(purpose).below(n) if n > 1 else 0


def _drawn(bundles: Sequence[tuple[int, ...]], stream: rng.Stream) -> tuple[tuple[int, ...], int]:
    """One of all choices, each equally likely: its bundle, and its place there."""
    if len(bundles) == 1:
        size = bundles[0][2].bit_count()
        return bundles[0], below(stream, size) if size > 1 else 0
    place = below(stream, sum([b[2].bit_count() for b in bundles]))
    for bundle in bundles:
        size = bundle[2].bit_count()
        if place < size:
            return bundle, place
        place -= size
    raise AssertionError("a number below the sum")


def below(stream: rng.Stream, n: int) -> int:
    """The same as `stream.below(n)` for n > 1, in one go."""
    z = (stream.key + (stream.counter + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    product = ((z ^ (z >> 31)) >> 32) * n
    if product & 0xFFFFFFFF < n:
        return stream.below(n)  # where some numbers may have to be drawn again
    stream.counter += 1
    return product >> 32
