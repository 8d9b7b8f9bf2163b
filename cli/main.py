"""The application: its commands, and how errors become exit statuses."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cli.exits import Exit, Stop
from cli.explain import explain
from cli.options import helped
from cli.play import play
from cli.replay import replay
from cli.rules import app as rules
from cli.simulate import simulate
from cli.verify import verify


class Commands(TyperGroup):
    """Turns what ends a command early into a message on standard error and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        _tolerate()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except Stop as stop:
            if stop.message:
                print(stop.message, file=sys.stderr)
            raise typer.Exit(stop.status) from None
        except KeyboardInterrupt:
            raise typer.Exit(Exit.INTERRUPTED) from None
        except BrokenPipeError:
            _silence()
            raise typer.Exit(Exit.BROKEN_PIPE) from None
        return result


def _tolerate() -> None:
    """What a terminal cannot show, or what is no text, becomes a question mark instead of an error."""
    for stream in (sys.stdout, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _silence() -> None:
    """Nobody reads our output any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play, simulate and check card games whose rules are a file.",
    epilog="A match against the computer: [bold]yourtrumps play[/bold]",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"yourtrumps {version('yourtrumps')}")
        except PackageNotFoundError:
            print("yourtrumps, not installed")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


for command in (play, simulate, replay, verify):
    app.command(help=helped(command))(command)
app.add_typer(rules, name="rules")
app.command(help=helped(explain))(explain)


def run() -> None:
    """What the installed program calls."""
    app(prog_name="yourtrumps")
