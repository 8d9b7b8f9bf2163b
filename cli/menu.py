"""What may be chosen: each action's number, which of them stand under cards, how the others are listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich.text import Text

from cli.look import Look
from cli.spell import Speller, readable, styled
from interpreter.ir.nodes import Game, Move, Pick
from interpreter.ir.types import CARD, Card, SequenceType, SetType, Type
from interpreter.run.protocol import Action, Engine, Sentence


@dataclass(frozen=True, slots=True)
class Menu:
    """The legal actions with their titles; the number of an action is its place, from 1.

    `on_cards` are the numbers that stand under drawn cards, `live` all drawn cards that may be chosen.
    """

    actions: tuple[Action, ...]
    titles: tuple[Sentence, ...]
    on_cards: Mapping[Card, int]
    live: frozenset[Card] = frozenset()

    def number(self, action: Action) -> int:
        return self.actions.index(action) + 1


NOTHING = Menu((), (), {})

GAP = 3
"""Columns between things side by side."""


def move_of(game: Game, name: str) -> Move | None:
    return next((m for m in game.moves if m.name == name), None)


def pick_type(pick: Pick) -> Type:
    """The type of what is picked: that of the members of its domain."""
    domain = pick.domain.type
    return domain.of if isinstance(domain, SetType | SequenceType) else domain


def pick_types(game: Game, move: str) -> tuple[Type, ...]:
    """The types of the move's picks, in order; none for a move that the game does not have."""
    found = move_of(game, move)
    return tuple(pick_type(p) for p in found.picks) if found else ()


def card_picked(game: Game, action: Action) -> Card | None:
    """The card of an action that picks one card, whatever else it picks."""
    pairs = zip(action.picks, pick_types(game, action.move), strict=False)
    cards = [value for (_, value), kind in pairs if kind == CARD]
    return Card(cards[0]) if len(cards) == 1 else None


def make_menu(
    game: Game, legal: tuple[Action, ...], title: Callable[[Action], Sentence], drawn: frozenset[Card]
) -> Menu:
    """`drawn` are the cards under which a number can stand; one that could mean two actions bears none."""
    picked = [card_picked(game, a) for a in legal]
    single = {c for c in picked if c is not None and c in drawn and picked.count(c) == 1}
    numbers = {c: n for n, c in enumerate(picked, 1) if c is not None and c in single}
    live = frozenset(c for c in picked if c is not None and c in drawn)
    return Menu(legal, tuple(title(a) for a in legal), numbers, live)


def titled(engine: Engine[Any], state: Any, action: Action) -> Sentence:
    """The rule file's title; where it has none the move's name with what is picked."""
    title = engine.title(state, action)
    if title != (action.move,):
        return title
    types = pick_types(engine.game, action.move)
    picks = [(" ", (value, kind)) for (_, value), kind in zip(action.picks, types, strict=True)]
    return (readable(action.move), *(part for pair in picks for part in pair))


def entries(menu: Menu, speller: Speller) -> list[Text]:
    """One entry an action, or one for all that differ only in the card under which their number stands."""
    shown: list[Text] = []
    card_of = {number: card for card, number in menu.on_cards.items()}

    def general(number: int) -> Sentence | None:
        if number not in card_of:
            return None
        card = (card_of[number], CARD)
        return tuple("a card" if part == card else part for part in menu.titles[number - 1])

    numbers = range(1, len(menu.actions) + 1)
    for (_, said), group in groupby(numbers, key=lambda n: (menu.actions[n - 1].move, general(n))):
        several = list(group)
        if said is None or len(several) == 1:
            shown += [_entry(str(n), speller.sentence(menu.titles[n - 1])) for n in several]
        else:
            span = f"{several[0]}{speller.look.strokes.dash}{several[-1]}"
            shown.append(_entry(span, speller.sentence(said)))
    return shown


def _entry(number: str, title: Text) -> Text:
    return styled(f"{number} ", "cyan").append_text(title)


def listed(found: list[Text], look: Look, indent: str = "  ") -> list[Text]:
    """Entries side by side in as many lines as they need."""
    lines: list[Text] = []
    for entry in found:
        if not lines or lines[-1].cell_len + GAP + entry.cell_len > look.columns:
            lines.append(Text(indent).append_text(entry))
        else:
            lines[-1].append(" " * GAP).append_text(entry)
    return lines
