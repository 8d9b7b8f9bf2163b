"""Every rule file becomes a well-formed game and stays one through the passes; broken games are found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.invariants import violations
from interpreter.ir.ops import Binder, End, Independent, Op
from interpreter.ir.signatures import BINDERS, SIGNATURES
from interpreter.ir.types import BOOL, CARD, CARDS, RANK, SEAT, SEATS, STACK, SUIT, IntType, SetType, Type
from interpreter.passes import PASSES
from interpreter.passes.bind import bind
from interpreter.text.source import Source
from tests.docs.pages import blocks
from tests.house.tree import ROOT

RULES = sorted([*ROOT.glob("rules/*.yaml"), *ROOT.glob("tests/rules/*.yaml")])
[WHOLE] = [b for b in blocks("language.md") if b.mark == "file"]

ME = ir.Apply(Op.ME, (), SEAT)
MOVER = ir.Apply(Op.MOVER, (), SEAT)
YES = ir.Literal(True, BOOL)
THREE = ir.Literal(3, IntType(3, 3))


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.name)
def test_rule_files_are_well_formed(path: Path) -> None:
    game = load_file(path).game
    assert game is not None
    assert violations(game) == []


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.name)
def test_passes_keep_games_well_formed(path: Path) -> None:
    game = load_file(path).game
    assert game is not None
    game = bind(game, defaults(game))
    assert violations(game) == []
    for name, change in PASSES.items():
        game = change(game)
        assert violations(game) == [], name


def test_every_operator_has_a_signature() -> None:
    assert set(SIGNATURES) == set(Op)
    assert set(BINDERS) == set(Binder)


# broken games ---------------------------------------------------------------------------------------------


@cache
def game() -> ir.Game:
    """The example of docs/language.md."""
    found = load(Source("heaps.yaml", WHOLE.text)).game
    assert found is not None
    assert violations(found) == []
    return found


def move(name: str) -> ir.Move:
    return next(m for m in game().moves if m.name == name)


def with_move(name: str, **changes: object) -> ir.Game:
    changed = replace(move(name), **changes)  # type: ignore[arg-type]
    return replace(game(), moves=tuple(changed if m.name == name else m for m in game().moves))


def that(e: ir.Expr) -> ir.Game:
    """With a condition for laying a card."""
    return with_move("lay", conditions=(ir.Condition(e),))


def doing(*effects: ir.Effect) -> ir.Game:
    return with_move("lay", effects=effects)


def checking(claim: ir.Claim) -> ir.Game:
    return replace(game(), checks=(ir.Check("new", claim),))


def zone(name: str, index: ir.Expr | None = None) -> ir.ZoneRef:
    ordered = next(z.ordered for z in game().zones if z.name == name)
    return ir.ZoneRef(name, index, STACK if ordered else CARDS)


def op(which: Op, *args: ir.Expr, gives: Type) -> ir.Apply:
    return ir.Apply(which, args, gives)


CARD_PICKED = ir.Local("card", CARD)
MY_HAND = zone("hand", ME)
ANY_CARD = ir.Bind(Binder.SOME, "c", MY_HAND, YES, BOOL)

BROKEN: dict[str, Callable[[], ir.Game]] = {
    # names and declarations
    "two zones of one name": lambda: replace(game(), zones=(*game().zones, game().zones[-1])),
    "two moves of one name": lambda: replace(game(), moves=(*game().moves, game().moves[-1])),
    "no deck": lambda: replace(game(), zones=game().zones[1:]),
    "one symbol for two suits": lambda: replace(
        game(), deck=replace(game().deck, suits=tuple(replace(s, symbol="X") for s in game().deck.suits))
    ),
    "seats that it is not for": lambda: replace(game(), seats=5),
    "a default that is no value": lambda: replace(
        game(), options=(replace(game().options[1], default=99), game().options[0])
    ),
    "a definition before one it calls": lambda: replace(game(), definitions=game().definitions[::-1]),
    "a definition of another type": lambda: replace(
        game(), definitions=tuple(replace(d, type=CARD) for d in game().definitions)
    ),
    "a phase without moves": lambda: replace(game(), phases=(*game().phases, ir.Phase("idle", None))),
    "a set-up that never ends": lambda: replace(game(), setup=game().setup[:-1]),
    "a variable that starts as something else": lambda: replace(
        game(), variables=(replace(game().variables[0], starts=YES), *game().variables[1:])
    ),
    # expressions
    "an option that is not there": lambda: that(ir.OptionRef("nothing", BOOL)),
    "a local that is not there": lambda: that(op(Op.IN, ir.Local("c", CARD), MY_HAND, gives=BOOL)),
    "a zone that is not there": lambda: that(op(Op.EMPTY, ir.ZoneRef("nothing", None, CARDS), gives=BOOL)),
    "a player's zone without a seat": lambda: that(op(Op.EMPTY, zone("hand"), gives=BOOL)),
    "the table's zone with a seat": lambda: that(op(Op.EMPTY, zone("heap", ME), gives=BOOL)),
    "a zone of a suit": lambda: that(op(Op.EMPTY, zone("hand", THREE), gives=BOOL)),
    "a stack as a set": lambda: that(op(Op.EMPTY, ir.ZoneRef("heap", None, CARDS), gives=BOOL)),
    "a number added to a rank": lambda: that(
        op(
            Op.EQ,
            op(Op.ADD, op(Op.RANK, op(Op.TOP, zone("heap"), gives=CARD), gives=RANK), THREE, gives=RANK),
            THREE,
            gives=BOOL,
        )
    ),
    "an order of suits": lambda: that(op(Op.LT, ir.Literal(0, SUIT), ir.Literal(1, SUIT), gives=BOOL)),
    "a condition that is a number": lambda: that(THREE),
    "a value outside its type": lambda: that(op(Op.EQ, ME, ir.Literal(7, SEAT), gives=BOOL)),
    "a truth value as a number": lambda: that(op(Op.EQ, THREE, ir.Literal(True, IntType(0, 1)), gives=BOOL)),
    "the top of a set": lambda: that(op(Op.IN, op(Op.TOP, MY_HAND, gives=CARD), MY_HAND, gives=BOOL)),
    "a name bound twice": lambda: that(ir.Bind(Binder.EVERY, "c", MY_HAND, ANY_CARD, BOOL)),
    "a count of numbers": lambda: that(
        op(Op.EQ, ir.Bind(Binder.COUNT, "c", MY_HAND, THREE, IntType(0, 9)), THREE, gives=BOOL)
    ),
    "running through a card": lambda: that(ir.Bind(Binder.SOME, "c", ir.Literal(0, CARD), YES, BOOL)),
    "too few arguments": lambda: that(ir.Call("higher", (CARD_PICKED,), BOOL)),
    "a definition that is not there": lambda: that(ir.Call("nothing", (), BOOL)),
    "too many picks": lambda: that(ir.Can("pick_up", (CARD_PICKED,), BOOL)),
    "a move that is not there": lambda: that(ir.Can("nothing", (), BOOL)),
    "a move that asks for itself": lambda: that(ir.Can("lay", (), BOOL)),
    "`for` of another type": lambda: that(ir.For(MOVER, THREE, BOOL)),
    "`for` what is no seat": lambda: that(ir.For(THREE, YES, BOOL)),
    "`old` in a rule": lambda: that(ir.Old(YES, BOOL)),
    "the past in a rule": lambda: that(op(Op.EQ, op(Op.LAST_PLAYER, gives=SEAT), ME, gives=BOOL)),
    "a counter in a rule": lambda: that(op(Op.EQ, op(Op.PLIES, gives=IntType(0, 9)), THREE, gives=BOOL)),
    "whether a zone is set": lambda: that(op(Op.IS_SET, MY_HAND, gives=BOOL)),
    "`let` of another type": lambda: that(ir.Let("x", THREE, YES, SUIT)),
    "`me` where nobody acts": lambda: replace(
        game(), phases=(replace(game().phases[0], actors=op(Op.SET, ME, gives=SEATS)),)
    ),
    "a position before a match": lambda: replace(
        game(), requirements=(ir.Condition(op(Op.EMPTY, zone("heap"), gives=BOOL)),)
    ),
    "an order of turns that asks for itself": lambda: replace(
        game(), turn=ir.Turn(op(Op.EQ, op(Op.NEXT, ir.Local("seat", SEAT), gives=SEAT), MOVER, gives=BOOL))
    ),
    # moves and effects
    "two picks of one name": lambda: with_move("lay", picks=move("lay").picks * 2),
    "a pick out of nothing": lambda: with_move("lay", picks=(ir.Pick("card", THREE, None),)),
    "a phase that is not there": lambda: with_move("lay", phase="nowhere"),
    "chance without a choice": lambda: with_move("pick_up", by_chance=True),
    "chance and players in a phase": lambda: with_move("lay", by_chance=True),
    "advice that is no number": lambda: with_move("lay", advice=YES),
    "a sentence about what is not there": lambda: with_move(
        "pick_up", title=ir.Template(("pick up ", CARD_PICKED))
    ),
    "the bottom of a set": lambda: doing(ir.MoveCard(CARD_PICKED, zone("heap"), MY_HAND, End.BOTTOM)),
    "some cards of a set": lambda: doing(ir.MoveMany(THREE, End.TOP, MY_HAND, zone("heap"))),
    "moving a number": lambda: doing(ir.MoveCard(THREE, MY_HAND, zone("heap"))),
    "a variable of another type": lambda: doing(
        ir.Assign(ir.VariableRef("trump", ME, SUIT), ir.Literal(0, RANK))
    ),
    "the turn of no seat": lambda: doing(ir.SetMover(THREE)),
    "entering the set-up": lambda: doing(ir.GoTo(ir.SETUP)),
    "a branch on a number": lambda: doing(ir.Branch(THREE, (), ())),
    "cards in turn order": lambda: doing(ir.ForEach("c", MY_HAND, ME, ())),
    "`for each` name used twice": lambda: doing(ir.ForEach("card", MY_HAND, None, ())),
    "a wrong effect deep inside": lambda: doing(
        ir.ForEach("s", op(Op.SEATS, gives=SEATS), None, (ir.Branch(YES, (), (ir.SetMover(THREE),)),))
    ),
    # the set-up, endings, checks, the table
    "dealing to the table": lambda: replace(
        game(), setup=(ir.Deal(None, zone("deck"), "heap", ir.Literal(0, SEAT)), *game().setup)
    ),
    "dealing from a stack": lambda: replace(
        game(), setup=(ir.Draw(THREE, zone("heap"), zone("stock")), *game().setup)
    ),
    "a lot of suits for the mover": lambda: replace(
        game(), setup=(ir.Lot(None, op(Op.SUITS, gives=SetType(SUIT))), *game().setup)
    ),
    "asking for a move of play": lambda: replace(
        game(), setup=(ir.EachSeat(ir.Literal(0, SEAT), "lay"), *game().setup)
    ),
    "winners that are no seats": lambda: replace(
        game(), endings=(replace(game().endings[0], winners=MY_HAND),)
    ),
    "history in an ending": lambda: replace(
        game(), endings=(replace(game().endings[0], again=op(Op.WINS, ME, gives=BOOL)),)
    ),
    "a check after nothing": lambda: checking(ir.StepCheck(("nothing",), YES)),
    "`old` in an invariant": lambda: checking(ir.Invariant(ir.Old(YES, BOOL))),
    "a pick that only one move has": lambda: checking(
        ir.StepCheck(("lay", "pick_up"), op(Op.IN, CARD_PICKED, MY_HAND, gives=BOOL))
    ),
    "independence of the table": lambda: checking(ir.Independence((Independent.LEGAL,), "dealer")),
    "a hand of the table": lambda: replace(
        game(), table=replace(game().table, shown=(ir.Shown("heap", "mine", True),))
    ),
    "a mark that is a card": lambda: replace(
        game(), table=replace(game().table, mark=ir.Local("card", CARD))
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_games_are_found_out(name: str) -> None:
    assert violations(BROKEN[name]()) != []
