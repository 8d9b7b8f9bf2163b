"""A game on one deck as clauses: the start, a step, and what is asked, each worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.passes.bind import bind
from interpreter.passes.expand import expand
from interpreter.passes.fold import fold
from interpreter.passes.inline import inline
from interpreter.run.engine import Evaluator
from verify import terms as t
from verify.bounded.aims import Aim, Scene, ghosts_of, shown
from verify.bounded.moment import Deck, Moment
from verify.bounded.start import Beginning, begin
from verify.bounded.states import Ghosts, filled, parts, position_parts, tidied, unknown_state
from verify.bounded.step import Step, make_step
from verify.bounded.template import Board, Template, width
from verify.bounded.wiring import Names
from verify.symbolic import State


def prepared(game: ir.Game, options: Mapping[str, Value]) -> ir.Game:
    """The game with these option values put in place and everything spelled out."""
    return fold(inline(expand(bind(game, options))))


@dataclass(frozen=True)
class StartForm:
    """The start as clauses; `events` go out after the parts of the state."""

    template: Template
    beginning: Beginning
    events: tuple[t.Term, ...]


class Problem:
    """What can be asked of a game with these option values; raises `Unsupported`, with the line."""

    def __init__(self, game: ir.Game, options: Mapping[str, Value], aims: Iterable[Aim] = ()) -> None:
        """`options` override the defaults. States keep what these aims read; checks among them need not be
        the game's own.
        """
        asked = tuple(aims)
        self.played = replace(game, checks=tuple(a for a in asked if isinstance(a, ir.Check)))
        self.engine = Evaluator(self.played, options)
        self.game = prepared(self.played, self.engine.options)
        self.aims = [self.aim(a) for a in asked]
        self.names = Names(tuple(self.engine.cards))
        self.deck = Deck(self.game, self.names)
        self.ghosts: Ghosts = ghosts_of(self.game, self.aims)
        self.beginning: Beginning = begin(self.deck)
        self.form = self._parts(unknown_state(self.deck, "before", self.ghosts))
        self._first = self._parts(tidied(self.deck, self.beginning.place.state))
        self._step, self.constant = self._constants()
        self.before, self.acted = self._step.before.state, self._step.acted
        self.after = filled(self.deck, "after", self.ghosts, self._known("after"))

    def _constants(self) -> tuple[Step, dict[int, t.Term]]:
        """The parts of a state that after every step are what they were at the start, and the step in which
        they are known. Those that a step changes are dropped until none is.
        """
        values = (t.Kind.VALUE,)
        held = {i: part for i, part in enumerate(self._first) if part.kind in values}
        while True:
            self._held = held
            state = filled(self.deck, "before", self.ghosts, self._known("before"))
            step = make_step(self.deck, self.ghosts, state)
            after = self._parts(step.after)
            kept = {i: part for i, part in held.items() if after[i] is part}
            if kept == held:
                return step, held
            held = kept

    def _known(self, name: str) -> dict[t.Term, t.Term]:
        """Values for the unknowns of a state of this name."""
        unknowns = self._parts(unknown_state(self.deck, name, self.ghosts))
        return {unknowns[i]: value for i, value in self._held.items()}

    # forms ------------------------------------------------------------------------------------------------

    def aim(self, aim: Aim) -> Aim:
        """The aim as it stands in the game that is encoded."""
        if isinstance(aim, ir.Check):
            return next(c for c in self.game.checks if c.name == aim.name)
        return aim

    @property
    def live(self) -> tuple[t.Term, ...]:
        """The parts of any state, those known that never change."""
        return self._parts(self.before)

    def _parts(self, state: State) -> tuple[t.Term, ...]:
        return parts(self.deck, state, self.ghosts)

    @cached_property
    def start(self) -> StartForm:
        beginning, out = self.beginning, self._first
        board, facts = Board(self.names), beginning.facts
        board.wiring.expect((*facts, *out))
        board.wiring.say(*facts)
        board.put(self.live, out)
        events = tuple(beginning_terms(beginning))
        board.put(events, events)
        return StartForm(board.finished(), beginning, events)

    @cached_property
    def step(self) -> Template:
        """From the parts of a state; the action and the parts of the state after it go out."""
        step, board = self._step, Board(self.names)
        board.admit(self.live)
        out = self._parts(step.after)
        board.wiring.expect((step.made, *out))
        board.wiring.say(step.made)
        board.put(step.acted.unknowns, step.acted.unknowns)
        board.put(self.live, out)
        return board.finished()

    def at_first(self, aim: Aim) -> Template | None:
        """Whether the aim is reached in a state without a step; None if it cannot be."""
        found = shown(Scene(self._place(self.before), None), self.aim(aim))
        if found is t.NO:
            return None
        board = Board(self.names)
        board.admit(self.live)
        return self._asked(board, found)

    def after_step(self, aim: Aim) -> Template:
        """Whether the aim is reached by a step: from the state before, the action and the state after it."""
        board = Board(self.names)
        step = self._step
        board.admit((*self.live, *step.acted.unknowns, *self._parts(self.after)))
        return self._asked(board, shown(Scene(self._place(self.after), step), self.aim(aim)))

    @cached_property
    def fault(self) -> Template:
        """Whether the step after a state can be a fault; the action that is tried goes out, too."""
        board = Board(self.names)
        board.admit(self.live)
        board.wiring.expect((self._step.fault,))
        board.outputs = [board.wiring.truth(self._step.fault)]
        board.put(self.acted.unknowns, self.acted.unknowns)
        return board.finished()

    @cached_property
    def same(self) -> Template:
        """Whether two states are the same position."""
        board = Board(self.names)
        pairs = [position_parts(self.deck, s) for s in (self.before, self.after)]
        for row in pairs:
            board.admit(row)
        return self._asked(board, t.both(*(t.equal(a, b) for a, b in zip(*pairs, strict=True))))

    def about_two(self, question: Callable[[Moment, Moment], t.Truth]) -> Template:
        """Whether two states are as the question has it."""
        board = Board(self.names)
        board.admit((*self.live, *self._parts(self.after)))
        return self._asked(board, question(self._place(self.before), self._place(self.after)))

    def _asked(self, board: Board, truth: t.Truth) -> Template:
        board.wiring.expect((truth,))
        board.outputs = [board.wiring.truth(truth)]
        return board.finished()

    def _place(self, state: State) -> Moment:
        return Moment(self.deck, state, state.mover)

    # widths -----------------------------------------------------------------------------------------------

    def width(self, unknowns: Iterable[t.Term]) -> int:
        return sum(width(u, self.names) for u in unknowns)

    @cached_property
    def position_width(self) -> int:
        """How many wires of a state, the first ones, make up its position."""
        return self.width(position_parts(self.deck, self.before))


def beginning_terms(beginning: Beginning) -> Iterable[t.Term]:
    """The unknowns of what happened in the set-up, in order."""
    from verify.bounded.start import Answered, Drawn, Given

    for event in beginning.events:
        match event:
            case Drawn(value):
                yield value
            case Answered(_, picks):
                yield from (value for _, value in picks)
            case Given():
                for key, gets in event.gets.items():
                    yield from gets.values()
                    yield from event.places.get(key, {}).values()
