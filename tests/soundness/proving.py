"""Proofs for the campaign: the prover as it is, only that it looks for matches less long.

What a search for matches does not find is called bounded or not inductive instead of violated; what is called
proved stays the same.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from types import ModuleType
from unittest.mock import patch

from interpreter.ir import nodes as ir
from verify import hunt, search, seek
from verify.beginning import start, start_again
from verify.encode import Unsupported
from verify.encoded import encoded
from verify.hunt import Effort
from verify.obligations import make_step, moves_of
from verify.result import Result
from verify.run import prove
from verify.search import look
from verify.settings import Settings

FEW = 3
CAP = 40
SHORT = Effort(6, 6, 300)


@contextmanager
def _hasty() -> Iterator[None]:
    """The time in which only few and short matches are looked at."""
    changes: dict[ModuleType, dict[str, object]] = {
        hunt: {"ADVISED": FEW, "OWN": SHORT, "EACH": SHORT, "LAST": SHORT, "LOTS": FEW, "CAP": CAP},
        search: {"CAP": CAP},
        seek: {"look": partial(look, matches=FEW)},
    }
    with ExitStack() as stack:
        for module, values in changes.items():
            for name, value in values.items():
                stack.enter_context(patch.object(module, name, value))
        yield


class TooLong(Exception):
    """A proof has taken the time that it may take."""


AGAIN = 0.5
"""Seconds after which a proof that did not notice is told once more: z3's own finalizers drop what is raised
in them.
"""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raises `TooLong` after so many seconds of computing, where there are signals; None for no limit."""

    def stop(*_: object) -> None:
        raise TooLong

    if seconds is None:
        yield
        return
    before, hook = signal.signal(signal.SIGVTALRM, stop), sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type is TooLong else hook(lost)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        sys.unraisablehook = hook


def refused(game: ir.Game) -> str | None:
    """The first construct of the rules that the proof engine cannot take, None if there is none."""
    bare = encoded(replace(game, checks=()))
    try:
        start(bare)
        start_again(bare, ())
        for move, seat in moves_of(bare):
            make_step(bare, move, seat, ())
    except Unsupported as no:
        return no.what
    return None


def verdicts(
    game: ir.Game, settings: Settings, only: frozenset[str], seconds: float | None = None
) -> list[Result]:
    """The prover's answers to these questions, as far as it comes in so many seconds of computing."""
    results: list[Result] = []
    with suppress(TooLong), _hasty(), within(seconds):
        results.extend(prove(game, settings, only))
    return results
