"""One action from any state: when it is legal, when it is a fault, and the state after it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Type, spell
from verify import terms as t
from verify.bounded import deeds
from verify.bounded.moment import Deck, Moment
from verify.bounded.states import Ghosts, one_state, tidied, unknown_of
from verify.effects import phase_number
from verify.encode import Meant
from verify.symbolic import Counters, Past, State, choose_state, remembered


@dataclass(frozen=True)
class Acted:
    """The unknowns of an action: which of the moves, of whom, with which picks by move."""

    moves: tuple[ir.Move, ...]
    move: t.Number
    seat: t.Number
    picks: dict[str, dict[str, t.Term]]
    unknowns: tuple[t.Term, ...]

    def by(self, name: str) -> t.Truth:
        """That it is a certain move."""
        return t.equal(self.move, t.number(next(i for i, m in enumerate(self.moves) if m.name == name)))


@dataclass(frozen=True)
class Way:
    """What one move does: the place with its picks, its legality, its faults, and the state after it."""

    chosen: Moment
    legal: t.Truth
    guard_fault: t.Truth
    deed_fault: t.Truth
    after: State


@dataclass(frozen=True)
class Step:
    """Any action: `legal` and no fault lead from `before` to `after`; `ways` are the moves one by one."""

    acted: Acted
    before: Moment
    legal: t.Truth
    guard_fault: t.Truth
    deed_fault: t.Truth
    after: State

    @property
    def made(self) -> t.Truth:
        return t.both(self.legal, t.negate(self.guard_fault), t.negate(self.deed_fault))

    @property
    def fault(self) -> t.Truth:
        """The rules apply an operation outside its domain: looking for legal actions, or making this one."""
        return t.either(self.guard_fault, t.both(self.legal, self.deed_fault))


def make_acted(deck: Deck, state: State, name: str) -> Acted:
    """An action of which nothing is known; moves share what they pick of the same kind."""
    game = deck.game
    moves = tuple(m for m in game.moves if m.phase != ir.SETUP)
    move = deck.names.number(f"{name}.move", 0, len(moves) - 1)
    several = any(p.actors is not None for p in game.phases)
    seat = deck.names.number(f"{name}.seat", 0, game.seats - 1) if several else state.mover
    picks: dict[str, dict[str, t.Term]] = {}
    unknowns: dict[t.Term, None] = {move: None}
    if several:
        unknowns[seat] = None
    for m in moves:
        seen: Counter[str] = Counter()
        picks[m.name] = {}
        for pick in m.picks:
            kind = _kind(pick.domain)
            seen[spell(kind)] += 1
            value = unknown_of(deck, f"{name}.{spell(kind)}.{seen[spell(kind)]}", kind)
            picks[m.name][pick.name] = value
            unknowns[value] = None
    return Acted(moves, move, seat, picks, tuple(unknowns))


def _kind(domain: ir.Expr) -> Type:
    kind: Type = getattr(domain.type, "of", domain.type)
    return kind


def make_step(deck: Deck, ghosts: Ghosts, state: State) -> Step:
    """Any action from a state."""
    acted = make_acted(deck, state, "act")
    before = Moment(deck, state, acted.seat)
    ways = [_way(before, acted, m) for m in acted.moves]
    tests = [acted.by(m.name) for m in acted.moves]
    after = one_state([(test, way.after) for test, way in zip(tests, ways, strict=True)])
    legal, guard_fault, deed_fault = (
        t.either(*(t.both(test, truth) for test, truth in zip(tests, truths, strict=True)))
        for truths in zip(*((w.legal, w.guard_fault, w.deed_fault) for w in ways), strict=True)
    )
    after = _counted(state, after, acted, ghosts)
    judged, end_fault = judge(Moment(deck, after, acted.seat))
    after = _remember(deck, state, judged, acted, ghosts)
    return Step(acted, before, legal, guard_fault, t.either(deed_fault, end_fault), tidied(deck, after))


# one move -------------------------------------------------------------------------------------------------


def faults(place: Moment, since: int) -> t.Truth:
    """That some operation noted since then is out of its domain where it is applied; the notes are
    dropped.
    """
    needs = place.terms.needs[since:]
    del place.terms.needs[since:]
    return t.either(*(t.both(n.path, t.negate(n.holds)) for n in needs))


def _way(before: Moment, acted: Acted, move: ir.Move) -> Way:
    noted = len(before.terms.needs)
    legal = t.both(t.negate(before.state.over), _its_phase(before, move), acts(before, acted, move))
    place = before.under(legal)
    for condition in move.conditions:
        holds = place.truth(condition.that)
        place = place.under(holds)
    for pick in move.picks:
        place = _picked(place, pick, acted.picks[move.name][pick.name])
    guard_fault = faults(before, noted)
    done = deeds.run(place, move.effects)
    return Way(place, place.path, guard_fault, faults(before, noted), done.state)


def _its_phase(place: Moment, move: ir.Move) -> t.Truth:
    return t.equal(place.state.phase, phase_number(place.deck.game, move.phase))


def acts(place: Moment, acted: Acted, move: ir.Move) -> t.Truth:
    """That the phase of the move lets the seat act."""
    phase = next(p for p in place.deck.game.phases if p.name == move.phase)
    mover = place.state.mover
    if phase.actors is None or move.by_chance:
        return t.equal(acted.seat, mover)
    here = replace(place, me=mover, names={}).under(_its_phase(place, move))
    return here.set(phase.actors).has(acted.seat)


def _picked(place: Moment, pick: ir.Pick, value: t.Term) -> Moment:
    place = place.under(place.set(pick.domain).has(value)).named(pick.name, value)
    return place if pick.where is None else place.under(place.truth(pick.where))


# afterwards -----------------------------------------------------------------------------------------------


def _counted(before: State, after: State, acted: Acted, ghosts: Ghosts) -> State:
    if not ghosts.counters:
        return after
    chance = t.either(*(acted.by(m.name) for m in acted.moves if m.by_chance))
    same = t.equal(before.mover, after.mover)
    plies = t.add(before.counters.plies, t.choose(chance, t.number(0), t.number(1)))
    turns = t.add(before.counters.turns, t.choose(same, t.number(0), t.number(1)))
    return replace(after, counters=Counters(plies, turns, t.number(0)))


def judge(place: Moment) -> tuple[State, t.Truth]:
    """The state with the first ending that holds, and whether looking for it is a fault."""
    noted = len(place.terms.needs)
    result, earlier = place.state, t.NO
    for number, ending in enumerate(place.deck.game.endings):
        here = place.under(t.negate(earlier))
        holds = t.both(t.negate(earlier), here.truth(ending.when))
        result = choose_state(holds, _ended(here.under(holds), ending, number), result)
        earlier = t.either(earlier, holds)
    return result, faults(place, noted)


def _ended(place: Moment, ending: ir.Ending, number: int) -> State:
    done = deeds.run(place, ending.effects)
    if ending.again is not None:
        done.truth(ending.again)
    seats = [t.number(s) for s in range(place.deck.game.seats)]
    winners, losers = done.set(ending.winners), done.set(ending.losers)
    return replace(
        done.state,
        over=t.YES,
        ending=t.number(number),
        winners=tuple(winners.has(s) for s in seats),
        losers=tuple(losers.has(s) for s in seats),
    )


def _remember(deck: Deck, before: State, after: State, acted: Acted, ghosts: Ghosts) -> State:
    """The state with what checks may ask of the step that led to it."""
    names = [m.name for m in deck.game.moves]
    move: t.Term = t.number(0)
    for m in acted.moves:
        move = t.choose(acted.by(m.name), t.number(names.index(m.name)), move)
    laid, laid_by = after.past.laid, after.past.laid_by
    if ghosts.laid:
        moved = remembered(lambda c: _came(before, after, c))
        laid = remembered(lambda c: t.either(before.past.laid(c), moved(c)))
        laid_by = remembered(lambda c: t.choose(moved(c), acted.seat, before.past.laid_by(c)))
    return replace(after, past=Past(t.YES, move, acted.seat, laid, laid_by))


def _came(before: State, after: State, c: t.Term) -> t.Truth:
    """That a card lies in another zone than before."""
    zones = ((zone, before.zones[key]) for key, zone in after.zones.items())
    return t.either(*(t.both(now.has(c), t.negate(was.has(c))) for now, was in zones))


def after_step(step: Step, state: State, moves: tuple[str, ...]) -> Moment:
    """The place after a step by one of these moves, with the picks that they share in scope."""
    names: dict[str, Meant] = {}
    shared = [step.acted.picks[m] for m in moves]
    for name in shared[0] if shared else ():
        if all(name in picks for picks in shared):
            names[name] = _pick(step, moves, name)
    deck = step.before.deck
    before = replace(step.before, names={}, path=t.YES)
    return Moment(deck, state, step.acted.seat, names, before)


def _pick(step: Step, moves: tuple[str, ...], name: str) -> t.Term:
    result = step.acted.picks[moves[-1]][name]
    for move in moves[:-1]:
        value = step.acted.picks[move][name]
        if value.sort is result.sort:
            result = t.choose(step.acted.by(move), value, result)
    return result
