"""The rule file's sentences as one viewer may hear them: values that he cannot tell are left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from interpreter.ir.nodes import Expr, Lot, Template
from interpreter.ir.types import CARD, SEAT, Card, Seat, Type, Value
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, Meaning
from interpreter.run.evaluate import NO_STATE
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action
from interpreter.run.record import member_type
from interpreter.run.state import Hidden, State
from interpreter.run.views import Sight, is_timeless


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value of this type that the viewer may not know."""

    type: Type


Told: TypeAlias = "tuple[str | tuple[Value, Type] | Unknown, ...]"
"""A sentence as a viewer hears it."""
Part: TypeAlias = "str | tuple[Meaning, Type]"
Parts: TypeAlias = tuple[Part, ...]


MOST_TOLD = 4096
"""Sentences that are remembered."""


class Telling:
    """All sentences of a game about moves and endings."""

    def __init__(self, engine: Evaluator, sight: Sight) -> None:
        self._engine, self._sight, game = engine, sight, engine.game
        self._said = {m.name: self._parts(m.said) for m in game.moves if m.said is not None}
        self._titled_by = {m.name: m.title for m in game.moves if m.title is not None}
        self._titles = {name: self._parts(title) for name, title in self._titled_by.items()}
        self._endings = {e.name: self._parts(e.said) for e in game.endings if e.said is not None}
        self._fixed = {m.name for m in game.moves if m.said is not None and _is_fixed(m.said)}
        self._told = lru_cache(MOST_TOLD)(self._fixed_told)
        self._picked = {m.name: {p.name: member_type(p.domain.type) for p in m.picks} for m in game.moves}

    def _parts(self, template: Template) -> Parts:
        def part(p: str | Expr) -> Part:
            return p if isinstance(p, str) else (self._engine.context.meaning(p), p.type)

        return tuple(part(p) for p in template.parts)

    def move(
        self, before: State, action: Action, after: State, viewer: Seat | None, known: Mapping[str, int]
    ) -> Told:
        """What is said of a move, or of one of chance in the course of play; `known` picks may be told."""
        name, me = action.move, action.player
        if me is None:
            me, move = self._engine.made_by(before, action)
            name = move.name
        if action.player is not None and name in self._fixed and len(known) == len(action.picks):
            return self._told(action)
        parts = self._said.get(name) or self._titled(name, action)
        shown = frozenset(c for _, _, cards in shown_in(self._sight.masked(after, viewer)) for c in cards)
        masked = Env(self._sight.masked(before, viewer), me, dict(known))
        return tuple(_spoken(parts, masked, Env(before, me, dict(action.picks)), shown))

    def alone(self, action: Action) -> Told | None:
        """What is said of a seat's action to whoever knows its picks, if the action alone decides that."""
        return self._told(action) if action.player is not None and action.move in self._fixed else None

    def _fixed_told(self, action: Action) -> Told:
        """What is said of a seat's action by a sentence that asks for nothing else."""
        env = Env(NO_STATE, Seat(action.player or 0), dict(action.picks))
        return tuple(_spoken(self._said[action.move], env, env))

    def _titled(self, name: str, action: Action) -> Parts:
        """What is told where the file has no words for it, as the engine tells it."""
        title: Parts = self._titles.get(name, (name if action.player is not None else action.move,))
        return title if action.player is None else ((lambda env: env.me, SEAT), ": ", *title)

    def lot(self, before: State, action: Action, after: State, viewer: Seat | None) -> Told:
        """What is said of a lot in the set-up: what came of it only to who sees its variable."""
        said = self._engine.narrate(before, action)
        step = self._engine.game.setup[before.step]
        assert isinstance(step, Lot)
        if step.variable is None or self._appears(step.variable.name, action.picks[0][1], after, viewer):
            return said
        return tuple(p if isinstance(p, str) else Unknown(p[1]) for p in said)

    def _appears(self, name: str, value: int, state: State, viewer: Seat | None) -> bool:
        return value in self._sight.variables(self._sight.masked(state, viewer))[name]

    def title(self, state: State, action: Action) -> Told:
        """What a seat chooses with one of its own actions, as that seat may hear it."""
        viewer = action.player
        assert viewer is not None
        parts = self._titles.get(action.move)
        if parts is None:
            return self._untitled(action)
        masked = Env(self._sight.masked(state, viewer), viewer, dict(action.picks))
        return tuple(_spoken(parts, masked, Env(state, viewer, dict(action.picks))))

    def is_fixed(self, move: str) -> bool:
        """Whether the title of a seat's action of this move follows from the action alone."""
        title = self._titled_by.get(move)
        return title is None or _is_fixed(title)

    def _untitled(self, action: Action) -> Told:
        types = self._picked[action.move]
        told: list[str | tuple[Value, Type]] = [action.move.replace("_", " ")]
        for name, value in action.picks:
            told += [" ", (value, types[name])]
        return tuple(told)

    def refusal(self, state: State, action: Action) -> Told | None:
        """Why a seat's action is not legal, in words that this seat may hear; None if legal or not said."""
        said = self._engine.refusal(state, action)
        if said is None:
            return None
        masked = self._sight.masked(state, action.player)
        asked = frozenset(value for _, value in action.picks)
        shown = frozenset(c for _, _, cards in shown_in(masked) for c in cards) | asked
        return tuple(p if isinstance(p, str) else _open(p, shown) for p in said)

    def epilogue(self, state: State, viewer: Seat | None) -> Told:
        """What is said at the end of a deal or match."""
        outcome = state.outcome
        assert outcome is not None, "only a deal or match that is over has an epilogue"
        parts: Parts = self._endings.get(outcome.ending, (outcome.ending,))
        masked = Env(self._sight.masked(state, viewer), outcome.by, {})
        return tuple(_spoken(parts, masked, Env(state, outcome.by, {})))


def _is_fixed(template: Template) -> bool:
    return all(isinstance(part, str) or is_timeless(part, asking=True) for part in template.parts)


def _spoken(
    parts: Parts, masked: Env, real: Env, shown: frozenset[Card] = frozenset()
) -> Iterator[str | tuple[Value, Type] | Unknown]:
    """Values that follow from what the viewer sees, and cards that lie open at the end."""
    for part in parts:
        if isinstance(part, str):
            yield part
            continue
        meaning, type_ = part
        try:
            yield meaning(masked), type_
        except (Fault, KeyError):
            value = meaning(real) if type_ == CARD else None
            yield (value, type_) if value is not None and Card(value) in shown else Unknown(type_)


def shown_in(masked: State) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
    """The zones whose cards are seen: number, place, cards."""
    for n, row in enumerate(masked.zones):
        for i, content in enumerate(row):
            if not isinstance(content, Hidden):
                yield n, i, content


def _open(part: tuple[Value, Type], shown: frozenset[int]) -> tuple[Value, Type] | Unknown:
    """A value in a refusal: cards only if the seat sees them or has asked about them."""
    value, type_ = part
    cards = value if isinstance(value, tuple) else (value,)
    secret = CARD in (type_, getattr(type_, "of", None)) and not shown.issuperset(int(c) for c in cards)
    return Unknown(type_) if secret else part
