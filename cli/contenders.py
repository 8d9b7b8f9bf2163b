"""Rules that are named for a comparison: a rule file, option values, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.exits import faulty_command
from cli.loading import Loaded, load, playable, tell_notes


@dataclass(frozen=True)
class Contender:
    """Rules with their options and what they are called."""

    name: str
    loaded: Loaded


def contenders(
    named: Sequence[str], settings: Sequence[str], deck: str | None, seats: int | None
) -> tuple[Contender, ...]:
    """Each is `FILE`, `FILE,option=value,...` or `option=value,...` for the first file with other options.

    `settings` hold for all. Raises `Stop` for what cannot be played, what is named twice, and other numbers
    of seats than the first has.
    """
    if len(named) < 2:
        raise faulty_command("a comparison is of two or more: name rule files, or options")
    first = parts(named[0])[0]
    if first is None:
        raise faulty_command(f"`{named[0]}` says which options, not of which rules: name a rule file first")
    found: list[Contender] = []
    for text in named:
        file, own = parts(text)
        loaded = playable(load(file or first, [*settings, *own], deck, seats=seats))
        if all(loaded.notes != other.loaded.notes for other in found):
            tell_notes(loaded)
        found.append(Contender(called(file, own), loaded))
    _check(found)
    return tuple(found)


def parts(text: str) -> tuple[str | None, list[str]]:
    """The rule file, if one is named, and the settings of a contender."""
    if Path(text).is_file():
        return text, []
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(pieces):
        raise faulty_command(f"`{text}` has a comma too many")
    file = None if "=" in pieces[0] else pieces[0]
    own = pieces[1:] if file is not None else pieces
    for piece in own:
        if "=" not in piece:
            raise faulty_command(f"`{piece}` of `{text}` is not a setting: write it as `option=value`")
    return file, own


def called(file: str | None, own: Sequence[str]) -> str:
    """The name in tables: the file's without its folder, and the options that are its own."""
    names = [Path(file).stem] if file is not None else []
    return " ".join([*names, *own])


def _check(found: Sequence[Contender]) -> None:
    first = found[0]
    for one in found[1:]:
        if one.loaded.game.seats != first.loaded.game.seats:
            raise faulty_command(
                f"`{one.name}` is for {one.loaded.game.seats} players, `{first.name}` for "
                f"{first.loaded.game.seats}: say with `--seats` how many sit there"
            )
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise faulty_command(f"`{twice}` is named twice")
