"""`yourtrumps rules diff`: what somebody who knows one game would have to be told of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AsciiOption, JsonOption, NoColorOption

if TYPE_CHECKING:
    from rich.text import Text

    from cli.terminal import Terminal
    from study.difference import Difference


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A rule file or the name of a shipped one.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    as_json: JsonOption = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Say in sentences how game B differs from game A: what a player would have to be told.

    Meaning is compared, not text. Options have their default values.

    \b
    Examples:
      yourtrumps rules diff yourtrumps mygame.yaml
    """
    from cli.loading import load
    from cli.terminal import make_terminal
    from study.difference import differences

    a, b = load(first), load(second)
    found = differences(a.game, b.game)
    if as_json:
        _print_json(found)
        return
    terminal = make_terminal(ascii_only, no_color)
    _print_text(a.game.name, b.game.name, found, terminal)


def _print_json(found: tuple[Difference, ...]) -> None:
    import json
    from dataclasses import asdict

    print(json.dumps([asdict(d) for d in found], indent=2, ensure_ascii=False))


def _print_text(a: str, b: str, found: tuple[Difference, ...], terminal: Terminal) -> None:
    from rich.text import Text

    from cli.spell import printable

    width = min(terminal.look.columns, 80)
    if not found:
        terminal.show(f"{printable(b)} is played like {printable(a)}.")
        return
    terminal.show(Text(f"{printable(b)}, for who knows {printable(a)}:", "bold"), "")
    for d in (d for d in found if d.before is None and d.after is None):
        _show("- ", Text(printable(d.said)), terminal, width)
    told = [d for d in found if d.before is not None or d.after is not None]
    for d in told:
        terminal.show("", Text(printable(d.said), "bold"))
        if d.before is not None:
            _show("  was: ", Text(printable(d.before), "dim"), terminal, width)
        now = printable(d.after) if d.after is not None else "this does not hold any more"
        _show("  now: ", Text(now), terminal, width)


def _show(head: str, text: Text, terminal: Terminal, width: int) -> None:
    """A text behind its head, further lines under the text."""
    from rich.text import Text

    from cli.terminal import wrapped

    for n, line in enumerate(wrapped(text, terminal, width - len(head))):
        terminal.show(Text(head if n == 0 else " " * len(head)).append_text(line))
