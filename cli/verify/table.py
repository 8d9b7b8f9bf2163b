"""The table of verdicts on a terminal: a line for each, more under those that need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rich.text import Text

from cli.exits import count
from cli.spell import printable
from cli.terminal import Terminal
from cli.verify.asked import Asked
from cli.verify.data import solver
from cli.verify.found import Found
from cli.verify.shown import shown
from verify.assumed import assumed
from verify.plan import Kind
from verify.result import THIS_DECK, Result
from verify.verdict import Verdict

INKS = {
    Verdict.PROVED: "green",
    Verdict.VIOLATED: "bold red",
    Verdict.NOT_INDUCTIVE: "bold red",
    Verdict.BOUNDED: "yellow",
    Verdict.ENDLESS: "bold red",
    Verdict.UNKNOWN: "bold yellow",
}
WIDTH = 22
"""Columns of the verdict."""


@dataclass
class Table:
    """Prints as it goes. With `details` nothing that is known of a verdict is left out."""

    asked: Asked
    terminal: Terminal
    details: bool = False
    _folded: int = field(default=0, init=False)
    """Conditions that can be so, which are told together."""

    def begin(self) -> None:
        settings = self.asked.settings
        what = [f"{self.asked.game.seats} players", "any deck", "every deal", "every choice"]
        fixed = ", ".join(f"`{name}`" for name in sorted(settings.fixed))
        what.append(
            f"{fixed} as set, all values of the other options" if fixed else "all values of all options"
        )
        if settings.moves is not None:
            what.append(f"only steps by {', '.join(f'`{m}`' for m in sorted(settings.moves))}")
        self.terminal.show(Text(f"{printable(self.asked.game.name)}: {', '.join(what)}", "bold"))
        for line in assumed(self.asked.game):
            self.terminal.show(Text(line, "dim"))
        self.terminal.show("")

    def add(self, result: Result) -> None:
        if result.verdict is Verdict.PROVED and not self.details and result.check in self._conditions:
            self._folded += 1
            return
        self.terminal.show(self._line(result))
        plain = result.verdict is Verdict.PROVED and not self.details
        if plain:
            return
        for line in self._under(result):
            self.terminal.show(Text(" " * 4).append_text(line))

    @cached_property
    def _conditions(self) -> set[str]:
        return {q.name for q in self.asked.plan if q.kind is Kind.CONDITION}

    def _line(self, result: Result) -> Text:
        ink = INKS[result.verdict] if not (result.as_expected and result.verdict.value) else "yellow"
        line = Text.assemble((f"{result.word:<{WIDTH}}", ink), f" {printable(result.check)}")
        if result.expect is not None and result.as_expected and result.verdict is not Verdict.PROVED:
            line.append(f"  (expected: {printable(result.because or '')})", "dim")
        if result.basis.vacuous:
            line.append("  (vacuous)", "yellow")
        elif result.verdict is Verdict.PROVED and result.basis.deck == THIS_DECK:
            line.append("  (for these cards)", "dim")
        return line

    def _under(self, result: Result) -> list[Text]:
        lines = [Text(f"{result.span}: {printable(result.how)}")]
        if result.expect is not None and not result.as_expected:
            lines.append(
                Text(f"expected: {result.expect}, because {printable(result.because or '')}", "yellow")
            )
        lines += [Text(f"fails: {printable(part)}", "red") for part in result.parts]
        lines += [Text(f"not excluded, {printable(state)}", "yellow") for state in result.not_excluded]
        lines += [Text(f"hint: {printable(hint)}", "cyan") for hint in result.hints]
        lines += shown(self.asked, result, self.terminal.look)
        lines += [Text(line, "dim") for line in self._footing(result)]
        return lines

    def _footing(self, result: Result) -> list[str]:
        """On what the verdict rests, and how to come to it again."""
        basis, found = result.basis, []
        if basis.deck:
            induction = f", induction of depth {basis.induction}" if basis.induction is not None else ""
            found.append(f"for {', '.join((basis.deck, basis.options, *basis.assumed))}{induction}")
        if basis.used:
            found.append(f"facts used: {', '.join(sorted(basis.used))}")
        loaded = self.asked.loaded
        found.append(f"{result.seconds:.2f} s; again: {printable(self.asked.again(result.check))}")
        found.append(f"with {solver()}, rules {loaded.sha256[:16]}")
        return found

    def end(self, found: Found) -> None:
        show = self.terminal.show
        if self._folded:
            told = f"conditions of the rules can be true and false, {self._folded} ways in all"
            show(Text.assemble((f"{'proved':<{WIDTH}}", INKS[Verdict.PROVED]), f" {told}"))
        proved = sum(r.verdict is Verdict.PROVED for r in found.results)
        expected = sum(r.as_expected and r.verdict is not Verdict.PROVED for r in found.results)
        told = f"{proved} of {count(len(found.results), 'question')} proved"
        more = f", {expected} more as expected" if expected else ""
        before = sum(r.check in found.reused for r in found.results)
        kept = f", {before} of them before" if before else ""
        show("", f"{told}{more}{kept}, in {found.seconds:.1f} s")
        if found.interrupted:
            left = found.left
            names = ", ".join(f"`{printable(name)}`" for name in left[:5])
            more = f" and {len(left) - 5} more" if len(left) > 5 else ""
            show(Text(f"interrupted; nothing is known of {names}{more}", "yellow"))
        settings, loaded = self.asked.settings, self.asked.loaded
        line = f"seed {settings.seed}, budget {settings.budget} steps, {solver()}, rules {loaded.sha256[:16]}"
        show(Text(line, "dim"))
