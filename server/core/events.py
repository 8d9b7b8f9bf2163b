"""What happens at a table. The log of these events is all that there is to a table; its state is their fold.

Chance is not among them: it follows from the seeds. Seeds and the hashes of tokens stand in the log, and
nobody is shown them; what a viewer gets of an event is decided in `showing.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from interpreter.run.protocol import Action
from server.core.config import Config


class By(Enum):
    """Who decided a move."""

    PERSON = "person"
    COMPUTER = "computer"


class What(Enum):
    """What can be asked of the others."""

    TAKEBACK = "takeback"
    REMATCH = "rematch"


class Reason(Enum):
    """Why a match ended."""

    RULES = "rules"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    CLOCK = "clock"
    CAP = "cap"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Created:
    """`rules` is the rules' SHA-256, `secret` the server's seed of the first match, `code` the short code."""

    config: Config
    rules: str
    code: str
    secret: str


@dataclass(frozen=True, slots=True)
class Joined:
    """`token` is the hash of the token, `seed` the player's part in the deal of the next match."""

    place: int
    name: str
    token: str
    seed: str | None


@dataclass(frozen=True, slots=True)
class Left:
    place: int


@dataclass(frozen=True, slots=True)
class Started:
    """`seats` has the place in each seat."""

    match: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of a seat, and after it all that chance does until somebody is to act again."""

    by: By
    action: Action


@dataclass(frozen=True, slots=True)
class Spoke:
    place: int
    phrase: int


@dataclass(frozen=True, slots=True)
class Asked:
    """`seed` is the player's part in the deal of the rematch that he asks for."""

    place: int
    what: What
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """One of several who have to agree to a takeback does."""

    place: int


@dataclass(frozen=True, slots=True)
class Declined:
    place: int
    what: What


@dataclass(frozen=True, slots=True)
class Undone:
    """The position before the last move of `place` stands again."""

    place: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """The computer plays on for `place`."""

    place: int


@dataclass(frozen=True, slots=True)
class Returned:
    place: int


@dataclass(frozen=True, slots=True)
class Ended:
    """`losers` are seats, if the reason is not the rules; `secret` the server's seed of the next match."""

    reason: Reason
    losers: tuple[int, ...]
    secret: str


@dataclass(frozen=True, slots=True)
class Closed:
    reason: str


Event: TypeAlias = (
    Created
    | Joined
    | Left
    | Started
    | Moved
    | Spoke
    | Asked
    | Agreed
    | Declined
    | Undone
    | Replaced
    | Returned
    | Ended
    | Closed
)

EVENTS: tuple[type[Event], ...] = (
    *(Created, Joined, Left, Started, Moved, Spoke, Asked),
    *(Agreed, Declined, Undone, Replaced, Returned, Ended, Closed),
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in its table's log. `version` counts from 1 without gaps, `at` is milliseconds since 1970.

    `key` names the message that the event answers, and is there once in a log.
    """

    version: int
    at: int
    event: Event
    key: str | None = None
