"""`yourtrumps simulate merge`: the parts of a simulation put together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.exits import faulty_command
from cli.options import JsonOption
from cli.study_options import LettersOption


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Files that `--save` has written.")],
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write all sums to this file as well.")
    ] = None,
    letters: LettersOption = False,
    as_json: JsonOption = False,
) -> None:
    """Put the parts of a simulation together; the result is what the whole of it would have given.

    Parts of other rules, options, players or seeds are refused, and so are gaps and matches that were counted
    twice.

    \b
    Examples:
      yourtrumps simulate -n 1000 --seats random --shard 1/2 --save 1.sums
      yourtrumps simulate -n 1000 --seats random --shard 2/2 --save 2.sums
      yourtrumps simulate merge 1.sums 2.sums
    """
    from cli.files import whole
    from cli.results import status
    from cli.simulating import claim_for_sums, read_sums, show
    from study.kept import Misfit, together, write

    target = claim_for_sums(save) if save is not None else None
    try:
        kept = together([read_sums(path) for path in files])
    except Misfit as error:
        raise faulty_command(str(error)) from None
    if target is not None:
        with whole(target) as stream:
            stream.write(write(kept))
    show(kept, as_json, letters)
    raise typer.Exit(status(kept.counted))
