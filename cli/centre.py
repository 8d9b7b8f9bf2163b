"""The middle of the table: its zones side by side, or one under another where there is no room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from cli.faces import Face, Rows, groups
from cli.places import INDENT, Spot, spots, summary
from cli.spell import Speller, styled
from interpreter.ir.nodes import Family, Per
from interpreter.run.protocol import View, ZoneView

APART = 3
"""Columns between two zones."""
FEW = 4
"""Cards of a zone among several that need not be counted in words."""
LEAST = 24
"""Columns without which a stack is not set beside another zone."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A zone, the words about it, and the columns that its cards need; None if they use what there is."""

    spot: Spot
    name: Text
    needed: int | None

    @property
    def below(self) -> bool:
        """Whether the name stands below the cards: there are several of these zones, side by side."""
        return isinstance(self.spot.zone.per, Family)

    @property
    def least(self) -> int:
        cards = LEAST if self.needed is None else self.needed
        return max(cards, len(self.name)) if self.below else cards + 2 + len(self.name)


def centre(view: View, speller: Speller) -> list[Text]:
    """The rows of all zones in the middle; none if the game has no such zone."""
    rows = Rows(speller.game.deck, speller.look)
    width = speller.look.columns - len(INDENT)
    lines: list[list[_Block]] = []
    for spot in spots(view, speller, "centre"):
        block = _block(spot, speller, rows)
        if lines and sum(b.least + APART for b in (*lines[-1], block)) - APART <= width:
            lines[-1].append(block)
        else:
            lines.append([block])
    return [Text(INDENT).append_text(row) for line in lines for row in _line(line, view, rows, width)]


def _block(spot: Spot, speller: Speller, rows: Rows) -> _Block:
    cards = spot.seen.cards or ()
    name = summary(spot.name, ZoneView(cards, spot.seen.count), speller.look)
    if isinstance(spot.zone.per, Family) and 0 < len(cards) <= FEW:
        name = styled(spot.name.removesuffix(":"), "dim")
    fanned = rows.cell * max(1, len(cards)) + 4
    if cards and not spot.zone.ordered:
        return _Block(spot, name, min(LEAST, (rows.cell + 1) * len(cards)))
    elastic = len(cards) > 1 and (spot.zone.per is Per.TABLE or fanned > LEAST)
    return _Block(spot, name, None if elastic else fanned)


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
    """The cards, with the name and the size below or to the right of the lowest row but one."""
    if not block.spot.seen.cards:
        drawn = rows.back(block.spot.seen.count)
    elif block.spot.zone.ordered:
        drawn = rows.fan(block.spot.seen.cards, view.marked, room)
    else:
        faces = [Face(c, True, c in view.marked) for c in block.spot.seen.cards]
        most = width - 2 - len(block.name) if alone else room
        drawn = rows.plain(groups(rows.deck, faces, block.spot.shown.by_suit), most)
    if block.below:
        return [*drawn, Text(" ").append_text(block.name)]
    place = drawn[-2 if len(drawn) > 1 else -1]
    across = max(len(row) for row in drawn)
    place.append(" " * (across - len(place) + 2)).append_text(block.name)
    return drawn
