"""From what the user names to a game that can be played: the rule file, its options, its engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import Exit, Stop, faulty_command

if TYPE_CHECKING:
    from interpreter.check.load import Loaded as FromFile
    from interpreter.ir.nodes import Game
    from interpreter.ir.types import Value
    from interpreter.run.engine import Evaluator
    from interpreter.run.fault import Fault
    from interpreter.run.record import Heading
    from interpreter.text.diagnostic import Diagnostic
    from interpreter.text.source import Source

LONGEST = 200
"""Characters of a name that are repeated in a message."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A rule file that plays, with the values of its options; `notes` are warnings about both."""

    path: Path
    game: Game
    options: Mapping[str, Value]
    sha256: str
    notes: tuple[Diagnostic, ...] = ()

    def engine(self) -> Evaluator:
        from interpreter.run.engine import Evaluator

        return Evaluator(self.game, self.options)

    def heading(self, players: Iterable[str]) -> Heading:
        """What records of these rules begin with."""
        from interpreter.run.record import Heading

        return Heading(self.path.name, self.sha256, tuple(players))


def find_rules(named: str, beside: Path | None = None) -> Path:
    """The file that is meant: a path or the name of a shipped file; raises `Stop` if there is none.

    `beside` is a second folder to start from.
    """
    from interpreter.check.shelf import locate, shipped
    from interpreter.text.spelling import nearest

    path = locate(named) or (locate(named, beside) if beside else None)
    if path is not None:
        return path
    with suppress(OSError, ValueError):
        if Path(named).is_dir():
            raise faulty_command(f"`{named}` is a folder, not a rule file")
    found = nearest(Path(named).stem, shipped())
    guess = f"did you mean `{found}`?" if found else f"the shipped ones are {', '.join(shipped())}"
    shown = named if len(named) <= LONGEST else named[:LONGEST] + "..."
    raise faulty_command(f"there is no rule file `{shown}`; {guess}")


def render_all(found: Iterable[Diagnostic]) -> str:
    from interpreter.text.render import render

    return "\n".join(render(d) for d in found)


def load(
    named: str,
    settings: Sequence[str] | None = None,
    deck: str | None = None,
    beside: Path | None = None,
    seats: int | None = None,
    source: Source | None = None,
) -> Loaded:
    """The game that the user names with its options; raises `Stop` with the diagnostics of what is wrong.

    It is for `seats` players if the file is for so many, else for its lowest number. `source` is read in
    place of the file.
    """
    from interpreter.check.load import load as load_text
    from interpreter.check.load import load_file
    from interpreter.check.settings import settle, split_settings
    from interpreter.ir.printing import digest
    from interpreter.text.diagnostic import Report

    path = find_rules(named, beside)
    report = Report()
    chosen = split_settings(settings or (), report)
    _stop_if_faulty(report)

    def read(number: int | None = None) -> FromFile:
        return load_file(path, deck, number) if source is None else load_text(source, deck, seats=number)

    loaded = read()
    if seats is not None and loaded.game is not None and seats in _numbers(loaded.game):
        loaded = read(seats)
    _stop_if_faulty(loaded.report)
    assert loaded.game is not None, "a file without errors is a game"
    values, problems = settle(loaded.game, chosen, loaded.silent)
    _stop_if_faulty(problems)
    return Loaded(path, loaded.game, values, digest(loaded.game), (*loaded.report, *problems))


def _numbers(game: Game) -> range:
    """The numbers of players that a file is for, the one it is loaded for apart."""
    fewest, most = game.players
    return range(fewest + 1, most + 1)


def playable(loaded: Loaded) -> Loaded:
    """The same, if a match can begin; raises `Stop` with the line of the rules that forbids it."""
    from interpreter.run.fitness import unfit

    found = unfit(loaded.engine())
    if found is None:
        return loaded
    raise Stop(Exit.FAULTY_FILE, render_all([found.diagnostic]))


def _stop_if_faulty(report: Iterable[Diagnostic]) -> None:
    """What stands in the command is the command's fault, all else the file's."""
    found = list(report)
    errors = [d for d in found if d.is_error]
    if errors:
        commanded = all(d.span.source.name.startswith("--") for d in errors)
        raise Stop(Exit.FAULTY_COMMAND if commanded else Exit.FAULTY_FILE, render_all(found))


def tell_notes(loaded: Loaded) -> None:
    """Warnings go to standard error, and stop nothing."""
    from cli.terminal import warn

    if loaded.notes:
        warn(render_all(loaded.notes))


def faulty_rules(fault: Fault) -> Stop:
    """The rules did what cannot be done, with the line that did it."""
    from interpreter.text.diagnostic import Diagnostic

    return Stop(Exit.FAULTY_FILE, render_all([Diagnostic(fault.code, fault.span, fault.message)]))
