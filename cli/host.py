"""`yourtrumps host`: opens a table on a server, shows how to get there, and sits down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.exits import faulty_command
from cli.join import LOCAL, attend, needs_extra, new_seed
from cli.options import DEFAULT_RULES, AsciiOption, NoColorOption, SetOption, complete_rules

if TYPE_CHECKING:
    from cli.terminal import Terminal


def host(
    rules: Annotated[
        str,
        typer.Argument(metavar="[RULES]", help="One of the server's games.", autocompletion=complete_rules),
    ] = DEFAULT_RULES,
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="The server.", envvar="YOURTRUMPS_SERVER")
    ] = LOCAL,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO",
            help="Who is to sit there: person, greedy or random. You are the first person.",
            show_default="a person on each seat",
        ),
    ] = None,
    settings: SetOption = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What you are called.")] = None,
    public: Annotated[bool, typer.Option("--public", help="Show the table in the lobby.")] = False,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock", metavar="S|M+S", help="Seconds for a move, or minutes in all and seconds more."
        ),
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", metavar="N", min=1, max=99, help="How many matches are played.")
    ] = 1,
    loser_deals: Annotated[
        bool,
        typer.Option(
            "--loser-deals", help="Let later lots among the players fall on who lost the match before."
        ),
    ] = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Open a table for others, and play there as in `yourtrumps play`.

    The link, a short code and a QR code are shown; who has one of them can sit down.

    \b
    Examples:
      yourtrumps host
      yourtrumps host durak --seats person,person,greedy --public
      yourtrumps host --server https://cards.example.org --clock 5+3
      yourtrumps host match --matches 3 --loser-deals
    """
    try:
        from cli.online.seats import keep, own_name
        from cli.online.wire import read_address
    except ModuleNotFoundError as missing:
        raise needs_extra(missing) from None
    from cli.terminal import make_terminal

    at, _ = read_address(server)
    wanted: dict[str, Any] = {
        "rules": rules,
        "name": name or own_name(),
        "options": _options(settings or []),
        "public": public,
        "seed": new_seed(),
        "clock": read_clock(clock),
        "matches": matches,
        "lots": "loser" if loser_deals else "drawn",
    }
    if seats is not None:
        wanted["seats"] = [_chair(part.strip()) for part in seats.split(",")]
    opened = at.ask("/api/tables", wanted)
    keep(at, opened["id"], opened["token"])
    _invite(make_terminal(ascii_only, no_color), f"{at.address}/t/{opened['id']}", opened["code"])
    raise typer.Exit(attend(at, opened["id"], opened["token"], ascii_only, no_color))


def _options(settings: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in settings]
    for option, equals, value in pairs:
        if not equals or not value.strip():
            raise faulty_command(f"`{option}` is not a setting; write it as `option=value`")
    return {option.strip(): value.strip() for option, _, value in pairs}


def _chair(text: str) -> dict[str, str]:
    person = text in ("person", "human")
    return {"kind": "person"} if person else {"kind": "computer", "level": text}


def read_clock(text: str | None) -> dict[str, object]:
    """The clock of `--clock`; raises `Stop`."""
    if text is None:
        return {"kind": "none"}
    minutes, plus, seconds = text.partition("+")
    if not minutes.isdecimal() or (plus and not seconds.isdecimal()):
        raise faulty_command(f"`--clock {text[:20]}` is neither seconds (30) nor minutes and seconds (5+3)")
    if plus:
        return {"kind": "total", "seconds": 60 * int(minutes), "increment": int(seconds)}
    return {"kind": "move", "seconds": int(minutes)}


def _invite(terminal: Terminal, link: str, code: str) -> None:
    """The link, the code, and where letters are not all there is the QR code."""
    terminal.show(f"  {link}", f"  code {code}")
    if terminal.screen and not terminal.letters_only:
        import io

        import segno

        drawn = io.StringIO()
        segno.make(link, micro=False).terminal(drawn, compact=True, border=1)
        terminal.out.file.write(drawn.getvalue())
        terminal.out.file.flush()
    if terminal.people:
        terminal.ask("  Enter goes to the table. ")
