"""Moves: functions for their guards and picks, for `can`, for all choices of a phase, and for what they do.

Choices come in bundles `(move, seat, mask, *earlier picks)`: the mask holds the members that the last pick
may be. A move without picks has the mask 1. An action is `(move, seat, *picks)`.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.fast.code import Code, Scope, indented, inner
from interpreter.fast.effects import Lines, block
from interpreter.fast.maker import Maker
from interpreter.fast.subsets import subset
from interpreter.ir import nodes as ir
from interpreter.ir.types import SequenceType, SetType, Type


def move_of(maker: Maker, name: str) -> ir.Move:
    return next(m for m in maker.game.moves if m.name == name)


def pick_names(move: ir.Move, maker: Maker, many: int) -> tuple[list[str], Scope]:
    """Parameters for the first picks, and the scope in which they are known."""
    scope, names = Scope(playing=move.phase != ir.SETUP), []
    for pick in move.picks[:many]:
        names.append(maker.name(f"pick_{move.name}", pick.name))
        scope = scope.bind(pick.name, names[-1])
    return names, scope


def member(pick: ir.Pick) -> Type:
    assert isinstance(pick.domain.type, SetType | SequenceType)
    return pick.domain.type.of


def guards(move: ir.Move, maker: Maker) -> None:
    """The functions `open` (the conditions) and `fits` (what each pick may be, as a mask)."""
    if move.conditions:
        lines: Lines = []
        scope = Scope(playing=move.phase != ir.SETUP)
        for condition in move.conditions:
            lines += [
                f"# {maker.where(condition.span)}",
                f"if not {maker.code(condition.that, scope).text}:",
                "    return False",
            ]
        maker.function(maker.name("open", move.name), ("s", "me"), [*lines, "return True"], move.span)
    for place, pick in enumerate(move.picks):
        names, scope = pick_names(move, maker, place)
        found = maker.mask(pick.domain, scope)
        if pick.where is not None:
            found = subset(found, pick.name, pick.where, scope, maker)
        lines = [f"return {inner(found.text)}"]
        maker.function(fits(move, place, maker), ("s", "me", *names), lines, pick.span)


def fits(move: ir.Move, place: int, maker: Maker) -> str:
    return maker.name(f"fits_{move.name}", str(place))


def admits(move: ir.Move, me: str, maker: Maker) -> str:
    """Whether the moment admits the move for a seat, its conditions apart."""
    layout, game = maker.layout, maker.game
    if move.phase == ir.SETUP:
        steps = [n for n, s in enumerate(game.setup) if isinstance(s, ir.EachSeat) and s.move == move.name]
        when = f"s[{layout.step}] in {(*steps, -1)}"
        actors: ir.Expr | None = None
    else:
        number = layout.phases.index(move.phase)
        when = f"s[{layout.phase}] == {number} and s[{layout.step}] == {len(game.setup)}"
        actors = next(p.actors for p in game.phases if p.name == move.phase)
    acts = f"{me} == s[{layout.mover}]"
    if actors is not None:
        acts = f"{maker.name('actors', move.phase)}(s) >> {me} & 1"
    return f"{when} and s[{layout.result}] == 0 and {acts}"


def _entry(move: ir.Move, maker: Maker, refusal: str) -> Lines:
    opened = f" and {maker.name('open', move.name)}(s, me)" if move.conditions else ""
    return [f"if not ({admits(move, 'me', maker)}{opened}):", f"    return {refusal}"]


def _given(move: ir.Move, maker: Maker, many: int, refusal: str) -> tuple[list[str], Lines]:
    """The first picks as arguments, which must fit."""
    names, _ = pick_names(move, maker, many)
    lines: Lines = []
    for place, name in enumerate(names):
        which = maker.shifted(Code(name), -maker.layout.bit(member(move.picks[place])))
        asked = f"{fits(move, place, maker)}({', '.join(('s', 'me', *names[:place]))})"
        lines += [f"if not has({asked}, {inner(which.text)}):", f"    return {refusal}"]
    return names, lines


def can(move: ir.Move, many: int, maker: Maker) -> None:
    """The function for `can` with so many picks given."""
    names, given = _given(move, maker, many, "False")
    lines = [*_entry(move, maker, "False"), *given, *_completed(move, many, names, maker)]
    maker.function(maker.name(f"can_{move.name}", str(many)), ("s", "me", *names), lines, move.span)


def _completed(move: ir.Move, many: int, names: list[str], maker: Maker) -> Lines:
    """Whether the rest of the picks can be made somehow."""
    if many == len(move.picks):
        return ["return True"]
    asked = f"{fits(move, many, maker)}({', '.join(('s', 'me', *names))})"
    if many == len(move.picks) - 1:
        return [f"return {asked} != 0"]
    return [*_through(move, many, names, maker, _found(move, many, names, maker)), "return False"]


def _found(move: ir.Move, many: int, names: list[str], maker: Maker) -> Lines:
    more = [*names, maker.name(f"pick_{move.name}", move.picks[many].name)]
    if many + 1 == len(move.picks) - 1:
        asked = f"{fits(move, many + 1, maker)}({', '.join(('s', 'me', *more))})"
        return [f"if {asked}:", "    return True"]
    return _through(move, many + 1, more, maker, _found(move, many + 1, more, maker))


def _through(move: ir.Move, place: int, names: list[str], maker: Maker, body: Lines) -> Lines:
    """A loop over all that the pick at `place` may be, the ones before it being made."""
    name = maker.name(f"pick_{move.name}", move.picks[place].name)
    low = maker.layout.bit(member(move.picks[place]))
    head = f"for {name} in members({fits(move, place, maker)}({', '.join(('s', 'me', *names))})):"
    return [head, *([f"    {name} += {low}"] if low else []), *indented(body)]


def which(move: ir.Move, maker: Maker) -> None:
    """The function for `can` asked of every last pick: the mask of those for which it holds."""
    last = len(move.picks) - 1
    names, given = _given(move, maker, last, "0")
    asked = f"{fits(move, last, maker)}({', '.join(('s', 'me', *names))})"
    lines = [*_entry(move, maker, "0"), *given, f"return {asked}"]
    maker.function(maker.name("which", move.name), ("s", "me", *names), lines, move.span)


def ask(e: ir.Can, scope: Scope, maker: Maker) -> Code:
    """A call of the function for `can`, which is made in the end."""
    if not e.args and len(move_of(maker, e.move).picks) == 1:
        pick = move_of(maker, e.move).picks[0]
        found = choices(replace(e, args=(ir.Local(pick.name, member(pick)),)), scope, maker)
        assert found is not None
        return Code(f"({found.text} != 0)", True)
    name = maker.name(f"can_{e.move}", str(len(e.args)))
    maker.wanted[name] = lambda: can(move_of(maker, e.move), len(e.args), maker)
    return _call(name, e, [maker.code(a, scope) for a in e.args], scope, maker)


def choices(e: ir.Can, scope: Scope, maker: Maker) -> Code | None:
    """The mask of the last picks for which `can` holds; `e` has that pick as its last argument."""
    move = move_of(maker, e.move)
    if len(e.args) != len(move.picks):
        return None
    name = maker.name("which", e.move)
    maker.wanted[name] = lambda: which(move, maker)
    return _call(
        name, replace(e, args=e.args[:-1]), [maker.code(a, scope) for a in e.args[:-1]], scope, maker
    )


def _call(name: str, e: ir.Can, args: list[Code], scope: Scope, maker: Maker) -> Code:
    found = Code(f"{name}({', '.join((scope.state, scope.me, *(inner(a.text) for a in args)))})", True)
    if not scope.shares or args:
        return found
    return maker.kept(found.text, replace(e, args=()), lambda: found)


# all choices ----------------------------------------------------------------------------------------------


def actors(phase: ir.Phase, maker: Maker) -> None:
    if phase.actors is not None:
        name = maker.name("actors", phase.name)
        asked = phase.actors
        lines = maker.lines(lambda: [f"return {inner(maker.code(asked, Scope(playing=True)).text)}"])
        maker.function(name, ("s",), [f"me = s[{maker.layout.mover}]", *lines], phase.span)


def phase_choices(phase: ir.Phase, maker: Maker) -> None:
    """The function for all that may be done in a phase."""
    lines: Lines = []
    for move in maker.game.moves:
        if move.phase == phase.name:
            lines += bundles(move, maker)
    if phase.actors is None:
        lines = ["found = []", f"me = s[{maker.layout.mover}]", *lines]
    else:
        name = maker.name("actors", phase.name)
        lines = ["found = []", f"for me in members({name}(s)):", *indented(lines)]
    maker.function(maker.name("choices", phase.name), ("s",), [*lines, "return found"], phase.span)


def bundles(move: ir.Move, maker: Maker) -> Lines:
    """Statements that add what a seat `me` may do with a move to `found`."""
    number = maker.game.moves.index(move)
    if move.picks:
        lines = _bundled(move, number, 0, [], maker)
    else:
        lines = [f"found.append(({number}, me, 1))"]
    if not move.conditions:
        return lines
    return [f"if {maker.name('open', move.name)}(s, me):", *indented(lines)]


def _bundled(move: ir.Move, number: int, place: int, names: list[str], maker: Maker) -> Lines:
    if place == len(move.picks) - 1:
        asked = f"{fits(move, place, maker)}({', '.join(('s', 'me', *names))})"
        bundle = ", ".join((str(number), "me", "mask", *names))
        return [f"mask = {asked}", "if mask:", f"    found.append(({bundle}))"]
    more = [*names, maker.name(f"pick_{move.name}", move.picks[place].name)]
    return _through(move, place, names, maker, _bundled(move, number, place + 1, more, maker))


# deeds ----------------------------------------------------------------------------------------------------


def act(move: ir.Move, maker: Maker) -> None:
    """The function that makes a move: the next state, with the ending judged or the set-up gone on with."""
    names, scope = pick_names(move, maker, len(move.picks))
    scope = replace(scope, state="q")
    layout = maker.layout
    lines = [f"q = {maker.draft}(s)", *block(move.effects, scope, maker)]
    if move.phase == ir.SETUP:
        lines.append(f"return ANSWERED[s[{layout.step}]](q, me)")
    else:
        if maker.counts:
            turned = f"q[{layout.mover}] != s[{layout.mover}]"
            lines.append(f"q.past = following(s, q, {not move.by_chance}, {turned})")
        lines += ["judge(q, me)", f"return {maker.final}(q)"]
    maker.function(maker.name("act", move.name), ("s", "me", *names), lines, move.span)
