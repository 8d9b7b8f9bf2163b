"""Between states and positions: what people and files call a state, and the checks on what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.ir.nodes import SETUP, Do, Per, Variable, Zone
from interpreter.ir.types import Card, EnumType, IntType, SequenceType, SetType, Type, Value
from interpreter.run.apply import in_range
from interpreter.run.env import Context
from interpreter.run.fault import BadPosition
from interpreter.run.protocol import Cards, Position
from interpreter.run.state import State


def to_position(state: State, context: Context) -> Position:
    """The position of a whole state."""
    game = context.game
    inside = state.step < len(game.setup)
    zones: dict[str, Any] = {
        z.name: row[0] if z.per is Per.TABLE else row for z, row in zip(game.zones, state.zones, strict=True)
    }
    variables: dict[str, Any] = {
        v.name: row[0] if v.per is Per.TABLE else row
        for v, row in zip(game.variables, state.variables, strict=True)
    }
    step, done = (state.step, state.done) if inside else (0, 0)
    return Position(state.phase, state.mover, zones, variables, step, done, state.outcome)


def from_position(position: Position, context: Context) -> State:
    """The state of a position; raises `BadPosition`."""
    game = context.game
    zones = _rows(position.zones, game.zones, (), context)
    variables = _rows(position.variables, game.variables, None, context)
    state = State(
        tuple(tuple(_cards(cards, z) for cards in row) for row, z in zip(zones, game.zones, strict=True)),
        tuple(
            tuple(_value(value, v, context) for value in row)
            for row, v in zip(variables, game.variables, strict=True)
        ),
        position.phase,
        position.mover,
        *_progress(position, context),
        position.ended,
    )
    _check_moment(position, context)
    _conserve(state, context)
    return state


def _rows(
    given: Mapping[str, Any], declared: tuple[Zone | Variable, ...], missing: Any, context: Context
) -> list[tuple[Any, ...]]:
    """Content by seat, or by the values of a family, of all declared; what is not given is empty or unset."""
    unknown = sorted(set(given) - {d.name for d in declared})
    if unknown:
        raise BadPosition(f"these rules have no `{unknown[0]}`")
    rows = []
    for d in declared:
        if d.per is Per.TABLE:
            rows.append((given.get(d.name, missing),))
            continue
        number = context.copies(d.per)
        row = given.get(d.name, (missing,) * number)
        if not isinstance(row, tuple) or len(row) != number:
            what = "seats" if d.per is Per.PLAYER else "there are"
            raise BadPosition(f"`{d.name}` needs one entry for each of the {number} {what}")
        rows.append(row)
    return rows


def _cards(cards: Any, zone: Zone) -> Cards:
    if not isinstance(cards, tuple) or not all(isinstance(c, int) for c in cards):
        raise BadPosition(f"`{zone.name}` must hold cards")
    return cards if zone.ordered else tuple(sorted(cards))


def _value(value: Any, variable: Variable, context: Context) -> Value | None:
    if value is None:
        return None
    if not _fits(value, variable.type, context):
        raise BadPosition(f"`{variable.name}` cannot have this value")
    return tuple(sorted(value)) if isinstance(value, tuple) else value


def _fits(value: Any, type_: Type, context: Context) -> bool:
    """Whether a Python value is a value of the type: of its kind and within its range."""
    if isinstance(type_, SetType | SequenceType):
        return isinstance(value, tuple) and all(_fits(v, type_.of, context) for v in value)
    if not isinstance(value, int):
        return False
    if isinstance(type_, IntType):
        return in_range(value, type_)
    if isinstance(type_, EnumType):
        return 0 <= value < len(type_.members)
    return context.spelling.has(value, type_)


def _progress(position: Position, context: Context) -> tuple[int, int]:
    """The state's `step` and `done`."""
    steps = context.game.setup
    if position.phase != SETUP and position.step == position.done == 0:
        return len(steps), 0
    if not 0 <= position.step < len(steps) or isinstance(steps[position.step], Do) or position.done < 0:
        raise BadPosition(f"the set-up cannot stand before step {position.step}")
    return position.step, position.done


def _check_moment(position: Position, context: Context) -> None:
    if position.phase not in {SETUP, *(p.name for p in context.game.phases)}:
        raise BadPosition(f"these rules have no phase `{position.phase}`")
    if not 0 <= position.mover < context.seats:
        raise BadPosition(f"there is no seat {position.mover}")


def _conserve(state: State, context: Context) -> None:
    """Every card in play is in exactly one place."""
    seen: set[Card] = set()
    for row in state.zones:
        for cards in row:
            assert isinstance(cards, tuple)
            for card in cards:
                shown = context.spelling.card(card)
                if card not in context.cards:
                    raise BadPosition(f"{shown} is not in play")
                if card in seen:
                    raise BadPosition(f"{shown} is in two places")
                seen.add(card)
    for card in context.cards:
        if card not in seen:
            raise BadPosition(f"{context.spelling.card(card)} is nowhere")
