"""Names as case files write them, to and from the numbers of the engine protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.ir.types import Card, Seat, Suit
from interpreter.run.protocol import Action, Cards, Outcome, Position


@dataclass(frozen=True)
class Pack:
    """Symbols of the suits and ranks as declared, low to high, the cards in play, the names of stacks."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    cards: Cards
    stacks: frozenset[str] = frozenset({"pile"})

    def card(self, name: str) -> Card:
        """The card called, say, `10H`; raises ValueError for a name that is none."""
        rank, suit = name[:-1], name[-1:]
        return Card(self.suits.index(suit) * len(self.ranks) + self.ranks.index(rank))

    def spell(self, card: int) -> str:
        suit, rank = divmod(card, len(self.ranks))
        return self.ranks[rank] + self.suits[suit]

    def suit(self, symbol: str) -> Suit:
        return Suit(self.suits.index(symbol))

    def action(self, action: Action) -> str:
        """The move and its picks: `beat 7D`, `name_trump S`, `take`."""
        return " ".join([action.move, *(self._pick(name, value) for name, value in action.picks)])

    def picked(self, name: str, text: str) -> int:
        """What is written for the pick of this name: a card, a suit or a number."""
        match name:
            case "card":
                return self.card(text)
            case "suit":
                return self.suit(text)
            case _:
                return int(text)

    def _pick(self, name: str, value: int) -> str:
        match name:
            case "card":
                return self.spell(value)
            case "suit":
                return self.suits[value]
            case _:
                return str(value)

    def position(self, start: Mapping[str, Any]) -> Position:
        """The position of a match record's `start`, in which a list of cards may hold `rest` once.

        `rest` stands for all cards in play that lie nowhere else, `odd` and `even` in place of a list for
        every other card of the pack, from the first or the second on.
        """
        zones: dict[str, Any] = dict(start["zones"])
        named = [c for cards in zones.values() for c in _flat(cards) if c not in ("rest", "odd", "even")]
        assert len(set(named)) == len(named), f"a card lies in two places: {named}"
        rest = tuple(sorted(set(self.cards) - {self.card(name) for name in named}))
        return Position(
            start["phase"],
            Seat(start["to_act"]),
            {name: self._zone(cards, rest, name in self.stacks) for name, cards in zones.items()},
            {name: self.value(value) for name, value in start["variables"].items()},
        )

    def _zone(self, cards: Any, rest: Cards, ordered: bool) -> Cards | tuple[Cards, ...]:
        if cards and all(isinstance(c, list) or c in ("odd", "even") for c in cards):
            return tuple(self._set_or_stack(self.pile(c, rest), ordered) for c in cards)
        return self._set_or_stack(self.pile(cards, rest), ordered)

    def _set_or_stack(self, cards: Cards, ordered: bool) -> Cards:
        return cards if ordered else tuple(sorted(cards))

    def pile(self, names: str | list[str], rest: Cards = ()) -> Cards:
        """Cards as listed."""
        if isinstance(names, str):
            return self.cards[0::2] if names == "odd" else self.cards[1::2]
        found: list[Card] = []
        for name in names:
            found.extend(rest if name == "rest" else (self.card(name),))
        return tuple(found)

    def value(self, value: Any) -> Any:
        """A variable's value, suits being written as symbols."""
        if isinstance(value, list):
            return tuple(self.value(v) for v in value)
        return self.suit(value) if isinstance(value, str) else value


def _flat(cards: Any) -> Iterable[str]:
    if isinstance(cards, str):
        yield cards
    else:
        for inner in cards:
            yield from _flat(inner)


def outcome(expected: Mapping[str, Any] | None) -> Outcome | None:
    """An outcome as a case file writes it."""
    if expected is None:
        return None
    winners, losers = (tuple(Seat(s) for s in expected[who]) for who in ("winners", "losers"))
    return Outcome(expected["ending"], Seat(expected["by"]), winners, losers)
