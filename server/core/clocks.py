"""Clocks as data: what is left after a time, and whose has run out. The time itself is told by the caller."""

from __future__ import annotations

from interpreter.ir.types import Seat
from server.core.config import Clock, ClockKind
from server.core.state import Contest


def full(clock: Clock, seats: int) -> tuple[int, ...]:
    """Milliseconds by seat at the beginning; none without a clock."""
    return () if clock.kind is ClockKind.NONE else (1000 * clock.seconds,) * seats


def left(contest: Contest, running: tuple[Seat, ...], now: int) -> tuple[int, ...]:
    """Milliseconds by seat at the time `now`; the clocks of the seats `running` have gone on."""
    passed = max(0, now - contest.since)
    return tuple(ms - passed if seat in running else ms for seat, ms in enumerate(contest.clocks))


def charged(
    clock: Clock, contest: Contest, running: tuple[Seat, ...], now: int, mover: int | None
) -> tuple[int, ...]:
    """The clocks from `now` on, `mover` having made a move (None: nobody has)."""
    remaining = left(contest, running, now)
    if mover is None or clock.kind is ClockKind.NONE:
        return remaining
    if clock.kind is ClockKind.MOVE:
        return full(clock, len(remaining))
    return tuple(ms + 1000 * clock.increment * (seat == mover) for seat, ms in enumerate(remaining))


def flagged(contest: Contest, running: tuple[Seat, ...], now: int) -> Seat | None:
    """The first running seat whose time is up."""
    remaining = left(contest, running, now)
    return next((s for s in running if remaining and remaining[s] <= 0), None)


def deadline(contest: Contest, running: tuple[Seat, ...]) -> int | None:
    """When the first of the running clocks runs out, in milliseconds since 1970."""
    times = [contest.since + contest.clocks[s] for s in running] if contest.clocks else []
    return min(times, default=None)
