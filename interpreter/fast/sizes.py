"""How many cards lie where, in source that plays in place and counts what happens."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.fast.maker import Maker
from interpreter.ir import nodes as ir
from interpreter.ir.walk import all_effects

Lines: TypeAlias = list[str]


def _size(name: str, slot: int, maker: Maker) -> str:
    return f"s[{slot}]" if maker.layout.zones[name].ordered else f"ones(s[{slot}])"


def largest(among: frozenset[str], maker: Maker) -> Lines:
    """The largest sizes of these zones so far."""
    lines: Lines = []
    for number, (name, row) in enumerate(maker.layout.zones.items()):
        for copy in range(row.copies if name in among else 0):
            size = _size(name, row.start + copy * row.stride, maker)
            lines += [f"size = {size}", f"if size > most_{number}:", f"    most_{number} = size"]
    return lines


def changes(maker: Maker) -> Lines:
    """Which seat alone has the fewest cards, and whether it is another than before."""
    mine = [z.name for z in maker.game.zones if z.per is ir.Per.PLAYER]
    seats = range(maker.game.seats)
    if not mine or len(seats) < 2:
        return []
    lines = [f"fewest = {len(maker.cards) + 1}", "alone = -1"]
    for seat in seats:
        rows = {name: maker.layout.zones[name] for name in mine}
        sizes = [_size(n, row.start + seat * row.stride, maker) for n, row in rows.items()]
        lines += [f"size = {' + '.join(sizes)}", "if size < fewest:", "    fewest = size"]
        lines += [f"    alone = {seat}", "elif size == fewest:", "    alone = -1"]
    return [
        *lines,
        "if alone >= 0 and alone != least:",
        "    if least >= 0:",
        "        changes += 1",
        "    least = alone",
    ]


def targets(game: ir.Game) -> frozenset[str]:
    """The zones to which cards come in play."""
    blocks = [m.effects for m in game.moves] + [e.effects for e in game.endings]
    found = (e for block in blocks for e in all_effects(block))
    return frozenset(e.target.name for e in found if isinstance(e, ir.MoveCard | ir.MoveMany))
