"""Questions about two states at once: what must not matter does not matter.

Independence: the mover's moves, and where they lead, are the same whatever the others' variable is. No
peeking: two states that look alike to a seat have the same legal moves for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Independent
from interpreter.ir.types import CARD
from verify import assume, effects
from verify import terms as t
from verify.encode import Place, every
from verify.facts import Facts
from verify.obligations import acts, made, moves_of, suppose, to_move
from verify.symbolic import Held, StackTerm, State, Zone, copies, fresh_state, sort_of

SEES = "what the player sees"


@dataclass(frozen=True)
class Alike:
    """A question about two states; `goal` is asked with the facts."""

    when: str
    facts: Facts
    goal: Callable[[], t.Truth]
    given: frozenset[str] = frozenset()
    """What stands in the terms and not among the facts."""


def _going_on(game: ir.Game, known: tuple[ir.Check, ...], move: ir.Move, seat: int) -> Place:
    place = replace(to_move(game, move, seat), watched=False)
    suppose(place, known)
    return place


def _choices(game: ir.Game) -> Iterator[tuple[ir.Move, int]]:
    return ((move, seat) for move, seat in moves_of(game) if not move.by_chance)


# a move in two places -------------------------------------------------------------------------------------


def picked(place: Place, move: ir.Move) -> tuple[Place, dict[str, t.Term]]:
    """The place with a value for each pick, of which only the kind is known."""
    values: dict[str, t.Term] = {}
    for pick in move.picks:
        kind = place.set(pick.domain).of
        value = place.terms.facts.fresh(pick.name, sort_of(kind))
        if kind == CARD:
            place.terms.facts.card(value)
        place.terms.facts.say(f"a pick of {move.name}", assume.in_kind(place.terms, value, kind))
        values[pick.name] = value
        place = place.named(pick.name, value)
    return place, values


def legal(place: Place, move: ir.Move, seat: int) -> t.Truth:
    """Whether the move with the picks in scope is legal for the seat."""
    phase = t.equal(place.state.phase, effects.phase_number(place.terms.game, move.phase))
    tests = [phase, acts(place, move, seat)]
    for guard in _guard(move):
        tests.append(guard(place.under(t.both(*tests))))
    return t.both(*tests)


def _guard(move: ir.Move) -> Iterator[Callable[[Place], t.Truth]]:
    """What has to hold one after another, each asked only where those before it hold."""
    for condition in move.conditions:
        yield lambda here, that=condition.that: here.truth(that)  # type: ignore[misc]
    for pick in move.picks:
        yield lambda here, pick=pick: here.set(pick.domain).has(_value(here, pick))  # type: ignore[misc]
        if pick.where is not None:
            yield lambda here, where=pick.where: here.truth(where)  # type: ignore[misc]


def _value(place: Place, pick: ir.Pick) -> t.Term:
    value = place.names[pick.name]
    assert isinstance(value, t.Term)
    return value


def legal_somehow(place: Place, move: ir.Move, seat: int) -> t.Truth:
    """Whether the move is legal for the seat with some picks."""
    phase = t.equal(place.state.phase, effects.phase_number(place.terms.game, move.phase))
    tests = (place.truth(c.that) for c in move.conditions)
    return t.both(phase, acts(place, move, seat), *tests, fits(place, move.picks))


def fits(place: Place, picks: tuple[ir.Pick, ...]) -> t.Truth:
    """Whether there are values for the picks, each with those before it."""
    if not picks:
        return t.YES
    pick, rest = picks[0], picks[1:]
    domain = place.set(pick.domain)

    def fails(x: t.Term) -> t.Truth:
        here = place.named(pick.name, x)
        where = t.YES if pick.where is None else here.truth(pick.where)
        return t.negate(t.both(where, fits(here, rest)))

    return t.negate(every(place, domain, fails, f"a pick {pick.name}"))


# independence ---------------------------------------------------------------------------------------------


def independence(game: ir.Game, claim: ir.Independence, known: tuple[ir.Check, ...]) -> Iterator[Alike]:
    """One question for each move of each seat."""
    for move, seat in _choices(game):
        one = _going_on(game, known, move, seat)
        one.terms.facts.say("who acts", t.equal(one.state.mover, t.number(seat)))
        other = _with_other_values(one, claim.variable, seat)
        after = Independent.AFTER in claim.what
        goal, given = _no_matter(one, other, move, seat, after), frozenset(("whose turn it is",))
        yield Alike(f"{move.name} of seat {seat}", one.terms.facts, goal, given)


def _with_other_values(place: Place, variable: str, seat: int) -> Place:
    """The same state but for the values that the variable has for other seats."""
    terms, state = place.terms, place.state
    kind = next(v.type for v in terms.game.variables if v.name == variable)
    for (name, i), held in list(state.variables.items()):
        if name == variable and i != seat:
            other = terms.facts.fresh(f"other {name}", sort_of(kind))
            terms.facts.say(assume.RANGES, assume.in_kind(terms, other, kind))
            state = state.with_variable((name, i), Held(other, held.is_set))
    return replace(place, state=state)


def _no_matter(one: Place, other: Place, move: ir.Move, seat: int, after: bool) -> Callable[[], t.Truth]:
    """That the move is legal in both or in neither, and leads to the same; that nothing it asks or does is a
    fault in either, for that would be no legal move, or another end of it.
    """

    def goal() -> t.Truth:
        chosen, twin = _both(one, other, move)
        terms = replace(one.terms, needs=[])
        chosen, twin = (replace(p, terms=terms, watched=True) for p in (chosen, twin))
        here, there = legal(chosen, move, seat), legal(twin, move, seat)
        same = t.equal(here, there)
        if after:
            a, b = (made(p.under(may), move).state for p, may in ((chosen, here), (twin, there)))
            same = t.both(same, t.implies(here, _same_cards(one.terms.facts, a, b)))
        return t.both(same, *(t.implies(n.path, n.holds) for n in terms.needs))

    return goal


def _both(one: Place, other: Place, move: ir.Move) -> tuple[Place, Place]:
    """The two places with the same values for the picks in scope."""
    chosen, values = picked(one, move)
    return chosen, replace(other, names={**other.names, **values})


def _as_legal(one: Place, other: Place, move: ir.Move, seat: int) -> Callable[[], t.Truth]:
    def goal() -> t.Truth:
        chosen, twin = _both(one, other, move)
        return t.equal(legal(chosen, move, seat), legal(twin, move, seat))

    return goal


def _same_cards(facts: Facts, a: State, b: State) -> t.Truth:
    """Zones, mover and phase are the same, of any card and any place."""
    card = facts.card(facts.fresh("some_card", t.CARD))
    place = facts.place(facts.fresh("some_place", t.INT))
    zones = (_same_zone(zone, b.zones[key], card, place) for key, zone in a.zones.items())
    return t.both(*zones, t.equal(a.mover, b.mover), t.equal(a.phase, b.phase))


def _same_zone(a: Zone, b: Zone, card: t.Term, place: t.Term) -> t.Truth:
    same = t.equal(a.has(card), b.has(card))
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        inside = t.both(t.at_most(t.number(0), place), t.less(place, a.size))
        slots = t.implies(inside, t.equal(a.slot(place), b.slot(place)))
        return t.both(same, t.equal(a.size, b.size), slots)
    return same


# no peeking -----------------------------------------------------------------------------------------------


def no_peeking(game: ir.Game, known: tuple[ir.Check, ...]) -> Iterator[Alike]:
    """One question for each move of each seat: two states that it cannot tell apart."""
    for move, seat in _choices(game):
        one = _going_on(game, known, move, seat)
        other = replace(one, state=_twin(one, seat))
        assume.assume_state(other)
        suppose(other, known)
        for zone, i, sees in _zones(one, seat):
            key = zone.name, i
            _alike(one.terms.facts, one.state.zones[key], other.state.zones[key], sees)
        for variable, i, seen in _variables(one, seat):
            name = variable.name, i
            _same_value(one.terms.facts, one.state.variables[name], other.state.variables[name], seen)
        goal = _as_legal(one, other, move, seat)
        yield Alike(f"{move.name} of seat {seat}", one.terms.facts, goal, frozenset((SEES,)))


def _twin(one: Place, seat: int) -> State:
    """Another state in which all that the seat surely sees is the same; the phase and the mover are seen."""
    here = one.state
    state = replace(fresh_state(one.terms.game, "twin"), over=t.NO, phase=here.phase, mover=here.mover)
    for zone, i, sees in _zones(one, seat):
        key = zone.name, i
        if sees.cards is t.YES:
            state = state.with_zone(key, here.zones[key])
        elif sees.number is t.YES:
            size = here.zones[key].size
            assert size is not None
            state = state.with_zone(key, replace(state.zones[key], size=size))
    for variable, i, seen in _variables(one, seat):
        if seen is t.YES:
            state = state.with_variable((variable.name, i), here.variables[variable.name, i])
    return state


@dataclass(frozen=True)
class _Sees:
    """Whether the cards of a zone are seen, and whether their number is."""

    cards: t.Truth
    number: t.Truth


def _zones(one: Place, seat: int) -> Iterator[tuple[ir.Zone, int, _Sees]]:
    game, viewer = one.terms.game, t.number(seat)
    for zone in game.zones:
        for i in copies(zone.per, game):
            owner = replace(one, names={"owner": t.number(i)})
            cards = owner.set(zone.seen).has(viewer)
            yield zone, i, _Sees(cards, t.either(cards, owner.set(zone.counted).has(viewer)))


def _variables(one: Place, seat: int) -> Iterator[tuple[ir.Variable, int, t.Truth]]:
    game, viewer = one.terms.game, t.number(seat)
    for variable in game.variables:
        for i in copies(variable.per, game):
            owner = replace(one, names={"owner": t.number(i)})
            yield variable, i, owner.set(variable.seen).has(viewer)


def _alike(facts: Facts, a: Zone, b: Zone, sees: _Sees) -> None:
    if a is b:
        return
    assert a.size is not None and b.size is not None
    seen = sees.cards
    facts.say(SEES, t.implies(sees.number, t.equal(a.size, b.size)))
    facts.always(SEES, "card", lambda c: t.implies(seen, t.equal(a.has(c), b.has(c))))
    if isinstance(a, StackTerm) and isinstance(b, StackTerm):
        facts.always(SEES, "place", lambda i: t.implies(seen, t.equal(a.slot(i), b.slot(i))))
        facts.always(SEES, "card", lambda c: t.implies(seen, t.equal(a.place(c), b.place(c))))


def _same_value(facts: Facts, a: Held, b: Held, seen: t.Truth) -> None:
    both_set = t.implies(a.is_set, t.equal(a.value, b.value))
    facts.say(SEES, t.implies(seen, t.both(t.equal(a.is_set, b.is_set), both_set)))
