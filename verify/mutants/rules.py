"""All small steps that the rules of a file can be changed by; its checks, texts and advice are left alone."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes as ir
from verify.mutants import declared
from verify.mutants.begun import setup
from verify.mutants.ended import endings_of
from verify.mutants.moved import moves
from verify.mutants.mutation import Mutation

SECTIONS = (
    declared.deck,
    declared.turn,
    declared.declared,
    declared.definitions,
    declared.phases,
    setup,
    moves,
    endings_of,
    declared.required,
)


def mutations(game: ir.Game) -> Iterator[Mutation]:
    """In the order of the sections, the same for the same file; some may come twice."""
    for steps in SECTIONS:
        yield from steps(game)
