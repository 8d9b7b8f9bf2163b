"""Quantifiers without quantifiers: what holds of all cards, or places, is said of those that are named.

A quantified statement becomes a truth `b` of its own. Where a fact needs it true, it is said of every term
that the question names; where a fact needs it false, it fails for a witness, which is a named term from then
on. More terms are named while statements are written down, so the writing goes on until nothing new comes, or
until the rounds are used up. Leaving an instance out can only lose a proof, never make a wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from verify import terms as t

ROUNDS = 4
MOST_TERMS, MOST_IN_RESERVE = 60, 100
ANY_DEPTH = 99
DEEPEST = 1
"""A witness is one step further away than what it was found for, and so is what is said of it."""
APART = "#"
"""In the name of a group: what comes after it only keeps groups apart."""
Body = Callable[[t.Term], t.Truth]


@dataclass
class _Universal:
    """What holds of every term of a kind where the guard holds; said of the first `done` of them."""

    guard: t.Truth
    body: Body
    about: str
    kind: str
    deepest: int
    """It is said of terms that are so many witnesses away from what the question names, and no further."""
    done: int = 0


@dataclass(frozen=True)
class _Quantified:
    """What a truth of its own stands for."""

    body: Body
    about: str
    kind: str


@dataclass(frozen=True, slots=True)
class Made:
    """A function with a name of its own."""

    name: str
    domain: tuple[t.Sort, ...]
    gives: t.Sort

    def __call__(self, *args: t.Term) -> t.Term:
        made = t.function(self.name, self.domain, self.gives)(*args)
        return t.standing_for_more(made)

    def made(self, term: t.Term) -> bool:
        """Whether the term is a value of this function."""
        return term.kind is t.Kind.APPLY and term.label == self.name


@dataclass(frozen=True)
class Mark:
    """How much has been said, named and looked at."""

    sizes: tuple[int, ...]
    done: tuple[int, ...]
    fresh: int
    looked: int
    groups: int


class Facts:
    """The ground facts of one question. Each carries the name of what it comes from."""

    def __init__(self) -> None:
        self.named: list[tuple[str, t.Truth]] = []
        self._universals: list[_Universal] = []
        self._terms: dict[str, dict[t.Term, int]] = {"card": {}, "place": {}, "asked": {}}
        self._asking = False
        self._most = MOST_TERMS
        self._deepest = DEEPEST
        self._shapes = 0
        self._depth = 0
        self._depths: list[int] = []
        self._quantified: dict[t.Term, _Quantified] = {}
        self._met: dict[tuple[t.Term, bool], None] = {}
        self._defined: dict[str, tuple[str, t.Function]] = {}
        self._applied: dict[t.Term, None] = {}
        self.memo: dict[Hashable, object] = {}
        """What readers of expressions keep, forgotten together with the rest."""
        self._fresh = 0
        self._looked = 0
        self.reserve: tuple[list[Callable[[], None]], ...] = ([], [], [])
        """What can be said and named besides when a proof has failed: the first, then the second, too, …"""
        self.late: list[str] = []
        self.groups: list[str] = []
        """Names of facts that hold only if what was needed before they were said holds, in their order."""

    # trying out

    def mark(self) -> Mark:
        """Where we are, to come back to with `forget`."""
        sizes = (len(self.named), len(self._universals), *(len(d) for d in self._trails()))
        return Mark(
            sizes, tuple(u.done for u in self._universals), self._fresh, self._looked, len(self.groups)
        )

    def forget(self, mark: Mark) -> None:
        """Forget all that was said and named since the mark."""
        said, universals, *sizes = mark.sizes
        del self.named[said:]
        del self._depths[said:]
        del self._universals[universals:]
        for trail, size in zip(self._trails(), sizes, strict=True):
            while len(trail) > size:
                trail.popitem()
        for universal, done in zip(self._universals, mark.done, strict=True):
            universal.done = done
        self._fresh, self._looked = mark.fresh, mark.looked
        del self.groups[mark.groups :]
        self._most = MOST_TERMS

    def _trails(self) -> tuple[dict[Any, Any], ...]:
        return (*self._terms.values(), self._quantified, self._met, self._defined, self._applied, self.memo)

    # saying

    def say(self, about: str, fact: t.Truth) -> None:
        if fact is not t.YES and not self._shapes:
            self.named.append((about, fact))
            self._depths.append(self._depth)

    def then(self, about: str, fact: t.Truth) -> None:
        """Say what holds only if all that was needed to work it out holds: a guard that cannot be worked out
        does not hold, and must not help to show that it can.
        """
        self.say(self.group(about), fact)

    def group(self, about: str) -> str:
        """A name of their own for facts that are said about what an effect does."""
        name = f"{about}{APART}{len(self.groups)}"
        self.groups.append(name)
        return name

    def late_group(self, about: str) -> str:
        """A name for facts without which a proof is tried first."""
        name = self.group(about)
        self.late.append(name)
        return name

    def fresh(self, name: str, sort: t.Sort) -> t.Term:
        self._fresh += 1
        return t.unknown(f"{name}!{self._fresh}", sort)

    def fresh_condition(self, name: str) -> Made:
        """A condition on cards of which nothing is known."""
        return self.function(name, (t.CARD,), t.BOOL)

    def function(self, name: str, domain: tuple[t.Sort, ...], gives: t.Sort) -> Made:
        """A function of which nothing is known yet."""
        self._fresh += 1
        return Made(f"{name}!{self._fresh}", domain, gives)

    def defines(self, what: Made, about: str, fact: t.Function) -> None:
        """`fact` holds of all arguments of a function; it is said of those that it is applied to."""
        self._defined[what.name] = about, fact

    def card(self, term: t.Term) -> t.Term:
        """Name a card: what holds of all cards will be said of it."""
        return self._name("card", term)

    def place(self, term: t.Term) -> t.Term:
        """Name a place in a stack."""
        return self._name("place", term)

    def _name(self, kind: str, term: t.Term) -> t.Term:
        if len(self._terms[kind]) < self._most and self._depth <= self._deepest and not self._shapes:
            self._terms[kind].setdefault(term, self._depth)
        return term

    def asked(self) -> list[t.Term]:
        """The cards that the goal asks about."""
        return list(self._terms["asked"])

    def cards(self) -> list[t.Term]:
        return list(self._terms["card"])

    def always(self, about: str, kind: str, body: Body, deepest: int = ANY_DEPTH) -> None:
        """`body` holds of every card, or of every place; of kind "asked", of a goal's cards."""
        if not self._shapes:
            self._universals.append(_Universal(t.YES, body, about, kind, deepest))

    def every(self, about: str, kind: str, body: Body) -> t.Truth:
        """A truth that holds exactly if `body` holds of every card, or of every place."""
        key = ("every", kind, self.shape(kind, body))
        if key not in self.memo:
            holds = t.standing_for_more(self.fresh("every", t.BOOL))
            self._quantified[holds] = _Quantified(body, about, kind)
            self.memo[key] = holds
        found = self.memo[key]
        assert isinstance(found, t.Term)
        return found

    @property
    def shaping(self) -> bool:
        """Whether a condition is read for its shape only: nothing that is said now is kept."""
        return self._shapes > 0

    def shape(self, kind: str, body: Body) -> t.Truth:
        """What a condition says of anything at all: the same term where two conditions say the same."""
        self._shapes += 1
        try:
            return body(t.unknown(f"any {kind} {self._shapes}", t.CARD if kind == "card" else t.INT))
        finally:
            self._shapes -= 1

    @contextmanager
    def silence(self) -> Iterator[None]:
        """In the block nothing is said or named, whatever is read."""
        self._shapes += 1
        try:
            yield
        finally:
            self._shapes -= 1

    def once(self, body: Body) -> Body:
        """The same condition, read once for each term: what is read twice has a witness twice."""

        def known(x: t.Term) -> t.Truth:
            key = (known, x)
            if key not in self.memo:
                self.memo[key] = body(x)
            found = self.memo[key]
            assert isinstance(found, t.Term)
            return found

        return known

    def remember(self, kept: list[Callable[[], None]]) -> None:
        """Say and name what was kept in reserve."""
        self._most = MOST_IN_RESERVE
        for remind in kept:
            remind()
        self.close()

    # writing down

    def close(self, *more: t.Truth, rounds: int = ROUNDS) -> None:
        """Say what the facts, and `more` that will be asserted beside them, need of every named term, and of
        those that this names, for so many rounds.
        """
        self._asking, self._deepest = True, DEEPEST + bool(more)
        for fact in more:
            self._look(fact)
        self._asking = False
        for _ in range(rounds):
            before = len(self.named)
            self._look_at_facts()
            for universal in list(self._universals):
                self._instantiate(universal)
            if len(self.named) == before:
                return
        self._look_at_facts()

    def _look_at_facts(self) -> None:
        while self._looked < len(self.named):
            self._looked += 1
            self._depth = self._depths[self._looked - 1]
            self._look(self.named[self._looked - 1][1])
        self._depth = 0

    def _look(self, fact: t.Truth) -> None:
        """Find the quantified truths in a fact, and whether it needs them true or false."""
        todo = [(fact, True)]
        while todo:
            node = todo.pop()
            if not node[0].quantified or node in self._met:
                continue
            self._met[node] = None
            term, wanted = node
            if term in self._quantified:
                self._needed(term, wanted)
            elif term.kind is t.Kind.APPLY and term.label in self._defined:
                self._apply(term)
            todo += _parts(term, wanted)

    def _needed(self, holds: t.Truth, wanted: bool) -> None:
        what = self._quantified[holds]
        if wanted:
            self._universals.append(_Universal(holds, what.body, what.about, what.kind, DEEPEST))
            return
        depth, self._depth = self._depth, self._depth + (not self._asking)
        witness = self._name(what.kind, self.fresh("witness", t.CARD if what.kind == "card" else t.INT))
        if self._asking and what.kind == "card":
            self._name("asked", witness)
        self.say(what.about, t.either(holds, t.negate(what.body(witness))))
        self._depth = depth

    def _apply(self, term: t.Term) -> None:
        assert isinstance(term.label, str)
        if term not in self._applied and self._depth <= DEEPEST + 1:
            self._applied[term] = None
            about, fact = self._defined[term.label]
            self.say(about, fact(*term.args))

    def _instantiate(self, universal: _Universal) -> None:
        terms = self._terms[universal.kind]
        if universal.done == len(terms):
            return
        for term, depth in list(terms.items())[universal.done :]:
            universal.done += 1
            if depth <= universal.deepest:
                self._depth = depth + (universal.guard is not t.YES)
                self.say(universal.about, t.implies(universal.guard, universal.body(term)))
        self._depth = 0


def _parts(term: t.Truth, wanted: bool) -> list[tuple[t.Term, bool]]:
    """The truths inside a truth, each with whether it may be needed true, or false."""
    match term.kind:
        case t.Kind.AND | t.Kind.OR:
            return [(a, wanted) for a in term.args]
        case t.Kind.NOT:
            return [(term.args[0], not wanted)]
        case t.Kind.ITE if term.sort is t.BOOL:
            test, then, otherwise = term.args
            return [(test, True), (test, False), (then, wanted), (otherwise, wanted)]
        case _:
            return [(a, w) for a in term.args for w in (True, False)]
