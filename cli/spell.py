"""Values and sentences of the engine as coloured text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from rich.text import Text

from cli.look import Look, face, ink, rank_name, suit_name, suit_of, suit_sign
from interpreter.ir.nodes import Game, Template
from interpreter.ir.types import (
    BoolType,
    Card,
    CardType,
    EnumType,
    IntType,
    Rank,
    RankType,
    Seat,
    SeatType,
    SequenceType,
    SetType,
    Suit,
    SuitType,
    Type,
    Value,
)
from interpreter.run.match import Step, in_setup
from interpreter.run.protocol import Engine, Sentence


@dataclass(frozen=True, slots=True)
class Speller:
    """Writes values of one game; `names` are the players', by seat."""

    game: Game
    names: tuple[str, ...]
    look: Look

    def card(self, card: Card) -> Text:
        deck = self.game.deck
        return Text(face(deck, card, self.look), style=ink(deck, suit_of(deck, card)))

    def suit(self, suit: Suit) -> Text:
        """The suit's sign, or its name where it has none."""
        deck = self.game.deck
        sign, named = suit_sign(deck, suit, self.look), suit_name(deck, suit)
        return Text(sign if sign != named.symbol else named.name, style=ink(deck, suit))

    def seat(self, seat: Seat) -> Text:
        return Text(self.names[seat], style="bold")

    def value(self, value: Value, of: Type) -> Text:
        match of:
            case BoolType():
                return Text("yes" if value else "no")
            case SetType(element) | SequenceType(element):
                members = value if isinstance(value, tuple) else ()
                return Text(", ").join(self.member(v, element) for v in members) if members else Text("none")
            case _:
                return self.member(value if isinstance(value, int) else 0, of)

    def member(self, value: int, of: IntType | SuitType | RankType | CardType | SeatType | EnumType) -> Text:
        match of:
            case IntType():
                return Text(str(value))
            case SuitType():
                return self.suit(Suit(value))
            case RankType():
                return Text(rank_name(self.game.deck, Rank(value)).name)
            case CardType():
                return self.card(Card(value))
            case SeatType():
                return self.seat(Seat(value))
            case EnumType(_, members):
                return Text(readable(members[value]))
            case _:
                assert_never(of)

    def sentence(self, sentence: Sentence) -> Text:
        """One line; what could move the cursor or colour the screen is left out."""
        line = Text()
        for part in sentence:
            line.append_text(Text(printable(part)) if isinstance(part, str) else self.value(*part))
        return line


def is_dealt(engine: Engine[Any], step: Step[Any]) -> bool:
    """Whether chance gives a card in a set-up, which has no line: the receiver sees it, others must not."""
    action = step.action
    picked = [name for name, _ in action.picks]
    return action.player is None and picked == ["card"] and in_setup(engine, step.before)


def styled(text: str, style: str) -> Text:
    """A beginning whose style is its own, not that of what is appended to it."""
    return Text().append(text, style)


def printable(text: str) -> str:
    """The text in one line without control characters, which a rule file might hold."""
    return "".join(c if c.isprintable() else " " for c in text)


def readable(name: str) -> str:
    """A name of the rule file as words."""
    return printable(name.replace("_", " "))


def label(text: Template | None, name: str) -> str:
    """What a thing of the rule file is called: its text where that is plain, else its name."""
    if text is not None and all(isinstance(p, str) for p in text.parts):
        return printable("".join(p for p in text.parts if isinstance(p, str)))
    return readable(name)
