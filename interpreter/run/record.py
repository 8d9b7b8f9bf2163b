"""Match records, version 1: what a record holds, and writing one. `docs/records.md` describes the format.

A record is plain data in the rule file's own words, so that it can be read without the program. `Notation`
turns an engine's actions and positions into such words.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from interpreter.ir.nodes import SETUP, Deal, Draw, Game, Lot, Move, Owner, Per
from interpreter.ir.types import CARD, CARDS, SEAT, IntType, SequenceType, SetType, Type
from interpreter.run.fair import Fair
from interpreter.run.match import Match, Step
from interpreter.run.protocol import AGAIN, Action, Engine, Outcome, Position
from interpreter.run.values import Plain, Spelling

VERSION = "match/1"

WIN, DRAW, UNFINISHED = "win", "draw", "unfinished"
OUTCOMES = (WIN, DRAW, UNFINISHED)

Fields: TypeAlias = Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class Place:
    """A position: `start`, or `after` a move."""

    to_act: int
    phase: str
    zones: Fields
    variables: Fields


@dataclass(frozen=True, slots=True)
class Entry:
    """A move, or one of chance (`player` None), with the fields of its picks."""

    player: int | None
    move: str
    fields: Fields
    legal: tuple[Entry, ...] | None = None
    after: Place | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended; a draw and an unfinished match have nobody on either side."""

    outcome: str
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    plies: int
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One match. `start` is None only if the match was left during the set-up. `fair`: `seed` is not used."""

    game: str
    rules_file: str
    rules_sha256: str
    options: Fields
    deck: tuple[str, ...]
    seed: int
    match: int
    players: tuple[str, ...]
    setup: tuple[Entry, ...]
    start: Place | None
    moves: tuple[Entry, ...]
    result: Result
    fair: Fair | None = None


# writing --------------------------------------------------------------------------------------------------


def result_of(outcome: Outcome | None, plies: int) -> Result:
    """The result of a match that is over, or has been left or stopped."""
    if outcome is None:
        return Result(UNFINISHED, (), (), plies)
    decided = bool(outcome.winners or outcome.losers)
    return Result(WIN if decided else DRAW, outcome.winners, outcome.losers, plies)


def to_line(record: Record) -> str:
    """The record as one line of JSON, without the line end."""
    return json.dumps(_record_data(record), ensure_ascii=False, allow_nan=False)


def _record_data(record: Record) -> dict[str, Any]:
    return {
        "record": VERSION,
        "game": record.game,
        "rules": {"file": record.rules_file, "sha256": record.rules_sha256},
        "options": dict(record.options),
        "deck": list(record.deck),
        "seed": record.seed,
        "match": record.match,
        **({} if record.fair is None else {"deal": record.fair.data()}),
        "players": [{"name": name} for name in record.players],
        "setup": [entry_data(e) for e in record.setup],
        "start": None if record.start is None else place_data(record.start),
        "moves": [entry_data(e) for e in record.moves],
        "result": _result_data(record.result),
    }


def place_data(place: Place) -> dict[str, Any]:
    return {
        "to_act": place.to_act,
        "phase": place.phase,
        "zones": dict(place.zones),
        "variables": dict(place.variables),
    }


def entry_data(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"player": entry.player, "move": entry.move, **entry.fields}
    if entry.legal is not None:
        data["legal"] = [entry_data(e) for e in entry.legal]
    if entry.after is not None:
        data["after"] = place_data(entry.after)
    return data


def _result_data(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = {
        "outcome": result.outcome,
        "winners": list(result.winners),
        "losers": list(result.losers),
        "plies": result.plies,
    }
    if result.places is not None:
        data["places"] = list(result.places)
    if result.scores is not None:
        data["scores"] = list(result.scores)
    return data


# an engine's words ----------------------------------------------------------------------------------------

S = TypeVar("S", bound=Hashable)


class Notation(Generic[S]):
    """Writes the actions and positions of an engine as records have them."""

    def __init__(self, engine: Engine[S]) -> None:
        self._engine = engine
        self.spelling = Spelling(engine.game.deck, engine.game.seats)
        self._moves = {m.name: m for m in engine.game.moves}

    @property
    def options(self) -> dict[str, Plain]:
        """All options in force, by name."""
        types = {o.name: o.type for o in self._engine.game.options}
        values = self._engine.options
        return {name: self.spelling.write(values[name], types[name]) for name in sorted(types)}

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(self.spelling.card(card) for card in self._engine.cards)

    def place(self, state: S) -> Place:
        """The position of a state, without an empty deck and without variables that are unset for all."""
        game, position = self._engine.game, self._engine.position(state)
        zones = {z.name: self._zone(position.zones[z.name], z.per) for z in game.zones}
        if not zones[game.zones[0].name]:
            del zones[game.zones[0].name]
        variables: dict[str, Plain] = {}
        for v in game.variables:
            held: Any = position.variables[v.name]
            row = (held,) if v.per is Per.TABLE else held
            if any(value is not None for value in row):
                written = [None if value is None else self.spelling.write(value, v.type) for value in row]
                variables[v.name] = written[0] if v.per is Per.TABLE else written
        return Place(position.mover, position.phase, zones, variables)

    def _zone(self, held: Any, per: Owner) -> Plain:
        if per is Per.TABLE:
            return self.spelling.write(held, CARDS)
        return [self.spelling.write(cards, CARDS) for cards in held]

    def entry(self, state: S, action: Action) -> Entry:
        """An action that is made in `state`."""
        types = pick_types(self._engine.game, self._engine.position(state), action.player, action.move)
        return self._entry(action, types)

    def legal(self, state: S) -> tuple[Entry, ...]:
        return tuple(self.entry(state, action) for action in self._engine.legal(state))

    def _entry(self, action: Action, types: Mapping[str, Type]) -> Entry:
        fields = {name: self.spelling.write(value, types[name]) for name, value in action.picks}
        return Entry(action.player, action.move, fields)


def pick_types(game: Game, position: Position, player: int | None, move: str) -> dict[str, Type]:
    """The names and types of an action's picks, in order; empty for moves that do not exist."""
    inside = position.phase == SETUP or position.step > 0 or position.done > 0
    step = game.setup[position.step] if inside else None
    if position.ended is not None and player is None:
        return {AGAIN: IntType(1, 1)}
    if isinstance(step, Deal | Draw):
        return {"card": CARD}
    if isinstance(step, Lot):
        variable = step.variable
        return {variable.name: variable.type} if variable is not None else {"mover": SEAT}
    named = [m for m in game.moves if (m.name == move if player is not None else _by_chance(m, position))]
    return {p.name: member_type(p.domain.type) for p in named[0].picks} if named else {}


def _by_chance(move: Move, position: Position) -> bool:
    return move.by_chance and move.phase == position.phase


def member_type(type_: Type) -> Type:
    """The type of what a set or stack holds."""
    return type_.of if isinstance(type_, SetType | SequenceType) else type_


# a whole match --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """What a record says about where a match comes from."""

    rules_file: str
    rules_sha256: str
    players: tuple[str, ...]


def record_match(match: Match[S], heading: Heading, legal: bool = False, states: bool = False) -> Record:
    """The record of a match as far as it has come; `legal` and `states` add to each move after the set-up."""
    engine = match.engine
    notation = Notation(engine)

    def full(step: Step[S]) -> Entry:
        entry = notation.entry(step.before, step.action)
        choices = notation.legal(step.before) if legal else None
        after = notation.place(step.after) if states else None
        return Entry(entry.player, entry.move, entry.fields, choices, after)

    return Record(
        game=engine.game.name,
        rules_file=heading.rules_file,
        rules_sha256=heading.rules_sha256,
        options=notation.options,
        deck=notation.deck,
        seed=match.seed,
        match=match.index,
        players=heading.players,
        setup=tuple(notation.entry(s.before, s.action) for s in match.setup),
        start=None if match.start is None else notation.place(match.start),
        moves=tuple(full(step) for step in match.steps),
        result=result_of(match.outcome, match.plies),
    )
