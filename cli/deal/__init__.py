"""`yourtrumps deal`: what can be checked about how cards were dealt."""

from __future__ import annotations

import typer

from cli.deal.verify import verify
from cli.options import helped

app = typer.Typer(no_args_is_help=True, help="Check how the cards of a match were dealt.")
app.command(help=helped(verify))(verify)


@app.callback()
def _group() -> None:
    """Keeps `verify` a command of its own while it is the only one."""
