"""`yourtrumps rules new`: a variant file to edit."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import faulty_command
from cli.options import DEFAULT_RULES, complete_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.ir.nodes import Game

WIDTH = 100


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new file, with or without `.yaml`.")],
    base: Annotated[
        str,
        typer.Option(
            "--from", metavar="RULES", help="The rules it starts from.", autocompletion=complete_rules
        ),
    ] = DEFAULT_RULES,
) -> None:
    """Write a rule file that is a variant of another: all is as there, until you say what differs.

    The new file lists in comments what can be changed. A file that exists is left alone.

    \b
    Examples:
      yourtrumps rules new mygame --from yourtrumps
      yourtrumps play mygame.yaml
    """
    from cli.files import as_typed, claim, whole
    from cli.loading import load

    path = Path(name if name.endswith((".yaml", ".yml")) else name + ".yaml")
    _refuse_names(path)
    target = claim(path)
    loaded = load(base)
    with whole(target) as stream:
        stream.write(text_of(path, _reference(loaded.path, target), loaded.path, loaded.game))
    print(f"{path} is written; `yourtrumps play {as_typed(path)}` plays it as it is")


def _refuse_names(path: Path) -> None:
    """Raises `Stop` for what would hide another file or could not stand in a line."""
    from interpreter.check.shelf import shipped

    if path.stem.casefold() in shipped():
        message = f"`{path.stem}` is the name of a game that comes with the program; choose another"
        raise faulty_command(message)
    if not path.name.isprintable():
        raise faulty_command("the name of a rule file is one line of characters that can be printed")
    if path.exists():
        raise faulty_command(f"`{path}` exists already, and is left alone")


def _reference(found: Path, target: Path) -> str:
    """How the new file names its base: a shipped one by its name, another by the way to it."""
    from interpreter.check.shelf import shelf, shipped

    if found.parent.resolve() == shelf().resolve():
        return found.stem
    try:
        way = Path(os.path.relpath(found.resolve(), target.parent)).as_posix()
    except ValueError:
        return found.resolve().as_posix()
    return f"./{way}" if way in shipped() else way


def text_of(path: Path, base: str, found: Path, game: Game) -> str:
    """The file: a head that loads, and comments in the shape of what may follow it; `found` is its base."""
    import json

    from cli.files import as_typed
    from interpreter.check.load import names_in

    typed = as_typed(Path(path.name))
    title = path.stem.replace("_", " ").replace("-", " ").strip().capitalize() or "Variant"
    lines = [
        f"# A variant of {game.name}. Only what differs stands here; all else is as there.",
        f"# To check it: yourtrumps rules check {typed}    To play it: yourtrumps play {typed}",
        "language: 1",
        f"extends: {json.dumps(base, ensure_ascii=False)}",
        f"game: {json.dumps(title, ensure_ascii=False)}",
        "",
    ]
    return "\n".join([*lines, *_options(game), *_items(names_in(found))]) + "\n"


def _options(game: Game) -> Iterable[str]:
    from cli.spell import label
    from interpreter.ir.printing import Printer

    if not game.options:
        return
    yield "# Options with another default: take away `# ` from the next two lines and from those you want."
    yield "# change:"
    yield "#   options:"
    for option in game.options:
        value = Printer(game).value(option.default, option.type)
        yield f"#     {option.name}:    # {label(option.text, option.name)}"
        yield f"#       default: {value}"


def _items(found: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    yield ""
    yield "# Whole items can be replaced by name under `change:`, new ones stand under `add:`, names of those"
    yield "# to be left out under `remove:`. What there is:"
    for section, names in found.items():
        if names and section != "options":
            text = f"{section}: {'; '.join(names)}"
            yield from wrap(text, WIDTH, initial_indent="#   ", subsequent_indent="#     ")
