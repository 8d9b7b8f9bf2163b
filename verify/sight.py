"""What has to hold for everybody's view of a position to be worked out."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes as ir
from verify import terms as t
from verify.encode import Place
from verify.symbolic import copies


def look(place: Place) -> None:
    """Have the place need that every rule on who sees what stays within its domain."""
    game = place.terms.game
    all_seen: tuple[ir.Zone | ir.Variable, ...] = (*game.zones, *game.variables)
    for declared in all_seen:
        for i in copies(declared.per, game):
            owned = replace(place, me=place.state.mover, names={"owner": t.number(i)}, watched=True)
            owned.set(declared.seen)
            if isinstance(declared, ir.Zone):
                owned.set(declared.counted)
