"""Rules at a table: a game that can be played, and everything that is made from it once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from interpreter.fast.engine import Compiled, State
from interpreter.fast.runtime import Undefined, nth
from interpreter.ir.nodes import Game
from interpreter.ir.types import Seat, Type, Value
from interpreter.run.hearing import Heard, Hearing
from interpreter.run.match import Step
from interpreter.run.protocol import Action, Outcome
from interpreter.run.record import Notation, member_type
from interpreter.run.state import State as Shown
from interpreter.run.values import BadValue
from server.core.pieces import Pieces
from server.core.plain import Plain
from server.core.spelling import to_json

MOST_ACTIONS = 4096
"""Actions that are kept for all tables of the same rules."""
MOST_SHOWN = 1024
"""Positions that are remembered as views are made of them."""
MOST_HEARD = 1024
"""Actions of which it is remembered what viewers learn."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A rule file with its options in force, for one number of seats. `name` is what tables call it.

    `picks` are the types of what each move picks.
    """

    name: str
    file: str
    sha256: str
    engine: Compiled
    hearing: Hearing
    notation: Notation[State]
    picks: Mapping[str, Mapping[str, Type]]
    _actions: dict[Action, Action] = field(default_factory=dict)
    _seats: dict[tuple[Seat, ...], tuple[Seat, ...]] = field(default_factory=dict)
    _texts: dict[object, Action] = field(default_factory=dict)
    """Actions by what was sent of them, where that is all text."""
    _shown: dict[int, tuple[State, Shown]] = field(default_factory=dict)

    @staticmethod
    def of(name: str, file: str, sha256: str, game: Game, options: Mapping[str, Value]) -> Rules:
        """`options` must have values that the game allows. Checks are not looked at while people play."""
        engine = Compiled(replace(game, checks=()), options)
        picks = {m.name: {p.name: member_type(p.domain.type) for p in m.picks} for m in game.moves}
        return Rules(name, file, sha256, engine, Hearing(engine.evaluator), Notation(engine), picks)

    @property
    def game(self) -> Game:
        return self.engine.game

    @cached_property
    def pieces(self) -> Pieces:
        return Pieces(self.game, self.hearing.words, self.notation.spelling, self.spell)

    @cached_property
    def plain(self) -> Plain | None:
        """What makes views faster, for games for which it can."""
        return Plain.of(self.engine, self.hearing, self.pieces)

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases by number, as JSON."""
        return tuple(map(to_json, self.engine.layout.phases))

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that are to act; the same ones are one object, for it is kept with every position."""
        found = self.engine.actors(state)
        return self._seats.setdefault(found, found)

    def heard(self, step: Step[State], viewer: Seat | None) -> Heard | None:
        """What a viewer learns of an action, where that has to be worked out."""
        before, action, after = step.before, step.action, step.after
        if self.engine.over(before):
            return self.hearing.heard(self.shown(before), action, self.shown(after), viewer)
        return self._heard(before, action, after, viewer)

    @cached_property
    def _heard(self) -> Callable[[State, Action, State, Seat | None], Heard | None]:
        def heard(before: State, action: Action, after: State, viewer: Seat | None) -> Heard | None:
            return self.hearing.heard(self.shown(before), action, self.shown(after), viewer)

        return lru_cache(MOST_HEARD)(heard)

    def shown(self, state: State) -> Shown:
        """The position as views and sentences are made of it; with its past only where it is over."""
        found = self._shown.get(id(state))
        if found is not None and found[0] is state:
            return found[1]
        shown = self.engine.slow(state) if self.engine.over(state) else self.engine.layout.state(state)
        if len(self._shown) >= MOST_SHOWN:
            self._shown.clear()
        self._shown[id(state)] = (state, shown)
        return shown

    def draw(self, state: State, below: Callable[[int], int]) -> tuple[Action, State]:
        """What chance does in a state, chosen by `below` (a number from 0 up to what it is given), and the
        state after it; raises `Fault`.
        """
        engine = self.engine
        try:
            bundles = engine.bundles(state)
            place = below(sum(int(bundle[2]).bit_count() for bundle in bundles))
            (code,) = engine.expanded(state, (_only(bundles, place),))
            return engine.action(state, code), engine.step(state, code)
        except Undefined:
            legal = engine.legal(state)
            action = legal[below(len(legal))]
            return action, engine.apply(state, action)

    def deals(self, step: Step[State]) -> bool:
        """Whether chance gives a card in a set-up, of which nothing is said."""
        before, action = step.before, step.action
        given = action.player is None and action.picks[0][0] == "card"
        return given and not self.engine.over(before) and self.setting_up(before)

    def result(self, state: State) -> Outcome | None:
        """How the match ended, or a deal of it."""
        return self.engine.layout.unpack(state[self.engine.layout.result])

    def preparing(self, state: State) -> bool:
        """Whether a deal is over and the next has not begun to be played, or no deal has."""
        result = self.result(state)
        return self.setting_up(state) if result is None else result.again

    def setting_up(self, state: State) -> bool:
        return int(state[self.engine.layout.step]) < len(self.game.setup)

    def spell(self, action: Action) -> dict[str, Any]:
        """A player's action as the protocol has it."""
        types, write = self.picks[action.move], self.notation.spelling.write
        return {"move": action.move, **{name: write(value, types[name]) for name, value in action.picks}}

    def read(self, data: object, seat: Seat) -> Action:
        """An action of a seat; raises `BadValue`."""
        if not isinstance(data, dict) or not isinstance(data.get("move"), str):
            raise BadValue("an action has the name of a `move`")
        key = (seat, *data.items()) if all(isinstance(v, str) for v in data.values()) else None
        known = self._texts.get(key)
        if known is not None:
            return known
        found = self._read(data, seat)
        if key is not None:
            if len(self._texts) >= MOST_ACTIONS:
                self._texts.clear()
            self._texts[key] = found
        return found

    def _read(self, data: dict[str, Any], seat: Seat) -> Action:
        if data["move"] not in self.picks:
            raise BadValue("an action has the name of a `move`")
        types, read = self.picks[data["move"]], self.notation.spelling.read
        if set(data) != {"move", *types}:
            raise BadValue(f"`{data['move']}` needs " + (", ".join(f"`{n}`" for n in types) or "no picks"))
        picks = tuple((name, _one(read(data[name], kind))) for name, kind in types.items())
        return self.one(Action(seat, data["move"], picks))

    def one(self, action: Action) -> Action:
        """The same action, one for all logs in which it occurs."""
        if len(self._actions) >= MOST_ACTIONS:
            self._actions.clear()
        return self._actions.setdefault(action, action)


def _only(bundles: Sequence[tuple[int, ...]], place: int) -> tuple[int, ...]:
    """The bundle of the one action at a place, from 0, among those of all bundles."""
    for bundle in bundles:
        number = int(bundle[2]).bit_count()
        if place < number:
            return (*bundle[:2], 1 << nth(bundle[2], place), *bundle[3:])
        place -= number
    raise IndexError(place)


def _one(value: object) -> int:
    assert isinstance(value, int), "no pick is a set"
    return value
