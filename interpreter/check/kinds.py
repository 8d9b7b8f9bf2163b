"""The types that a file names: of variables, parameters and options."""

from __future__ import annotations

from interpreter.check.naming import Naming
from interpreter.check.scope import Symbols
from interpreter.front import syntax as s
from interpreter.front.parser import parse_type
from interpreter.front.tree import Scalar
from interpreter.ir.types import BOOL, CARD, RANK, SEAT, SUIT, EnumType, IntType, Type
from interpreter.text.codes import Code
from interpreter.text.spelling import suggest

MOST_VALUES = 1_000
"""How many numbers a range may hold."""
_FARTHEST = 10**6
_TYPES: dict[str, Type] = {"flag": BOOL, "suit": SUIT, "rank": RANK, "card": CARD, "seat": SEAT}


class Kinds:
    """Reads types; all methods return None once they have reported an error."""

    def __init__(self, symbols: Symbols, naming: Naming) -> None:
        self._report = symbols.report
        self._naming = naming

    def choices(self, members: tuple[Scalar, ...]) -> EnumType | None:
        """The type whose values are these names."""
        if [m for m in members if not self._naming.member(m, "a name")]:
            return None
        return EnumType("", tuple(dict.fromkeys(m.value for m in members)))

    def range(self, text: Scalar) -> IntType | None:
        """`1..52`."""
        tree = parse_type(text, self._report)
        if tree is None:
            return None
        if tree.name is not None:
            self._report.add(
                Code.E209, text.span, "a range of numbers is expected here", "write it as `1..52`"
            )
            return None
        return self._bounds(tree)

    def _bounds(self, tree: s.TypeName) -> IntType | None:
        if tree.lo > tree.hi:
            self._report.add(Code.E507, tree.span, f"there are no numbers from {tree.lo} to {tree.hi}")
            return None
        if tree.hi - tree.lo >= MOST_VALUES or max(abs(tree.lo), abs(tree.hi)) > _FARTHEST:
            message = f"a range may hold {MOST_VALUES} numbers within a million"
            self._report.add(Code.E507, tree.span, message)
            return None
        return IntType(tree.lo, tree.hi)

    def of(self, tree: s.TypeName) -> Type | None:
        """The type that `named` would read from its text."""
        if tree.name is None:
            return self._bounds(tree)
        known = _TYPES.get(tree.name.text)
        if known is None:
            usual = "it is `flag`, `suit`, `rank`, `card`, `seat` or `0..9`"
            help = suggest(tree.name.text, _TYPES) or usual
            self._report.add(Code.E416, tree.span, f"there is no type `{tree.name.text}`", help)
        return known

    def named(self, text: Scalar) -> Type | None:
        """`suit`, `0..9` and so on."""
        tree = parse_type(text, self._report)
        return None if tree is None else self.of(tree)
