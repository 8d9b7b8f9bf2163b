"""The command itself: its options, and what happens in which order."""

from __future__ import annotations

from importlib.util import find_spec

import typer

from cli.exits import faulty_command
from cli.options import (
    DEFAULT_RULES,
    AsciiOption,
    DeckOption,
    JsonOption,
    NoColorOption,
    PlayersOption,
    RulesArgument,
    SetOption,
)
from cli.verify.options import (
    DEPTH,
    ArguedOption,
    BudgetOption,
    CacheOption,
    ChecksOption,
    DepthOption,
    DetailsOption,
    ItfOption,
    JobsOption,
    ListOption,
    MatchesOption,
    MovesOption,
    MutantOption,
    MutantsOption,
    RecheckOption,
    RecordOption,
    ReportOption,
    SeedOption,
    SmtOption,
    SurvivorsOption,
    WatchOption,
)


def verify(
    rules: RulesArgument = DEFAULT_RULES,
    check: ChecksOption = None,
    move: MovesOption = None,
    only_list: ListOption = False,
    settings: SetOption = None,
    deck: DeckOption = None,
    players: PlayersOption = None,
    seed: SeedOption = 0,
    depth: DepthOption = DEPTH,
    budget: BudgetOption = None,
    jobs: JobsOption = None,
    no_cache: CacheOption = False,
    watch: WatchOption = False,
    details: DetailsOption = False,
    as_json: JsonOption = False,
    record: RecordOption = None,
    itf: ItfOption = None,
    report: ReportOption = None,
    smt: SmtOption = None,
    recheck: RecheckOption = False,
    mutants: MutantsOption = False,
    matches: MatchesOption = False,
    survivors: SurvivorsOption = False,
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
    from cli.verify.asked import Effort, Given, Request
    from cli.verify.files import Files
    from cli.verify.flow import Flow
    from cli.verify.scripts import need_second

    alone = {"--matches": matches, "--survivors": survivors, "--argued": argued, "--mutant": mutant}
    idle = next((name for name, value in alone.items() if value and not mutants), None)
    if idle is not None:
        raise faulty_command(f"`{idle}` says something of `--mutants`, which is not there")
    if recheck:
        need_second()
    given, effort = Given(settings, deck, players), Effort(seed, depth, budget, jobs, not no_cache)
    request = Request(rules, check if smt is None else [smt], move, given, effort)
    terminal = make_terminal(ascii_only, no_color)
    if only_list:
        from cli.verify.listing import list_questions

        raise typer.Exit(list_questions(request.read(), terminal, as_json))
    if mutants:
        from cli.verify.mutants import Wish, show_mutants

        wish = Wish(matches, survivors, argued, tuple(mutant or ()), details, as_json)
        raise typer.Exit(show_mutants(request.read(), wish, terminal))
    files = Files(record, itf, report)
    files.fit(check or ())
    flow = Flow(request, terminal, files, details, as_json, recheck)
    if smt is not None:
        flow.print_scripts(smt)
    raise typer.Exit(flow.watch() if watch else flow.status())
