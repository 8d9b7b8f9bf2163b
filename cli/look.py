"""How things look: borders, suit signs and inks, for terminals that can and for those that cannot."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.nodes import Deck, Named
from interpreter.ir.types import Card, Rank, Suit

SIGNS = {"clubs": "\u2663", "diamonds": "\u2666", "hearts": "\u2665", "spades": "\u2660"}
"""Suits that have a sign of one column in Unicode, by name."""

INKS = {"clubs": "green", "diamonds": "bright_blue", "hearts": "red", "spades": ""}
OTHER_INKS = ("magenta", "cyan", "yellow", "red", "green", "blue", "")
"""Inks of suits with other names, in deck order, over and over."""

NARROWEST, WIDEST = 40, 100
"""Columns between which the drawing adapts itself."""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Characters for drawing. Corners are named by where they stand."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    back: str  # the back of a card
    tick: str  # one of many cards that nobody sees
    star: str  # a marked card
    turn: str  # whose turn it is
    rule: str  # a line through the whole width
    dot: str  # between things said
    dash: str  # between the ends of a range
    more: str  # something is left out


ROUND = Strokes("╭", "╮", "╰", "╯", "─", "│", "▒", "▮", "★", "▶", "━", "·", "–", "…")
PLAIN = Strokes("+", "+", "+", "+", "-", "|", "#", "|", "*", ">", "=", "-", "-", "...")


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal allows: letters only or not, and its size in characters."""

    ascii: bool = False
    width: int = 80
    height: int = 24

    @property
    def strokes(self) -> Strokes:
        return PLAIN if self.ascii else ROUND

    @property
    def columns(self) -> int:
        """The width that drawings use."""
        return max(NARROWEST, min(self.width, WIDEST))


def suit_of(deck: Deck, card: Card) -> Suit:
    return Suit(card // len(deck.ranks))


def rank_of(deck: Deck, card: Card) -> Rank:
    return Rank(card % len(deck.ranks))


def suit_name(deck: Deck, suit: Suit) -> Named:
    return deck.suits[suit]


def rank_name(deck: Deck, rank: Rank) -> Named:
    return deck.ranks[rank]


def ink(deck: Deck, suit: Suit) -> str:
    """The suit's colour, a rich style; empty is the terminal's own."""
    name = suit_name(deck, suit).name
    return INKS[name] if name in INKS else OTHER_INKS[suit % len(OTHER_INKS)]


def suit_sign(deck: Deck, suit: Suit, look: Look) -> str:
    """One sign, or the suit's symbol where there is none."""
    named = suit_name(deck, suit)
    return named.symbol if look.ascii else SIGNS.get(named.name, named.symbol)


def face(deck: Deck, card: Card, look: Look) -> str:
    """The card as it is written: rank, then suit."""
    return rank_name(deck, rank_of(deck, card)).symbol + suit_sign(deck, suit_of(deck, card), look)
