"""The rule files that extend another, and for how many players each is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from interpreter.check.load import Loaded, load_file
from interpreter.check.shelf import shipped
from tests.house.tree import ROOT

RULES = ROOT / "rules"


def path(name: str) -> Path:
    return RULES / f"{name}.yaml"


VARIANTS = tuple(n for n in shipped() if "\nextends:" in path(n).read_text(encoding="utf-8"))
PLAYED = ("yourtrumps", *VARIANTS)


@cache
def loaded(name: str, seats: int | None = None, deck: str | None = None) -> Loaded:
    return load_file(path(name), deck, seats)


def tables(names: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Every file with every number of players that it is for."""
    for name in names:
        game = loaded(name).game
        assert game is not None, name
        fewest, most = game.players
        yield from ((name, seats) for seats in range(fewest, most + 1))
