"""One whole match in source that plays in place: the function `play`.

It leaves how the match went in a row of numbers: whether it is finished (0), has reached the cap (1) or is
doubtful (2), who made the first ply, the result as in `layout.py`, plies, turns, how often another seat came
to have the fewest cards alone, what was seen to happen, and the largest size of each zone. The last four are
0 unless somebody wants them. A match is doubtful if an operation left its domain or a check did not hold: the
slower engines say what is so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.fast.code import Scope, indented, inner
from interpreter.fast.dealing import IN_PLAY, SEATS, certain, noted, steps, way
from interpreter.fast.deeds import deeds
from interpreter.fast.judging import judged
from interpreter.fast.maker import Maker
from interpreter.fast.offers import drawn, given, scope_of, total, ways
from interpreter.fast.sizes import changes, largest, targets
from interpreter.fast.slots import Places, through
from interpreter.fast.watching import most_picks, witnesses
from interpreter.ir import nodes as ir

Lines: TypeAlias = list[str]
CHOICES = 256
"""Counters for plies by the number of choices; the last is for that many less one, and more."""
COLUMNS = ("status", "first", "result", "plies", "turns", "changes", "witnessed")
"""Of a row; after them comes a column for each zone."""
FINISHED, UNFINISHED, DOUBTFUL = 0, 1, 2


@dataclass(frozen=True)
class Asked:
    """What the rules and checks that are looked at ask for."""

    plies: bool
    turns: bool
    repeats: bool
    laid: bool
    checks: bool
    study: bool


class Playing:
    """The making of `play`."""

    def __init__(self, maker: Maker, asked: Asked, compared: Sequence[str] = ()) -> None:
        """`compared` are the functions of checks for which other positions are tried out."""
        assert isinstance(maker.layout, Places)
        self._maker = maker
        self._asked = asked
        self._compared = compared
        self._layout = maker.layout
        self._again = any(e.again is not None for e in maker.game.endings)
        self._idles = any(m.by_chance for m in maker.game.moves)

    def make(self) -> None:
        row = ["s", "p", "o", "t", "u", "r", "a", "g", "cap", "out", "row"]
        self._maker.function("play", row, [*self._beginning(), *self._deals(), *self._row()])

    @property
    def width(self) -> int:
        """Of a row."""
        return len(COLUMNS) + len(self._maker.game.zones)

    # parts of a match -------------------------------------------------------------------------------------

    def _beginning(self) -> Lines:
        names = ["plies", "first", "changes", "least", "found", *(["turns"] if self._asked.study else [])]
        names += ["idle"] if self._idles else []
        names += ["move", *given(most_picks(self._maker))]
        values = {"first": "-1", "least": "-1"}
        lines = [f"{name} = {values.get(name, '0')}" for name in names]
        if self._asked.study:
            lines += [f"most_{number} = 0" for number, _ in enumerate(self._maker.game.zones)]
        return ["s[:] = BLANK", *lines, *self._starts(self._maker.game.variables)]

    def _starts(self, variables: tuple[ir.Variable, ...]) -> Lines:
        """First values of variables."""
        maker, lines = self._maker, Lines()
        for v in variables:
            row = maker.layout.variables[v.name]
            for copy in range(row.copies if v.starts is not None else 0):
                scope = Scope().bind("owner", str(copy))
                assert v.starts is not None
                starts = v.starts
                lines += maker.lines(
                    lambda e=starts, t=scope, n=row.start + copy: [  # type: ignore[misc]
                        f"s[{n}] = {inner(maker.code(e, t).text)}"
                    ]
                )
        return [f"me = s[{self._layout.mover}]", *lines] if lines else []

    def _deals(self) -> Lines:
        """One deal, or several."""
        one = [*steps(self._maker), *self._begun(), *self._plies()]
        if not self._again:
            return one
        result, fault = f"s[{self._layout.result}]", f"s[{self._layout.fault}]"
        capped = "plies >= cap or idle >= cap" if self._idles else "plies >= cap"
        last = f"if {capped} or {fault} or not {result} or not {result} - 1 & 1:"
        return ["while True:", *indented([*one, last, "    break", *self._dealt_again()])]

    def _dealt_again(self) -> Lines:
        layout = self._layout
        lasting = [layout.variables[v.name] for v in self._maker.game.variables if v.lasting]
        slots = [layout.mover, *(r.start + i for r in lasting for i in range(r.copies))]
        fresh = tuple(v for v in self._maker.game.variables if not v.lasting)
        return [
            *(["idle += 1"] if self._idles else []),
            *(f"kept_{slot} = s[{slot}]" for slot in slots),
            "s[:] = BLANK",
            *(f"s[{slot}] = kept_{slot}" for slot in slots),
            *self._starts(fresh),
        ]

    def _begun(self) -> Lines:
        """The set-up is done."""
        lines: Lines = []
        if self._asked.repeats:
            lines += [f"forget(g, {self._layout.size})", *self._stood()]
        if self._asked.study:
            lines += [*largest(frozenset(self._layout.zones), self._maker), *changes(self._maker)]
        if self._asked.checks:
            layout = self._layout
            lines += ["o[:] = s", "p[:] = s", f"s[{layout.last_move}] = -1"]
            if self._asked.laid:
                lines.append(f"s[{layout.laid}:{layout.room}] = NOBODY")
            lines += self._watched("-1", f"s[{layout.mover}]", step=False)
        return lines

    def _stood(self) -> Lines:
        layout = self._layout
        slot = f"s[{layout.repeats}]"
        found = f"stood(g, s, {layout.size}, STACKS, {len(self._maker.cards)})"
        return [f"{slot} = {found}", f"if not {slot}:", "    fault(s)"]

    # plies ------------------------------------------------------------------------------------------------

    def _plies(self) -> Lines:
        layout = self._layout
        going = "plies < cap and idle < cap" if self._idles else "plies < cap"
        head = f"while {going} and not s[{layout.result}] and not s[{layout.fault}]:"
        body = ["o[:] = p", "p[:] = s"] if self._asked.checks else []
        body.append(f"me = s[{layout.mover}]")
        if self._turns:
            body.append("was = me")
        phases = self._maker.game.phases
        if len(phases) > 1:
            body.append(f"phase = s[{layout.phase}]")
        for number, phase in enumerate(phases, 1):
            inside = [f"# {self._maker.where(phase.span)}", *self._phase(phase)]
            word = "if" if number == 1 else "elif"
            test = "else:" if number == len(phases) else f"{word} phase == {number}:"
            body += inside if len(phases) == 1 else [test, *indented(inside)]
        return [head, *indented([*body, *self._tail()])]

    @property
    def _turns(self) -> bool:
        return self._asked.turns or self._asked.study

    def _phase(self, phase: ir.Phase) -> Lines:
        """One action of whoever is to act."""
        maker = self._maker
        moves = [m for m in maker.game.moves if m.phase == phase.name]
        by_chance = moves[0].by_chance
        found = ways(moves, maker)[0]
        nobody = ["if not many:", "    fault(s)", "    break"]
        if phase.actors is not None and by_chance:
            return [
                *self._chance_of_all(phase, moves[0], found),
                *self._made(moves, f"me = s[{self._layout.mover}]"),
                "idle += 1",
            ]
        first = self._first_actor(phase, moves) if phase.actors is not None else []
        drawing = way(moves, str(IN_PLAY) if by_chance else f"{SEATS} + me")
        many = [f"many = {total(moves)}", *nobody, drawing.replace(total(moves), "many")]
        if self._asked.study and not by_chance:
            many.append(self._choices())  # before picks have numbers of their own
        counted = ["idle += 1"] if by_chance else self._counted()
        return [*first, *found, *many, *self._made(moves), *counted]

    def _choices(self) -> str:
        base = len(self._maker.game.moves) + len(self._maker.game.endings)
        return f"a[{base} + (many if many < {CHOICES - 1} else {CHOICES - 1})] += 1"

    def _counted(self) -> Lines:
        lines = ["if not plies:", "    first = me", "plies += 1", *(["idle = 0"] if self._idles else [])]
        if self._asked.plies:
            lines.append(f"s[{self._layout.plies}] += 1")
        return lines

    def _made(self, moves: list[ir.Move], *then: str) -> Lines:
        """The moves, one of which is made, by the number `k` of the way; `then` comes after its picks."""
        maker, lines, before = self._maker, Lines(), list[str]()
        for number, move in enumerate(moves):
            picks = drawn(move, " + ".join(before), maker)
            scope = scope_of(move, len(move.picks))
            body = [*noted(move, maker), *self._named(move), *picks, *then]
            maker.sure = certain(move)
            body += deeds(move.effects, scope, maker)
            maker.sure = frozenset()
            before.append(f"ways_{move.name}")
            word = "if" if number == 0 else "elif"
            test = "else:" if number == len(moves) - 1 else f"{word} k < {' + '.join(before)}:"
            lines += body if len(moves) == 1 else [test, *indented(body)]
        return lines

    def _named(self, move: ir.Move) -> Lines:
        head = [f"# {self._maker.where(move.span)}"]
        return [*head, f"move = {self._maker.game.moves.index(move)}"] if self._asked.checks else head

    def _many(self, phase: ir.Phase, moves: list[ir.Move]) -> str:
        """A function for the number of ways of a seat."""
        name = self._maker.name("many", phase.name)
        lines = [*ways(moves, self._maker)[0], f"return {total(moves)}"]
        self._maker.wanted[name] = lambda: self._maker.function(name, ("s", "me"), lines, phase.span)
        return f"{name}(s, me)"

    def _first_actor(self, phase: ir.Phase, moves: list[ir.Move]) -> Lines:
        """Of the seats that may act the first that can."""
        body = [f"if {self._many(phase, moves)} and seat < 0:", "    seat = me"]
        actors = f"{self._maker.name('actors', phase.name)}(s)"
        return [
            "seat = -1",
            *through("me", actors, 0, body, self._maker),
            "if seat < 0:",
            "    fault(s)",
            "    break",
            "me = seat",
        ]

    def _chance_of_all(self, phase: ir.Phase, move: ir.Move, found: Lines) -> Lines:
        """Chance makes one of the ways that several seats together have."""
        many = self._many(phase, [move])
        actors = f"{self._maker.name('actors', phase.name)}(s)"
        each = [f"many = {many}", "if k < many:", "    break", "k -= many"]
        return [
            "every = 0",
            *through("me", actors, 0, [f"every += {many}"], self._maker),
            "if not every:",
            "    fault(s)",
            "    break",
            f"k = below(r, {IN_PLAY}, every) if every > 1 else 0",
            *through("me", actors, 0, each, self._maker),
            *found,
        ]

    # after a move -----------------------------------------------------------------------------------------

    def _tail(self) -> Lines:
        layout, lines = self._layout, Lines()
        if self._asked.turns:
            lines.append(f"s[{layout.turns}] += s[{layout.mover}] != was")
        if self._asked.repeats:
            lines += self._stood()
        lines += judged(self._maker)
        if self._asked.study:
            lines.append(f"turns += s[{layout.mover}] != was")
            lines += [*largest(targets(self._maker.game), self._maker), *changes(self._maker)]
        if self._asked.checks:
            lines += [f"s[{layout.last_move}] = move", f"s[{layout.last_player}] = me"]
            lines += [*self._laid(), *self._watched("move", "me", step=True)]
        return lines

    def _laid(self) -> Lines:
        """Who has last moved the cards that lie elsewhere than before."""
        layout, lines = self._layout, Lines()
        for row in layout.zones.values() if self._asked.laid else ():
            for slot in range(row.start, row.start + row.copies * row.stride, row.stride):
                if row.ordered:
                    lines.append(f"mark_stack(s, p, {slot}, {layout.laid}, me)")
                else:
                    lines.append(f"mark(s, {layout.laid}, s[{slot}] & ~p[{slot}], me)")
        return lines

    def _watched(self, move: str, me: str, step: bool) -> Lines:
        picks = given(most_picks(self._maker))
        given_ones = ", ".join(("s", "p", "o", me, move, *picks))
        holds = "always(s, p, o)" + (f" and after({given_ones})" if step else "")
        holds += "".join(f" and {name}(s, t, u)" for name in self._compared)
        fault = self._layout.fault
        lines = [f"if not ({holds}) or p[{fault}] or o[{fault}]:", "    fault(s)"]
        if witnesses(self._maker):
            lines += [f"found = seen({given_ones}, found)"]
            lines += [f"if p[{fault}] or o[{fault}]:", "    fault(s)"]
        return lines

    # what is left of it -----------------------------------------------------------------------------------

    def _row(self) -> Lines:
        layout = self._layout
        result = f"s[{layout.result}]"
        over = f"{result} and not {result} - 1 & 1"
        turns = "turns" if self._asked.study else "0"
        values = ["first", result, "plies", turns, "changes", "found"]
        if self._asked.study:
            values += [f"most_{number}" for number, _ in enumerate(self._maker.game.zones)]
        status = f"out[row] = {DOUBTFUL} if s[{layout.fault}] else {FINISHED} if {over} else {UNFINISHED}"
        return [status, *(f"out[row + {n}] = {value}" for n, value in enumerate(values, 1))]
