"""What became of a mutant, and of all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from verify.mutants.mutant import Mutant
from verify.mutants.trial import Cell


class Fate(Enum):
    """`SURVIVES` is the one that should not be: other rules, of which all checks are proved.

    `SEEN` is for rules by which the same can be done, and the same comes of it, while other things are seen:
    no check can speak of that, beyond that nobody needs to see more than he does.
    """

    KILLED = "killed"
    SAME = "the same rules"
    ARGUED = "the same by argument"
    SEEN = "only seen differently"
    SURVIVES = "survives"
    UNTAKEN = "cannot be encoded"
    UNKNOWN = "unknown"
    REFUSED = "no rules at all"


@dataclass(frozen=True)
class Outcome:
    """Of one mutant: the questions that are not proved of it, and those of them that a match violates.

    `unseen` are things that should be able to happen and were not seen; they are looked for only where
    nothing else is lost. `why` says why the rules are the same, or no rules at all.
    """

    id: str
    fate: Fate
    lost: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    violated: tuple[str, ...] = ()
    why: str = ""
    seconds: float = 0.0

    @property
    def killers(self) -> tuple[str, ...]:
        return (*self.lost, *self.unseen)


def fate_of(cells: Iterable[Cell]) -> Fate:
    """Killed if a single question is lost; survives only if all are proved."""
    found = set(cells)
    if Cell.LOST in found:
        return Fate.KILLED
    if Cell.UNTAKEN in found:
        return Fate.UNTAKEN
    return Fate.UNKNOWN if Cell.UNKNOWN in found else Fate.SURVIVES


@dataclass(frozen=True)
class Rank:
    """How many mutants a question kills, and how many of them nothing else kills."""

    check: str
    kills: int
    alone: int


def ranking(questions: Sequence[str], outcomes: Iterable[Outcome]) -> list[Rank]:
    """All questions and what else killed, first those that kill most mutants alone, then by kills."""
    kills: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    names = list(questions)
    for outcome in outcomes:
        names += [name for name in outcome.killers if name not in names]
        kills.update(outcome.killers)
        if len(outcome.killers) == 1:
            alone.update(outcome.killers)
    ranks = [Rank(q, kills[q], alone[q]) for q in names]
    return sorted(ranks, key=lambda r: (-r.alone, -r.kills, names.index(r.check)))


def fates(outcomes: Iterable[Outcome]) -> Mapping[Fate, int]:
    """How many of each, in the order of the words."""
    found = Counter(o.fate for o in outcomes)
    return {fate: found[fate] for fate in Fate if found[fate]}


def of_kind(mutants: Sequence[Mutant], outcomes: Mapping[str, Outcome], fate: Fate) -> list[Mutant]:
    """The mutants with this fate, in the order of the file."""
    return [m for m in mutants if m.id in outcomes and outcomes[m.id].fate is fate]
