"""A match that shows something, as a match record."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.run.record import Heading, Record, record_match
from verify.trace import Trace, played


def record_of(game: ir.Game, trace: Trace, heading: Heading, states: bool = False) -> Record:
    """The record, with the position after each move if asked for.

    A set-up that came of no seed is left out: then the start alone counts. Raises as `played`.
    """
    record = record_match(played(game, trace), heading, states=states)
    return record if trace.seed is not None else replace(record, setup=())
