"""The compiled engine: a game's rules as generated Python, behind the engine protocol.

What decides a match runs as generated code: legal moves, moves, chance, endings. What people read, views and
sentences, and the words for what went wrong, come from the evaluator, which is asked about the same position.

For a search that needs no records, all of this is faster than `legal` and `apply`, and means the same:

- a state is a tuple of whole numbers and of tuples of cards: it is its own compact, canonical key;
- `codes(state)` gives the actions as tuples `(move, seat, *picks)` of numbers, in the order of `legal`;
- `step(state, code)` gives the state after one of them, which is not looked at again;
- `over(state)` tells whether match or deal is over; `action(code)` and `code(action)` translate;
- `Layout` (`engine.layout`) says what the slots are.

`codes` and `step` raise `Undefined` where the rules leave an operation's domain or nobody can move: `legal`
and `apply` then raise the `Fault` that says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from interpreter.fast import runtime
from interpreter.fast.runtime import Counted, Undefined, members
from interpreter.fast.source import Made, make
from interpreter.ir.nodes import Game
from interpreter.ir.types import Seat, Value
from interpreter.run.engine import Evaluator
from interpreter.run.protocol import AGAIN, CHANCE, Action, Cards, Outcome, Position, Sentence, View
from interpreter.run.state import Past
from interpreter.run.state import State as Slow

State: TypeAlias = tuple[Any, ...]
Code: TypeAlias = tuple[int, ...]


class Compiled:
    """Implements `Engine[State]`; see the protocol for what the calls promise."""

    def __init__(self, game: Game, options: Mapping[str, Value] | None = None) -> None:
        """`options` as for the evaluator."""
        self.evaluator = Evaluator(game, options)
        counts = self.evaluator.context.counts or _checks_count(self.evaluator)
        self.made: Made = make(game, self.evaluator.options, self.evaluator.cards, counts)
        self.layout = self.made.layout
        self.asked = 0
        """How often the evaluator had to say what the code could not: at each fault, and hardly ever else."""
        self._counts = counts
        self.space = load(self.made.text)
        self._initial, self._choices, self._act = (self.space[n] for n in ("initial", "choices", "ACT"))
        self._number = {m.name: n for n, m in enumerate(game.moves)}
        self._picks = [tuple(p.name for p in m.picks) for m in game.moves]
        self._lows = [_low(self.layout.low, m) for m in self.made.maker.game.moves] + [0, 0]
        self._chance = {n for n, m in enumerate(game.moves) if m.by_chance}
        self._drawn: Code | None = None
        self._seen: tuple[State, tuple[Action, ...]] | None = None

    @property
    def game(self) -> Game:
        return self.evaluator.game

    @property
    def options(self) -> Mapping[str, Value]:
        return self.evaluator.options

    @property
    def cards(self) -> Cards:
        return self.evaluator.cards

    # states -----------------------------------------------------------------------------------------------

    def initial(self) -> State:
        try:
            state: State = self._initial()
        except Undefined:
            return self.fast(self._told().initial())
        return state

    def load(self, position: Position) -> State:
        return self.fast(self.evaluator.load(position))

    def position(self, state: State) -> Position:
        return self.evaluator.position(self.slow(state))

    def fast(self, state: Slow) -> State:
        """Our state of the evaluator's."""
        flat = self.layout.flat(state)
        if not self._counts:
            return flat
        counted = Counted(flat)
        counted.past = self._past(state)
        return counted

    def _past(self, state: Slow) -> runtime.Past | None:
        if state.past is None:
            return None
        chain: list[Past] = []
        past: Past | None = state.past
        while past is not None:
            chain.append(past)
            past = past.before
        log = runtime.Log(self.layout.flat(p.stood) for p in reversed(chain))
        return runtime.Past(state.past.plies, state.past.turns, log, len(chain) - 1)

    def slow(self, state: State) -> Slow:
        """The evaluator's state of ours."""
        found = self.layout.state(state)
        past: runtime.Past | None = getattr(state, "past", None)
        if past is None:
            return found
        chain: Past | None = None
        for number, stood in enumerate(past.log.states[: past.place + 1]):
            last = number == past.place
            plies, turns = (past.plies, past.turns) if last else (0, 0)
            chain = Past.of(self.layout.state(stood), plies, turns, chain)
        return found.with_past(chain)

    def outcome(self, state: State) -> Outcome | None:
        outcome = self.layout.unpack(state[self.layout.result])
        return None if outcome is None or outcome.again else outcome

    def over(self, state: State) -> bool:
        """Whether there is a result, of the match or of a deal of it."""
        return bool(state[self.layout.result])

    def _told(self) -> Evaluator:
        """The evaluator, asked for what the code could not say."""
        self.asked += 1
        return self.evaluator

    # without records --------------------------------------------------------------------------------------

    def bundles(self, state: State) -> tuple[tuple[int, ...], ...]:
        """All choices, as `(move, seat, mask of the last pick, *earlier picks)`; see `moves.py`."""
        found = tuple(self._choices(state))
        if not found and not self.over(state):
            raise Undefined
        return found

    def codes(self, state: State) -> list[Code]:
        """The legal actions as numbers; none if match is over."""
        found: list[Code] = []
        for move, seat, mask, *earlier in self.bundles(state):
            if move < len(self._picks) and not self._picks[move]:
                found.append((move, seat))
                continue
            low = self._lows[move]
            found += [(move, seat, *earlier, bit + low) for bit in members(mask)]
        return found

    def step(self, state: State, code: Code) -> State:
        """The state after a legal action."""
        after: State = self._act[code[0]](state, *code[1:])
        return after

    def action(self, state: State, code: Code) -> Action:
        """The action that a code is in this state."""
        move, seat, *picks = code
        if move > len(self._picks):
            return Action(None, CHANCE, ((AGAIN, 1),))
        if move == len(self._picks):
            return Action(None, CHANCE, ((self._lot(state), picks[0]),))
        named = tuple(zip(self._picks[move], picks, strict=True))
        if move in self._chance:
            return Action(None, CHANCE, named)
        return Action(Seat(seat), self.game.moves[move].name, named)

    def _lot(self, state: State) -> str:
        """What the set-up's chance calls its pick."""
        step = self.game.setup[state[self.layout.step]]
        variable = getattr(step, "variable", None)
        if hasattr(step, "variable"):
            return variable.name if variable is not None else "mover"
        return "card"

    def code(self, state: State, action: Action) -> Code | None:
        """The code of a legal action; None if it is not legal, or not for the code to say."""
        for code in self.codes(state):
            if self.action(state, code) == action:
                return code
        return None

    # the protocol -----------------------------------------------------------------------------------------

    def chance(self, state: State) -> bool:
        return self.evaluator.chance(self.slow(state))

    def actors(self, state: State) -> tuple[Seat, ...]:
        return self.evaluator.actors(self.slow(state))

    def legal(self, state: State) -> tuple[Action, ...]:
        try:
            return tuple(self.action(state, code) for code in self.codes(state))
        except Undefined:
            return self._told().legal(self.slow(state))

    def apply(self, state: State, action: Action) -> State:
        try:
            code = self.code(state, action)
            if code is not None:
                return self.step(state, self._made_by(state, code))
        except Undefined:
            self.asked += 1
        return self.fast(self.evaluator.apply(self.slow(state), action))

    def _made_by(self, state: State, code: Code) -> Code:
        """Chance acts for the mover."""
        return (code[0], state[self.layout.mover], *code[2:]) if code[0] in self._chance else code

    # views and words --------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Seat | None) -> View:
        return self.evaluator.view(self.slow(state), viewer)

    def refusal(self, state: State, action: Action) -> Sentence | None:
        return self.evaluator.refusal(self.slow(state), action)

    def title(self, state: State, action: Action) -> Sentence:
        return self.evaluator.title(self.slow(state), action)

    def narrate(self, state: State, action: Action) -> Sentence:
        return self.evaluator.narrate(self.slow(state), action)

    def epilogue(self, state: State) -> Sentence:
        return self.evaluator.epilogue(self.slow(state))

    def printed(self) -> tuple[Sentence, ...]:
        return self.evaluator.printed()


def load(text: str) -> dict[str, Any]:
    """What a generated module defines."""
    space: dict[str, Any] = {"__name__": "yourtrumps_generated"}
    exec(compile(text, "<rules>", "exec"), space)  # noqa: S102 - we have written it ourselves
    return space


def _low(low: int, move: Any) -> int:
    from interpreter.fast.moves import member
    from interpreter.ir.types import IntType

    return low if move.picks and isinstance(member(move.picks[-1]), IntType) else 0


def _checks_count(evaluator: Evaluator) -> bool:
    """Whether a check asks for counters."""
    from interpreter.ir.nodes import Apply
    from interpreter.ir.ops import Op
    from interpreter.ir.walk import claim_body, with_definitions

    bodies = [b for c in evaluator.game.checks if (b := claim_body(c.claim)) is not None]
    counters = (Op.PLIES, Op.TURNS, Op.REPEATS)
    nodes: Iterator[Any] = with_definitions(evaluator.game, bodies)
    return any(isinstance(e, Apply) and e.op in counters for e in nodes)
