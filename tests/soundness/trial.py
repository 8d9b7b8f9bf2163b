"""One case: random rules with claims that random matches do not break, what the prover says of them, and
whether more matches agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.text.codes import Code
from tests.fuzz.dice import Dice
from tests.soundness.claims import RUNG
from tests.soundness.files import Variant, game_of, variants
from tests.soundness.play import Observed, Where, observed, with_built_in
from tests.soundness.proving import refused, verdicts
from tests.soundness.shown import wrong_match
from verify.budget import Budget
from verify.result import ANY_DECK, Result
from verify.settings import Settings
from verify.verdict import Verdict, word

DICE = 1 << 33
BUILT_IN = 3
"""One built-in question in so many is asked of a file."""
PROVED = word(Verdict.PROVED)


@dataclass(frozen=True)
class Plan:
    """How much is done with a case: matches, variants, claims, solver steps for each obligation.

    In one case of `deep` matches are searched for up to `depth` actions. `seconds` is what its proofs may
    take, of computing; None for no limit.
    """

    matches: int = 80
    variants: int = 5
    claims: int = 6
    steps: int = 150_000
    depth: int = 3
    deep: int = 6
    seconds: float | None = None
    sieves: tuple[int, ...] = (1, 3, 12)
    """Matches by which claims are sorted out before they are proved."""


@dataclass(frozen=True)
class Unsound:
    """A verdict that is wrong: of which question, what it says, and what shows that."""

    check: str
    said: str
    shown: str

    def __str__(self) -> str:
        return f"`{self.check}` is {self.said}, but {self.shown}"


@dataclass
class Tally:
    """What was done; tallies add up."""

    cases: int = 0
    no_games: int = 0
    matches: int = 0
    variants: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)

    def proved(self) -> int:
        """How many questions were proved."""
        return sum(n for word, n in self.verdicts.items() if f": {PROVED}" in word)

    def add(self, other: Tally) -> None:
        for name in ("cases", "no_games", "matches", "variants"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("refused", "verdicts"):
            getattr(self, name).update(getattr(other, name))


# claims that are worth a proof ------------------------------------------------------------------------------


def sieved(own: Variant, seed: int, plan: Plan) -> ir.Game:
    """The game with some claims that a few matches do not break, of each ladder the highest."""
    game = own.game
    for matches in plan.sieves:
        broken = observed(replace(own, game=game), seed, matches).broken
        game = replace(game, checks=tuple(c for c in game.checks if c.name not in broken))
    last = {c.name.split(RUNG)[0]: c for c in game.checks}
    return replace(game, checks=tuple(last.values())[-plan.claims :])


def asked(game: ir.Game, dice: Dice) -> frozenset[str]:
    """All checks, and some of the built-in questions that matches can say something about."""
    built_in = (questions.ONE_OUTCOME, questions.TURN_ORDER, questions.DEFINED, questions.PROGRESS)
    moves = map(questions.can_be_made, questions.asked_moves(game))
    endings = map(questions.can_end_by, game.endings)
    some = (name for name in (*built_in, *moves, *endings) if dice.chance(BUILT_IN))
    return frozenset((*(c.name for c in game.checks), *some))


# the comparison ---------------------------------------------------------------------------------------------


def found(text: str, seed: int, index: int, plan: Plan, tally: Tally) -> Unsound | None:
    """A wrong verdict on a rule file, None where all agree with what matches show."""
    tally.cases += 1
    whole = game_of(text)
    if whole is None:
        tally.no_games += 1
        return None
    no = refused(whole)
    if no is not None:
        tally.refused[no] += 1
        return None
    dice = Dice(seed + DICE, index)
    own = next(variants(whole, dice, 0))
    game = sieved(own, seed, plan)
    depth = 0 if index % plan.deep else plan.depth
    settings = Settings(own.options, depth=depth, budget=Budget(plan.steps))
    results = verdicts(game, settings, asked(game, dice), plan.seconds)
    tally.verdicts.update(_word(game, r) for r in results)
    return next(_wrong(game, results, dice, seed, plan, tally), None)


def _word(game: ir.Game, result: Result) -> str:
    """The kind of question and of answer."""
    kind = next((type(c.claim).__name__ for c in game.checks if c.name == result.check), "built in")
    how = " vacuous" if result.verdict is Verdict.PROVED and result.basis.vacuous else ""
    return f"{kind}: {result.word.split(' to depth')[0]}{how}"


def _wrong(
    game: ir.Game, results: Iterable[Result], dice: Dice, seed: int, plan: Plan, tally: Tally
) -> Iterator[Unsound]:
    for result in results:
        shown = wrong_match(game, result)
        if shown is not None:
            yield Unsound(result.check, result.word, shown)
    for number, variant in enumerate(variants(with_built_in(game), dice, plan.variants)):
        said = [r for r in results if _says_something(r, variant)]
        if not said:
            continue
        seen = observed(_only(said, variant), seed + 1, plan.matches // 2 if number else plan.matches)
        tally.variants += 1
        tally.matches += seen.matches
        for result in said:
            where = against(result, variant, seen)
            if where is not None:
                yield Unsound(result.check, f"{result.word} ({result.how})", _told(where, variant, seed + 1))


def _only(said: Iterable[Result], variant: Variant) -> Variant:
    """The game with the checks of these results: others that are broken cost most of the time."""
    names = {r.check for r in said}
    checks = tuple(c for c in variant.game.checks if c.name in names)
    return replace(variant, game=replace(variant.game, checks=checks))


def _says_something(result: Result, variant: Variant) -> bool:
    """Whether a match could show that the verdict is wrong."""
    return _denied(result, variant) or _reaches(result, variant) > 0


def _denied(result: Result, variant: Variant) -> bool:
    """Whether the result says that no match of the variant shows the contrary, however long."""
    denied = Verdict.VIOLATED if result.can_happen else Verdict.PROVED
    here = result.basis.deck == ANY_DECK or variant.same_deck
    return result.verdict is denied and here and result.trace is None


def _reaches(result: Result, variant: Variant) -> int:
    """Up to how many actions the result says that there is nothing."""
    own = variant.same_deck and variant.same_options
    return result.depth or 0 if own and result.trace is None else 0


def against(result: Result, variant: Variant, seen: Observed) -> Where | None:
    """Where a match of a variant shows that a result is wrong."""
    where = seen.seen.get(result.check) if result.can_happen else _broken(result.check, seen)
    if where is None or _denied(result, variant):
        return where
    return where if 0 <= where.actions <= _reaches(result, variant) else None


def _broken(check: str, seen: Observed) -> Where | None:
    if check == questions.DEFINED:
        return next((w for code, w in seen.faults.items() if code not in (Code.F810, Code.F812)), None)
    if check == questions.PROGRESS:
        return seen.faults.get(Code.F810)
    return seen.broken.get(check)


def _told(where: Where, variant: Variant, seed: int) -> str:
    deck = "" if variant.same_deck else " with fewer cards"
    options = "" if variant.same_options else f" with {dict(variant.options)}"
    which = f"match {where.index} of seed {seed}{deck}{options}"
    return f"{which} shows the contrary after {where.actions} actions"
