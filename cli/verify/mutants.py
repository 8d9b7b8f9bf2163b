"""`verify --mutants`: the rules changed one small step at a time, and what the checks notice of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from cli.exits import Exit, faulty_command, faulty_file
from cli.terminal import Terminal, warn
from cli.verify.arguments import BadArguments, read_arguments, stale
from cli.verify.asked import Asked
from cli.verify.matrix import Matrix, print_matrix
from cli.verify.progress import Progress
from cli.verify.stopping import Stopping
from verify.mutants.examine import Known, Wanted, examine, learn
from verify.mutants.mutant import Mutant, mutants
from verify.mutants.outcome import Fate, Outcome

LEFT = frozenset((Fate.SURVIVES, Fate.UNKNOWN, Fate.UNTAKEN))
"""What leaves a question open."""


@dataclass(frozen=True)
class Wish:
    """What the command says: with matches, one check is enough, arguments from a file, only these ids."""

    matches: bool = False
    first: bool = False
    argued: Path | None = None
    only: tuple[str, ...] = ()
    details: bool = False
    as_json: bool = False


@dataclass
class Run:
    """What is known so far."""

    asked: Asked
    mutants: tuple[Mutant, ...]
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    checks: tuple[str, ...] = ()
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def status(self) -> Exit:
        if self.interrupted:
            return Exit.INTERRUPTED
        left = len(self.outcomes) < len(self.mutants) or any(o.fate in LEFT for o in self.outcomes.values())
        return Exit.UNKNOWN if left else Exit.OK


def show_mutants(asked: Asked, wish: Wish, terminal: Terminal) -> Exit:
    """Examine them all, or those asked for; raises `Stop` for what is wrong about the command."""
    every = mutants(asked.game)
    arguments = _arguments(wish.argued, every)
    run = Run(asked, _chosen(every, wish.only))
    matrix = Matrix(run, terminal, wish.details)
    if not wish.as_json:
        matrix.begin()
    _examine(run, Wanted(arguments, wish.matches, wish.first), None if wish.as_json else matrix)
    if wish.as_json:
        print_matrix(run)
    else:
        matrix.end()
    return run.status


def _chosen(every: tuple[Mutant, ...], only: tuple[str, ...]) -> tuple[Mutant, ...]:
    """Those whose names are, or begin with, what was asked for."""
    for name in only:
        if not any(m.id.startswith(name) for m in every):
            raise faulty_command(f"no mutant is called `{name}`; `--mutants --json` lists them all")
    return tuple(m for m in every if not only or m.id.startswith(only))


def _arguments(path: Path | None, every: tuple[Mutant, ...]) -> Mapping[str, str]:
    if path is None:
        return {}
    try:
        found = read_arguments(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise faulty_command(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    except (BadArguments, UnicodeDecodeError) as bad:
        raise faulty_file(f"{path}: {bad}") from None
    for line in stale(found, every):
        warn(f"{path}: {line}")
    return {name: argument.because for name, argument in found.items()}


def _examine(run: Run, wanted: Wanted, matrix: Matrix | None) -> None:
    """An interrupt leaves what is known."""
    begun, stopping = time.monotonic(), Stopping()
    progress = Progress(len(run.mutants), stopping.check)
    try:
        with stopping, ExitStack() as stack:
            stack.callback(progress.close)
            known = _asked_for(learn(run.asked.game, run.asked.settings, wanted, progress.tell), run.asked)
            run.checks = tuple(q.name for q in known.questions)
            found = examine(known, run.mutants, run.asked.jobs, progress.tell)
            stack.callback(found.close)
            for mutant, outcome in zip(run.mutants, found, strict=True):
                run.outcomes[mutant.id] = outcome
                progress.known(len(run.outcomes))
                progress.tell(mutant.sentence)
                if matrix is not None:
                    with progress.aside():
                        matrix.add(mutant, outcome)
    except KeyboardInterrupt:
        run.interrupted = True
    except ChildProcessError as died:
        warn(f"error: {died}")
    run.seconds = time.monotonic() - begun


def _asked_for(known: Known, asked: Asked) -> Known:
    """Only the questions that the command names."""
    if asked.only is None:
        return known
    chosen = tuple(q for q in known.questions if q.name in asked.only)
    return replace(known, questions=chosen)
