"""The IR as text: one item a line, operators in front, the same for equal games whatever their files
look like.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.types import BOOL, CARD, RANK, SEAT, SUIT, EnumType, IntType, Type, Value, spell


class Printer:
    """Prints what belongs to one game, whose names of suits and ranks it uses."""

    def __init__(self, game: ir.Game) -> None:
        self._game = game

    # values and expressions

    def value(self, value: Value, kind: Type) -> str:
        """A value as its name: `yes`, `ace`, `10H`, `seat 0`, `3`."""
        if isinstance(value, tuple):
            of = getattr(kind, "of", kind)
            return "{" + " ".join(self.value(v, of) for v in value) + "}"
        if kind == BOOL:
            return "yes" if value else "no"
        if kind == SEAT:
            return f"seat {value}"
        if kind == CARD:
            suit, rank = divmod(int(value), len(self._game.deck.ranks))
            return self._game.deck.ranks[rank].symbol + self._game.deck.suits[suit].symbol
        if kind in (SUIT, RANK):
            named = self._game.deck.suits if kind == SUIT else self._game.deck.ranks
            return named[int(value)].name
        if isinstance(kind, EnumType):
            return kind.members[int(value)]
        return str(value)

    def expr(self, e: ir.Expr) -> str:
        match e:
            case ir.Literal():
                return f"{self.value(e.value, e.type)}:{spell(e.type)}"
            case ir.OptionRef():
                return f"option:{e.name}"
            case ir.Local():
                return e.name
            case ir.VariableRef() | ir.ZoneRef():
                return e.name if e.index is None else f"{e.name}[{self.expr(e.index)}]"
            case ir.Apply():
                return _form(e.op.value.replace(" ", "-"), map(self.expr, e.args))
            case ir.Bind():
                return _form(e.op.value, (e.var, self.expr(e.domain), self.expr(e.body)))
            case ir.Call():
                return _form(f"call:{e.name}", map(self.expr, e.args))
            case ir.Let():
                return _form("let", (e.name, self.expr(e.value), self.expr(e.body)))
            case ir.Can():
                return _form(f"can:{e.move}", map(self.expr, e.args))
            case ir.For():
                return _form("for", (self.expr(e.seat), self.expr(e.body)))
            case ir.Old():
                return _form("old", (self.expr(e.body),))
        assert_never(e)

    def effect(self, e: ir.Effect) -> str:
        match e:
            case ir.MoveCard():
                onto = ("bottom",) if e.onto is End.BOTTOM else ()
                return _form("move", (*map(self.expr, (e.card, e.source, e.target)), *onto))
            case ir.MoveMany():
                count = "all" if e.count is None else self.expr(e.count)
                onto = ("bottom",) if e.onto is End.BOTTOM else ()
                ends = (e.end.value,) if e.count is not None else ()
                return _form("move-many", (count, *ends, self.expr(e.source), self.expr(e.target), *onto))
            case ir.Assign(value=None):
                return _form("forget", (self.expr(e.variable),))
            case ir.Assign():
                return _form("assign", (self.expr(e.variable), self._maybe(e.value)))
            case ir.SetMover():
                return _form("set-mover", (self.expr(e.seat),))
            case ir.GoTo():
                return _form("go-to", (e.phase,))
            case ir.Branch():
                branches = (self._block(e.then), self._block(e.otherwise))
                return _form("branch", (self.expr(e.condition), *branches))
            case ir.ForEach():
                start = () if e.start is None else (_form("start", (self.expr(e.start),)),)
                return _form("for-each", (e.var, self.expr(e.domain), *start, self._block(e.body)))
        assert_never(e)

    def _block(self, effects: tuple[ir.Effect, ...]) -> str:
        return "[" + " ".join(map(self.effect, effects)) + "]"

    def _maybe(self, e: ir.Expr | None) -> str:
        return "-" if e is None else self.expr(e)

    def template(self, t: ir.Template | None) -> str:
        if t is None:
            return "-"
        parts = (p.replace("{", "{{") if isinstance(p, str) else "{" + self.expr(p) + "}" for p in t.parts)
        return '"' + "".join(parts) + '"'

    # declarations

    def rules(self) -> Iterator[str]:
        """What decides how a match goes: no texts, no default values, no checks."""
        g = self._game
        yield f"players {g.seats}"
        yield "suits " + " ".join(f"{n.name}:{n.symbol}" for n in g.deck.suits)
        yield "ranks " + " ".join(f"{n.name}:{n.symbol}" for n in g.deck.ranks)
        yield f"deck-where {self._maybe(g.deck.where)}"
        yield f"turn-among {self._maybe(g.turn.among)}"
        for o in g.options:
            values = () if isinstance(o.type, IntType) else (self.value(v, o.type) for v in o.values)
            yield " ".join(("option", o.name, spell(o.type), *values))
        for z in g.zones:
            kind = "stack" if z.ordered else "set"
            audience = f"seen {self.expr(z.seen)} counted {self.expr(z.counted)}"
            yield f"zone {z.name} {_owner(z.per)} {kind} {audience}"
        for v in g.variables:
            starts, seen = self._maybe(v.starts), self.expr(v.seen)
            lasting = " lasting" if v.lasting else ""
            yield f"variable {v.name} {_owner(v.per)} {spell(v.type)} starts {starts} seen {seen}{lasting}"
        for d in g.definitions:
            params = " ".join(f"{spell(p.type)}:{p.name}" for p in d.params)
            yield f"define {d.name}({params}) {spell(d.type)} = {self.expr(d.body)}"
        for p in g.phases:
            yield f"phase {p.name} actors {self._maybe(p.actors)}"
        for step in g.setup:
            yield f"setup {self._step(step)}"
        for m in g.moves:
            yield from self._move(m)
        for e in g.endings:
            results = f"winners {self.expr(e.winners)} losers {self.expr(e.losers)}"
            yield f"ending {e.name} when {self.expr(e.when)} {results}"
            yield from (f"  do {self.effect(effect)}" for effect in e.effects)
            if e.again is not None:
                yield f"  again {self.expr(e.again)}"
        for r in g.requirements:
            yield f"require {self.expr(r.that)}"

    def _step(self, step: ir.Step) -> str:
        match step:
            case ir.Lot():
                target = "mover" if step.variable is None else self.expr(step.variable)
                return _form("lot", (target, self.expr(step.domain)))
            case ir.Deal():
                parts = (self._maybe(step.count), self.expr(step.source), step.target, self.expr(step.start))
                return _form("deal", parts)
            case ir.Draw():
                return _form("draw", map(self.expr, (step.count, step.source, step.target)))
            case ir.EachSeat():
                return _form("each-seat", (self.expr(step.start), step.move))
            case ir.Do():
                return self.effect(step.effect)
        assert_never(step)

    def _move(self, m: ir.Move) -> Iterator[str]:
        yield f"move {m.name} phase {m.phase}" + (" by chance" if m.by_chance else "")
        for c in m.conditions:
            yield f"  when {self.expr(c.that)}"
        for p in m.picks:
            yield f"  pick {p.name} from {self.expr(p.domain)} where {self._maybe(p.where)}"
        for e in m.effects:
            yield f"  do {self.effect(e)}"
        if m.advice is not None:
            yield f"  advice {self.expr(m.advice)}"

    def sayings(self) -> Iterator[str]:
        """The rest: names, defaults, texts, checks, the table."""
        g = self._game
        yield f"game {g.name}"
        for o in g.options:
            yield f"default {o.name} {self.value(o.default, o.type)} {self.template(o.text)}"
        for m in g.moves:
            yield f"text {m.name} {self.template(m.title)} said {self.template(m.said)}"
            for c in m.conditions:
                yield f"  refuse {self.template(c.refusal)}"
            for p in m.picks:
                yield f"  refuse {p.name} {self.template(p.refusal)}"
        for e in g.endings:
            yield f"said {e.name} {self.template(e.said)}"
        for check in g.checks:
            yield f"check {check.name} {self._claim(check.claim)}"
        for expected in g.expected:
            yield f"expected {expected.name} {expected.expect}"
        for shown in g.table.shown:
            yield f"table {shown.place} {shown.zone} by {'suit' if shown.by_suit else 'rank'}"
        yield f"mark {self._maybe(g.table.mark)}"
        for paragraph in g.printed:
            condition, text = self._maybe(paragraph.condition), self.template(paragraph.text)
            yield f"printed {paragraph.name} if {condition} {text}"

    def _claim(self, claim: ir.Claim) -> str:
        match claim:
            case ir.Invariant():
                return _form("always", (self.expr(claim.body),))
            case ir.StepCheck():
                return _form("after", ("[" + " ".join(claim.after) + "]", self.expr(claim.body)))
            case ir.Witness():
                return _form("can-happen", ("[" + " ".join(claim.after) + "]", self.expr(claim.body)))
            case ir.Independence():
                what = " ".join(w.value.replace(" ", "-") for w in claim.what)
                return _form("independent", (f"[{what}]", claim.variable))
        assert_never(claim)


def _owner(per: ir.Owner) -> str:
    return spell(per.of) if isinstance(per, ir.Family) else per.value


def _form(head: str, parts: Iterator[str] | tuple[str, ...] | map[str]) -> str:
    return "(" + " ".join((head, *parts)) + ")"


def print_game(game: ir.Game) -> str:
    """The whole IR, ending in a line feed."""
    printer = Printer(game)
    return "\n".join((*printer.sayings(), *printer.rules())) + "\n"


def digest(game: ir.Game) -> str:
    """SHA-256 (hex) of the rules alone: files that differ only in texts, defaults or checks have the same."""
    return hashlib.sha256("\n".join(Printer(game).rules()).encode()).hexdigest()
