"""Findings that need the whole game: what nothing reads, what is never reached, what is too much."""

from __future__ import annotations

from interpreter.ir.nodes import Game
from interpreter.text.diagnostic import Report


def lint(game: Game, report: Report) -> None:
    """Report what is well-formed and yet wrong or idle."""
