"""Walking the IR: what a node is made of, and a few questions that several floors ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op


def children(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside `e`."""
    match e:
        case ir.Literal() | ir.OptionRef() | ir.Local():
            return ()
        case ir.VariableRef() | ir.ZoneRef():
            return () if e.index is None else (e.index,)
        case ir.Apply() | ir.Call() | ir.Can():
            return e.args
        case ir.Bind():
            return (e.domain, e.body)
        case ir.Let():
            return (e.value, e.body)
        case ir.For():
            return (e.seat, e.body)
        case ir.Old():
            return (e.body,)
    assert_never(e)


def rebuild(e: ir.Expr, f: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """`e` with `f` applied to the expressions directly inside it."""
    match e:
        case ir.Literal() | ir.OptionRef() | ir.Local():
            return e
        case ir.VariableRef() | ir.ZoneRef():
            return e if e.index is None else replace(e, index=f(e.index))
        case ir.Apply() | ir.Call() | ir.Can():
            return replace(e, args=tuple(f(a) for a in e.args))
        case ir.Bind():
            return replace(e, domain=f(e.domain), body=f(e.body))
        case ir.Let():
            return replace(e, value=f(e.value), body=f(e.body))
        case ir.For():
            return replace(e, seat=f(e.seat), body=f(e.body))
        case ir.Old():
            return replace(e, body=f(e.body))
    assert_never(e)


def inside(e: ir.Expr) -> Iterator[ir.Expr]:
    """`e` and every expression in it, outermost first; definitions and moves are not entered."""
    todo = [e]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(children(node)))


def nested(effect: ir.Effect) -> tuple[ir.Effect, ...]:
    """The effects directly inside `effect`."""
    match effect:
        case ir.Branch():
            return (*effect.then, *effect.otherwise)
        case ir.ForEach():
            return effect.body
        case ir.MoveCard() | ir.MoveMany() | ir.Assign() | ir.SetMover() | ir.GoTo():
            return ()
    assert_never(effect)


def all_effects(effects: tuple[ir.Effect, ...]) -> Iterator[ir.Effect]:
    """Every effect of a block, at any depth, in order."""
    for effect in effects:
        yield effect
        yield from all_effects(nested(effect))


def expressions_of(effect: ir.Effect) -> tuple[ir.Expr, ...]:
    """The expressions of one effect, those of nested effects apart. What is written to is among them."""
    match effect:
        case ir.MoveCard():
            return (effect.card, effect.source, effect.target)
        case ir.MoveMany():
            count = () if effect.count is None else (effect.count,)
            return (*count, effect.source, effect.target)
        case ir.Assign():
            return (effect.variable,) if effect.value is None else (effect.variable, effect.value)
        case ir.SetMover():
            return (effect.seat,)
        case ir.GoTo():
            return ()
        case ir.Branch():
            return (effect.condition,)
        case ir.ForEach():
            return (effect.domain,) if effect.start is None else (effect.domain, effect.start)
    assert_never(effect)


def speaks_of_me(e: ir.Expr, about_me: set[str]) -> bool:
    """Whether the value of `e` depends on who acts; `about_me` names the definitions for which it does."""
    match e:
        case ir.Apply(op=Op.ME) | ir.Can():
            return True
        case ir.Call(name=name) if name in about_me:
            return True
        case ir.For():
            return speaks_of_me(e.seat, about_me)
    return any(speaks_of_me(c, about_me) for c in children(e))


_OF_A_MATCH = frozenset((Op.MOVER, Op.NEXT, Op.PHASE, Op.IS_SET))


def speaks_of_a_match(e: ir.Expr, about_it: set[str]) -> bool:
    """Whether `e` looks at a position; `about_it` names the definitions that do."""
    return any(
        isinstance(node, ir.ZoneRef | ir.VariableRef | ir.Can)
        or (isinstance(node, ir.Apply) and node.op in _OF_A_MATCH)
        or (isinstance(node, ir.Call) and node.name in about_it)
        for node in inside(e)
    )


def guard_expressions(move: ir.Move) -> tuple[ir.Expr, ...]:
    """What decides whether a move is legal: its conditions, and the domains and filters of its picks."""
    found: list[ir.Expr] = [c.that for c in move.conditions]
    for pick in move.picks:
        found.append(pick.domain)
        if pick.where is not None:
            found.append(pick.where)
    return tuple(found)


def legality(game: ir.Game) -> dict[str, tuple[ir.Expr, ...]]:
    """By move, all that `can` asks: its guard and who may act in its phase."""
    actors = {p.name: (p.actors,) for p in game.phases if p.actors is not None}
    return {m.name: (*actors.get(m.phase, ()), *guard_expressions(m)) for m in game.moves}


def step_expressions(step: ir.Step) -> tuple[ir.Expr, ...]:
    """The expressions of a set-up step."""
    match step:
        case ir.Lot():
            return (step.domain,) if step.variable is None else (step.variable, step.domain)
        case ir.Deal():
            count = () if step.count is None else (step.count,)
            return (*count, step.source, step.start)
        case ir.Draw():
            return (step.count, step.source, step.target)
        case ir.EachSeat():
            return (step.start,)
        case ir.Do():
            return tuple(x for e in all_effects((step.effect,)) for x in expressions_of(e))
    assert_never(step)


def ending_expressions(ending: ir.Ending) -> tuple[ir.Expr, ...]:
    """What decides an ending and what it does; its sentence apart."""
    effects = (x for e in all_effects(ending.effects) for x in expressions_of(e))
    again = () if ending.again is None else (ending.again,)
    return (ending.when, ending.winners, ending.losers, *again, *effects)


def move_expressions(move: ir.Move) -> tuple[ir.Expr, ...]:
    """What decides a move and what it does; advice and texts apart."""
    effects = (x for e in all_effects(move.effects) for x in expressions_of(e))
    return (*guard_expressions(move), *effects)


def rule_expressions(game: ir.Game) -> Iterator[ir.Expr]:
    """Every expression that decides how a match goes, definitions apart."""
    optional = [game.deck.where, game.turn.among, *(p.actors for p in game.phases)]
    optional += [v.starts for v in game.variables]
    yield from (e for e in optional if e is not None)
    for zone in game.zones:
        yield from (zone.seen, zone.counted)
    yield from (v.seen for v in game.variables)
    for step in game.setup:
        yield from step_expressions(step)
    for move in game.moves:
        yield from move_expressions(move)
    for ending in game.endings:
        yield from ending_expressions(ending)
    yield from (r.that for r in game.requirements)


def claim_body(claim: ir.Claim) -> ir.Expr | None:
    """The expression of a check, if it has one."""
    return None if isinstance(claim, ir.Independence) else claim.body


def called(game: ir.Game, roots: Iterable[ir.Expr]) -> set[str]:
    """The names of all definitions that `roots` call, directly or not."""
    bodies = {d.name: d.body for d in game.definitions}
    found: set[str] = set()
    todo = list(roots)
    while todo:
        for e in inside(todo.pop()):
            if isinstance(e, ir.Call) and e.name not in found:
                found.add(e.name)
                todo.append(bodies[e.name])
    return found


def with_definitions(game: ir.Game, roots: Iterable[ir.Expr]) -> Iterator[ir.Expr]:
    """Every node of `roots` and of the definitions they call."""
    given = list(roots)
    names = called(game, given)
    for root in (*given, *(d.body for d in game.definitions if d.name in names)):
        yield from inside(root)
