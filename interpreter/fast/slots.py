"""The ground of source that plays in place: a state is a list of whole numbers, `s`, which steps change.

A stack is its number of cards in one slot and the cards in the slots after it, from bottom to top; in an
expression it is written as two arguments, the list and the slot. What is outside an operation's domain puts a
number into the slot of faults and goes on with any value of the right kind. What a check calls the position
before is a list of the same layout, `p`, and the one before that is `o`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.fast.code import Code, Scope, indented, inner, parted
from interpreter.fast.ground import Loop, twice
from interpreter.fast.layout import Layout, lay_out
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, EnumType
from interpreter.ir.walk import rebuild
from interpreter.passes.fold import folded

if TYPE_CHECKING:
    from interpreter.fast.maker import Maker

BEFORE: Mapping[str, str] = {"s": "p", "p": "o", "o": "o"}
"""The position before a position."""


@dataclass(frozen=True)
class Places(Layout):
    """The slots of a state that is changed in place; `cards` is how many numbers a card can have."""

    cards: int = 0

    @property
    def size(self) -> int:
        """The slots of the position itself."""
        return self.result + 1

    @property
    def plies(self) -> int:
        return self.size

    @property
    def turns(self) -> int:
        return self.size + 1

    @property
    def repeats(self) -> int:
        return self.size + 2

    @property
    def last_move(self) -> int:
        """Below 0 before the first step."""
        return self.size + 3

    @property
    def last_player(self) -> int:
        return self.size + 4

    @property
    def laid(self) -> int:
        """Of the seat that last moved each card; below 0 if nobody has."""
        return self.size + 5

    @property
    def room(self) -> int:
        """Where cards lie while they are moved."""
        return self.laid + self.cards

    @property
    def fault(self) -> int:
        """Other than 0 once an operation has left its domain. The last slot."""
        return self.room + self.cards

    @property
    def all(self) -> int:
        return self.fault + 1

    @property
    def stacks(self) -> tuple[int, ...]:
        rows = self.zones.values()
        return tuple(row.start + i * row.stride for row in rows if row.ordered for i in range(row.copies))


def places(game: ir.Game, numbers: Iterable[int], in_play: int) -> Places:
    """The layout of a game with so many cards in play; `numbers` as for `lay_out`."""
    flat = lay_out(game, numbers, in_play)
    cards = len(game.deck.suits) * len(game.deck.ranks)
    return Places(flat.game, flat.low, flat.zones, flat.variables, flat.phase, cards)


def _places(maker: Maker) -> Places:
    assert isinstance(maker.layout, Places)
    return maker.layout


class Slots:
    """See the module, and `Ground`."""

    def undefined(self, scope: Scope) -> str:
        return f"fault({scope.state})"

    def asked(self, name: str, scope: Scope, *args: str) -> str:
        return f"{name}({', '.join((scope.state, *map(inner, args)))})"

    def content(self, scope: Scope, slot: str, ordered: bool) -> str:
        return f"{scope.state}, {slot}" if ordered else f"{scope.state}[{slot}]"

    def size(self, stack: str) -> str:
        state, slot = parted(stack)
        return f"{state}[{slot}]"

    def some(self, stack: str) -> str:
        return self.size(stack)

    def holds(self, stack: str, card: str) -> str:
        return f"lies({stack}, {inner(card)})"

    def alike(self, a: str, b: str) -> str:
        return f"alike({a}, {b})"

    def end(self, word: str, stack: Code, scope: Scope) -> Code:
        state, slot = parted(stack.text)
        if word == "top" and Code(slot).number is not None:
            text = f"{state}[{slot}]"
            return Code(f"({state}[{slot} + {text}] if {text} else fault({state}))", True)
        return Code(f"{word}({stack.text})", True)

    def ones(self, mask: str) -> str:
        return f"ones({inner(mask)})"

    def either(self, condition: Code, then: Code, otherwise: Code, maker: Maker) -> Code:
        _, test = self.held("test", condition, maker)
        then, otherwise = maker.spill(then), maker.spill(otherwise)
        (one, first), (other, second) = parted(then.text), parted(otherwise.text)
        state = one if one == other else f"({one} if {test} else {other})"
        return Code(f"{state}, ({first} if {test} else {second})", True)

    def held(self, stem: str, value: Code, maker: Maker) -> tuple[Code | None, str]:
        state, slot = parted(value.text)
        text = Code(slot or state)
        if text.plain:
            return None, value.text
        name = maker.fresh(stem)
        maker.sink.append(f"{name} = {inner(text.text)}")
        return None, f"{state}, {name}" if slot else name

    def read(self, slot: Code, unset: int, stem: str, scope: Scope, maker: Maker) -> Code:
        text = f"{scope.state}[{slot.text}]"
        if not twice(text):
            _, text = self.held(stem, Code(text), maker)
        return Code(f"({text} if {text} != {unset} else fault({scope.state}))", True)

    def loop(self, loop: Loop, scope: Scope, maker: Maker) -> Code:
        """Statements: the members are taken off a copy of the mask."""
        some = "0" if loop.given is None else self.held("some", loop.given, maker)[1]
        result = maker.fresh(loop.stem)
        made = loop.build(replace(scope, looped=True), result, some)
        member = maker.fresh(loop.var)
        body = maker.lines(lambda: made.body(member))
        maker.sink += [*made.before, *through(member, made.domain.text, made.low, body, maker)]
        return Code(made.value, True)

    def kept(self, name: str, found: Code, maker: Maker) -> Code:
        if parted(found.text)[1]:
            return maker.spill(found)
        lines = [*found.lines, f"{name} = {inner(found.text)}"]
        if maker.always:
            maker.found.add(name)
            maker.sink += lines
        else:
            maker.sink += [f"if not there_{name}:", *indented([*lines, f"there_{name} = True"])]
        return Code(name, found.faults)

    def unknown(self, names: Sequence[str], text: str) -> list[str]:
        asked = [name for name in names if f"not there_{name}:" in text]
        return [line for name in asked for line in (f"{name} = 0", f"there_{name} = False")]

    def after(self, seat: Code, scope: Scope, maker: Maker) -> Code:
        """The seat beside this one as a rule, so that is looked at first."""
        among = maker.game.turn.among
        assert among is not None
        if scope.playing:
            among = in_play(among)
        elif maker.preparing and scope.state == "s":
            among = in_setup(among)
        beside = f"({seat.text} + 1) % {maker.game.seats}"
        if isinstance(among, ir.Literal) and among.value is True:
            return Code(f"({beside})", seat.faults)
        name = maker.fresh("next")
        maker.sink.append(f"{name} = {beside}")
        there = replace(scope, me="-1", names={"seat": name}, offered={}, shares=False)
        asked = maker.lazily(among, there)
        further = f"{name} = {maker.name('after', 'seat')}({scope.state}, {name})"
        maker.sink += [*asked.lines, f"if not {asked.text}:", f"    {further}"]
        return Code(name, True)

    def counter(self, name: str, scope: Scope, maker: Maker) -> str:
        return f"{scope.state}[{getattr(_places(maker), name)}]"

    def last(self, what: str, scope: Scope, maker: Maker) -> str:
        layout = _places(maker)
        return f"{scope.state}[{layout.last_move if what == 'move' else layout.last_player}]"

    def there(self, text: str, scope: Scope, maker: Maker) -> Code:
        if scope.certain:
            return Code(text)
        slot = f"{scope.state}[{_places(maker).last_move}]"
        return Code(f"({text} if {slot} >= 0 else fault({scope.state}))", True)

    def laid_by(self, card: str, scope: Scope, maker: Maker) -> str:
        return f"laid_by({scope.state}, {_places(maker).laid}, {inner(card)})"

    def old(self, body: ir.Expr, scope: Scope, maker: Maker) -> Code:
        assert scope.past is not None
        me = f"{scope.state}[{_places(maker).last_player}]"
        if not scope.certain:
            maker.sink += [
                f"if {scope.state}[{_places(maker).last_move}] < 0:",
                f"    fault({scope.state})",
            ]
        before = replace(scope, state=scope.past, me=me, past=BEFORE[scope.past], certain=False)
        return maker.code(body, before)


def in_play(e: ir.Expr) -> ir.Expr:
    """The same where the set-up is done."""
    return _phased(e, False)


def in_setup(e: ir.Expr) -> ir.Expr:
    """The same as long as no step of the set-up has gone to a phase."""
    return _phased(e, True)


def _phased(e: ir.Expr, setup: bool) -> ir.Expr:
    match e:
        case ir.Apply(Op.EQ | Op.NE as op, (ir.Apply(Op.PHASE, type=EnumType(_, names)), ir.Literal(value))):
            if isinstance(value, int) and names[value] == ir.SETUP:
                return ir.Literal((op is Op.EQ) is setup, BOOL, e.span)
    return folded(rebuild(e, lambda x: _phased(x, setup)))


def through(member: str, mask: str, low: int, body: Sequence[str], maker: Maker) -> list[str]:
    """Statements that go through a mask."""
    rest = maker.fresh("rest")
    each = f"low({rest})"
    return [
        f"{rest} = {inner(mask)}",
        f"while {rest}:",
        f"    {member} = {f'{each} + {low}' if low else each}",
        f"    {rest} &= {rest} - 1",
        *indented(body),
    ]
