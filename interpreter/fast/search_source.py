"""From a game with its option values to the source that finds all steps of a state, in place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.fast import moves, source
from interpreter.fast.binders import bind
from interpreter.fast.code import indented
from interpreter.fast.expanding import Expanding, another
from interpreter.fast.judging import judged
from interpreter.fast.maker import Maker, Tables
from interpreter.fast.offers import ask, masks
from interpreter.fast.operators import apply
from interpreter.fast.packing import Packing, packing
from interpreter.fast.prepare import lows, prepared
from interpreter.fast.settling import settle
from interpreter.fast.slots import Places, Slots, places
from interpreter.fast.tables import deck_tables
from interpreter.ir import nodes as ir
from interpreter.ir.settled import settled
from interpreter.ir.types import Card, Value

ARRAYS = ("s", "p", "keys", "heads", "found", "who", "seats", "first", "target", "mover", "parent", "by")
ARGUMENTS = (*ARRAYS, "depth", "held", "c", "upto", "limit")
"""Of `search`, as of `grow`."""


@dataclass(frozen=True)
class SearchText:
    """The source of a search in three parts; `head` says what it is."""

    head: str
    tables: str
    functions: str
    packing: Packing

    @property
    def layout(self) -> Places:
        return self.packing.layout

    @property
    def whole(self) -> str:
        return f"{self.head}\n\n{self.tables}\n\n{self.functions}\n"


def search_text(game: ir.Game, options: Mapping[str, Value], cards: tuple[Card, ...]) -> SearchText:
    """`options` names every option, `cards` are those in play. Raises `TooWide`."""
    plain = prepared(game, options, stacks=True)
    layout = places(plain, lows(plain), len(cards))
    packed = packing(layout, len(cards))
    maker = Maker(
        plain,
        cards,
        layout=layout,
        counts=False,
        settled=settled(plain),
        tables=Tables(apply, bind, ask, masks),
        ground=Slots(),
    )
    source.turns(maker)
    for definition in plain.definitions:
        source.definition(definition, maker)
    for phase in plain.phases:
        moves.actors(phase, maker)
    _functions(maker, packed)
    source.make_wanted(maker)
    return SearchText(_head(game, options, maker), *_parts(maker), packed)


def _functions(maker: Maker, packed: Packing) -> None:
    layout, last = packed.layout, len(maker.game.setup)
    maker.function("unpack", ("s", "keys", "at"), packed.unpacks())
    maker.function("pack", ("s", "keys", "at"), packed.packs())
    begun = f"return s[{layout.result}] == 0 and s[{layout.step}] == {last}"
    maker.function("begun", ("s",), [begun])
    maker.function("judge", ("s", "me"), judged(maker) or ["pass"])
    settle(maker)
    another(maker)
    Expanding(maker, packed).make()


def _parts(maker: Maker) -> tuple[str, str]:
    layout = maker.layout
    assert isinstance(layout, Places)
    blank = [0] * layout.all
    for row in layout.variables.values():
        blank[row.start : row.start + row.copies] = [row.unset] * row.copies
    blank[layout.zones["deck"].start] = sum(1 << c for c in maker.cards)
    given = ", ".join(ARGUMENTS)
    lines = [f"def search({given}):", *indented([f"return grow({given})"])]
    search = "\n".join(lines)
    used = source.used(maker.blocks, f"{search} unpack expand begun")
    tables = [*deck_tables(maker), f"BLANK = {tuple(blank)}", f"STACKS = {layout.stacks}"]
    texts = [text for name, text in used.items() if re.match(r"[A-Z]+_\d+$", name)]
    functions = [text for name, text in used.items() if not re.match(r"[A-Z]+_\d+$", name)]
    return "\n".join((*tables, *texts)), "\n\n".join((*functions, f"\n{search}")).lstrip("\n")


def _head(game: ir.Game, options: Mapping[str, Value], maker: Maker) -> str:
    text = source.head(game, options, maker)
    title = text.split("\n", 1)[0].rstrip('"').removesuffix(".")
    return f'{title}: a search.\n"""'
