"""Findings that need the whole game: what cannot work, what nothing reads, what is too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check.blame import left_by
from interpreter.check.depend import dependencies
from interpreter.check.heavy import heavy
from interpreter.front.merge import Replaced
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import (
    all_effects,
    called,
    claim_body,
    inside,
    move_expressions,
    rule_expressions,
    with_definitions,
)
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Note, Report


def lint(game: ir.Game, report: Report, replaced: Sequence[Replaced] = ()) -> None:
    """Report what is well-formed and yet wrong or idle; `replaced` is what a variant has taken away."""
    needs = dependencies(game)
    for question in needs.circles:
        what = f"whether `{question.move}` is legal" if isinstance(question, ir.Can) else "the order of turns"
        report.add(Code.E409, question.span, f"{what} depends on itself here")
    _deck(game, report)
    if not needs.circles:
        heavy(game, needs.order, report)
    _moves(game, report)
    _uneven(game, report)
    _phases(game, report)
    _unread(game, report, replaced)
    _checks(game, report)
    _constant(game, report)
    _advice(game, report)


def _deck(game: ir.Game, report: Report) -> None:
    asked = () if game.deck.where is None else with_definitions(game, (game.deck.where,))
    for e in asked:
        if isinstance(e, ir.Apply) and e.op is Op.CARDS:
            report.add(Code.E409, e.span, "which cards there are depends on itself here")


def _everything(game: ir.Game) -> Iterator[ir.Expr]:
    yield from rule_expressions(game)
    yield from (d.body for d in game.definitions)
    yield from (m.advice for m in game.moves if m.advice is not None)
    yield from (b for c in game.checks if (b := claim_body(c.claim)) is not None)
    if game.table.mark is not None:
        yield game.table.mark
    for template in _templates(game):
        yield from (p for p in template.parts if not isinstance(p, str))


def _templates(game: ir.Game) -> Iterator[ir.Template]:
    found: list[ir.Template | None] = [e.said for e in game.endings]
    for move in game.moves:
        found += [move.title, move.said]
        found += [c.refusal for c in move.conditions] + [p.refusal for p in move.picks]
    found += [p.text for p in game.printed]
    return (t for t in found if t is not None)


def _top_effects(game: ir.Game) -> Iterator[ir.Effect]:
    for move in game.moves:
        yield from move.effects
    yield from (step.effect for step in game.setup if isinstance(step, ir.Do))
    for ending in game.endings:
        yield from ending.effects


def _moves(game: ir.Game, report: Report) -> None:
    if not game.endings:
        report.add(Code.E614, game.span, "there is no ending, so a match can never end")
    asked = {s.move for s in game.setup if isinstance(s, ir.EachSeat)}
    for move in game.moves:
        if move.phase == ir.SETUP and move.name not in asked:
            help = f"add `each seat does {move.name}` to the set-up, or give it another phase"
            report.add(Code.E607, move.span, f"no step of the set-up asks for `{move.name}`", help)
        if move.by_chance and not move.picks:
            report.add(Code.E606, move.span, f"chance has nothing to choose in `{move.name}`")


def _uneven(game: ir.Game, report: Report) -> None:
    """A first deal of the whole deck that cannot come out even, as far as that is known before a match."""
    dealt = (s for s in game.setup if isinstance(s, ir.Deal | ir.Draw | ir.Do))
    first = next(dealt, None)
    if game.deck.where is not None or game.turn.among is not None or not isinstance(first, ir.Deal):
        return
    cards = len(game.deck.suits) * len(game.deck.ranks)
    if first.count is None and first.source.name == "deck" and cards % game.seats:
        message = f"the {cards} cards of the deck cannot be dealt evenly to {game.seats} players"
        help = "choose another deck, or say how many each is dealt"
        report.add(Code.E809, game.deck.span, message, help, [Note("they are dealt here", first.span)])


def _phases(game: ir.Game, report: Report) -> None:
    entered = {e.phase for top in _top_effects(game) for e in all_effects((top,)) if isinstance(e, ir.GoTo)}
    for phase in game.phases:
        moves = [m for m in game.moves if m.phase == phase.name]
        chance = [m for m in moves if m.by_chance]
        if not moves:
            report.add(Code.E603, phase.span, f"no move belongs to the phase `{phase.name}`")
        elif chance and len(chance) < len(moves):
            report.add(Code.E604, phase.span, f"both players and chance move in the phase `{phase.name}`")
        elif len(chance) > 1:
            report.add(Code.E605, chance[1].span, f"chance has two moves in the phase `{phase.name}`")
        if phase.name not in entered:
            report.add(Code.W905, phase.span, f"nothing enters the phase `{phase.name}`")


def _unread(game: ir.Game, report: Report, replaced: Sequence[Replaced]) -> None:
    rules = list(with_definitions(game, rule_expressions(game)))
    options = {e.name for e in rules if isinstance(e, ir.OptionRef)}
    for option in game.options:
        if option.name not in options:
            message, help = f"no rule reads the option `{option.name}`", "let a rule ask for it"
            if option.span.source != game.span.source:
                left = f"remove: {{options: [{option.name}]}}"
                help = f"remove it with `{left}`, with the checks and texts that name it"
            report.add(Code.E801, option.span, message, help, left_by(option.name, replaced))
    used = called(game, _everything(replace(game, definitions=())))
    for definition in game.definitions:
        if definition.name not in used:
            message = f"nothing uses the definition `{definition.name}`"
            report.add(Code.W902, definition.span, message, None, left_by(definition.name, replaced))
    _idle(game, rules, report, replaced)


def _idle(game: ir.Game, rules: list[ir.Expr], report: Report, replaced: Sequence[Replaced]) -> None:
    zones = {e.name for e in rules if isinstance(e, ir.ZoneRef)}
    zones |= {s.target for s in game.setup if isinstance(s, ir.Deal)}
    for zone in game.zones:
        if zone.name not in zones and zone.name != "deck":
            notes = left_by(zone.name, replaced)
            report.add(Code.W904, zone.span, f"no rule touches the zone `{zone.name}`", None, notes)
    reads = [e.name for e in rules if isinstance(e, ir.VariableRef)]
    writes = [
        e.variable.name for top in _top_effects(game) for e in all_effects((top,)) if isinstance(e, ir.Assign)
    ]
    writes += [s.variable.name for s in game.setup if isinstance(s, ir.Lot) and s.variable is not None]
    for variable in game.variables:
        if reads.count(variable.name) <= writes.count(variable.name):
            notes = left_by(variable.name, replaced)
            report.add(Code.W903, variable.span, f"no rule reads the variable `{variable.name}`", None, notes)


def _checks(game: ir.Game, report: Report) -> None:
    rules = called(game, (e for m in game.moves for e in move_expressions(m)))
    for check in game.checks:
        body = claim_body(check.claim)
        for e in inside(body) if body is not None else ():
            if isinstance(e, ir.Call) and e.name in rules:
                message = f"the check `{check.name}` asks `{e.name}`, which the moves ask too"
                help = "say it again in suits, ranks and numbers, or it cannot find a fault there"
                report.add(Code.W901, e.span, message, help)


_OF_THE_MOMENT = frozenset(
    (
        Op.ME,
        Op.MOVER,
        Op.NEXT,
        Op.PHASE,
        Op.OVER,
        Op.ENDED,
        Op.WINS,
        Op.LOSES,
        Op.LAST_MOVE,
        Op.LAST_PLAYER,
        Op.LAID_BY,
        Op.PLIES,
        Op.TURNS,
        Op.REPEATS,
    )
)


def _is_constant(e: ir.Expr) -> bool:
    """Whether `e` has the same value in every position under every option."""
    return all(
        isinstance(n, ir.Literal) or (isinstance(n, ir.Apply) and n.op not in _OF_THE_MOMENT)
        for n in inside(e)
    )


def _conditions(game: ir.Game) -> Iterator[ir.Expr]:
    for move in game.moves:
        yield from (c.that for c in move.conditions)
        yield from (p.where for p in move.picks if p.where is not None)
    yield from (e.when for e in game.endings)
    for top in _top_effects(game):
        yield from (e.condition for e in all_effects((top,)) if isinstance(e, ir.Branch))
    yield from (b for c in game.checks if (b := claim_body(c.claim)) is not None)


def _constant(game: ir.Game, report: Report) -> None:
    for condition in _conditions(game):
        if _is_constant(condition):
            report.add(Code.W907, condition.span, "this is the same in every position")


_NUMBER_ONLY = (Op.SIZE, Op.EMPTY)
"""What asks for the number of cards in a zone, not for the cards."""


def _advice(game: ir.Game, report: Report) -> None:
    """Advice may look only at what the adviser's player sees, as far as the declarations alone tell."""
    zones = {z.name: z for z in game.zones}
    asked = list(with_definitions(game, (m.advice for m in game.moves if m.advice is not None)))
    counted = {id(a) for e in asked if isinstance(e, ir.Apply) and e.op in _NUMBER_ONLY for a in e.args}
    for e in asked:
        if not isinstance(e, ir.ZoneRef) or (isinstance(e.index, ir.Apply) and e.index.op is Op.ME):
            continue
        if not _is_public(zones[e.name].counted if id(e) in counted else zones[e.name].seen):
            report.add(Code.W908, e.span, f"the player may not see `{e.name}` here")


def _is_public(seen: ir.Expr) -> bool:
    return isinstance(seen, ir.Apply) and seen.op is Op.SEATS
