"""The set-up one action at a time, in source that changes a state in place: for a search, which has to go all
ways.

`settle(s)` goes on with the set-up until chance or a seat has to act. `ways_of` gives the statements for all
actions of a step; they mean what the functions of `setup.py` mean. After a fault the state is of no use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from interpreter.fast.code import indented, inner
from interpreter.fast.dealing import HERE, mover, receiver, round_of, total_of
from interpreter.fast.deeds import Lines, deeds, moved, place
from interpreter.fast.effects import ordered
from interpreter.fast.maker import Maker
from interpreter.fast.moves import move_of
from interpreter.fast.slots import through
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End

Row: TypeAlias = Callable[[Any, int, Maker], Lines]
Branches: TypeAlias = Callable[[list[ir.Move], Callable[[ir.Move, Lines], Lines]], Lines]
"""Statements that run through all that may be done with moves: of each move its effects are given."""


def settle(maker: Maker) -> None:
    """The function."""
    layout, last = maker.layout, len(maker.game.setup)
    lines = [f"step = s[{layout.step}]"]
    for number, step in enumerate(maker.game.setup):
        body = maker.lines(lambda s=step, n=number: _ENTERED[type(s)](s, n, maker))  # type: ignore[misc]
        head = f"{'elif' if number else 'if'} step == {number}:"
        lines += [head, *indented([f"# {maker.where(step.span)}", mover(maker), *body])]
    done = [f"if s[{layout.phase}] == 0:", f"    s[{layout.phase}] = 1", "break"]
    lines += ["else:", *indented(done)] if last else done
    maker.function("settle", ("s",), ["while True:", *indented(lines)])


def _onwards(number: int, maker: Maker) -> Lines:
    """The next step begins."""
    return [f"s[{maker.layout.step}] = {number + 1}", f"s[{maker.layout.done}] = 0"]


# until somebody has to act --------------------------------------------------------------------------------


def _lot(step: ir.Lot, number: int, maker: Maker) -> Lines:
    domain = maker.mask(step.domain, HERE)
    return [f"if not {domain.text}:", "    fault(s)", "break"]


def _deal(step: ir.Deal, number: int, maker: Maker) -> Lines:
    source = maker.lines(lambda: [f"source = {place(step.source, 'source', HERE, maker)}"])
    going = [f"if s[{maker.layout.done}] < total:", "    break"]
    total = [*round_of(step, maker), *source, *total_of(step, maker)]
    return [*total, *going, *_onwards(number, maker)]


def _draw(step: ir.Draw, number: int, maker: Maker) -> Lines:
    done = f"s[{maker.layout.done}]"
    total = maker.lines(lambda: [f"total = {inner(maker.code(step.count, HERE).text)}"])
    source = maker.lines(lambda: [f"source = {place(step.source, 'source', HERE, maker)}"])
    fewer = [f"if {done} == 0 and not 0 <= total <= ones(s[source]):", "    fault(s)", "    break"]
    going = [f"if {done} < total:", "    break"]
    return [*total, *source, *fewer, *going, *_onwards(number, maker)]


def _each_seat(step: ir.EachSeat, number: int, maker: Maker) -> Lines:
    done = f"s[{maker.layout.done}]"
    start = maker.lines(
        lambda: [f"s[{maker.layout.mover}] = {inner(maker.code(step.start, HERE).text)}", "break"]
    )
    going = [f"if {done} == 0:", *indented(start), f"if {done} < {maker.game.seats}:", "    break"]
    return [*going, *_onwards(number, maker)]


def _do(step: ir.Do, number: int, maker: Maker) -> Lines:
    return [*deeds((step.effect,), HERE, maker), *_onwards(number, maker)]


_ENTERED: Mapping[type[ir.Step], Row] = {
    ir.Lot: _lot,
    ir.Deal: _deal,
    ir.Draw: _draw,
    ir.EachSeat: _each_seat,
    ir.Do: _do,
}


# what may be done -----------------------------------------------------------------------------------------


def ways_of(number: int, emitted: Lines, branches: Branches, maker: Maker) -> Lines:
    """Statements that make each action of a step in turn, `emitted` after it, which gives the state back.

    Those of a seat are made by `branches`.
    """
    step = maker.game.setup[number]
    if isinstance(step, ir.EachSeat):
        return [mover(maker), *_all_answers(step, emitted, branches, maker)]
    return [mover(maker), *maker.lines(lambda: _all_chances(step, number, emitted, maker))]


def _all_chances(step: ir.Step, number: int, emitted: Lines, maker: Maker) -> Lines:
    match step:
        case ir.Lot():
            return _all_lots(step, number, emitted, maker)
        case ir.Deal() | ir.Draw():
            return _all_cards(step, emitted, maker)
    return []


def _all_lots(step: ir.Lot, number: int, emitted: Lines, maker: Maker) -> Lines:
    low = maker.layout.bit(getattr(step.domain.type, "of", step.domain.type))
    domain = maker.mask(step.domain, HERE).text
    target = maker.layout.mover if step.variable is None else maker.slot(step.variable, HERE).text
    body = [f"s[{target}] = value", *_onwards(number, maker), "settle(s)", *emitted]
    return through("value", domain, low, body, maker)


def _all_cards(step: ir.Deal | ir.Draw, emitted: Lines, maker: Maker) -> Lines:
    lines = maker.lines(lambda: [f"source = {place(step.source, 'source', HERE, maker)}"])
    if isinstance(step, ir.Deal):
        row = maker.layout.zones[step.target]
        stride = "" if row.stride == 1 else f"{row.stride} * "
        lines = [*round_of(step, maker), *lines, *receiver(maker), f"target = {row.start} + {stride}seat"]
        to_stack = row.ordered
    else:
        aim = step.target
        lines += maker.lines(lambda: [f"target = {place(aim, 'target', HERE, maker)}"])
        to_stack = ordered(aim, maker)
    kinds = (ordered(step.source, maker), to_stack)
    card = [
        *moved("source", "target", "value", kinds, End.TOP, sure=True),
        f"s[{maker.layout.done}] += 1",
        "settle(s)",
        *emitted,
    ]
    return ["while True:", *indented([*lines, *through("value", "s[source]", 0, card, maker), "break"])]


def _all_answers(step: ir.EachSeat, emitted: Lines, branches: Branches, maker: Maker) -> Lines:
    layout, seats = maker.layout, maker.game.seats

    def answer(move: ir.Move, effects: Lines) -> Lines:
        passed = [f"s[{layout.done}] += 1", f"if s[{layout.done}] < {seats}:"]
        return [*effects, *passed, f"    s[{layout.mover}] = (me + 1) % {seats}", "settle(s)", *emitted]

    return branches([move_of(maker, step.move)], answer)
