"""What may be asked of a table. Whoever asks has been identified before; `place` is his."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from interpreter.run.protocol import Action


class How(Enum):
    """What is claimed against somebody who is away."""

    WIN = "win"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Join:
    """`token` is a hash."""

    name: str
    token: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """`version` is the last that the player has seen."""

    place: int
    version: int
    action: Action


@dataclass(frozen=True, slots=True)
class Say:
    place: int
    phrase: int


@dataclass(frozen=True, slots=True)
class Takeback:
    place: int


@dataclass(frozen=True, slots=True)
class Answer:
    place: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    place: int
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    place: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Against `against`, who has been away since `since` (milliseconds since 1970), or is not (None)."""

    place: int
    against: int
    how: How
    since: int | None


@dataclass(frozen=True, slots=True)
class Leave:
    place: int


@dataclass(frozen=True, slots=True)
class Return:
    """Somebody for whom the computer plays is back."""

    place: int


@dataclass(frozen=True, slots=True)
class Automatic:
    """Whatever nobody has to ask for: a computer's move, the end of a clock."""


@dataclass(frozen=True, slots=True)
class Close:
    reason: str


Command: TypeAlias = (
    Join | Move | Say | Takeback | Answer | Rematch | Resign | Claim | Leave | Return | Automatic | Close
)
"""Carried out by `decide.decide`."""


class Why(Enum):
    """Codes of refusals, as the protocol has them."""

    STALE = "stale"
    ILLEGAL = "illegal"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    DAMAGED = "damaged"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing has changed. `text` is lower case, without full stop."""

    why: Why
    text: str
    action: Action | None = None
    """The action that the rules refuse."""


PHRASES = (
    *("Hello", "Good luck", "Well played", "Thank you", "Sorry", "Oops"),
    *("One moment, please", "I am back", "Another match?", "Goodbye"),
)
"""What people can say to each other."""
