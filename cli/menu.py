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
    """The card of an action that picks one card and nothing else."""
    if len(action.picks) == 1 and pick_types(game, action.move) == (CARD,):
        return Card(action.picks[0][1])
    return None


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
    """One entry an action, or one a move for those whose numbers stand under cards."""
    shown: list[Text] = []
    numbered = list(enumerate(zip(menu.actions, menu.titles, strict=True), 1))
    on_cards = set(menu.on_cards.values())
    for (_, under), group in groupby(numbered, key=lambda e: (e[1][0].move, e[0] in on_cards)):
        if under:
            shown.append(_range_entry(list(group), speller))
        else:
            shown += [_entry(str(n), speller.sentence(title)) for n, (_, title) in group]
    return shown


def _range_entry(group: list[tuple[int, tuple[Action, Sentence]]], speller: Speller) -> Text:
    first, (action, title) = group[0]
    last = group[-1][0]
    if first == last:
        return _entry(str(first), speller.sentence(title))
    card = action.picks[0][1]
    general: Sentence = tuple("a card" if p == (card, CARD) else p for p in title)
    return _entry(f"{first}{speller.look.strokes.dash}{last}", speller.sentence(general))


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
