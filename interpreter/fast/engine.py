"""The compiled engine: a game's rules as generated Python, behind the engine protocol.

What decides a match runs as generated code: legal moves, moves, chance, endings. What people read, views and
sentences, and the words for what went wrong, come from the evaluator, which is asked about the same position.

For a search that needs no records, all of this is faster than `legal` and `apply`, and means the same:

- a state is a tuple of whole numbers and of tuples of cards: it is its own compact, canonical key;
- `codes(state)` gives the actions as tuples `(move, seat, *picks)` of numbers, in the order of `legal`;
- `step(state, code)` gives the state after one of them, which is not looked at again;
- `choices(state)` and `act[move](state, seat, *picks)` are what these two call;
- `over(state)` tells whether match or deal is over; `action(code)` and `code(action)` translate;
- `Layout` (`engine.layout`) says what the slots are.

`codes` and `step` raise `Undefined` where the rules leave an operation's domain or nobody can move: `legal`
and `apply` then raise the `Fault` that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.fast import runtime
from interpreter.fast.layout import Layout
from interpreter.fast.runtime import Counted, Undefined, has, members
from interpreter.fast.source import Made, addition, make, with_checks
from interpreter.ir.nodes import EachSeat, Game, Lot, Step
from interpreter.ir.types import Seat, Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import IllegalAction
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
        self.asked = 0
        """How often the evaluator had to say what the code could not: at each fault, and hardly ever else."""
        self._counts = self.evaluator.context.counts or _checks_count(self.evaluator)
        self._make()
        self.picks: list[tuple[str, ...]] = [tuple(p.name for p in m.picks) for m in game.moves]
        self._played: dict[str, list[int]] = {}
        for number, move in enumerate(game.moves):
            if not move.by_chance:
                self._played.setdefault(move.name, []).append(number)
        self._lows = [_low(self.layout.low, m) for m in self.made.maker.game.moves] + [0, 0]
        self._drawn = [_drawn_low(self.layout, step) for step in game.setup]
        self.plies_of = frozenset(n for n, m in enumerate(game.moves) if not m.by_chance)
        """The numbers of the moves that are made by players."""
        self._chance = {n for n, m in enumerate(game.moves) if m.by_chance}
        phases = {m.phase for m in game.moves if m.by_chance}
        alone = all(p.actors is None for p in game.phases)
        self.plain = (
            alone and not phases and not any(self._lows) and all(e.again is None for e in game.endings)
        )
        """Whether in play one seat acts at a time, chance never, and bits are the members themselves."""
        self._chance_phases = {n for n, name in enumerate(self.layout.phases) if name in phases}

    def _make(self, wary: bool = False) -> None:
        """The code of the game."""
        evaluator = self.evaluator
        self.checks: object = None
        """What `checker.py` keeps here for all matches."""
        self.made: Made = make(evaluator.game, evaluator.options, evaluator.cards, self._counts, wary)
        self.layout = self.made.layout
        self.space = load(self.made.text)
        self._initial, self.choices, self.act, self._actors = (
            self.space[n] for n in ("initial", "choices", "ACT", "ACTORS")
        )

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
        state = self.fast(self.evaluator.load(position))
        if state[self.layout.step] == len(self.game.setup) and any(
            state[row.start + i] == row.unset
            for name in self.made.maker.settled
            for row in (self.layout.variables[name],)
            for i in range(row.copies)
        ):
            self._make(wary=True)
        return state

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
        positions = past.stood
        for number, stood in enumerate(positions, 1):
            plies, turns = (past.plies, past.turns) if number == len(positions) else (0, 0)
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

    def bundles(self, state: State) -> Sequence[tuple[int, ...]]:
        """All choices, as `(move, seat, mask of the last pick, *earlier picks)`; see `moves.py`."""
        found: Sequence[tuple[int, ...]] = self.choices(state)
        if not found and not self.over(state):
            raise Undefined
        return found

    def codes(self, state: State) -> list[Code]:
        """The legal actions as numbers; none if the match is over."""
        return self.expanded(state, self.bundles(state))

    def expanded(self, state: State, bundles: Iterable[tuple[int, ...]]) -> list[Code]:
        """The actions of bundles, in order."""
        found: list[Code] = []
        for bundle in bundles:
            move, seat, mask, *earlier = bundle
            if move in self.plies_of and self.picks[move]:
                low = self._lows[move]
                found += [(move, seat, *earlier, bit + low) for bit in members(mask)]
            else:
                found += [self.chosen(state, bundle, bit) for bit in members(mask)]
        return found

    def step(self, state: State, code: Code) -> State:
        """The state after a legal action."""
        after: State = self.act[code[0]](state, *code[1:])
        return after

    def action(self, state: State, code: Code) -> Action:
        """The action that a code is in this state."""
        move, seat, *picks = code
        if move > len(self.picks):
            return Action(None, CHANCE, ((AGAIN, 1),))
        if move == len(self.picks):
            return Action(None, CHANCE, ((self._lot(state), picks[0]),))
        named = tuple(zip(self.picks[move], picks, strict=True))
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

    def encoded(self, state: State, action: Action) -> Code:
        """The code of an action that need not be legal; raises `IllegalAction` if it is none of the game."""
        names, values = tuple(n for n, _ in action.picks), tuple(v for _, v in action.picks)
        seat = state[self.layout.mover] if action.player is None else action.player
        for move in self._meant(state, action):
            if names == self._pick_names(state, move):
                return (move, seat, *values)
        raise IllegalAction(action, "there is no such action")

    def _meant(self, state: State, action: Action) -> Iterable[int]:
        """The numbers of the moves that an action may be."""
        moves = self.game.moves
        if action.player is not None:
            return self._played.get(action.move, ())
        if action.move != CHANCE:
            return ()
        if self.over(state):
            return (len(moves) + 1,)
        if state[self.layout.step] < len(self.game.setup):
            return (len(moves),)
        return [n for n, m in enumerate(moves) if m.by_chance and m.phase == self.phase(state)]

    def phase(self, state: State) -> str:
        return self.layout.phases[state[self.layout.phase]]

    def _pick_names(self, state: State, move: int) -> tuple[str, ...]:
        if move < len(self.picks):
            return self.picks[move]
        return (AGAIN,) if move > len(self.picks) else (self._lot(state),)

    def code(self, state: State, action: Action) -> Code | None:
        """The code of a legal action; None if it is not legal."""
        try:
            code = self.encoded(state, action)
        except IllegalAction:
            return None
        move, seat, *picks = code
        for bundle in self.bundles(state):
            if bundle[0] == move and (bundle[1] == seat or action.player is None):
                if not picks or (
                    list(bundle[3:]) == picks[:-1] and has(bundle[2], picks[-1] - self._base(state, move))
                ):
                    return code
        return None

    def chosen(self, state: State, bundle: tuple[int, ...], bit: int) -> Code:
        """The code of a bundle's action with this last pick."""
        move = bundle[0]
        seat = state[self.layout.mover] if move in self._chance else bundle[1]
        if move < len(self.picks) and not self.picks[move]:
            return (move, seat)
        return (move, seat, *bundle[3:], bit + self._base(state, move))

    def _base(self, state: State, move: int) -> int:
        """What is to be added to a bit to get the value of the last pick."""
        return self._lows[move] if move != len(self.picks) else self._drawn[state[self.layout.step]]

    def with_checks(self) -> dict[str, Any]:
        """The generated module with what looks at the checks of the rules; see `checks.py`."""
        if "ALWAYS" not in self.space:
            load(with_checks(self.made), self.space)
        return self.space

    def function(self, name: str) -> Callable[..., Any]:
        """A function that was added to the maker of the module."""
        load(addition(self.made, name, frozenset(self.space)), self.space)
        found: Callable[..., Any] = self.space[name]
        return found

    # the protocol -----------------------------------------------------------------------------------------

    def chance(self, state: State) -> bool:
        layout, setup = self.layout, self.game.setup
        result, step = state[layout.result], state[layout.step]
        if result:
            return bool(result - 1 & 1)
        if step < len(setup):
            return not isinstance(setup[step], EachSeat)
        return state[layout.phase] in self._chance_phases

    def actors(self, state: State) -> tuple[Seat, ...]:
        layout = self.layout
        if self.over(state) or self.chance(state):
            return ()
        who = self._actors[state[layout.phase]]
        if who is None or state[layout.step] < len(self.game.setup):
            return (Seat(state[layout.mover]),)
        try:
            return tuple(map(Seat, members(who(state))))
        except Undefined:
            return self._told().actors(self.slow(state))

    def legal(self, state: State) -> tuple[Action, ...]:
        try:
            return tuple(self.action(state, code) for code in self.codes(state))
        except Undefined:
            return self._told().legal(self.slow(state))

    def apply(self, state: State, action: Action) -> State:
        try:
            code = self.code(state, action)
            if code is not None:
                return self.step(state, code)
        except Undefined:
            self.asked += 1
        return self.fast(self.evaluator.apply(self.slow(state), action))

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


def load(text: str, space: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a generated module defines, perhaps added to what another has defined."""
    space = {"__name__": "generated"} if space is None else space
    exec(compile(text, "<rules>", "exec"), space)  # noqa: S102 - we have written it ourselves
    return space


def _low(low: int, move: Any) -> int:
    from interpreter.fast.moves import member
    from interpreter.ir.types import IntType

    return low if move.picks and isinstance(member(move.picks[-1]), IntType) else 0


def _drawn_low(layout: Layout, step: Step) -> int:
    """The same of what chance may give in a step of the set-up."""
    members = getattr(step.domain.type, "of", None) if isinstance(step, Lot) else None
    return 0 if members is None else layout.bit(members)


def _checks_count(evaluator: Evaluator) -> bool:
    """Whether a check asks for counters."""
    from interpreter.ir.nodes import Apply
    from interpreter.ir.ops import Op
    from interpreter.ir.walk import claim_body, with_definitions

    bodies = [b for c in evaluator.game.checks if (b := claim_body(c.claim)) is not None]
    counters = (Op.PLIES, Op.TURNS, Op.REPEATS)
    nodes: Iterator[Any] = with_definitions(evaluator.game, bodies)
    return any(isinstance(e, Apply) and e.op in counters for e in nodes)
