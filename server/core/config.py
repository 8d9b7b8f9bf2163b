"""What a table is opened with: rules, seats, clock, who may watch; reading that from what a client sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from interpreter.run.fair import is_seed

PERSON, COMPUTER = "person", "computer"
MOST_SEATS = 10
LONGEST_NAME = 24
LONGEST_RULES = 80
LONGEST_OPTION = 80


class ClockKind(Enum):
    NONE = "none"
    MOVE = "move"
    """So many seconds for each move."""
    TOTAL = "total"
    """So many seconds in all, and some more with each move."""


class Lots(Enum):
    """What becomes of lots among the seats in matches after the first."""

    DRAWN = "drawn"
    LOSER = "loser"
    """They fall on who has lost the match before, if that is one alone and they can."""


class Damaged(ValueError):
    """What was sent is not understood; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Clock:
    """`seconds` and `increment` as in the protocol; no clock has 0 for both."""

    kind: ClockKind = ClockKind.NONE
    seconds: int = 0
    increment: int = 0


@dataclass(frozen=True, slots=True)
class Chair:
    """Who is to sit somewhere: a person, or a computer player of this level."""

    kind: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Config:
    """A table's settings, which never change. `options` are texts by name; `delay` and `grace` are seconds.

    `seed` is an integer seed as `simulate` has it, for a deal that anybody can repeat.
    """

    rules: str
    options: tuple[tuple[str, str], ...]
    chairs: tuple[Chair, ...]
    public: bool = False
    clock: Clock = Clock()
    spectators: bool = True
    delay: int = 0
    matches: int = 1
    takeback: bool = True
    grace: int = 30
    seed: int | None = None
    lots: Lots = Lots.DRAWN

    @property
    def casual(self) -> bool:
        """Whether one person plays with computers alone."""
        return sum(c.kind == PERSON for c in self.chairs) == 1


KEYS = frozenset(
    "rules options seats public clock spectators matches lots takeback grace integer_seed name seed".split()
)


def read_config(data: Mapping[str, Any], fewest: int, levels: frozenset[str]) -> Config:
    """The settings in a request; raises `Damaged`. `fewest` seats, all for people, where it names none."""
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise Damaged(f"there is no setting `{unknown[0][:40]}`")
    seats = data.get("seats")
    chairs = (Chair(PERSON),) * fewest if seats is None else tuple(_chair(c, levels) for c in _list(seats))
    if not 1 <= len(chairs) <= MOST_SEATS or all(c.kind != PERSON for c in chairs):
        raise Damaged(f"a table has 1 to {MOST_SEATS} seats, at least one of them for a person")
    watching = _mapping(data.get("spectators", {}), "spectators", {"allowed", "delay"})
    seed = data.get("integer_seed")
    config = Config(
        _text(data.get("rules"), "rules", LONGEST_RULES),
        _options(data.get("options", {})),
        chairs,
        _flag(data.get("public", False), "public"),
        read_clock(data.get("clock", {"kind": "none"})),
        _flag(watching.get("allowed", True), "allowed"),
        number(watching.get("delay", 0), "delay", 0, 3600),
        number(data.get("matches", 1), "matches", 1, 99),
        _flag(data.get("takeback", True), "takeback"),
        number(data.get("grace", 30), "grace", 0, 86400),
        None if seed is None else number(seed, "integer_seed", 0, 2**64 - 1),
        _lots(data.get("lots", Lots.DRAWN.value)),
    )
    if config.lots is not Lots.DRAWN and config.seed is not None:
        raise Damaged("with an integer seed all lots are drawn")
    if config.public and config.seed is not None:
        raise Damaged("a public table deals fairly, and has no integer seed")
    return config


def _chair(data: object, levels: frozenset[str]) -> Chair:
    found = _mapping(data, "seats", {"kind", "level"})
    if found.get("kind") == PERSON:
        return Chair(PERSON)
    level = found.get("level")
    if found.get("kind") != COMPUTER or level not in levels:
        raise Damaged("a seat is for a `person`, or for a `computer` of a known `level`")
    return Chair(COMPUTER, str(level))


def _lots(data: object) -> Lots:
    if not isinstance(data, str) or data not in {lots.value for lots in Lots}:
        raise Damaged("`lots` are `drawn`, or fall on the `loser`")
    return Lots(data)


def _options(data: object) -> tuple[tuple[str, str], ...]:
    found = _mapping(data, "options", None)
    if len(found) > 100:
        raise Damaged("these are too many options")
    texts = {
        _text(k, "options", LONGEST_OPTION): _text(v, "options", LONGEST_OPTION) for k, v in found.items()
    }
    return tuple(sorted(texts.items()))


def read_clock(data: object) -> Clock:
    found = _mapping(data, "clock", {"kind", "seconds", "increment"})
    match found.get("kind"):
        case "none":
            return Clock()
        case "move":
            return Clock(ClockKind.MOVE, number(found.get("seconds"), "seconds", 1, 86400))
        case "total":
            increment = number(found.get("increment", 0), "increment", 0, 3600)
            return Clock(ClockKind.TOTAL, number(found.get("seconds"), "seconds", 1, 86400), increment)
        case _:
            raise Damaged("a clock's `kind` is `none`, `move` or `total`")


def read_name(data: object) -> str:
    """A person's name: printable, in one line, without spaces around it; raises `Damaged`."""
    name = " ".join("".join(c if c.isprintable() else " " for c in str(data)).split())
    if not isinstance(data, str) or not 1 <= len(name) <= LONGEST_NAME:
        raise Damaged(f"a name has 1 to {LONGEST_NAME} characters")
    return name


def read_seed(data: object) -> str | None:
    """A player's part in the deal; raises `Damaged`."""
    if data is None or is_seed(data):
        return None if data is None else str(data)
    raise Damaged("a seed is 64 hex digits in small letters")


def number(data: object, name: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; raises `Damaged`."""
    if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
        raise Damaged(f"`{name}` is a whole number from {low} to {high}")
    return data


def _flag(data: object, name: str) -> bool:
    if not isinstance(data, bool):
        raise Damaged(f"`{name}` is true or false")
    return data


def _text(data: object, name: str, longest: int) -> str:
    if not isinstance(data, str) or not 1 <= len(data) <= longest:
        raise Damaged(f"`{name}` needs a text of at most {longest} characters")
    return data


def _list(data: object) -> list[Any]:
    if not isinstance(data, list):
        raise Damaged("`seats` is a list")
    return data


def _mapping(data: object, name: str, keys: set[str] | None) -> Mapping[str, Any]:
    if not isinstance(data, dict) or (keys is not None and set(data) - keys):
        known = ", ".join(f"`{k}`" for k in sorted(keys or ()))
        raise Damaged(f"`{name}` is an object" + (f" with {known}" if known else ""))
    return data
