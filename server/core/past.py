"""A match that is over, with all cards open: its positions, what happened, and what chance drew from what.

It is made from the match's record, as anybody could who has the record and the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.ir.nodes import Owner, Per
from interpreter.run.engine import Evaluator
from interpreter.run.match import Step, in_setup
from interpreter.run.protocol import Outcome, Position
from interpreter.run.record import Notation, Record
from interpreter.run.redeal import draws
from interpreter.run.replay import Replay
from interpreter.run.state import State
from interpreter.run.views import Sight
from server.core.spelling import sentence


@dataclass(frozen=True, eq=False)
class Past:
    """`steps` are all of the match; `states` are the positions to look at, `before` the steps that led to the
    first of them, `shown` those from each to the next. Cards given in a set-up are no steps of their own.
    """

    engine: Evaluator
    record: Record
    steps: tuple[Step[State], ...]
    before: tuple[Step[State], ...]
    shown: tuple[Step[State], ...]
    states: tuple[State, ...]

    @staticmethod
    def of(engine: Evaluator, record: Record) -> Past:
        """Raises `BadRecord` if the rules are not those of the record."""
        replay = Replay(engine, record)
        play = tuple(replay.steps())
        begun = tuple(step for step in replay.setup if not _given(engine, step))
        start = replay.start or (replay.setup[-1].after if replay.setup else engine.initial())
        shown = tuple(step for step in play if not _given(engine, step))
        return Past(engine, record, (*replay.setup, *play), begun, shown, (start, *(s.after for s in shown)))

    def head(self) -> dict[str, Any]:
        """The match without its positions: who played, what was said at each, and how it was dealt."""
        told = [[self._told(step) for step in self.before], *([self._told(step)] for step in self.shown)]
        outcome = self.engine.outcome(self.states[-1])
        if outcome is not None:
            told[-1].append(self._said(self.states[-1]))
        record = self.record
        return {
            "match": record.match,
            "players": list(record.players),
            "said": told,
            "deal": None if record.fair is None else record.fair.data(),
            "draws": [] if record.fair is None else self._draws(),
        }

    def view(self, number: int) -> dict[str, Any]:
        """A position as all players together see it; `number` counts from 0."""
        state = self.states[number]
        position, notation = self.engine.position(state), Notation(self.engine)
        outcome = self.engine.outcome(state)
        marked = Sight(self.engine.context).marked(state, position.mover)
        return {
            "match": self.record.match,
            "phase": position.phase,
            "mover": position.mover,
            "actors": [] if outcome is not None else list(self.engine.actors(state)),
            "viewer": None,
            "zones": self._zones(position, notation),
            "variables": self._variables(position, notation),
            "marked": [notation.spelling.card(card) for card in sorted(marked)],
            "legal": [],
            "outcome": None if outcome is None else _outcome(outcome),
            "said": None if outcome is None else self._said(state),
        }

    def _zones(self, position: Position, notation: Notation[State]) -> dict[str, Any]:
        card = notation.spelling.card
        return {
            zone.name: [
                {"cards": [card(c) for c in cards], "count": len(cards)}
                for cards in _row(position.zones[zone.name], zone.per)
            ]
            for zone in self.engine.game.zones
        }

    def _variables(self, position: Position, notation: Notation[State]) -> dict[str, Any]:
        write = notation.spelling.write
        return {
            v.name: [
                None if held is None else write(held, v.type)
                for held in _row(position.variables[v.name], v.per)
            ]
            for v in self.engine.game.variables
        }

    def _told(self, step: Step[State]) -> list[Any]:
        return sentence(self.engine.narrate(step.before, step.action), Notation(self.engine).spelling)

    def _said(self, state: State) -> list[Any]:
        return sentence(self.engine.epilogue(state), Notation(self.engine).spelling)

    def _draws(self) -> list[dict[str, Any]]:
        """Every draw: its stream's purpose, the values that could come, and the place of the one that did."""
        notation, fair = Notation(self.engine), self.record.fair
        steps = {n: s.before for n, s in enumerate(self.steps, 1)}
        return [
            {
                "purpose": draw.purpose,
                "choices": [
                    list(dict(notation.entry(steps[draw.number], a).fields).values()) for a in draw.choices
                ],
                "made": draw.choices.index(draw.made),
            }
            for draw in draws(self.engine, self.steps, None if fair is None else fair.falls_on)
        ]


def _given(engine: Evaluator, step: Step[State]) -> bool:
    """Whether chance gives a card in a set-up, which is no step for people."""
    picked = [name for name, _ in step.action.picks]
    return step.action.player is None and picked == ["card"] and in_setup(engine, step.before)


def _row(held: Any, per: Owner) -> tuple[Any, ...]:
    return (held,) if per is Per.TABLE else tuple(held)


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "winners": list(outcome.winners),
        "losers": list(outcome.losers),
        "again": outcome.again,
    }
