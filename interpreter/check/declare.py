"""Declarations with a life of their own: players, deck, options, zones, variables, definitions, phases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from interpreter.check.expressions import Expressions
from interpreter.check.scope import (
    RESERVED,
    Bound,
    Moment,
    Scope,
    Symbols,
    VariableInfo,
    ZoneInfo,
    first_span,
)
from interpreter.check.texts import template
from interpreter.front import declared as d
from interpreter.front import syntax as s
from interpreter.front.extend import item_name
from interpreter.front.parser import parse_signature, parse_type
from interpreter.front.tree import Scalar
from interpreter.front.words import KEYWORDS
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    EnumType,
    IntType,
    Type,
    Value,
    describe,
)
from interpreter.ir.walk import speaks_of_me
from interpreter.text.codes import Code
from interpreter.text.spelling import nearest

MOST_PLAYERS = 12
MOST_CARDS = 208
MOST_VALUES = 1_000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")
_TYPES: dict[str, Type] = {"flag": BOOL, "suit": SUIT, "rank": RANK, "card": CARD, "seat": SEAT}
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}

_NAMES = frozenset((Code.E401, Code.E403, Code.E407))
_DECLARES = {
    "phases": frozenset((Code.E405,)),
    "moves": frozenset((Code.E404, Code.E410)),
    "endings": frozenset((Code.E417,)),
    "checks": frozenset[Code](),
}
"""Which unknown names a section would explain; all others declare names of rules."""


class Declarations:
    """Fills the symbols of one `Expressions`, section by section."""

    def __init__(self, expressions: Expressions) -> None:
        self._x = expressions
        self._symbols: Symbols = expressions.symbols
        self._report = expressions.report

    # names

    def new_name(self, name: Scalar, also: Iterable[str] = ()) -> bool:
        """Whether `name` may be declared: a word that has no meaning yet."""
        if not self._is_name(name):
            return False
        kind = self._in_deck(name.value)
        before = first_span(self._symbols, name.value)
        if kind is not None:
            message = f"`{name.value}` is a {kind} of the deck already"
            self._report.add(Code.E402, name.span, message, "choose another name")
        elif before is not None or name.value in also:
            where = f"it is declared on line {before.line} already" if before is not None else None
            self._report.add(Code.E402, name.span, f"`{name.value}` is declared twice", where)
        else:
            return True
        self._symbols.broken.add(name.value)
        return False

    def _in_deck(self, name: str) -> str | None:
        return "suit" if name in self._symbols.suits else "rank" if name in self._symbols.ranks else None

    def _is_name(self, name: Scalar) -> bool:
        if not _NAME.match(name.value):
            words = re.sub(r"[^A-Za-z0-9_]+", "_", name.value).strip("_")
            help = f"write `{words}`" if _NAME.match(words) else "use letters, digits and `_`, a letter first"
            self._report.add(Code.E210, name.span, f"`{name.value}` is not a name", help)
        elif name.value in RESERVED:
            message = f"`{name.value}` is a word of the language"
            self._report.add(Code.E211, name.span, message, "choose another name")
        else:
            return True
        self._symbols.broken.add(name.value)
        return False

    def section(self, names: Iterable[Scalar]) -> None:
        """Check the names of a section that has a naming of its own (moves, endings, phases)."""
        for name in names:
            self._is_name(name)

    # players and deck

    def players(self, text: Scalar | None) -> int:
        """The number of seats, 1 to 12; 2 when the file's number cannot be used."""
        if text is None:
            return 2
        if not re.fullmatch("[0-9]{1,4}", text.value):
            self._report.add(Code.E209, text.span, f"`players` needs a number, not `{text.value}`")
            return 2
        count = int(text.value)
        if not 1 <= count <= MOST_PLAYERS:
            self._report.add(Code.E811, text.span, f"a game has 1 to {MOST_PLAYERS} players, not {count}")
            return 2
        return count

    def deck(self, declared: d.DDeck | None) -> ir.Deck:
        """The deck without its `where`, which is checked once options are known."""
        if declared is None:
            self._lose_deck()
            return ir.Deck((), (), None)
        suits, ranks = self._members(declared.suits, "suit"), self._members(declared.ranks, "rank")
        size = len(suits) * len(ranks)
        if len(suits) < len(declared.suits) or len(ranks) < len(declared.ranks):
            self._lose_deck()
        elif not 1 <= size <= MOST_CARDS:
            message = f"the deck has {size} cards, it may have 1 to {MOST_CARDS}"
            self._report.add(Code.E808, declared.span, message)
            self._lose_deck()
        return ir.Deck(suits, ranks, None, declared.span)

    def _lose_deck(self) -> None:
        """Any word may now be a suit or a rank."""
        self._symbols.lost |= {Code.E401, Code.E410}

    def lost(self, sections: frozenset[str]) -> None:
        """Names of sections that could not be read are not missed."""
        for section in sections:
            self._symbols.lost |= _DECLARES.get(section, _NAMES)

    def _members(self, members: tuple[d.DMember, ...], what: str) -> tuple[ir.Named, ...]:
        found: list[ir.Named] = []
        for member in members:
            name = member.name
            if not self._member_name(name, f"the name of a {what}"):
                continue
            symbol = member.symbol.value if member.symbol is not None else default_symbol(name.value)
            if not re.fullmatch("[A-Za-z0-9]{1,3}", symbol) or (what == "suit" and not symbol.isalpha()):
                place = member.symbol or name
                help = "it is one to three letters" + (" or digits" if what == "rank" else "")
                self._report.add(Code.E807, place.span, f"`{symbol}` is not a symbol for a {what}", help)
                continue
            found.append(ir.Named(name.value, symbol))
        self._distinct(members, found, what)
        return tuple(found)

    def _member_name(self, name: Scalar, what: str) -> bool:
        """Whether a suit, a rank or a choice of an option may be called so."""
        if name.value in KEYWORDS:
            message = f"`{name.value}` is a word of the language"
            self._report.add(Code.E211, name.span, message, "choose another name")
        elif not re.fullmatch("[A-Za-z0-9_]{1,20}", name.value):
            help = "write out every one" if ".." in name.value else "use letters, digits and `_`, at most 20"
            self._report.add(Code.E210, name.span, f"`{name.value}` is not {what}", help)
        else:
            return True
        return False

    def _distinct(self, members: tuple[d.DMember, ...], found: list[ir.Named], what: str) -> None:
        names, symbols = Counter(n.name for n in found), Counter(n.symbol.upper() for n in found)
        for member in members:
            if names[member.name.value] > 1:
                self._report.add(
                    Code.E813, member.name.span, f"the {what} `{member.name.value}` is listed twice"
                )
        for named in found:
            if symbols[named.symbol.upper()] > 1 and names[named.name] == 1:
                span = next(m.name.span for m in members if m.name.value == named.name)
                help = "give each its own symbol, as in `{jack: J, joker: X}`"
                self._report.add(Code.E807, span, f"two {what}s have the symbol `{named.symbol}`", help)

    # options

    def options(self, declared: tuple[d.DOption, ...]) -> None:
        for item in declared:
            option = self._option(item)
            if not self.new_name(item.name):
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
            numbers = self._range(item.range)
            return None if numbers is None else (numbers, tuple(range(numbers.lo, numbers.hi + 1)))
        kind = self._option_type(item.type) if item.type is not None else None
        if item.type is not None and kind is None:
            return None
        if item.members:
            return self._listed(item.members, kind)
        if kind is not None and not item.limited:
            return kind, self._all_of(kind)
        if not item.limited and item.default is not None and item.default.value in _TRUTH:
            return BOOL, (False, True)
        if not item.limited or item.members is not None:
            message = f"it is not said which values `{item.name.value}` may have"
            self._report.add(Code.E812, item.name.span, message, "add `range: 0..9`, or `from: [one, two]`")
        return None

    def _option_type(self, text: Scalar) -> Type | None:
        kind = self._named_type(text)
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
        if kind is None:
            return self._own_members(members)
        values: list[Value] = []
        for member in members:
            value = read_value(member.value, kind, self._symbols)
            if value is not None:
                values.append(value)
            else:
                self._x.names.not_a_member(member.value, member.span, kind)
        return (kind, tuple(values)) if len(values) == len(members) else None

    def _own_members(self, members: tuple[Scalar, ...]) -> tuple[Type, tuple[Value, ...]] | None:
        if [m for m in members if not self._member_name(m, "a name")]:
            return None
        names = tuple(dict.fromkeys(m.value for m in members))
        return EnumType("", names), tuple(range(len(names)))

    def _range(self, text: Scalar) -> IntType | None:
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
        if tree.hi - tree.lo >= MOST_VALUES or max(abs(tree.lo), abs(tree.hi)) > 10**6:
            message = f"a range may hold {MOST_VALUES} numbers within a million"
            self._report.add(Code.E507, tree.span, message)
            return None
        return IntType(tree.lo, tree.hi)

    def type_of(self, tree: s.TypeName) -> Type | None:
        if tree.name is None:
            return self._bounds(tree)
        known = _TYPES.get(tree.name.text)
        if known is None:
            guess = nearest(tree.name.text, _TYPES)
            help = (
                f"did you mean `{guess}`?"
                if guess
                else "it is `flag`, `suit`, `rank`, `card`, `seat` or `0..9`"
            )
            self._report.add(Code.E416, tree.span, f"there is no type `{tree.name.text}`", help)
        return known

    def _named_type(self, text: Scalar) -> Type | None:
        tree = parse_type(text, self._report)
        return None if tree is None else self.type_of(tree)

    # zones and variables

    def zone_infos(self, declared: tuple[d.DZone, ...]) -> None:
        """What others need to know of the zones; the zone `deck` is always there."""
        self._symbols.zones["deck"] = ZoneInfo(ir.Per.TABLE, False, self._symbols.deck.span)
        for item in declared:
            per, kind = self._per(item.of), self._word(item.kind, ("set", "stack"), "kind")
            if not self.new_name(item.name):
                continue
            if per is None or kind is None:
                self._symbols.broken.add(item.name.value)
            else:
                self._symbols.zones[item.name.value] = ZoneInfo(per, kind == "stack", item.name.span)

    def variable_infos(self, declared: tuple[d.DVariable, ...]) -> None:
        for item in declared:
            per, kind = self._per(item.of), self._variable_type(item)
            if not self.new_name(item.name):
                continue
            if per is None or kind is None:
                self._symbols.broken.add(item.name.value)
            else:
                self._symbols.variables[item.name.value] = VariableInfo(per, kind, item.name.span)

    def _variable_type(self, item: d.DVariable) -> Type | None:
        if item.members is not None:
            found = self._own_members(item.members) if item.members else None
            if not item.members:
                self._report.add(Code.E812, item.name.span, f"`{item.name.value}` can have no value")
            return None if found is None else found[0]
        if item.type is None:
            if not item.faulty:
                message = f"the variable `{item.name.value}` needs the key `type`"
                self._report.add(
                    Code.E202, item.name.span, message, "write `type: seat`, or `from: [one, two]`"
                )
            return None
        return self._named_type(item.type)

    def _per(self, text: Scalar | None) -> ir.Per | None:
        word = self._word(text, ("table", "player"), "of")
        return None if word is None else ir.Per.PLAYER if word == "player" else ir.Per.TABLE

    def _word(self, text: Scalar | None, words: tuple[str, ...], key: str) -> str | None:
        """One of `words`; None, reported, for any other. What is missing was reported before."""
        if text is None or text.value in words:
            return None if text is None else text.value
        guess = nearest(text.value, words)
        choice = " or ".join(f"`{w}`" for w in words)
        help = f"did you mean `{guess}`?" if guess else None
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

    def _seen(self, text: Scalar | None, per: ir.Per) -> ir.Expr | None:
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
                self._x.fits(starts, item.name.value, info.type, item.starts.raw)
            seen = self._seen(item.seen, info.per) or ir.Apply(Op.SET, (), SEATS, item.name.span)
            text = template(self._x, item.text, Scope(Moment.STILL, me=False))
            found.append(
                ir.Variable(item.name.value, info.per, info.type, starts, seen, text, item.name.span)
            )
        return tuple(found)

    # definitions

    def definitions(self, declared: tuple[d.DDefinition, ...]) -> None:
        """Declare all, to be checked when first needed."""
        for item in declared:
            signature = parse_signature(item.signature, self._report)
            if signature is None:
                self._symbols.broken.add(item_name(item.signature.value))
                continue
            name = Scalar(signature.name.text, signature.name.span, signature.name.span, True)
            if self.new_name(name):
                self._symbols.signatures[name.value] = name.span
                self._symbols.unchecked[name.value] = self._later(signature, item.body)

    def _later(self, signature: s.Signature, body: Scalar) -> Callable[[], None]:
        return lambda: self._definition(signature, body)

    def check_definitions(self) -> None:
        while self._symbols.unchecked:
            self._symbols.unchecked.pop(next(iter(self._symbols.unchecked)))()

    def _definition(self, signature: s.Signature, text: Scalar) -> None:
        name = signature.name.text
        scope, params = Scope(Moment.RULE, me=True), []
        for parameter in signature.params:
            kind = self.type_of(parameter.type)
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


def default_symbol(name: str) -> str:
    """A number is its own symbol, a word's is its first letter as a capital."""
    return name if name.isdigit() else name[0].upper()


def read_value(text: str, kind: Type, symbols: Symbols) -> Value | None:
    """A value as a user writes it, or None if it is not one of that type."""
    if kind == BOOL:
        return _TRUTH.get(text.lower())
    if isinstance(kind, IntType):
        return int(text) if re.fullmatch(r"-?\d{1,7}", text) else None
    members = symbols.members(kind)
    if members is not None and text in members:
        return members.index(text)
    named = symbols.deck.suits if kind == SUIT else symbols.deck.ranks if kind == RANK else ()
    return next((i for i, n in enumerate(named) if n.symbol.upper() == text.upper()), None)


def spell_values(kind: Type, values: tuple[Value, ...], symbols: Symbols) -> str:
    """The values of an option in words."""
    if kind == BOOL:
        return "it is `yes` or `no`"
    if isinstance(kind, IntType):
        return f"it is a number from {kind.lo} to {kind.hi}"
    members = symbols.members(kind) or ()
    return "it is one of " + ", ".join(f"`{members[int(v)]}`" for v in values if isinstance(v, int))
