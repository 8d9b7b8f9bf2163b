"""Quantifiers without quantifiers: what holds of all cards (or places of a stack) is said of those
that are named.

A quantified statement becomes a truth `b` of its own with a witness against it: if `b` is false, the
statement
fails for the witness; if `b` is true, it holds for every term that the question names. More terms are
named while
statements are written down, so the writing goes on until nothing new comes, or until the rounds are used up.
Leaving an instance out can only lose a proof, never make a wrong one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import z3

from verify import terms as t

ROUNDS = 3
MOST_TERMS = 60


@dataclass
class _Universal:
    guard: t.Truth
    body: Callable[[t.Term], t.Truth]
    about: str
    done: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Mark:
    """How much has been said and named."""

    named: int
    terms: list[int]
    done: list[list[set[int]]]
    paired: set[tuple[int, int, int]]
    pairs: int


class Facts:
    """The ground facts of one question. Each carries the name of what it comes from."""

    def __init__(self) -> None:
        self.named: list[tuple[str, t.Truth]] = []
        self._terms: dict[str, dict[int, t.Term]] = {"card": {}, "place": {}}
        self._universals: dict[str, list[_Universal]] = {"card": [], "place": []}
        self._pairs: list[tuple[str, Callable[[t.Term, t.Term], t.Truth]]] = []
        self._paired: set[tuple[int, int, int]] = set()
        self._fresh = 0

    # trying out

    def mark(self) -> Mark:
        """Where we are, to come back to with `forget`."""
        done = [[set(u.done) for u in us] for us in self._universals.values()]
        terms = [len(found) for found in self._terms.values()]
        return Mark(len(self.named), terms, done, set(self._paired), len(self._pairs))

    def forget(self, mark: Mark) -> None:
        """Forget all that was said and named since the mark."""
        del self.named[mark.named :]
        del self._pairs[mark.pairs :]
        self._paired = set(mark.paired)
        for found, count in zip(self._terms.values(), mark.terms, strict=True):
            for key in list(found)[count:]:
                del found[key]
        for universals, done in zip(self._universals.values(), mark.done, strict=True):
            del universals[len(done) :]
            for universal, known in zip(universals, done, strict=True):
                universal.done = set(known)

    # saying

    def say(self, about: str, fact: t.Truth) -> None:
        if not z3.is_true(fact):
            self.named.append((about, fact))

    def fresh(self, name: str, sort: z3.SortRef) -> t.Term:
        self._fresh += 1
        return z3.Const(f"{name}!{self._fresh}", sort)

    def fresh_condition(self, name: str) -> Callable[[t.Term], t.Truth]:
        """A condition on cards of which nothing is known."""
        self._fresh += 1
        made = z3.Function(f"{name}!{self._fresh}", t.CARD, z3.BoolSort())
        return lambda c: t.both(made(c))

    def card(self, term: t.Term) -> t.Term:
        """Name a card: what holds of all cards will be said of it."""
        return self._name("card", term)

    def place(self, term: t.Term) -> t.Term:
        """Name a place in a stack."""
        return self._name("place", term)

    def _name(self, kind: str, term: t.Term) -> t.Term:
        term = z3.simplify(term)
        if len(self._terms[kind]) < MOST_TERMS:
            self._terms[kind].setdefault(term.get_id(), term)
        return term

    def cards(self) -> list[t.Term]:
        return list(self._terms["card"].values())

    def always(self, about: str, kind: str, body: Callable[[t.Term], t.Truth]) -> None:
        """`body` holds of every card, or of every place."""
        self._universals[kind].append(_Universal(t.YES, body, about))

    def pairwise(self, about: str, body: Callable[[t.Term, t.Term], t.Truth]) -> None:
        """`body` holds of every two cards."""
        self._pairs.append((about, body))

    def every(self, about: str, kind: str, body: Callable[[t.Term], t.Truth]) -> t.Truth:
        """A truth that holds exactly if `body` holds of every card, or of every place."""
        holds = self.fresh("every", z3.BoolSort())
        assert isinstance(holds, z3.BoolRef)
        witness = self._name(kind, self.fresh("witness", t.CARD if kind == "card" else z3.IntSort()))
        self._universals[kind].append(_Universal(holds, body, about))
        self.say(about, t.either(holds, t.negate(body(witness))))
        return holds

    # writing down

    def close(self) -> None:
        """Say everything of every named term."""
        for _ in range(ROUNDS):
            before = len(self.named)
            for kind, universals in self._universals.items():
                for universal in list(universals):
                    self._instantiate(kind, universal)
            self._pair()
            if len(self.named) == before:
                return

    def _instantiate(self, kind: str, universal: _Universal) -> None:
        for key, term in list(self._terms[kind].items()):
            if key not in universal.done:
                universal.done.add(key)
                self.say(universal.about, t.implies(universal.guard, universal.body(term)))

    def _pair(self) -> None:
        found = list(self._terms["card"].items())
        for n, (about, body) in enumerate(self._pairs):
            for i, (x, a) in enumerate(found):
                for y, b in found[:i]:
                    if (n, x, y) not in self._paired:
                        self._paired.add((n, x, y))
                        self.say(about, body(a, b))
