"""What the user has asked for, checked before anything is proved."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from cli.exits import Exit, Stop, faulty_command
from cli.loading import Loaded, find_rules, load, playable, render_all, tell_notes
from cli.terminal import warn
from cli.unknown import unknown
from cli.verify.mending import without_faulty_checks
from interpreter.ir import nodes as ir
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Diagnostic
from verify.budget import BadBudget, Budget, read_budget
from verify.plan import Question, plan, unasked
from verify.settings import Settings


@dataclass(frozen=True)
class Given:
    """What the command says about the rules: settings, the deck, the number of players."""

    settings: list[str] | None
    deck: str | None
    players: int | None

    @property
    def words(self) -> tuple[str, ...]:
        """The options of a command that gives the same."""
        deck = () if self.deck is None else ("--deck", self.deck)
        players = () if self.players is None else ("--players", str(self.players))
        return (*(w for text in self.settings or () for w in ("--set", text)), *deck, *players)


@dataclass(frozen=True)
class Effort:
    """How hard to try; `budget` as it was typed. With `cache` answers are kept for the next time."""

    seed: int
    depth: int
    budget: str | None
    jobs: int | None
    cache: bool


@dataclass(frozen=True)
class Asked:
    """`only` names the questions asked for, None for all; `rules` is what the user calls the file."""

    rules: str
    loaded: Loaded
    given: Given
    settings: Settings
    plan: tuple[Question, ...]
    only: frozenset[str] | None
    jobs: int
    cache: bool
    faulty: bool = False
    """Whether checks of the file were left out since they are faulty, or it expects what is not asked."""

    @property
    def game(self) -> ir.Game:
        return self.loaded.game

    @property
    def wanted(self) -> int:
        """How many verdicts there will be."""
        return len(self.plan if self.only is None else [q for q in self.plan if q.name in self.only])

    def again(self, check: str) -> str:
        """The command that answers one question again."""
        settings = self.settings
        words = ["yourtrumps", "verify", self.rules, "--check", check, *self.given.words]
        for move in sorted(settings.moves or ()):
            words += ["--move", move]
        words += ["--seed", str(settings.seed), "--depth", str(settings.depth)]
        words += ["--budget", _typed(settings.budget)]
        return shlex.join(words)


@dataclass(frozen=True)
class Request:
    """The command as it was typed, which is read again when a file has changed."""

    rules: str
    checks: list[str] | None
    moves: list[str] | None
    given: Given
    effort: Effort

    def read(self) -> Asked:
        """Raises `Stop` with what is wrong about the file or the command."""
        return read_asked(self.rules, self.checks, self.moves, self.given, self.effort)


def _typed(budget: Budget) -> str:
    return str(budget.steps) if budget.seconds is None else f"{budget.steps},{budget.seconds:g}s"


def read_asked(
    rules: str, checks: list[str] | None, moves: list[str] | None, given: Given, effort: Effort
) -> Asked:
    """Raises `Stop` with what is wrong about the file or the command."""
    budget = _budget(effort.budget)
    loaded, faulty = _load(rules, given)
    game = loaded.game
    if given.players not in (None, game.seats):
        raise faulty_command(f"`{game.name}` is not for so many players")
    questions = plan(game)
    for name in checks or ():
        _known(name, "check", (q.name for q in questions))
    for name in moves or ():
        _known(name, "move", (m.name for m in game.moves if m.phase != ir.SETUP))
    tell_notes(loaded)
    faulty = _tell_unasked(game, questions) or faulty
    named = {text.partition("=")[0].strip() for text in given.settings or ()}
    settings = Settings(
        options=dict(loaded.options),
        fixed=frozenset(named & loaded.options.keys()),
        moves=frozenset(moves) if moves else None,
        seed=effort.seed,
        depth=effort.depth,
        budget=budget,
    )
    only = frozenset(checks) if checks else None
    return Asked(rules, loaded, given, settings, questions, only, effort.jobs or 1, effort.cache, faulty)


def _load(rules: str, given: Given) -> tuple[Loaded, bool]:
    """The rules; if only checks are faulty, which is told, without those, and whether that was so."""
    try:
        return playable(load(rules, given.settings, given.deck, seats=given.players)), False
    except Stop as stop:
        mended = without_faulty_checks(find_rules(rules)) if stop.status is Exit.FAULTY_FILE else None
        if mended is None:
            raise
        loaded = playable(load(rules, given.settings, given.deck, seats=given.players, source=mended))
        warn(f"{stop.message}\nnote: these checks are left out, the others are proved")
        return loaded, True


def _budget(text: str | None) -> Budget:
    try:
        return Budget() if text is None else read_budget(text)
    except BadBudget as bad:
        raise faulty_command(str(bad)) from None


def _known(name: str, what: str, names: Iterable[str]) -> None:
    known = list(names)
    if name not in known:
        raise unknown(what, name, known, "--list")


def _tell_unasked(game: ir.Game, questions: Iterable[Question]) -> bool:
    """Whether the file expects something of what is not asked, which is told with its line."""
    found = unasked(game, questions)
    message = "no question of this file is called so"
    told = [Diagnostic(Code.E908, e.span, message, "`--list` shows all that is asked") for e in found]
    if told:
        warn(render_all(told))
    return bool(told)
