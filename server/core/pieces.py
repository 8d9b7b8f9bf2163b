"""What views are made of, as JSON text: pieces that come again and again are written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.evaluate import NO_STATE
from interpreter.run.protocol import Action, Cards, ZoneView
from interpreter.run.state import State as Shown
from interpreter.run.telling import Telling
from interpreter.run.values import Spelling
from server.core.spelling import sentence, to_json

MOST = 4096
"""Pieces of a kind that are remembered."""
Spell: TypeAlias = Callable[[Action], dict[str, Any]]


def listed(texts: Iterable[str]) -> str:
    return f"[{','.join(texts)}]"


class Pieces:
    """The pieces of one game."""

    def __init__(self, game: Game, words: Telling, spelling: Spelling, spell: Spell) -> None:
        self._words, self._spelling, self._spell = words, spelling, spell
        self._types = {v.name: v.type for v in game.variables}
        self._fixed = {m.name for m in game.moves if words.is_fixed(m.name)}
        self._quoted = [to_json(symbol) for symbol in spelling.cards]
        self.cards = lru_cache(MOST)(self._cards)
        self.zone = lru_cache(MOST)(self._zone)
        self.variable = lru_cache(MOST)(self._variable)
        self.move = lru_cache(MOST)(self._move)
        self._known_choice = lru_cache(MOST)(self._choice)

    def _cards(self, cards: Cards) -> str:
        quoted = self._quoted
        return listed([quoted[c] for c in cards])

    def _zone(self, name: str, row: tuple[ZoneView, ...]) -> str:
        """The zones of one name, as a viewer knows them."""
        return f"{to_json(name)}:{listed(map(self._content, row))}"

    def _content(self, zone: ZoneView) -> str:
        shown = "null" if zone.cards is None else self.cards(zone.cards)
        return f'{{"cards":{shown},"count":{"null" if zone.count is None else zone.count}}}'

    def _variable(self, name: str, row: tuple[Value | None, ...]) -> str:
        """The values of a variable; None is not written."""
        write, of = self._spelling.write, self._types[name]
        return f"{to_json(name)}:{to_json([None if held is None else write(held, of) for held in row])}"

    def _move(self, action: Action) -> tuple[dict[str, Any], list[Any]] | None:
        """A seat's action and what is said of it to who knows its picks, if that is always the same."""
        told = self._words.alone(action)
        return None if told is None else (self._spell(action), sentence(told, self._spelling))

    def choice(self, shown: Callable[[], Shown], action: Action) -> str:
        """A legal action with its title; `shown` makes the position if the title asks for it."""
        return self._known_choice(action) if action.move in self._fixed else self._choice(action, shown())

    def _choice(self, action: Action, state: Shown = NO_STATE) -> str:
        """A title that is the same in every position needs none."""
        title = sentence(self._words.title(state, action), self._spelling)
        return to_json({"action": self._spell(action), "title": title})
