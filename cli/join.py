"""`yourtrumps join`: a seat at a table on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, faulty_command
from cli.options import AsciiOption, NoColorOption

if TYPE_CHECKING:
    from cli.online.wire import Server

LOCAL = "http://localhost:8000"


def join(
    table: Annotated[str, typer.Argument(metavar="URL|CODE", help="The link of a table, or its short code.")],
    server: Annotated[
        str,
        typer.Option(
            "--server", metavar="URL", help="Where a code is asked for.", envvar="YOURTRUMPS_SERVER"
        ),
    ] = LOCAL,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What you are called.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only look on.")] = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Sit down at a table that somebody has opened, and play as in `yourtrumps play`.

    Who has a seat there already comes back to it. A lost connection is made again by itself.

    \b
    Examples:
      yourtrumps join https://cards.example.org/t/0c4f...
      yourtrumps join K7MQ2P --server https://cards.example.org --name Bob
    """
    try:
        from cli.online.seats import keep, own_name, token_for
        from cli.online.wire import read_address
    except ModuleNotFoundError as missing:
        raise needs_extra(missing) from None
    at, path = read_address(table if "/" in table or ":" in table else server)
    found = _table(at, path) if path.startswith("/t/") else str(at.ask(f"/api/codes/{_code(table)}")["id"])
    token = None if watch else token_for(at, found)
    if token is None and not watch:
        seat = at.ask(f"/api/tables/{found}/seats", {"name": name or own_name(), "seed": new_seed()})
        token = str(seat["token"])
        keep(at, found, token)
    raise typer.Exit(attend(at, found, token, ascii_only, no_color))


def _table(at: Server, path: str) -> str:
    name = path.removeprefix("/t/").strip("/")
    if not name.isalnum():
        raise faulty_command(f"`{at.address}{path[:80]}` is no link to a table")
    return name


def _code(text: str) -> str:
    if not text.isalnum():
        raise faulty_command(f"`{text[:40]}` is neither a link nor a code")
    return text


def new_seed() -> str:
    """One's own part in the deal."""
    import secrets

    return secrets.token_hex(32)


def needs_extra(missing: ModuleNotFoundError) -> Exception:
    return faulty_command(f"this needs `{missing.name}`: pip install 'yourtrumps[server]'")


def attend(at: Server, table: str, token: str | None, ascii_only: bool, no_color: bool) -> Exit:
    """At the table until somebody has enough."""
    from cli.interrupts import Interrupts, Terminated
    from cli.keys import quiet_keys
    from cli.online.session import Online
    from cli.online.wire import Wire
    from cli.terminal import make_terminal

    phrases = [str(p) for p in at.ask("/api/server")["phrases"]]
    online = Online(Wire(at, table, token), make_terminal(ascii_only, no_color), phrases)
    with Interrupts().active(), quiet_keys():
        try:
            online.run()
        except Terminated:
            return Exit.TERMINATED
        except KeyboardInterrupt:
            return Exit.INTERRUPTED
    return Exit.OK
