"""How two games differ, in sentences: what somebody who knows the one would have to be told of the other.

Meaning is compared, not text: items of the IR that are equal, whatever their files look like, are the same.
Each finding is a sentence; where the rule files print a paragraph about it, both paragraphs stand with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.printing import Printer, digest
from interpreter.run.engine import Evaluator
from interpreter.run.evaluate import no_env
from interpreter.run.sentences import spelled, teller
from study import meant


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing to be told; `before` and `after` are what the rule files print about it, if they do."""

    said: str
    before: str | None = None
    after: str | None = None


def differences(a: ir.Game, b: ir.Game) -> tuple[Difference, ...]:
    """What changes for a player who comes from `a` to `b`, both with their default options."""
    return tuple(_Comparison(a, b).all())


def same_rules(a: ir.Game, b: ir.Game) -> bool:
    """Whether the rules are the same but for texts, defaults and checks."""
    return digest(a) == digest(b)


class _Comparison:
    def __init__(self, a: ir.Game, b: ir.Game) -> None:
        self.a, self.b = a, b
        self._pa, self._pb = Printer(a), Printer(b)
        self._ea, self._eb = Evaluator(a, defaults(a)), Evaluator(b, defaults(b))

    def all(self) -> Iterator[Difference]:
        yield from self._players()
        yield from self._deck()
        yield from self._options()
        yield from self._requirements()
        yield from self._items("zone", self.a.zones, self.b.zones)
        yield from self._items("value that is kept in mind", self.a.variables, self.b.variables)
        if meant.setup(self._pa, self.a) != meant.setup(self._pb, self.b):
            yield Difference("the set-up is another one")
        if self._pa_turn() != self._pb_turn():
            yield Difference("the order of turns is another one")
        yield from self._phases()
        yield from self._moves()
        yield from self._endings()
        yield from self._printed()

    # numbers and options

    def _players(self) -> Iterator[Difference]:
        if self.a.players != self.b.players:
            yield Difference(f"it is for {_span(self.b.players)} players instead of {_span(self.a.players)}")

    def _deck(self) -> Iterator[Difference]:
        before, after = (e.context.spelling for e in (self._ea, self._eb))
        a, b = ([s.card(c) for c in e.cards] for s, e in ((before, self._ea), (after, self._eb)))
        gone, new = [c for c in a if c not in b], [c for c in b if c not in a]
        parts = [f"without {_listed(gone)}"] if gone else []
        parts += [f"with {_listed(new)}"] if new else []
        if parts:
            yield Difference(f"{len(b)} cards are played with instead of {len(a)}: {', '.join(parts)}")
        for what, first, second in (
            ("suits", self.a.deck.suits, self.b.deck.suits),
            ("ranks", self.a.deck.ranks, self.b.deck.ranks),
        ):
            old, now = [m.name for m in first], [m.name for m in second]
            if [n for n in old if n in now] != [n for n in now if n in old]:
                yield Difference(f"the {what} have another order: {', '.join(now)}")

    def _options(self) -> Iterator[Difference]:
        before, after = {o.name: o for o in self.a.options}, {o.name: o for o in self.b.options}
        yield from (Difference(f"there is no option `{n}` any more") for n in before if n not in after)
        for name, option in after.items():
            told = _told(option.text, self._eb)
            value = self._pb.value(option.default, option.type)
            if name not in before:
                yield Difference(f"there is a new option `{name}`, {value} by default{told}")
                continue
            if (was := self._pa.value(before[name].default, before[name].type)) != value:
                yield Difference(f"`{name}` is {value} instead of {was}{told}")
            if (could := meant.values(self._pa, before[name])) != (can := meant.values(self._pb, option)):
                yield Difference(f"`{name}` may be {can} instead of {could}")

    def _requirements(self) -> Iterator[Difference]:
        """What a match needs to begin."""
        old, new = (
            {meant.expression(p, g, c.that): c for c in g.requirements}
            for p, g in ((self._pa, self.a), (self._pb, self.b))
        )
        for needed in (new[n] for n in new if n not in old):
            said = _told(needed.refusal, self._eb) if meant.is_still(needed.refusal) else ""
            yield Difference(f"a match needs something more to begin{said}")
        for needed in (old[n] for n in old if n not in new):
            said = _told(needed.refusal, self._ea) if meant.is_still(needed.refusal) else ""
            yield Difference(f"a match can begin where it could not before{said}")

    # items

    def _items(
        self,
        what: str,
        before: Iterable[ir.Zone | ir.Variable],
        after: Iterable[ir.Zone | ir.Variable],
    ) -> Iterator[Difference]:
        old, new = ({i.name: i for i in items} for items in (before, after))
        yield from (Difference(f"there is no {what} `{n}` any more") for n in old if n not in new)
        for name, item in new.items():
            told = _told(item.text, self._eb)
            if name not in old:
                yield Difference(f"there is a new {what}, `{name}`{told}")
                continue
            was, now = meant.item(self._pa, self.a, old[name]), meant.item(self._pb, self.b, item)
            if was.kind != now.kind:
                yield Difference(f"the {what} `{name}` is another one{told}")
            if was.seen != now.seen:
                yield Difference(f"`{name}` is seen by others than before{told}")
            elif was.counted != now.counted:
                yield Difference(f"the number of `{name}` is known to others than before{told}")

    def _phases(self) -> Iterator[Difference]:
        old, new = ({p.name: p for p in g.phases} for g in (self.a, self.b))
        yield from (Difference(f"the phase `{n}` does not exist any more") for n in old if n not in new)
        for name, phase in new.items():
            if name not in old:
                yield Difference(f"there is a new phase, `{name}`{_told(phase.text, self._eb)}")
                continue
            was = meant.expression(self._pa, self.a, old[name].actors)
            if was != meant.expression(self._pb, self.b, phase.actors):
                yield Difference(f"in the phase `{name}` others may act than before")

    def _moves(self) -> Iterator[Difference]:
        old, new = ({m.name: m for m in g.moves} for g in (self.a, self.b))
        yield from (Difference(f"the move `{n}` does not exist any more") for n in old if n not in new)
        for name, move in new.items():
            if name not in old:
                yield Difference(f"there is a new move, `{name}`")
                continue
            was = old[name]
            if meant.guard(self._pa, self.a, was) != meant.guard(self._pb, self.b, move):
                yield Difference(f"`{name}` is allowed in other cases")
            if meant.deeds(self._pa, self.a, was) != meant.deeds(self._pb, self.b, move):
                yield Difference(f"`{name}` does something else")
            if was.phase != move.phase:
                yield Difference(f"`{name}` belongs to the phase `{move.phase}`")
            if was.by_chance != move.by_chance:
                yield Difference(f"`{name}` is made by {'chance' if move.by_chance else 'players'}")

    def _endings(self) -> Iterator[Difference]:
        old, new = ({e.name: e for e in g.endings} for g in (self.a, self.b))
        yield from (Difference(f"nothing ends by `{n}` any more") for n in old if n not in new)
        for name, ending in new.items():
            if name not in old:
                yield Difference(f"there is a new ending, `{name}`")
            elif meant.ending(self._pa, self.a, old[name]) != meant.ending(self._pb, self.b, ending):
                yield Difference(f"the ending `{name}` is another one")
        common = [n for n in old if n in new]
        if common != [n for n in new if n in old]:
            yield Difference("the endings are looked at in another order")

    def _printed(self) -> Iterator[Difference]:
        old, new = _paragraphs(self._ea), _paragraphs(self._eb)
        for name in [*old, *(n for n in new if n not in old)]:
            before, after = old.get(name), new.get(name)
            if before != after:
                yield Difference(name, before, after)

    def _pa_turn(self) -> str:
        return meant.expression(self._pa, self.a, self.a.turn.among)

    def _pb_turn(self) -> str:
        return meant.expression(self._pb, self.b, self.b.turn.among)


def _paragraphs(engine: Evaluator) -> Mapping[str, str]:
    """What a rule file prints, by paragraph, with its options in force."""
    found: dict[str, list[str]] = {}
    for paragraph in engine.game.printed:
        condition = paragraph.condition
        if condition is None or engine.context.meaning(condition)(no_env()):
            text = spelled(engine.context, teller(paragraph.text, engine.context)(no_env()))
            found.setdefault(paragraph.name, []).append(text)
    return {name: " ".join(texts) for name, texts in found.items()}


def _told(text: ir.Template | None, engine: Evaluator) -> str:
    return "" if text is None else f" ({spelled(engine.context, teller(text, engine.context)(no_env()))})"


def _span(players: tuple[int, int]) -> str:
    fewest, most = players
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _listed(cards: list[str]) -> str:
    return ", ".join(cards) if len(cards) <= 8 else f"{', '.join(cards[:6])} and {len(cards) - 6} more"
