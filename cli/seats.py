"""Who sits where: `--seats human,greedy`, and what the players are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cli.exits import faulty_command
from cli.spell import printable

HUMAN = "human"
LONGEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Sitter:
    """A kind of player, `human` or one of the computer players, with the name that is shown.

    `named`: somebody has given it that name.
    """

    kind: str
    name: str
    named: bool = False

    @property
    def human(self) -> bool:
        return self.kind == HUMAN


def default_seats(seats: int) -> str:
    """A person first, computer players on all other seats."""
    return ",".join([HUMAN, *["greedy"] * (seats - 1)])


def number_of_seats(text: str | None) -> int | None:
    """How many seats `--seats` speaks of; None if it does not say."""
    return text.count(",") + 1 if text is not None and "," in text else None


def read_seats(text: str, seats: int, kinds: Iterable[str]) -> tuple[Sitter, ...]:
    """One sitter a seat from `kind` or `kind=name`, parted by commas; a single one stands for all seats.

    Raises `Stop` for another number of them, a kind that does not exist and a name given twice.
    """
    parts = [part.strip() for part in text.split(",")]
    parts = parts * seats if len(parts) == 1 else parts
    if len(parts) != seats:
        raise faulty_command(f"this game has {seats} seats, `{text}` names {len(parts)}")
    pairs = [(kind.strip().casefold(), _name(name)) for kind, _, name in (p.partition("=") for p in parts)]
    known = list(kinds)
    for kind, _ in pairs:
        if kind not in known:
            raise faulty_command(f"there is no player `{kind}`{_suggested(kind, known)}")
    return _named(pairs)


def read_names(recorded: Iterable[str]) -> tuple[str, ...]:
    """What the players of a record are called, each by a name of his own."""
    pairs = [(printable(name).strip()[:LONGEST_NAME] or "player", "") for name in recorded]
    return tuple(sitter.name for sitter in _named(pairs))


def _name(text: str) -> str:
    return printable(text).strip()[:LONGEST_NAME]


def _suggested(kind: str, known: list[str]) -> str:
    from interpreter.text.spelling import nearest

    found = nearest(kind, known)
    return f"; did you mean `{found}`?" if found else f"; there are {', '.join(known)}"


def _named(pairs: list[tuple[str, str]]) -> tuple[Sitter, ...]:
    """Those without a name are called by their kind, numbered where there are several."""
    given = [name for _, name in pairs if name]
    if len(set(given)) < len(given):
        raise faulty_command("two players cannot have the same name")
    wanted = Counter(kind for kind, name in pairs if not name)
    seen: Counter[str] = Counter()
    found = []
    for kind, name in pairs:
        seen[kind] += not name
        number = f" {seen[kind]}" if wanted[kind] > 1 else ""
        found.append(Sitter(kind, name or kind.capitalize() + number, bool(name)))
    return tuple(found)
