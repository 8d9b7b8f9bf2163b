"""A match at a table: what a move leads to, with all that chance does after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.fast.engine import State
from interpreter.ir.nodes import Lot
from interpreter.ir.types import Seat
from interpreter.run import rng
from interpreter.run.match import CAP, Step
from interpreter.run.protocol import Action
from interpreter.run.redeal import drawn_from
from server.core.rules import Rules
from server.core.state import Board, Contest, Node

MOST_CHANCE = 2_000
"""Actions of chance between two moves; a deal of several packs stays far below."""


class Endless(Exception):
    """Chance acts, and nobody else is ever asked."""


def begin(rules: Rules, contest: Contest) -> Contest:
    """The contest with its set-up done as far as chance does it; its `node` is replaced."""
    return replace(contest, node=_after_chance(rules, contest, Node(_beginning(rules), (), contest.version)))


def _beginning(rules: Rules) -> Board:
    state = rules.engine.initial()
    return Board(state, started=not rules.preparing(state))


def blank(rules: Rules) -> Node:
    """Where every match begins."""
    return Node(Board(rules.engine.initial()), (), 0)


def moved(rules: Rules, contest: Contest, action: Action, version: int) -> Node:
    """The node after an action of a seat; raises `IllegalAction`, `Fault` or `Endless`."""
    before = contest.node
    board, step = _made(rules, before.board, action)
    seat = None if action.player is None else Seat(action.player)
    return _after_chance(rules, contest, Node(board, (step,), version, seat, before))


def _made(rules: Rules, board: Board, action: Action) -> tuple[Board, Step[State]]:
    return _after(rules, board, action, rules.engine.apply(board.state, action))


def _after(rules: Rules, board: Board, action: Action, after: State) -> tuple[Board, Step[State]]:
    """The board after an action that led to a state."""
    plies = board.plies
    if action.player is not None and board.started:
        plies += not rules.preparing(board.state)
    started = board.started or not rules.preparing(after)
    return Board(after, board.draws, plies, started), Step(board.state, action, after)


def _after_chance(rules: Rules, contest: Contest, node: Node) -> Node:
    """The node with what chance does then; single cards dealt are not kept, for they can be drawn again."""
    board, steps = node.board, node.steps
    if rules.engine.chance(board.state):
        more = []
        for drawn, step in _chance(rules, contest, board):
            board = drawn
            if not rules.deals(step):
                more.append(step)
        steps = (*steps, *more)
    return Node(board, steps, node.version, node.seat, node.before, rules.actors(board.state))


def _chance(rules: Rules, contest: Contest, board: Board) -> Iterator[tuple[Board, Step[State]]]:
    """What chance does until somebody is to act."""
    for _ in range(MOST_CHANCE):
        if not rules.engine.chance(board.state):
            return
        board, step = _drawn(rules, contest, board)
        yield board, step
    raise Endless


def steps_of(rules: Rules, contest: Contest, node: Node) -> list[Step[State]]:
    """All that led to a node from the one before, every card dealt."""
    if node.before is None:
        board, steps = _beginning(rules), []
    else:
        board, step = _made(rules, node.before.board, node.steps[0].action)
        steps = [step]
    return [*steps, *(step for _, step in _chance(rules, contest, board))]


def _drawn(rules: Rules, contest: Contest, board: Board) -> tuple[Board, Step[State]]:
    """What chance does in a position, drawn as `interpreter.run.match` draws it."""
    purpose = purpose_of(rules, board)
    settled = None if board.started else _settled(rules, contest, board.state, purpose)
    if settled is not None:
        return _made(rules, board, settled)
    stream = contest.stream(purpose, board.draws[purpose - 1])
    action, after = rules.draw(board.state, stream.below)
    draws = [stream.counter if n == purpose - 1 else drawn for n, drawn in enumerate(board.draws)]
    drawn = Board(board.state, (draws[0], draws[1], draws[2]), board.plies, board.started)
    return _after(rules, drawn, action, after)


def _settled(rules: Rules, contest: Contest, state: State, purpose: int) -> Action | None:
    """The lot that falls on somebody and is not drawn."""
    if contest.fair is None or contest.fair.falls_on is None or purpose != rng.LOT:
        return None
    choices = drawn_from(rules.engine, state, purpose, contest.fair.falls_on)
    return choices[0] if len(choices) == 1 else None


def purpose_of(rules: Rules, board: Board) -> int:
    """From which stream chance draws."""
    state = board.state
    if rules.engine.over(state) or not rules.setting_up(state):
        return rng.IN_PLAY
    step = rules.game.setup[state[rules.engine.layout.step]]
    return rng.LOT if isinstance(step, Lot) else rng.DEAL


def capped(contest: Contest) -> bool:
    return contest.node.board.plies >= CAP


def actors(contest: Contest) -> tuple[Seat, ...]:
    """The seats that are to act; none after the end."""
    return () if contest.ended is not None else contest.node.actors


def undone(contest: Contest, seat: Seat) -> Node | None:
    """The node before the last move of a seat; None if it has made none."""
    return next((n.before for n in contest.node.line() if n.seat == seat), None)
