"""Effects repeated for each of a set of cards, in deck order, without going through the cards.

At a card's turn the cards before it have come to where they are in the end, and those behind it are where
they were. So where each card is in the end is a function of which one equation a card is known: what the body
does with it at its turn. A variable is at a card's turn what the last card that changed it has made of it.
These functions exist, since the cards are finitely many and come in an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from interpreter.ir import nodes as ir
from interpreter.ir.types import CARD
from interpreter.ir.walk import all_effects
from verify import terms as t
from verify.encode import Place, Unsupported
from verify.facts import Facts, Made
from verify.law import COUNTING
from verify.measures import compare
from verify.moving import in_some_order
from verify.symbolic import Held, Key, SetTerm, StackTerm, State, Zone, sort_of

Run = Callable[[Place, tuple[ir.Effect, ...]], Place]
DECK_ORDER = "a loop goes through cards in deck order"
MOST_BACK = 2
"""From how many changes to the one before them is looked."""


def loop_over_cards(p: Place, e: ir.ForEach, cards: SetTerm, run: Run) -> State:
    """The state after the body was done for each of the cards."""
    _refuse(e)
    facts = p.terms.facts
    before = facts.function("before", (t.CARD, t.CARD), t.BOOL)
    loop = _Loop(p, e, run, facts.function("in the loop", (t.CARD,), t.BOOL), before)
    ordered = lambda a, b: t.equal(before(a, b), t.less(loop.index(a), loop.index(b)))  # noqa: E731
    facts.defines(before, facts.late_group(DECK_ORDER), ordered)
    facts.defines(loop.member, loop.about, lambda c: t.equal(loop.member(c), cards.has(c)))
    loop.find_changes()
    return loop.done()


def _refuse(e: ir.ForEach) -> None:
    for effect in all_effects(e.body):
        match effect:
            case ir.MoveCard(card=ir.Local(name=name)) if name == e.var:
                pass
            case ir.MoveCard() | ir.MoveMany():
                raise Unsupported("a loop over cards that moves another card than its own", effect.span)
            case ir.SetMover() | ir.GoTo():
                raise Unsupported("a turn or a phase that is changed in a loop over cards", effect.span)
            case ir.ForEach() if getattr(effect.domain.type, "of", None) == CARD:
                raise Unsupported("a loop over cards in a loop over cards", effect.span)
            case _:
                pass


@dataclass(frozen=True)
class _Change:
    """A variable in the course of a loop: what it is at a card's turn, and which card changed it last."""

    value: Made
    is_set: Made
    changed: Made
    changer: Made


@dataclass
class _Loop:
    place: Place
    effect: ir.ForEach
    run: Run
    member: Made
    before: Made
    ends: dict[Key, Made] = field(default_factory=dict)
    sizes: dict[Key, Made] = field(default_factory=dict)
    changes: dict[Key, _Change] = field(default_factory=dict)

    @property
    def facts(self) -> Facts:
        return self.place.terms.facts

    @property
    def about(self) -> str:
        return f"the loop (line {self.effect.span.line})"

    def index(self, c: t.Term) -> t.Number:
        terms = self.place.terms
        return t.add(t.multiply(terms.suit(c), t.number(len(terms.game.deck.ranks))), terms.rank(c))

    def comes_before(self, a: t.Term, b: t.Term) -> t.Truth:
        """Whether `a` has its turn before `b`. That this is deck order is said late: few proofs need it."""
        return t.NO if a is b else self.before(a, b)

    # what the body touches

    def find_changes(self) -> None:
        """Which zones and variables are touched, by doing the body for some card; what it needs is noted."""
        some = self.facts.card(self.facts.fresh("looped", t.CARD))
        for name, i in self._touched_zones():
            label = f"{name}.{i}"
            self.ends[name, i] = self.facts.function(label, (t.CARD,), t.BOOL)
            self.sizes[name, i] = self.facts.function(f"{label}.size", (t.CARD,), t.INT)
        for name, i in self._touched_variables():
            self.changes[name, i] = self._change(name, i)
        inner = self.turn(some)
        after = self.run(inner.under(self.member(some)), self.effect.body).state
        self.ends = {k: f for k, f in self.ends.items() if after.zones[k] is not inner.state.zones[k]}
        for key, end in self.ends.items():
            self.facts.defines(end, self.about, self._end(key, end))
        for key, change in self.changes.items():
            fact = self._before(key, change)
            for function in (change.value, change.is_set, change.changed):
                self.facts.defines(function, self.about, fact)

    def _touched_zones(self) -> list[Key]:
        names = set()
        for effect in all_effects(self.effect.body):
            if isinstance(effect, ir.MoveCard):
                names |= {effect.source.name, effect.target.name}
        return [key for key in self.place.state.zones if key[0] in names]

    def _touched_variables(self) -> list[Key]:
        effects = all_effects(self.effect.body)
        names = {e.variable.name for e in effects if isinstance(e, ir.Assign)}
        return [key for key in self.place.state.variables if key[0] in names]

    def _change(self, name: str, i: int) -> _Change:
        kind = next(v.type for v in self.place.terms.game.variables if v.name == name)
        f = self.facts.function
        value, is_set = f(f"{name}.{i}", (t.CARD,), sort_of(kind)), f(f"{name}.{i}.set", (t.CARD,), t.BOOL)
        changed = f(f"{name}.{i} is changed", (t.CARD,), t.BOOL)
        return _Change(value, is_set, changed, f(f"who changed {name}.{i}", (t.CARD,), t.CARD))

    # a card's turn

    def turn(self, card: t.Term) -> Place:
        """The place in which the body is done for a card."""
        state = self.place.state
        for key in self.ends:
            state = state.with_zone(key, self._zone_at(key, card))
        for key, change in self.changes.items():
            state = state.with_variable(key, Held(change.value(card), change.is_set(card)))
        return replace(self.place, state=state).named(self.effect.var, card)

    def _zone_at(self, key: Key, card: t.Term) -> Zone:
        was, end = self.place.state.zones[key], self.ends[key]

        def has(c: t.Term) -> t.Truth:
            return t.choose(t.both(self.member(c), self.comes_before(c, card)), end(c), was.has(c))

        size = self.sizes[key](card)
        if isinstance(was, SetTerm):
            return SetTerm(CARD, has, size)
        slot = self.facts.function("slot", (t.INT,), t.CARD)
        return StackTerm(has, slot, self.facts.function("place", (t.CARD,), t.INT), size)

    def after(self, card: t.Term) -> State:
        """The state after a card's turn."""
        memo = self.facts.memo
        key = ("loop", self.member, card)
        if key not in memo:
            quiet = replace(self.turn(card), watched=False)
            memo[key] = self.run(quiet, self.effect.body).state
        found = memo[key]
        assert isinstance(found, State)
        return found

    def _end(self, key: Key, end: Made) -> t.Function:
        """Where a card is in the end: where its turn brings it, or where it was if it has none."""
        was = self.place.state.zones[key]
        return lambda c: t.equal(
            end(c), t.choose(self.member(c), self.after(c).zones[key].has(c), was.has(c))
        )

    # variables

    def _before(self, key: Key, change: _Change) -> t.Function:
        """What a variable is at a card's turn."""

        def fact(c: t.Term) -> t.Truth:
            if _depth(c) >= MOST_BACK or (change.changer, c) in self.facts.memo:
                return t.YES
            self.facts.memo[change.changer, c] = True
            last, held = self.facts.card(change.changer(c)), Held(change.value(c), change.is_set(c))
            return self._last_change(key, held, change.changed(c), last, lambda d: self.comes_before(d, c))

        return fact

    def _last_change(
        self, key: Key, held: Held, changed: t.Truth, last: t.Term, earlier: Callable[[t.Term], t.Truth]
    ) -> t.Truth:
        """`last` is the last card of those `earlier` at whose turn the variable changed, if there is one."""
        first = self.place.state.variables[key]
        made = self.after(last).variables[key]
        self.facts.always(
            self.about,
            "card",
            lambda d: t.implies(
                t.both(earlier(d), self._changes(key, d)),
                t.both(changed, t.at_most(self.index(d), self.index(last))),
            ),
        )
        return t.choose(
            changed,
            t.both(earlier(last), self._changes(key, last), _same(held, made)),
            _same(held, first),
        )

    def _changes(self, key: Key, card: t.Term) -> t.Truth:
        before, after = self.changes[key], self.after(card).variables[key]
        same = _same(Held(before.value(card), before.is_set(card)), after)
        return t.both(self.member(card), t.negate(same))

    # afterwards

    def done(self) -> State:
        state = self.place.state
        sizes = dict(self._new_sizes())
        for key, end in self.ends.items():
            state = state.with_zone(key, self._final(state.zones[key], end, sizes[key]))
        for key in self.changes:
            state = state.with_variable(key, self._final_variable(key))
        return state

    def _final(self, was: Zone, end: Made, size: t.Number) -> Zone:
        self.place.law(COUNTING).counts("card", end, size, witnesses=1)
        if isinstance(was, SetTerm):
            return SetTerm(CARD, end, size)
        row = in_some_order(self.place, end, size)
        assert row.slot is not None and row.place is not None
        return StackTerm(end, row.slot, row.place, size)

    def _final_variable(self, key: Key) -> Held:
        kind = next(v.type for v in self.place.terms.game.variables if v.name == key[0])
        held = Held(self.facts.fresh("last", sort_of(kind)), self.facts.fresh("last is set", t.BOOL))
        changed = self.facts.fresh("changed", t.BOOL)
        last = self.facts.card(self.facts.fresh("changer", t.CARD))
        self.facts.say(self.about, self._last_change(key, held, changed, last, lambda _: t.YES))
        return held

    def _new_sizes(self) -> Iterator[tuple[Key, t.Number]]:
        """What comes and goes between every two of the zones, counted."""
        flows = {(a, b): self._counted(a, b) for a in self.ends for b in self.ends if a != b}
        for key in self.ends:
            zone, law = self.place.state.zones[key], self.place.law(COUNTING)
            assert zone.size is not None
            gone = t.total(n for (a, _), n in flows.items() if a == key)
            come = t.total(n for (_, b), n in flows.items() if b == key)
            law.say(t.at_most(gone, zone.size))
            self._in_reserve(partial(law.part, "card", self._leaving(key), gone, zone.has, zone.size))
            yield key, t.add(t.subtract(zone.size, gone), come)

    def _counted(self, a: Key, b: Key) -> t.Number:
        number, flow, law = self.facts.fresh("flow", t.INT), self._flow(a, b), self.place.law(COUNTING)
        law.counts("card", flow, number, witnesses=0)
        self._in_reserve(partial(law.counts, "card", flow, number))
        self._in_reserve(partial(compare, law, "card", flow, number))
        return number

    def _in_reserve(self, fact: Callable[[], None]) -> None:
        self.facts.reserve[2].append(fact)

    def _flow(self, a: Key, b: Key) -> t.Function:
        was, end = self.place.state.zones[a], self.ends[b]
        return lambda c: t.both(self.member(c), was.has(c), end(c))

    def _leaving(self, key: Key) -> t.Function:
        was, end = self.place.state.zones[key], self.ends[key]
        return lambda c: t.both(was.has(c), t.negate(end(c)))


def _same(a: Held, b: Held) -> t.Truth:
    return t.both(t.equal(a.is_set, b.is_set), t.implies(a.is_set, t.equal(a.value, b.value)))


def _depth(card: t.Term) -> int:
    """How many functions of cards a card was found by."""
    depth = 0
    while card.kind is t.Kind.APPLY and card.args[0].sort is t.CARD:
        card, depth = card.args[0], depth + 1
    return depth
