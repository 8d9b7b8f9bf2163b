"""The making of one source text: its functions, their names, and the expressions in them.

Rows of the tables get the maker and make with it what stands inside. A loop becomes a function of its own, so
that the source has no nested comprehensions and each function names the line of the rules that it is made
from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.layout import Layout, Row
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import (
    Card,
    CardType,
    IntType,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    SuitType,
    Type,
    Value,
)
from interpreter.ir.walk import children, inside
from interpreter.text.source import NOWHERE, Span

_ALL = (Op.SUITS, Op.RANKS, Op.CARDS, Op.SEATS)
SMALL = 60
"""Nodes of a loop over seats or suits that is written out, all rounds together."""


@dataclass
class Maker:
    """One source in the making; `cards` are those in play. `blocks` are its functions so far.

    `settled` names the variables that have a value once the set-up is done. `shared` are expressions whose
    values are kept in `known` names while one function is made.

    `wanted` makes functions that have been called already, by their names.
    """

    game: ir.Game
    layout: Layout
    cards: tuple[Card, ...]
    counts: bool
    settled: frozenset[str]
    apply: Callable[[ir.Apply, Scope, Maker], Code]
    bind: Callable[[ir.Bind, Scope, Maker], Code]
    ask: Callable[[ir.Can, Scope, Maker], Code]
    choices: Callable[[ir.Can, Scope, Maker], Code | None]
    blocks: list[tuple[str, str]] = field(default_factory=list)
    tables: dict[tuple[tuple[str, ...], ir.Expr], str] = field(default_factory=dict)
    wanted: dict[str, Callable[[], None]] = field(default_factory=dict)
    shared: frozenset[ir.Expr] = frozenset()
    known: dict[tuple[str, ir.Expr], str] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)
    _fixed: dict[tuple[str, str], str] = field(default_factory=dict)
    _free: dict[int, tuple[ir.Expr, frozenset[str]]] = field(default_factory=dict)
    _size: dict[int, tuple[ir.Expr, int]] = field(default_factory=dict)

    @property
    def draft(self) -> str:
        """What makes a list of a state's slots."""
        return "Draft" if self.counts else "list"

    @property
    def final(self) -> str:
        """What makes a state of a draft."""
        return "counted" if self.counts else "tuple"

    # names and functions

    def fresh(self, stem: str) -> str:
        """A name that is not used yet, from a word of the rules or of ours."""
        stem = re.sub(r"\W", "_", stem.partition("#")[0])
        number = self._numbers.get(stem, 0)
        self._numbers[stem] = number + 1
        return f"{stem}_{number}"

    def name(self, kind: str, of: str) -> str:
        """The name of the function of this kind that there is one of for a thing of the rules."""
        if (kind, of) not in self._fixed:
            self._fixed[kind, of] = self.fresh(f"{kind}_{of}")
        return self._fixed[kind, of]

    def made(self, kind: str, of: str) -> bool:
        return (kind, of) in self._fixed

    def function(self, name: str, params: Iterable[str], lines: Sequence[str], span: Span = NOWHERE) -> None:
        """A function of the source, below the line of the rules that it is made from."""
        head = [f"# {self.where(span)}"] if span.source is not NOWHERE.source else []
        body = [f"    {line}" for line in lines]
        self.blocks.append((name, "\n".join((*head, f"def {name}({', '.join(params)}):", *body))))

    def statement(self, name: str, text: str, span: Span) -> None:
        """What gives a name its value when the module is loaded."""
        self.blocks.append((name, f"# {self.where(span)}\n{text}"))

    def where(self, span: Span) -> str:
        line = span.line
        said = " ".join(span.source.line(line).split())
        said = "".join(c if c.isprintable() else "?" for c in said)
        return f"{span.source.name.replace(chr(92), '/').rpartition('/')[2]}:{line}: {said[:90]}"

    # expressions

    def code(self, e: ir.Expr, scope: Scope) -> Code:
        """The value of an expression; `bool`s may come as 0 and 1."""
        if scope.shares and e in self.shared:
            return self.kept(repr((scope.state, scope.me)), e, lambda: self._code(e, scope))
        return self._code(e, scope)

    def kept(self, where: str, what: ir.Expr, find: Callable[[], Code]) -> Code:
        """A value that is found when it is wanted for the first time."""
        key = (where, what)
        if key not in self.known:
            self.known[key] = self.fresh("known")
        name, found = self.known[key], find()
        if found.short:
            return found
        return Code(f"({name} if {name} is not None else ({name} := {inner(found.text)}))", found.faults)

    def sharing(
        self, bodies: Iterable[ir.Expr], scope: Scope, lines: Callable[[Scope], list[str]]
    ) -> list[str]:
        """The body of a function in which values of `bodies` that occur twice are found once."""
        self.known = {}
        nodes = Counter(e for body in bodies for e in inside(body) if self.size(e) > 3 and not self.free(e))
        self.shared = frozenset(e for e, times in nodes.items() if times > 1)
        found = lines(replace(scope, shares=True))
        self.shared = frozenset()
        text = "\n".join(found)
        used = [name for name in self.known.values() if re.search(rf"\b{name}\b", text)]
        return [f"{' = '.join(used)} = None", *found] if used else found

    def _code(self, e: ir.Expr, scope: Scope) -> Code:
        match e:
            case ir.Literal(value, kind):
                return self.constant(value, kind)
            case ir.OptionRef():
                raise AssertionError("options have values before anything is made")
            case ir.Local(name):
                return Code(scope.names[name])
            case ir.VariableRef():
                return self._variable(e, scope)
            case ir.ZoneRef():
                slot = self.slot(e, scope)
                return Code(f"{scope.state}[{slot.text}]", slot.faults)
            case ir.Apply():
                return self.apply(e, scope, self)
            case ir.Bind():
                return self.bind(e, scope, self)
            case ir.Call(name, args):
                given = [self.code(a, scope) for a in args]
                texts = (scope.state, scope.me, *(inner(g.text) for g in given))
                return Code(f"{self.name('d', name)}({', '.join(texts)})", True)
            case ir.Can():
                return self.ask(e, scope, self)
            case ir.Let(name, value, body):
                bound, inside = self.named(name, self.code(value, scope), scope)
                return when(bound, self.code(body, inside), "0")
            case ir.For(seat, body):
                bound, me = self.held("who", self.code(seat, scope))
                return when(bound, self.code(body, replace(scope, me=me)), "0")
            case ir.Old(body):
                return self._old(body, scope)
        assert_never(e)

    def named(self, name: str, value: Code, scope: Scope) -> tuple[Code | None, Scope]:
        """A scope in which a name of the rules is this value; and what is to be evaluated first, if any."""
        bound, text = self.held(name, value)
        return bound, scope.bind(name, text)

    def held(self, stem: str, value: Code) -> tuple[Code | None, str]:
        """A text that can be written more than once for a value, and what makes it so."""
        if value.short:
            return None, value.text
        name = self.fresh(stem)
        return Code(f"({name} := {inner(value.text)})", value.faults), name

    def _old(self, body: ir.Expr, scope: Scope) -> Code:
        assert scope.past is not None
        past = scope.past
        before = replace(scope, state=f"{past}[0]", me=f"{past}[2]", past=f"{past}[1]", certain=False)
        found = self.code(body, before)
        if scope.certain:
            return found
        return Code(f"({found.text} if {past} is not None else undefined())", True)

    def constant(self, value: Value, kind: Type) -> Code:
        if isinstance(kind, SequenceType):
            return Code(repr(value))
        return Code(str(self.layout.encode(value, kind) if not isinstance(value, bool) else value))

    def _variable(self, e: ir.VariableRef, scope: Scope) -> Code:
        slot, row = self.slot(e, scope), self.layout.variables[e.name]
        text = f"{scope.state}[{slot.text}]"
        if scope.playing and e.name in self.settled:
            return Code(text, slot.faults)
        if not Code(text).short and not re.fullmatch(r"\w+\[(\d+ \+ )?\w+\]", text):
            name = self.fresh(e.name)
            return Code(f"({name} if ({name} := {text}) != {row.unset} else undefined())", True)
        return Code(f"({text} if {text} != {row.unset} else undefined())", True)

    def slot(self, ref: ir.ZoneRef | ir.VariableRef, scope: Scope) -> Code:
        """Which slot of the state a zone or variable is."""
        row = self.row(ref)
        if ref.index is None:
            return Code(str(row.start))
        index = self.code(ref.index, scope)
        owner = self._owner(ref)
        start = row.start
        if isinstance(owner, ir.Family) and isinstance(owner.of, IntType):
            lo, hi = owner.of.lo, owner.of.hi
            start -= lo
            if index.number is None or not lo <= index.number <= hi:
                index = Code(f"within({inner(index.text)}, {lo}, {hi})", True)
        if index.number is not None:
            return Code(str(start + index.number))
        return Code(f"{start} + {index.text}" if start else inner(index.text), index.faults)

    def row(self, ref: ir.ZoneRef | ir.VariableRef) -> Row:
        rows = self.layout.zones if isinstance(ref, ir.ZoneRef) else self.layout.variables
        return rows[ref.name]

    def _owner(self, ref: ir.ZoneRef | ir.VariableRef) -> ir.Owner:
        declared = self.game.zones if isinstance(ref, ir.ZoneRef) else self.game.variables
        return next(d.per for d in declared if d.name == ref.name)

    # sets

    def mask(self, e: ir.Expr, scope: Scope) -> Code:
        """The members of a set or stack as a mask."""
        found = self.code(e, scope)
        if isinstance(e.type, SequenceType):
            return Code(f"gather({inner(found.text)})", found.faults)
        return found

    def bit(self, e: ir.Expr, scope: Scope) -> Code:
        """The number of a member's bit, perhaps below 0 for a number that is in no set."""
        return self.shifted(self.code(e, scope), -self.layout.bit(e.type))

    def shifted(self, number: Code, by: int) -> Code:
        if by == 0:
            return number
        if number.number is not None:
            return Code(str(number.number + by))
        return Code(f"({number.text} {'+' if by > 0 else '-'} {abs(by)})", number.faults)

    def every(self, kind: Type) -> int | None:
        """The mask of all members of a type, where there are as many as there are suits, seats or cards."""
        match kind:
            case IntType():
                return None
            case _:
                return self._everything.get(type(kind))

    @property
    def _everything(self) -> dict[type, int]:
        deck = self.game.deck
        return {
            CardType: sum(1 << c for c in self.cards),
            SuitType: (1 << len(deck.suits)) - 1,
            RankType: (1 << len(deck.ranks)) - 1,
            SeatType: (1 << self.game.seats) - 1,
        }

    # functions of loops

    def loop(
        self,
        stem: str,
        free: Iterable[str],
        span: Span,
        scope: Scope,
        lines: Callable[[Scope], list[str]],
        first: tuple[str, Code] | None = None,
    ) -> Code:
        """A call of a new function; `lines` makes its body, in the scope that it has there.

        `free` are the names that the body reads, `first` is one argument more.
        """
        params, given, names = ["s", "me"], [scope.state, scope.me], dict[str, str]()
        if scope.past is not None:
            params.append("past")
            given.append(scope.past)
        if first is not None:
            params.append(first[0])
            given.append(inner(first[1].text))
        for name in sorted(free):
            text = Code(scope.names[name])
            if text.number is not None:
                names[name] = text.text
                continue
            names[name] = self.fresh(name)
            params.append(names[name])
            given.append(text.text)
        past = None if scope.past is None else "past"
        called = self.fresh(stem)
        self.function(
            called, params, lines(Scope("s", "me", past, scope.playing, scope.certain, False, names)), span
        )
        return Code(f"{called}({', '.join(given)})", True)

    # questions about expressions

    def free(self, e: ir.Expr) -> frozenset[str]:
        """The names that an expression reads and does not bind."""
        if id(e) not in self._free:
            found = frozenset[str]().union(*map(self.free, children(e)))
            match e:
                case ir.Local(name):
                    found |= {name}
                case ir.Bind(_, var, domain, body):
                    found = self.free(domain) | (self.free(body) - {var})
                case ir.Let(name, value, body):
                    found = self.free(value) | (self.free(body) - {name})
            self._free[id(e)] = (e, found)
        return self._free[id(e)][1]

    def size(self, e: ir.Expr) -> int:
        """The nodes of an expression."""
        if id(e) not in self._size:
            self._size[id(e)] = (e, 1 + sum(map(self.size, children(e))))
        return self._size[id(e)][1]

    def rounds(self, e: ir.Bind) -> range | None:
        """The members of a loop that is short enough to be written out."""
        if not (
            isinstance(e.domain, ir.Apply) and e.domain.op in _ALL and isinstance(e.domain.type, SetType)
        ):
            return None
        every = self.every(e.domain.type.of)
        if every is None or every & (every + 1) or every.bit_length() * self.size(e.body) > SMALL:
            return None
        return range(every.bit_length())


def when(bound: Code | None, value: Code, otherwise: str) -> Code:
    """`value` after what is to be evaluated first; `otherwise` is never looked at."""
    if bound is None:
        return value
    return Code(f"({value.text} if {bound.text} is not None else {otherwise})", bound.faults or value.faults)
