"""Whether changed rules are the same rules: the same can be done and the same comes of it.

Compared are the rules from any position for which the claims proved of the original ones hold. A play of the
original rules goes through such positions only, so if both agree in all of them they agree in every match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

import z3

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.ir.walk import inside
from interpreter.run.evaluate import make_context, no_env
from verify import effects
from verify import obligations as ob
from verify import terms as t
from verify.alike import legal, picked
from verify.encode import Place, Terms, Unsupported
from verify.facts import Facts
from verify.mutants.parts import About, unseen
from verify.mutants.trial import Subject, Trial
from verify.operators import has_part
from verify.prove import Answer, Asker
from verify.symbolic import Counters, StackTerm, State, Zone, fresh_state

SAME_TEXT = "the same rules once constants are calculated"
SAME_BEGINNING = "with the deck of the file the same matches can begin, under all values of the options"
SAME_STEPS = "Z3: in every position for which the proved claims hold, the same moves with the same results"


@dataclass(frozen=True)
class Pair:
    """The original rules and the changed ones, as the encoder takes them."""

    trial: Trial
    one: Subject
    other: Subject
    games: tuple[ir.Game, ir.Game]
    """The same two with all their parts."""


def same_at_once(pair: Pair) -> str | None:
    """Why the two are the same if that is seen without a solver, else None."""
    one, other = pair.games
    if replace(other, checks=one.checks) == one:
        return SAME_TEXT
    required = replace(other, checks=one.checks, requirements=one.requirements) == one
    return SAME_BEGINNING if required and _same_before(one, other) else None


def only_seen(pair: Pair) -> bool:
    """Whether nothing but who sees what is different."""
    one, other = (replace(unseen(g), checks=()) for g in pair.games)
    return one == other


def same(pair: Pair) -> str | None:
    """Why the two are the same, None if that is not shown."""
    if not _same_before(*pair.games) or not _same_set_up(pair):
        return None
    try:
        return SAME_STEPS if all(answer is Answer.HOLDS for answer in _questions(pair)) else None
    except (Unsupported, t.SortMismatch, NotImplementedError, z3.Z3Exception):
        return None


def _same_before(one: ir.Game, other: ir.Game) -> bool:
    """Whether the same decks are played with, under the same options; for all values of the options."""
    if one.deck != other.deck or [m.name for m in one.moves] != [m.name for m in other.moves]:
        return False
    if one.requirements == other.requirements:
        return True
    return all(_allowed(one, values) == _allowed(other, values) for values in _values(one, other))


def _values(one: ir.Game, other: ir.Game) -> Iterator[dict[str, Value]]:
    """All values of the options that the requirements read."""
    read = {
        e.name
        for g in (one, other)
        for r in g.requirements
        for e in inside(r.that)
        if isinstance(e, ir.OptionRef)
    }
    options = [o for o in one.options if o.name in read]
    for values in product(*(o.values for o in options)):
        defaults = {o.name: o.default for o in one.options}
        yield {**defaults, **{o.name: v for o, v in zip(options, values, strict=True)}}


def _allowed(game: ir.Game, values: Mapping[str, Value]) -> bool:
    context = make_context(game, values)
    return all(bool(context.meaning(r.that)(no_env())) for r in game.requirements)


def _same_set_up(pair: Pair) -> bool:
    """The same steps of it, in which the same seats take part."""
    one, other = (next(p.game for p in s.parts if p.about is About.START) for s in (pair.one, pair.other))
    if one.turn == other.turn:
        return one == other
    facts = Facts()
    begun = replace(fresh_state(one, "begun"), phase=t.number(0))
    here, there = (Place(Terms(g, facts), begun, begun.mover, watched=False) for g in (one, other))
    parts = [t.equal(has_part(here, s), has_part(there, s)) for s in ob.seats_of(one)]
    return replace(other, turn=one.turn) == one and all(part is t.YES for part in parts)


# steps ----------------------------------------------------------------------------------------------------


def _questions(pair: Pair) -> Iterator[Answer]:
    one, other = pair.games
    means = pair.trial.means
    yield from (Asker(facts, means).ask(goal).answer for facts, goal in _seen(pair))
    for a, b in zip(one.moves, other.moves, strict=True):
        if a.phase != ir.SETUP and (a != b or _around(one) != _around(other)):
            for seat in ob.seats_of(one):
                facts, goal = _step(pair, a, b, seat)
                yield Asker(facts, means).ask(goal).answer


def _around(game: ir.Game) -> tuple[object, ...]:
    """What decides a step besides the move."""
    return game.turn, game.phases, game.endings


def _anywhere(pair: Pair, me: t.Term | None = None) -> tuple[Place, Place]:
    """The same position in both games: any for which the known claims of the first hold."""
    one, other = pair.games
    here = replace(ob.any_state(one, me), watched=False)
    here.terms.facts.say("the match goes on", t.negate(here.state.over))
    ob.suppose(here, tuple(pair.one.checks[name] for name in pair.trial.known))
    return here, replace(here, terms=Terms(other, here.terms.facts))


def _seen(pair: Pair) -> Iterator[tuple[Facts, Callable[[], t.Truth]]]:
    """That everybody sees the same of the same position."""
    one, other = pair.games
    declared = zip((*one.zones, *one.variables), (*other.zones, *other.variables), strict=True)
    for a, b in declared:
        if a != b:
            here, there = _anywhere(pair)
            yield here.terms.facts, lambda a=a, b=b, h=here, o=there: _same_audience(a, b, h, o)  # type: ignore[misc]


def _same_audience(a: ir.Zone | ir.Variable, b: ir.Zone | ir.Variable, here: Place, there: Place) -> t.Truth:
    seats = [t.number(s) for s in ob.seats_of(here.terms.game)]
    found = []
    for owner, viewer in product(seats, seats):
        for x, y in ((a.seen, b.seen), (getattr(a, "counted", a.seen), getattr(b, "counted", b.seen))):
            seen = (p.named("owner", owner).set(e).has(viewer) for p, e in ((here, x), (there, y)))
            found.append(t.equal(*seen))
    return t.both(*found)


def _step(pair: Pair, a: ir.Move, b: ir.Move, seat: int) -> tuple[Facts, Callable[[], t.Truth]]:
    here, there = _anywhere(pair, t.number(seat))

    def goal() -> t.Truth:
        chosen, values = picked(here, a)
        if [p.name for p in a.picks] != [p.name for p in b.picks]:
            return t.NO
        twin = replace(there, names={**there.names, **values})
        can = legal(chosen, a, seat)
        return t.both(
            t.equal(can, legal(twin, b, seat)),
            t.implies(can, _same_after(_done(chosen, a), _done(twin, b))),
        )

    return here.terms.facts, goal


def _done(place: Place, move: ir.Move) -> Place:
    """After the effects and the endings; what is counted anew is the same for both games."""
    done = effects.run(place, move.effects)
    was = place.state.counters
    turned = t.choose(t.equal(done.state.mover, place.state.mover), t.number(0), t.number(1))
    plies = t.add(was.plies, t.number(int(not move.by_chance)))
    counters = Counters(plies, t.add(was.turns, turned), t.unknown("repeats after", t.INT))
    return ob.judge(replace(done, state=replace(done.state, counters=counters)))


def _same_after(one: Place, other: Place) -> t.Truth:
    """The same cards, variables and result; while the match goes on, the same phase and mover, too."""
    a, b = one.state, other.state
    endings = [e.name for e in one.terms.game.endings]
    names = [e.name for e in other.terms.game.endings]
    by = (
        t.both(t.equal(a.ending, t.number(n)), t.equal(b.ending, t.number(names.index(name))))
        for n, name in enumerate(endings)
        if name in names
    )
    sides = zip((*a.winners, *a.losers), (*b.winners, *b.losers), strict=True)
    result = t.both(t.either(*by), *(t.equal(x, y) for x, y in sides))
    turn = t.both(t.equal(a.mover, b.mover), t.equal(a.phase, b.phase))
    again = any(e.again is not None for e in one.terms.game.endings)
    return t.both(
        t.equal(a.over, b.over),
        t.choose(a.over, result, turn),
        turn if again else t.YES,
        _same_things(one.terms.facts, a, b),
    )


def _same_things(facts: Facts, a: State, b: State) -> t.Truth:
    card = facts.card(facts.fresh("some_card", t.CARD))
    place = facts.place(facts.fresh("some_place", t.INT))
    zones = (_same_zone(facts, z, b.zones[key], card, place) for key, z in a.zones.items())
    held = ((v, b.variables[key]) for key, v in a.variables.items())
    variables = (
        t.both(t.equal(v.is_set, w.is_set), t.implies(v.is_set, t.equal(v.value, w.value))) for v, w in held
    )
    return t.both(*zones, *variables)


def _same_zone(facts: Facts, a: Zone, b: Zone, card: t.Term, place: t.Term) -> t.Truth:
    same_cards = t.equal(a.has(card), b.has(card))
    if not isinstance(a, StackTerm) or not isinstance(b, StackTerm):
        return same_cards
    facts.card(a.slot(place))
    within = t.both(t.at_most(t.number(0), place), t.less(place, a.size))
    slots = t.implies(within, t.equal(a.slot(place), b.slot(place)))
    return t.both(same_cards, t.equal(a.size, b.size), slots)
