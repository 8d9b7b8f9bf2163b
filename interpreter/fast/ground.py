"""What generated source stands on: how a state looks there, and what may be written where.

The tables of operators are the same for all source; where the texts differ they ask their maker's ground.

- `Tuples` is for source that makes new states of old ones (`engine.py`). A stack is a tuple of cards, a value
  that is used twice gets its name inside the expression, a loop is a function, and what is outside an
  operation's domain raises `Undefined`.
- `Slots` (`slots.py`) is for source that plays in place (`kernel.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from interpreter.fast.code import Code, Scope, indented, inner
from interpreter.ir import nodes as ir
from interpreter.text.source import Span

if TYPE_CHECKING:
    from interpreter.fast.maker import Maker


@dataclass(frozen=True)
class Round:
    """A loop over the members of the mask `domain`, whose bits are `low` below them.

    Statements `before` it, the `body` for the name of a member, and what comes of it all.
    """

    before: Sequence[str]
    domain: Code
    low: int
    body: Callable[[str], list[str]]
    value: str


Build = Callable[[Scope, str, str], Round]
"""From the scope inside, the name of the result and the text of the argument, if there is one."""


@dataclass(frozen=True)
class Loop:
    """A loop to be made: `stem` and `var` are words for names, `free` the names of the rules that it reads.

    `given` is a mask that is found before the loop begins.
    """

    stem: str
    var: str
    free: Iterable[str]
    span: Span
    build: Build
    given: Code | None = None


class Ground(Protocol):
    """See the module. Arguments that are texts are expressions of Python."""

    def undefined(self, scope: Scope) -> str:
        """An operation has no result here."""
        ...

    def asked(self, name: str, scope: Scope, *args: str) -> str:
        """A call of a routine that may find that there is no result."""
        ...

    def content(self, scope: Scope, slot: str, ordered: bool) -> str: ...

    def size(self, stack: str) -> str: ...

    def some(self, stack: str) -> str:
        """Whether a stack has cards."""
        ...

    def holds(self, stack: str, card: str) -> str: ...

    def alike(self, a: str, b: str) -> str:
        """Whether two stacks are the same."""
        ...

    def end(self, word: str, stack: Code, scope: Scope) -> Code:
        """The card at the `top` or `bottom`."""
        ...

    def ones(self, mask: str) -> str:
        """How many members a mask has."""
        ...

    def either(self, condition: Code, then: Code, otherwise: Code, maker: Maker) -> Code:
        """One of two stacks."""
        ...

    def held(self, stem: str, value: Code, maker: Maker) -> tuple[Code | None, str]:
        """A text that can be written more than once for a value, and what makes it so."""
        ...

    def read(self, slot: Code, unset: int, stem: str, scope: Scope, maker: Maker) -> Code:
        """A variable that must have a value."""
        ...

    def loop(self, loop: Loop, scope: Scope, maker: Maker) -> Code: ...

    def kept(self, name: str, found: Code, maker: Maker) -> Code:
        """A value that is found when it is wanted for the first time."""
        ...

    def unknown(self, names: Sequence[str], text: str) -> list[str]:
        """Statements by which none of such values has been found yet; `text` is what comes after them."""
        ...

    def after(self, seat: Code, scope: Scope, maker: Maker) -> Code:
        """The next seat that takes part, where not all do."""
        ...

    def counter(self, name: str, scope: Scope, maker: Maker) -> str: ...

    def last(self, what: str, scope: Scope, maker: Maker) -> str:
        """The `move` or the `player` of the last step."""
        ...

    def there(self, text: str, scope: Scope, maker: Maker) -> Code:
        """What is known from the step before, which may be none."""
        ...

    def laid_by(self, card: str, scope: Scope, maker: Maker) -> str: ...

    def old(self, body: ir.Expr, scope: Scope, maker: Maker) -> Code: ...


class Tuples:
    """See the module."""

    def undefined(self, scope: Scope) -> str:
        return "undefined()"

    def asked(self, name: str, scope: Scope, *args: str) -> str:
        return f"{name}({', '.join(map(inner, args))})"

    def content(self, scope: Scope, slot: str, ordered: bool) -> str:
        return f"{scope.state}[{slot}]"

    def size(self, stack: str) -> str:
        return f"len({inner(stack)})"

    def some(self, stack: str) -> str:
        return stack

    def holds(self, stack: str, card: str) -> str:
        return f"({card} in {stack})"

    def alike(self, a: str, b: str) -> str:
        return f"({a} == {b})"

    def end(self, word: str, stack: Code, scope: Scope) -> Code:
        if stack.short:
            place = -1 if word == "top" else 0
            return Code(f"({stack.text}[{place}] if {stack.text} else undefined())", True)
        return Code(f"{word}({inner(stack.text)})", True)

    def ones(self, mask: str) -> str:
        return f"{mask}.bit_count()"

    def either(self, condition: Code, then: Code, otherwise: Code, maker: Maker) -> Code:
        text = f"({then.text} if {condition.text} else {otherwise.text})"
        return Code(text, condition.faults or then.faults or otherwise.faults)

    def held(self, stem: str, value: Code, maker: Maker) -> tuple[Code | None, str]:
        if value.short:
            return None, value.text
        name = maker.fresh(stem)
        return Code(f"({name} := {inner(value.text)})", value.faults), name

    def read(self, slot: Code, unset: int, stem: str, scope: Scope, maker: Maker) -> Code:
        text = f"{scope.state}[{slot.text}]"
        if twice(text):
            return Code(f"({text} if {text} != {unset} else undefined())", True)
        name = maker.fresh(stem)
        return Code(f"({name} if ({name} := {text}) != {unset} else undefined())", True)

    def loop(self, loop: Loop, scope: Scope, maker: Maker) -> Code:
        """A call of a new function."""
        params, given, names = ["s", "me"], [scope.state, scope.me], dict[str, str]()
        if scope.past is not None:
            params.append("past")
            given.append(scope.past)
        if loop.given is not None:
            params.append("some")
            given.append(inner(loop.given.text))
        for name in sorted(loop.free):
            text = Code(scope.names[name])
            if text.number is not None:
                names[name] = text.text
                continue
            names[name] = maker.fresh(name)
            params.append(names[name])
            given.append(text.text)
        past = None if scope.past is None else "past"
        called = maker.fresh(loop.stem)
        there = Scope("s", "me", past, scope.playing, scope.certain, names=names)
        made = loop.build(there, "found", "some")
        member = maker.fresh(loop.var)
        head = [f"for {member} in members({inner(made.domain.text)}):"]
        if made.low:
            head.append(f"    {member} = {member} + {made.low}")
        lines = [*made.before, *head, *indented(made.body(member)), f"return {inner(made.value)}"]
        maker.function(called, params, lines, loop.span)
        return Code(f"{called}({', '.join(given)})", True)

    def kept(self, name: str, found: Code, maker: Maker) -> Code:
        return Code(f"({name} if {name} is not None else ({name} := {inner(found.text)}))", found.faults)

    def unknown(self, names: Sequence[str], text: str) -> list[str]:
        return [f"{' = '.join(names)} = None"]

    def after(self, seat: Code, scope: Scope, maker: Maker) -> Code:
        return Code(f"{maker.name('after', 'seat')}({scope.state}, {inner(seat.text)})", True)

    def counter(self, name: str, scope: Scope, maker: Maker) -> str:
        return f"{name}({scope.state})"

    def last(self, what: str, scope: Scope, maker: Maker) -> str:
        return f"{scope.past}[{3 if what == 'move' else 2}]"

    def there(self, text: str, scope: Scope, maker: Maker) -> Code:
        if scope.certain:
            return Code(text)
        return Code(f"({text} if {scope.past} is not None else undefined())", True)

    def laid_by(self, card: str, scope: Scope, maker: Maker) -> str:
        return f"laid_by({scope.past}, {inner(card)})"

    def old(self, body: ir.Expr, scope: Scope, maker: Maker) -> Code:
        assert scope.past is not None
        past = scope.past
        before = replace(scope, state=f"{past}[0]", me=f"{past}[2]", past=f"{past}[1]", certain=False)
        found = maker.code(body, before)
        if scope.certain:
            return found
        return Code(f"({found.text} if {past} is not None else undefined())", True)


def twice(text: str) -> bool:
    """Whether a slot is so short that it can be read twice."""
    return Code(text).short or re.fullmatch(r"\w+\[(\d+ \+ )?\w+\]", text) is not None
