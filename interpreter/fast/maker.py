"""The making of one source text: its functions, their names, and the expressions in them.

Rows of the tables get the maker and make with it what stands inside. Statements that have to run before an
expression go to the maker's `sink`; whoever makes what may not be looked at makes it `aside`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.ground import Ground, Loop
from interpreter.fast.layout import Layout, Row
from interpreter.fast.questions import Questions, is_stack
from interpreter.ir import nodes as ir
from interpreter.ir.types import IntType, SequenceType, Type, Value
from interpreter.ir.walk import inside
from interpreter.text.source import NOWHERE, Span


@dataclass(frozen=True)
class Tables:
    """What becomes of the nodes that have a table, or a way, of their own.

    `choices` is the mask of the last picks for which `can` holds.
    """

    apply: Callable[[ir.Apply, Scope, Maker], Code]
    bind: Callable[[ir.Bind, Scope, Maker], Code]
    ask: Callable[[ir.Can, Scope, Maker], Code]
    choices: Callable[[ir.Can, Scope, Maker], Code | None]


@dataclass
class Maker(Questions):
    """One source in the making. `blocks` are its functions so far.

    `counts`: an ending or check asks for counters; `studies`: the source counts what happens. `settled`
    names the variables that have a value once the set-up is done. `shared` are expressions whose values are
    kept in `known` names while one function is made. `wanted` makes functions that have been called already,
    by their names. `depth` is how far in the statements are that are written; `found` are kept values that
    are known wherever they are wanted; `sure` are effects that cannot fail;
    `preparing`: what is written is a step of the set-up, before which none can have gone to a phase.
    """

    layout: Layout = field(kw_only=True)
    counts: bool = field(kw_only=True)
    settled: frozenset[str] = field(kw_only=True)
    tables: Tables = field(kw_only=True)
    ground: Ground = field(kw_only=True)
    studies: bool = field(kw_only=True, default=False)
    blocks: list[tuple[str, str]] = field(default_factory=list)
    tabulated: dict[tuple[tuple[str, ...], ir.Expr], str] = field(default_factory=dict)
    wanted: dict[str, Callable[[], None]] = field(default_factory=dict)
    shared: frozenset[ir.Expr] = frozenset()
    known: dict[tuple[str, ir.Expr], str] = field(default_factory=dict)
    sink: list[str] = field(default_factory=list)
    depth: int = 0
    found: set[str] = field(default_factory=set)
    sure: frozenset[ir.Effect] = frozenset()
    preparing: bool = False
    _level: int = 0
    _numbers: dict[str, int] = field(default_factory=dict)
    _fixed: dict[tuple[str, str], str] = field(default_factory=dict)

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

    @property
    def always(self) -> bool:
        """Whether what is written now runs whenever the function does."""
        return self.depth == self._level

    # statements

    def aside(self, find: Callable[[], Code]) -> Code:
        """What is found, with the statements that it needs kept in it instead of written."""
        found = self.tried(find)
        assert found is not None
        return found

    def tried(self, find: Callable[[], Code | None]) -> Code | None:
        """The same of what may not be found."""
        outside, inside = self.sink, list[str]()
        self.sink, self.depth = inside, self.depth + 1
        found = find()
        self.sink, self.depth = outside, self.depth - 1
        return None if found is None else replace(found, lines=(*inside, *found.lines))

    def spill(self, code: Code) -> Code:
        """The same with its statements written."""
        self.sink += code.lines
        return replace(code, lines=()) if code.lines else code

    def lines(self, make: Callable[[], Sequence[str]]) -> list[str]:
        """The statements that are made, after those that they need."""
        outside, inside = self.sink, list[str]()
        self.sink, self.depth = inside, self.depth + 1
        last = make()
        self.sink, self.depth = outside, self.depth - 1
        return [*inside, *last]

    # expressions

    def code(self, e: ir.Expr, scope: Scope) -> Code:
        """The value of an expression; `bool`s may come as 0 and 1."""
        if scope.shares and e in self.shared:
            return self.kept(repr((scope.state, scope.me)), e, lambda: self._code(e, scope))
        return self._code(e, scope)

    def lazily(self, e: ir.Expr, scope: Scope) -> Code:
        """The same, made aside."""
        return self.aside(lambda: self.code(e, scope))

    def kept(self, where: str, what: ir.Expr, find: Callable[[], Code]) -> Code:
        """A value that is found when it is wanted for the first time."""
        key = (where, what)
        if key not in self.known:
            self.known[key] = self.fresh("known")
        name = self.known[key]
        if name in self.found:
            return Code(name)
        found = find() if self.always else self.aside(find)
        if not found.lines and found.short:
            return found
        return self.ground.kept(name, found, self)

    def sharing(
        self, bodies: Iterable[ir.Expr], scope: Scope, lines: Callable[[Scope], list[str]]
    ) -> list[str]:
        """The body of a function in which values of `bodies` that occur twice are found once."""
        self.known, self.found, self._level = {}, set(), self.depth + 1
        nodes = Counter(e for body in bodies for e in inside(body) if self.size(e) > 3 and not self.free(e))
        self.shared = frozenset(e for e, times in nodes.items() if times > 1)
        found = self.lines(lambda: lines(replace(scope, shares=True)))
        self.shared = frozenset()
        text = "\n".join(found)
        used = [name for name in self.known.values() if re.search(rf"\b{name}\b", text)]
        return [*self.ground.unknown(used, text), *found] if used else found

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
                return Code(self.ground.content(scope, slot.text, is_stack(e)), slot.faults)
            case ir.Apply():
                return self.tables.apply(e, scope, self)
            case ir.Bind():
                return self.tables.bind(e, scope, self)
            case ir.Call(name, args):
                given = [self.code(a, scope) for a in args]
                texts = (scope.state, scope.me, *(inner(g.text) for g in given))
                return Code(f"{self.name('d', name)}({', '.join(texts)})", True)
            case ir.Can():
                return self.tables.ask(e, scope, self)
            case ir.Let(name, value, body):
                bound, inside = self.named(name, self.code(value, scope), scope)
                return when(bound, self.code(body, inside), "0")
            case ir.For(seat, body):
                bound, me = self.held("who", self.code(seat, scope))
                return when(bound, self.code(body, scope.acting(me)), "0")
            case ir.Old(body):
                return self.ground.old(body, scope, self)
        assert_never(e)

    def named(self, name: str, value: Code, scope: Scope) -> tuple[Code | None, Scope]:
        """A scope in which a name of the rules is this value; and what is to be evaluated first, if any."""
        bound, text = self.held(name, value)
        return bound, scope.bind(name, text)

    def held(self, stem: str, value: Code) -> tuple[Code | None, str]:
        """A text that can be written more than once for a value, and what makes it so."""
        return self.ground.held(stem, value, self)

    def loop(self, loop: Loop, scope: Scope) -> Code:
        return self.ground.loop(loop, scope, self)

    def constant(self, value: Value, kind: Type) -> Code:
        if isinstance(kind, SequenceType):
            return Code(repr(value))
        return Code(str(self.layout.encode(value, kind) if not isinstance(value, bool) else value))

    def _variable(self, e: ir.VariableRef, scope: Scope) -> Code:
        slot, row = self.slot(e, scope), self.layout.variables[e.name]
        if scope.playing and e.name in self.settled:
            return Code(f"{scope.state}[{slot.text}]", slot.faults)
        return self.ground.read(slot, row.unset, e.name, scope, self)

    def slot(self, ref: ir.ZoneRef | ir.VariableRef, scope: Scope) -> Code:
        """Which slot of the state a zone or variable is, or where its slots begin."""
        row = self.row(ref)
        if ref.index is None:
            return Code(str(row.start))
        index = self.code(ref.index, scope)
        owner = self.owner(ref)
        lo = 0
        if isinstance(owner, ir.Family) and isinstance(owner.of, IntType):
            lo, hi = owner.of.lo, owner.of.hi
            if index.number is None or not lo <= index.number <= hi:
                index = Code(self.ground.asked("within", scope, index.text, str(lo), str(hi)), True)
        start = row.start - lo * row.stride
        if index.number is not None:
            return Code(str(start + index.number * row.stride))
        text = inner(index.text) if row.stride == 1 else f"{row.stride} * {index.text}"
        return Code(f"{start} + {index.text if row.stride == 1 else text}" if start else text, index.faults)

    def row(self, ref: ir.ZoneRef | ir.VariableRef) -> Row:
        rows = self.layout.zones if isinstance(ref, ir.ZoneRef) else self.layout.variables
        return rows[ref.name]

    # sets

    def mask(self, e: ir.Expr, scope: Scope) -> Code:
        """The members of a set or stack as a mask."""
        found = self.code(e, scope)
        return Code(f"gather({inner(found.text)})", found.faults) if is_stack(e) else found

    def bit(self, e: ir.Expr, scope: Scope) -> Code:
        """The number of a member's bit, perhaps below 0 for a number that is in no set."""
        return self.shifted(self.code(e, scope), -self.layout.bit(e.type))

    def shifted(self, number: Code, by: int) -> Code:
        if by == 0:
            return number
        if number.number is not None:
            return Code(str(number.number + by))
        return Code(f"({number.text} {'+' if by > 0 else '-'} {abs(by)})", number.faults)


def when(bound: Code | None, value: Code, otherwise: str) -> Code:
    """`value` after what is to be evaluated first; `otherwise` is never looked at."""
    if bound is None:
        return value
    faults = bound.faults or value.faults
    return Code(f"({value.text} if {bound.text} is not None else {otherwise})", faults, value.lines)
