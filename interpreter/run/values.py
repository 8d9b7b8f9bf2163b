"""How values are written in records and messages, and read back.

A card is its rank's symbol, then its suit's: `10H`. A suit or rank is its symbol, a seat and a number are
numbers, a member of an enumeration is its name, a yes or no a truth value; sets and stacks are lists.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeGuard

from interpreter.ir.nodes import Deck
from interpreter.ir.types import (
    BoolType,
    Card,
    CardType,
    EnumType,
    IntType,
    Rank,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    Suit,
    SuitType,
    Type,
    Value,
    describe,
)

Plain: TypeAlias = "bool | int | str | list[Plain] | None"


def card_of(deck: Deck, suit: Suit, rank: Rank) -> Card:
    return Card(suit * len(deck.ranks) + rank)


def suit_of(deck: Deck, card: Card) -> Suit:
    return Suit(card // len(deck.ranks))


def rank_of(deck: Deck, card: Card) -> Rank:
    return Rank(card % len(deck.ranks))


def card_symbol(deck: Deck, card: Card) -> str:
    return deck.ranks[rank_of(deck, card)].symbol + deck.suits[suit_of(deck, card)].symbol


def all_cards(deck: Deck) -> tuple[Card, ...]:
    """The whole declared deck, ascending."""
    return tuple(Card(c) for c in range(len(deck.suits) * len(deck.ranks)))


class BadValue(ValueError):
    """What is written is no value of the type; the message says what was expected."""


@dataclass(frozen=True)
class Spelling:
    """Writes and reads the values of a game with this deck and this many seats."""

    deck: Deck
    seats: int

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The symbols of all cards of the declared deck."""
        return tuple(card_symbol(self.deck, c) for c in all_cards(self.deck))

    def card(self, card: Card) -> str:
        """The card's symbol, or its number if there is none such."""
        return self.cards[card] if 0 <= card < len(self.cards) else f"card {card}"

    def has(self, value: int, type_: Type) -> bool:
        """Whether `value` is one of the type's members, for types whose members are not written in it."""
        match type_:
            case BoolType():
                return isinstance(value, bool)
            case SeatType():
                return 0 <= value < self.seats
            case _:
                return 0 <= value < len(self._names(type_))

    def write(self, value: Value, type_: Type) -> Plain:
        """The value as JSON-ready data."""
        if isinstance(value, tuple):
            assert isinstance(type_, SetType | SequenceType)
            return [self.write(v, type_.of) for v in value]
        match type_:
            case CardType():
                return self.card(Card(value))
            case SuitType():
                return self.deck.suits[value].symbol
            case RankType():
                return self.deck.ranks[value].symbol
            case EnumType(_, members):
                return members[value]
            case BoolType():
                return bool(value)
            case _:
                return int(value)

    def text(self, value: Value, type_: Type) -> str:
        """The value in a message."""
        if isinstance(value, tuple):
            assert isinstance(type_, SetType | SequenceType)
            return " ".join(self.text(v, type_.of) for v in value) or "none"
        match type_:
            case SuitType():
                return self.deck.suits[value].name
            case RankType():
                return self.deck.ranks[value].name
            case SeatType():
                return f"seat {value}"
            case BoolType():
                return "yes" if value else "no"
            case _:
                return str(self.write(value, type_))

    def read(self, data: object, type_: Type) -> Value:
        """The inverse of `write`; raises `BadValue`. Sets come back in ascending order."""
        if isinstance(type_, SetType | SequenceType):
            return self._read_many(data, type_)
        found: Value | None = _find(data, self._names(type_))
        if found is None:
            found = self._read_number(data, type_)
        if found is None:
            text = " as a text" if self._names(type_) and not isinstance(data, str) else ""
            raise BadValue(f"expected {describe(type_)}{text}, found `{_shown(data)}`")
        return found

    def _read_many(self, data: object, type_: SetType | SequenceType) -> Value:
        if not isinstance(data, list):
            raise BadValue(f"expected a list, found `{_shown(data)}`")
        members = [self.read(d, type_.of) for d in data]
        if len(set(members)) < len(members):
            raise BadValue("the list names something twice")
        numbers = tuple(int(m) for m in members if not isinstance(m, tuple))
        return tuple(sorted(numbers)) if isinstance(type_, SetType) else numbers

    def _names(self, type_: Type) -> tuple[str, ...]:
        match type_:
            case CardType():
                return self.cards
            case SuitType():
                return tuple(s.symbol for s in self.deck.suits)
            case RankType():
                return tuple(r.symbol for r in self.deck.ranks)
            case EnumType(_, members):
                return members
            case _:
                return ()

    def _read_number(self, data: object, type_: Type) -> Value | None:
        match type_:
            case BoolType():
                return data if isinstance(data, bool) else None
            case SeatType():
                return data if _whole(data) and 0 <= data < self.seats else None
            case IntType(lo, hi):
                return data if _whole(data) and lo <= data <= hi else None
            case _:
                return None


def _whole(data: object) -> TypeGuard[int]:
    return isinstance(data, int) and not isinstance(data, bool)


def _find(data: object, names: tuple[str, ...]) -> int | None:
    return names.index(data) if isinstance(data, str) and data in names else None


_LIKE_OTHERS = re.compile(r"-?\d+|true|false|null")
"""Texts that look like other values without their quotes."""


def _shown(data: object) -> str:
    """As a file has it, but for the quotes of words."""
    plain = isinstance(data, str) and not _LIKE_OTHERS.fullmatch(data)
    text = str(data) if plain else json.dumps(data, default=str)
    return text if len(text) <= 40 else text[:37] + "..."
