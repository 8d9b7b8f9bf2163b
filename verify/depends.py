"""What an answer depends on, as a key: the same key, the same answer.

A proof depends on what it was made of: a claim on the steps of one move on that move, the endings, the
declarations and the claims that were known, not on other moves. A match depends on all of the rules. Texts
that people read are part of no proof; answers that may name lines depend on the whole file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import z3

from interpreter.ir import nodes as ir
from interpreter.ir.printing import digest
from interpreter.ir.settled import settled
from interpreter.text.source import Source
from verify import obligations as ob
from verify.encoded import encoded
from verify.plain import done_data
from verify.plan import Kind, Question
from verify.settings import Settings
from verify.tasks import Ask, Task


def program() -> str:
    """Which program answers: its version, the text of the prover itself, and the solver's version."""
    try:
        number = version("yourtrumps")
    except PackageNotFoundError:
        number = ""
    text = hashlib.sha256()
    for package in ("verify", "interpreter"):
        for part in _texts(files(package)):
            text.update(part)
    return f"{number} {text.hexdigest()} {z3.get_version_string()}"


def _texts(folder: Traversable) -> Iterator[bytes]:
    """The modules in a folder and in those below it."""
    for part in sorted(folder.iterdir(), key=lambda p: p.name):
        if part.is_dir():
            yield from _texts(part)
        elif part.name.endswith(".py"):
            yield part.read_bytes()


class Keys:
    """The keys of the tasks on one game."""

    def __init__(self, game: ir.Game, settings: Settings, plan: tuple[Question, ...]) -> None:
        self._played = game
        self._settings = settings
        self._plan = plan
        self._program = program()
        self._game = encoded(game, settings)
        self._bodies = {c.name: repr(c.claim) for c in self._game.checks}

    def proof(self, task: Task) -> str:
        """Under which a proof is kept."""
        question, settings = self._plan[task.question], self._settings
        fixed = sorted((name, settings.options[name]) for name in settings.fixed)
        moves = self._moves(task, question)
        return _key(
            "proof",
            self._program,
            self._task(task, question),
            [self._bodies[name] for name in task.known],
            (fixed, sorted(settings.moves or ()), settings.budget),
            self._declared,
            [_mute(m) for m in self._game.moves if m.name in moves],
            self._game.setup if self._begins(task, question) else None,
        )

    def match(self, task: Task) -> str:
        """Under which a match is kept: it depends on all rules, all options and the seed."""
        return self._all("match", task, None)

    def anything(self, task: Task) -> str:
        """Under which any answer is kept, what it says of lines included."""
        return self._all("anything", task, [s.text for s in sources(self._played)])

    def _all(self, what: str, task: Task, text: list[str] | None) -> str:
        question, settings = self._plan[task.question], self._settings
        return _key(
            what,
            self._program,
            self._task(task, question),
            [self._bodies[name] for name in task.known],
            (sorted(settings.options.items()), sorted(settings.fixed), settings.seed, settings.depth),
            (sorted(settings.moves or ()), settings.budget),
            None if task.otherwise is None else json.dumps(done_data(task.otherwise), sort_keys=True),
            self._rules,
            text,
        )

    def _task(self, task: Task, question: Question) -> Any:
        body = self._bodies[question.name] if question.check is not None else question.of
        group = [(self._plan[i].name, self._bodies.get(self._plan[i].name)) for i in task.group]
        return (task.ask.name, question.kind.name, question.name, body, task.known, group)

    def _begins(self, task: Task, question: Question) -> bool:
        """Whether it is asked where play begins, too, or begins again."""
        if question.kind in (Kind.START, Kind.AFTER) or task.ask is Ask.START:
            return True
        return task.ask is Ask.STEPS and any(e.again is not None for e in self._game.endings)

    def _moves(self, task: Task, question: Question) -> set[str]:
        if task.ask in (Ask.BRIEFLY, Ask.ANYWHERE, Ask.FOLLOWING):
            return set()
        check = question.check
        if check is not None and isinstance(check.claim, ir.StepCheck):
            return set(check.claim.after)
        return {m.name for m in self._game.moves}

    @cached_property
    def _declared(self) -> Any:
        """What every proof depends on."""
        game = self._game
        return (
            (game.seats, game.deck, game.turn, [m.name for m in game.moves]),
            [replace(o, text=None) for o in game.options],
            [replace(z, text=None) for z in game.zones],
            [replace(v, text=None) for v in game.variables],
            [replace(p, text=None) for p in game.phases],
            [replace(e, said=None) for e in game.endings],
            [(move.name, seat) for move, seat in ob.moves_of(game)],
            [r.that for r in game.requirements],
            sorted(settled(game)),
        )

    @cached_property
    def _rules(self) -> str:
        return digest(self._played)


def sources(game: ir.Game) -> list[Source]:
    """The files that a game comes from, the one that was named first."""
    found: dict[str, Source] = {}
    for source in _everywhere(game):
        found.setdefault(source.name, source)
    return list(found.values())


def _everywhere(game: ir.Game) -> Iterator[Source]:
    yield game.span.source
    parts: Iterable[Any] = (*game.moves, *game.checks, *game.endings, *game.zones, *game.variables)
    yield from (part.span.source for part in (*parts, *game.options, *game.definitions, *game.phases))


def _mute(m: ir.Move) -> ir.Move:
    """The move without what it says to people."""
    conditions = tuple(replace(c, refusal=None) for c in m.conditions)
    picks = tuple(replace(p, refusal=None) for p in m.picks)
    return replace(m, conditions=conditions, picks=picks, advice=None, title=None, said=None)


def _key(*parts: Any) -> str:
    return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()
