"""What is to be done for a question, and what came of it: plain data, so that other processes can do it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from verify.prove import Answer, Asked
from verify.result import Result
from verify.verdict import Verdict


class Ask(Enum):
    """The first six give a `Tally`, the parts of an induction among them, `HUNT` results, the others one."""

    BRIEFLY = "in any state, if that is easily seen"
    ANYWHERE = "in any state"
    START = "at the start"
    STEPS = "after every step"
    FOLLOWING = "in any state in which others hold"
    TOGETHER = "whether no state satisfies all of them"
    WHOLE = "all of it"
    SEEK = "a match that breaks it"
    HINT = "what would make it hold"
    HUNT = "matches that show what can happen"


@dataclass
class Tally:
    """The answers to the obligations of one task: where it failed, where the budget ran out."""

    failed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    seconds: float = 0.0
    shown: tuple[str, ...] = ()
    """Of the first that failed, in what, in words."""
    why: str = ""
    """Why nothing is known, if the reason is not the budget."""

    def add(self, when: str, asked: Asked) -> None:
        self.used |= asked.used
        self.seconds += asked.seconds
        if asked.answer is Answer.FAILS:
            self.shown = self.shown if self.failed else asked.shown
            self.failed.append(when)
        elif asked.answer is Answer.UNKNOWN:
            self.unknown.append(when)

    @property
    def holds(self) -> bool:
        return not self.failed and not self.unknown and not self.why

    @property
    def verdict(self) -> Verdict:
        if self.holds:
            return Verdict.PROVED
        return Verdict.NOT_INDUCTIVE if self.failed else Verdict.UNKNOWN

    def reason(self, lost: str) -> str:
        """Why it is not proved; `lost` says what need not be where it fails."""
        if self.failed:
            return f"{lost} {self.failed[0]}"
        return self.why or f"the budget ran out at {self.unknown[0]}"


@dataclass(frozen=True)
class Task:
    """`question` is the place in the plan; `known` names the claims on positions that may be used.

    What is sought or hinted at comes with what is known before; what is hunted for is a `group`.
    """

    ask: Ask
    question: int
    known: tuple[str, ...] = ()
    otherwise: Result | None = None
    group: tuple[int, ...] = ()


Done: TypeAlias = "Tally | Result | tuple[Result, ...]"
