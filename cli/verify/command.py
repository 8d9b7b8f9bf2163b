"""The command itself: its options, and what happens in which order."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from cli.exits import Exit, faulty_command
from cli.options import (
    DEFAULT_RULES,
    AsciiOption,
    DeckOption,
    JsonOption,
    NoColorOption,
    PlayersOption,
    RulesArgument,
    SetOption,
    check_seed,
)

ChecksOption = Annotated[
    list[str] | None,
    typer.Option("--check", "-c", metavar="NAME", help="Only this question. May be repeated."),
]
MovesOption = Annotated[
    list[str] | None,
    typer.Option("--move", metavar="MOVE", help="Only steps by this move. May be repeated."),
]
BudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget", metavar="5M,30s", help="Solver steps, seconds or both that one obligation may cost."
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=512, metavar="N", help="How many processes share the work."),
]
CacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Prove everything anew, and keep no answers for the next time.")
]
WatchOption = Annotated[
    bool, typer.Option("--watch", "-w", help="Prove again what an edit of the file touches.")
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", metavar="N", callback=check_seed, help="Of the matches that are looked at."),
]
DetailsOption = Annotated[
    bool, typer.Option("--details", "-d", help="Say of every verdict on what it rests, and draw witnesses.")
]
RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FOLDER", help="Write a match record for each match that is shown."),
]
ItfOption = Annotated[
    Path | None,
    typer.Option("--itf", metavar="FOLDER", help="Write these matches in the Informal Trace Format."),
]
ReportOption = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE.html", help="Write a page for people, with all that was found."),
]
MutantsOption = Annotated[
    bool,
    typer.Option("--mutants", help="Change the rules one small step at a time: which do the checks notice?"),
]
MatchesOption = Annotated[
    bool, typer.Option("--matches", help="With --mutants: look for matches that violate checks, too.")
]
ArguedOption = Annotated[
    Path | None,
    typer.Option("--argued", metavar="FILE", help="With --mutants: why some are the same rules, in YAML."),
]
MutantOption = Annotated[
    list[str] | None,
    typer.Option("--mutant", metavar="ID", help="With --mutants: only those called so. May be repeated."),
]


def verify(
    rules: RulesArgument = DEFAULT_RULES,
    check: ChecksOption = None,
    move: MovesOption = None,
    settings: SetOption = None,
    deck: DeckOption = None,
    players: PlayersOption = None,
    seed: SeedOption = 0,
    budget: BudgetOption = None,
    jobs: JobsOption = None,
    no_cache: CacheOption = False,
    watch: WatchOption = False,
    details: DetailsOption = False,
    as_json: JsonOption = False,
    record: RecordOption = None,
    itf: ItfOption = None,
    report: ReportOption = None,
    mutants: MutantsOption = False,
    matches: MatchesOption = False,
    argued: ArguedOption = None,
    mutant: MutantOption = None,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Prove the checks of a rule file, and those that every rule file gets, for every match.

    A proof holds for any number of cards, every deal, every choice and all values of the options that `--set`
    does not fix. What can happen is shown by matches, and so is what is violated. The exit status is 0 if all
    is proved or as the file expects it, else that of the worst verdict: 10 violated, 11 not inductive,
    14 unknown, 13 endless, 12 holds to depth N. An interrupt gives what is known so far.

    \b
    Examples:
      yourtrumps verify
      yourtrumps verify mygame.yaml --json
      yourtrumps verify --check "the deck stays together" --details
      yourtrumps verify mygame.yaml --report mygame.html --record broken
      yourtrumps verify mygame.yaml --mutants --jobs 4
    """
    if find_spec("z3") is None:
        message = "proofs need the solver z3, which is not installed; install `yourtrumps[prove]`"
        raise faulty_command(message)
    from cli.terminal import make_terminal
    from cli.verify.asked import Effort, Given, read_asked
    from cli.verify.data import print_data
    from cli.verify.files import Files
    from cli.verify.found import Found, prove
    from cli.verify.keeping import Keeping
    from cli.verify.table import Table
    from cli.verify.watching import keep_watch

    files = Files(record, itf, report)
    terminal = make_terminal(ascii_only, no_color)
    effort = Effort(seed, budget, jobs, not no_cache)
    if mutants:
        from cli.verify.mutants import Wish, show_mutants

        asked = read_asked(rules, check, move, Given(settings, deck, players), effort)
        wish = Wish(matches, argued, tuple(mutant or ()), details, as_json)
        raise typer.Exit(show_mutants(asked, wish, terminal))

    def once(kept: Keeping) -> Found:
        asked = read_asked(rules, check, move, Given(settings, deck, players), effort)
        table = None if as_json else Table(asked, terminal, details)
        found = prove(asked, kept, table)
        if table is None:
            print_data(found)
        files.write(found)
        kept.close()
        return found

    keeping = Keeping(effort.cache)
    if watch:
        keep_watch(once, rules, keeping)
    found = once(keeping)
    raise typer.Exit(Exit.INTERRUPTED if found.interrupted else found.status)
