"""What is known while a rule file is checked: its declarations, and what a name may mean at one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from interpreter.ir.nodes import Deck, Definition, Effect, Option, Owner, ZoneRef
from interpreter.ir.types import CARD, RANK, SEAT, SUIT, EnumType, IntType, Type
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE, Span

# fmt: off
RESERVED = frozenset((
    "and", "or", "not", "if", "then", "else", "some", "every", "in", "where", "satisfies", "is",
    "empty", "set", "unset", "for", "implies", "count", "those", "lowest", "highest", "total", "over",
    "move", "moves", "all", "from", "to", "top", "bottom", "of", "becomes", "forget", "pass", "phase",
    "each", "starting", "with", "do", "lot", "deal", "seat", "does", "yes", "no", "true", "false", "me",
    "mover", "owner", "seats", "suits", "ranks", "cards", "everyone", "nobody", "deck", "setup",
    "chance", "suit", "rank", "card", "flag", "old", "can", "last_move", "last_player",
    "plies", "turns", "repeats",
))
# fmt: on
"""Words that no declaration may use as its name. Picks may be called `card`, `suit`, `rank` or `seat`."""


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    per: Owner
    ordered: bool
    span: Span


@dataclass(frozen=True, slots=True)
class VariableInfo:
    per: Owner
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """A move as `can` sees it: its phase and the names and types of its picks.

    `broken` are the names that its faulty picks may have been meant to give; then `picks` are not all.
    """

    phase: str
    by_chance: bool
    picks: tuple[tuple[str, Type], ...]
    span: Span
    broken: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RoutineInfo:
    """The effects of a routine: how many there are at all depths, how deep, and whether they ask who acts."""

    effects: tuple[Effect, ...]
    number: int
    depth: int
    about_me: bool


def _no_definitions(name: str) -> None:
    """There is nothing to check."""


@dataclass
class Symbols:
    """All declarations of the file, filled section by section in the order in which they build on each
    other.
    """

    report: Report
    seats: int = 2
    deck: Deck = Deck((), (), None)
    lacking: Mapping[str, str] = field(default_factory=dict)
    """Suits and ranks of the file that a replaced deck does not have: name to `suit` or `rank`."""
    missed: dict[str, set[Span]] = field(default_factory=dict)
    """Where the rules name those."""
    removed: Mapping[str, Span] = field(default_factory=dict)
    """What a variant took away, and where it says so."""
    options: dict[str, Option] = field(default_factory=dict)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    variables: dict[str, VariableInfo] = field(default_factory=dict)
    signatures: dict[str, Span] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    check_definition: Callable[[str], None] = _no_definitions
    """Makes sure that a declared definition has been checked."""
    pending: list[str] = field(default_factory=list)
    """Definitions being checked just now, for finding circles."""
    about_me: set[str] = field(default_factory=set)
    """Definitions that speak of `me`."""
    about_a_match: set[str] = field(default_factory=set)
    """Definitions that look at a position, which there is none of before a match."""
    broken: set[str] = field(default_factory=set)
    """Names whose declaration is faulty; that is reported there, their uses are passed over."""
    lost: set[Code] = field(default_factory=set)
    """What is not reported because the section that may declare it could not be read."""
    routines: dict[str, RoutineInfo] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    """The routines that something does."""
    moves: dict[str, MoveInfo] = field(default_factory=dict)
    phases: dict[str, Span] = field(default_factory=dict)
    endings: dict[str, Span] = field(default_factory=dict)

    @property
    def suits(self) -> tuple[str, ...]:
        return tuple(s.name for s in self.deck.suits)

    @property
    def ranks(self) -> tuple[str, ...]:
        return tuple(r.name for r in self.deck.ranks)

    @property
    def cards(self) -> int:
        """The most cards that the declared deck can have."""
        return len(self.deck.suits) * len(self.deck.ranks)

    @property
    def phase_type(self) -> EnumType:
        return EnumType("phase", ("setup", *self.phases))

    @property
    def move_type(self) -> EnumType:
        return EnumType("move", tuple(self.moves))

    @property
    def ending_type(self) -> EnumType:
        return EnumType("ending", tuple(self.endings))

    def members(self, t: Type | None) -> tuple[str, ...] | None:
        """The names by which the values of an enumerated type are written; None for other types."""
        if t == SUIT:
            return self.suits
        if t == RANK:
            return self.ranks
        return t.members if isinstance(t, EnumType) else None

    def count(self, t: Type) -> int:
        """How many values an element type has."""
        if isinstance(t, IntType):
            return t.hi - t.lo + 1
        if t == CARD:
            return self.cards
        if t == SEAT:
            return self.seats
        return len(self.members(t) or ())


class Moment(Enum):
    """Where an expression stands, which decides what it may ask."""

    RULE = "rule"  # guards, effects, definitions, advice
    ENDING = "ending"
    POSITION = "position"  # checks on a position
    STEP = "step"  # checks on a step: `old` has a meaning
    STILL = "still"  # before any match: the deck, the printed rules


@dataclass(frozen=True, slots=True)
class Bound:
    """A local name: its type and, for a card picked from a zone, that zone."""

    type: Type
    zone: ZoneRef | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The local side of a place in the file."""

    moment: Moment
    me: bool
    names: Mapping[str, Bound] = field(default_factory=dict)
    depth: int = 0
    broken: frozenset[str] = frozenset()
    """Local names whose declaration is faulty."""

    def bind(self, name: str, bound: Bound) -> Scope:
        return replace(self, names={**self.names, name: bound})

    def without(self, *names: str) -> Scope:
        """With `names` declared in a faulty way."""
        return replace(self, broken=self.broken | set(names))

    def acting(self) -> Scope:
        return replace(self, me=True)

    def deeper(self) -> Scope:
        return replace(self, depth=self.depth + 1)


def first_span(symbols: Symbols, name: str) -> Span | None:
    """Where a global name was declared, whatever it is."""
    tables: tuple[Mapping[str, object], ...] = (
        symbols.options,
        symbols.zones,
        symbols.variables,
        symbols.signatures,
    )
    for table in tables:
        found = table.get(name)
        if found is not None:
            return found if isinstance(found, Span) else getattr(found, "span", NOWHERE)
    return None
