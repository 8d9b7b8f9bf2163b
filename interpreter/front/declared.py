"""What a rule file declares, section by section, with every expression still a scalar in its place."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.front.tree import Scalar
from interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class DOption:
    """`limited` says whether `from` or `range` stands in the file, readable or not."""

    name: Scalar
    type: Scalar | None
    members: tuple[Scalar, ...] | None
    range: Scalar | None
    limited: bool
    default: Scalar | None
    text: Scalar | None


@dataclass(frozen=True, slots=True)
class DMember:
    name: Scalar
    symbol: Scalar | None


@dataclass(frozen=True, slots=True)
class DDeck:
    suits: tuple[DMember, ...]
    ranks: tuple[DMember, ...]
    where: Scalar | None
    span: Span


@dataclass(frozen=True, slots=True)
class DZone:
    name: Scalar
    of: Scalar | None
    kind: Scalar | None
    seen: Scalar | None
    counted: Scalar | None
    text: Scalar | None


@dataclass(frozen=True, slots=True)
class DVariable:
    """`faulty` says whether a missing type has been reported for another reason."""

    name: Scalar
    of: Scalar | None
    type: Scalar | None
    members: tuple[Scalar, ...] | None
    faulty: bool
    starts: Scalar | None
    seen: Scalar | None
    text: Scalar | None
    lasts: Scalar | None


@dataclass(frozen=True, slots=True)
class DDefinition:
    signature: Scalar
    body: Scalar


@dataclass(frozen=True, slots=True)
class DRoutine:
    name: Scalar
    do: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class DPhase:
    name: Scalar
    actors: Scalar | None
    text: Scalar | None


@dataclass(frozen=True, slots=True)
class DCondition:
    that: Scalar
    otherwise: Scalar | None


@dataclass(frozen=True, slots=True)
class DPick:
    choose: Scalar
    otherwise: Scalar | None


@dataclass(frozen=True, slots=True)
class DMove:
    """`idle` says that an empty list of effects stands in the file.

    `whole` is false where a pick could not be read, or a key that may have been one.
    """

    name: Scalar
    phase: Scalar | None
    by: Scalar | None
    when: tuple[DCondition, ...]
    picks: tuple[DPick, ...]
    whole: bool
    do: tuple[Scalar, ...]
    idle: bool
    advice: Scalar | None
    text: Scalar | None
    said: Scalar | None


@dataclass(frozen=True, slots=True)
class DEnding:
    name: Scalar
    when: Scalar | None
    winners: Scalar | None
    losers: Scalar | None
    said: Scalar | None
    do: tuple[Scalar, ...]
    again: Scalar | None


@dataclass(frozen=True, slots=True)
class DIndependence:
    what: tuple[Scalar, ...]
    of: Scalar | None
    span: Span


@dataclass(frozen=True, slots=True)
class DCheck:
    """`whole` is false where keys could not be read, which may have said what the check is."""

    name: Scalar
    whole: bool
    always: Scalar | None
    after: tuple[Scalar, ...] | None
    holds: Scalar | None
    can_happen: Scalar | None
    independent: DIndependence | None
    text: Scalar | None
    expect: Scalar | None
    because: Scalar | None


@dataclass(frozen=True, slots=True)
class DShown:
    place: Scalar
    zone: Scalar
    sort: Scalar | None


@dataclass(frozen=True, slots=True)
class DTable:
    shown: tuple[DShown, ...]
    mark: Scalar | None
    mark_text: Scalar | None


@dataclass(frozen=True, slots=True)
class DParagraph:
    name: str
    condition: Scalar | None
    text: Scalar


@dataclass(frozen=True, slots=True)
class DGame:
    """`lost` are the sections that stand in the file and could not be read."""

    name: Scalar
    about: Scalar | None
    players: Scalar | None
    deck: DDeck | None
    options: tuple[DOption, ...]
    among: Scalar | None
    zones: tuple[DZone, ...]
    variables: tuple[DVariable, ...]
    definitions: tuple[DDefinition, ...]
    routines: tuple[DRoutine, ...]
    phases: tuple[DPhase, ...]
    setup: tuple[Scalar, ...]
    setup_at: Span
    moves: tuple[DMove, ...]
    endings: tuple[DEnding, ...]
    checks: tuple[DCheck, ...]
    table: DTable | None
    printed: tuple[DParagraph, ...]
    require: tuple[DCondition, ...]
    lost: frozenset[str]
    span: Span
