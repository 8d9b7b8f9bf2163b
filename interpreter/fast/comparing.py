"""Checks on independence in source that plays in place: other positions are tried out beside the match.

`alike_…(s, t, u)` says whether the mover's prospects in `s` are the same whatever others have, where the
rules alone do not (`flow.py`). Each way to go on is gone in the list `t`, and once more in `u` for each value
that another seat might have. An operation that leaves its domain on the way counts as a difference: then the
evaluator is asked.
"""

from __future__ import annotations

from typing import TypeAlias

from interpreter.fast.code import Code, Scope, indented, test
from interpreter.fast.dealing import certain
from interpreter.fast.deeds import deeds
from interpreter.fast.flow import Reach, reach
from interpreter.fast.judging import judged
from interpreter.fast.layout import Row
from interpreter.fast.maker import Maker
from interpreter.fast.offers import choices, fitting, given, low_of, opened, scope_of
from interpreter.fast.rows import one_of
from interpreter.fast.slots import Places, through
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, CARD
from interpreter.ir.walk import ending_expressions, move_expressions, with_definitions
from interpreter.run.independence import values_of

Lines: TypeAlias = list[str]
Needed: TypeAlias = list[tuple[ir.Check, Reach]]


def tried(game: ir.Game, settled: frozenset[str]) -> Needed:
    """The checks on independence that the rules alone do not decide; `game` has no options."""
    found = [(c, reach(c.claim, game, settled)) for c in game.checks if isinstance(c.claim, ir.Independence)]
    return [(check, how) for check, how in found if not how.nowhere]


def too_much(game: ir.Game, needed: Needed) -> bool:
    """Whether some of them cannot be looked at in place."""
    if not needed:
        return False
    bodies = [e for m in game.moves for e in move_expressions(m)]
    bodies += [e for ending in game.endings for e in ending_expressions(ending)]
    if any(isinstance(e, ir.Apply) and e.op is Op.REPEATS for e in with_definitions(game, bodies)):
        return True
    chance = {m.phase for m in game.moves if m.by_chance}
    if any(p.actors is not None for p in game.phases if p.name not in chance):
        return True
    picks = max((len(m.picks) for m in game.moves if m.phase != ir.SETUP), default=0)
    return any(how.legal for _, how in needed) and picks > 1


def comparing(needed: Needed, counted: tuple[bool, bool], maker: Maker) -> list[str]:
    """Makes the functions, and gives their names; `counted`: whether the rules ask for plies, for turns."""
    if not needed:
        return []
    studies, maker.studies = maker.studies, False
    _shared(counted, maker)
    names = [_Comparing(check, how, maker).make() for check, how in needed]
    maker.studies = studies
    return names


def _shared(counted: tuple[bool, bool], maker: Maker) -> None:
    """What the functions of all checks call."""
    for move in maker.game.moves:
        if move.phase != ir.SETUP:
            params = ("s", "me", *given(len(move.picks)))
            maker.function(maker.name("acted", move.name), params, _acted(move, counted, maker), move.span)
    maker.function("ended", ("s", "me"), maker.lines(lambda: judged(maker)) or ["pass"])
    maker.function("in_one_place", ("s", "p"), [f"return {_placed(maker)}"])


def _acted(move: ir.Move, counted: tuple[bool, bool], maker: Maker) -> Lines:
    layout = maker.layout
    assert isinstance(layout, Places)
    maker.sure = certain(move)
    lines = maker.lines(lambda: deeds(move.effects, scope_of(move, len(move.picks)), maker))
    maker.sure = frozenset()
    if counted[0]:
        lines.append(f"s[{layout.plies}] += 1")
    if counted[1]:
        lines = [f"was = s[{layout.mover}]", *lines, f"s[{layout.turns}] += s[{layout.mover}] != was"]
    return lines or ["pass"]


def _placed(maker: Maker) -> str:
    """Whether all zones, the phase and the mover are the same in two positions."""
    layout = maker.layout
    parts = [f"s[{slot}] == p[{slot}]" for slot in (layout.phase, layout.mover)]
    for row in layout.zones.values():
        slots = range(row.start, row.start + row.copies * row.stride, row.stride)
        same = "alike(s, {0}, p, {0})" if row.ordered else "s[{0}] == p[{0}]"
        parts += map(same.format, slots)
    return " and ".join(parts)


class _Comparing:
    """The making of the functions of one check."""

    def __init__(self, check: ir.Check, how: Reach, maker: Maker) -> None:
        assert isinstance(check.claim, ir.Independence) and isinstance(maker.layout, Places)
        self._span, self._how, self._maker, self._layout = check.span, how, maker, maker.layout
        variable = next(v for v in maker.game.variables if v.name == check.claim.variable)
        self._row: Row = maker.layout.variables[variable.name]
        values = values_of(variable.type, maker.game, maker.cards)
        self._values = maker.fresh("VALUES")
        encoded = tuple(maker.layout.encode(value, variable.type) for value in values)
        maker.statement(self._values, f"{self._values} = {encoded}", check.span)
        self._quiet = self._made_quiet()

    def make(self) -> str:
        maker, layout = self._maker, self._layout
        name = maker.fresh("alike")
        lines = [f"if s[{layout.result}]:", "    return True", f"me = s[{layout.mover}]"]
        for number, phase in enumerate(maker.game.phases, 1):
            moves = [m for m in maker.game.moves if m.phase == phase.name]
            if not moves[0].by_chance:
                lines += [f"if s[{layout.phase}] == {number}:", *indented(self._phase(moves))]
        maker.function(name, ("s", "t", "u"), [*lines, "return True"], self._span)
        return name

    def _made_quiet(self) -> str | None:
        """A function that says that no ending can come, where only they have to do with others."""
        maker, conditions = self._maker, self._how.calm
        if conditions is None or self._how.effects:
            return None
        name = maker.fresh("quiet")

        def lines() -> Lines:
            found = one_of([maker.lazily(e, Scope(playing=True)) for e in conditions], maker)
            return [f"return not {found.text}"]

        maker.function(name, ("s", "me"), maker.lines(lines))
        return name

    def _phase(self, moves: list[ir.Move]) -> Lines:
        lines = self._legal(moves) if self._how.legal else []
        if self._how.effects or self._how.endings:
            for move in moves:
                lines += self._ways(move)
        return lines

    def _others(self, into: str, body: Lines) -> Lines:
        """The same for each position to compare with, which comes into a list."""
        slot = f"{self._row.start} + {self._row.stride} * seat"
        return [
            f"for seat in range({self._row.copies}):",
            f"    held = s[{slot}]",
            f"    if seat != me and held != {self._row.unset}:",
            f"        for value in {self._values}:",
            "            if value != held:",
            f"                {into}[:] = s",
            f"                {into}[{slot}] = value",
            *indented(indented(indented(indented(body)))),
        ]

    def _legal(self, moves: list[ir.Move]) -> Lines:
        """What may be done is compared."""
        body: Lines = []
        for move in moves:
            here, there = (self._maker.lines(lambda m=move, t=x: [self._choices(m, t)]) for x in "st")  # type: ignore[misc]
            body += [*here[:-1], *there[:-1], f"if {here[-1]} != {there[-1]}:", "    return False"]
        return self._others("t", [*body, f"if t[{self._layout.fault}]:", "    return False"])

    def _choices(self, move: ir.Move, state: str) -> str:
        scope = Scope(state, "me", playing=True)
        if move.picks:
            return choices(ir.Can(move.name, (ir.Local("_", CARD),), BOOL), scope, self._maker).text
        return self._maker.code(ir.Can(move.name, (), BOOL), scope).text

    def _ways(self, move: ir.Move) -> Lines:
        """Where each way of a move leads is compared."""
        maker = self._maker
        asked = maker.lines(lambda: [test(opened(move, scope_of(move, 0), maker).text)])
        ways = self._picked(move, 0)
        return ways if asked == ["True"] else [*asked[:-1], f"if {asked[-1]}:", *indented(ways)]

    def _picked(self, move: ir.Move, place: int) -> Lines:
        if place == len(move.picks):
            return self._ended_in(move)
        maker = self._maker

        def lines() -> Lines:
            found: Code = fitting(move, place, scope_of(move, place), maker)
            body = self._picked(move, place + 1)
            return through(f"pick_{place}", found.text, low_of(move, place, maker), body, maker)

        return maker.lines(lines)

    def _ended_in(self, move: ir.Move) -> Lines:
        acted, fault = self._maker.name("acted", move.name), self._layout.fault
        picks = ", ".join(("me", *given(len(move.picks))))
        differ = [f"{acted}(u, {picks})", "ended(u, me)"]
        differ += [f"if u[{fault}] or not in_one_place(t, u):", "    return False"]
        others = ["ended(t, me)", *self._others("u", differ)]
        if self._quiet is not None:
            others = [f"if not {self._quiet}(t, me):", *indented(others)]
        return ["t[:] = s", f"{acted}(t, {picks})", *others, f"if t[{fault}]:", "    return False"]
