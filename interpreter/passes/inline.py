"""Definitions, put in place of their calls. Afterwards a game has no `Call` and no definitions.

Arguments are found first, as in a call: an argument that is more than a name or a literal gets a name of
its own by `Let`. Names bound inside a definition are made fresh, so that nothing is captured. Where advice
asks what is hidden, less may be asked for afterwards (the size of a zone, not its cards), never more.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.walk import rebuild


def inline(game: ir.Game, names: Container[str] | None = None) -> ir.Game:
    """`game` with every definition, or only those of these names, in place of its calls."""
    chosen = {d.name: d for d in game.definitions if names is None or d.name in names}
    kept = tuple(d for d in game.definitions if d.name not in chosen)
    return rewrite.game(replace(game, definitions=kept), _Inline(chosen).expr)


class _Inline:
    def __init__(self, definitions: Mapping[str, ir.Definition]) -> None:
        self._definitions = definitions
        self._fresh = 0

    def expr(self, e: ir.Expr) -> ir.Expr:
        return self._rename(e, {})

    def _name(self, name: str) -> str:
        """A name that no rule file can hold, used once."""
        self._fresh += 1
        plain, _, _ = name.partition("#")
        return f"{plain}#{self._fresh}"

    def _rename(self, e: ir.Expr, names: Mapping[str, ir.Expr]) -> ir.Expr:
        """`e` with its free locals replaced and its calls inlined."""
        match e:
            case ir.Local():
                return names.get(e.name, e)
            case ir.Bind():
                domain = self._rename(e.domain, names)
                var, inner = self._bound(e.var, e, names)
                return replace(e, var=var, domain=domain, body=self._rename(e.body, inner))
            case ir.Let():
                value = self._rename(e.value, names)
                name, inner = self._bound(e.name, e.value, names)
                return replace(e, name=name, value=value, body=self._rename(e.body, inner))
            case ir.Call():
                return self._call(e, tuple(self._rename(a, names) for a in e.args))
        return rebuild(e, lambda child: self._rename(child, names))

    def _bound(
        self, name: str, e: ir.Expr, names: Mapping[str, ir.Expr]
    ) -> tuple[str, Mapping[str, ir.Expr]]:
        if not names:
            return name, names
        fresh = self._name(name)
        kind = getattr(e.domain.type, "of", e.type) if isinstance(e, ir.Bind) else e.type
        return fresh, {**names, name: ir.Local(fresh, kind, e.span)}

    def _call(self, call: ir.Call, args: tuple[ir.Expr, ...]) -> ir.Expr:
        definition = self._definitions.get(call.name)
        if definition is None:
            return replace(call, args=args)
        named: list[tuple[str, ir.Expr]] = []
        names: dict[str, ir.Expr] = {"": call}  # never empty: what the body binds is always made fresh
        for param, arg in zip(definition.params, args, strict=True):
            if isinstance(arg, ir.Local | ir.Literal | ir.OptionRef):
                names[param.name] = arg
            else:
                fresh = self._name(param.name)
                named.append((fresh, arg))
                names[param.name] = ir.Local(fresh, arg.type, arg.span)
        body = self._rename(definition.body, names)
        for fresh, arg in reversed(named):
            body = ir.Let(fresh, arg, body, body.type, call.span)
        return body
