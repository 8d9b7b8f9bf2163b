"""The state of a table: immutable, the fold of its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.fast.engine import State
from interpreter.ir.types import Seat
from interpreter.run.fair import Fair
from interpreter.run.match import Step
from interpreter.run.rng import Stream, stream
from server.core.config import COMPUTER, PERSON, Config
from server.core.events import Ended

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
"""The phases of a table."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at the table. A person's `name` is None as long as the place is free; `token` is a hash.

    `replaced`: the computer plays for a person who is away.
    """

    kind: str
    level: str = ""
    name: str | None = None
    token: str = ""
    seed: str | None = None
    replaced: bool = False

    @property
    def person(self) -> bool:
        return self.kind == PERSON

    @property
    def free(self) -> bool:
        return self.person and self.name is None

    @property
    def automatic(self) -> bool:
        """Whether the computer decides."""
        return self.kind == COMPUTER or self.replaced


@dataclass(frozen=True, slots=True)
class Board:
    """A position with what is needed to go on: words drawn so far for lots, deals and chance in play; plies.

    `started`: the set-up has been done.
    """

    state: State
    draws: tuple[int, int, int] = (0, 0, 0)
    plies: int = 0
    started: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position of the match as it stands, with the actions that led there from the one before.

    Cards dealt by chance are not among them. `seat` made the first of them, None for the node in which a
    match begins; `version` is that of its event. `actors` are the seats that are to act then.
    """

    board: Board
    steps: tuple[Step[State], ...]
    version: int
    seat: Seat | None = None
    before: Node | None = None
    actors: tuple[Seat, ...] = ()

    def line(self) -> Iterator[Node]:
        """From here back to the beginning."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.before


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """A match at the table. `seats` has the place in each seat; the position stands since `version`.

    `clocks` are milliseconds by seat at the time `since`; empty without a clock. Of `fair` and `seed` one is
    None.
    """

    number: int
    seats: tuple[int, ...]
    fair: Fair | None
    seed: int | None
    node: Node
    version: int
    since: int
    clocks: tuple[int, ...] = ()
    ended: Ended | None = None

    @property
    def state(self) -> State:
        return self.node.board.state

    def moved(self, node: Node, version: int, at: int, clocks: tuple[int, ...]) -> Contest:
        """After a move, or one that was taken back."""
        ended, about = self.ended, (self.number, self.seats, self.fair, self.seed)
        return Contest(*about, node, version, at, clocks, ended)

    def seat_of(self, place: int) -> Seat:
        return Seat(self.seats.index(place))

    def stream(self, purpose: int, counter: int = 0) -> Stream:
        """Chance of a purpose (see `interpreter.run.rng`), from its word `counter`."""
        if self.fair is not None:
            return self.fair.stream(self.number, purpose, counter)
        assert self.seed is not None
        drawn = stream(self.seed, self.number, purpose)
        drawn.counter = counter
        return drawn


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """`secret` is the server's seed of the next match, `score` the matches won by place.

    `takeback` is the place that has asked for one, `agreed` who has agreed to it, `rematch` who wants another
    match; `matches` are those that are over.
    """

    config: Config
    rules: str
    code: str
    secret: str
    places: tuple[Place, ...]
    version: int
    at: int
    phase: str = WAITING
    contest: Contest | None = None
    score: tuple[int, ...] = ()
    takeback: int | None = None
    agreed: frozenset[int] = frozenset()
    rematch: frozenset[int] = frozenset()
    matches: tuple[Contest, ...] = ()
    closed: str = ""

    def moved(self, version: int, at: int, contest: Contest) -> Table:
        """After a move: what was asked about the one before it is settled."""
        return Table(
            self.config,
            self.rules,
            self.code,
            self.secret,
            self.places,
            version,
            at,
            self.phase,
            contest,
            self.score,
            rematch=self.rematch,
            matches=self.matches,
            closed=self.closed,
        )

    def with_place(self, number: int, place: Place) -> Table:
        return replace(self, places=(*self.places[:number], place, *self.places[number + 1 :]))

    @property
    def people(self) -> tuple[int, ...]:
        """The places of people."""
        return tuple(n for n, place in enumerate(self.places) if place.person)

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(n for n, place in enumerate(self.places) if place.free)

    def others(self, place: int) -> tuple[int, ...]:
        """The other people who decide for themselves."""
        return tuple(n for n in self.people if n != place and not self.places[n].replaced)
