"""All verdicts on a rule file, as they become known.

Claims on positions come first, since everything else may lean on them: those that hold in any state at all,
then those that hold by induction together. Who does the tasks, this process or others, is the caller's
matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from verify.assume import DECK_SIZE
from verify.assumed import assumed
from verify.existence import EXIST
from verify.plan import Kind, Question
from verify.prover import Prover, proved, silent, unproved
from verify.result import ANY_DECK, THIS_DECK, Result
from verify.settings import Settings, Tell
from verify.tasks import Ask, Done, Tally, Task
from verify.verdict import WORST, Verdict

Doer: TypeAlias = Callable[[Iterable[Task]], Iterator[Done]]
"""Does tasks and gives what came of them, in their order."""


def prove(
    game: ir.Game, settings: Settings, only: Set[str] | None = None, tell: Tell = silent
) -> Iterator[Result]:
    """All verdicts on a game, or those on the questions of these names, found by this process alone."""
    prover = Prover(game, settings, tell)
    run = Run(prover.plan, settings, lambda tasks: map(prover.do, tasks), assumed=assumed(game))
    return run.results(only)


ANYWHERE = "in any state"
"""How what needs no induction is proved."""
FOLLOWING = "in any state in which the claims hold that survive every step"


class Run:
    """One proof of one file, or of some of its questions."""

    def __init__(
        self,
        questions: tuple[Question, ...],
        settings: Settings,
        do: Doer,
        hints: bool = False,
        assumed: tuple[str, ...] = (),
    ) -> None:
        """With `hints` it is said of each check that is violated what would make it hold. `assumed` is what
        every proof about matches takes for granted.
        """
        self._assumed = assumed
        self._hints = hints
        self._questions = questions
        self._settings = settings
        self._do = do
        self._inductive: list[int] = []
        self._following: dict[int, Tally] = {}
        self._last: dict[int, Tally] = {}
        self._started: dict[int, Tally] = {}
        self._bound: set[str] = {DECK_SIZE, EXIST}

    def results(self, only: Set[str] | None = None) -> Iterator[Result]:
        """All verdicts, or those on the questions of these names.

        Claims on positions are all examined in any case: the others lean on them. What gets hints comes last.
        """
        broken: list[tuple[int, Result]] = []
        for result in self._all(only):
            place = next(i for i, q in enumerate(self._questions) if q.name == result.check)
            own = self._questions[place].check is not None
            if self._hints and own and result.verdict is Verdict.VIOLATED:
                broken.append((place, result))
            else:
                yield result
        for done in self._do([Task(Ask.HINT, i, self.known, otherwise=r) for i, r in broken]):
            assert isinstance(done, Result)
            yield self._finished(done)

    def _all(self, only: Set[str] | None) -> Iterator[Result]:
        rest = [i for i, q in enumerate(self._questions) if q.kind is not Kind.POSITION]
        wanted = [i for i in rest if only is None or self._questions[i].name in only]
        positions = self._positions()
        yield from (self._finished(r) for r in positions if only is None or r.check in only)
        alive = tuple(i for i in wanted if self._questions[i].can_happen)
        tasks = [Task(Ask.WHOLE, i, self.known) for i in wanted if i not in alive]
        if alive:
            tasks.append(Task(Ask.HUNT, alive[0], self.known, group=alive))
        for done in self._do(tasks):
            assert not isinstance(done, Tally)
            for result in done if isinstance(done, tuple) else (done,):
                yield self._finished(result)

    @property
    def known(self) -> tuple[str, ...]:
        """The claims on positions that hold by induction, as far as it has come, and what follows."""
        return self._names(sorted((*self._inductive, *self._following)))

    @property
    def following(self) -> tuple[str, ...]:
        """Those of them that follow from the others wherever these hold."""
        return self._names(self._following)

    def _names(self, questions: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._questions[i].name for i in questions)

    def _finished(self, result: Result) -> Result:
        """With what the file expects, and the place in the file as it is now."""
        question = next(q for q in self._questions if q.name == result.check)
        if result.basis.deck == ANY_DECK and (result.basis.used & self._bound or result.check in self._bound):
            result = replace(result, basis=replace(result.basis, deck=THIS_DECK))
        if result.basis.deck in (ANY_DECK, THIS_DECK) and result.how != ANYWHERE:
            basis = replace(result.basis, assumed=(*result.basis.assumed, *self._assumed))
            result = replace(result, basis=basis)
        return replace(result, expect=question.expect, because=question.because, span=question.span)

    def _tallies(
        self, ask: Ask, questions: list[int], known: tuple[str, ...] = ()
    ) -> Iterator[tuple[int, Tally]]:
        tasks = [Task(ask, i, known) for i in questions]
        for i, done in zip(questions, self._do(tasks), strict=True):
            assert isinstance(done, Tally)
            yield i, done

    # claims on positions

    def _positions(self) -> Iterator[Result]:
        positions = [i for i, q in enumerate(self._questions) if q.kind is Kind.POSITION]
        for i, tally in self._tallies(Ask.BRIEFLY, positions):
            if tally.holds:
                yield proved(self._questions[i], tally, self._settings, ANYWHERE)
            else:
                self._inductive.append(i)
        lost = dict((*self._not_at_start(), *self._not_surviving()))
        self._find_bound()
        for i in self._inductive:
            yield proved(self._questions[i], self._last[i], self._settings, "by induction, together", 1)
        for i, tally in self._following.items():
            yield proved(self._questions[i], tally, self._settings, FOLLOWING, 1)
        for i, tally in self._tallies(Ask.ANYWHERE, list(lost)):
            if tally.holds:
                del lost[i]
                yield proved(self._questions[i], tally, self._settings, ANYWHERE)
        odds = self._at_odds(positions) if lost else {}
        for done in self._do([Task(Ask.SEEK, i, otherwise=result) for i, result in lost.items()]):
            assert isinstance(done, Result)
            yield replace(done, how=f"{done.how}{odds.get(done.check, '')}")

    def _at_odds(self, positions: list[int]) -> dict[str, str]:
        """By claim, what to say of those that no position satisfies together."""
        names = tuple(self._questions[i].name for i in positions)
        (done,) = self._do([Task(Ask.TOGETHER, positions[0], names)])
        assert isinstance(done, Tally)
        found = [self._questions[i] for i in positions if done.holds and self._questions[i].name in done.used]
        said = {q.name: f"`{q.name}` (line {q.span.line})" for q in found}
        others = {a: [text for b, text in said.items() if b != a] for a in said}
        return {a: f"; it contradicts {' and '.join(texts)}" for a, texts in others.items() if texts}

    def _find_bound(self) -> None:
        """The inductive claims whose proofs lean on which cards there are, themselves or through others."""
        used = {self._questions[i].name: self._last[i].used | self._started[i].used for i in self._inductive}
        used |= {self._questions[i].name: tally.used for i, tally in self._following.items()}
        while True:
            found = {name for name, facts in used.items() if facts & self._bound}
            if found <= self._bound:
                return
            self._bound |= found

    def _not_at_start(self) -> Iterator[tuple[int, Result]]:
        """Take from the claims those that need not hold at the start."""
        self._started = dict(self._tallies(Ask.START, self._inductive))
        for i, tally in self._started.items():
            if not tally.holds:
                self._inductive.remove(i)
                yield i, unproved(self._questions[i], tally, "it need not hold after")

    def _not_surviving(self) -> Iterator[tuple[int, Result]]:
        """Take away the claims that some step may break, until the rest survives every step together.

        What follows from the others where they hold need not be shown of steps, and may be used like them.
        """
        while True:
            self._last |= self._tallies(Ask.STEPS, self._inductive, self.known)
            broken = [i for i in self._inductive if not self._last[i].holds]
            if not broken:
                return
            asked = sorted((*broken, *self._following))
            self._inductive = [i for i in self._inductive if i not in broken]
            tallies = dict(self._tallies(Ask.FOLLOWING, asked, self._names(self._inductive)))
            self._following = {i: tally for i, tally in tallies.items() if tally.holds}
            lost = [i for i in asked if i not in self._following]
            if not lost:
                return
            for i in lost:
                yield i, unproved(self._questions[i], self._last[i], "it need not survive")


def worst(results: Iterable[Result]) -> Verdict:
    """The worst verdict that is not as expected, proved if there is none."""
    found = {r.verdict for r in results if not r.as_expected}
    return next((v for v in WORST if v in found), Verdict.PROVED)
