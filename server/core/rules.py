"""Rules at a table: a game that can be played, and everything that is made from it once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.ir.nodes import Game
from interpreter.ir.types import Seat, Type
from interpreter.run.engine import Evaluator
from interpreter.run.hearing import Hearing
from interpreter.run.protocol import Action
from interpreter.run.record import Notation, member_type
from interpreter.run.state import State
from interpreter.run.values import BadValue


@dataclass(frozen=True, eq=False)
class Rules:
    """A rule file with its options in force, for one number of seats. `name` is what tables call it.

    `picks` are the types of what each move picks.
    """

    name: str
    file: str
    sha256: str
    engine: Evaluator
    hearing: Hearing
    notation: Notation[State]
    picks: Mapping[str, Mapping[str, Type]]

    @staticmethod
    def of(name: str, file: str, sha256: str, engine: Evaluator) -> Rules:
        picks = {m.name: {p.name: member_type(p.domain.type) for p in m.picks} for m in engine.game.moves}
        return Rules(name, file, sha256, engine, Hearing(engine), Notation(engine), picks)

    @property
    def game(self) -> Game:
        return self.engine.game

    def spell(self, action: Action) -> dict[str, Any]:
        """A player's action as the protocol has it."""
        types, write = self.picks[action.move], self.notation.spelling.write
        return {"move": action.move, **{name: write(value, types[name]) for name, value in action.picks}}

    def read(self, data: object, seat: Seat) -> Action:
        """An action of a seat; raises `BadValue`."""
        if not isinstance(data, dict) or data.get("move") not in self.picks:
            raise BadValue("an action has the name of a `move`")
        types, read = self.picks[data["move"]], self.notation.spelling.read
        if set(data) != {"move", *types}:
            raise BadValue(f"`{data['move']}` needs " + (", ".join(f"`{n}`" for n in types) or "no picks"))
        picks = tuple((name, _one(read(data[name], kind))) for name, kind in types.items())
        return Action(seat, data["move"], picks)


def _one(value: object) -> int:
    assert isinstance(value, int), "no pick is a set"
    return value
