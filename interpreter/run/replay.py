"""Replaying a record: every move is made by an engine, and the first that breaks the rules is named."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Generic, TypeVar

from interpreter.ir.nodes import Owner, Per
from interpreter.ir.types import CARDS, STACK, Seat, Type, Value
from interpreter.run.fault import BadPosition, Fault, IllegalAction
from interpreter.run.match import Step, in_setup
from interpreter.run.protocol import CHANCE, Action, Engine, Position
from interpreter.run.reading import BadRecord
from interpreter.run.record import Entry, Notation, Place, Record, pick_types, result_of
from interpreter.run.values import BadValue
from interpreter.text.codes import Code

S = TypeVar("S", bound=Hashable)


class Replay(Generic[S]):
    """A record against an engine. `steps` yields what happens, checking as it goes; it raises `BadRecord`."""

    def __init__(self, engine: Engine[S], record: Record, sha256: str | None = None) -> None:
        """Raises `BadRecord` if the engine's options, deck or seats (or the rules' `sha256`) are others."""
        self.engine = engine
        self.record = record
        self._notation = Notation(engine)
        self._check_rules(sha256)
        self.setup: list[Step[S]] = []
        self.start = self._begin()

    def _check_rules(self, sha256: str | None) -> None:
        record, notation = self.record, self._notation
        if sha256 is not None and sha256 != record.rules_sha256:
            raise BadRecord(Code.R905, f"the record is of other rules than `{self.engine.game.name}`")
        if len(record.players) != self.engine.game.seats:
            raise BadRecord(
                Code.R905,
                f"the record has {len(record.players)} players, the rules {self.engine.game.seats}",
            )
        for name in sorted({*record.options, *notation.options}):
            was, now = record.options.get(name), notation.options.get(name)
            if was != now:
                raise BadRecord(
                    Code.R904, f"option `{name}` is {_show(was)} in the record, here {_show(now)}"
                )
        if record.deck != notation.deck:
            raise BadRecord(Code.R905, "the deck of the record is not the deck of these rules")

    # the set-up -------------------------------------------------------------------------------------------

    def _begin(self) -> S | None:
        """The state after the set-up, by its moves if the record has them; None if it was never reached."""
        try:
            state = self.engine.initial()
        except Fault as error:
            raise BadRecord(error.code, f"the set-up: {error.message} ({error.span})") from None
        for number, entry in enumerate(self.record.setup, 1):
            if not in_setup(self.engine, state):
                raise BadRecord(
                    Code.R903, f"set-up move {number} comes after the end of the set-up", move=number
                )
            step = self._make(state, entry, f"set-up move {number}", number)
            self.setup.append(step)
            state = step.after
        place = self.record.start
        if place is None:
            if self.record.moves:
                raise BadRecord(Code.R902, "a record without a start has moves")
            return None
        if not self.record.setup:
            return self._load(place)
        if in_setup(self.engine, state) or self._notation.place(state) != place:
            raise BadRecord(Code.R906, "the set-up does not end in the start of the record")
        return state

    def _load(self, place: Place) -> S:
        try:
            return self.engine.load(position_of(self.engine, place))
        except BadPosition as error:
            raise BadRecord(Code.R906, f"the start is no position of these rules, {error.message}") from None

    # moves ------------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[Step[S]]:
        """The moves after the set-up, one after another; at the end the result is compared."""
        if self.start is None:
            return
        state, plies = self.start, 0
        for number, entry in enumerate(self.record.moves, 1):
            step = self._make(state, entry, f"move {number}", number)
            self._compare(step, entry, number)
            yield step
            state = step.after
            plies += entry.player is not None and not in_setup(self.engine, step.before)
        expected = result_of(self.engine.outcome(state), plies)
        given = self.record.result
        found = (given.outcome, given.winners, given.losers, given.plies)
        if found != (expected.outcome, expected.winners, expected.losers, expected.plies):
            raise BadRecord(
                Code.R907, f"the moves end in {_result(expected)}, the record says {_result(given)}"
            )

    def _make(self, state: S, entry: Entry, where: str, number: int) -> Step[S]:
        try:
            action = self._action(state, entry)
            return Step(state, action, self.engine.apply(state, action))
        except BadValue as error:
            raise BadRecord(Code.R903, f"{where}: {error}", move=number) from None
        except IllegalAction as error:
            raise BadRecord(Code.R903, f"{where}, {_spell(entry)}: {error.reason}", move=number) from None
        except Fault as error:
            raise BadRecord(error.code, f"{where}: {error.message} ({error.span})", move=number) from None

    def _action(self, state: S, entry: Entry) -> Action:
        """Raises `BadValue`."""
        if (entry.player is None) != (entry.move == CHANCE):
            raise BadValue(f"chance, and nobody else, makes the move `{CHANCE}`")
        position = self.engine.position(state)
        types = pick_types(self.engine.game, position, entry.player, entry.move)
        if set(types) != set(entry.fields):
            wanted = ", ".join(f"`{name}`" for name in types) or "no fields"
            raise BadValue(f"`{entry.move}` needs {wanted}")
        picks = []
        for name, type_ in types.items():
            value = self._notation.spelling.read(entry.fields[name], type_)
            assert not isinstance(value, tuple)
            picks.append((name, int(value)))
        player = None if entry.player is None else Seat(entry.player)
        return Action(player, entry.move, tuple(picks))

    def _compare(self, step: Step[S], entry: Entry, number: int) -> None:
        """What the record says beyond the move itself."""
        if entry.legal is not None and entry.legal != self._notation.legal(step.before):
            raise BadRecord(Code.R903, f"move {number}: the legal moves are not those recorded", move=number)
        if entry.after is not None and entry.after != self._notation.place(step.after):
            raise BadRecord(
                Code.R903, f"move {number}: the position after it is not the one recorded", move=number
            )


def _show(value: Any) -> str:
    if value is None:
        return "not there"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _spell(entry: Entry) -> str:
    words = [entry.move, *(str(v) for v in entry.fields.values())]
    who = "chance" if entry.player is None else f"seat {entry.player}"
    return f"`{' '.join(words)[:60]}` of {who}"


def _result(result: Any) -> str:
    seats = " and ".join(str(s) for s in result.winners)
    who = f" of seat {seats}" if seats else ""
    return f"`{result.outcome}`{who} after {result.plies} plies"


# positions ------------------------------------------------------------------------------------------------


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
