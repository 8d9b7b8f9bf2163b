"""Rewriting every expression of a game, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, assert_never

from interpreter.ir import nodes as ir

Rewrite = Callable[[ir.Expr], ir.Expr]
T = TypeVar("T", ir.VariableRef, ir.ZoneRef)


def _maybe(e: ir.Expr | None, f: Rewrite) -> ir.Expr | None:
    return None if e is None else f(e)


def _place(e: T, f: Rewrite) -> T:
    """A zone or variable that is written to stays one; only whose it is may be rewritten."""
    return replace(e, index=_maybe(e.index, f))


def effect(e: ir.Effect, f: Rewrite) -> ir.Effect:
    match e:
        case ir.MoveCard():
            return replace(e, card=f(e.card), source=_place(e.source, f), target=_place(e.target, f))
        case ir.MoveMany():
            return replace(
                e, count=_maybe(e.count, f), source=_place(e.source, f), target=_place(e.target, f)
            )
        case ir.Assign():
            return replace(e, variable=_place(e.variable, f), value=_maybe(e.value, f))
        case ir.SetMover():
            return replace(e, seat=f(e.seat))
        case ir.GoTo():
            return e
        case ir.Branch():
            return replace(
                e, condition=f(e.condition), then=_block(e.then, f), otherwise=_block(e.otherwise, f)
            )
        case ir.ForEach():
            return replace(e, domain=f(e.domain), start=_maybe(e.start, f), body=_block(e.body, f))
    assert_never(e)


def _block(effects: tuple[ir.Effect, ...], f: Rewrite) -> tuple[ir.Effect, ...]:
    return tuple(effect(e, f) for e in effects)


def _template(t: ir.Template | None, f: Rewrite) -> ir.Template | None:
    return None if t is None else replace(t, parts=tuple(p if isinstance(p, str) else f(p) for p in t.parts))


def move(m: ir.Move, f: Rewrite) -> ir.Move:
    conditions = (replace(c, that=f(c.that), refusal=_template(c.refusal, f)) for c in m.conditions)
    picks = (
        replace(p, domain=f(p.domain), where=_maybe(p.where, f), refusal=_template(p.refusal, f))
        for p in m.picks
    )
    return replace(
        m,
        conditions=tuple(conditions),
        picks=tuple(picks),
        effects=_block(m.effects, f),
        advice=_maybe(m.advice, f),
        title=_template(m.title, f),
        said=_template(m.said, f),
    )


def step(s: ir.Step, f: Rewrite) -> ir.Step:
    match s:
        case ir.Lot():
            variable = None if s.variable is None else _place(s.variable, f)
            return replace(s, variable=variable, domain=f(s.domain))
        case ir.Deal():
            return replace(s, count=_maybe(s.count, f), source=_place(s.source, f), start=f(s.start))
        case ir.Draw():
            return replace(s, count=f(s.count), source=_place(s.source, f), target=_place(s.target, f))
        case ir.EachSeat():
            return replace(s, start=f(s.start))
        case ir.Do():
            return replace(s, effect=effect(s.effect, f))
    assert_never(s)


def ending(e: ir.Ending, f: Rewrite) -> ir.Ending:
    return replace(
        e,
        when=f(e.when),
        winners=f(e.winners),
        losers=f(e.losers),
        said=_template(e.said, f),
        effects=_block(e.effects, f),
        again=_maybe(e.again, f),
    )


def claim(c: ir.Claim, f: Rewrite) -> ir.Claim:
    return c if isinstance(c, ir.Independence) else replace(c, body=f(c.body))


def game(g: ir.Game, f: Rewrite) -> ir.Game:
    """`g` with `f` applied to each whole expression; `f` keeps types."""
    return replace(
        g,
        deck=replace(g.deck, where=_maybe(g.deck.where, f)),
        turn=replace(g.turn, among=_maybe(g.turn.among, f)),
        zones=tuple(replace(z, seen=f(z.seen), counted=f(z.counted)) for z in g.zones),
        variables=tuple(replace(v, starts=_maybe(v.starts, f), seen=f(v.seen)) for v in g.variables),
        definitions=tuple(replace(d, body=f(d.body)) for d in g.definitions),
        phases=tuple(replace(p, actors=_maybe(p.actors, f)) for p in g.phases),
        setup=tuple(step(s, f) for s in g.setup),
        moves=tuple(move(m, f) for m in g.moves),
        endings=tuple(ending(e, f) for e in g.endings),
        checks=tuple(replace(c, claim=claim(c.claim, f)) for c in g.checks),
        table=replace(g.table, mark=_maybe(g.table.mark, f)),
        printed=tuple(
            replace(p, condition=_maybe(p.condition, f), text=_template(p.text, f) or p.text)
            for p in g.printed
        ),
        requirements=tuple(
            replace(r, that=f(r.that), refusal=_template(r.refusal, f)) for r in g.requirements
        ),
    )
