"""The set-up in source that plays in place: statements, one step after another, that change the state `s`.

They mean what the functions of `setup.py` mean. After a fault they go on in some way that ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner
from interpreter.fast.dealt import at_once
from interpreter.fast.deeds import Lines, deeds, moved, place
from interpreter.fast.effects import ordered
from interpreter.fast.maker import Maker
from interpreter.fast.moves import move_of
from interpreter.fast.offers import drawn, scope_of, total, ways
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.walk import all_effects

Row: TypeAlias = Callable[[Any, int, Maker], Lines]
HERE = Scope()
LOTS, DEALS, IN_PLAY, SEATS = 0, 1, 2, 3
"""The places of streams; those of seats begin at `SEATS`."""


def steps(maker: Maker) -> Lines:
    """The whole set-up."""
    layout, last = maker.layout, len(maker.game.setup)
    lines: Lines = []
    maker.preparing = True
    for number, step in enumerate(maker.game.setup):
        maker.preparing = maker.preparing and not any(isinstance(e, ir.GoTo) for e in _effects(step, maker))
        lines.append(f"# {maker.where(step.span)}")
        lines += maker.lines(lambda s=step, n=number: STEPS_IN_PLACE[type(s)](s, n, maker))  # type: ignore[misc]
    maker.preparing = False
    return [
        *lines,
        f"if s[{layout.phase}] == 0:",
        f"    s[{layout.phase}] = 1",
        *_standing(last, maker),
    ]


def _effects(step: ir.Step, maker: Maker) -> Iterator[ir.Effect]:
    match step:
        case ir.Do(effect):
            yield from all_effects((effect,))
        case ir.EachSeat():
            yield from all_effects(move_of(maker, step.move).effects)


def one_of(mask: str, stream: int) -> str:
    """The number of a bit, by chance; there must be one."""
    return f"nth({mask}, below(r, {stream}, ones({mask})) if {mask} & {mask} - 1 else 0)"


def _standing(number: int, maker: Maker) -> Lines:
    return [f"s[{maker.layout.step}] = {number}", f"s[{maker.layout.done}] = 0"]


def mover(maker: Maker) -> str:
    return f"me = s[{maker.layout.mover}]"


def _lot(step: ir.Lot, number: int, maker: Maker) -> Lines:
    low = maker.layout.bit(getattr(step.domain.type, "of", step.domain.type))
    _, some = maker.held("some", Code(f"({maker.mask(step.domain, HERE).text} + 0)"))
    value = maker.fresh("value")
    target = maker.layout.mover if step.variable is None else maker.slot(step.variable, HERE).text
    return [
        f"if not {some}:",
        "    fault(s)",
        f"    {some} = 1",
        f"{value} = {one_of(some, LOTS)}{f' + {low}' if low else ''}",
        f"s[{target}] = {value}",
    ]


def _begun(number: int, lines: Lines, maker: Maker) -> Lines:
    return [*_standing(number, maker), mover(maker), *lines]


def certain(move: ir.Move) -> frozenset[ir.Effect]:
    """The first effect of a move, if it moves a card that was picked where it lies."""
    first = move.effects[0] if move.effects else None
    if not isinstance(first, ir.MoveCard) or not isinstance(first.card, ir.Local):
        return frozenset()
    picked = [p.domain for p in move.picks if p.name == first.card.name]
    return frozenset((first,)) if picked == [first.source] else frozenset()


def _drawn_card(step: ir.Deal | ir.Draw, source: str, target: str, to_stack: bool, maker: Maker) -> Lines:
    """A card that chance draws goes from the source to the target."""
    kinds = (ordered(step.source, maker), to_stack)
    return [
        f"value = {one_of(f's[{source}]', DEALS)}",
        *moved(source, target, "value", kinds, End.TOP, sure=True),
        f"s[{maker.layout.done}] += 1",
    ]


def _deal(step: ir.Deal, number: int, maker: Maker) -> Lines:
    settled = at_once(step, DEALS, maker)
    if settled is not None:
        return _begun(number, settled, maker)
    done = f"s[{maker.layout.done}]"
    row = maker.layout.zones[step.target]
    body = maker.lines(lambda: round_of(step, maker))
    target = f"{row.start} + seat" if row.stride == 1 else f"{row.start} + {row.stride} * seat"
    source = maker.lines(lambda: [f"source = {place(step.source, 'source', HERE, maker)}"])
    card = _drawn_card(step, "source", "target", row.ordered, maker)
    return [
        *_standing(number, maker),
        mover(maker),
        "while True:",
        *indented([*body, *source, *total_of(step, maker), f"if {done} >= total:", "    break"]),
        *indented([*receiver(maker), f"target = {target}", *card]),
    ]


def round_of(step: ir.Deal, maker: Maker) -> Lines:
    """How many seats take part, counted from the first."""
    start = inner(maker.code(step.start, HERE).text)
    seats = maker.game.seats
    if maker.game.turn.among is None:
        return [f"start = {start}", f"taking = {seats}"]
    return [
        f"start = {start}",
        "taking = 0",
        f"for around in range({seats}):",
        f"    if {maker.name('among', 'seat')}(s, (start + around) % {seats}):",
        "        taking += 1",
        "if taking == 0:",
        "    fault(s)",
        "    break",
    ]


def total_of(step: ir.Deal, maker: Maker) -> Lines:
    lines = [f"cards = ones(s[source]) + s[{maker.layout.done}]"]
    if step.count is None:
        return [*lines, "if cards % taking:", "    fault(s)", "    break", "total = cards"]
    wanted = step.count
    counted = maker.lines(lambda: [f"total = {maker.code(wanted, HERE).text} * taking"])
    return [*lines, *counted, "if not 0 <= total <= cards:", "    fault(s)", "    break"]


def receiver(maker: Maker) -> Lines:
    """Whose turn it is to get a card."""
    seats = maker.game.seats
    around = f"(start + around) % {seats}"
    if maker.game.turn.among is None:
        return [f"seat = (start + s[{maker.layout.done}]) % {seats}"]
    return [
        f"place = s[{maker.layout.done}] % taking",
        "seat = 0",
        f"for around in range({seats}):",
        f"    if {maker.name('among', 'seat')}(s, {around}):",
        "        if place == 0:",
        f"            seat = {around}",
        "            break",
        "        place -= 1",
    ]


def _draw(step: ir.Draw, number: int, maker: Maker) -> Lines:
    done = f"s[{maker.layout.done}]"
    counted = maker.lines(lambda: [f"total = {inner(maker.code(step.count, HERE).text)}"])
    places = maker.lines(
        lambda: [
            f"source = {place(step.source, 'source', HERE, maker)}",
            f"target = {place(step.target, 'target', HERE, maker)}",
        ]
    )
    return [
        mover(maker),
        *counted,
        *places,
        "if not 0 <= total <= ones(s[source]):",
        "    fault(s)",
        "    total = 0",
        *_standing(number, maker),
        f"while {done} < total:",
        *indented(["if not s[source]:", "    fault(s)", "    break"]),
        *indented(_drawn_card(step, "source", "target", ordered(step.target, maker), maker)),
        *indented([mover(maker), *places, *counted]),
    ]


def _each_seat(step: ir.EachSeat, number: int, maker: Maker) -> Lines:
    layout, seats = maker.layout, maker.game.seats
    move = move_of(maker, step.move)
    found, _ = ways((move,), maker)
    maker.sure = certain(move)
    deed = deeds(move.effects, scope_of(move, len(move.picks)), maker)
    maker.sure = frozenset()
    start = inner(maker.code(step.start, HERE).text)
    return [
        mover(maker),
        f"s[{layout.mover}] = {start}",
        *_standing(number, maker),
        f"while s[{layout.done}] < {seats}:",
        *indented([mover(maker), *found, f"if not ({total((move,))}):", "    fault(s)", "    break"]),
        *indented([way((move,), f"{SEATS} + me"), *drawn(move, "", maker), *noted(move, maker), *deed]),
        *indented([f"s[{layout.done}] += 1", f"if s[{layout.done}] < {seats}:"]),
        f"        s[{layout.mover}] = (me + 1) % {seats}",
    ]


def way(moves: Iterable[ir.Move], stream: str) -> str:
    """The number of the way that is gone."""
    every = total(tuple(moves))
    if " + " not in every:
        return f"k = below(r, {stream}, {every}) if {every} > 1 else 0"
    return f"k = below(r, {stream}, many) if many > 1 else 0"


def noted(move: ir.Move, maker: Maker) -> Lines:
    """That a move is made, where that is counted."""
    return [f"a[{maker.game.moves.index(move)}] += 1"] if maker.studies else []


def _do(step: ir.Do, number: int, maker: Maker) -> Lines:
    return _begun(number, deeds((step.effect,), HERE, maker), maker)


STEPS_IN_PLACE: Mapping[type[ir.Step], Row] = {
    ir.Lot: lambda step, number, maker: _begun(number, _lot(step, number, maker), maker),
    ir.Deal: _deal,
    ir.Draw: _draw,
    ir.EachSeat: _each_seat,
    ir.Do: _do,
}
