"""The set-up: one function to enter each step, one for what chance may do there, one for what it does.

A state in the set-up always stands before a step that needs an action. Each function below gives the next
such state, or the first one after the set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner
from interpreter.fast.effects import Lines, added, block, place, removed, store
from interpreter.fast.maker import Maker
from interpreter.fast.moves import bundles, move_of
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import CARDS

Row: TypeAlias = Callable[[Any, int, Maker], None]
DRAFT = Scope("q", "me")
PLAYED = Scope("q", "me", playing=True)


def enter(number: int, maker: Maker) -> str:
    return maker.name("enter", str(number))


def resume(number: int, maker: Maker) -> str:
    return maker.name("resume", str(number))


def _function(kind: str, number: int, params: tuple[str, ...], lines: Lines, maker: Maker) -> None:
    maker.function(maker.name(kind, str(number)), params, lines, maker.game.setup[number].span)


def _mover(maker: Maker, state: str = "q") -> str:
    return f"me = {state}[{maker.layout.mover}]"


def _standing(number: int, maker: Maker) -> Lines:
    layout = maker.layout
    return [f"q[{layout.step}], q[{layout.done}] = {number}, 0"]


def _going(test: str, number: int, maker: Maker) -> Lines:
    """The state as it is while the step goes on, else with the next step entered."""
    return [f"if {test}:", f"    return {maker.final}(q)", f"return {enter(number + 1, maker)}(q)"]


def steps(maker: Maker) -> None:
    """All functions of the set-up."""
    for number, step in enumerate(maker.game.setup):
        STEPS[type(step)](step, number, maker)
    layout, last = maker.layout, len(maker.game.setup)
    lines = [
        f"if q[{layout.phase}] == 0:",
        f"    q[{layout.phase}] = 1",
        *_standing(last, maker),
        f"return {maker.final}(q)",
    ]
    maker.function(enter(last, maker), ("q",), lines)


def _lot(step: ir.Lot, number: int, maker: Maker) -> None:
    scope, layout = Scope(), maker.layout
    domain = maker.mask(step.domain, scope)
    head = [_mover(maker, "s"), f"return (({len(maker.game.moves)}, me, {inner(domain.text)}),)"]
    _function("chance", number, ("s",), head, maker)
    again = maker.mask(step.domain, DRAFT)
    lines = [
        *_standing(number, maker),
        _mover(maker),
        f"if not {again.text}:",
        "    undefined()",
        f"return {maker.final}(q)",
    ]
    _function("enter", number, ("q",), lines, maker)
    if step.variable is None:
        deed = [f"q[{layout.mover}] = value"]
    else:
        slot = maker.slot(step.variable, DRAFT)
        deed = [_mover(maker), f"q[{slot.text}] = value"]
    lines = [f"q = {maker.draft}(s)", *deed, f"return {enter(number + 1, maker)}(q)"]
    _function("draw", number, ("s", "me", "value"), lines, maker)


def _left(step: ir.Deal | ir.Draw, scope: Scope, maker: Maker) -> tuple[Lines, str]:
    return place(step.source, "source", scope, maker)


def _chance_card(step: ir.Deal | ir.Draw, number: int, maker: Maker) -> None:
    lines, slot = _left(step, Scope(), maker)
    lines = [_mover(maker, "s"), *lines, f"return (({len(maker.game.moves)}, me, s[{slot}]),)"]
    _function("chance", number, ("s",), lines, maker)


def _deal(step: ir.Deal, number: int, maker: Maker) -> None:
    layout = maker.layout
    _chance_card(step, number, maker)
    _function(
        "enter", number, ("q",), [*_standing(number, maker), f"return {resume(number, maker)}(q)"], maker
    )
    _function("dealt", number, ("q", "me"), _receivers(step, maker), maker)
    seats = f"seats = {maker.name('dealt', str(number))}(q, me)"
    lines = [_mover(maker), seats, *_total(step, maker), *_going(f"q[{layout.done}] < total", number, maker)]
    _function("resume", number, ("q",), lines, maker)
    source, slot = _left(step, DRAFT, maker)
    row = maker.layout.zones[step.target]
    target = ir.ZoneRef(step.target, None, CARDS)
    lines = [
        f"q = {maker.draft}(s)",
        _mover(maker),
        seats,
        f"target = {row.start} + seats[q[{layout.done}] % len(seats)]",
        *source,
        *removed(step.source, slot, "value", maker),
        *added(target, "target", "value", End.TOP, maker),
        f"q[{layout.done}] += 1",
        f"return {resume(number, maker)}(q)",
    ]
    _function("draw", number, ("s", "me", "value"), lines, maker)


def _receivers(step: ir.Deal, maker: Maker) -> Lines:
    """The seats that have part, from the first."""
    seats = maker.game.seats
    lines, start = store(maker.code(step.start, DRAFT), "start", maker)
    around = f"({start} + k) % {seats}"
    if maker.game.turn.among is None:
        return [*lines, f"return [{around} for k in range({seats})]"]
    among = maker.name("among", "seat")
    return [
        *lines,
        f"seats = [{around} for k in range({seats}) if {among}(q, {around})]",
        "return seats or undefined()",
    ]


def _total(step: ir.Deal, maker: Maker) -> Lines:
    lines, slot = _left(step, DRAFT, maker)
    lines.append(f"cards = q[{slot}].bit_count() + q[{maker.layout.done}]")
    if step.count is None:
        return [*lines, "if cards % len(seats):", "    undefined()", "total = cards"]
    count = maker.code(step.count, DRAFT)
    return [
        *lines,
        f"total = {count.text} * len(seats)",
        "if not 0 <= total <= cards:",
        "    undefined()",
    ]


def _draw(step: ir.Draw, number: int, maker: Maker) -> None:
    layout = maker.layout
    _chance_card(step, number, maker)
    count = maker.code(step.count, DRAFT)
    source, slot = _left(step, DRAFT, maker)
    lines = [
        _mover(maker),
        *source,
        f"wanted = {inner(count.text)}",
        f"if not 0 <= wanted <= q[{slot}].bit_count():",
        "    undefined()",
        *_standing(number, maker),
        *_going("wanted > 0", number, maker),
    ]
    _function("enter", number, ("q",), lines, maker)
    again = maker.code(step.count, DRAFT)
    lines = [_mover(maker), *_going(f"q[{layout.done}] < {again.text}", number, maker)]
    _function("resume", number, ("q",), lines, maker)
    second, target = place(step.target, "target", DRAFT, maker)
    lines = [
        f"q = {maker.draft}(s)",
        _mover(maker),
        *source,
        *second,
        *removed(step.source, slot, "value", maker),
        *added(step.target, target, "value", End.TOP, maker),
        f"q[{layout.done}] += 1",
        f"return {resume(number, maker)}(q)",
    ]
    _function("draw", number, ("s", "me", "value"), lines, maker)


def _each_seat(step: ir.EachSeat, number: int, maker: Maker) -> None:
    layout, seats = maker.layout, maker.game.seats
    start = maker.code(step.start, DRAFT)
    lines = [
        _mover(maker),
        f"q[{layout.mover}] = {inner(start.text)}",
        *_standing(number, maker),
        f"return {maker.final}(q)",
    ]
    _function("enter", number, ("q",), lines, maker)
    lines = [
        f"q[{layout.done}] += 1",
        f"if q[{layout.done}] < {seats}:",
        f"    q[{layout.mover}] = (me + 1) % {seats}",
        f"    return {maker.final}(q)",
        f"return {enter(number + 1, maker)}(q)",
    ]
    _function("answered", number, ("q", "me"), lines, maker)
    lines = ["found = []", _mover(maker, "s"), *bundles(move_of(maker, step.move), maker), "return found"]
    _function("asked", number, ("s",), lines, maker)


def _do(step: ir.Do, number: int, maker: Maker) -> None:
    lines = [*_standing(number, maker), _mover(maker), *block((step.effect,), DRAFT, maker)]
    _function("enter", number, ("q",), [*lines, f"return {enter(number + 1, maker)}(q)"], maker)


STEPS: Mapping[type[ir.Step], Row] = {
    ir.Lot: _lot,
    ir.Deal: _deal,
    ir.Draw: _draw,
    ir.EachSeat: _each_seat,
    ir.Do: _do,
}


# beginnings -----------------------------------------------------------------------------------------------


def beginnings(maker: Maker) -> None:
    """The functions `initial`, and `again` for the next deal of a match."""
    lines = [f"q = {maker.draft}({_blank(maker)})", *_start_values(maker, maker.game.variables)]
    maker.function("initial", (), [*lines, f"return {enter(0, maker)}(q)"])
    layout = maker.layout
    lasting = [layout.variables[v.name] for v in maker.game.variables if v.lasting]
    fresh = tuple(v for v in maker.game.variables if not v.lasting)
    lines = [f"q = {maker.draft}({_blank(maker)})", f"q[{layout.mover}] = s[{layout.mover}]"]
    lines += [f"q[{r.start}:{r.start + r.copies}] = s[{r.start}:{r.start + r.copies}]" for r in lasting]
    lines += [*_start_values(maker, fresh), f"return {enter(0, maker)}(q)"]
    maker.function("again", ("s", "me", "value"), lines)


def _blank(maker: Maker) -> str:
    """The slots before the set-up: all cards in the first zone, nothing set."""
    slots: list[str] = []
    for number, row in enumerate(maker.layout.zones.values()):
        empty = "()" if row.ordered else "0"
        slots += [str(sum(1 << c for c in maker.cards))] if number == 0 else [empty] * row.copies
    for row in maker.layout.variables.values():
        slots += [str(row.unset)] * row.copies
    return f"({', '.join([*slots, *'00000'])})"


def _start_values(maker: Maker, variables: tuple[ir.Variable, ...]) -> Lines:
    lines: Lines = []
    for v in variables:
        if v.starts is None:
            continue
        row = maker.layout.variables[v.name]
        for copy in range(row.copies):
            scope = DRAFT.bind("owner", str(copy))
            lines.append(f"q[{row.start + copy}] = {inner(maker.code(v.starts, scope).text)}")
    return [_mover(maker), *lines] if lines else []


# endings --------------------------------------------------------------------------------------------------


def judge(maker: Maker) -> None:
    """The function that looks for the first ending that holds, and puts down how the match ended."""
    lines: Lines = []
    for number, ending in enumerate(maker.game.endings):
        lines.append(f"# {maker.where(ending.span)}")
        lines.append(f"if {inner(maker.code(ending.when, PLAYED).text)}:")
        lines += indented(_ended(number, ending, maker))
    maker.function("judge", ("q", "me"), lines or ["pass"])


def _ended(number: int, ending: ir.Ending, maker: Maker) -> Lines:
    seats = maker.game.seats
    again = Code("0") if ending.again is None else maker.code(ending.again, PLAYED)
    winners, losers = (maker.code(side, PLAYED) for side in (ending.winners, ending.losers))
    return [
        *block(ending.effects, PLAYED, maker),
        f"again = {inner(again.text)}",
        f"winners, losers = {winners.text}, {losers.text}",
        f"number = (({number * seats} + me << {seats} | winners) << {seats} | losers) << 1 | again",
        f"q[{maker.layout.result}] = number + 1",
        "return",
    ]
