"""The set-up: steps done in order, stopping wherever chance or a seat must act.

A state in the set-up always stands before a step that needs an action; `advance` does the others. A deal is a
chain of chance actions, one card each; who gets the next card follows from how many have been dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from interpreter.ir.nodes import SETUP, Deal, Do, Draw, EachSeat, Lot, Step
from interpreter.ir.ops import End
from interpreter.ir.types import SEAT, Card, Seat, Type
from interpreter.run.apply import Place, deed, remove
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.evaluate import members
from interpreter.run.fault import Fault
from interpreter.run.protocol import CHANCE, Action
from interpreter.run.state import State
from interpreter.text.codes import Code


def _env(state: State) -> Env:
    return Env(state, state.mover, {})


def _chance(name: str, value: int) -> Action:
    return Action(None, CHANCE, ((name, value),))


class LotRule:
    def __init__(self, step: Lot, context: Context) -> None:
        self.step = step
        self.name = step.variable.name if step.variable is not None else "mover"
        self.type: Type = step.variable.type if step.variable is not None else SEAT
        self._domain = members(step.domain, context)
        self._number = context.variable(step.variable) if step.variable is not None else None
        self._index: Meaning = context.index(step.variable) if step.variable is not None else lambda env: 0

    def begin(self, state: State) -> State | None:
        if not self._domain(_env(state)):
            raise Fault(Code.F809, self.step.span, "there is nothing to draw lots from")
        return state.with_step(state.step, 0)

    def resume(self, state: State) -> State | None:
        """The state in which the step goes on, None if it is done."""
        return state if state.done == 0 else None

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(_chance(self.name, value) for value in self._domain(_env(state)))

    def apply(self, state: State, value: int) -> State:
        if self._number is None:
            state = state.with_mover(Seat(value))
        else:
            state = state.with_value(self._number, self._index(_env(state)), value)
        return state.with_step(state.step, 1)


class DealRule:
    name = "card"

    def __init__(self, step: Deal, context: Context) -> None:
        self.step = step
        self._context = context
        self._count = context.meaning(step.count) if step.count is not None else None
        self._start = context.meaning(step.start)
        self._source = Place(step.source, context)
        self._target = context.zone_named(step.target)

    def _left(self, state: State) -> tuple[Card, ...]:
        return self._source.cards(state, self._source.index(_env(state)))

    def _seats(self, state: State) -> tuple[Seat, ...]:
        env = _env(state)
        around = self._context.from_seat(Seat(self._start(env)))
        seats = tuple(s for s in around if self._context.has_part(env, s))
        if not seats:
            raise Fault(Code.F807, self.step.span, "nobody has part in the deal")
        return seats

    def _total(self, state: State) -> int:
        """How many cards the step deals, those already dealt included."""
        seats, cards = len(self._seats(state)), len(self._left(state)) + state.done
        if self._count is None:
            if cards % seats:
                raise Fault(Code.F811, self.step.span, f"{cards} cards do not divide among {seats} seats")
            return cards
        total = int(self._count(_env(state))) * seats
        if not 0 <= total <= cards:
            raise Fault(
                Code.F806,
                self.step.span,
                f"{total} cards are to be dealt, `{self._source.name}` holds {cards}",
            )
        return total

    def begin(self, state: State) -> State | None:
        return self.resume(state.with_step(state.step, 0))

    def resume(self, state: State) -> State | None:
        return state if state.done < self._total(state) else None

    def receiver(self, state: State) -> Seat:
        """The seat that gets the next card."""
        seats = self._seats(state)
        return seats[state.done % len(seats)]

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(_chance(self.name, card) for card in self._left(state))

    def apply(self, state: State, value: int) -> State:
        card, seat, done = Card(value), self.receiver(state), state.done
        source = self._source.index(_env(state))
        state = remove(self._source, state, source, card, self.step.span, self._context)
        held = state.zones[self._target][seat]
        assert isinstance(held, tuple)
        ordered = self._context.game.zones[self._target].ordered
        cards = (*held, card) if ordered else tuple(sorted((*held, card)))
        return state.with_cards(self._target, seat, cards).with_step(state.step, done + 1)


class DrawRule:
    name = "card"

    def __init__(self, step: Draw, context: Context) -> None:
        self.step = step
        self._context = context
        self._count = context.meaning(step.count)
        self._source, self._target = Place(step.source, context), Place(step.target, context)

    def _left(self, state: State) -> tuple[Card, ...]:
        return self._source.cards(state, self._source.index(_env(state)))

    def begin(self, state: State) -> State | None:
        wanted, held = int(self._count(_env(state))), len(self._left(state))
        if not 0 <= wanted <= held:
            message = f"{wanted} cards are to be drawn, `{self._source.name}` holds {held}"
            raise Fault(Code.F806, self.step.span, message)
        return self.resume(state.with_step(state.step, 0), wanted)

    def resume(self, state: State, wanted: int | None = None) -> State | None:
        """What is to be drawn is counted again each time: an expression over it must not change by
        drawing.
        """
        goal = int(self._count(_env(state))) if wanted is None else wanted
        return state if state.done < goal else None

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(_chance(self.name, card) for card in self._left(state))

    def apply(self, state: State, value: int) -> State:
        env, done = _env(state), state.done
        source, target = self._source.index(env), self._target.index(env)
        state = remove(self._source, state, source, Card(value), self.step.span, self._context)
        state = self._target.add(state, target, (Card(value),), End.TOP)
        return state.with_step(state.step, done + 1)


class AskRule:
    """Each seat makes a move; the mover is the seat that is asked."""

    def __init__(self, step: EachSeat, context: Context) -> None:
        self.step = step
        self._context = context
        self._start = context.meaning(step.start)

    def begin(self, state: State) -> State | None:
        return state.with_mover(Seat(self._start(_env(state)))).with_step(state.step, 0)

    def resume(self, state: State) -> State | None:
        return state if state.done < self._context.seats else None

    def answered(self, state: State, seat: Seat) -> State:
        """After `seat` has made its move: the next one is asked, if any is left."""
        done = state.done + 1
        if done < self._context.seats:
            state = state.with_mover(Seat((seat + 1) % self._context.seats))
        return state.with_step(state.step, done)


@dataclass(frozen=True)
class DoRule:
    step: Do
    run: Callable[[Env], None]


ChanceRule: TypeAlias = "LotRule | DealRule | DrawRule"
StepRule: TypeAlias = "ChanceRule | AskRule | DoRule"


def _rule(step: Step, context: Context) -> StepRule:
    match step:
        case Lot():
            return LotRule(step, context)
        case Deal():
            return DealRule(step, context)
        case Draw():
            return DrawRule(step, context)
        case EachSeat():
            return AskRule(step, context)
        case Do(effect):
            return DoRule(step, deed(effect, context))
        case _:
            assert_never(step)


class SetUp:
    """The steps of a game. All calls but `start` are for states that stand before one of them.

    A set-up that names no phase ends in the first one declared.
    """

    def __init__(self, context: Context) -> None:
        self._first_phase = context.game.phases[0].name
        self.rules = tuple(_rule(s, context) for s in context.game.setup)

    def start(self, state: State) -> State:
        """From the state before the first step to the first that needs an action, or past the last."""
        return self._enter(state.with_step(0, 0))

    def _enter(self, state: State) -> State:
        """`state` stands before a step that has not begun."""
        while state.step < len(self.rules):
            rule = self.rules[state.step]
            if isinstance(rule, DoRule):
                env = _env(state)
                rule.run(env)
                state = env.state
            else:
                begun = rule.begin(state)
                if begun is not None:
                    return begun
            state = state.with_step(state.step + 1, 0)
        if state.phase == SETUP:
            state = state.with_phase(self._first_phase)
        return state.with_step(len(self.rules), 0)

    def proceed(self, state: State) -> State:
        """After an action: on with the same step, or with the next that needs one."""
        rule = self.rules[state.step]
        assert not isinstance(rule, DoRule)
        going = rule.resume(state)
        return going if going is not None else self._enter(state.with_step(state.step + 1, 0))

    def answered(self, state: State, seat: Seat) -> State:
        """After the move that a seat was asked for."""
        rule = self.rules[state.step]
        assert isinstance(rule, AskRule)
        return self.proceed(rule.answered(state, seat))

    def chance(self, state: State) -> ChanceRule | None:
        """The step that chance is to act in, None if it is a seat's."""
        rule = self.rules[state.step]
        return rule if isinstance(rule, LotRule | DealRule | DrawRule) else None
