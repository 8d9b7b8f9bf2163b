"""Replaying a record: every move is made by an engine, and the first that breaks the rules is named."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from interpreter.ir.types import Seat, Type
from interpreter.run.fault import BadPosition, Fault, IllegalAction
from interpreter.run.match import Step, in_setup
from interpreter.run.places import position_of
from interpreter.run.protocol import CHANCE, Action, Engine
from interpreter.run.reading import BadRecord
from interpreter.run.record import (
    Entry,
    Notation,
    Place,
    Record,
    Result,
    entry_data,
    pick_types,
    place_data,
    result_of,
)
from interpreter.run.redeal import Chance
from interpreter.run.values import BadValue
from interpreter.text.codes import Code
from interpreter.text.spelling import nearest

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
        if record.game != self.engine.game.name:
            names = f"`{record.game[:60]}`, the rules are those of `{self.engine.game.name}`"
            raise BadRecord(Code.R905, f"the record is of {names}")
        if len(record.players) != self.engine.game.seats:
            raise BadRecord(
                Code.R905,
                f"the record has {len(record.players)} players, the rules {self.engine.game.seats}",
            )
        for name in sorted({*record.options, *notation.options}):
            was, now = _shown(record.options, name), _shown(notation.options, name)
            if was != now:
                raise BadRecord(Code.R904, f"option `{name}` is {was} in the record, here {now}")
        if record.deck != notation.deck:
            raise BadRecord(Code.R905, "the deck of the record is not the deck of these rules")

    # the set-up -------------------------------------------------------------------------------------------

    def _begin(self) -> S | None:
        """The state after the set-up, by its moves if the record has them; None if it was never reached."""
        chance = Chance(self.engine, self.record.seed, self.record.match, self.record.fair)
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
            if step.action.player is None and not chance.makes(state, step.action):
                seed = f"seed {self.record.seed} and match {self.record.match}"
                message = f"set-up move {number}, {_spell(entry)}, is not what comes of {seed}"
                raise BadRecord(Code.R908, message, move=number)
            self.setup.append(step)
            state = step.after
        place = self.record.start
        if place is None:
            if self.record.moves:
                raise BadRecord(Code.R902, "a record without a start has moves")
            return None
        if not self.record.setup:
            return self._load(place)
        if in_setup(self.engine, state) or _place(self._notation.place(state)) != _place(place):
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
            self._end(result_of(None, 0))
            return
        state, plies = self.start, 0
        for number, entry in enumerate(self.record.moves, 1):
            step = self._make(state, entry, f"move {number}", number)
            self._compare(step, entry, number)
            yield step
            state = step.after
            plies += entry.player is not None and not in_setup(self.engine, step.before)
        self._end(result_of(self.engine.outcome(state), plies))

    def _end(self, expected: Result) -> None:
        given = self.record.result
        for name, says in (("places", given.places), ("scores", given.scores)):
            if says is not None:
                raise BadRecord(Code.R907, f"the result has `{name}`, which this game does not give")
        if given != expected:
            message = f"the moves end in {_result(expected)}, the record says {_result(given)}"
            raise BadRecord(Code.R907, message)

    def _make(self, state: S, entry: Entry, where: str, number: int) -> Step[S]:
        try:
            action = self._action(state, entry)
            return Step(state, action, self.engine.apply(state, action))
        except BadValue as error:
            raise BadRecord(Code.R903, f"{where}: {error}", move=number) from None
        except IllegalAction as error:
            reason = self._misfit(state, error, entry)
            raise BadRecord(Code.R903, f"{where}, {_spell(entry)}: {reason}", move=number) from None
        except Fault as error:
            raise BadRecord(error.code, f"{where}: {error.message} ({error.span})", move=number) from None

    def _action(self, state: S, entry: Entry) -> Action:
        """Raises `BadValue`."""
        if (entry.player is None) != (entry.move == CHANCE):
            raise BadValue(f"chance, and nobody else, makes the move `{CHANCE}`")
        types = self._types(state, entry)
        picks = []
        for name, type_ in types.items():
            value = self._notation.spelling.read(entry.fields[name], type_)
            assert not isinstance(value, tuple)
            picks.append((name, int(value)))
        player = None if entry.player is None else Seat(entry.player)
        return Action(player, entry.move, tuple(picks))

    def _types(self, state: S, entry: Entry) -> dict[str, Type]:
        """The picks of a move that the record has all of, and nothing else; raises `BadValue`."""
        game = self.engine.game
        known = [CHANCE, *(m.name for m in game.moves)]
        if entry.move not in known:
            near = nearest(entry.move, known)
            meant = f", perhaps `{near}` is meant" if near else ""
            raise BadValue(f"there is no move `{entry.move[:40]}`{meant}")
        types = pick_types(game, self.engine.position(state), entry.player, entry.move)
        missing = [f"`{name}`" for name in types if name not in entry.fields]
        extra = ", ".join(f"`{name[:40]}`" for name in entry.fields if name not in types)
        if missing:
            message = f"`{entry.move}` needs {', '.join(missing)}"
            raise BadValue(f"{message}, not {extra}" if extra else message)
        if extra:
            only = f"has no {extra}" if types else f"needs no fields, found {extra}"
            raise BadValue(f"`{entry.move}` {only}")
        return types

    def _misfit(self, state: S, error: IllegalAction, entry: Entry) -> str:
        """Why an action is illegal; where the rules do not say so, which of its picks does not fit."""
        action = error.action
        same = [a for a in self.engine.legal(state) if (a.player, a.move) == (action.player, action.move)]
        if self.engine.refusal(state, action) is None and same:
            for count, (name, _) in enumerate(action.picks, 1):
                if all(a.picks[:count] != action.picks[:count] for a in same):
                    return f"`{name}` cannot be `{entry.fields[name]}` here"
        return error.reason

    def _compare(self, step: Step[S], entry: Entry, number: int) -> None:
        """What the record says beyond the move itself."""
        if entry.legal is not None and _all(entry.legal) != _all(self._notation.legal(step.before)):
            raise BadRecord(Code.R903, f"move {number}: the legal moves are not those recorded", move=number)
        if entry.after is not None and _place(entry.after) != _place(self._notation.place(step.after)):
            raise BadRecord(
                Code.R903, f"move {number}: the position after it is not the one recorded", move=number
            )


# What is the same to Python need not be the same in a file: `true` and 1.


def _place(place: Place) -> str:
    return json.dumps(place_data(place), sort_keys=True)


def _all(entries: tuple[Entry, ...]) -> list[str]:
    return [json.dumps(entry_data(e), sort_keys=True) for e in entries]


def _shown(options: Mapping[str, Any], name: str) -> str:
    """An option as the file has it."""
    return f"`{json.dumps(options[name], ensure_ascii=False)}`" if name in options else "not there"


def _spell(entry: Entry) -> str:
    words = [entry.move, *(str(v) for v in entry.fields.values())]
    who = "chance" if entry.player is None else f"seat {entry.player}"
    return f"`{' '.join(words)[:60]}` of {who}"


def _result(result: Result) -> str:
    winners, losers = (" and ".join(str(s) for s in seats) for seats in (result.winners, result.losers))
    who = f" of seat {winners}" if winners else ""
    over = f" over seat {losers}" if losers else ""
    return f"`{result.outcome}`{who}{over} after {result.plies} plies"
