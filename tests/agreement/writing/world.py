"""What a random rule file declares, and what may be asked at one place of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from interpreter.ir.nodes import Owner, Per
from interpreter.ir.types import CARDS, STACK, Type
from tests.agreement.writing.trees import Tree


class Moment(Enum):
    """Where an expression stands."""

    STILL = "before a match"
    RULE = "in a rule"
    ENDING = "in an ending"
    POSITION = "in a check of positions"
    STEP = "in a check of steps"


CHECKING = (Moment.POSITION, Moment.STEP)
COUNTING = (Moment.ENDING, *CHECKING)


@dataclass(frozen=True, slots=True)
class Setting:
    """An option, or a parameter of a definition."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Place:
    """A zone."""

    name: str
    per: Owner
    ordered: bool

    @property
    def type(self) -> Type:
        return STACK if self.ordered else CARDS


@dataclass(frozen=True, slots=True)
class Memory:
    """A variable; `sure` if it has a value at all times."""

    name: str
    per: Owner
    type: Type
    sure: bool


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition: what it needs of the place that calls it."""

    name: str
    params: tuple[Setting, ...]
    type: Type
    me: bool
    position: bool
    turn: bool
    asks: bool
    """Whether it asks what one can do, which no guard may by way of it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move: the names and types of its picks, and for picks of cards the zone they come from."""

    name: str
    phase: str
    by_chance: bool
    picks: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class World:
    seats: int
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    options: tuple[Setting, ...]
    zones: tuple[Place, ...]
    variables: tuple[Memory, ...]
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    definitions: tuple[Defined, ...] = ()
    routines: tuple[str, ...] = ()
    moves: tuple[Made, ...] = ()

    @property
    def cards(self) -> int:
        """The most cards that there can be."""
        return len(self.suits) * len(self.ranks)

    @property
    def owned(self) -> tuple[Place, ...]:
        """The zones of players."""
        return tuple(z for z in self.zones if z.per is Per.PLAYER)


@dataclass(frozen=True, slots=True)
class Scope:
    """The place: what has a value there, whether somebody acts, whether there is a position."""

    world: World
    moment: Moment = Moment.RULE
    me: bool = False
    turn: bool = True
    """Whether the order of turns may be asked for."""
    guard: bool = False
    """Whether this decides what is legal."""
    cards: bool = True
    """Whether it is known which cards there are."""
    phases: bool = True
    """Whether an effect may enter a phase."""
    moves: tuple[Made, ...] = ()
    """Those that `can` may ask for."""
    known: tuple[Tree, ...] = ()
    """Expressions that have a value here."""
    lying: tuple[tuple[Tree, Tree], ...] = ()
    """Cards, each with the zone that it lies in."""

    @property
    def position(self) -> bool:
        return self.moment is not Moment.STILL

    def knowing(self, *more: Tree) -> Scope:
        return replace(self, known=(*self.known, *more))

    def with_card(self, card: Tree, zone: Tree) -> Scope:
        return replace(self, known=(*self.known, card), lying=(*self.lying, (card, zone)))

    def without_card(self, card: Tree) -> Scope:
        """The card has gone elsewhere; it is still known."""
        return replace(self, lying=tuple(x for x in self.lying if x[0] != card))

    @property
    def definitions(self) -> tuple[Defined, ...]:
        """Those that may be called here."""
        return tuple(
            d
            for d in self.world.definitions
            if (self.me or not d.me)
            and (self.position or not d.position)
            and (self.turn or not d.turn)
            and not (self.guard and d.asks)
        )
