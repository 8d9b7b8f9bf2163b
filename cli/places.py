"""Which zones are drawn where, and the words about one: its name and how many cards lie there."""

from __future__ import annotations

from rich.text import Text

from cli.look import Look
from cli.spell import label, styled
from interpreter.ir.nodes import Game, Per, Shown, Zone
from interpreter.ir.types import Card
from interpreter.run.protocol import View, ZoneView

INDENT = "  "


def shown_zones(game: Game) -> tuple[Shown, ...]:
    """The file's table, or a sensible one where it has none: every zone but that of the undealt cards."""
    if game.table.shown:
        return game.table.shown

    def place(zone: Zone) -> str:
        return "mine" if zone.per is Per.PLAYER else "centre" if zone.ordered else "side"

    return tuple(Shown(z.name, place(z), True) for z in game.zones[1:])


def zones_at(game: Game, per: Per, *places: str) -> list[tuple[Shown, Zone]]:
    """The zones shown at these places, or at any place if none is named."""
    by_name = {z.name: z for z in game.zones}
    pairs = [(s, by_name[s.zone]) for s in shown_zones(game) if s.zone in by_name]
    return [(s, z) for s, z in pairs if z.per is per and (not places or s.place in places)]


def numbered_cards(game: Game, view: View) -> frozenset[Card]:
    """The viewer's own cards, under which numbers can stand."""
    if view.viewer is None:
        return frozenset()
    names = [z.name for _, z in zones_at(game, Per.PLAYER, "mine") if not z.ordered]
    return frozenset(c for name in names for c in view.zones[name][view.viewer].cards or ())


def zone_summary(zone: Zone, seen: ZoneView, look: Look, ticks: int = 0) -> Text:
    """The zone's name, its number of cards, and up to so many ticks where nobody sees them."""
    text = styled(label(zone.text, zone.name) + " ", "dim")
    if seen.count is None:
        return text.append("?")
    if seen.cards is None and ticks > 1:
        most = look.strokes.tick * min(seen.count, ticks - 1)
        text.append(f"{most} " if most else "", "bright_blue")
    return text.append(str(seen.count), "bold")
