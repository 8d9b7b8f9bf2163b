"""What a viewer learns of an action, by the declarations of the rule file alone.

A view says what may be known of a position; this says what may be known of the way between two. Of an action
a viewer learns the kind of move and the words of the rule file, but of values only those that he can tell
from what he sees. An action after which he sees the same as before, and which is not his own, does not exist
for him.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.types import (
    CARD,
    BoolType,
    Card,
    EnumType,
    IntType,
    RankType,
    Seat,
    SeatType,
    SuitType,
    Type,
)
from interpreter.run.engine import Evaluator
from interpreter.run.env import Context, Env
from interpreter.run.fault import Fault
from interpreter.run.moves import MoveBook
from interpreter.run.protocol import Action, View
from interpreter.run.record import member_type
from interpreter.run.state import State
from interpreter.run.telling import Telling, Told, shown_in
from interpreter.run.views import Sight

MOST_KNOWN = 4096
"""States that are remembered as viewers see them."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An action with those of its picks that the viewer may know, and what is said of it (empty: nothing)."""

    action: Action
    told: Told


class _Kept(Sight):
    """Remembers a few states as viewers see them: about an action the same ones are asked for many times."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._known: dict[tuple[int, Seat | None], tuple[State, State]] = {}

    def masked(self, state: State, viewer: Seat | None) -> State:
        key = (id(state), viewer)
        found = self._known.get(key)
        if found is not None and found[0] is state:
            return found[1]
        masked = super().masked(state, viewer)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[key] = (state, masked)
        return masked


class Hearing:
    """One game for viewers: a seat, or a spectator (None), who learns what all seats do."""

    def __init__(self, engine: Evaluator) -> None:
        self._engine, game = engine, engine.game
        self._sight: Sight = _Kept(engine.context)
        self._book = MoveBook(game, engine.context)
        self.words = Telling(engine, self._sight)
        self.picked = {m.name: {p.name: member_type(p.domain.type) for p in m.picks} for m in game.moves}

    @property
    def sight(self) -> Sight:
        """Who sees what."""
        return self._sight

    def view(self, state: State, viewer: Seat | None, legal: tuple[Action, ...] = ()) -> View:
        """As the engine's, without advice; `legal` are the viewer's legal actions, which he is to be told."""
        masked = self._sight.masked(state, viewer)
        actors = self._engine.actors(state)
        zones, variables = self._sight.zones(masked), self._sight.variables(masked)
        marked = self._sight.marked(masked, viewer)
        return View(viewer, state.phase, state.mover, actors, zones, variables, marked, legal, ())

    def seen(self, state: State, viewer: Seat | None) -> object:
        """Equal for two states exactly if the viewer sees the same in both."""
        masked = self._sight.masked(state, viewer)
        return masked.zones, masked.variables, masked.phase, masked.mover, masked.outcome

    def heard(self, before: State, action: Action, after: State, viewer: Seat | None) -> Heard | None:
        """What the viewer learns of an action by which `before` became `after`; None if nothing.

        Cards given in a set-up have no words: who sees the zones sees them.
        """
        mine = viewer is not None and action.player == viewer
        if not mine and self.seen(before, viewer) == self.seen(after, viewer):
            return None
        if action.player is None and self._engine.preparing(before):
            known = self._in_setup(before, action, after, viewer)
            return Heard(Action(None, action.move), known)
        picks = action.picks if mine else self._known(before, action, after, viewer)
        told = self.words.move(before, action, after, viewer, dict(picks))
        return Heard(Action(action.player, action.move, picks), told)

    def _in_setup(self, before: State, action: Action, after: State, viewer: Seat | None) -> Told:
        if before.outcome is not None:
            return self.words.epilogue(before, viewer)
        return () if action.picks[0][0] == "card" else self.words.lot(before, action, after, viewer)

    # the picks that the viewer can tell from what he sees

    def _known(
        self, before: State, action: Action, after: State, viewer: Seat | None
    ) -> tuple[tuple[str, int], ...]:
        name = action.move if action.player is not None else self._engine.made_by(before, action)[1].name
        found = []
        for pick, value in action.picks:
            if self.picked[name][pick] == CARD:
                shows = self._places(before, Card(value), viewer) != self._places(after, Card(value), viewer)
            else:
                shows = self._shows(before, action, name, pick, viewer)
            if shows:
                found.append((pick, value))
        return tuple(found)

    def _places(self, state: State, card: Card, viewer: Seat | None) -> set[tuple[str, int, int]]:
        """Where the viewer sees the card; a variable that holds it is a place as well."""
        masked, game = self._sight.masked(state, viewer), self._engine.game
        lies = {("zone", n, i) for n, i, cards in shown_in(masked) if card in cards}
        named = {
            ("variable", n, i)
            for n, row in enumerate(masked.variables)
            for i, held in enumerate(row)
            if game.variables[n].type == CARD and held == card
        }
        return lies | named

    def _shows(self, before: State, action: Action, move: str, pick: str, viewer: Seat | None) -> bool:
        """Whether every other value of a pick would have led to what looks otherwise to the viewer."""
        picks = dict(action.picks)
        done = self._looks(before, action, move, picks, viewer)
        others = [v for v in self._values(self.picked[move][pick]) if v != picks[pick]]
        looks = [self._looks(before, action, move, {**picks, pick: v}, viewer) for v in others]
        return done is not None and all(look is not None and look != done for look in looks)

    def _looks(
        self, before: State, action: Action, move: str, picks: dict[str, int], viewer: Seat | None
    ) -> object | None:
        """What the viewer sees after the effects of a move with these picks; None where they cannot be."""
        env = Env(before, before.mover if action.player is None else action.player, dict(picks))
        try:
            self._book.by_name[move].do(env)
        except Fault:
            return None
        return self.seen(env.state, viewer)

    def _values(self, of: Type) -> range:
        """The values of a type whose values are few."""
        match of:
            case IntType(lo, hi):
                return range(lo, hi + 1)
            case SuitType():
                return range(len(self._engine.game.deck.suits))
            case RankType():
                return range(len(self._engine.game.deck.ranks))
            case SeatType():
                return range(self._engine.game.seats)
            case EnumType(_, members):
                return range(len(members))
            case BoolType():
                return range(2)
            case _:
                return range(0)
