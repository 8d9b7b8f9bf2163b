"""The game as the encoder takes it."""

from __future__ import annotations

from interpreter.ir import nodes as ir
from interpreter.passes.bind import bind
from interpreter.passes.expand import expand
from interpreter.passes.inline import inline
from verify.settings import Settings


def encoded(game: ir.Game, settings: Settings | None = None) -> ir.Game:
    """The game without calls, and without the options that the settings fix."""
    fixed = {name: settings.options[name] for name in settings.fixed} if settings is not None else {}
    return inline(expand(bind(game, fixed)))
