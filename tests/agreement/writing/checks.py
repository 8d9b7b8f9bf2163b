"""Random checks: of positions, of steps, witnesses and independence."""

from __future__ import annotations

from interpreter.ir.nodes import SETUP, Per
from interpreter.ir.types import BOOL, CARD, SEAT, EnumType
from tests.agreement.writing.trees import Doc, Tree, boxed, tree
from tests.agreement.writing.world import Made, Moment, Scope, World
from tests.agreement.writing.writer import Writer


def checks(w: Writer, of: World) -> dict[str, Doc]:
    doc: dict[str, Doc] = {}
    for n in range(2 + w.dice.below(2)):
        doc[f"a position {n}"] = {w.one(("always", "can happen")): _position(w, of)}
    outside = [m for m in of.moves if m.phase != SETUP]
    picking = [m for m in outside if any(p.type == CARD for p in m.picks)]
    for n in range(2 + w.dice.below(3)):
        move = w.one(picking) if picking and w.dice.below(3) else w.one(outside)
        doc[f"a step {n}"] = {"after": move.name, w.one(("holds", "can happen")): _step(w, of, move)}
    owned = [v for v in of.variables if v.per is Per.PLAYER]
    if owned and w.dice.chance(4):
        what = w.one(("[legal moves]", "[legal moves, positions after]"))
        doc["apart"] = {"independent": {"what": what, "of": f"{w.one(owned).name} of others"}}
    return doc


def _position(w: Writer, of: World) -> Tree:
    return w.say(BOOL, Scope(of, Moment.POSITION, me=True, moves=of.moves), 7)


def _step(w: Writer, of: World, move: Made) -> Tree:
    scope = Scope(of, Moment.STEP, me=True, moves=of.moves)
    scope = scope.knowing(*(tree(p.type, p.name) for p in move.picks))
    scope = scope.knowing(tree(SEAT, "last_player"))
    outside = EnumType("move", tuple(m.name for m in of.moves))
    cards = [p.name for p in move.picks if p.type == CARD]
    if cards and w.dice.chance(3):
        who = boxed(BOOL, f"laid_by({w.one(cards)}) == ", w.say(SEAT, scope, 3, bare=True))
        return boxed(BOOL, who, w.one((" and ", " or ", " implies ")), w.say(BOOL, scope, 4))
    return w.say(BOOL, scope.knowing(tree(outside, "last_move")), 7)
