"""Random effects. Most have what they need; now and then one asks for more than there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.ir.types import BOOL, CARD, SEAT, SEATS, STACK, IntType
from tests.agreement.writing.forms_any import partial
from tests.agreement.writing.trees import EFFECT, Nothing, Tree, boxed, joined, tree
from tests.agreement.writing.world import Scope
from tests.agreement.writing.writer import NUMBER, Writer, is_zone

RECKLESS = 60
"""One effect in so many is not kept within its domain."""
Doing = Callable[[Writer, Scope, int], tuple[Tree, Scope]]


def effects(w: Writer, scope: Scope, count: int) -> tuple[list[Tree], Scope]:
    """So many effects one after another, and what is known after them."""
    found: list[Tree] = []
    for _ in range(count):
        effect, scope = _move_known(w, scope, 3) if _is_time(w, scope) else some_effect(w, scope, 3)
        if not (found and _undoes(found[-1], effect)):
            found.append(effect)
    return found, scope


def _undoes(before: Tree, after: Tree) -> bool:
    """Whether the second effect makes the first useless, which is refused."""
    first, second = before.text().removeprefix("forget "), after.text().removeprefix("forget ")
    return first.startswith(("phase", "var")) and first.split(" ")[0] == second.split(" ")[0]


def _is_time(w: Writer, scope: Scope) -> bool:
    """Picked cards are mostly moved."""
    return bool(scope.lying) and not w.dice.chance(4)


def some_effect(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    for _ in range(8):
        try:
            return w.one(DOINGS if size > 1 else SMALL)(w, scope, size)
        except Nothing:
            continue
    return tree(EFFECT, "pass") if scope.turn else _mover(w, scope, 1)[0], scope


def _target(w: Writer, scope: Scope) -> tuple[Tree, Tree]:
    """A zone, and the words that bring cards there."""
    zone = w.zone(w.one(scope.world.zones), scope, 2)
    if zone.kind == STACK and w.dice.chance(3):
        return zone, tree("target", "bottom of ", zone)
    return zone, tree("target", zone)


# cards ------------------------------------------------------------------------------------------------------


def _move_known(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    """A card that is known to lie in a zone."""
    card, source = w.one(scope.lying)
    _, to = _target(w, scope)
    if w.dice.chance(3):
        effect = tree(EFFECT, "move ", card, " from ", source, " to ", to)
    else:
        effect = tree(EFFECT, "move ", card, " to ", to)
    return effect, scope if w.dice.chance(RECKLESS) else scope.without_card(card)


def _move_if_there(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    card = w.say(CARD, scope, 3)
    source = w.zone(w.one(scope.world.zones), scope, 2)
    _, to = _target(w, scope)
    move = tree(EFFECT, "move ", card, " from ", source, " to ", to)
    if w.dice.chance(RECKLESS):
        return move, scope
    return tree(EFFECT, "if ", boxed(BOOL, card, " in ", source), " then ", move), _moved(scope)


def _moved(scope: Scope) -> Scope:
    """Nothing is known to lie anywhere any more."""
    return replace(scope, lying=())


def _move_top(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    stack = w.zone(w.one(w.stacks(scope)), scope, 2)
    end = w.one((("top(", "top"), ("bottom(", "bottom")))
    card = tree(CARD, end[0], stack, ")")
    move = tree(EFFECT, "move ", card, " from ", stack, " to ", _target(w, scope)[1])
    return tree(EFFECT, "if ", boxed(BOOL, stack, " is not empty"), " then ", move), _moved(scope)


def _move_some(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    stack = w.zone(w.one(w.stacks(scope)), scope, 2)
    target, to = _target(w, scope)
    wanted = w.number_in(IntType(0, 4), scope, 3)
    count: Tree = joined(wanted.kind, "min(", (wanted, tree(NUMBER, "size(", stack, ")")), ")")
    if w.dice.chance(RECKLESS):
        count = wanted
    end = w.one(("top", "top", "bottom"))
    if target == stack and (to.parts[0] == "bottom of ") == (end == "bottom"):
        raise Nothing
    return tree(EFFECT, "move ", count, f" from {end} of ", stack, " to ", to), _moved(scope)


def _move_all(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    source = w.zone(w.one(scope.world.zones), scope, 2)
    target, to = _target(w, scope)
    if target == source:
        raise Nothing
    return tree(EFFECT, "move all from ", source, " to ", to), _moved(scope)


# variables, the turn and the phase --------------------------------------------------------------------------


def _becomes(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    variable = w.one(scope.world.variables)
    if isinstance(variable.type, IntType) and w.dice.chance(RECKLESS):
        value = w.say(variable.type, scope, 3)
    else:
        value = w.value_for(variable.type, scope, 5)
    return tree(EFFECT, w.variable(variable, scope, 2), " becomes ", value), scope


def _forget(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    variable = w.one([v for v in scope.world.variables if not v.sure])
    return tree(EFFECT, "forget ", w.variable(variable, scope, 2)), scope


def _mover(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    return tree(EFFECT, "mover becomes ", w.say(SEAT, scope, 3, bare=True)), scope


def _pass(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    if not scope.turn:
        raise Nothing
    return tree(EFFECT, "pass"), scope


def _phase(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    if not scope.phases:
        raise Nothing
    return tree(EFFECT, f"phase {w.one(scope.world.phases)}"), scope


def _routine(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    if not scope.phases:
        raise Nothing
    return tree(EFFECT, f"do {w.one(scope.world.routines)}"), _moved(scope)


# several ----------------------------------------------------------------------------------------------------


def _if(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    test = w.say(BOOL, scope, 5)
    then, after = some_effect(w, scope, size - 1)
    if w.dice.chance(2):
        return tree(EFFECT, "if ", test, " then ", _one(then)), after
    other, last = some_effect(w, scope, size - 1)
    left = tuple(x for x in after.lying if x in last.lying)
    return tree(EFFECT, "if ", test, " then ", _one(then), " else ", _one(other)), replace(after, lying=left)


def _one(effect: Tree) -> Tree:
    return boxed(EFFECT, effect)


def _sheltered(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    guard, thing = partial(w, scope, 3)
    then, _ = some_effect(w, scope.knowing(thing), size - 1)
    return tree(EFFECT, "if ", guard, " then ", _one(then)), _moved(scope)


def _each(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    domain, of = w.domain(scope, 3)
    name = w.fresh()
    inner = w.bound(domain, of, name, _moved(scope))
    if is_zone(domain, scope.world) and not w.dice.chance(3):
        return tree(EFFECT, f"for each {name} in ", domain, " do ", _kept(w, inner)), _moved(scope)
    body, _ = some_effect(w, inner, size - 1)
    return tree(EFFECT, f"for each {name} in ", domain, " do ", _one(body)), _moved(scope)


def _kept(w: Writer, scope: Scope) -> Tree:
    """Something done with the card that runs through a zone."""
    move, _ = _move_known(w, scope, 1)
    return boxed(EFFECT, "if ", w.say(BOOL, scope, 4), " then ", move)


def _each_from(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    name = w.fresh()
    domain, start = w.say(SEATS, scope, 3), w.say(SEAT, scope, 2, bare=True)
    body, _ = some_effect(w, _moved(scope).knowing(tree(SEAT, name)), size - 1)
    head = f"for each {name} in "
    return tree(EFFECT, head, domain, " starting with ", start, " do ", _one(body)), _moved(scope)


def _several(w: Writer, scope: Scope, size: int) -> tuple[Tree, Scope]:
    first, scope = some_effect(w, scope, size - 1)
    second, scope = some_effect(w, scope, size - 1)
    return boxed(EFFECT, first, "; ", second), scope


SMALL: tuple[Doing, ...] = (_move_known, _move_known, _becomes, _becomes, _mover, _pass, _forget, _phase)
DOINGS: tuple[Doing, ...] = (
    *(_move_known,) * 4,
    _move_if_there,
    _move_top,
    *(_move_some,) * 2,
    _move_all,
    *(_becomes,) * 3,
    _forget,
    _mover,
    _pass,
    _phase,
    _routine,
    *(_if,) * 2,
    _sheltered,
    *(_each,) * 2,
    _each_from,
    _several,
)
