"""Reads case files and plays them through the engine protocol, whatever engine stands behind it.

A case is a rule file, options, a position (or `initial`) and steps. A step plays moves, if it has any, and
says what must then be so:

    play: [beat 7D]        moves, each of which must be legal
    play first: 36         so many times the first legal move
    legal: [...]           all legal moves, in order
    first legal: [...]     how their list begins
    number legal: 18       how many there are
    legal of: lead         at least one, all of this move
    illegal: [...]         moves that are none
    chance: true           whether chance acts
    becomes: {...}         `to_act`, `phase`, `zones` and `variables` as far as given; ~ for any cards
    outcome: {...}         how the match ended, ~ for not at all
    remember: here         a name for this state
    same as: here          the state is equal to the one of that name, and the moves since come back to it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.ir.types import Seat
from interpreter.run.fault import IllegalAction
from interpreter.run.protocol import Action
from tests.cases.engines import Bench, Setting
from tests.cases.pack import outcome

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """`body` holds `start` and `steps`, or `leaves`, as read."""

    name: str
    setting: Setting
    body: Mapping[str, Any]


def cases(file: Path, section: str = "cases") -> list[Case]:
    """The cases of a file, with the options of each."""
    document = yaml.safe_load(file.read_text(encoding="utf-8"))
    return [
        Case(item["name"], setting_of(item, document["rules"]), item) for item in document.get(section, ())
    ]


def setting_of(item: Mapping[str, Any], rules: str) -> Setting:
    return Setting(rules, tuple(sorted(item.get("options", {}).items())), item.get("deck"), item.get("seats"))


def begin(case: Case, bench: Bench) -> Any:
    """The state that a case starts from."""
    if case.body["start"] == "initial":
        return bench.engine.initial()
    return bench.engine.load(bench.pack.position(case.body["start"]))


class Run:
    """One case on one engine, as far as it has come."""

    def __init__(self, case: Case, bench: Bench) -> None:
        self.bench = bench
        self.engine = bench.engine
        self.state = begin(case, bench)
        self.remembered: dict[str, Any] = {}
        self._expectations: dict[str, Callable[[Any], None]] = {
            "legal": self.legal,
            "first legal": self.first_legal,
            "number legal": self.number_legal,
            "legal of": self.legal_of,
            "illegal": self.illegal,
            "chance": self.chance,
            "becomes": self.becomes,
            "outcome": self.outcome,
            "remember": self.remember,
            "same as": self.same_as,
        }

    def step(self, step: Mapping[str, Any]) -> None:
        for move in step.get("play", ()):
            self.play(move)
        for _ in range(step.get("play first", 0)):
            self.state = self.engine.apply(self.state, self.engine.legal(self.state)[0])
        for key, expected in step.items():
            if key not in ("play", "play first"):
                self._expectations[key](expected)

    def spelled(self) -> list[str]:
        """The legal actions; where several seats may act, with the seat in front: `2: done`."""
        legal = self.engine.legal(self.state)
        several = len({action.player for action in legal}) > 1
        return [f"{a.player}: " * several + self.bench.pack.action(a) for a in legal]

    def play(self, move: str) -> None:
        spelled = self.spelled()
        assert move in spelled, f"`{move}` is not among {spelled}"
        self.state = self.engine.apply(self.state, self.engine.legal(self.state)[spelled.index(move)])

    # what must be so

    def legal(self, expected: list[str]) -> None:
        assert self.spelled() == expected

    def first_legal(self, expected: list[str]) -> None:
        assert self.spelled()[: len(expected)] == expected

    def number_legal(self, expected: int) -> None:
        assert len(self.spelled()) == expected

    def legal_of(self, expected: str) -> None:
        actions = self.engine.legal(self.state)
        assert {action.move for action in actions} == {expected}

    def illegal(self, moves: list[str]) -> None:
        mover = self.engine.position(self.state).mover
        for move in moves:
            assert move not in self.spelled()
            if self.bench.refuses:
                with pytest.raises(IllegalAction):
                    self.engine.apply(self.state, self._action(mover, move))

    def _action(self, mover: Seat, move: str) -> Action:
        seat, _, rest = move.rpartition(": ")
        name, *words = rest.split()
        picks = self.bench.picks.get(name, ("card",))
        values = tuple((p, self.bench.pack.picked(p, word)) for p, word in zip(picks, words, strict=False))
        return Action(Seat(int(seat)) if seat else mover, name, values)

    def chance(self, expected: bool) -> None:
        assert self.engine.chance(self.state) is expected

    def becomes(self, expected: Mapping[str, Any]) -> None:
        if expected["phase"] == "setup":
            (mover,) = {action.player for action in self.engine.legal(self.state)}
            assert mover == expected["to_act"]
            return
        found = self.engine.position(self.state)
        assert (found.phase, found.mover) == (expected["phase"], expected["to_act"])
        for zone, cards in expected.get("zones", {}).items():
            self._holds(found.zones[zone], cards)
        for name, value in expected.get("variables", {}).items():
            assert found.variables[name] == self.bench.pack.value(value)
        assert self.engine.load(found) == self.state

    def _holds(self, found: Any, expected: list[Any]) -> None:
        """A zone of the table against a list of names, of the players against one each."""
        if expected and all(part is None or isinstance(part, list) for part in expected):
            for cards, names in zip(found, expected, strict=True):
                if names is not None:
                    self._holds(cards, names)
        else:
            assert [self.bench.pack.spell(card) for card in found] == expected

    def outcome(self, expected: Mapping[str, Any] | None) -> None:
        assert self.engine.outcome(self.state) == outcome(expected)
        if expected is not None:
            assert self.engine.legal(self.state) == ()

    def remember(self, name: str) -> None:
        self.remembered[name] = self.state

    def same_as(self, name: str) -> None:
        assert self.state == self.remembered[name]
        assert hash(self.state) == hash(self.remembered[name])


def run(case: Case, bench: Bench) -> None:
    """Plays a case; raises AssertionError where the engine says otherwise."""
    play = Run(case, bench)
    for step in case.body["steps"]:
        play.step(step)
