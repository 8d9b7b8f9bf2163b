"""Our terms as Z3's: each once for a context, through the solver's own C interface.

The interface is called directly because z3's Python classes check and wrap every argument, which costs more
than all solving does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import z3
from z3 import z3core

from verify import terms as t
from verify.terms import Kind, Sort, Term


class Lowering:
    """The terms of one context of the solver."""

    def __init__(self, context: z3.Context) -> None:
        self.context = context
        self._ref = context.ref()
        self._known: dict[Term, z3.Ast] = {}
        card = z3.DeclareSort("Card", context)
        self._sorts = {t.BOOL: z3.BoolSort(context).ast, t.INT: z3.IntSort(context).ast, t.CARD: card.ast}
        self._kept = card  # alive as long as its sort is used
        self._functions: dict[tuple[str, Sort, tuple[Sort, ...]], z3.FuncDecl] = {}
        self.certain: list[Term] = []
        """Certain cards that were lowered; they are different from each other."""

    def truth(self, term: t.Truth) -> z3.BoolRef:
        return z3.BoolRef(self.ast(term), self.context)

    def ast(self, term: Term) -> z3.Ast:
        """The solver's node; its parts are made first, without recursion."""
        known = self._known
        if term in known:
            return known[term]
        todo = [term]
        while todo:
            now = todo[-1]
            if now in known:
                todo.pop()
                continue
            missing = [a for a in now.args if a not in known]
            if missing:
                todo.extend(missing)
                continue
            made = self._make(now)
            z3core.Z3_inc_ref(self._ref, made)
            known[now] = made
            todo.pop()
        return known[term]

    def _array(self, asts: Iterable[z3.Ast]) -> tuple[int, object]:
        found = list(asts)
        return len(found), (z3.Ast * len(found))(*found)

    def _make(self, term: Term) -> z3.Ast:
        ref, args = self._ref, [self._known[a] for a in term.args]
        match term.kind:
            case Kind.VALUE:
                return self._value(term)
            case Kind.CONST | Kind.APPLY:
                return z3core.Z3_mk_app(ref, self._function(term), *self._array(args))
            case Kind.NOT:
                return z3core.Z3_mk_not(ref, *args)
            case Kind.AND:
                return z3core.Z3_mk_and(ref, *self._array(args))
            case Kind.OR:
                return z3core.Z3_mk_or(ref, *self._array(args))
            case Kind.EQ:
                return z3core.Z3_mk_eq(ref, *args)
            case Kind.ITE:
                return z3core.Z3_mk_ite(ref, *args)
            case Kind.POSITIVE:
                return z3core.Z3_mk_gt(ref, *args, self._number(0))
            case Kind.SUM:
                return self._sum(term, args)
            case Kind.MUL:
                return z3core.Z3_mk_mul(ref, *self._array(args))

    def _number(self, value: int) -> z3.Ast:
        return self.ast(t.number(value))

    def _value(self, term: Term) -> z3.Ast:
        if term.sort is t.BOOL:
            return z3core.Z3_mk_true(self._ref) if term is t.YES else z3core.Z3_mk_false(self._ref)
        assert isinstance(term.label, int)
        if term.sort is t.INT:
            return z3core.Z3_mk_int64(self._ref, term.label, self._sorts[t.INT])
        self.certain.append(term)
        return self.ast(t.unknown(f"card {term.label}", t.CARD))

    def _function(self, term: Term) -> z3.FuncDecl:
        name, sorts = str(term.label), tuple(a.sort for a in term.args)
        key = name, term.sort, sorts
        if key not in self._functions:
            symbol = z3core.Z3_mk_string_symbol(self._ref, name)
            size, domain = len(sorts), (z3.z3core.Sort * len(sorts))(*(self._sorts[s] for s in sorts))
            made = z3core.Z3_mk_func_decl(self._ref, symbol, size, domain, self._sorts[term.sort])
            z3core.Z3_inc_ref(self._ref, z3core.Z3_func_decl_to_ast(self._ref, made))
            self._functions[key] = made
        return self._functions[key]

    def _sum(self, term: Term, args: list[z3.Ast]) -> z3.Ast:
        assert isinstance(term.label, tuple)
        constant, *factors = term.label
        parts = [a if f == 1 else self._scaled(a, f) for a, f in zip(args, factors, strict=True)]
        if constant:
            parts.append(self._number(constant))
        return parts[0] if len(parts) == 1 else z3core.Z3_mk_add(self._ref, *self._array(parts))

    def _scaled(self, ast: z3.Ast, factor: int) -> z3.Ast:
        scaled = z3core.Z3_mk_mul(self._ref, *self._array((self._number(factor), ast)))
        z3core.Z3_inc_ref(self._ref, scaled)
        return scaled


Lower = Callable[[Term], z3.Ast]
