"""A model as a match, played by the evaluator: only what it confirms is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.ir.types import Seat
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.match import Match
from interpreter.run.protocol import CHANCE, Action
from interpreter.run.state import State
from verify import terms as t
from verify.bits import Wire
from verify.bounded.problem import Problem
from verify.bounded.start import Answered, Drawn, Event, Given
from verify.bounded.step import Acted
from verify.bounded.template import width
from verify.bounded.unrolled import Unrolled
from verify.symbolic import Key

Holds = Callable[[Wire], bool]


class Disagreement(AssertionError):
    """A fault of the encoder: the evaluator does not play what the solver found."""


class Values:
    """The values of unknowns in a model, by the wires that they came out with."""

    def __init__(
        self, problem: Problem, unknowns: tuple[t.Term, ...], wires: list[Wire], holds: Holds
    ) -> None:
        self._names, self._holds = problem.names, holds
        self._wires: dict[t.Term, list[Wire]] = {}
        at = 0
        for unknown in unknowns:
            end = at + width(unknown, problem.names)
            self._wires[unknown] = wires[at:end]
            at = end

    def truth(self, term: t.Term) -> bool:
        known = t.known_truth(term)
        return self._holds(self._wires[term][0]) if known is None else known

    def value(self, term: t.Term) -> int:
        """A number, a card or a truth as the evaluator has it."""
        if term.kind is t.Kind.VALUE:
            assert isinstance(term.label, int)
            return term.label
        bits = [self._holds(w) for w in self._wires[term]]
        if term.sort is t.BOOL:
            return bits[0]
        if term.sort is t.CARD:
            return self._names.cards[bits.index(True)]
        span = self._names.spans[term]
        return span.lo + (sum(1 << i for i, b in enumerate(bits) if b) if span.binary else sum(bits))


@dataclass(frozen=True)
class Model:
    """What a solver found: the set-up and the actions after it."""

    events: Values
    actions: tuple[Values, ...]


def play(problem: Problem, model: Model) -> Match[State]:
    """The match; raises `Disagreement` if the evaluator does not allow it."""
    match: Match[State] = Match(problem.engine, (), 0)
    try:
        _set_up(problem, model.events, match)
        for values in model.actions:
            match.make(action_of(problem.acted, values, match.state.mover))
    except (IllegalAction, Fault) as trouble:
        raise Disagreement(f"after {len(match.steps)} actions: {trouble}") from trouble
    return match


def match_of(run: Unrolled, holds: Holds, actions: int | None = None) -> Match[State]:
    """The match that was found, or its first `actions` after the set-up."""
    problem = run.problem
    made = run.actions if actions is None else run.actions[:actions]
    events = Values(problem, problem.start.events, run.events, holds)
    return play(problem, Model(events, tuple(_acted(problem, wires, holds) for wires in made)))


def _acted(problem: Problem, wires: list[Wire], holds: Holds) -> Values:
    return Values(problem, problem.acted.unknowns, wires, holds)


def action_of(acted: Acted, values: Values, mover: Seat) -> Action:
    """The action of a model, in a state with this mover."""
    move = acted.moves[values.value(acted.move)]
    picks = tuple((p.name, int(values.value(acted.picks[move.name][p.name]))) for p in move.picks)
    if move.by_chance:
        return Action(None, CHANCE, picks)
    seat = Seat(values.value(acted.seat)) if acted.seat in acted.unknowns else mover
    return Action(seat, move.name, picks)


# the set-up -----------------------------------------------------------------------------------------------


def _set_up(problem: Problem, values: Values, match: Match[State]) -> None:
    for event in problem.beginning.events:
        for action in _actions(problem, event, values, match):
            match.make(action)
    if match.start is None:
        raise Disagreement("the set-up has not come to its end")


def _actions(problem: Problem, event: Event, values: Values, match: Match[State]) -> Iterator[Action]:
    """What the event was, one action after another, each in the state that the match has come to."""
    match event:
        case Drawn(value):
            wanted = values.value(value)
            yield next(a for a in problem.engine.legal(match.state) if a.picks[0][1] == wanted)
        case Answered(move, picks):
            chosen = tuple((name, int(values.value(value))) for name, value in picks)
            yield Action(problem.engine.actors(match.state)[0], move, chosen)
        case Given():
            yield from _given(problem, event, values, match)


def _given(problem: Problem, event: Given, values: Values, match: Match[State]) -> Iterator[Action]:
    left = {key: _in_order(event, key, values) for key in event.gets}
    while any(left.values()):
        waiting = [key for key, cards in left.items() if cards]
        receiver = waiting[0] if len(waiting) == 1 else _receiver(problem, list(left), match.state)
        card = left[receiver].pop(0)
        yield next(a for a in problem.engine.legal(match.state) if a.picks[0][1] == card)


def _in_order(event: Given, key: Key, values: Values) -> list[int]:
    cards = [card for card, gets in event.gets[key].items() if values.truth(gets)]
    places = event.places.get(key)
    return cards if places is None else sorted(cards, key=lambda card: values.value(places[card]))


def _receiver(problem: Problem, keys: list[Key], state: State) -> Key:
    """The zone to which the next card comes, whichever it is: the one that any card would come to."""
    engine = problem.engine
    after = engine.apply(state, engine.legal(state)[0])
    for name, i in keys:
        number = [z.name for z in engine.game.zones].index(name)
        if after.zones[number][i] != state.zones[number][i]:
            return name, i
    raise Disagreement("a card was given to nobody")
