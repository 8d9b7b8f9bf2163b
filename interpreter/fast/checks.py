"""The checks of a rule file as Python: added to the module of a game when somebody wants them looked at.

`ALWAYS[phase](s, me, past)` says whether every invariant holds, `me` being the mover; number 0 is for
positions in which match or deal is over. `AFTER[move](s, me, past, *picks)` says it of the checks on steps
with that move, `me` being who made it. `SEEN` has for each witness its name, the moves that it is about
(None: it is about positions) and a function like these. `past` is `(before, its past or None, who, move,
who last moved each card)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.fast.code import Scope, inner
from interpreter.fast.effects import Lines
from interpreter.fast.maker import Maker
from interpreter.fast.moment import Moment
from interpreter.fast.moves import pick_names
from interpreter.fast.rows import one_of
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import claim_body, with_definitions


def checks(maker: Maker) -> str:
    """What the checks need at the end of the text; their functions are added to the maker."""
    always = [_always(None, maker), *(_always(p.name, maker) for p in maker.game.phases)]
    after = [_after(move, maker) for move in maker.game.moves]
    seen = [line for check in maker.game.checks for line in _witness(check, maker)]
    return "\n".join(
        (
            f"ALWAYS = ({', '.join(always)},)",
            f"AFTER = ({', '.join(after)},)",
            f"SEEN = ({', '.join(seen)}{',' if seen else ''})",
        )
    )


def calm(conditions: Iterable[ir.Expr], maker: Maker) -> str:
    """The name of a new function: whether none of these conditions holds after a move of `me`."""
    name = maker.fresh("calm")
    found = one_of([maker.lazily(e, Scope(playing=True)) for e in conditions], maker)
    maker.function(name, ("s", "me"), [f"return not {found.text}"])
    return name


def asks_who_laid(game: ir.Game) -> bool:
    """Whether a check asks who last moved a card."""
    bodies = [body for c in game.checks if (body := claim_body(c.claim)) is not None]
    return any(isinstance(e, ir.Apply) and e.op is Op.LAID_BY for e in with_definitions(game, bodies))


def _tests(found: Iterable[tuple[ir.Check, ir.Expr]], scope: Scope, maker: Maker) -> Lines:
    """Statements that answer False if one of the conditions does not hold."""
    open_ones = [(check, e) for check, e in found if not (isinstance(e, ir.Literal) and e.value is True)]

    def lines(there: Scope) -> Lines:
        tests: Lines = []
        for check, body in open_ones:
            code = maker.code(body, there)
            tests += [f"# {maker.where(check.span)}", f"if not {code.text}:", "    return False"]
        return [*tests, "return True"]

    return maker.sharing((body for _, body in open_ones), scope, lines)


def _always(phase: str | None, maker: Maker) -> str:
    moment = Moment(phase, {m.name: m.phase for m in maker.game.moves}, mine=True)
    bodies = [(c, moment.known(c.claim.body)) for c in maker.game.checks if isinstance(c.claim, ir.Invariant)]
    name = maker.fresh(f"always_{phase or 'over'}")
    maker.function(name, ("s", "me", "past"), _tests(bodies, Scope(past="past", playing=True), maker))
    return name


def _after(move: ir.Move, maker: Maker) -> str:
    scope = _step_scope(move, maker)
    bodies = [
        (c, c.claim.body)
        for c in maker.game.checks
        if isinstance(c.claim, ir.StepCheck) and move.name in c.claim.after
    ]
    name = maker.fresh(f"after_{move.name}")
    maker.function(name, ("s", "me", "past", *scope.names.values()), _tests(bodies, scope, maker), move.span)
    return name


def _witness(check: ir.Check, maker: Maker) -> list[str]:
    """An entry of `SEEN` for each move that a witness is about, or for positions, if it is one."""
    claim = check.claim
    if not isinstance(claim, ir.Witness):
        return []
    if not claim.after:
        return _looked(check, claim.body, None, Scope(past="past", playing=True), maker)
    return [
        entry
        for number, move in enumerate(maker.game.moves)
        if move.name in claim.after
        for entry in _looked(check, claim.body, number, _step_scope(move, maker), maker)
    ]


def _step_scope(move: ir.Move, maker: Maker) -> Scope:
    _, scope = pick_names(move, maker, len(move.picks))
    return replace(scope, past="past", playing=True, certain=True)


def _looked(check: ir.Check, body: ir.Expr, move: int | None, scope: Scope, maker: Maker) -> list[str]:
    """The entry for a move or for positions: in which phases it can be, after which move, the function."""
    name, given = maker.fresh("seen"), list(scope.names.values())
    phases = [None, *(p.name for p in maker.game.phases)]
    moves = {m.name: m.phase for m in maker.game.moves}
    known = [Moment(phase, moves).known(body) for phase in phases]
    there = tuple(n for n, e in enumerate(known) if not (isinstance(e, ir.Literal) and e.value is False))
    lines = [f"return {inner(maker.code(body, scope).text)}"]
    maker.function(name, ("s", "me", "past", *given), lines, check.span)
    return [f"({check.name!r}, {there}, {move}, {name})"]
