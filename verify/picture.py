"""A state as a model of the solver has it, in words: what a proof could not exclude.

Only the cards that the question names are in it, and nothing says that a match can come there: it shows which
fact a proof lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import z3

from interpreter.ir import nodes as ir
from interpreter.ir.types import CARD, BoolType, Card, Type, Value
from interpreter.run.values import Spelling
from verify import terms as t
from verify.encode import Place
from verify.lower import Lowering
from verify.symbolic import Held, SetTerm, StackTerm, State, Zone


@dataclass(frozen=True)
class Reading:
    """The values of terms in a model."""

    model: z3.ModelRef
    lowering: Lowering

    def number(self, term: t.Term) -> int:
        found = self._value(term)
        return found.as_long() if isinstance(found, z3.IntNumRef) else 0

    def truth(self, term: t.Truth) -> bool:
        return bool(z3.is_true(self._value(term)))

    def same(self, term: t.Term) -> str:
        """The name of an element: the same for what is the same."""
        return str(self._value(term))

    def _value(self, term: t.Term) -> z3.ExprRef:
        node = z3.z3._to_expr_ref(self.lowering.ast(term), self.lowering.context)
        return self.model.eval(node, model_completion=True)


@dataclass(frozen=True)
class Picture:
    """Draws states of one place's game."""

    place: Place
    reading: Reading
    cards: tuple[t.Term, ...]

    @property
    def game(self) -> ir.Game:
        return self.place.terms.game

    def of(self, state: State) -> str:
        parts = [self._moment(state), *self._zones(state), *self._variables(state)]
        return "; ".join(p for p in parts if p)

    def _moment(self, state: State) -> str:
        read, phases = self.reading, (ir.SETUP, *(p.name for p in self.game.phases))
        phase = read.number(state.phase)
        named = phases[phase] if phase < len(phases) else str(phase)
        if not read.truth(state.over):
            return f"seat {read.number(state.mover)} to move, phase `{named}`"
        ending = read.number(state.ending)
        return f"over by `{self.game.endings[ending].name}`" if ending < len(self.game.endings) else "over"

    def _zones(self, state: State) -> Iterator[str]:
        for (name, index), zone in state.zones.items():
            declared = next(z for z in self.game.zones if z.name == name)
            yield f"{self._called(name, index, declared.per)} {self._content(zone)}"

    def _called(self, name: str, index: int, per: ir.Per | ir.Family) -> str:
        return f"`{name}`" if per is ir.Per.TABLE else f"`{name}[{index}]`"

    def _content(self, zone: Zone) -> str:
        size = 0 if zone.size is None else self.reading.number(zone.size)
        held = {self.reading.same(c): c for c in self.cards if self.reading.truth(zone.has(c))}
        found = list(held.values())
        if isinstance(zone, StackTerm):
            found.sort(key=lambda c: -self.reading.number(zone.place(c)))
        told = [f"{self._card(c)}{self._at(zone, c)}" for c in found[:6]]
        return f"{size} card{'' if size == 1 else 's'}" + (f" ({', '.join(told)})" if told else "")

    def _at(self, zone: Zone, card: t.Term) -> str:
        return "" if isinstance(zone, SetTerm) else f" at {self.reading.number(zone.place(card))}"

    def _card(self, card: t.Term) -> str:
        terms, ranks = self.place.terms, len(self.game.deck.ranks)
        suit, rank = self.reading.number(terms.suit(card)), self.reading.number(terms.rank(card))
        return self._spelling.card(Card(suit * ranks + rank))

    @property
    def _spelling(self) -> Spelling:
        return Spelling(self.game.deck, self.game.seats)

    def _variables(self, state: State) -> Iterator[str]:
        for variable in self.game.variables:
            for (name, index), held in state.variables.items():
                if name == variable.name:
                    yield f"{self._called(name, index, variable.per)} {self._held(held, variable)}"

    def _held(self, held: Held, variable: ir.Variable) -> str:
        if not self.reading.truth(held.is_set):
            return "unset"
        if variable.type == CARD:
            return self._card(held.value)
        return self.spelled(self.value(held.value, variable.type), variable.type)

    def value(self, term: t.Term, kind: Type) -> Value:
        return self.reading.truth(term) if isinstance(kind, BoolType) else self.reading.number(term)

    def spelled(self, value: Value, kind: Type) -> str:
        return ("yes" if value else "no") if isinstance(kind, BoolType) else self._spelling.text(value, kind)


def drawn(places: Mapping[str, Place], reading: Reading) -> tuple[str, ...]:
    """A line for each of these places, which have their facts in common, and one for option values that are
    not the usual ones.
    """
    first = next(iter(places.values()))
    cards = tuple(first.terms.facts.cards())
    with first.terms.facts.silence():
        states = [f"{words}: {Picture(p, reading, cards).of(p.state)}" for words, p in places.items()]
        return (*states, *_options(first, reading))


def _options(place: Place, reading: Reading) -> Iterator[str]:
    game, picture = place.terms.game, Picture(place, reading, ())
    unusual = []
    for option in game.options:
        value = picture.value(place.terms.options[option.name], option.type)
        if value != option.default:
            unusual.append(f"`{option.name}` {picture.spelled(value, option.type)}")
    if unusual:
        yield f"with {', '.join(unusual)}"
