"""Options: their types, their values, their defaults."""

from __future__ import annotations

from interpreter.check.expressions import Expressions
from interpreter.check.kinds import Kinds
from interpreter.check.naming import Naming
from interpreter.check.scope import Moment, Scope
from interpreter.check.texts import template
from interpreter.check.values import read_value, spell_values
from interpreter.front import declared as d
from interpreter.front.tree import Scalar
from interpreter.front.words import TRUTH
from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, CARD, SEAT, IntType, Type, Value, describe
from interpreter.text.codes import Code


class Options:
    """Reads the options of one file into the symbols of `expressions`."""

    def __init__(self, expressions: Expressions, naming: Naming, kinds: Kinds) -> None:
        self._x = expressions
        self._symbols = expressions.symbols
        self._report = expressions.report
        self._naming = naming
        self._kinds = kinds

    def read(self, declared: tuple[d.DOption, ...]) -> None:
        for item in declared:
            option = self._option(item)
            if not self._naming.new_name(item.name):
                continue
            if option is not None:
                self._symbols.options[option.name] = option
            else:
                self._symbols.broken.add(item.name.value)

    def _option(self, item: d.DOption) -> ir.Option | None:
        found = self._domain(item)
        if found is None or item.default is None:
            return None
        kind, values = found
        default = read_value(item.default.value, kind, self._symbols)
        if default is None or default not in values:
            message = f"the default `{item.default.value}` is not one of the values of `{item.name.value}`"
            self._report.add(Code.E802, item.default.span, message, spell_values(kind, values, self._symbols))
            return None
        text = template(self._x, item.text, Scope(Moment.STILL, me=False))
        return ir.Option(item.name.value, kind, values, default, text, item.name.span)

    def _domain(self, item: d.DOption) -> tuple[Type, tuple[Value, ...]] | None:
        if item.range is not None:
            numbers = self._kinds.range(item.range)
            return None if numbers is None else (numbers, tuple(range(numbers.lo, numbers.hi + 1)))
        kind = self._option_type(item.type) if item.type is not None else None
        if item.type is not None and kind is None:
            return None
        if item.members:
            return self._listed(item.members, kind)
        if kind is not None and not item.limited:
            return kind, self._all_of(kind)
        if not item.limited and item.default is not None and item.default.value in TRUTH:
            return BOOL, (False, True)
        if not item.limited or item.members is not None:
            message = f"it is not said which values `{item.name.value}` may have"
            self._report.add(Code.E812, item.name.span, message, "add `range: 0..9`, or `from: [one, two]`")
        return None

    def _option_type(self, text: Scalar) -> Type | None:
        kind = self._kinds.named(text)
        if kind not in (CARD, SEAT):
            return kind
        message = f"an option cannot be {describe(kind)}"
        self._report.add(
            Code.E416, text.span, message, "it is a `flag`, a `suit`, a `rank`, or a range of numbers"
        )
        return None

    def _all_of(self, kind: Type) -> tuple[Value, ...]:
        if isinstance(kind, IntType):
            return tuple(range(kind.lo, kind.hi + 1))
        return (False, True) if kind == BOOL else tuple(range(self._symbols.count(kind)))

    def _listed(
        self, members: tuple[Scalar, ...], kind: Type | None
    ) -> tuple[Type, tuple[Value, ...]] | None:
        seen: set[str] = set()
        for member in members:
            if member.value in seen:
                self._report.add(Code.E813, member.span, f"`{member.value}` is listed twice")
            seen.add(member.value)
        if len(seen) < len(members):
            return None
        if kind is None:
            choices = self._kinds.choices(members)
            return None if choices is None else (choices, tuple(range(len(choices.members))))
        values: list[Value] = []
        for member in members:
            value = read_value(member.value, kind, self._symbols)
            if value is not None:
                values.append(value)
            else:
                self._x.names.not_a_member(member.value, member.span, kind)
        return (kind, tuple(values)) if len(values) == len(members) else None
