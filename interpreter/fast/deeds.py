"""What effects become in source that plays in place: statements that change the state `s`.

An effect that is impossible is a fault and changes nothing, so that every card stays in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner, test
from interpreter.fast.effects import fitted, ordered, store
from interpreter.fast.maker import Maker
from interpreter.fast.slots import Places, through
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End

Lines: TypeAlias = list[str]
Row: TypeAlias = Callable[[Any, Scope, Maker], Lines]


def deeds(effects: Iterable[ir.Effect], scope: Scope, maker: Maker) -> Lines:
    """The effects one after another."""
    lines: Lines = []
    for effect in effects:
        made = maker.lines(lambda e=effect: DEEDS[type(e)](e, scope, maker))  # type: ignore[misc]
        if made:  # a comment alone is no statement
            lines += [f"# {maker.where(effect.span)}", *made]
    return lines


def place(ref: ir.ZoneRef, stem: str, scope: Scope, maker: Maker) -> str:
    """The slot of a zone, found before anything changes."""
    slot = maker.slot(ref, scope)
    return slot.text if ref.index is None else maker.held(stem, slot)[1]


def added(ref_ordered: bool, slot: str, card: str, onto: End) -> str:
    if not ref_ordered:
        return f"s[{slot}] |= 1 << {card}"
    return f"{'push' if onto is End.TOP else 'under'}(s, {slot}, {card})"


def moved(
    source: str, target: str, card: str, kinds: tuple[bool, bool], onto: End, sure: bool = False
) -> Lines:
    """A card from a slot that must hold it to another; `kinds`: whether these are stacks.

    `sure`: it is there.
    """
    if kinds[0]:
        head, away = f"if pull(s, {source}, {card}):", Lines()
    else:
        head, away = f"if s[{source}] >> {card} & 1:", [f"s[{source}] ^= 1 << {card}"]
        if sure:
            return [*away, added(kinds[1], target, card, onto)]
    return [head, *indented([*away, added(kinds[1], target, card, onto)]), "else:", "    fault(s)"]


def _move_card(effect: ir.MoveCard, scope: Scope, maker: Maker) -> Lines:
    _, card = maker.held("card", maker.code(effect.card, scope))
    source = place(effect.source, "source", scope, maker)
    target = place(effect.target, "target", scope, maker)
    kinds = ordered(effect.source, maker), ordered(effect.target, maker)
    return moved(source, target, card, kinds, effect.onto, effect in maker.sure)


def _move_many(effect: ir.MoveMany, scope: Scope, maker: Maker) -> Lines:
    source = place(effect.source, "source", scope, maker)
    target = place(effect.target, "target", scope, maker)
    if not ordered(effect.source, maker):
        return _all_of_a_set(effect, source, target, maker)
    if effect.count is None:
        _, count = maker.held("count", Code(f"s[{source}]"))
        return [_some_of(effect, source, count, target, maker)]
    _, count = maker.held("count", maker.code(effect.count, scope))
    head = f"if 0 <= {count} <= s[{source}]:"
    return [head, f"    {_some_of(effect, source, count, target, maker)}", "else:", "    fault(s)"]


def _all_of_a_set(effect: ir.MoveMany, source: str, target: str, maker: Maker) -> Lines:
    """A set moves whole."""
    name = maker.fresh("moved")
    if not ordered(effect.target, maker):
        goes = f"s[{target}] |= {name}"
    else:
        goes = f"{'heap' if effect.onto is End.TOP else 'heap_under'}(s, {target}, {name})"
    return [f"{name} = s[{source}]", f"s[{source}] = 0", goes]


def _some_of(effect: ir.MoveMany, source: str, count: str, target: str, maker: Maker) -> str:
    low = effect.end is not End.TOP
    if not ordered(effect.target, maker):
        return f"s[{target}] |= {'lifted_low' if low else 'lifted'}(s, {source}, {count})"
    assert isinstance(maker.layout, Places)
    onto, room = effect.onto is End.TOP, maker.layout.room
    return f"shifted(s, {source}, {count}, {low}, {target}, {onto}, {room})"


def _assign(effect: ir.Assign, scope: Scope, maker: Maker) -> Lines:
    lines: Lines = []
    value = str(maker.layout.variables[effect.variable.name].unset)
    if effect.value is not None:
        lines, value = store(fitted(effect, effect.value, scope, maker), "value", maker)
    slot = maker.slot(effect.variable, scope)
    return [*lines, f"s[{slot.text}] = {value}"]


def _set_mover(effect: ir.SetMover, scope: Scope, maker: Maker) -> Lines:
    return [f"s[{maker.layout.mover}] = {inner(maker.code(effect.seat, scope).text)}"]


def _go_to(effect: ir.GoTo, scope: Scope, maker: Maker) -> Lines:
    return [f"s[{maker.layout.phase}] = {maker.layout.phases.index(effect.phase)}"]


def _branch(effect: ir.Branch, scope: Scope, maker: Maker) -> Lines:
    asked = test(maker.code(effect.condition, scope).text)
    if asked in ("True", "False"):
        return deeds(effect.then if asked == "True" else effect.otherwise, scope, maker)
    lines = [f"if {asked}:", *indented(deeds(effect.then, scope, maker))]
    if effect.otherwise:
        lines += ["else:", *indented(deeds(effect.otherwise, scope, maker))]
    return lines


def _for_each(effect: ir.ForEach, scope: Scope, maker: Maker) -> Lines:
    """The set is fixed and put in order before the first round."""
    name = maker.fresh(effect.var)
    domain = maker.mask(effect.domain, scope)
    there = scope.bind(effect.var, name)
    if effect.start is None:
        low = maker.layout.bit(getattr(effect.domain.type, "of", effect.domain.type))
        return through(name, domain.text, low, deeds(effect.body, there, maker), maker)
    _, fixed = maker.held("some", Code(f"({domain.text} + 0)"))
    _, start = maker.held("start", Code(f"({maker.code(effect.start, scope).text} + 0)"))
    around = maker.fresh("around")
    return [
        f"for {around} in range({maker.game.seats}):",
        f"    {name} = ({start} + {around}) % {maker.game.seats}",
        f"    if {fixed} >> {name} & 1:",
        *indented(indented(deeds(effect.body, there, maker))),
    ]


DEEDS: Mapping[type[ir.Effect], Row] = {
    ir.MoveCard: _move_card,
    ir.MoveMany: _move_many,
    ir.Assign: _assign,
    ir.SetMover: _set_mover,
    ir.GoTo: _go_to,
    ir.Branch: _branch,
    ir.ForEach: _for_each,
}
