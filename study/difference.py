"""How two games differ, in sentences: what somebody who knows the one would have to be told of the other.

Meaning is compared, not text: items of the IR that are equal whatever their files look like are the
same. Each
finding is a sentence; where the rule files print a paragraph about it, both paragraphs stand with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.printing import Printer, digest
from interpreter.ir.walk import called, ending_expressions, inside, move_expressions
from interpreter.run.engine import Evaluator
from interpreter.run.evaluate import no_env
from interpreter.run.sentences import spelled, teller


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
        yield from self._items("zone", self.a.zones, self.b.zones, _zone)
        yield from self._items("value that is kept in mind", self.a.variables, self.b.variables, _variable)
        if _setup(self._pa) != _setup(self._pb):
            yield Difference("the set-up is another one")
        if self._pa_turn() != self._pb_turn():
            yield Difference("the order of turns is another one")
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
        if a == b:
            return
        gone, new = [c for c in a if c not in b], [c for c in b if c not in a]
        parts = [f"without {_listed(gone)}"] if gone else []
        parts += [f"with {_listed(new)}"] if new else []
        yield Difference(f"{len(b)} cards are played with instead of {len(a)}: {', '.join(parts)}")

    def _options(self) -> Iterator[Difference]:
        before, after = {o.name: o for o in self.a.options}, {o.name: o for o in self.b.options}
        for name in before.keys() - after.keys():
            yield Difference(f"there is no option `{name}` any more")
        for name, option in after.items():
            told = _told(option.text, self._eb)
            value = self._pb.value(option.default, option.type)
            if name not in before:
                yield Difference(f"there is a new option `{name}`, {value} by default{told}")
            elif (was := self._pa.value(before[name].default, before[name].type)) != value:
                yield Difference(f"`{name}` is {value} instead of {was}{told}")

    # items

    def _items(
        self,
        what: str,
        before: Iterable[ir.Zone] | Iterable[ir.Variable],
        after: Iterable[ir.Zone] | Iterable[ir.Variable],
        spell: Callable[[Printer, ir.Zone | ir.Variable], str],
    ) -> Iterator[Difference]:
        old, new = ({i.name: i for i in items} for items in (before, after))
        yield from (Difference(f"there is no {what} `{n}` any more") for n in old if n not in new)
        for name, item in new.items():
            told = _told(item.text, self._eb)
            if name not in old:
                yield Difference(f"there is a new {what}, `{name}`{told}")
            elif spell(self._pa, old[name]) != spell(self._pb, item):
                yield Difference(f"the {what} `{name}` is another one{told}")

    def _moves(self) -> Iterator[Difference]:
        old, new = ({m.name: m for m in g.moves} for g in (self.a, self.b))
        yield from (Difference(f"the move `{n}` does not exist any more") for n in old if n not in new)
        for name, move in new.items():
            if name not in old:
                yield Difference(f"there is a new move, `{name}`")
                continue
            was = old[name]
            if _guard(self._pa, self.a, was) != _guard(self._pb, self.b, move):
                yield Difference(f"`{name}` is allowed in other cases")
            if _deeds(self._pa, self.a, was) != _deeds(self._pb, self.b, move):
                yield Difference(f"`{name}` does something else")
            if was.phase != move.phase:
                yield Difference(f"`{name}` belongs to the phase `{move.phase}`")

    def _endings(self) -> Iterator[Difference]:
        old, new = ({e.name: e for e in g.endings} for g in (self.a, self.b))
        yield from (Difference(f"nothing ends by `{n}` any more") for n in old if n not in new)
        for name, ending in new.items():
            if name not in old:
                yield Difference(f"there is a new ending, `{name}`")
            elif _ending(self._pa, self.a, old[name]) != _ending(self._pb, self.b, ending):
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
        return _expression(self._pa, self.a, self.a.turn.among)

    def _pb_turn(self) -> str:
        return _expression(self._pb, self.b, self.b.turn.among)


# what of an item counts -----------------------------------------------------------------------------------


def _meant(printer: Printer, game: ir.Game, roots: Iterable[ir.Expr]) -> list[str]:
    """Definitions that the expressions need, and those that the moves they ask about need."""
    given = list(roots)
    asked = {e.move for root in given for e in inside(root) if isinstance(e, ir.Can)}
    moves = [m for m in game.moves if m.name in asked]
    names = called(game, (*given, *(e for m in moves for e in move_expressions(m))))
    return [f"{d.name}={printer.expr(d.body)}" for d in game.definitions if d.name in names]


def _expression(printer: Printer, game: ir.Game, e: ir.Expr | None) -> str:
    return "-" if e is None else "\n".join((printer.expr(e), *_meant(printer, game, [e])))


def _zone(printer: Printer, zone: ir.Zone | ir.Variable) -> str:
    assert isinstance(zone, ir.Zone)
    return f"{zone.per} {zone.ordered} {printer.expr(zone.seen)} {printer.expr(zone.counted)}"


def _variable(printer: Printer, variable: ir.Zone | ir.Variable) -> str:
    assert isinstance(variable, ir.Variable)
    starts = "-" if variable.starts is None else printer.expr(variable.starts)
    return f"{variable.per} {variable.type} {starts} {printer.expr(variable.seen)} {variable.lasting}"


def _setup(printer: Printer) -> list[str]:
    return [line for line in printer.rules() if line.startswith("setup ")]


def _guard(printer: Printer, game: ir.Game, move: ir.Move) -> list[str]:
    bare = replace(move, effects=())
    picks = [f"{p.name} {printer.expr(p.domain)}" for p in move.picks]
    wheres = [printer.expr(p.where) for p in move.picks if p.where is not None]
    conditions = [printer.expr(c.that) for c in move.conditions]
    return [*conditions, *picks, *wheres, *_meant(printer, game, move_expressions(bare))]


def _deeds(printer: Printer, game: ir.Game, move: ir.Move) -> list[str]:
    bare = replace(move, conditions=(), picks=())
    return [*map(printer.effect, move.effects), *_meant(printer, game, move_expressions(bare))]


def _ending(printer: Printer, game: ir.Game, ending: ir.Ending) -> list[str]:
    whole = [printer.expr(e) for e in ending_expressions(ending)]
    effects = [printer.effect(e) for e in ending.effects]
    return [*whole, *effects, *_meant(printer, game, ending_expressions(ending))]


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
