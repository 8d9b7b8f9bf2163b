"""`yourtrumps serve`: tables for people elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, Stop, faulty_command

if TYPE_CHECKING:
    import socket


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="PORT", help="0 finds a free one.")
    ] = 8000,
    store: Annotated[
        str,
        typer.Option("--store", metavar="FILE|URL", help="A file, or postgresql://user@host/database."),
    ] = "yourtrumps.db",
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name of this server. May be repeated."),
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="A page elsewhere that may connect. May be repeated."),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe X-Forwarded-For and X-Forwarded-Proto.")
    ] = False,
    process: Annotated[
        str, typer.Option("--process", metavar="K/N", help="This is process K of N that share the store.")
    ] = "1/1",
    uploads: Annotated[
        bool, typer.Option("--uploads", help="People may send rule files; they are checked, and run no code.")
    ] = False,
    pace: Annotated[
        float, typer.Option("--pace", min=0, max=60, metavar="SECONDS", help="How long a computer thinks.")
    ] = 0.4,
) -> None:
    """Open tables for people with a browser or with `yourtrumps join`.

    Matches are kept in a file beside you, and go on where they were when the server starts again. Ctrl-C
    stops it.

    \b
    Examples:
      yourtrumps serve
      yourtrumps serve --host 0.0.0.0 --name cards.example.org
      yourtrumps serve --store postgresql://cards@localhost/cards --process 1/2 --port 8001
    """
    import socket

    try:
        from server.store.protocol import StoreError
        from server.web.serving import serve as run
        from server.web.settings import Settings
    except ModuleNotFoundError as missing:
        raise _needs_extra(missing) from None
    number, processes = _process(process)
    bound = _listening(host, port)
    with bound:
        actual = bound.getsockname()[1]
        settings = Settings(
            host,
            actual,
            store,
            frozenset(n.casefold() for n in names or ()),
            frozenset(o.rstrip("/") for o in origins or ()),
            behind_proxy,
            number,
            processes,
            uploads,
            pace,
        )
        shown = f"[{host}]" if bound.family == socket.AF_INET6 else host
        print(
            f"serving on http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else shown}:{actual}/",
            flush=True,
        )
        try:
            run(settings, bound)
        except StoreError as error:
            raise Stop(
                Exit.FAULTY_COMMAND, f"error: the store `{_named(store)}` cannot be used: {error}"
            ) from None


def _needs_extra(missing: ModuleNotFoundError) -> Stop:
    return faulty_command(f"this needs `{missing.name}`: pip install 'yourtrumps[server]'")


def _named(store: str) -> str:
    """The store without a password."""
    scheme, mark, rest = store.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}" if mark else store


def _process(text: str) -> tuple[int, int]:
    """Number from 0, and how many there are; raises `Stop`."""
    first, slash, second = text.partition("/")
    if (
        not slash
        or not first.isdecimal()
        or not second.isdecimal()
        or not 1 <= int(first) <= int(second) <= 16
    ):
        raise faulty_command(f"`--process {text[:20]}` is not K/N with K from 1 to N, N at most 16")
    return int(first) - 1, int(second)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises `Stop`."""
    import socket

    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, proto)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(2048)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise faulty_command(f"cannot listen on `{host}:{port}`: {reason}") from None
    return bound
