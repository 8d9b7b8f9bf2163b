"""What views and events are made of, as JSON text: pieces that come again and again are written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from interpreter.ir.nodes import Game
from interpreter.ir.types import Type, Value
from interpreter.run.evaluate import NO_STATE
from interpreter.run.protocol import Action, Sentence, ZoneView
from interpreter.run.state import State as Shown
from interpreter.run.telling import Telling, Told
from interpreter.run.values import Spelling
from server.core.spelling import sentence, to_json

MOST = 4096
"""Pieces of a kind that are remembered."""
BITS = 6
"""Bits of a mask whose members are written at once."""
Spell: TypeAlias = Callable[[Action], dict[str, Any]]


def listed(texts: Iterable[str]) -> str:
    return f"[{','.join(texts)}]"


class Members:
    """The texts of the members of masks, between commas; those of neighbouring bits are kept together."""

    def __init__(self, text: Callable[[int], str]) -> None:
        self._text = text
        self._kept: list[dict[int, str]] = []

    def __call__(self, mask: int) -> str:
        found, low, kept = [], 0, self._kept
        while mask:
            some = mask & (1 << BITS) - 1
            if some:
                try:
                    found.append(kept[low][some])
                except (IndexError, KeyError):
                    found.append(self._written(low, some))
            mask >>= BITS
            low += 1
        return ",".join(found)

    def _written(self, low: int, some: int) -> str:
        while len(self._kept) <= low:
            self._kept.append({})
        text = ",".join(self._text(low * BITS + n) for n in range(BITS) if some >> n & 1)
        self._kept[low][some] = text
        return text


class Pieces:
    """The pieces of one game."""

    def __init__(self, game: Game, words: Telling, spelling: Spelling, spell: Spell) -> None:
        self._words, self._spelling, self._spell = words, spelling, spell
        self._types = {v.name: v.type for v in game.variables}
        self.fixed = frozenset(m.name for m in game.moves if words.is_fixed(m.name))
        """The moves whose titles follow from the action alone."""
        self._quoted = [to_json(symbol) for symbol in spelling.cards]
        self.members = Members(lambda card: self._quoted[card])
        """The cards of a mask, without brackets."""
        self.cards = lru_cache(MOST)(self.listed_cards)
        self.zone = lru_cache(MOST)(self._zone)
        self.variable = lru_cache(MOST)(self._variable)
        self.action = lru_cache(MOST)(self._action)
        self._known_choice = lru_cache(MOST)(self._choice)

    def listed_cards(self, cards: Iterable[int]) -> str:
        quoted = self._quoted
        return listed([quoted[c] for c in cards])

    def _zone(self, name: str, row: tuple[ZoneView, ...]) -> str:
        """The zones of one name, as a viewer knows them."""
        return f"{to_json(name)}:{listed(map(self._content, row))}"

    def _content(self, zone: ZoneView) -> str:
        shown = None if zone.cards is None else self.cards(zone.cards)
        return content(shown, zone.count)

    def _variable(self, name: str, row: tuple[Value | None, ...]) -> str:
        """The values of a variable; None is not written."""
        return f"{to_json(name)}:{listed(self.value(name, held) for held in row)}"

    def value(self, name: str, held: Value | None) -> str:
        """A value of a variable."""
        return "null" if held is None else to_json(self._spelling.write(held, self._types[name]))

    def part(self, value: Value, of: Type) -> str:
        """A value in a sentence."""
        return to_json(sentence(((value, of),), self._spelling)[0])

    def sentence(self, told: Told | Sentence) -> str:
        return to_json(sentence(told, self._spelling))

    def _action(self, action: Action) -> str:
        """What a player did, without the picks that the viewer may not know."""
        return to_json(self._spell(action))

    def choice(self, shown: Callable[[], Shown], action: Action) -> str:
        """A legal action with its title; `shown` makes the position if the title asks for it."""
        return self._known_choice(action) if action.move in self.fixed else self._choice(action, shown())

    def _choice(self, action: Action, state: Shown = NO_STATE) -> str:
        """A title that is the same in every position needs none."""
        return chosen(self.action(action), self.sentence(self._words.title(state, action)))


def content(cards: str | None, count: int | None) -> str:
    """What a viewer knows of a zone; `cards` is a list."""
    shown, number = "null" if cards is None else cards, "null" if count is None else count
    return f'{{"cards":{shown},"count":{number}}}'


def chosen(action: str, title: str) -> str:
    """A legal action."""
    return f'{{"action":{action},"title":{title}}}'
