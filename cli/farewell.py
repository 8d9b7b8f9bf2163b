"""The last lines of a match: where it is kept and how to have it again."""

from __future__ import annotations

from rich.text import Text

from cli.exits import Stop, count
from cli.files import as_typed
from cli.keep import Keep
from cli.sitting import Sitting


def part(sitting: Sitting, keep: Keep) -> None:
    """Keep the match and say so; raises `Stop` if it cannot be kept. It is kept before anything is shown."""
    match, terminal = sitting.match, sitting.terminal
    over = match.over
    lines = [] if over else ["", f"  Left after {count(match.plies, 'move')}."]
    try:
        path = keep.write(match)
    except Stop:
        terminal.show(*lines, Text(f"  The match is lost; it had seed {match.seed}.", "dim"))
        raise
    terminal.show(*lines)
    if path is not None:
        way = "" if over else f"; yourtrumps play --from {as_typed(path)} goes on with it"
        terminal.show(Text(f"  Recorded in {path}{way}.", "dim"))
    terminal.show(Text(f"  Seed {match.seed}: --seed {match.seed} gives the same cards again.", "dim"))
