"""What every engine offers: the few calls by which players, studies, servers and proofs run a match.

An engine is bound to one game, one set of option values and one deck. Its states are immutable, hashable and
canonical: equal positions are equal states, whatever match led there. Nothing here knows how a state is
stored; `Position` is the neutral form that records and tests use.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from interpreter.ir.nodes import Game
from interpreter.ir.types import Card, Seat, Type, Value

CHANCE = "chance"
"""The `move` of every chance action, and what stands for seats where chance is to act."""

AGAIN = "again"
"""The pick (always 1) of the chance action between two deals of a match."""


@dataclass(frozen=True, slots=True)
class Action:
    """One move of one seat (or of chance, `player` None) with the values of its picks, in pick order."""

    player: Seat | None
    move: str
    picks: tuple[tuple[str, int], ...] = ()


Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: by which ending, after whose move; a draw has no winner, no loser. Seats ascend."""

    ending: str
    by: Seat
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]
    again: bool = False
    """Only a deal is over, not the match: the next action is chance's, and starts the set-up again."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state for people and files. Zones and variables of players are tuples by seat, those of a
    family by the values of its type.

    Sets are in deck order, stacks from bottom to top; an unset variable is None. `step` is the set-up step to
    be done next and `done` how far it has come, both 0 outside the set-up; `ended` is how a deal ended after
    which another comes.
    """

    phase: str
    mover: Seat
    zones: Mapping[str, Cards | tuple[Cards, ...]]
    variables: Mapping[str, Value | tuple[Value | None, ...] | None]
    step: int = 0
    done: int = 0
    ended: Outcome | None = None


Sentence: TypeAlias = tuple[str | tuple[Value, Type], ...]
"""A sentence of the rule file; each value in it comes with its type, for a front end to spell."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """What a viewer knows of one zone: its cards or None, their number or None."""

    cards: Cards | None
    count: int | None


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know of a state, by the declarations of the rule file alone.

    `zones` and `variables` are tuples by seat for what players have, by value for a family, tuples of one for
    what the table has; a variable that is unset or not seen is None. `legal` are the viewer's own legal
    actions (a spectator has none) and `advice` their scores, or None where the rules give no advice. `marked`
    are the cards that the rules' table marks for this viewer.
    """

    viewer: Seat | None
    phase: str
    mover: Seat
    actors: tuple[Seat, ...]
    zones: Mapping[str, tuple[ZoneView, ...]]
    variables: Mapping[str, tuple[Value | None, ...]]
    marked: frozenset[Card]
    legal: tuple[Action, ...]
    advice: tuple[int | None, ...]


S = TypeVar("S", bound=Hashable)


class Engine(Protocol[S]):
    """See the module. `legal` and `apply` hold for chance as for seats."""

    @property
    def game(self) -> Game: ...

    @property
    def options(self) -> Mapping[str, Value]:
        """The value in force of every option."""
        ...

    @property
    def cards(self) -> Cards:
        """The cards in play, ascending. A card's number counts through the whole declared deck."""
        ...

    def initial(self) -> S:
        """Before the first set-up step that needs chance or a player."""
        ...

    def load(self, position: Position) -> S:
        """The state of an explicit position; raises `BadPosition` if cards are lost, doubled or unknown."""
        ...

    def position(self, state: S) -> Position:
        """The inverse of `load` for states that are not over."""
        ...

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Seats that may act, ascending; empty if chance acts or the match is over."""
        ...

    def chance(self, state: S) -> bool:
        """Whether chance acts: each legal action is then equally likely."""
        ...

    def legal(self, state: S) -> tuple[Action, ...]:
        """Legal actions in a stable order: by seat, then moves in file order, then picks in ascending order.

        Raises `Fault` where the rules apply an operation outside its domain.
        """
        ...

    def apply(self, state: S, action: Action) -> S:
        """The state after a legal action; raises `IllegalAction` on any other, `Fault` as `legal` does."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on, between two deals too."""
        ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """What a seat, or a spectator (None), may know."""
        ...

    def refusal(self, state: S, action: Action) -> Sentence | None:
        """Why `action` is not legal, in the rule file's words; None if legal or the file does not say."""
        ...

    def title(self, state: S, action: Action) -> Sentence:
        """What a player chooses with `action` ("take 3 of 7"); the move's name where the file has no text."""
        ...

    def narrate(self, state: S, action: Action) -> Sentence:
        """What happens when `action` is made in `state`."""
        ...

    def epilogue(self, state: S) -> Sentence:
        """What is said at the end of a match that is over."""
        ...

    def printed(self) -> tuple[Sentence, ...]:
        """The rules as a player reads them, one paragraph each, with the option values in force."""
        ...
