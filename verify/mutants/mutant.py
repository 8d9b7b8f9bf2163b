"""The mutants of a rule file: its rules, each changed by one small step, with names that stay."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from interpreter.ir import nodes as ir
from interpreter.ir.invariants import violations
from interpreter.ir.printing import digest
from interpreter.passes.inline import inline
from verify.mutants.mutation import Mutation
from verify.mutants.rules import mutations
from verify.mutants.spots import Change


@dataclass(frozen=True)
class Mutant:
    """`id` depends on the item and the words of the change alone: it stays when other rules are edited."""

    id: str
    item: str
    change: Change
    game: ir.Game

    @property
    def sentence(self) -> str:
        """What was changed, in the words of the rule file."""
        return f"{self.item}: {self.change.old} -> {self.change.new}"

    @cached_property
    def refused(self) -> str | None:
        """Why the changed rules are no game at all, if they are none."""
        return next(iter(violations(self.game)), None)


def mutants(game: ir.Game) -> tuple[Mutant, ...]:
    """All mutants, no two with the same rules and none with the original ones, in the order of the file.

    Their checks mean what they mean in the file: definitions that checks share with rules are put in place
    there before the rules are changed.
    """
    subject = with_own_words(game)
    seen = {digest(subject)}
    times: Counter[str] = Counter()
    found: list[Mutant] = []
    for mutation in mutations(subject):
        rules = digest(mutation.game)
        if rules not in seen:
            seen.add(rules)
            found.append(_named(mutation, times))
    return tuple(found)


def with_own_words(game: ir.Game) -> ir.Game:
    """The same game; its checks call no definitions any more."""
    return replace(game, checks=inline(game).checks)


def _named(mutation: Mutation, times: Counter[str]) -> Mutant:
    change = mutation.change
    words = "\n".join((mutation.item, change.kind.value, change.old, change.new))
    times[words] += 1
    told = words if times[words] == 1 else f"{words}\n{times[words]}"
    item = re.sub(r"[^a-z0-9_]+", "-", mutation.item.lower()).strip("-")
    short = hashlib.sha256(told.encode()).hexdigest()[:6]
    return Mutant(f"{item}-{short}", mutation.item, change, mutation.game)


def valid(found: tuple[Mutant, ...]) -> Iterator[Mutant]:
    """Those that are games."""
    return (m for m in found if m.refused is None)
