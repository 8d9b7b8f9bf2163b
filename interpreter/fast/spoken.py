"""The values in a game's sentences about moves, found by generated code.

What people read comes from the evaluator (`interpreter/run`), which looks at everything anew each time. Who
says the same sentences thousands of times a second asks here: a function for each sentence, made once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from interpreter.fast.code import Code, Scope
from interpreter.fast.engine import Compiled
from interpreter.ir.nodes import Expr, Template
from interpreter.ir.types import Type

Find: TypeAlias = Callable[..., tuple[Any, ...]]
"""From a state, a seat and its picks to values as slots have them; raises `Undefined` as all such code."""


def types_of(template: Template) -> tuple[Type, ...]:
    """Of the values in a sentence, in order."""
    return tuple(part.type for part in template.parts if not isinstance(part, str))


def titles(engine: Compiled, move: int) -> Find | None:
    """What finds the values in the title of a move, by its number; None if it has none."""
    return _find(engine, move, "title", engine.made.maker.game.moves[move].title)


def sayings(engine: Compiled, move: int) -> Find | None:
    """The same for what is said of the move when it is made; the state is the one before it."""
    return _find(engine, move, "said", engine.made.maker.game.moves[move].said)


def _find(engine: Compiled, number: int, what: str, template: Template | None) -> Find | None:
    if template is None:
        return None
    maker, move = engine.made.maker, engine.made.maker.game.moves[number]
    picks = {pick.name: maker.fresh(pick.name) for pick in move.picks}
    scope, parts = Scope(names=picks), [p for p in template.parts if not isinstance(p, str)]
    name = maker.name(what, move.name)

    def value(part: Expr) -> str:
        found: Code = maker.spill(maker.code(part, scope))
        return f"{found.text}, "

    lines = maker.lines(lambda: [f"return ({''.join(map(value, parts))})"])
    maker.function(name, ("s", "me", *picks.values()), lines, template.span)
    return engine.function(name)
