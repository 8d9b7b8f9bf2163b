"""Tables for tests: opened, filled and played through the pure core, every frame of every viewer kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.types import CARD, Card, Seat
from interpreter.run.rng import Stream
from interpreter.run.state import State
from interpreter.run.views import Sight
from server.core.commands import Command, Join, Move, Refusal
from server.core.config import COMPUTER, PERSON, Chair, Config
from server.core.decide import create, decide
from server.core.draft import Draft
from server.core.events import Logged
from server.core.fold import fold, opened
from server.core.picture import table_data, view_json
from server.core.rules import Rules
from server.core.showing import event_json
from server.core.state import PLAYING, WAITING, Table
from server.core.tokens import hashed
from server.shelf import Shelf

SHELF = Shelf()


def secret(number: int) -> str:
    """A seed of the server that is the same every time."""
    return hashlib.sha256(b"secret %d" % number).hexdigest()


def config(rules: str, people: int, computers: int = 0, level: str = "random", **more: Any) -> Config:
    chairs = (Chair(PERSON),) * people + (Chair(COMPUTER, level),) * computers
    return Config(rules, more.pop("options", ()), chairs, **more)


@dataclass
class Played:
    """A table with its log; `seen` is what each viewer (a place, or None) got, one text for each version."""

    rules: Rules
    table: Table
    log: list[Logged] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    now: int = 1_000_000
    drawn: int = 0

    @staticmethod
    def open(config: Config, number: int = 0, shelf: Shelf = SHELF) -> Played:
        rules = shelf.rules(config.rules, config.options, len(config.chairs))
        draft = create(rules, config, "CODE", Join("P0", hashed("t0")), 1_000_000, secret(number), secret(-1))
        assert isinstance(draft, Draft)
        played = Played(rules, draft.table)
        played._keep(draft)
        for place in list(played.table.free):
            played.do(Join(f"P{place}", hashed(f"t{place}"), secret(1000 + place)))
        assert played.table.phase != WAITING
        return played

    def _keep(self, draft: Draft) -> None:
        self.log += draft.events
        self.tables += draft.tables
        self.table = draft.table

    def attempt(self, command: Command, key: str | None = None) -> Draft | Refusal:
        self.now += 1000
        self.drawn += 1
        found = decide(self.rules, self.table, command, self.now, secret(self.drawn), key)
        if isinstance(found, Draft):
            self._keep(found)
        return found

    def do(self, command: Command, key: str | None = None) -> Draft:
        found = self.attempt(command, key)
        assert isinstance(found, Draft), found
        return found

    def move(self, chance: Stream, name: str | None = None) -> dict[str, Any]:
        """A random legal move (of this name) of the first seat that has one, as its viewer was sent it."""
        contest = self.table.contest
        assert contest is not None
        for seat, place in enumerate(contest.seats):
            view = json.loads(view_json(self.rules, self.table, place))
            legal = [a["action"] for a in view["legal"] if name in (None, a["action"]["move"])]
            if legal:
                chosen: dict[str, Any] = legal[chance.below(len(legal))]
                action = self.rules.read(json.loads(json.dumps(chosen)), Seat(seat))
                self.do(Move(place, self.table.version, action))
                return chosen
        raise AssertionError("nobody can move")

    def to_the_end(self, chance: Stream, most: int = 400) -> None:
        for _ in range(most):
            if self.table.phase != PLAYING:
                return
            self.move(chance)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        return (*range(len(self.table.places)), None)

    def frame(self, number: int, place: int | None) -> str:
        """All that the viewer gets at the event number `number` of the log, from 0."""
        before, after = self.tables[max(0, number - 1)], self.tables[number]
        event = json.loads(event_json(self.rules, self.log[number], before, after, place))
        told = [event, table_data(self.rules, after, "id")]
        return json.dumps([*told, json.loads(view_json(self.rules, after, place))])


def refolded(played: Played) -> list[Table]:
    """The tables after each event of the log, from the log alone."""
    tables = [opened(played.log[0])]
    for logged in played.log[1:]:
        tables.append(fold(played.rules, tables[-1], logged))
    return tables


def states(rules: Rules, table: Table) -> Iterator[State]:
    """The positions that the last event went through."""
    if table.contest is not None:
        for step in table.contest.node.steps:
            yield rules.engine.slow(step.before)
            yield rules.engine.slow(step.after)
        yield rules.engine.slow(table.contest.state)


def declared(rules: Rules, state: State, viewer: Seat | None) -> set[str]:
    """The cards that lie in the zones of the viewer's view or are named in its variables."""
    sight, game, card = Sight(rules.engine.evaluator.context), rules.game, rules.notation.spelling.card
    masked = sight.masked(state, viewer)
    lying = {card(c) for row in sight.zones(masked).values() for z in row for c in z.cards or ()}
    variables = sight.variables(masked)
    holding = [variables[v.name] for v in game.variables if v.type == CARD]
    return lying | {card(Card(c)) for row in holding for c in row if isinstance(c, int)}


def cards_in(text: str, symbols: set[str]) -> set[str]:
    """The cards of the deck that a frame names, anywhere in it."""
    found = set()

    def look(value: Any) -> None:
        if isinstance(value, str):
            found.update({value} & symbols)
        elif isinstance(value, dict):
            for key, inner in value.items():
                look(key)
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(json.loads(text))
    return found
