"""A match as plain data for the page: what lies where after each action, what was said, which rule it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.ir import nodes as ir
from interpreter.ir.types import Card, IntType, Type, Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import Step, in_setup
from interpreter.run.protocol import Sentence
from interpreter.run.state import State
from interpreter.run.values import all_cards
from verify.report.source import Sources
from verify.trace import Trace, played


@dataclass(frozen=True)
class Words:
    """How a front end spells: cards with a CSS class for the ink, sentences, values, names of things."""

    card: Callable[[Card], tuple[str, str]]
    sentence: Callable[[Sentence], str]
    value: Callable[[Value, Type], str]
    label: Callable[[ir.Template | None, str], str]
    seats: tuple[str, ...]


def faces(game: ir.Game, words: Words) -> list[tuple[str, str]]:
    """The faces of all cards, by number."""
    return [words.card(card) for card in all_cards(game.deck)]


def story(game: ir.Game, trace: Trace, words: Words, sources: Sources) -> dict[str, Any]:
    """The match as `page.js` reads it. Raises as `played`."""
    match = played(game, trace)
    engine = match.engine
    assert isinstance(engine, Evaluator) and match.start is not None
    teller = _Teller(engine, words, sources)
    moments = [match.start, *(s.after for s in match.steps)]
    return {
        "places": teller.places,
        "names": teller.names,
        "back": trace.back,
        "lies": [teller.lies(state) for state in moments],
        "values": [teller.values(state) for state in moments],
        "turn": [teller.turn(state) for state in moments],
        "said": ["the start", *(teller.said(step) for step in match.steps)],
        "rule": [None, *(teller.rule(step) for step in match.steps)],
    }


class _Teller:
    def __init__(self, engine: Evaluator, words: Words, sources: Sources) -> None:
        self._engine = engine
        self._words = words
        self._sources = sources
        self._game = engine.game
        self._moves = {m.name: m for m in self._game.moves}
        self.places = [
            {"name": self._named(zone.text, zone.name, zone.per, i), "ordered": zone.ordered}
            for zone in self._game.zones
            for i in range(engine.context.copies(zone.per))
        ]
        self.names = [
            self._named(variable.text, variable.name, variable.per, i)
            for variable in self._game.variables
            for i in range(engine.context.copies(variable.per))
        ]

    def _named(self, text: ir.Template | None, name: str, per: ir.Owner, i: int) -> str:
        label = self._words.label(text, name)
        if per is ir.Per.TABLE:
            return label
        if per is ir.Per.PLAYER:
            return f"{self._words.seats[i]}: {label}"
        assert isinstance(per, ir.Family)
        low = per.of.lo if isinstance(per.of, IntType) else 0
        return f"{label} {self._words.value(low + i, per.of)}"

    def lies(self, state: State) -> list[list[int]]:
        rows: Any = state.zones
        return [[int(card) for card in cards] for row in rows for cards in row]

    def values(self, state: State) -> list[str]:
        rows: Any = state.variables
        return [
            "" if value is None else self._words.value(value, variable.type)
            for variable, row in zip(self._game.variables, rows, strict=True)
            for value in row
        ]

    def turn(self, state: State) -> str:
        if self._engine.outcome(state) is not None:
            return self._words.sentence(self._engine.epilogue(state))
        return f"{self._words.seats[state.mover]}, {self._words.label(None, state.phase)}"

    def said(self, step: Step[State]) -> str:
        if in_setup(self._engine, step.before) and step.action.player is None:
            return "chance deals"
        return self._words.sentence(self._engine.narrate(step.before, step.action))

    def rule(self, step: Step[State]) -> tuple[int, int, int] | None:
        """Source, first and last line of the move; None for chance in a set-up."""
        phase = self._engine.position(step.before).phase
        by_chance = (m for m in self._game.moves if m.by_chance and m.phase == phase)
        move = self._moves.get(step.action.move) or next(by_chance, None)
        return None if move is None else self._sources.block(move.span)
