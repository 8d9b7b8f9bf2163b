"""The matrix of mutants and checks on a terminal of 80 columns, and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cli.exits import count
from cli.spell import printable
from cli.terminal import Terminal
from cli.verify.data import solver
from verify.mutants.mutant import Mutant
from verify.mutants.outcome import Fate, Outcome, Rank, fates, ranking

if TYPE_CHECKING:
    from cli.verify.mutants import Run

INKS = {
    Fate.KILLED: "green",
    Fate.SAME: "dim",
    Fate.ARGUED: "dim",
    Fate.SEEN: "dim",
    Fate.SURVIVES: "bold red",
    Fate.UNTAKEN: "bold yellow",
    Fate.UNKNOWN: "bold yellow",
    Fate.REFUSED: "dim",
}
QUIET = frozenset((Fate.KILLED, Fate.SAME, Fate.ARGUED, Fate.SEEN, Fate.REFUSED))
"""What is told with `--details` only."""
WIDTH, ID, COLUMNS = 22, 34, 80


@dataclass(frozen=True)
class Matrix:
    """Prints what is left open, with `details` every mutant, as they come; at the end the checks by kills."""

    run: Run
    terminal: Terminal
    details: bool = False

    def begin(self) -> None:
        game = self.run.asked.game
        told = f"{printable(game.name)}: {count(len(self.run.mutants), 'mutant')} of its rules"
        self.terminal.show(Text(told, "bold"), "")

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        if outcome.fate in QUIET and not self.details:
            return
        word = Text(f"{outcome.fate.value:<{WIDTH}}", INKS[outcome.fate])
        self.terminal.show(word.append(f" {mutant.id}", "bold"))
        place, change = mutant.change.span, mutant.change
        self.terminal.show(f"    {place}: {printable(mutant.item)}, {change.kind.value}")
        self.terminal.show(Text(f"    was  {printable(change.old)}", "red"))
        self.terminal.show(Text(f"    is   {printable(change.new)}", "green"))
        if outcome.why:
            self.terminal.show(Text(f"    {printable(outcome.why)}", "dim"))
        for name in outcome.killers:
            self.terminal.show(Text(f"    {self._how(outcome, name)}: {printable(name)}", "dim"))

    def _how(self, outcome: Outcome, name: str) -> str:
        if name in outcome.violated:
            return "violated with a match"
        return "not proved" if name in outcome.lost else "not seen"

    def end(self) -> None:
        run, show = self.run, self.terminal.show
        ranks = ranking(run.checks, run.outcomes.values())
        if self.details:
            self._rows(ranks)
        show(Text("   no.  kills  alone  check", "bold"))
        for number, rank in enumerate(ranks, 1):
            if rank.kills:
                show(f"{number:>6} {rank.kills:>6} {rank.alone:>6}  {printable(rank.check)}")
        show("alone: mutants that no other check kills")
        idle = [printable(rank.check) for rank in ranks if not rank.kills]
        if idle:
            told = f"{count(len(idle), 'check')} that kill none: {'; '.join(idle)}"
            show("", *wrap(told, COLUMNS))
        self._sum()

    def _rows(self, ranks: list[Rank]) -> None:
        """The matrix itself: each killed mutant with the numbers of the checks that kill it."""
        number = {rank.check: n for n, rank in enumerate(ranks, 1)}
        for mutant in self.run.mutants:
            outcome = self.run.outcomes.get(mutant.id)
            if outcome is not None and outcome.killers:
                numbers = " ".join(str(n) for n in sorted(number[k] for k in outcome.killers))
                self.terminal.show(f"{mutant.id:<{ID}} {numbers}")
        self.terminal.show("")

    def _sum(self) -> None:
        run, show = self.run, self.terminal.show
        told = ", ".join(f"{n} {fate.value}" for fate, n in fates(run.outcomes.values()).items())
        examined = f"{len(run.outcomes)} of {count(len(run.mutants), 'mutant')} examined"
        show("", f"{examined} in {run.seconds:.1f} s: {told or 'nothing is known'}")
        shown = sum(bool(o.violated) for o in run.outcomes.values())
        if shown:
            show(f"{shown} of those killed are violated with a match")
        if run.interrupted:
            show(Text("interrupted", "yellow"))
        settings, loaded = run.asked.settings, run.asked.loaded
        line = f"seed {settings.seed}, budget {settings.budget} steps, {solver()}, rules {loaded.sha256[:16]}"
        show(Text(line, "dim"))


def print_matrix(run: Run) -> None:
    print(json.dumps(matrix_data(run), indent=2, ensure_ascii=False))


def matrix_data(run: Run) -> dict[str, Any]:
    """Every mutant with its row of the matrix, every check with its rank."""
    loaded, settings = run.asked.loaded, run.asked.settings
    outcomes = run.outcomes
    return {
        "game": loaded.game.name,
        "rules": {"file": loaded.path.name, "sha256": loaded.sha256},
        "solver": solver(),
        "seed": settings.seed,
        "budget": {"steps": settings.budget.steps, "seconds": settings.budget.seconds},
        "fixed": sorted(settings.fixed),
        "seconds": round(run.seconds, 3),
        "interrupted": run.interrupted,
        "exit": run.status.value,
        "fates": {fate.value: n for fate, n in fates(outcomes.values()).items()},
        "checks": [
            {"check": r.check, "kills": r.kills, "alone": r.alone}
            for r in ranking(run.checks, outcomes.values())
        ],
        "mutants": [_mutant_data(m, outcomes.get(m.id)) for m in run.mutants],
    }


def _mutant_data(mutant: Mutant, outcome: Outcome | None) -> dict[str, Any]:
    change = mutant.change
    line, column = change.span.line, change.span.column
    told = {
        "id": mutant.id,
        "item": mutant.item,
        "kind": change.kind.value,
        "file": change.span.source.name,
        "line": line,
        "column": column,
        "was": change.old,
        "is": change.new,
    }
    if outcome is None:
        return {**told, "fate": None}
    return {
        **told,
        "fate": outcome.fate.value,
        "not proved": list(outcome.lost),
        "not seen": list(outcome.unseen),
        "violated": list(outcome.violated),
        "why": outcome.why,
        "seconds": round(outcome.seconds, 3),
    }
