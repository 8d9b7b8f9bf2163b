"""What may be done, in source that plays in place: how many ways there are, one of them drawn, and `can`.

For a seat `me` each move of a phase has a number of ways, `ways_…`; where it has one pick, `mask_…` are the
members that it can be. A way is drawn by its place among all: moves in the order of the file, earlier picks
first. The picks made are called `pick_0`, `pick_1`, … in every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from interpreter.fast.code import Code, Scope, indented, inner, test
from interpreter.fast.maker import Maker
from interpreter.fast.moves import admits, member, move_of
from interpreter.fast.rows import all_of
from interpreter.fast.slots import through
from interpreter.fast.subsets import subset
from interpreter.ir import nodes as ir

Lines: TypeAlias = list[str]


def scope_of(move: ir.Move, many: int) -> Scope:
    """The scope in which the first picks are known."""
    scope = Scope(playing=move.phase != ir.SETUP)
    for place, pick in enumerate(move.picks[:many]):
        scope = scope.bind(pick.name, f"pick_{place}")
    return scope


def given(many: int) -> list[str]:
    return [f"pick_{place}" for place in range(many)]


def fitting(move: ir.Move, place: int, scope: Scope, maker: Maker) -> Code:
    """What a pick may be, as a mask, the ones before it being in scope."""
    pick = move.picks[place]
    found = maker.mask(pick.domain, scope)
    return found if pick.where is None else subset(found, pick.name, pick.where, scope, maker)


def opened(move: ir.Move, scope: Scope, maker: Maker) -> Code:
    """Whether the conditions of a move hold."""
    return all_of([maker.lazily(c.that, scope) for c in move.conditions], maker)


def low_of(move: ir.Move, place: int, maker: Maker) -> int:
    return maker.layout.bit(member(move.picks[place]))


# all ways -------------------------------------------------------------------------------------------------


def ways(moves: Sequence[ir.Move], maker: Maker) -> tuple[Lines, Scope]:
    """Statements that find the ways of all moves; the scope in which they are known."""
    lines: Lines = []
    offered: dict[tuple[str, str], str] = {}
    for move in moves:
        scope = replace(scope_of(move, 0), offered=offered)
        lines += maker.lines(lambda m=move, t=scope: _ways(m, t, maker))  # type: ignore[misc]
        offered = {**offered, ("me", move.name): f"{'mask' if len(move.picks) == 1 else 'ways'}_{move.name}"}
    return lines, Scope(offered=offered)


def total(moves: Sequence[ir.Move]) -> str:
    return " + ".join(f"ways_{m.name}" for m in moves)


def _ways(move: ir.Move, scope: Scope, maker: Maker) -> Lines:
    number, mask = f"ways_{move.name}", f"mask_{move.name}"
    asked = opened(move, scope, maker)
    found = maker.lines(lambda: _found(move, scope, maker))
    if asked.text == "True":
        return found
    zero = f"{mask} = {number} = 0" if len(move.picks) == 1 else f"{number} = 0"
    return [zero, f"if {test(asked.text)}:", *indented(found)]


def _found(move: ir.Move, scope: Scope, maker: Maker) -> Lines:
    number, mask = f"ways_{move.name}", f"mask_{move.name}"
    match len(move.picks):
        case 0:
            return [f"{number} = 1"]
        case 1:
            return [f"{mask} = {inner(fitting(move, 0, scope, maker).text)}", f"{number} = ones({mask})"]
    return [f"{number} = {count(move, 0, maker)}"]


def count(move: ir.Move, many: int, maker: Maker) -> str:
    """How many ways there are to make the rest of the picks."""
    name = maker.name(f"count_{move.name}", str(many))
    maker.wanted[name] = lambda: maker.function(
        name, ("s", "me", *given(many)), maker.lines(lambda: _counted(move, many, maker)), move.span
    )
    return f"{name}({', '.join(('s', 'me', *given(many)))})"


def _counted(move: ir.Move, many: int, maker: Maker) -> Lines:
    scope = scope_of(move, many)
    found = fitting(move, many, scope, maker)
    if many == len(move.picks) - 1:
        return [f"return ones({inner(found.text)})"]
    body = [f"total += {count(move, many + 1, maker)}"]
    return [
        "total = 0",
        *through(f"pick_{many}", found.text, low_of(move, many, maker), body, maker),
        "return total",
    ]


# one of them ----------------------------------------------------------------------------------------------


def drawn(move: ir.Move, before: str, maker: Maker) -> Lines:
    """Statements that make the picks of the way number `k`, counted from the ways of the moves `before`."""
    place = f"k - {before}" if before and " + " not in before else f"k - ({before})" if before else "k"
    if not move.picks:
        return []
    if len(move.picks) == 1:
        low = low_of(move, 0, maker)
        return [f"pick_0 = nth(mask_{move.name}, {place}){f' + {low}' if low else ''}"]
    lines = [f"k = {place}"] if before else []
    for number in range(len(move.picks)):
        lines += maker.lines(lambda n=number: _narrowed(move, n, maker))  # type: ignore[misc]
    return lines


def _narrowed(move: ir.Move, place: int, maker: Maker) -> Lines:
    """The next pick, `k` becoming the place among the ways that are left."""
    found = fitting(move, place, scope_of(move, place), maker)
    low = low_of(move, place, maker)
    if place == len(move.picks) - 1:
        return [f"pick_{place} = nth({inner(found.text)}, k){f' + {low}' if low else ''}"]
    body = [f"many = {count(move, place + 1, maker)}", "if k < many:", "    break", "k -= many"]
    return through(f"pick_{place}", found.text, low, body, maker)


# can ------------------------------------------------------------------------------------------------------


def ask(e: ir.Can, scope: Scope, maker: Maker) -> Code:
    """As `moves.ask`. What is known of the ways of a move is used."""
    move = move_of(maker, e.move)
    known = scope.offered.get((scope.me, e.move)) if scope.state == "s" else None
    if known is not None and not e.args:
        return Code(f"({known} != 0)")
    if len(e.args) == len(move.picks) and move.picks:
        mask = choices(e, scope, maker)
        which = maker.shifted(maker.code(e.args[-1], scope), -low_of(move, len(move.picks) - 1, maker))
        return Code(f"has({inner(mask.text)}, {inner(which.text)})", True)
    if len(e.args) == len(move.picks) - 1:
        pick = move.picks[-1]
        mask = choices(replace(e, args=(*e.args, ir.Local(pick.name, member(pick)))), scope, maker)
        return Code(f"({mask.text} != 0)", True)
    name = maker.name(f"can_{e.move}", str(len(e.args)))
    maker.wanted[name] = lambda: _function(name, move, len(e.args), maker)
    found = _call(name, e, scope, maker)
    return replace(found, text=f"({found.text} != 0)")


def choices(e: ir.Can, scope: Scope, maker: Maker) -> Code:
    """The mask of the last picks for which `can` holds; `e` has that pick as its last argument."""
    move = move_of(maker, e.move)
    known = scope.offered.get((scope.me, e.move)) if scope.state == "s" else None
    if known is not None and len(e.args) == 1:
        return Code(known)
    name = maker.name("which", e.move)
    maker.wanted[name] = lambda: _function(name, move, len(move.picks) - 1, maker)
    return _call(name, replace(e, args=e.args[:-1]), scope, maker)


def masks(e: ir.Can, scope: Scope, maker: Maker) -> Code | None:
    """As `moves.choices`."""
    return choices(e, scope, maker) if len(e.args) == len(move_of(maker, e.move).picks) else None


def _call(name: str, e: ir.Can, scope: Scope, maker: Maker) -> Code:
    args = [inner(maker.code(a, scope).text) for a in e.args]
    found = Code(f"{name}({', '.join((scope.state, scope.me, *args))})", True)
    if not scope.shares or args:
        return found
    return maker.kept(found.text, replace(e, args=()), lambda: found)


def _function(name: str, move: ir.Move, many: int, maker: Maker) -> None:
    """The mask of the next pick after so many that are given, or how many ways there are to go on."""
    maker.function(name, ("s", "me", *given(many)), maker.lines(lambda: _asked(move, many, maker)), move.span)


def _asked(move: ir.Move, many: int, maker: Maker) -> Lines:
    scope = scope_of(move, many)
    lines = [f"if not ({admits(move, 'me', maker)}):", "    return 0"]
    lines += maker.lines(lambda: [f"if not {opened(move, scope_of(move, 0), maker).text}:", "    return 0"])
    for place in range(many):
        lines += maker.lines(lambda p=place: _checked(move, p, maker))  # type: ignore[misc]
    if not move.picks:
        return [*lines, "return 1"]
    if many < len(move.picks) - 1:
        return [*lines, f"return {count(move, many, maker)}"]
    return [*lines, *maker.lines(lambda: [f"return {inner(fitting(move, many, scope, maker).text)}"])]


def _checked(move: ir.Move, place: int, maker: Maker) -> Lines:
    found = fitting(move, place, scope_of(move, place), maker)
    which = maker.shifted(Code(f"pick_{place}"), -low_of(move, place, maker))
    return [f"if not has({inner(found.text)}, {inner(which.text)}):", "    return 0"]
