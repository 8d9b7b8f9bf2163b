"""What a name means: locals first, then the words of the language, then declarations, then members of
enumerations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.check import ranges
from interpreter.check.functions import arguments, given
from interpreter.check.hints import elsewhere
from interpreter.check.scope import Moment, Scope
from interpreter.front import syntax as s
from interpreter.front.words import TRUTH
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import (
    BOOL,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    IntType,
    SetType,
    Type,
    describe,
    spell,
)
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Note
from interpreter.text.source import Span
from interpreter.text.spelling import suggest

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions

_CHECKS = (Moment.POSITION, Moment.STEP)
_COUNTED = (Moment.ENDING, Moment.POSITION, Moment.STEP)
OFTEN_ENOUGH = 3
"""At how many places one unknown name is reported: a zone that was renamed would fill the screen."""
MOST_COUNTED = 10**6
MOST_PLACES = 3
"""How many further places of one mistake are shown."""
_EVERYTHING = {
    "suits": (Op.SUITS, SetType(SUIT)),
    "ranks": (Op.RANKS, SetType(RANK)),
    "cards": (Op.CARDS, CARDS),
    "seats": (Op.SEATS, SEATS),
    "everyone": (Op.SEATS, SEATS),
    "nobody": (Op.SET, SEATS),
}
_MOMENT = ("me", "mover", "phase", "over", "last_move", "last_player")
_COUNTERS = {"plies": Op.PLIES, "turns": Op.TURNS, "repeats": Op.REPEATS}
WORDS = (*TRUTH, *_EVERYTHING, *_MOMENT, *_COUNTERS)


class Names:
    """Resolves names for one `Expressions`."""

    def __init__(self, checker: Expressions) -> None:
        self._checker = checker
        self._symbols = checker.symbols
        self._report = checker.report
        self._times: Counter[str] = Counter()

    # names without arguments

    def resolve(self, node: s.Name, scope: Scope, expected: Type | None) -> ir.Expr | None:
        name = node.text
        if name in scope.names:
            return ir.Local(name, scope.names[name].type, node.span)
        if name in scope.broken or name in self._symbols.broken:
            return None
        literal = self._member(node, expected)
        if literal is not None:
            return literal
        if name in WORDS:
            return self._word(node, scope)
        if name in self._symbols.options:
            return ir.OptionRef(name, self._symbols.options[name].type, node.span)
        if name in self._symbols.zones or name in self._symbols.variables:
            return self._declared(node, scope)
        if name in self._symbols.signatures:
            return self.call(s.CallOf(node, (), node.span), scope)
        return self._suit_or_rank(node, scope, expected)

    def _member(self, node: s.Name, expected: Type | None) -> ir.Literal | None:
        members = self._symbols.members(expected)
        if members is None or expected is None or node.text not in members:
            return None
        return ir.Literal(members.index(node.text), expected, node.span)

    def _suit_or_rank(self, node: s.Name, scope: Scope, expected: Type | None) -> ir.Expr | None:
        for kind in (SUIT, RANK):
            found = self._member(node, kind)
            if found is not None:
                return found
        if self._symbols.members(expected) is not None:
            self.not_a_member(node.text, node.span, expected)
        elif not self._lacks(node.text, node.span):
            self.unknown(node, Code.E401, [*scope.names, *self._everything()], "name", elsewhere(node.text))
        return None

    def _lacks(self, name: str, span: Span) -> bool:
        """Whether a replaced deck is why there is no such suit or rank; `missed` reports it."""
        lacking = name in self._symbols.lacking
        if lacking:
            self._symbols.missed.setdefault(name, set()).add(span)
        return lacking

    def missed(self) -> None:
        """Report the suits and ranks that a replaced deck lacks; to be asked when everything is checked."""
        for name, spans in self._symbols.missed.items():
            first, *others = sorted(spans, key=lambda s: (s.source.name, s.start))
            message = f"the deck has no {self._symbols.lacking[name]} `{name}`, which the rules name"
            notes = [Note("it is named here too", span) for span in others[:MOST_PLACES]]
            self._report.add(Code.E810, first, message, "`--deck` leaves it out; add it there", notes)

    def not_a_member(self, name: str, span: Span, kind: Type | None) -> None:
        """Report a word that is none of the names of an enumerated type."""
        members = self._symbols.members(kind)
        assert members is not None and kind is not None
        if Code.E410 in self._symbols.lost or (kind in (SUIT, RANK) and self._lacks(name, span)):
            return
        help = suggest(name, members) or "it is one of " + ", ".join(f"`{m}`" for m in members)
        self._report.add(Code.E410, span, f"`{name}` is not {describe(kind)}", help)

    def _everything(self) -> list[str]:
        s_ = self._symbols
        return [*WORDS, *s_.options, *s_.zones, *s_.variables, *s_.signatures, *s_.suits, *s_.ranks]

    def unknown(
        self, node: s.Name, code: Code, known: Iterable[str], what: str, help: str | None = None
    ) -> None:
        """Report a name that means nothing, at its first places; `help` where it is known better than by its
        spelling.
        """
        if node.text in self._symbols.broken or code in self._symbols.lost:
            return
        self._times[node.text] += 1
        if self._times[node.text] > OFTEN_ENOUGH:
            return
        gone = self._symbols.removed.get(node.text)
        if gone is not None:
            notes = (Note("it is removed here", gone),)
            message = f"`{node.text}` is removed, and still used here"
            self._report.add(Code.E706, node.span, message, None, notes)
            return
        help = help or suggest(node.text, [k for k in known if k != node.text])
        self._report.add(code, node.span, f"there is no {what} `{node.text}`", help)

    def _word(self, node: s.Name, scope: Scope) -> ir.Expr | None:
        name = node.text
        if name in TRUTH:
            return ir.Literal(TRUTH[name], BOOL, node.span)
        if name in _EVERYTHING:
            op, kind = _EVERYTHING[name]
            return ir.Apply(op, (), kind, node.span)
        if not self._checker.needs_a_match(name, node.span, scope):
            return None
        if name == "me":
            return ir.Apply(Op.ME, (), SEAT, node.span) if self._checker.needs_me(node.span, scope) else None
        if name == "mover":
            return ir.Apply(Op.MOVER, (), SEAT, node.span)
        if name == "phase":
            return ir.Apply(Op.PHASE, (), self._symbols.phase_type, node.span)
        if name in _COUNTERS:
            if not self._checker.only_in(_COUNTED, name, node.span, scope):
                return None
            return ir.Apply(_COUNTERS[name], (), IntType(0, MOST_COUNTED), node.span)
        if not self._checker.only_in(_CHECKS, name, node.span, scope):
            return None
        if name == "over":
            return ir.Apply(Op.OVER, (), BOOL, node.span)
        if name == "last_move":
            return ir.Apply(Op.LAST_MOVE, (), self._symbols.move_type, node.span)
        return ir.Apply(Op.LAST_PLAYER, (), SEAT, node.span)

    def number(self, node: s.Number, expected: Type | None) -> ir.Expr | None:
        """A number; where a rank or another enumerated value is expected, the member of that name."""
        members = self._symbols.members(expected)
        if members is None or expected is None:
            if expected == SEAT and 0 <= node.value < self._symbols.seats:
                return ir.Literal(node.value, SEAT, node.span)
            return ir.Literal(node.value, IntType(node.value, node.value), node.span)
        text = str(node.value)
        if text in members:
            return ir.Literal(members.index(text), expected, node.span)
        self.not_a_member(text, node.span, expected)
        return None

    # zones and variables

    def _declared(self, node: s.Name, scope: Scope) -> ir.Expr | None:
        name = node.text
        info = self._symbols.zones.get(name) or self._symbols.variables[name]
        if info.per is ir.Per.PLAYER:
            message = f"every player has a `{name}` of his own"
            self._report.add(
                Code.E414, node.span, message, f"write `{name}[me]`, or another seat in the brackets"
            )
            return None
        if isinstance(info.per, ir.Family):
            message = f"there are several `{name}`, one for each of `{spell(info.per.of)}`"
            self._report.add(
                Code.E414, node.span, message, f"write `{name}[…]`, with one of them in the brackets"
            )
            return None
        return self._reference(node, None, node.span, scope)

    def _reference(self, node: s.Name, index: ir.Expr | None, span: Span, scope: Scope) -> ir.Expr | None:
        if not self._checker.needs_a_match(node.text, span, scope):
            return None
        zone = self._symbols.zones.get(node.text)
        if zone is not None:
            return ir.ZoneRef(node.text, index, STACK if zone.ordered else CARDS, span)
        return ir.VariableRef(node.text, index, self._symbols.variables[node.text].type, span)

    def item(self, node: s.Item, scope: Scope) -> ir.Expr | None:
        """`name[seat]`, or `name[number]` and so on for a family."""
        if not isinstance(node.of, s.Name):
            self._report.add(Code.E403, node.of.span, "only a zone or a variable of the players has brackets")
            return None
        name = node.of.text
        if name in scope.broken:
            return None
        info = self._symbols.zones.get(name) or self._symbols.variables.get(name)
        if info is None:
            known = [*self._symbols.zones, *self._symbols.variables]
            self.unknown(node.of, Code.E403, known, "zone or variable")
            return None
        if info.per is ir.Per.TABLE:
            message = f"there is only one `{name}`, it belongs to the table"
            self._report.add(Code.E415, node.span, message, f"write `{name}` without brackets")
            return None
        kind = info.per.of if isinstance(info.per, ir.Family) else SEAT
        index = self._checker.want(node.index, scope, kind)
        if index is None or not self._is_there(index, name, kind):
            return None
        return self._reference(node.of, index, node.span, scope)

    def _is_there(self, index: ir.Expr, name: str, kind: Type) -> bool:
        """Whether a number can ever be one of a family; reports it otherwise."""
        if ranges.overlap(index.type, kind):
            return True
        message = f"there is a `{name}` for {describe(kind)}, this is {describe(index.type)}"
        self._report.add(Code.E508, index.span, message)
        return False

    # definitions

    def call(self, node: s.CallOf, scope: Scope) -> ir.Expr | None:
        """A definition with its arguments."""
        name = node.function.text
        if name in self._symbols.pending:
            last = self._symbols.pending[-1]
            way = "" if last == name else f", by way of `{last}`"
            self._report.add(Code.E409, node.span, f"the definition `{name}` needs itself{way}")
            return None
        self._symbols.check_definition(name)
        definition = self._symbols.definitions.get(name)
        if definition is None or not self._has_meaning(name, node.span, scope):
            return None
        if len(node.args) != len(definition.params):
            wanted = ", ".join(p.name for p in definition.params)
            message = f"`{name}` has {arguments(len(definition.params))}, {given(len(node.args))}"
            help = f"write `{name}({wanted})`" if wanted else f"write `{name}` alone"
            self._report.add(Code.E408, node.span, message, help)
            return None
        args = [self._argument(a, p, scope) for a, p in zip(node.args, definition.params, strict=True)]
        known = tuple(a for a in args if a is not None)
        return ir.Call(name, known, definition.type, node.span) if len(known) == len(args) else None

    def _argument(self, node: s.Expr, param: ir.Param, scope: Scope) -> ir.Expr | None:
        found = self._checker.want(node, scope, param.type)
        if found is None or not self._checker.always_fits(found.type, param.name, param.type, found.span):
            return None
        return found

    def _has_meaning(self, name: str, span: Span, scope: Scope) -> bool:
        """Whether what a definition speaks of is there; reports it otherwise."""
        if name in self._symbols.about_a_match and not self._checker.needs_a_match(name, span, scope):
            return False
        return name not in self._symbols.about_me or self._checker.needs_me(span, scope)

    # what is in use

    def owned(self) -> set[str]:
        """The zones and variables of which every player has his own."""
        zones = {n for n, info in self._symbols.zones.items() if info.per is ir.Per.PLAYER}
        return zones | {n for n, info in self._symbols.variables.items() if info.per is ir.Per.PLAYER}

    def in_use(self, name: str, scope: Scope) -> bool:
        """Whether `name` already means something that a new local would hide."""
        s_ = self._symbols
        return (
            name in scope.names
            or name in WORDS
            or name in s_.options
            or name in s_.zones
            or name in s_.variables
            or name in s_.signatures
            or name in s_.broken
            or name in scope.broken
        )

    def is_bare(self, node: s.Expr, scope: Scope) -> bool:
        """Whether `node` alone does not say what type it has: a number, or a word nobody declared."""
        if isinstance(node, s.Number):
            return True
        return isinstance(node, s.Name) and not self.in_use(node.text, scope)
