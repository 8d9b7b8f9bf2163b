"""The application: its commands, and how errors become exit statuses."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

from cli.compare import compare
from cli.deal import app as deal
from cli.exits import Exit, Stop
from cli.explain import explain
from cli.explore import explore
from cli.host import host
from cli.join import join
from cli.merge import merge
from cli.options import helped
from cli.play import play
from cli.replay import replay
from cli.rules import app as rules
from cli.serve import serve
from cli.simulate import simulate
from cli.tune import tune
from cli.verify import verify

SHORT = (errno.ENOMEM, errno.EMFILE, errno.ENFILE)
"""Errors of a system that has no more of something."""


class Commands(TyperGroup):
    """Turns what ends a command early into a message on standard error and an exit status."""

    def make_context(self, *args: Any, **more: Any) -> Any:
        with _ended():
            return super().make_context(*args, **more)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """A command may have a name of two words."""
        two = " ".join(args[:2])
        return super().resolve_command(ctx, [two, *args[2:]] if two in self.commands else args)

    def invoke(self, ctx: Any) -> Any:
        _tolerate()
        with _ended():
            return super().invoke(ctx)


@contextmanager
def _ended() -> Iterator[None]:
    """All that the block prints is written at its end, or it is told why not."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except Stop as stop:
        _tell(stop.message)
        raise typer.Exit(stop.status) from None
    except KeyboardInterrupt:
        raise typer.Exit(Exit.INTERRUPTED) from None
    except BrokenPipeError:
        _silence(sys.stdout)
        raise typer.Exit(Exit.BROKEN_PIPE) from None
    except OSError as error:
        _tell(f"error: {_refused(error)}")
        _silence(sys.stdout)
        raise typer.Exit(Exit.FAULTY_COMMAND) from None


def _refused(error: OSError) -> str:
    """What the system would not do: files are named by their errors, standard output is not."""
    reason = (error.strerror or str(error)).lower()
    if error.filename is not None:
        return f"`{error.filename}`: {reason}"
    return reason if error.errno in (None, *SHORT) else f"standard output cannot be written: {reason}"


def _tell(message: str) -> None:
    try:
        if message:
            print(message, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _tolerate() -> None:
    """What a terminal cannot show, or what is no text, becomes a question mark instead of an error."""
    for stream in (sys.stdout, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _silence(stream: TextIO) -> None:
    """Nobody reads the stream any more: what is still to be written goes nowhere."""
    with suppress(io.UnsupportedOperation):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def _stand_in() -> None:
    """A closed stream is None, and its number would go to the next file that is opened."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
            setattr(sys, name, os.fdopen(opened, "w" if number else "r", encoding="utf-8"))


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


for command in (play, simulate, merge, compare, tune, replay, verify, explore, serve, join, host):
    app.command("simulate merge" if command is merge else None, help=helped(command))(command)
app.add_typer(rules, name="rules")
app.add_typer(deal, name="deal")
app.command(help=helped(explain))(explain)


def run() -> None:
    """What the installed program calls."""
    _stand_in()
    app(prog_name="yourtrumps")
