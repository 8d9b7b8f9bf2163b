"""The engines as a search uses them, and which of them a game gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpreter.fast.engine import Compiled
from interpreter.fast.runtime import Undefined, members
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action, Outcome, Position
from interpreter.run.state import Past, State
from verify.explore.space import CHANCE, Adapter, Key, Steps, counted_by_rules, seat_of


class EvaluatorAdapter:
    """Keys are bytes: the number of all that is no card, then by zone the number of cards and the cards.

    Counters that endings ask for are told apart.
    """

    name = "the evaluator"

    def __init__(self, engine: Evaluator) -> None:
        """Raises `Unexplorable`."""
        self._engine = engine
        self._counters = counted_by_rules(engine.game)
        self._rest: list[tuple[Any, ...]] = []
        self._number: dict[tuple[Any, ...], int] = {}
        self._wide = max(engine.cards, default=0) > 255 or len(engine.cards) > 255

    @property
    def engine(self) -> Evaluator:
        return self._engine

    # keys

    def _pack(self, state: State) -> Key:
        past = state.past
        counts = (
            past.plies if past is not None and Op.PLIES in self._counters else 0,
            past.turns if past is not None and Op.TURNS in self._counters else 0,
        )
        rest = (state.variables, state.phase, state.mover, state.step, state.done, state.outcome, counts)
        number = self._number.get(rest)
        if number is None:
            number = self._number[rest] = len(self._rest)
            self._rest.append(rest)
        return number.to_bytes(4, "little") + self._cards(state)

    def _cards(self, state: State) -> bytes:
        flat: list[int] = []
        for row in state.zones:
            for cards in row:
                assert isinstance(cards, tuple)
                flat.append(len(cards))
                flat.extend(cards)
        return b"".join(n.to_bytes(2, "little") for n in flat) if self._wide else bytes(flat)

    def evaluated(self, key: Key) -> State:
        variables, phase, mover, step, done, outcome, counts = self._rest[int.from_bytes(key[:4], "little")]
        flat = key[4:]
        if self._wide:
            flat = [int.from_bytes(flat[i : i + 2], "little") for i in range(0, len(flat), 2)]
        state = State(self._zones(flat), variables, phase, mover, step, done, outcome)
        if not any(counts):
            return state
        return state.with_past(Past(counts[0], counts[1], state, None, hash(state)))

    def _zones(self, flat: Any) -> Any:
        at, zones = 0, []
        for zone in self._engine.game.zones:
            row = []
            for _ in range(self._engine.context.copies(zone.per)):
                end = at + 1 + flat[at]
                row.append(tuple(flat[at + 1 : end]))
                at = end
            zones.append(tuple(row))
        return tuple(zones)

    # states

    def first(self) -> Key:
        return self._pack(self._engine.initial())

    def preparing(self, key: Key) -> bool:
        return self._engine.preparing(self.evaluated(key))

    def phase(self, key: Key) -> str:
        return self.evaluated(key).phase

    def outcome(self, key: Key) -> Outcome | None:
        return self._engine.outcome(self.evaluated(key))

    def position(self, key: Key) -> Position:
        return self._engine.position(self.evaluated(key))

    def legal(self, key: Key) -> tuple[Action, ...]:
        return self._engine.legal(self.evaluated(key))

    def steps(self, key: Key) -> Steps:
        state = self.evaluated(key)
        actions = self._engine.legal(state)
        return tuple(seat_of(a.player) for a in actions), [self._step(state, a) for a in actions]

    def _step(self, state: State, action: Action) -> Key | Fault:
        try:
            return self._pack(self._engine.apply(state, action))
        except Fault as fault:
            return fault


class CompiledAdapter:
    """The states of compiled rules are their own keys."""

    name = "compiled rules"

    def __init__(self, engine: Compiled) -> None:
        self._engine = engine
        layout, moves = engine.layout, engine.game.moves
        self._result, self._place = layout.result, layout.step
        self._phase, self._phases = layout.phase, layout.phases
        self._outcomes: dict[int, Outcome | None] = {}
        self._set_up = len(engine.game.setup)
        self._by_seat = frozenset(n for n, m in enumerate(moves) if not m.by_chance)
        self._acts = engine.space["ACT"]
        self._bases = [self._base(n) if m.picks else None for n, m in enumerate(moves)]

    @property
    def engine(self) -> Compiled:
        return self._engine

    def _base(self, move: int) -> int:
        """What is added to a bit to have the last pick of a move."""
        return self._engine.chosen(self.first(), (move, 0, 1), 0)[-1]

    def first(self) -> Key:
        return self._engine.initial()

    def preparing(self, key: Key) -> bool:
        if key[self._result]:
            return self._engine.outcome(key) is None
        return bool(key[self._place] < self._set_up)

    def phase(self, key: Key) -> str:
        phase: str = self._phases[key[self._phase]]
        return phase

    def outcome(self, key: Key) -> Outcome | None:
        result = key[self._result]
        if not result:
            return None
        if result not in self._outcomes:
            self._outcomes[result] = self._engine.outcome(key)
        return self._outcomes[result]

    def position(self, key: Key) -> Position:
        return self._engine.position(key)

    def legal(self, key: Key) -> tuple[Action, ...]:
        return self._engine.legal(key)

    def evaluated(self, key: Key) -> State:
        return self._engine.slow(key)

    def steps(self, key: Key) -> Steps:
        if key[self._result] or key[self._place] < self._set_up:
            return self._carefully(key)
        try:
            return self._quickly(key)
        except Undefined:
            return self._carefully(key)

    def _quickly(self, key: Key) -> Steps:
        """The steps of play, by the generated functions themselves; raises `Undefined`."""
        found: list[Key | Fault] = []
        seats: list[int] = []
        for move, seat, mask, *earlier in self._engine.bundles(key):
            act, base = self._acts[move], self._bases[move]
            if move not in self._by_seat:
                return self._carefully(key)
            if base is None:
                found.append(act(key, seat))
            else:
                found += [act(key, seat, *earlier, bit + base) for bit in members(mask)]
            seats += [seat] * (len(found) - len(seats))
        return (seats[0] if seats.count(seats[0]) == len(seats) else tuple(seats)), found

    def _carefully(self, key: Key) -> Steps:
        """The steps of any state, faults told."""
        engine, by_seat = self._engine, self._by_seat
        try:
            codes = engine.codes(key)
        except Undefined:
            engine.legal(key)  # raises the fault
            raise
        seats = tuple(code[1] if code[0] in by_seat else CHANCE for code in codes)
        return (seats if len(set(seats)) > 1 else seats[0] if seats else CHANCE), [
            self._step(key, code) for code in codes
        ]

    def _step(self, key: Key, code: tuple[int, ...]) -> Key | Fault:
        try:
            return self._engine.step(key, code)
        except Undefined:
            return self._fault(key, code)

    def _fault(self, key: Key, code: tuple[int, ...]) -> Key | Fault:
        try:
            return self._engine.apply(key, self._engine.action(key, code))
        except Fault as fault:
            return fault


def choose(game: ir.Game, options: Mapping[str, Value]) -> Adapter:
    """The quickest engine that takes the game. Raises `Unexplorable`."""
    if counted_by_rules(game):
        return EvaluatorAdapter(Evaluator(game, options))
    return CompiledAdapter(Compiled(replace(game, checks=()), options))
