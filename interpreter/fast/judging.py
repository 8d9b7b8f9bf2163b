"""Endings in source that plays in place: statements that judge the position `s` after a move of `me`."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.fast.code import Scope, indented, inner, test
from interpreter.fast.deeds import deeds
from interpreter.fast.maker import Maker
from interpreter.ir import nodes as ir

Lines: TypeAlias = list[str]


def judged(maker: Maker) -> Lines:
    endings = maker.game.endings

    def tests(scope: Scope, number: int = 0) -> Lines:
        if number == len(endings):
            return []
        ending = endings[number]
        ends = _ended(number, ending, maker)
        asked = maker.code(ending.when, scope)
        lines = [f"if {test(asked.text)}:", *indented(ends)]
        others = maker.lines(lambda: tests(scope, number + 1))
        where = f"# {maker.where(ending.span)}"
        return [where, *lines, *(["else:", *indented(others)] if others else [])]

    return maker.sharing((e.when for e in endings), Scope(playing=True), tests)


def _ended(number: int, ending: ir.Ending, maker: Maker) -> Lines:
    seats, scope = maker.game.seats, Scope(playing=True)
    lines = deeds(ending.effects, scope, maker)
    values = {"winners": ending.winners, "losers": ending.losers}
    again = ["again = 0"]
    if ending.again is not None:
        asked = ending.again
        again = maker.lines(lambda: [f"again = 1 if {maker.code(asked, scope).text} else 0"])
    for name, e in values.items():
        again += maker.lines(
            lambda n=name, x=e: [f"{n} = {inner(maker.code(x, scope).text)}"]  # type: ignore[misc]
        )
    if maker.studies:
        again.append(f"a[{len(maker.game.moves) + number}] += 1")
    packed = f"(({number * seats} + me << {seats} | winners) << {seats} | losers) << 1 | again"
    return [*lines, *again, f"s[{maker.layout.result}] = ({packed}) + 1"]
