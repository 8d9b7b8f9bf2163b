"""Random claims that may well hold: bounds in steps, what a phase or an ending implies, what a move leaves.

Claims of one ladder say more and more; of those that matches do not break only the strongest is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir.nodes import SETUP, Per
from interpreter.ir.types import BOOL, CARD, SEAT, STACK, EnumType, IntType, Type
from tests.agreement.writing.forms_any import partial
from tests.agreement.writing.forms_truth import member_test
from tests.agreement.writing.trees import Doc, Tree, boxed, tree
from tests.agreement.writing.world import Made, Moment, Scope, World
from tests.agreement.writing.writer import NUMBER, Writer

RUNG = "rung"
"""Between the name of a ladder and the number of a claim in it; the highest number says most."""
POSITIONS, STEPS, LADDERS, RUNGS = 5, 5, 3, 5


def claims(w: Writer, of: World) -> dict[str, Doc]:
    """The checks of a rule file."""
    doc: dict[str, Doc] = {}
    for n in range(POSITIONS):
        word = "can happen" if w.dice.chance(6) else "always"
        doc[f"position {n}"] = {word: _position(w, of)}
    moves = [m for m in of.moves if m.phase != SETUP]
    for n in range(STEPS):
        move = w.one(moves)
        word = "can happen" if w.dice.chance(6) else "holds"
        doc[f"step {n}"] = {"after": move.name, word: _step(w, of, move)}
    for n in range(LADDERS):
        doc |= {f"ladder {n} {RUNG} {i}": {"always": that} for i, that in enumerate(_ladder(w, of))}
    owned = [v for v in of.variables if v.per is Per.PLAYER]
    if owned and w.dice.chance(4):
        doc["apart"] = {"independent": {"what": "[legal moves]", "of": f"{w.one(owned).name} of others"}}
    return doc


# positions --------------------------------------------------------------------------------------------------


def _scope(of: World) -> Scope:
    return Scope(of, Moment.POSITION, me=True, moves=of.moves)


def _position(w: Writer, of: World) -> Tree:
    that = _fact(w, _scope(of))
    if w.dice.chance(2):
        return boxed(BOOL, _occasion(w, _scope(of)), " implies ", that)
    return that


def _occasion(w: Writer, scope: Scope) -> Tree:
    """What a phase, an ending or an ability may bring with it."""
    world = scope.world
    phase = tree(BOOL, f"phase == {w.one(world.phases)}")
    over = tree(BOOL, w.one(("over", "not over", f"ended({w.one(world.endings)})")))
    won = tree(BOOL, w.one(("wins(", "loses(")), tree(SEAT, w.one(("mover", str(world.seats - 1)))), ")")
    able = tree(BOOL, f"can({w.one(world.moves).name})")
    return w.one((phase, phase, over, won, able, able, _fact(w, scope)))


def _fact(w: Writer, scope: Scope) -> Tree:
    case = w.dice.below(8)
    if case < 3:
        return w.say(BOOL, scope, 6)
    if case == 3:
        guard, thing = partial(w, scope, 3)
        return boxed(BOOL, guard, " implies ", member_test(w, scope.knowing(thing), 3))
    if case == 4:
        return _of_all_cards(w, scope)
    if case == 5:
        return tree(BOOL, w.zone(w.one(scope.world.zones), scope, 1), w.one((" is empty", " is not empty")))
    number = _measure(w, scope)
    return boxed(BOOL, number, f" {w.one(('<=', '>=', '==', '!='))} {w.dice.below(5)}")


def _of_all_cards(w: Writer, scope: Scope) -> Tree:
    zone, name = w.zone(w.one(scope.world.zones), scope, 1), w.fresh()
    inner = scope.with_card(tree(CARD, name), zone)
    return boxed(BOOL, f"every {name} in ", zone, " satisfies ", member_test(w, inner, 4))


# numbers ----------------------------------------------------------------------------------------------------


def _measure(w: Writer, scope: Scope) -> Tree:
    """A number that the course of a match may keep within bounds."""
    world, name = scope.world, w.fresh()
    case = w.dice.below(7)
    if case < 2:
        return _size(w, scope)
    if case == 2:
        zone = w.zone(w.one(world.zones), scope, 1)
        body = member_test(w, scope.with_card(tree(CARD, name), zone), 3)
        return tree(NUMBER, f"count({name} in ", zone, " where ", body, ")")
    if case == 3:
        return tree(NUMBER, f"total(size({w.one(world.owned).name}[{name}]) over {name} in seats)")
    if case == 4:
        body = w.say(BOOL, scope.knowing(tree(SEAT, name)), 3)
        return tree(NUMBER, f"count({name} in seats where ", body, ")")
    if case == 5:
        return boxed(NUMBER, _size(w, scope), w.one((" + ", " - ")), _size(w, scope))
    numbers: list[Type] = [v.type for v in world.variables if v.sure and isinstance(v.type, IntType)]
    return w.say(w.one(numbers), scope, 2) if numbers else w.say(NUMBER, scope, 3)


def _size(w: Writer, scope: Scope) -> Tree:
    return tree(NUMBER, "size(", w.zone(w.one(scope.world.zones), scope, 1), ")")


def _ladder(w: Writer, of: World) -> Iterator[Tree]:
    """`number` is at most 4, 3, … or at least 0, 1, …"""
    number = _measure(w, _scope(of))
    down = w.dice.chance(2)
    for n in range(RUNGS):
        yield boxed(BOOL, number, f" <= {RUNGS - 1 - n}" if down else f" >= {n}")


# steps ------------------------------------------------------------------------------------------------------


def _step(w: Writer, of: World, move: Made) -> Tree:
    scope = Scope(of, Moment.STEP, me=True, moves=of.moves)
    scope = scope.knowing(*(tree(p.type, p.name) for p in move.picks), tree(SEAT, "last_player"))
    case = w.dice.below(6)
    if case == 0:
        moves = EnumType("move", tuple(m.name for m in of.moves))
        return w.say(BOOL, scope.knowing(tree(moves, "last_move")), 6)
    if case == 1:
        number = _measure(w, scope)
        change = w.one(("", "", " + 1", " - 1", " + 2"))
        return boxed(BOOL, number, f" {w.one(('==', '<=', '>='))} old(", number, f"){change}")
    if case == 2:
        that = _fact(w, scope)
        return boxed(BOOL, "old(", that, ") implies ", that)
    if case == 3:
        return tree(BOOL, w.one((f"phase == {w.one(of.phases)}", "mover == old(mover)", "mover != me")))
    cards = [tree(CARD, p.name) for p in move.picks if p.type == CARD]
    return _of_a_card(w, scope, w.one(cards)) if cards else _fact(w, scope)


def _of_a_card(w: Writer, scope: Scope, card: Tree) -> Tree:
    """Where a card has come from, where it is now, who laid it there."""
    zone = w.zone(w.one(scope.world.zones), scope, 1)
    if zone.kind == STACK and w.dice.chance(2):
        end = w.one(("top", "bottom"))
        return boxed(BOOL, zone, " is not empty and ", f"{end}(", zone, ") == ", card)
    there = boxed(BOOL, card, w.one((" in ", " not in ")), zone)
    laid = boxed(BOOL, "laid_by(", card, ") == ", w.say(SEAT, scope, 1, bare=True))
    return w.one((there, boxed(BOOL, "old(", there, ")"), boxed(BOOL, there, " implies ", laid)))
