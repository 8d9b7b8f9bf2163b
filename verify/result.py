"""What is known of one check: the verdict, what it rests on, and the match that shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from interpreter.run.protocol import Action
from interpreter.text.source import Span
from verify.settings import Settings
from verify.trace import Trace
from verify.verdict import Verdict, as_good, word


class Shows(Enum):
    """What the match of a result is."""

    VIOLATION = "violation"
    WITNESS = "witness"
    LOOP = "loop"


ANY_DECK = "any deck"
THIS_DECK = "the cards of this file"


@dataclass(frozen=True)
class Basis:
    """What was assumed and bounded, in words: the deck, the options, further assumptions.

    `induction` is k where the check was proved by k-induction, None where none was needed; `used` are the
    facts of the solver's core, of all questions together; `vacuous` says that not one was needed.
    """

    deck: str = ""
    options: str = ""
    assumed: tuple[str, ...] = ()
    induction: int | None = None
    used: frozenset[str] = frozenset()
    vacuous: bool = False


@dataclass(frozen=True)
class Other:
    """The second of two matches that show something together; at the ends of both `seat` is to move.

    The seat sees the same there; where it does not, `but` says what alone is not the same, with its value in
    the second one. Only at the end of the first match it may do what is in `here`, only at that of the second
    what is in `there`; `parting` is what it may do in both, with unlike ends.
    """

    trace: Trace
    seat: int
    but: str = ""
    here: tuple[Action, ...] = ()
    there: tuple[Action, ...] = ()
    parting: Action | None = None


@dataclass(frozen=True)
class Result:
    """A verdict on one check; `how` says in words on what it rests.

    `trace` shows it where a match was found, at its action number `at` (0: at its start); where it takes two
    matches, `other` is the second. `parts` are the parts of the check that fail there, each with its values.
    `depth` in plies is how far was searched.
    """

    check: str
    verdict: Verdict
    how: str
    span: Span
    seconds: float = 0.0
    depth: int | None = None
    can_happen: bool = False
    basis: Basis = field(default_factory=Basis)
    trace: Trace | None = None
    other: Other | None = None
    shows: Shows | None = None
    at: int | None = None
    parts: tuple[str, ...] = ()
    not_excluded: tuple[str, ...] = ()
    """The states of a step that the proof could not exclude, though no match may come there."""
    hints: tuple[str, ...] = ()
    expect: str | None = None
    because: str | None = None

    @property
    def word(self) -> str:
        return word(self.verdict, self.depth, self.can_happen)

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is what the file expects, or stronger; without a word of the file: proved."""
        return as_good(self.verdict, self.depth, self.expect or "proved")


def basis_of(settings: Settings, used: frozenset[str], k: int | None = None, vacuous: bool = False) -> Basis:
    """What a proof under these settings assumes and is bounded by."""
    fixed = ", ".join(sorted(settings.fixed))
    options = f"`{fixed}` as set, all values of the others" if fixed else "all values of all options"
    moves = settings.moves
    assumed = () if moves is None else (f"only steps by {', '.join(f'`{m}`' for m in sorted(moves))}",)
    return Basis(ANY_DECK, options, assumed, k, used, vacuous)
