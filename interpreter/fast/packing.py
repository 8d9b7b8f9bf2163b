"""States as a few whole numbers: what a search keeps of each, and compares.

The slots of a state (see `slots.py`) are packed side by side into words of 62 bits, each into as many bits as
its values need. A packed state is canonical, for nothing is left above the cards of a stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from interpreter.fast.slots import Places
from interpreter.ir.types import (
    BoolType,
    CardType,
    EnumType,
    IntType,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    SuitType,
    Type,
)

WORD: Final = 62
"""Bits of a word: none is ever below 0, whatever its kind of number."""


class TooWide(Exception):
    """A state cannot be packed; the text says why: lower case, no full stop."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where the value of a slot stands: `bits` from `shift` on in a word; `low` is added to them."""

    word: int
    shift: int
    bits: int
    low: int

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


@dataclass(frozen=True)
class Packing:
    """The fields of the slots of a position, in their order, and how many words they fill."""

    layout: Places
    fields: tuple[Field, ...]

    @property
    def words(self) -> int:
        return self.fields[-1].word + 1

    # the source

    def packs(self) -> list[str]:
        """Statements that pack the state `s` into `keys` from `at` on."""
        layout = self.layout
        room = max((row.stride - 1 for row in layout.zones.values() if row.ordered), default=0)
        lines = [f"tidy(s, STACKS, {room})"] if layout.stacks else []
        for word in range(self.words):
            parts = [_put(slot, f) for slot, f in enumerate(self.fields) if f.word == word and f.bits]
            lines.append(f"keys[at + {word}] = {' | '.join(parts) or '0'}")
        return lines

    def unpacks(self) -> list[str]:
        """Statements that do the reverse."""
        lines = [f"word_{word} = keys[at + {word}]" for word in range(self.words)]
        return [*lines, *(f"s[{slot}] = {_got(field)}" for slot, field in enumerate(self.fields))]

    # tuples of compiled rules

    def packed(self, state: Sequence[Any]) -> list[int]:
        """The words of a state of the compiled engine."""
        words = [0] * self.words
        for field, value in zip(self.fields, self._slots(state), strict=True):
            words[field.word] |= value - field.low << field.shift
        return words

    def _slots(self, state: Sequence[Any]) -> Iterator[int]:
        room = {slot: row.stride - 1 for row in self.layout.zones.values() for slot in _starts(row)}
        stacks, at = set(self.layout.stacks), 0
        for value in state:
            if at in stacks:
                yield len(value)
                yield from value
                yield from (0 for _ in range(room[at] - len(value)))
                at += 1 + room[at]
            else:
                yield value
                at += 1

    def state(self, words: Sequence[int]) -> tuple[Any, ...]:
        """The state of the compiled engine of these words."""
        values = [(words[f.word] >> f.shift & f.mask) + f.low for f in self.fields]
        found: list[Any] = []
        for row in self.layout.zones.values():
            for slot in _starts(row):
                cards = tuple(values[slot + 1 : slot + 1 + values[slot]])
                found.append(cards if row.ordered else values[slot])
        first = next(iter(self.layout.variables.values())).start if self.layout.variables else None
        return (*found, *values[self.layout.phase if first is None else first :])


def _starts(row: Any) -> range:
    return range(row.start, row.start + row.copies * row.stride, row.stride)


def _put(slot: int, field: Field) -> str:
    value = f"s[{slot}]"
    if field.low:
        value = f"({value} {'-' if field.low > 0 else '+'} {abs(field.low)})"
    return f"({value} << {field.shift})" if field.shift else value


def _got(field: Field) -> str:
    if not field.bits:
        return str(field.low)
    text = f"word_{field.word}"
    text = f"({text} >> {field.shift})" if field.shift else text
    text = f"({text} & {field.mask})"
    return f"{text} {'-' if field.low < 0 else '+'} {abs(field.low)}" if field.low else text


def packing(layout: Places, in_play: int) -> Packing:
    """How the states of a game with so many cards in play are packed. Raises `TooWide`."""
    fields: list[Field] = []
    word = shift = 0
    for low, high in _ranges(layout, in_play):
        bits = (high - low).bit_length()
        if bits > WORD:
            raise TooWide(f"a value of {bits} bits does not fit into a word of {WORD}")
        if shift + bits > WORD:
            word, shift = word + 1, 0
        fields.append(Field(word, shift, bits, low))
        shift += bits
    return Packing(layout, tuple(fields))


def _ranges(layout: Places, in_play: int) -> Iterator[tuple[int, int]]:
    """The least and the greatest number that each slot can have."""
    game = layout.game
    for row in layout.zones.values():
        for _ in range(row.copies):
            if row.ordered:
                yield 0, in_play
                yield from ((0, layout.cards - 1) for _ in range(row.stride - 1))
            else:
                yield 0, (1 << layout.cards) - 1
    for variable, row in zip(game.variables, layout.variables.values(), strict=True):
        low, high = _values(variable.type, layout)
        yield from ((min(low, row.unset), high) for _ in range(row.copies))
    yield 0, len(layout.phases) - 1
    yield 0, game.seats - 1
    yield 0, len(game.setup)
    yield 0, max(in_play, game.seats)
    yield 0, (len(game.endings) * game.seats) << 2 * game.seats + 1


def _values(kind: Type, layout: Places) -> tuple[int, int]:
    match kind:
        case BoolType():
            return 0, 1
        case IntType(low, high):
            return low, high
        case SetType(IntType(_, high)):
            return 0, (1 << high - layout.low + 1) - 1
        case SetType(of):
            return 0, (1 << _many(of, layout)) - 1
        case SequenceType():
            raise TooWide("a variable holds a stack")
        case SuitType() | RankType() | CardType() | SeatType() | EnumType():
            return 0, _many(kind, layout) - 1
    assert_never(kind)


def _many(kind: Type, layout: Places) -> int:
    """How many members a type has that is no number."""
    sizes: Mapping[type, int] = {
        SuitType: len(layout.game.deck.suits),
        RankType: len(layout.game.deck.ranks),
        CardType: layout.cards,
        SeatType: layout.game.seats,
    }
    return len(kind.members) if isinstance(kind, EnumType) else sizes[type(kind)]
