"""Which zones are drawn where, and the words about one: its name and how many cards lie there."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from cli.look import Look
from cli.spell import Speller, label, styled
from interpreter.ir.nodes import Family, Game, Per, Shown, Variable, Zone
from interpreter.ir.types import Card, IntType
from interpreter.run.protocol import View, ZoneView

INDENT = "  "


def shown_zones(game: Game) -> tuple[Shown, ...]:
    """The file's table, or a sensible one where it has none: every zone but that of the undealt cards."""
    if game.table.shown:
        return game.table.shown

    def place(zone: Zone) -> str:
        if zone.per is Per.PLAYER:
            return "mine"
        return "centre" if zone.ordered or isinstance(zone.per, Family) else "side"

    return tuple(Shown(z.name, place(z), True) for z in game.zones[1:])


def zones_of_players(game: Game, *places: str) -> list[tuple[Shown, Zone]]:
    """The zones that each player has, shown at these places, or at any place if none is named."""
    by_name = {z.name: z for z in game.zones}
    pairs = [(s, by_name[s.zone]) for s in shown_zones(game) if s.zone in by_name]
    return [(s, z) for s, z in pairs if z.per is Per.PLAYER and (not places or s.place in places)]


@dataclass(frozen=True, slots=True)
class Spot:
    """One zone of the table, or one of a family: how it is shown, what is seen of it, what it is called."""

    shown: Shown
    zone: Zone
    seen: ZoneView
    name: str


def spots(view: View, speller: Speller, *places: str) -> list[Spot]:
    """The zones of the table at these places; of a family those that are not empty."""
    found = []
    for shown in shown_zones(speller.game):
        zone = next((z for z in speller.game.zones if z.name == shown.zone), None)
        if zone is None or zone.per is Per.PLAYER or shown.place not in places:
            continue
        for place, seen in enumerate(view.zones[zone.name]):
            if zone.per is Per.TABLE or seen.count != 0:
                found.append(Spot(shown, zone, seen, member_name(zone, place, speller)))
    return found


def member_name(thing: Zone | Variable, place: int, speller: Speller) -> str:
    """What the one at this place of a zone or variable is called: of a family the value stands behind."""
    name = label(thing.text, thing.name)
    if not isinstance(thing.per, Family):
        return name
    kind = thing.per.of
    value = kind.lo + place if isinstance(kind, IntType) else place
    return f"{name} {speller.member(value, kind).plain}:"


def numbered_cards(game: Game, view: View) -> frozenset[Card]:
    """The viewer's own cards, under which numbers can stand."""
    if view.viewer is None:
        return frozenset()
    names = [z.name for _, z in zones_of_players(game, "mine") if not z.ordered]
    return frozenset(c for name in names for c in view.zones[name][view.viewer].cards or ())


def summary(name: str, seen: ZoneView, look: Look, ticks: int = 0) -> Text:
    """A zone's name, its number of cards, and up to so many ticks where nobody sees them."""
    text = styled(f"{name} ", "dim")
    if seen.count is None:
        return text.append("?")
    if seen.cards is None and ticks > 1:
        most = look.strokes.tick * min(seen.count, ticks - 1)
        text.append(f"{most} " if most else "", "bright_blue")
    return text.append(str(seen.count), "bold")
