"""A deal in source that plays in place whose course is settled before its first card: who gets how many.

That is so where nothing that the step asks looks at the two zones between which cards go. Then all questions
are asked once; as a rule they are asked again before each card.
"""

from __future__ import annotations

from interpreter.fast.code import Scope, indented, inner
from interpreter.fast.deeds import Lines, added, place
from interpreter.fast.effects import ordered
from interpreter.fast.maker import Maker
from interpreter.fast.slots import in_setup
from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.walk import inside, with_definitions

HERE = Scope()


def at_once(step: ir.Deal, stream: int, maker: Maker) -> Lines | None:
    """The statements that deal; None if the rules have to be asked before each card."""
    if step.source.name == step.target or ordered(step.source, maker) or not _settled(step, maker):
        return None
    source = maker.lines(lambda: [f"source = {place(step.source, 'source', HERE, maker)}"])
    start = maker.lines(lambda: [f"seat = {inner(maker.code(step.start, HERE).text)}"])
    row = maker.layout.zones[step.target]
    target = f"{row.start} + seat" if row.stride == 1 else f"{row.start} + {row.stride} * seat"
    draw = f"below(r, {stream}, cards) if cards > 1 else 0"
    return [
        *start,
        *_partakers(maker),
        *source,
        "some = s[source]",
        "cards = ones(some)",
        *_rest(step, maker),
        "while cards > rest:",
        f"    value = nth(some, {draw})",
        "    some ^= 1 << value",
        f"    target = {target}",
        f"    {added(row.ordered, 'target', 'value', End.TOP)}",
        *indented(_following(maker)),
        "    cards -= 1",
        "s[source] = some",
    ]


def _settled(step: ir.Deal, maker: Maker) -> bool:
    """Whether no answer changes while cards go from zone to zone."""
    asked = [step.start, *(x for x in (step.count, step.source.index) if x is not None)]
    # Inside of definitions it is not known that this is the set-up.
    within = any(isinstance(e, ir.Call) for x in asked for e in inside(x))
    among = maker.game.turn.among if within else _among(maker)
    moving = (step.source.name, step.target)
    return not any(
        isinstance(e, ir.Can) or (isinstance(e, ir.ZoneRef) and e.name in moving)
        for e in with_definitions(maker.game, [*asked, *([] if among is None else [among])])
    )


def _among(maker: Maker) -> ir.Expr | None:
    """Who takes part in the deal; None if everybody does."""
    among = maker.game.turn.among
    if among is None or not maker.preparing:
        return among
    known = in_setup(among)
    return None if isinstance(known, ir.Literal) and known.value is True else known


def _partakers(maker: Maker) -> Lines:
    """The seats that take part as a mask, if not all do; `seat` is the first of them."""
    among, seats = _among(maker), maker.game.seats
    if among is None:
        return [f"taking = {seats}"]
    asked = maker.lines(lambda: [f"there = {maker.code(among, HERE.bind('seat', 'who')).text}"])
    return [
        "part = 0",
        f"for who in range({seats}):",
        *indented([*asked, "if there:", "    part |= 1 << who"]),
        "taking = ones(part)",
        "if not part:",
        "    fault(s)",
        "    taking = 1",
        f"seat = next_among(s, (seat + {seats - 1}) % {seats}, part, {seats})",
    ]


def _following(maker: Maker) -> Lines:
    seats = maker.game.seats
    if _among(maker) is None:
        return [f"seat = (seat + 1) % {seats}"]
    return [f"seat = next_among(s, seat, part, {seats})"]


def _rest(step: ir.Deal, maker: Maker) -> Lines:
    """How many cards are left in the end; all of them, after a fault."""
    if step.count is None:
        return ["rest = 0", "if cards % taking:", "    fault(s)", "    rest = cards"]
    wanted = step.count
    counted = maker.lines(lambda: [f"total = {maker.code(wanted, HERE).text} * taking"])
    return [
        *counted,
        "rest = cards - total",
        "if not 0 <= rest <= cards:",
        "    fault(s)",
        "    rest = cards",
    ]
