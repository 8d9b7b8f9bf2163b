"""From what the user names to a game: finding rule files, reading them, settling options, one engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import Exit, Stop, faulty_command

if TYPE_CHECKING:
    from interpreter.ir.nodes import Game
    from interpreter.ir.types import Value
    from interpreter.text.diagnostic import Diagnostic

SUFFIX = ".yaml"


def rules_folder() -> Path:
    """The checkout's `rules/`, or the folder that travels in the wheel."""
    here = Path(__file__).parents[1]
    checkout = here / "rules"
    return checkout if (here / "pyproject.toml").exists() else here / "interpreter" / "_rules"


def shipped() -> list[str]:
    """The names of the rule files that come with the program, sorted."""
    return sorted(p.stem for p in rules_folder().glob("*" + SUFFIX))


def find_rules(named: str) -> Path:
    """The file that is meant: a path, or the name of a shipped file; raises `Stop` if there is none."""
    path = Path(named)
    if path.is_file():
        return path
    if path.is_dir():
        raise faulty_command(f"`{named}` is a folder, not a rule file")
    known = rules_folder() / (named.removesuffix(SUFFIX) + SUFFIX)
    if path.name == named and known.is_file():
        return known
    raise faulty_command(f"there is no rule file `{named}`{_suggested(named)}")


def _suggested(named: str) -> str:
    from interpreter.text.spelling import nearest

    found = nearest(Path(named).name.removesuffix(SUFFIX), shipped())
    return f"; did you mean `{found}`?" if found else f"; the shipped ones are {', '.join(shipped())}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A rule file that plays."""

    path: Path
    game: Game
    options: Mapping[str, Value]


def render_all(found: Iterable[Diagnostic]) -> str:
    from interpreter.text.render import render

    return "\n".join(render(d) for d in found)


def load(named: str, settings: Sequence[str] | None = None, deck: str | None = None) -> Loaded:
    """The game that the user names with its options; raises `Stop` with the diagnostics of what is wrong.

    Warnings go to standard error and stop nothing.
    """
    from interpreter.check.load import load_file
    from interpreter.check.settings import settle

    from cli.terminal import warn

    path = find_rules(named)
    chosen = split_settings(settings or ())
    loaded = load_file(path, deck)
    if loaded.game is None:
        raise Stop(Exit.FAULTY_FILE, render_all(loaded.report))
    values, problems = settle(loaded.game, chosen)
    if any(d.is_error for d in problems):
        raise Stop(Exit.FAULTY_COMMAND, render_all(problems))
    notes = render_all([*loaded.report, *problems])
    if notes:
        warn(notes)
    return Loaded(path, loaded.game, values)


def split_settings(settings: Sequence[str]) -> dict[str, str]:
    """`option=value` texts as pairs; raises `Stop` for one without `=` and for an option set twice."""
    chosen: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise faulty_command(f"`{setting}` is not of the form `option=value`")
        if name in chosen:
            raise faulty_command(f"option `{name}` is set twice")
        chosen[name] = value.strip()
    return chosen
