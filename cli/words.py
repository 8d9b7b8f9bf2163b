"""How people write values: `10h`, `th`, `10♥`, `h10`, `queen of spades`; a suit, a rank, a name, a number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from cli.look import SIGNS
from interpreter.ir.nodes import Deck, Game, Named
from interpreter.ir.types import (
    CARD,
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

OUTLINED = {"\u2667": "clubs", "\u2662": "diamonds", "\u2661": "hearts", "\u2664": "spades"}
IDLE = frozenset({"the", "of", "a", "an", "with", "card"})
"""Words that say nothing."""

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)

Spelled = Mapping[str, frozenset[int]]
"""What each spelling may mean."""


def plain(text: str) -> str:
    """Small letters, single spaces, suit signs as the names of their suits, underscores as spaces."""
    signs = {sign: name for name, sign in SIGNS.items()} | OUTLINED
    named = "".join(f" {signs[c]} " if c in signs else c for c in unicodedata.normalize("NFKC", text))
    kept = "".join(c if c.isalnum() else " " for c in named if c not in "\ufe0e\ufe0f\u200b")
    return " ".join(kept.casefold().split())


def tokens(text: str) -> list[str]:
    """The words of a text that say something."""
    return [word for word in plain(text).split() if word not in IDLE]


def _collect(pairs: Iterable[tuple[str, int]]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for word, value in pairs:
        if word:
            found.setdefault(word, set()).add(value)
    return {word: frozenset(values) for word, values in found.items()}


def _forms(named: Named) -> Iterator[str]:
    name = plain(named.name).replace(" ", "")
    yield from (plain(named.symbol).replace(" ", ""), name, name + "s", name.removesuffix("s"))


def suit_words(deck: Deck) -> Spelled:
    return _collect((form, s) for s, named in enumerate(deck.suits) for form in _forms(named))


def rank_words(deck: Deck) -> Spelled:
    """`t` and `10` are both the ten, and numbers may be words, unless another rank is called so."""
    pairs = [(form, r) for r, named in enumerate(deck.ranks) for form in _forms(named)]
    known = {word for word, _ in pairs}
    for r, named in enumerate(deck.ranks):
        digits = "10" if named.symbol.casefold() == "t" else named.symbol
        pairs += [(word, r) for word in _more_forms(digits) if word not in known]
    return _collect(pairs)


def _more_forms(digits: str) -> tuple[str, ...]:
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 3 else len(NUMBERS)
    if number >= len(NUMBERS):
        return ()
    word = NUMBERS[number]
    plural = word + ("es" if word.endswith("x") else "s")
    return (word, plural, *(("t", "10") if number == 10 else ()))


def joined(words: list[str]) -> str:
    """The words as one; empty where that would make one number of two."""
    apart = any(a[-1].isdigit() and b[0].isdigit() for a, b in pairwise(words))
    return "" if apart else "".join(words)


@dataclass(frozen=True)
class Vocabulary:
    """The spellings of one game's values; `names` are the players', by seat."""

    game: Game
    names: tuple[str, ...]
    _seats: Spelled = field(init=False)

    def __post_init__(self) -> None:
        pairs = [(plain(n).replace(" ", ""), s) for s, n in enumerate(self.names)]
        pairs += [(str(s + 1), s) for s in range(self.game.seats)]
        object.__setattr__(self, "_seats", _collect(pairs))

    @cached_property
    def suits(self) -> Spelled:
        return suit_words(self.game.deck)

    @cached_property
    def ranks(self) -> Spelled:
        return rank_words(self.game.deck)

    @cached_property
    def cards(self) -> Spelled:
        """Rank and suit in either order, without spaces."""
        wide = len(self.game.deck.ranks)
        return _collect(
            (word, suit * wide + rank)
            for s, suits in self.suits.items()
            for r, ranks in self.ranks.items()
            for word in (r + s, s + r)
            for suit in suits
            for rank in ranks
        )

    def part_of_card(self, word: str) -> frozenset[int]:
        """The cards of a rank or of a suit."""
        wide, high = len(self.game.deck.ranks), len(self.game.deck.suits)
        by_rank = {s * wide + r for r in self.ranks.get(word, ()) for s in range(high)}
        by_suit = {s * wide + r for s in self.suits.get(word, ()) for r in range(wide)}
        return frozenset(by_rank | by_suit)

    def read(self, word: str, of: Type) -> frozenset[int]:
        """The values of a type that a word without spaces may mean; none if it means nothing."""
        match of:
            case CardType():
                return self.cards.get(word, frozenset())
            case SuitType():
                return self.suits.get(word, frozenset())
            case RankType():
                return self.ranks.get(word, frozenset())
            case SeatType():
                return self._seats.get(word, frozenset())
            case EnumType(_, members):
                return frozenset(i for i, m in enumerate(members) if plain(m).replace(" ", "") == word)
            case IntType(lo, hi):
                digits = str(NUMBERS.index(word)) if word in NUMBERS else word
                return frozenset({int(digits)} if digits.isdecimal() and lo <= int(digits) <= hi else ())
            case BoolType():
                return frozenset({word in ("yes", "y")} if word in ("yes", "y", "no", "n") else ())
            case SetType() | SequenceType():
                return frozenset()

    def values(self, of: Type) -> list[int]:
        """The values of a small type; none of a set."""
        match of:
            case IntType(lo, hi):
                return list(range(lo, hi + 1))
            case SuitType() | RankType():
                named = self.game.deck.suits if of == SuitType() else self.game.deck.ranks
                return list(range(len(named)))
            case SeatType():
                return list(range(self.game.seats))
            case EnumType(_, members):
                return list(range(len(members)))
            case BoolType():
                return [0, 1]
            case CardType() | SetType() | SequenceType():
                return []

    def read_all(self, words: list[str], types: tuple[Type, ...]) -> list[tuple[int, ...]]:
        """What the words may mean as values of these types, in order; each value is one or more words."""
        if not types:
            return [()] if not words else []
        found = []
        for cut in range(1, len(words) - len(types) + 2):
            firsts = self.read(joined(words[:cut]), types[0])
            if firsts:
                rest = self.read_all(words[cut:], types[1:])
                found += [(value, *more) for value in sorted(firsts) for more in rest]
        return found

    def read_part(self, words: list[str], types: tuple[Type, ...]) -> frozenset[int]:
        """The cards that half a card's name leaves possible, for picks of one card.

        Where more is picked a whole name is a part as well.
        """
        if types.count(CARD) != 1:
            return frozenset()
        part = self.part_of_card(joined(words))
        return part if len(types) == 1 else part | self.read(joined(words), CARD)
