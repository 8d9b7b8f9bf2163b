"""The middle of the table: its zones side by side, or one under another where there is no room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from cli.faces import Face, Rows, groups
from cli.places import INDENT, zone_summary, zones_at
from cli.spell import Speller
from interpreter.ir.nodes import Per, Shown, Zone
from interpreter.run.protocol import View, ZoneView

APART = 3
"""Columns between two zones."""
LEAST = 24
"""Columns without which a stack is not set beside another zone."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A zone, the words about it, and the columns that its cards need; None if they use what there is."""

    shown: Shown
    zone: Zone
    seen: ZoneView
    name: Text
    needed: int | None

    @property
    def least(self) -> int:
        return (LEAST if self.needed is None else self.needed) + 2 + len(self.name)


def centre(view: View, speller: Speller) -> list[Text]:
    """The rows of all zones in the middle; none if the game has no such zone."""
    rows = Rows(speller.game.deck, speller.look)
    width = speller.look.columns - len(INDENT)
    lines: list[list[_Block]] = []
    for shown, zone in zones_at(speller.game, Per.TABLE, "centre"):
        block = _block(shown, zone, view.zones[zone.name][0], speller, rows)
        if lines and sum(b.least + APART for b in (*lines[-1], block)) - APART <= width:
            lines[-1].append(block)
        else:
            lines.append([block])
    return [Text(INDENT).append_text(row) for line in lines for row in _line(line, view, rows, width)]


def _block(shown: Shown, zone: Zone, seen: ZoneView, speller: Speller, rows: Rows) -> _Block:
    name = zone_summary(zone, ZoneView(seen.cards or (), seen.count), speller.look)
    needed = None if seen.cards else rows.cell + 4
    if seen.cards and not zone.ordered:
        needed = min(LEAST, (rows.cell + 1) * len(seen.cards))
    return _Block(shown, zone, seen, name, needed)


def _line(blocks: list[_Block], view: View, rows: Rows, width: int) -> list[Text]:
    """Blocks side by side; those that can use it share the room that the others leave."""
    greedy = sum(b.needed is None for b in blocks)
    fixed = sum(b.least + APART for b in blocks) - APART - greedy * LEAST
    share = (width - fixed) // max(1, greedy)
    drawn = [_drawn(b, view, rows, b.needed or share, len(blocks) == 1, width) for b in blocks]
    height = max(len(d) for d in drawn)
    lines = [Text() for _ in range(height)]
    for block in drawn:
        across = max(len(row) for row in block)
        for n, line in enumerate(lines):
            row = block[n] if n < len(block) else Text()
            line.append_text(row).append(" " * (across - len(row) + APART))
    return lines


def _drawn(block: _Block, view: View, rows: Rows, room: int, alone: bool, width: int) -> list[Text]:
    """The cards, with the name and the size to the right of the lowest row but one."""
    if not block.seen.cards:
        drawn = rows.back(block.seen.count)
    elif block.zone.ordered:
        drawn = rows.fan(block.seen.cards, view.marked, room)
    else:
        faces = [Face(c, True, c in view.marked) for c in block.seen.cards]
        most = width - 2 - len(block.name) if alone else room
        drawn = rows.plain(groups(rows.deck, faces, block.shown.by_suit), most)
    place = drawn[-2 if len(drawn) > 1 else -1]
    across = max(len(row) for row in drawn)
    place.append(" " * (across - len(place) + 2)).append_text(block.name)
    return drawn
