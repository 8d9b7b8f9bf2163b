"""A whole random rule file: the case `index` of a seed is the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir.nodes import Per
from interpreter.ir.types import BOOL, CARD, SEAT, SEATS, IntType
from tests.agreement.writing import declare
from tests.agreement.writing.checks import checks
from tests.agreement.writing.doings import effects
from tests.agreement.writing.forms_values import FORMS
from tests.agreement.writing.moves import EARLY, moves
from tests.agreement.writing.trees import EFFECT, STEP, Doc, Tree, boxed, number, tree
from tests.agreement.writing.world import Memory, Moment, Scope, World
from tests.agreement.writing.writer import DEEPEST, NUMBER, Writer
from tests.fuzz.dice import Dice

Claims: TypeAlias = "Callable[[Writer, World], dict[str, Doc]]"


def rule_file(dice: Dice, world: World | None = None, claims: Claims = checks, deepest: int = DEEPEST) -> Doc:
    """A file that mostly has no errors, for a game that mostly goes on for a while.

    `world` is what it declares, drawn as well if it is left out; `claims` writes its checks.
    """
    w = Writer(dice, FORMS, deepest)
    of, define = declare.definitions(w, declare.world(dice) if world is None else world)
    by_chance = frozenset(p for p in of.phases[1:] if dice.chance(4))
    of, routines = _routines(w, of)
    asked = dice.below(3)
    whole, made = moves(w, of, asked, by_chance)
    doc: dict[str, Doc] = {"language": "1", "game": "A random game", "players": str(of.seats)}
    doc |= {"options": declare.options_doc(w, of), "require": declare.require_doc(w, of)}
    doc |= {"deck": declare.deck_doc(w, of), "zones": declare.zones_doc(w, of)}
    doc |= {"variables": declare.variables_doc(w, of), "define": define, "routines": routines}
    if dice.chance(2):
        doc["turn"] = {"among": _among(w, of)}
    doc["phases"] = _phases(w, whole, by_chance)
    doc["setup"] = _setup(w, of, asked)
    doc["moves"] = made
    doc["endings"] = {name: _ending(w, whole) for name in whole.endings}
    doc["checks"] = claims(w, whole)
    doc["table"] = {"mark": w.say(BOOL, Scope(whole, me=True).knowing(tree(CARD, "card")), 4)}
    return {key: value for key, value in doc.items() if value or key in ("zones", "setup")}


def _among(w: Writer, of: World) -> Tree:
    """Who takes part in the order of turns; hardly ever nobody."""
    scope = Scope(of, turn=False, guard=True).knowing(tree(SEAT, "seat"))
    test = w.say(BOOL, scope, 5)
    if w.dice.chance(30):
        return test
    return boxed(BOOL, "seat == mover or phase == setup or ", test)


def _phases(w: Writer, of: World, by_chance: frozenset[str]) -> Doc:
    doc: dict[str, Doc] = {}
    for name in of.phases:
        if name in by_chance or not w.dice.chance(3):
            doc[name] = "something to do"
            continue
        scope = Scope(of, guard=True)
        actors = tree(SEATS, "union(only(mover), ", w.say(SEATS, scope, 5), ")")
        doc[name] = {"actors": actors, "text": "several may do something"}
    return doc


def _routines(w: Writer, of: World) -> tuple[World, dict[str, Doc]]:
    doc: dict[str, Doc] = {}
    for n in range(w.dice.below(3)):
        found, _ = effects(w, Scope(of), 1 + w.dice.below(2))
        doc[f"routine{n}"] = [*found]
        of = replace(of, routines=(*of.routines, f"routine{n}"))
    return of, doc


# the set-up -------------------------------------------------------------------------------------------------


def _setup(w: Writer, of: World, asked: int) -> list[Doc]:
    scope = Scope(of, phases=w.dice.chance(EARLY))
    steps: list[Doc] = []
    for option in of.options:
        test = boxed(BOOL, tree(option.type, option.name), " == ", tree(option.type, option.name))
        steps.append(tree(STEP, "if ", test, " then mover becomes 0"))
    steps += [tree(STEP, f"each seat{_starting(w, scope)} does ask{n}") for n in range(asked)]
    steps += [_lot(w, scope) for _ in range(w.dice.below(3))]
    steps += _deals(w, scope)
    for _ in range(w.dice.below(3)):
        steps += effects(w, scope, 1)[0]
    steps.append(tree(EFFECT, f"phase {of.phases[0]}"))
    return steps


def _starting(w: Writer, scope: Scope) -> str:
    return "" if w.dice.chance(2) else f" starting with {w.say(SEAT, scope, 3, bare=True).text()}"


def _lot(w: Writer, scope: Scope) -> Tree:
    if w.dice.chance(3):
        return tree(STEP, "lot for mover from ", tree(SEATS, "seats"))
    variable: Memory = w.one(scope.world.variables)
    place = w.variable(variable, scope, 2)
    kinds = {"SuitType": "suits", "RankType": "ranks", "SeatType": "seats", "CardType": "cards"}
    word = kinds.get(type(variable.type).__name__)
    if word is not None:
        return tree(STEP, "lot for ", place, f" from {word}")
    if isinstance(variable.type, IntType):
        ends = f"{variable.type.lo}, {variable.type.hi}"
        return tree(STEP, "lot for ", place, f" from numbers({ends})")
    return tree(STEP, "lot for mover from seats")


def _deals(w: Writer, scope: Scope) -> list[Doc]:
    """Cards dealt, drawn and moved, hardly ever more than there are."""
    of = scope.world
    hands = [z for z in of.zones if z.per is Per.PLAYER]
    if w.dice.chance(4) and of.cards % of.seats == 0:
        return [tree(STEP, f"deal all from deck to {w.one(hands).name}{_starting(w, scope)}")]
    steps: list[Doc] = []
    left = of.cards * 2 // 3
    if w.dice.below(3) and left > of.seats + 2:
        steps.append(tree(STEP, f"draw {1 + w.dice.below(2)} from deck to heap"))
        left -= 2
    for n in range(1 + w.dice.below(3)):
        each = (1 if n == 0 else 0) + w.dice.below(left // of.seats)
        if n and w.dice.chance(2):
            steps.append(_draw(w, scope, min(each, 3)))
        elif each:
            count = _count(w, scope, each)
            steps.append(
                tree(STEP, "deal ", count, f" each from deck to {w.one(hands).name}{_starting(w, scope)}")
            )
        left = max(of.seats, left - each * of.seats)
    if w.dice.chance(3):
        steps.append(tree(EFFECT, "move all from deck to ", w.zone(w.one(of.zones), scope, 2)))
    return steps


def _draw(w: Writer, scope: Scope, most: int) -> Tree:
    target = w.zone(w.one(scope.world.zones), scope, 2)
    return tree(STEP, "draw ", _count(w, scope, most), " from deck to ", target)


def _count(w: Writer, scope: Scope, most: int) -> Tree:
    """Most often so many; otherwise what follows from the position, anew for each card."""
    if not w.dice.chance(4):
        return number(most)
    return tree(NUMBER, "max(0, min(1, ", w.say(NUMBER, scope, 4), "))")


# endings ----------------------------------------------------------------------------------------------------


def _ending(w: Writer, of: World) -> Doc:
    scope = Scope(of, Moment.ENDING, me=True, moves=of.moves)
    doc: dict[str, Doc] = {"when": _when(w, scope)}
    for side in ("winners", "losers"):
        if w.dice.below(3):
            doc[side] = w.say(SEATS, scope, 5)
    if w.dice.chance(3):
        doc["do"] = [*effects(w, scope, 1 + w.dice.below(2))[0]]
    if w.dice.chance(3):
        doc["again"] = boxed(BOOL, w.say(BOOL, scope, 4), " and plies < 12")
    if w.dice.chance(3):
        doc["said"] = declare.sentence(w, scope)
    return doc


def _when(w: Writer, scope: Scope) -> Tree:
    counter = w.one(("plies", "plies", "turns", "repeats"))
    late = boxed(BOOL, f"{counter} >= {3 + w.dice.below(3 if counter == 'repeats' else 40)}")
    if w.dice.chance(12):
        return w.say(BOOL, scope, 6)
    if w.dice.chance(4):
        return late
    return boxed(BOOL, late, " and ", w.say(BOOL, scope, 5))
