"""`yourtrumps play`: a match on the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit
from cli.options import (
    CAP,
    DEFAULT_RULES,
    AsciiOption,
    CapOption,
    DeckOption,
    NoColorOption,
    RecordOption,
    SeedOption,
    SetOption,
    complete_rules,
)

if TYPE_CHECKING:
    from cli.keep import Keep
    from cli.playing import Playing


def play(
    rules: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULES]",
            help="A rule file, or the name of one that comes with the program.",
            autocompletion=complete_rules,
            show_default=DEFAULT_RULES,
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO",
            help="Who sits where: human, greedy or random, with a name if you like (human=Anna).",
            show_default="human,greedy",
        ),
    ] = None,
    settings: SetOption = None,
    deck: DeckOption = None,
    seed: SeedOption = None,
    record: RecordOption = None,
    resume: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Go on with the last match of this record.")
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option("--pace", min=0, max=60, metavar="SECONDS", help="How long a computer's move stays."),
    ] = None,
    cap: CapOption = CAP,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Play a match, against the computer unless you say otherwise.

    Type the number under a card or its name, and `?` for help. With two people at one screen the cards are
    hidden between turns; with computer players only you watch. Input may come from a file, line by line.

    \b
    Examples:
      yourtrumps play
      yourtrumps play --seats human=Anna,human=Bob --record evening.jsonl
      yourtrumps play --set lowest_rank=7 --seed 7
      yourtrumps play --seats greedy,greedy --pace 0.5
      yourtrumps play --from evening.jsonl
    """
    from cli.arrange import Wanted, arrange
    from cli.terminal import make_terminal

    terminal = make_terminal(ascii_only, no_color)
    wanted = Wanted(rules, seats, settings or [], deck, seed, record, resume, pace, cap)
    raise typer.Exit(_attend(*arrange(wanted, terminal)))


def _attend(playing: Playing, keep: Keep) -> Exit:
    """The match to its end or to where it is left; it is kept in any case."""
    from cli.farewell import part
    from cli.interrupts import Interrupts, Terminated
    from cli.keys import quiet_keys
    from cli.loading import faulty_rules
    from cli.playing import Left
    from interpreter.run.fault import Fault

    interrupts = Interrupts()
    status = Exit.OK
    with interrupts.active(), quiet_keys():
        try:
            playing.play(interrupts)
        except (Left, EOFError):
            pass
        except Terminated:
            status = Exit.TERMINATED
        except KeyboardInterrupt:
            status = Exit.INTERRUPTED
        except OSError:  # nothing can be shown
            keep.write(playing.sitting.match)
            raise
        except Fault as fault:
            part(playing.sitting, keep)
            raise faulty_rules(fault) from None
    part(playing.sitting, keep)
    return status
