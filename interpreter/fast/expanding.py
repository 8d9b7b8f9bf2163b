"""All that can be done in a state, in source that changes it in place: the function `expand`.

`expand(s, p, found, who)` makes each legal action of the state `s` in turn, in the order of the engines, and
packs what it leads to into `found`, one state after another; `who` has the seat of each, -1 for chance. `p`
is room for the state itself. It returns how many there are, `DOUBT` if an operation left its domain or nobody
can act, for then the slower engines have to say what is so, and `NO_ROOM` if they do not fit into `found`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from interpreter.fast.code import Scope, indented, inner
from interpreter.fast.dealing import certain, mover
from interpreter.fast.deeds import Lines, deeds
from interpreter.fast.maker import Maker
from interpreter.fast.offers import fitting, low_of, scope_of, ways
from interpreter.fast.packing import Packing
from interpreter.fast.settling import ways_of
from interpreter.fast.slots import Places, through
from interpreter.ir import nodes as ir

DOUBT: Final = -1
NO_ROOM: Final = -2
Then: TypeAlias = Callable[[ir.Move, Lines], Lines]
"""All that is done in a move, from what its effects do."""


class Expanding:
    """The making of `expand`."""

    def __init__(self, maker: Maker, packing: Packing) -> None:
        assert isinstance(maker.layout, Places)
        self._maker, self._layout, self._packing = maker, maker.layout, packing

    def make(self) -> None:
        layout, last = self._layout, len(self._maker.game.setup)
        result, fault = f"s[{layout.result}]", f"s[{layout.fault}]"
        setting_up = [f"step = s[{layout.step}]", *self._set_up()]
        lines = [
            "n = 0",
            f"{fault} = 0",
            f"copied(s, p, {layout.size})",
            f"if {result}:",
            *indented(self._over()),
            *([f"elif s[{layout.step}] < {last}:", *indented(setting_up)] if last else []),
            "else:",
            *indented(self._play()),
            f"return n if n and not {fault} else {DOUBT}",
        ]
        self._maker.function("expand", ("s", "p", "found", "who"), lines)

    def _emitted(self, seat: str) -> Lines:
        """The state is packed, and what it came from is there again."""
        return [
            f"if s[{self._layout.fault}]:",
            f"    return {DOUBT}",
            "if n == len(who):",
            f"    return {NO_ROOM}",
            f"pack(s, found, {self._packing.words} * n)",
            f"who[n] = {seat}",
            "n += 1",
            f"copied(p, s, {self._layout.size})",
        ]

    def _over(self) -> Lines:
        """Nothing can be done, unless there is another deal."""
        again = any(e.again is not None for e in self._maker.game.endings)
        over = [f"if not s[{self._layout.result}] - 1 & 1:", "    return 0"]
        return [*over, "another(s, p)", *self._emitted("-1")] if again else ["return 0"]

    def _set_up(self) -> Lines:
        lines: Lines = []
        for number, step in enumerate(self._maker.game.setup):
            if isinstance(step, ir.Do):
                continue
            seat = "me" if isinstance(step, ir.EachSeat) else "-1"
            body = ways_of(number, self._emitted(seat), self.branches, self._maker)
            head = f"{'elif' if lines else 'if'} step == {number}:"
            lines += [head, *indented([f"# {self._maker.where(step.span)}", *body])]
        return lines

    # play -------------------------------------------------------------------------------------------------

    def _play(self) -> Lines:
        phases = self._maker.game.phases
        if len(phases) == 1:
            return self._phase(phases[0])
        lines = [f"phase = s[{self._layout.phase}]"]
        for number, phase in enumerate(phases, 1):
            head = (
                "else:" if number == len(phases) else f"{'if' if number == 1 else 'elif'} phase == {number}:"
            )
            lines += [head, *indented([f"# {self._maker.where(phase.span)}", *self._phase(phase)])]
        return lines

    def _phase(self, phase: ir.Phase) -> Lines:
        maker = self._maker
        moves = [m for m in maker.game.moves if m.phase == phase.name]
        then = self._judged if phase.actors is None else self._among
        lines = self.branches(moves, then)
        if phase.actors is None:
            return [mover(maker), *lines]
        return through("me", f"{maker.name('actors', phase.name)}(s)", 0, lines, maker)

    def _judged(self, move: ir.Move, effects: Lines) -> Lines:
        return [*effects, "judge(s, me)", *self._emitted("-1" if move.by_chance else "me")]

    def _among(self, move: ir.Move, effects: Lines) -> Lines:
        """Where several may act chance acts for the mover, whoever is looked at."""
        if not move.by_chance:
            return self._judged(move, effects)
        return ["actor = me", mover(self._maker), *self._judged(move, effects), "me = actor"]

    def branches(self, moves: list[ir.Move], then: Then) -> Lines:
        """Statements that make all ways of these moves of a seat `me`."""
        lines = ways(moves, self._maker)[0]
        for move in moves:
            lines += [f"# {self._maker.where(move.span)}", *self._ways(move, then)]
        return lines

    def _ways(self, move: ir.Move, then: Then) -> Lines:
        maker = self._maker
        maker.sure = certain(move)
        effects = deeds(move.effects, scope_of(move, len(move.picks)), maker)
        maker.sure = frozenset()
        body = then(move, effects)
        match len(move.picks):
            case 0:
                return [f"if ways_{move.name}:", *indented(body)]
            case 1:
                return through("pick_0", f"mask_{move.name}", low_of(move, 0, maker), body, maker)
        return [f"if ways_{move.name}:", *indented(self._picked(move, 0, body))]

    def _picked(self, move: ir.Move, place: int, body: Lines) -> Lines:
        """One loop in another for several picks."""
        if place == len(move.picks):
            return body
        maker = self._maker

        def loop() -> Lines:
            found = fitting(move, place, scope_of(move, place), maker)
            inside = self._picked(move, place + 1, body)
            return through(f"pick_{place}", found.text, low_of(move, place, maker), inside, maker)

        return maker.lines(loop)


def another(maker: Maker) -> None:
    """The function that begins the next deal of a match, of which `p` is the end."""
    layout = maker.layout
    lasting = [layout.variables[v.name] for v in maker.game.variables if v.lasting]
    slots = [layout.mover, *(r.start + i for r in lasting for i in range(r.copies))]
    fresh = tuple(v for v in maker.game.variables if not v.lasting)
    kept = [f"s[{slot}] = p[{slot}]" for slot in slots]
    lines = ["s[:] = BLANK", *kept, *starts(fresh, maker), "settle(s)"]
    maker.function("another", ("s", "p"), lines)


def starts(variables: tuple[ir.Variable, ...], maker: Maker) -> Lines:
    """First values of variables."""
    lines: Lines = []
    for v in variables:
        if v.starts is not None:
            row = maker.layout.variables[v.name]
            lines += [line for copy in range(row.copies) for line in _start(v.starts, row.start, copy, maker)]
    return [mover(maker), *lines] if lines else []


def _start(value: ir.Expr, first: int, copy: int, maker: Maker) -> Lines:
    scope = Scope().bind("owner", str(copy))
    return maker.lines(lambda: [f"s[{first + copy}] = {inner(maker.code(value, scope).text)}"])
