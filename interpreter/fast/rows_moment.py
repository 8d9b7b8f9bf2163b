"""Rows of the operators on the moment, on results and on what happened before; see `operators.py`."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.fast.code import Code, Scope
from interpreter.fast.maker import Maker, when
from interpreter.fast.rows import Row, args
from interpreter.ir import nodes as ir
from interpreter.ir.types import EnumType


def slot(name: str) -> Row:
    """One of the slots that every state has."""
    return lambda e, scope, maker: Code(f"{scope.state}[{getattr(maker.layout, name)}]")


def me(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return Code(scope.me)


def next_(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (seat,) = args(e, scope, maker)
    if maker.game.turn.among is None:
        return Code(f"(({seat.text} + 1) % {maker.game.seats})", seat.faults)
    return maker.ground.after(seat, scope, maker)


def next_among(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    seat, among = args(e, scope, maker)
    return Code(maker.ground.asked("next_among", scope, seat.text, among.text, str(maker.game.seats)), True)


def phase(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    assert isinstance(e.type, EnumType)
    return renumbered(f"{scope.state}[{maker.layout.phase}]", maker.layout.phases, e.type)


def renumbered(text: str, ours: tuple[str, ...], kind: EnumType) -> Code:
    """A name's number in its type, where we number by the order of the game."""
    if kind.members[: len(ours)] == ours:
        return Code(text)
    return Code(f"{tuple(kind.members.index(name) for name in ours)}[{text}]")


def is_set(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (ref,) = e.args
    assert isinstance(ref, ir.VariableRef)
    place, unset = maker.slot(ref, scope), maker.layout.variables[ref.name].unset
    return Code(f"({scope.state}[{place.text}] != {unset})", place.faults)


def over(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return Code(f"({scope.state}[{maker.layout.result}] != 0)")


def counter(name: str) -> Row:
    return lambda e, scope, maker: Code(maker.ground.counter(name, scope, maker))


def ended(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    """The ending's own number is above those of winners, losers and the seat."""
    (ending,) = args(e, scope, maker)
    kind, seats = e.args[0].type, maker.game.seats
    assert isinstance(kind, EnumType)
    result = f"{scope.state}[{maker.layout.result}]"
    found = renumbered(
        f"(({result} - 1 >> {2 * seats + 1}) // {seats})", tuple(n.name for n in maker.game.endings), kind
    )
    return _first(ending, lambda of: f"{result} != 0 and {found.text} == {of}", maker)


def result(side: str) -> Row:
    def row(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
        (seat,) = args(e, scope, maker)
        first = 1 if side == "losers" else 1 + maker.game.seats
        packed = f"{scope.state}[{maker.layout.result}]"

        def asked(of: str) -> str:
            return f"{packed} != 0 and {packed} - 1 >> {maker.shifted(Code(of), first).text} & 1"

        return _first(seat, asked, maker)

    return row


def _first(value: Code, asked: Callable[[str], str], maker: Maker) -> Code:
    """What is asked of a value that has been worked out before, even if the answer does not depend on it."""
    if not value.faults:
        return Code(f"({asked(value.text)})")
    bound, text = maker.held("of", value)
    before = f"{text} >= 0 and " if bound is None else ""
    return when(bound, Code(f"({before}{asked(text)})", True), "0")


def last_move(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    assert isinstance(e.type, EnumType)
    names = tuple(m.name for m in maker.game.moves)
    found = renumbered(maker.ground.last("move", scope, maker), names, e.type)
    return maker.ground.there(found.text, scope, maker)


def last_player(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return maker.ground.there(maker.ground.last("player", scope, maker), scope, maker)


def laid_by(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    (card,) = args(e, scope, maker)
    return Code(maker.ground.laid_by(card.text, scope, maker), True)
