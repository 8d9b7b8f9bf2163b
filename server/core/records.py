"""The records of matches that are over; `docs/records.md` describes them."""

from __future__ import annotations

from interpreter.fast.engine import State
from interpreter.run.match import Step
from interpreter.run.record import Record, result_of
from server.core.playing import steps_of
from server.core.rules import Rules
from server.core.state import Contest, Table


def record_of(rules: Rules, table: Table, contest: Contest) -> Record:
    """A match as it stands; what was taken back is not in it."""
    setup, start, moves = _parts(rules, contest)
    notation = rules.notation
    return Record(
        game=rules.game.name,
        rules_file=rules.file,
        rules_sha256=rules.sha256,
        options=notation.options,
        deck=notation.deck,
        seed=contest.seed or 0,
        match=contest.number,
        players=tuple(table.places[place].name or "" for place in contest.seats),
        setup=tuple(notation.entry(s.before, s.action) for s in setup),
        start=None if start is None else notation.place(start),
        moves=tuple(notation.entry(s.before, s.action) for s in moves),
        result=result_of(rules.result(contest.state), contest.node.board.plies),
        fair=contest.fair,
    )


def _parts(rules: Rules, contest: Contest) -> tuple[list[Step[State]], State | None, list[Step[State]]]:
    """The steps of the set-up, the position after it (None if it was not reached), and the moves."""
    nodes = list(contest.node.line())[::-1]
    steps = [step for node in nodes for step in steps_of(rules, contest, node)]
    ready = [n for n, step in enumerate(steps) if not rules.preparing(step.after)]
    if not steps and not rules.preparing(nodes[0].board.state):
        return [], nodes[0].board.state, []
    if not ready:
        return steps, None, []
    first = ready[0] + 1
    return steps[:first], steps[first - 1].after, steps[first:]
