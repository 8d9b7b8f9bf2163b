"""What somebody probably meant by a word that stands where it has no meaning: the help of a diagnostic."""

from __future__ import annotations

from collections.abc import Container

from interpreter.check.functions import FUNCTIONS
from interpreter.ir.types import CARD, CARDS, RANK, SUIT, IntType, SequenceType, SetType, Type, describe

_MEANT = {
    "owner": "`owner` has a meaning only where it is said who sees what a player has",
    "rank": "write whose rank, as in `card.rank`",
    "suit": "write whose suit, as in `card.suit`",
    "card": "no card is picked here",
    "player": "write `me` for the player who acts, `seats` for all of them",
    "players": "write `seats`",
    "everybody": "write `everyone`",
    "all": "write `everyone` or `seats` for all players, `cards` for all cards",
    "none": "write `nobody`",
    "other": "write `next(me)`, or `less(seats, only(me))` for all others",
    "others": "write `less(seats, only(me))`",
    "opponent": "write `next(me)`, or `less(seats, only(me))` for all others",
    "pass": "`pass` is an effect, it belongs under `do:`",
    "opponents": "write `less(seats, only(me))`",
}
"""English for which the language has other words."""


def elsewhere(word: str) -> str | None:
    """Help for a word that is no name here but has a meaning somewhere."""
    if word in FUNCTIONS:
        return f"write `{FUNCTIONS[word].usage}`"
    return _MEANT.get(word.lower())


_CALLED = {
    "length": "write `size(zone)`",
    "len": "write `size(zone)`",
    "number": "write `size(zone)`",
    "amount": "write `size(zone)`",
    "sum": "write `total(… over name in set)`",
    "first": "write `bottom(stack)` or `top(stack)`",
    "last": "write `top(stack)`",
    "contains": "write `card in zone`",
    "empty": "write `zone is empty`",
    "random": "chance comes by a lot, by dealing, or by a move `by: chance`",
    "suit": "write `card.suit`",
    "rank": "write `card.rank`",
    "value": "write `index(card.rank)`",
}
"""Functions of other languages."""


def for_call(word: str, owned: Container[str]) -> str | None:
    """Help for `word(…)` where there is no such function; `owned` are the zones and variables of players."""
    return f"write `{word}[me]`" if word in owned else _CALLED.get(word.lower())


def for_attribute(of: str, attribute: str, owned: Container[str]) -> str | None:
    """Help for `of.attribute` where `of` is not a card."""
    if attribute in owned:
        return f"write `{attribute}[{of}]`"
    row = FUNCTIONS.get(attribute)
    return f"write `{attribute}({of})`" if row is not None and row.least == 1 else None


def wanted(kind: Type) -> str:
    """The kind that a place asks for; which numbers it takes is another matter."""
    return "a number" if isinstance(kind, IntType) else describe(kind)


def for_kind(text: str, found: Type, expected: Type) -> str | None:
    """Help for `text`, which is of the kind `found` where `expected` is asked for."""
    if isinstance(found, SequenceType) and expected == CARDS:
        return f"`cards({text})` gives the cards of a stack as a set"
    if isinstance(found, SequenceType) and expected == CARD:
        return f"`top({text})` is its top card"
    if found == CARD and expected in (SUIT, RANK):
        return f"write `{text}.{'suit' if expected == SUIT else 'rank'}`"
    if isinstance(found, SetType | SequenceType) and isinstance(expected, IntType):
        return f"`size({text})` is how many there are"
    return None


def for_truth(text: str, found: Type) -> str:
    """Help for `text` where a yes or no is asked for."""
    if isinstance(found, SetType | SequenceType):
        return f"write `{text} is not empty`"
    if isinstance(found, IntType):
        return f"write with what it is compared, as in `{text} > 0`"
    return f"write what is compared with it, as in `… == {text}`"


def for_order(left: str, sign: str, right: str, kind: Type) -> str | None:
    """Help for a comparison of size between two values that have no order."""
    if kind == CARD:
        return f"write `{left}.rank {sign} {right}.rank`"
    if kind == SUIT:
        return f"write `index({left}) {sign} index({right})` for the order in which the deck lists them"
    return None
