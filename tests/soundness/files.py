"""The rule file of a case, and its game under other decks and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, CARD, RANK, SUIT, Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.text.source import Source
from tests.agreement.writing import declare
from tests.agreement.writing.rules import rule_file
from tests.agreement.writing.trees import written
from tests.fuzz.dice import Dice
from tests.soundness.claims import claims

PURPOSE = 1 << 32
"""So far from the seeds of other campaigns."""
DECKS = ((1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (2, 4))
SEATS = (1, 2, 2, 2, 2, 3)
TRIES = 6
DEEPEST = (1, 1, 2, 3)
LOOP, LOOPS, DRAWN = "for each", 4, 8
"""One file in so many may have loops; of so many drawn the first without one is taken otherwise."""


def text_of(seed: int, index: int) -> str:
    """The rule file of a case: a small deck, few seats, many claims; most often without loops of effects,
    which take a prover long.
    """
    texts = (_written(Dice(seed + PURPOSE, index * DRAWN + n)) for n in range(DRAWN))
    return next(t for n, t in enumerate(texts) if index % LOOPS == 0 or LOOP not in t or n == DRAWN - 1)


def _written(dice: Dice) -> str:
    suits, ranks = dice.one(DECKS)
    world = replace(declare.world(dice), suits=declare.SUITS[:suits], ranks=declare.RANKS[:ranks])
    world = replace(world, seats=dice.one(SEATS), phases=world.phases[: 1 + dice.below(2)])
    return written(rule_file(dice, world, claims, dice.one(DEEPEST)))


def game_of(text: str) -> ir.Game | None:
    """None for a file with errors, or one that cannot be played as it is."""
    game = load(Source("rules.yaml", text)).game
    return game if game is not None and playable(game, defaults(game)) else None


def playable(game: ir.Game, options: Mapping[str, Value]) -> bool:
    try:
        return unfit(Evaluator(game, options)) is None
    except Fault:
        return False


# other decks and options ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant:
    """A game that can be played; `same_deck`, `same_options`: as the file has them."""

    game: ir.Game
    options: Mapping[str, Value]
    same_deck: bool = True
    same_options: bool = True


def variants(game: ir.Game, dice: Dice, count: int) -> Iterator[Variant]:
    """The game itself, then so many with other options, another part of the deck or both, if they can be
    played.
    """
    own = defaults(game)
    yield Variant(game, own)
    for n in range(count):
        for _ in range(TRIES):
            options = own if n % 3 == 1 else {o.name: dice.one(o.values) for o in game.options}
            other = game if n % 3 == 0 else fewer_cards(game, dice)
            if playable(other, options):
                yield Variant(other, options, other is game, options == own)
                break


def fewer_cards(game: ir.Game, dice: Dice) -> ir.Game:
    """With some of the cards of the file left out."""
    deck = game.deck
    cards = [(s, r) for s in range(len(deck.suits)) for r in range(len(deck.ranks))]
    out = {dice.one(cards) for _ in range(dice.size(len(cards) - 1))}
    keep = reduce(_both, (_is_not(s, r) for s, r in sorted(out)))
    where = keep if deck.where is None else _both(deck.where, keep)
    return replace(game, deck=replace(deck, where=where))


def _both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.AND, (a, b), BOOL)


def _is_not(suit: int, rank: int) -> ir.Expr:
    card = ir.Local("card", CARD)
    of_suit = ir.Apply(Op.NE, (ir.Apply(Op.SUIT, (card,), SUIT), ir.Literal(suit, SUIT)), BOOL)
    of_rank = ir.Apply(Op.NE, (ir.Apply(Op.RANK, (card,), RANK), ir.Literal(rank, RANK)), BOOL)
    return ir.Apply(Op.OR, (of_suit, of_rank), BOOL)
