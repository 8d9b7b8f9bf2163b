"""The declarations of a file: each section in the order in which one builds on another."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.check.cards import Cards
from interpreter.check.depend import in_order
from interpreter.check.expressions import Expressions
from interpreter.check.kinds import Kinds
from interpreter.check.naming import Naming
from interpreter.check.options import Options
from interpreter.check.scope import Bound, Moment, Scope, Symbols, VariableInfo, ZoneInfo
from interpreter.check.texts import template
from interpreter.front import declared as d
from interpreter.front import syntax as s
from interpreter.front.merge import item_name
from interpreter.front.parser import parse_signature
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import SEAT, SEATS, IntType, RankType, SuitType, Type
from interpreter.ir.walk import speaks_of_a_match, speaks_of_me
from interpreter.text.codes import Code
from interpreter.text.spelling import suggest

_NAMES = frozenset((Code.E401, Code.E403, Code.E407))
_DECLARES = {
    "phases": frozenset((Code.E405,)),
    "routines": frozenset((Code.E418,)),
    "moves": frozenset((Code.E404, Code.E410)),
    "endings": frozenset((Code.E417,)),
    "require": frozenset[Code](),
    "checks": frozenset[Code](),
    "rules": frozenset[Code](),
}
"""Which unknown names a section would explain; all others declare names of rules."""

_OWNERS = "`table`, `player`, `suit`, `rank` or a range of numbers"
MOST_IN_FAMILY = 100
"""How many zones or variables one declaration may make."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Declarations:
    """Fills the symbols of one `Expressions`, section by section."""

    def __init__(self, expressions: Expressions) -> None:
        self._x = expressions
        self._symbols: Symbols = expressions.symbols
        self._report = expressions.report
        self._naming = Naming(self._symbols)
        self._kinds = Kinds(self._symbols, self._naming)
        self._cards = Cards(self._symbols, self._naming)
        self._options = Options(expressions, self._naming, self._kinds)
        self._bodies: dict[str, tuple[s.Signature, Scalar]] = {}

    def players(self, text: Scalar | None) -> tuple[int, int]:
        return self._cards.players(text)

    def deck(self, declared: d.DDeck | None) -> ir.Deck:
        return self._cards.deck(declared)

    def options(self, declared: tuple[d.DOption, ...]) -> None:
        self._options.read(declared)

    def section(self, names: Iterable[Scalar]) -> None:
        """Check the names of a section that has a naming of its own (moves, endings, phases)."""
        self._naming.section(names)

    def lost(self, sections: frozenset[str]) -> None:
        """Names of sections that could not be read are not missed."""
        for section in sections:
            self._symbols.lost |= _DECLARES.get(section, _NAMES)

    # zones and variables

    def zone_infos(self, declared: tuple[d.DZone, ...]) -> None:
        """What others need to know of the zones; the zone `deck` is always there."""
        self._symbols.zones["deck"] = ZoneInfo(ir.Per.TABLE, False, self._symbols.deck.span)
        for item in declared:
            per, kind = self._per(item.of), self._word(item.kind, ("set", "stack"), "kind")
            if not self._naming.new_name(item.name):
                continue
            if per is None or kind is None:
                self._symbols.broken.add(item.name.value)
            else:
                self._symbols.zones[item.name.value] = ZoneInfo(per, kind == "stack", item.name.span)

    def variable_infos(self, declared: tuple[d.DVariable, ...]) -> None:
        for item in declared:
            per, kind = self._per(item.of), self._variable_type(item)
            if not self._naming.new_name(item.name):
                continue
            if per is None or kind is None:
                self._symbols.broken.add(item.name.value)
            else:
                self._symbols.variables[item.name.value] = VariableInfo(per, kind, item.name.span)

    def _variable_type(self, item: d.DVariable) -> Type | None:
        if item.members is not None:
            if item.members:
                return self._kinds.choices(item.members)
            self._report.add(Code.E812, item.name.span, f"`{item.name.value}` can have no value")
            return None
        if item.type is None:
            if not item.faulty:
                message = f"the variable `{item.name.value}` needs the key `type`"
                self._report.add(
                    Code.E202, item.name.span, message, "write `type: seat`, or `from: [one, two]`"
                )
            return None
        return self._kinds.named(item.type)

    def _per(self, text: Scalar | None) -> ir.Owner | None:
        if text is not None and (text.value in ("suit", "rank") or ".." in text.value):
            kind = self._kinds.named(text)
            if isinstance(kind, IntType) and kind.hi - kind.lo >= MOST_IN_FAMILY:
                self._report.add(Code.E507, text.span, f"there may be {MOST_IN_FAMILY} of a kind at most")
                return None
            return ir.Family(kind) if isinstance(kind, IntType | SuitType | RankType) else None
        word = self._word(text, ("table", "player"), "of", _OWNERS)
        return None if word is None else ir.Per.PLAYER if word == "player" else ir.Per.TABLE

    def _word(
        self, text: Scalar | None, words: tuple[str, ...], key: str, choice: str | None = None
    ) -> str | None:
        """One of `words`; None, reported, for any other. What is missing was reported before.

        `choice` says what may stand here, if it is not just the words.
        """
        if text is None or text.value in words:
            return None if text is None else text.value
        choice = choice or " or ".join(f"`{w}`" for w in words)
        help = suggest(text.value, words)
        self._report.add(Code.E410, text.span, f"`{key}` is {choice}, not `{text.value}`", help)
        return None

    def zones(self, declared: tuple[d.DZone, ...]) -> tuple[ir.Zone, ...]:
        nobody = ir.Apply(Op.SET, (), SEATS, self._symbols.deck.span)
        everyone = ir.Apply(Op.SEATS, (), SEATS, self._symbols.deck.span)
        found = [ir.Zone("deck", ir.Per.TABLE, False, nobody, everyone, None, self._symbols.deck.span)]
        for item in declared:
            info = self._symbols.zones.get(item.name.value)
            if info is None or info.span != item.name.span:
                continue
            seen, counted = self._audience(item, info)
            text = template(self._x, item.text, Scope(Moment.STILL, me=False))
            found.append(
                ir.Zone(item.name.value, info.per, info.ordered, seen, counted, text, item.name.span)
            )
        return tuple(found)

    def _audience(self, item: d.DZone, info: ZoneInfo) -> tuple[ir.Expr, ir.Expr]:
        nobody = ir.Apply(Op.SET, (), SEATS, item.name.span)
        everyone = ir.Apply(Op.SEATS, (), SEATS, item.name.span)
        word = item.seen.value if item.seen is not None else ""
        if word == "count only":
            return nobody, everyone
        seen = self._seen(item.seen, info.per) or nobody
        if item.counted is not None:
            return seen, self._seen(item.counted, info.per) or nobody
        return seen, nobody if word == "nobody" else everyone

    def _seen(self, text: Scalar | None, per: ir.Owner) -> ir.Expr | None:
        """A set of seats; in the declaration of what players have, `owner` is the player."""
        if text is None:
            return None
        scope = Scope(Moment.RULE, me=False)
        if per is ir.Per.PLAYER:
            scope = scope.bind("owner", Bound(SEAT))
        return self._x.scalar(text, scope, SEATS)

    def variables(self, declared: tuple[d.DVariable, ...]) -> tuple[ir.Variable, ...]:
        found: list[ir.Variable] = []
        for item in declared:
            info = self._symbols.variables.get(item.name.value)
            if info is None or info.span != item.name.span:
                continue
            starts = self._x.scalar(item.starts, Scope(Moment.STILL, me=False), info.type)
            if starts is not None and item.starts is not None:
                self._x.always_fits(starts.type, item.name.value, info.type, item.starts.raw)
            seen = self._seen(item.seen, info.per) or ir.Apply(Op.SET, (), SEATS, item.name.span)
            text = template(self._x, item.text, Scope(Moment.STILL, me=False))
            found.append(
                ir.Variable(
                    item.name.value,
                    info.per,
                    info.type,
                    starts,
                    seen,
                    text,
                    self._lasts(item),
                    item.name.span,
                )
            )
        return tuple(found)

    def _lasts(self, item: d.DVariable) -> bool:
        """Whether the variable keeps its value from one deal to the next."""
        return self._word(item.lasts, ("deal", "match"), "lasts") == "match"

    # definitions

    def definitions(self, declared: tuple[d.DDefinition, ...]) -> None:
        """Declare all, to be checked when they are first needed."""
        for item in declared:
            signature = parse_signature(item.signature, self._report)
            if signature is None:
                self._symbols.broken.add(item_name(item.signature.value))
                continue
            name = Scalar(signature.name.text, signature.name.span, signature.name.span, True)
            if self._naming.new_name(name):
                self._symbols.signatures[name.value] = name.span
                self._bodies[name.value] = signature, item.body
        self._symbols.check_definition = self._prepare

    def check_definitions(self) -> None:
        for name in self._symbols.signatures:
            self._prepare(name)

    def _prepare(self, name: str) -> None:
        """Check a definition, before it those that it seems to need, so that a long chain is no deep one."""
        for each in in_order((name,), self._mentioned, lambda _: None):
            found = self._bodies.pop(each, None)
            if found is not None:
                self._definition(*found)

    def _mentioned(self, name: str) -> list[str]:
        """The unchecked definitions whose names stand in the body of `name`, be they meant or not."""
        found = self._bodies.get(name)
        words = dict.fromkeys(_WORD.findall(found[1].value)) if found is not None else ()
        return [w for w in words if w in self._bodies]

    def _definition(self, signature: s.Signature, text: Scalar) -> None:
        name = signature.name.text
        scope, params = Scope(Moment.RULE, me=True), []
        for parameter in signature.params:
            kind = self._kinds.of(parameter.type)
            if kind is None or not self._x.free(parameter.name, scope):
                return
            scope = scope.bind(parameter.name.text, Bound(kind))
            params.append(ir.Param(parameter.name.text, kind))
        self._symbols.pending.append(name)
        body = self._x.scalar(text, scope, None)
        self._symbols.pending.pop()
        if body is None:
            return
        self._symbols.definitions[name] = ir.Definition(name, tuple(params), body, body.type, signature.span)
        if speaks_of_me(body, self._symbols.about_me):
            self._symbols.about_me.add(name)
        if speaks_of_a_match(body, self._symbols.about_a_match):
            self._symbols.about_a_match.add(name)
