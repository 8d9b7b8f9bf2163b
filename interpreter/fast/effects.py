"""What effects become: statements that change `q`, the list of a state's slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner
from interpreter.fast.maker import Maker
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import IntType, SetType

Lines: TypeAlias = list[str]
Row: TypeAlias = Callable[[Any, Scope, Maker], Lines]


def block(effects: Iterable[ir.Effect], scope: Scope, maker: Maker) -> Lines:
    """The effects one after another."""
    lines: Lines = []
    for effect in effects:
        lines.append(f"# {maker.where(effect.span)}")
        lines += EFFECTS[type(effect)](effect, scope, maker)
    return lines


def store(code: Code, stem: str, maker: Maker) -> tuple[Lines, str]:
    """A name or number for a value, and the statement that finds it."""
    if code.plain:
        return [], code.text
    name = maker.fresh(stem)
    return [f"{name} = {inner(code.text)}"], name


# cards ----------------------------------------------------------------------------------------------------


def place(ref: ir.ZoneRef, stem: str, scope: Scope, maker: Maker) -> tuple[Lines, str]:
    """The slot of a zone, found before anything changes."""
    slot = maker.slot(ref, scope)
    if slot.plain or ref.index is None:
        return [], slot.text
    return store(Code(f"({slot.text})", slot.faults), stem, maker)


def ordered(ref: ir.ZoneRef, maker: Maker) -> bool:
    return maker.layout.zones[ref.name].ordered


def removed(ref: ir.ZoneRef, slot: str, card: str, maker: Maker) -> Lines:
    """A card leaves the zone, which must hold it."""
    if ordered(ref, maker):
        return [f"q[{slot}] = without(q[{slot}], {card})"]
    return [f"if not q[{slot}] >> {card} & 1:", "    undefined()", f"q[{slot}] ^= 1 << {card}"]


def added(ref: ir.ZoneRef, slot: str, card: str, onto: End, maker: Maker) -> Lines:
    if not ordered(ref, maker):
        return [f"q[{slot}] |= 1 << {card}"]
    return [f"q[{slot}] += ({card},)" if onto is End.TOP else f"q[{slot}] = ({card}, *q[{slot}])"]


def _move_card(effect: ir.MoveCard, scope: Scope, maker: Maker) -> Lines:
    lines, card = store(maker.code(effect.card, scope), "card", maker)
    first, source = place(effect.source, "source", scope, maker)
    second, target = place(effect.target, "target", scope, maker)
    lines += first + second + removed(effect.source, source, card, maker)
    return lines + added(effect.target, target, card, effect.onto, maker)


def _move_many(effect: ir.MoveMany, scope: Scope, maker: Maker) -> Lines:
    lines, source = place(effect.source, "source", scope, maker)
    second, target = place(effect.target, "target", scope, maker)
    moved = maker.fresh("moved")
    lines += second
    if effect.count is None:
        nothing = "()" if ordered(effect.source, maker) else "0"
        lines += [f"{moved} = q[{source}]", f"q[{source}] = {nothing}"]
    else:
        lines += _some_of(effect, effect.count, source, moved, scope, maker)
    return [*lines, _all_added(effect, target, moved, maker)]


def _some_of(
    effect: ir.MoveMany, count: ir.Expr, source: str, moved: str, scope: Scope, maker: Maker
) -> Lines:
    """So many cards of the end of a stack."""
    lines, number = store(maker.code(count, scope), "count", maker)
    lines += [f"if not 0 <= {number} <= len(q[{source}]):", "    undefined()"]
    cut = number
    if effect.end is End.TOP:
        cut = maker.fresh("cut")
        lines.append(f"{cut} = len(q[{source}]) - {number}")
    low, high = f"q[{source}][:{cut}]", f"q[{source}][{cut}:]"
    if effect.end is End.TOP:
        low, high = high, low
    return [*lines, f"{moved} = {low}", f"q[{source}] = {high}"]


def _all_added(effect: ir.MoveMany, target: str, moved: str, maker: Maker) -> str:
    from_stack, to_stack = ordered(effect.source, maker), ordered(effect.target, maker)
    if not to_stack:
        return f"q[{target}] |= {f'gather({moved})' if from_stack else moved}"
    cards = moved if from_stack else f"tuple(members({moved}))"
    return f"q[{target}] += {cards}" if effect.onto is End.TOP else f"q[{target}] = {cards} + q[{target}]"


# the rest -------------------------------------------------------------------------------------------------


def _assign(effect: ir.Assign, scope: Scope, maker: Maker) -> Lines:
    lines: Lines = []
    row = maker.layout.variables[effect.variable.name]
    value = str(row.unset)
    if effect.value is not None:
        lines, value = store(fitted(effect, effect.value, scope, maker), "value", maker)
    slot = maker.slot(effect.variable, scope)
    return [*lines, f"q[{slot.text}] = {value}"]


def fitted(effect: ir.Assign, value: ir.Expr, scope: Scope, maker: Maker) -> Code:
    """The value, which must be in the variable's range."""
    found, kind = maker.code(value, scope), effect.variable.type
    if isinstance(kind, IntType) and not (found.number is not None and kind.lo <= found.number <= kind.hi):
        return Code(maker.ground.asked("within", scope, found.text, str(kind.lo), str(kind.hi)), True)
    if isinstance(kind, SetType) and isinstance(kind.of, IntType):
        low, high = (n - maker.layout.low for n in (kind.of.lo, kind.of.hi))
        allowed = f"between({max(low, 0)}, {high})"
        return Code(maker.ground.asked("within_bits", scope, found.text, allowed), True)
    return found


def _set_mover(effect: ir.SetMover, scope: Scope, maker: Maker) -> Lines:
    return [f"q[{maker.layout.mover}] = {inner(maker.code(effect.seat, scope).text)}"]


def _go_to(effect: ir.GoTo, scope: Scope, maker: Maker) -> Lines:
    return [f"q[{maker.layout.phase}] = {maker.layout.phases.index(effect.phase)}"]


def _branch(effect: ir.Branch, scope: Scope, maker: Maker) -> Lines:
    lines = [f"if {inner(maker.code(effect.condition, scope).text)}:"]
    lines += indented(block(effect.then, scope, maker))
    if effect.otherwise:
        lines += ["else:", *indented(block(effect.otherwise, scope, maker))]
    return lines


def _for_each(effect: ir.ForEach, scope: Scope, maker: Maker) -> Lines:
    """The set is fixed and put in order before the first round."""
    domain = f"members({inner(maker.mask(effect.domain, scope).text)})"
    if effect.start is not None:
        start = maker.code(effect.start, scope)
        domain = f"clockwise({domain}, {inner(start.text)}, {maker.game.seats})"
    name = maker.fresh(effect.var)
    lines = [f"for {name} in {domain}:"]
    low = maker.layout.bit(getattr(effect.domain.type, "of", effect.domain.type))
    if low:
        lines.append(f"    {name} = {name} + {low}")
    return lines + indented(block(effect.body, scope.bind(effect.var, name), maker))


EFFECTS: Mapping[type[ir.Effect], Row] = {
    ir.MoveCard: _move_card,
    ir.MoveMany: _move_many,
    ir.Assign: _assign,
    ir.SetMover: _set_mover,
    ir.GoTo: _go_to,
    ir.Branch: _branch,
    ir.ForEach: _for_each,
}
