"""Cards in rows: drawn, with those that may be chosen standing up; as plain faces; fanned on a stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from cli.look import Look, face, ink, rank_of, suit_of
from interpreter.ir.nodes import Deck
from interpreter.ir.types import Card


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be drawn. `live`: may be chosen now; `number`: by which it is chosen."""

    card: Card
    live: bool = False
    marked: bool = False
    number: int | None = None


def groups(deck: Deck, faces: Iterable[Face], by_suit: bool) -> list[list[Face]]:
    """The faces sorted by suit, then rank, a group each suit; or all in one group by rank, then suit."""
    if not by_suit:
        return [sorted(faces, key=lambda f: (rank_of(deck, f.card), f.card))]
    in_order = sorted(faces, key=lambda f: f.card)
    return [list(g) for _, g in groupby(in_order, key=lambda f: suit_of(deck, f.card))]


def cell_width(deck: Deck, look: Look) -> int:
    """Columns of one drawn card: its left edge and the widest face of the deck."""
    cards = range(len(deck.suits) * len(deck.ranks))
    return 1 + max(3, *(len(face(deck, Card(c), look)) for c in cards))


def flow(parts: Sequence[list[Face]], cell: int, width: int) -> list[list[list[Face]]]:
    """Groups set in lines of at most `width` columns; a group is broken only if it has no line of its own."""
    most = max(1, (width - 1) // cell)
    pieces = [g[i : i + most] for g in parts for i in range(0, len(g), most)]
    lines: list[list[list[Face]]] = []
    room = 0
    for piece in pieces:
        wanted = len(piece) * cell + 2
        if not lines or wanted > room:
            lines.append([])
            room = width + 1
        lines[-1].append(piece)
        room -= wanted
    return lines


@dataclass(frozen=True, slots=True)
class Rows:
    """Draws lines of cards of one deck."""

    deck: Deck
    look: Look

    @property
    def cell(self) -> int:
        return cell_width(self.deck, self.look)

    def written(self, item: Face) -> Text:
        """The face, in its suit's ink, dim if it may not be chosen."""
        style = ink(self.deck, suit_of(self.deck, item.card))
        return Text(face(self.deck, item.card, self.look), f"bold {style}" if item.live else f"dim {style}")

    def standing(self, line: Sequence[list[Face]]) -> list[Text]:
        """Four rows: cards, those that may be chosen a step higher, and their numbers."""
        rows = [Text() for _ in range(4)]
        for group in line:
            before: Face | None = None
            for item in group:
                self._stand(rows, before, item)
                before = item
            if before is not None:
                self._close(rows, before)
        return rows

    def _stand(self, rows: list[Text], before: Face | None, item: Face) -> None:
        s, inner = self.look.strokes, self.cell - 1
        raised = before is not None and before.live
        edge = "" if item.live else "dim"
        lid = (s.star if item.marked else s.across).center(inner, s.across)
        if item.live:
            rows[0].append(s.top_left + lid, edge)
            rows[1].append(s.down).append_text(_padded(self.written(item), inner))
            rows[2].append(s.down + " " * inner)
        else:
            rows[0].append(s.top_right if raised else " ").append(" " * inner)
            rows[1].append(s.down if raised else s.top_left, "" if raised else edge).append(lid, edge)
            rows[2].append(s.down, "" if raised else edge).append_text(_padded(self.written(item), inner))
        rows[3].append(("" if item.number is None else str(item.number)).center(self.cell), "cyan")

    def _close(self, rows: list[Text], last: Face) -> None:
        s = self.look.strokes
        ends = (s.top_right, s.down, s.down) if last.live else (" ", s.top_right, s.down)
        for row, end in zip(rows, (*ends, " "), strict=True):
            row.append(end, "" if last.live else "dim").append(" ")

    def lying(self, line: Sequence[list[Face]]) -> list[Text]:
        """Two rows: faces, and under them the numbers of those that may be chosen and the marks."""
        rows = [Text(), Text()]
        for group in line:
            for item in group:
                number = "" if item.number is None else str(item.number)
                star = self.look.strokes.star if item.marked else " "
                rows[0].append_text(_padded(self.written(item), self.cell, right=True))
                rows[1].append(number.rjust(self.cell - 1), "cyan").append(star, "yellow")
            rows[0].append("  ")
            rows[1].append("  ")
        return rows

    def plain(self, parts: Iterable[Sequence[Face]], width: int) -> list[Text]:
        """Faces with a space between them, two between groups, in as many rows as they need."""
        rows: list[Text] = []
        for group in parts:
            if rows:
                rows[-1].append(" ")
            for item in group:
                if not rows or len(rows[-1]) + self.cell > width:
                    rows.append(Text())
                star = self.look.strokes.star if item.marked else ""
                rows[-1].append_text(self.written(item)).append(star + " ", "yellow")
        return rows

    def fan(self, cards: Sequence[Card], marked: frozenset[Card], width: int) -> list[Text]:
        """Five rows: the last card whole, as many of those under it as there is room for."""
        s, cell = self.look.strokes, self.cell
        big = cell + 3
        room = max(0, (width - big - 1) // cell)
        under = list(cards[:-1])
        hidden = max(0, len(under) - room)
        rows = [Text() for _ in range(5)]
        for nth, card in enumerate(under[hidden:]):
            cut = bool(hidden) and nth == 0
            left = s.more if cut else face(self.deck, card, self.look)
            style = "dim" if cut else ink(self.deck, suit_of(self.deck, card))
            self._under(rows, left, style, card in marked and not cut)
        self._top(rows, cards[-1], cards[-1] in marked, big)
        return rows

    def _under(self, rows: list[Text], left: str, style: str, marked: bool) -> None:
        s, inner = self.look.strokes, self.cell - 1
        lid = (s.star if marked else s.across).center(inner, s.across)
        rows[0].append(s.top_left + lid, "dim")
        for row, inside in zip(rows[1:4], (left, "", ""), strict=True):
            row.append(s.down, "dim").append(inside.ljust(inner), style)
        rows[4].append(s.bottom_left + s.across * inner, "dim")

    def _top(self, rows: list[Text], card: Card, marked: bool, big: int) -> None:
        s, style = self.look.strokes, f"bold {ink(self.deck, suit_of(self.deck, card))}"
        inner = big - 1
        text = face(self.deck, card, self.look)
        lid = (s.star if marked else s.across).center(inner, s.across)
        rows[0].append(s.top_left + lid + s.top_right)
        rows[4].append(s.bottom_left + s.across * inner + s.bottom_right)
        for row, middle in zip(rows[1:4], (text.ljust(inner), " " * inner, text.rjust(inner)), strict=True):
            row.append(s.down).append(middle, style).append(s.down)

    def back(self, count: int | None) -> list[Text]:
        """Five rows: a card face down, or the place of a card where there is none."""
        s, inner = self.look.strokes, self.cell + 2
        fill = " " if count == 0 else s.back
        style = "dim"
        lines = [s.top_left + s.across * inner + s.top_right]
        lines += [s.down + fill * inner + s.down] * 3
        lines += [s.bottom_left + s.across * inner + s.bottom_right]
        return [Text(line, style) for line in lines]


def _padded(text: Text, width: int, right: bool = False) -> Text:
    gap = " " * (width - len(text))
    return Text(gap).append_text(text) if right else text.append(gap)
