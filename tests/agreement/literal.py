"""Positions of the evaluator as literal states of the encoder: every card, place and value is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, CARD, Card, Type, Value
from interpreter.run.engine import Evaluator
from interpreter.run.env import History
from interpreter.run.state import State as Position
from verify import terms as t
from verify.encode import Terms
from verify.facts import Facts
from verify.symbolic import Counters, Held, Key, Past, SetTerm, StackTerm, State, Zone, copies


class Known(Terms):
    """The terms of a game whose options and cards are known."""

    def __init__(self, engine: Evaluator) -> None:
        super().__init__(engine.game, Facts())
        types = {o.name: o.type for o in engine.game.options}
        self.options = {name: literal(value, types[name]) for name, value in engine.options.items()}
        self.deck_size = t.number(len(engine.cards))
        self.cards = tuple(t.card(c) for c in engine.cards)

    def members(self, kind: Type) -> tuple[t.Term, ...] | None:
        return self.cards if kind == CARD else super().members(kind)


def literal(value: Value, kind: Type) -> t.Term:
    assert not isinstance(value, tuple)
    if kind == BOOL:
        return t.truth(bool(value))
    return t.card(value) if kind == CARD else t.number(value)


def known_value(term: t.Term) -> bool | int | None:
    """The value of a literal, None of any other term."""
    for known in (t.known_truth, t.known_number, t.known_card):
        value = known(term)
        if value is not None:
            return value
    return None


# states -----------------------------------------------------------------------------------------------------


def literal_state(engine: Evaluator, position: Position, history: History | None) -> State:
    """The position with what checks may ask of the past."""
    game = engine.game
    phases = (ir.SETUP, *(p.name for p in game.phases))
    outcome = position.outcome
    seats = range(game.seats)
    endings = [e.name for e in game.endings]
    return State(
        _zones(game, position),
        _variables(game, position),
        t.number(phases.index(position.phase)),
        t.number(position.mover),
        t.truth(outcome is not None),
        t.number(0 if outcome is None else endings.index(outcome.ending)),
        tuple(t.truth(outcome is not None and s in outcome.winners) for s in seats),
        tuple(t.truth(outcome is not None and s in outcome.losers) for s in seats),
        _past(game, history),
        _counters(position),
    )


def _zones(game: ir.Game, position: Position) -> dict[Key, Zone]:
    found: dict[Key, Zone] = {}
    for zone, row in zip(game.zones, position.zones, strict=True):
        for index, cards in zip(copies(zone.per, game), row, strict=True):
            assert isinstance(cards, tuple)
            found[zone.name, index] = known_stack(cards) if zone.ordered else known_set(cards)
    return found


@cache
def known_set(cards: tuple[Card, ...]) -> SetTerm:
    return SetTerm(CARD, _has(cards), t.number(len(cards)), tuple(t.card(c) for c in cards))


@cache
def known_stack(cards: tuple[Card, ...]) -> StackTerm:
    terms = tuple(t.card(c) for c in cards)
    places = {c: t.number(i) for i, c in enumerate(terms)}
    nothing = t.unknown("no card", t.CARD)

    def slot(i: t.Term) -> t.Term:
        at = t.known_number(i)
        return terms[at] if at is not None and 0 <= at < len(terms) else nothing

    def place(c: t.Term) -> t.Term:
        return places.get(c, _NOWHERE)

    return StackTerm(_has(cards), slot, place, t.number(len(cards)))


_NOWHERE = t.number(-1)


def _has(cards: tuple[Card, ...]) -> Callable[[t.Term], t.Truth]:
    terms = frozenset(t.card(c) for c in cards)
    return lambda c: t.truth(c in terms)


def _variables(game: ir.Game, position: Position) -> dict[Key, Held]:
    found: dict[Key, Held] = {}
    for variable, row in zip(game.variables, position.variables, strict=True):
        for index, value in zip(copies(variable.per, game), row, strict=True):
            assert isinstance(value, int | None)
            found[variable.name, index] = _held(value, variable.type)
    return found


def _held(value: int | None, kind: Type) -> Held:
    if value is None:
        return Held(literal(0, kind), t.NO)
    return Held(literal(value, kind), t.YES)


def _past(game: ir.Game, history: History | None) -> Past:
    if history is None:
        return Past(t.NO, t.number(0), t.number(0), lambda _: t.NO, lambda _: t.number(0))
    number = [m.name for m in game.moves].index(history.move)
    laid = {t.card(c): t.number(seat) for c, seat in history.laid.items()}
    return Past(
        t.YES,
        t.number(number),
        t.number(history.player),
        lambda c: t.truth(c in laid),
        lambda c: laid.get(c, t.number(0)),
    )


def _counters(position: Position) -> Counters:
    """At the start of a match its position has stood once."""
    past = position.past
    if past is None:
        return Counters(t.number(0), t.number(0), t.number(1))
    return Counters(t.number(past.plies), t.number(past.turns), t.number(past.repeats()))
