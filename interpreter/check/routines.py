"""Checking routines: effects under a name, which `do name` puts in place; the representation has none."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.declare import Declarations
from interpreter.check.depend import in_order
from interpreter.check.effects import Effects
from interpreter.check.scope import Moment, RoutineInfo, Scope, Symbols
from interpreter.front import declared as d
from interpreter.front import syntax as s
from interpreter.front.parser import parse_effect
from interpreter.ir import nodes as ir
from interpreter.ir.walk import all_effects, expressions_of, nested, speaks_of_me
from interpreter.text.codes import Code

_ACTING = Scope(Moment.RULE, me=True)


class Routines:
    """Checks the routines of a file, each after those it needs."""

    def __init__(self, effects: Effects, symbols: Symbols, declarations: Declarations) -> None:
        self._effects = effects
        self._symbols = symbols
        self._report = symbols.report
        self._declarations = declarations

    def read(self, declared: tuple[d.DRoutine, ...]) -> None:
        """After this, effects may do them."""
        self._declarations.section(r.name for r in declared)
        names = {r.name.value: r for r in declared}
        trees = {n: tuple(parse_effect(text, self._report) for text in r.do) for n, r in names.items()}
        whole = {n: tuple(t for t in found if t is not None) for n, found in trees.items()}
        needs = {n: tuple(p for t in found for p in _performed(t)) for n, found in whole.items()}
        circles: set[str] = set()

        def back(circle: list[str]) -> None:
            first = next(p for p in needs[circle[-1]] if p.text == circle[0])
            if not circles & set(circle):
                self._report.add(Code.E409, first.span, f"the routine `{first.text}` needs itself")
            circles.update(circle)

        order = in_order(names, lambda name: [p.text for p in needs[name] if p.text in names], back)
        for name in order:
            if name in circles:
                self._symbols.broken.add(name)
            else:
                self._check(names[name], whole[name])

    def _check(self, routine: d.DRoutine, trees: tuple[s.Effect, ...]) -> None:
        effects = self._effects.block(trees, _ACTING)
        if not routine.do:
            self._report.add(
                Code.E602, routine.name.span, f"the routine `{routine.name.value}` changes nothing"
            )
        everything = list(all_effects(effects))
        about_me = any(speaks_of_me(x, self._symbols.about_me) for e in everything for x in expressions_of(e))
        info = RoutineInfo(effects, len(everything), _depth(effects), about_me)
        self._symbols.routines[routine.name.value] = info

    def idle(self, declared: tuple[d.DRoutine, ...]) -> None:
        """Warn of those that nothing does; to be asked when all effects are checked."""
        for routine in declared:
            if routine.name.value not in self._symbols.done | self._symbols.broken:
                message = f"nothing does the routine `{routine.name.value}`"
                self._report.add(Code.W909, routine.name.span, message)


def _performed(tree: s.Effect) -> Iterator[s.Name]:
    """The routines that an effect does, at any depth."""
    match tree:
        case s.Perform():
            yield tree.routine
        case s.Group():
            for effect in tree.effects:
                yield from _performed(effect)
        case s.EachOf():
            yield from _performed(tree.body)
        case s.IfEffect():
            yield from _performed(tree.then)
            if tree.otherwise is not None:
                yield from _performed(tree.otherwise)
        case _:
            pass


def _depth(effects: tuple[ir.Effect, ...]) -> int:
    return max((1 + _depth(nested(e)) for e in effects), default=0)
