"""The table, drawn from what one viewer knows and from what the rule file says about places and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from cli.centre import centre
from cli.faces import Face, Rows, flow, groups
from cli.menu import GAP, NOTHING, Menu, entries, listed
from cli.places import INDENT, Spot, member_name, spots, summary, zones_of_players
from cli.spell import Speller, label, styled
from interpreter.ir.nodes import Game, Per, Shown, Variable, Zone
from interpreter.ir.types import BOOL, Card, Seat, Value
from interpreter.run.protocol import View, ZoneView

LEAST_SAID = 3
"""Lines of what happened that are kept however low the screen is."""
FEW = 4
"""Cards at the side of the table that are named one by one."""
BELOW = 2
"""Lines under the table: an answer and the prompt."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be drawn: a view, what was said, what may be chosen.

    `opened` are the seats' own views, by seat, for a spectator who may see everything; else empty. `aside`
    stands at the right end of the first line.
    """

    view: View
    menu: Menu = NOTHING
    said: tuple[Text, ...] = ()
    opened: tuple[View, ...] = ()
    aside: str = ""


def draw(scene: Scene, speller: Speller) -> list[Text]:
    """The screen from top to bottom; the cards stand if there is height for it, else they lie.

    Where even that is too high, the middle is told in words.
    """
    lines: list[Text] = []
    for standing, airy, told in (
        *((True, True, False), (True, False, False)),
        *((False, True, False), (False, False, False)),
        *((True, False, True), (False, False, True)),
    ):
        lines = _Drawing(scene, speller, standing, airy, told).screen()
        if len(lines) + BELOW <= speller.look.height:
            break
    for line in lines:
        line.rstrip()  # spaces past the edge would begin another row
    return lines


@dataclass(frozen=True, slots=True)
class _Drawing:
    scene: Scene
    speller: Speller
    standing: bool
    airy: bool
    told: bool

    @property
    def game(self) -> Game:
        return self.speller.game

    @property
    def rows(self) -> Rows:
        return Rows(self.game.deck, self.speller.look)

    @property
    def near(self) -> Seat:
        """The seat at the lower edge of the screen."""
        return Seat(0) if self.scene.view.viewer is None else self.scene.view.viewer

    def screen(self) -> list[Text]:
        far = [Seat((self.near + i) % self.game.seats) for i in range(1, self.game.seats)]
        top = [self.headline(), *self.table_line()]
        for seat in far:
            top += self.seat(seat)
        bottom = [*self.seat(self.near), *self.choices()]
        air = [Text()] if self.airy else []
        drawn = self.middle_in_words() if self.told else centre(self.scene.view, self.speller)
        middle = [Text(), *drawn, *(air if drawn else [])]
        gap = [Text()] if self.scene.said else []
        room = self.speller.look.height - BELOW - len([*top, *middle, *gap, *bottom])
        said = self.scene.said[-max(LEAST_SAID, room) :]
        return [*top, *middle, *said, *gap, *bottom]

    def middle_in_words(self) -> list[Text]:
        """The zones of the middle, each with its last cards."""
        found = [self.at_the_side(spot) for spot in spots(self.scene.view, self.speller, "centre")]
        return listed(found, self.speller.look, INDENT) if found else []

    def choices(self) -> list[Text]:
        """What may be chosen, and that there is more to be known."""
        found = entries(self.scene.menu, self.speller)
        return listed([*found, Text("? help", "dim")], self.speller.look) if found else []

    def headline(self) -> Text:
        s, columns = self.speller.look.strokes, self.speller.look.columns
        name = f"{s.rule} {label(None, self.game.name)} "
        aside = f" {self.scene.aside} {s.rule}" if self.scene.aside else ""
        fill = s.rule * max(0, columns - cell_len(name) - cell_len(aside))
        line = Text(name + fill + aside, "dim")
        line.truncate(columns)
        return line

    def table_line(self) -> list[Text]:
        """What the table remembers, and its zones that are not in the centre."""
        found = self.remembered(None)
        for spot in spots(self.scene.view, self.speller, "side", "mine"):
            found.append(self.at_the_side(spot))
        return listed(found, self.speller.look, INDENT) if found else []

    def at_the_side(self, spot: Spot) -> Text:
        """A zone in words: its cards if they are seen and few, else their number, with the top of a stack."""
        cards, ordered = spot.seen.cards or (), spot.zone.ordered
        told = summary(spot.name, spot.seen, self.speller.look)
        if 0 < len(cards) <= FEW:
            told = styled(f"{spot.name} ", "dim")
        elif ordered and cards:
            told.append(f" {self.speller.look.strokes.more} ", "dim")
        faces = [self.speller.card(c) for c in (cards if ordered or len(cards) <= FEW else ())[-FEW:]]
        return told.append_text(Text(" ").join(faces))

    def remembered(self, seat: Seat | None) -> list[Text]:
        """The variables of a seat, or of nobody, that are seen and have a value; of flags the set ones."""
        view = self.scene.view if seat is None else self.seen_of(seat)
        found = []
        for variable in self.game.variables:
            if (variable.per is Per.PLAYER) == (seat is not None):
                for place, value in enumerate(view.variables.get(variable.name, ())):
                    if value is not None and value is not False and seat in (None, place):
                        found.append(self.variable(variable, place, value))
        return found

    def variable(self, variable: Variable, place: int, value: Value) -> Text:
        called = member_name(variable, place, self.speller)
        if variable.type == BOOL:
            return Text(called.removesuffix(":"))
        name = styled(f"{called} ", "dim")
        return name.append_text(self.speller.value(value, variable.type))

    def seen_of(self, seat: Seat) -> View:
        """The view by which what the seat has is drawn."""
        return self.scene.opened[seat] if self.scene.opened else self.scene.view

    # seats

    def seat(self, seat: Seat) -> list[Text]:
        """A line about the seat, and its cards as far as they are seen."""
        view, look = self.seen_of(seat), self.speller.look
        turn = seat in self.scene.view.actors
        head = styled(f"{look.strokes.turn} " if turn else INDENT, "bold yellow").append_text(
            self.speller.seat(seat)
        )
        zones = [(shown, zone, view.zones[shown.zone][seat]) for shown, zone in zones_of_players(self.game)]
        rest = self.remembered(seat)
        if self.scene.view.viewer == seat:
            head.append(" (you)", "dim")
            rest += self.legend()
        short = [summary(label(zone.text, zone.name), seen, look) for _, zone, seen in zones]
        used = sum(t.cell_len + GAP for t in (head, *rest, *short))
        ticks = max(0, look.columns - used) // max(1, len(zones))
        found = [summary(label(zone.text, zone.name), seen, look, ticks) for _, zone, seen in zones]
        drawn = [row for shown, zone, seen in zones for row in self.cards_of_seat(seat, shown, zone, seen)]
        return [*listed([head, *found, *rest], self.speller.look, ""), *drawn]

    def legend(self) -> list[Text]:
        """What the star on a card means, where the file says it."""
        text = self.game.table.mark_text
        if text is None or not self.scene.view.marked:
            return []
        return [styled(self.speller.look.strokes.star, "yellow").append(" " + label(text, "marked"), "dim")]

    def cards_of_seat(self, seat: Seat, shown: Shown, zone: Zone, seen: ZoneView) -> list[Text]:
        if not seen.cards:
            return []
        own = seat == self.scene.view.viewer
        if own and shown.place == "mine" and not zone.ordered:
            return self.own_cards(shown, seen.cards)
        marked = self.seen_of(seat).marked
        faces = [Face(c, True, c in marked) for c in seen.cards]
        width = self.speller.look.columns - 2 * len(INDENT)
        if zone.ordered:
            return self.indented(self.rows.plain([faces], width))
        return self.indented(self.rows.plain(groups(self.game.deck, faces, shown.by_suit), width))

    def own_cards(self, shown: Shown, cards: Sequence[Card]) -> list[Text]:
        numbers, marked = self.scene.menu.on_cards, self.scene.view.marked
        live = self.scene.menu.live
        faces = [Face(c, c in live, c in marked, numbers.get(c)) for c in cards]
        rows = self.rows
        width = self.speller.look.columns - len(INDENT)
        lines = flow(groups(self.game.deck, faces, shown.by_suit), rows.cell, width)
        draw_line = rows.standing if self.standing else rows.lying
        return self.indented([row for line in lines for row in draw_line(line)])

    def indented(self, rows: Sequence[Text]) -> list[Text]:
        return [Text(INDENT).append_text(row) for row in rows]
