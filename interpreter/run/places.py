"""Positions as records have them: from the words of a file to what an engine can load."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from interpreter.ir.nodes import Owner, Per
from interpreter.ir.types import CARDS, STACK, Seat, Type, Value
from interpreter.run.fault import BadPosition
from interpreter.run.protocol import Engine, Position
from interpreter.run.record import Notation, Place
from interpreter.run.values import BadValue

S = TypeVar("S", bound=Hashable)


def position_of(engine: Engine[S], place: Place) -> Position:
    """The position that a record's place stands for; raises `BadPosition`."""
    game, spelling = engine.game, Notation(engine).spelling

    def value(name: str, data: object, type_: Type) -> Value:
        try:
            return spelling.read(data, type_)
        except BadValue as error:
            raise BadPosition(f"`{name}`: {error}") from None

    def rows(
        name: str, data: object, type_: Type, per: Owner, unset: bool
    ) -> Value | tuple[Value | None, ...] | None:
        if per is Per.TABLE:
            return None if unset and data is None else value(name, data, type_)
        if not isinstance(data, list):
            raise BadPosition(
                f"`{name}` needs one entry for each {'seat' if per is Per.PLAYER else 'there is'}"
            )
        return tuple(None if unset and d is None else value(name, d, type_) for d in data)

    zones, variables = {z.name: z for z in game.zones}, {v.name: v for v in game.variables}
    _known(place.zones, zones)
    _known(place.variables, variables)
    held: dict[str, Any] = {
        n: rows(n, d, STACK if zones[n].ordered else CARDS, zones[n].per, False)
        for n, d in place.zones.items()
    }
    values: dict[str, Any] = {
        n: rows(n, d, variables[n].type, variables[n].per, True) for n, d in place.variables.items()
    }
    return Position(place.phase, Seat(place.to_act), held, values)


def _known(given: Any, declared: Any) -> None:
    for name in given:
        if name not in declared:
            raise BadPosition(f"these rules have no `{name[:40]}`")
