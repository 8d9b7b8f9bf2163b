"""The intermediate representation: one typed, finite transition system.

Read this file first. A `Game` is what a rule file denotes. Every back end (the evaluator, a compiler, the
solver encoding) reads these nodes and nothing else. Nodes are frozen; spans point into the rule file and do
not take part in equality. What must hold of a well-formed `Game` stands in `invariants.py`.

A state is: the content of every zone, the value of every variable (or unset), the phase, the mover, the place
in the set-up, and the result once there is one. A ply is one player's move; chance moves are not plies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from interpreter.ir.ops import Binder, End, Independent, Op
from interpreter.ir.types import IntType, RankType, SuitType, Type, Value
from interpreter.text.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


# expressions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal:
    value: Value
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OptionRef:
    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound by a pick, a quantifier, a parameter or an effect that runs through a set."""

    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class VariableRef:
    """A variable's value; reading one that is unset is a fault. `index` is None for one of the table.

    An index of a family that is outside its range is a fault.
    """

    name: str
    index: Expr | None
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone's content: `SetType(CARD)` or, if ordered, `SequenceType(CARD)`."""

    name: str
    index: Expr | None
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Apply:
    op: Op
    args: tuple[Expr, ...]
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Bind:
    """`op` over `var` running through `domain` (a set or stack), of `body`; see `Binder`."""

    op: Binder
    var: str
    domain: Expr
    body: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Call:
    """A definition applied; `me` inside it is the caller's."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Let:
    """`body` with `name` standing for a value found first. Passes make it; no rule file says it."""

    name: str
    value: Expr
    body: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Can:
    """Whether `me` may make the move now: with these picks, or (shorter `args`) with some completion."""

    move: str
    args: tuple[Expr, ...]
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class For:
    """`body` with `me` being `seat`."""

    seat: Expr
    body: Expr
    type: Type
    span: Span = _span()


MOST_OLD = 2
"""How many `old` may stand in one another: so many steps back a check may look."""


@dataclass(frozen=True, slots=True)
class Old:
    """`body` in the position before the step, `me` being who makes it; only in checks on steps."""

    body: Expr
    type: Type
    span: Span = _span()


Expr: TypeAlias = (
    "Literal | OptionRef | Local | VariableRef | ZoneRef | Apply | Bind | Call | Let | Can | For | Old"
)


# texts ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence: pieces of text and expressions to be shown between them."""

    parts: tuple[str | Expr, ...]
    span: Span = _span()


# effects --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveCard:
    """One card from a zone that holds it (a fault if not) to a zone; on a stack it comes to `onto`."""

    card: Expr
    source: ZoneRef
    target: ZoneRef
    onto: End = End.TOP
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MoveMany:
    """`count` cards (None: all) from the `end` of a stack, or all of a set; a fault if there are fewer.

    Between stacks they keep their order; from a set onto a stack they come in deck order.
    """

    count: Expr | None
    end: End
    source: ZoneRef
    target: ZoneRef
    onto: End = End.TOP
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Assign:
    """A variable gets a value (a fault outside its range), or is forgotten (`value` None)."""

    variable: VariableRef
    value: Expr | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetMover:
    """It is this seat's turn."""

    seat: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GoTo:
    phase: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ForEach:
    """The body once for each member of a set fixed beforehand; seats in turn order from `start` if given."""

    var: str
    domain: Expr
    start: Expr | None
    body: tuple[Effect, ...]
    span: Span = _span()


Effect: TypeAlias = "MoveCard | MoveMany | Assign | SetMover | GoTo | Branch | ForEach"


# declarations ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A member of a declared enumeration: its name in rules, its short symbol in records."""

    name: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Deck:
    """All suits and ranks; `where` (over the local `card`) keeps those in play."""

    suits: tuple[Named, ...]
    ranks: tuple[Named, ...]
    where: Expr | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of the rules: its type, the values it may have, its default."""

    name: str
    type: Type
    values: tuple[Value, ...]
    default: Value
    text: Template | None = None
    span: Span = _span()


class Per(Enum):
    """What there is one of a zone or variable for."""

    TABLE = "table"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Family:
    """There is one for each value of the type, in ascending order: a zone for every number or suit."""

    of: IntType | SuitType | RankType


Owner: TypeAlias = "Per | Family"


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. `seen` and `counted` are sets of seats; for a player's zone they may use the
    local `owner`.
    """

    name: str
    per: Owner
    ordered: bool
    seen: Expr
    counted: Expr
    text: Template | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Variable:
    """A remembered value; unset at the start unless `starts` says otherwise."""

    name: str
    per: Owner
    type: Type
    starts: Expr | None
    seen: Expr
    text: Template | None = None
    lasting: bool = False  # keeps its value when the set-up runs again
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    params: tuple[Param, ...]
    body: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Turn:
    """Clockwise by seat number, counting only the seats for which `among` (over the local `seat`) holds."""

    among: Expr | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Phase:
    """`actors` is the set of seats that may move; None means the mover alone."""

    name: str
    actors: Expr | None
    text: Template | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Condition:
    """Part of a guard, with the sentence that says why not."""

    that: Expr
    refusal: Template | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice: `name` out of the members of `domain` (in ascending order) for which `where` holds."""

    name: str
    domain: Expr
    where: Expr | None
    refusal: Template | None = None
    span: Span = _span()


SETUP = "setup"
"""The phase of the set-up: the match is in it until the last set-up step is done."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a player, or chance on the mover's behalf, may do. Later picks may read earlier ones."""

    name: str
    phase: str
    by_chance: bool
    conditions: tuple[Condition, ...]
    picks: tuple[Pick, ...]
    effects: tuple[Effect, ...]
    advice: Expr | None = None
    title: Template | None = None  # what the player chooses, with the picks
    said: Template | None = None  # what has happened, in the position before it
    span: Span = _span()


# the set-up, steps in order


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance gives `variable` (None: the mover) one of the members of `domain`."""

    variable: VariableRef | None
    domain: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance gives cards from a set, one at a time, round the seats that take part, from `start`.

    `count` is how many each seat gets; None means all cards, which must divide evenly.
    """

    count: Expr | None
    source: ZoneRef
    target: str
    start: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance takes `count` cards (a fault if there are fewer) from a set, one at a time, to a zone."""

    count: Expr
    source: ZoneRef
    target: ZoneRef
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EachSeat:
    """Every seat once, in turn order from `start`, makes `move`."""

    start: Expr
    move: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Do:
    effect: Effect
    span: Span = _span()


Step: TypeAlias = "Lot | Deal | Draw | EachSeat | Do"


@dataclass(frozen=True, slots=True)
class Ending:
    """Looked at after each move outside the set-up, in order; `me` is who moved. No winner and no
    loser: a draw.

    When `when` holds, `effects` are done. If then `again` holds, all cards go back to the deck,
    variables that do not
    last get their first values, and the set-up runs again; otherwise the match is over with this result.
    """

    name: str
    when: Expr
    winners: Expr
    losers: Expr
    said: Template | None = None
    effects: tuple[Effect, ...] = ()
    again: Expr | None = None
    span: Span = _span()


# checks


@dataclass(frozen=True, slots=True)
class Invariant:
    """Holds in every position outside the set-up; `me` is the mover."""

    body: Expr


@dataclass(frozen=True, slots=True)
class StepCheck:
    """Holds after each of these moves; `me` is who moved, the moves' common picks are in scope."""

    after: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Witness:
    """Some match reaches such a position, or takes such a step if `after` names moves."""

    after: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Independence:
    """What the mover may do, or where his moves lead, is the same whatever others' `variable` is."""

    what: tuple[Independent, ...]
    variable: str


Claim: TypeAlias = "Invariant | StepCheck | Witness | Independence"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    claim: Claim
    text: Template | None = None
    expect: str | None = None  # the verdict the file expects of the verifier, with `because`
    because: str | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Expected:
    """The verdict that the file expects on a question that every file is asked (`questions.py`)."""

    name: str
    expect: str
    because: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Shown:
    """A zone's place on a drawn table."""

    zone: str
    place: str  # one of PLACES
    by_suit: bool  # sorted by suit then rank, else by rank then suit; ordered zones are never sorted


PLACES = ("mine", "centre", "side")


@dataclass(frozen=True, slots=True)
class Table:
    """How any front end may draw the game; `mark` is a predicate over the local `card`, `me` being the
    viewer.
    """

    shown: tuple[Shown, ...]
    mark: Expr | None
    mark_text: Template | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of the printed rules, shown when `condition` (over options) holds."""

    name: str
    condition: Expr | None
    text: Template
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Game:
    """A whole rule file with all its bases. Tuples keep the order of the file.

    `seats` is the number of players that it was loaded for, one of `players` (fewest and most).
    """

    name: str
    about: str
    seats: int
    players: tuple[int, int]
    deck: Deck
    options: tuple[Option, ...]
    turn: Turn
    zones: tuple[Zone, ...]  # the zone `deck` first: all cards lie there at the start
    variables: tuple[Variable, ...]
    definitions: tuple[Definition, ...]  # each after those it calls
    phases: tuple[Phase, ...]
    setup: tuple[Step, ...]
    moves: tuple[Move, ...]
    endings: tuple[Ending, ...]
    checks: tuple[Check, ...]
    table: Table
    printed: tuple[Paragraph, ...]
    requirements: tuple[Condition, ...] = ()  # over options and the deck; a match needs all of them
    expected: tuple[Expected, ...] = ()
    players_at: Span = _span()  # where the number of players is said, else where the file begins
    span: Span = _span()
