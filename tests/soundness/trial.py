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
from verify.verdict import Verdict

SIEVES = (1, 3, 12)
"""Matches by which claims are sorted out before they are proved."""
DICE = 1 << 33


@dataclass(frozen=True)
class Plan:
    """How much is done with a case: matches, variants, claims, solver steps for each obligation.

    In one case of `deep` matches are searched for up to `depth` actions. `seconds` is what its proofs may
    take, of computing; None for no limit.
    """

    matches: int = 120
    variants: int = 7
    claims: int = 7
    steps: int = 150_000
    depth: int = 3
    deep: int = 6
    seconds: float | None = None


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

    def add(self, other: Tally) -> None:
        for name in ("cases", "no_games", "matches", "variants"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("refused", "verdicts"):
            getattr(self, name).update(getattr(other, name))


# claims that are worth a proof ------------------------------------------------------------------------------


def sieved(own: Variant, seed: int, most: int) -> ir.Game:
    """The game with some claims that a few matches do not break, of each ladder the highest."""
    game = own.game
    for matches in SIEVES:
        broken = observed(replace(own, game=game), seed, matches).broken
        game = replace(game, checks=tuple(c for c in game.checks if c.name not in broken))
    last = {c.name.split(RUNG)[0]: c for c in game.checks}
    return replace(game, checks=tuple(last.values())[-most:])


def asked(game: ir.Game) -> frozenset[str]:
    """The questions that matches can say something about."""
    built_in = (questions.ONE_OUTCOME, questions.TURN_ORDER, questions.DEFINED, questions.PROGRESS)
    moves = map(questions.can_be_made, questions.asked_moves(game))
    endings = map(questions.can_end_by, game.endings)
    return frozenset((*(c.name for c in game.checks), *built_in, *moves, *endings))


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
    game = sieved(own, seed, plan.claims)
    depth = 0 if index % plan.deep else plan.depth
    settings = Settings(own.options, depth=depth, budget=Budget(plan.steps))
    results = verdicts(game, settings, asked(game), plan.seconds)
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
    said = {r.check for r in results if _says_something(r)}
    watched = with_built_in(game)
    watched = replace(watched, checks=tuple(c for c in watched.checks if c.name in said))
    for number, variant in enumerate(variants(watched, dice, plan.variants)):
        seen = observed(variant, seed + 1, plan.matches // 2 if number else plan.matches)
        tally.variants += 1
        tally.matches += seen.matches
        for result in results:
            where = against(result, variant, seen)
            if where is not None:
                yield Unsound(result.check, f"{result.word} ({result.how})", _told(where, variant, seed + 1))


def _says_something(result: Result) -> bool:
    """Whether a match could show that the verdict is wrong."""
    denied = Verdict.VIOLATED if result.can_happen else Verdict.PROVED
    return result.verdict is denied or (bool(result.depth) and result.trace is None)


def against(result: Result, variant: Variant, seen: Observed) -> Where | None:
    """Where a match of a variant shows that a result is wrong."""
    where = seen.seen.get(result.check) if result.can_happen else _broken(result.check, seen)
    denied = Verdict.VIOLATED if result.can_happen else Verdict.PROVED
    holds_here = result.basis.deck == ANY_DECK or variant.same_deck
    if where is not None and result.verdict is denied and holds_here:
        return where
    return where if where is not None and _too_early(result, variant, where) else None


def _broken(check: str, seen: Observed) -> Where | None:
    if check == questions.DEFINED:
        return next((w for code, w in seen.faults.items() if code not in (Code.F810, Code.F812)), None)
    if check == questions.PROGRESS:
        return seen.faults.get(Code.F810)
    return seen.broken.get(check)


def _too_early(result: Result, variant: Variant, where: Where) -> bool:
    """Whether it is shown within the depth to which there is said to be nothing."""
    if not result.depth or not (variant.same_deck and variant.same_options):
        return False
    return result.trace is None and 0 <= where.actions <= result.depth


def _told(where: Where, variant: Variant, seed: int) -> str:
    deck = "" if variant.same_deck else " with fewer cards"
    options = "" if variant.same_options else f" with {dict(variant.options)}"
    which = f"match {where.index} of seed {seed}{deck}{options}"
    return f"{which} shows the contrary after {where.actions} actions"
