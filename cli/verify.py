"""`yourtrumps verify`: what holds in every match, proved from the rule file."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.exits import faulty_command
from cli.options import DEFAULT_RULES, AsciiOption, JsonOption, NoColorOption, RulesArgument, SetOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.terminal import Terminal
    from verify.result import Result


def verify(
    rules: RulesArgument = DEFAULT_RULES,
    settings: SetOption = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="For so many players, if the rules allow.")
    ] = None,
    check: Annotated[
        list[str] | None,
        typer.Option("--check", metavar="NAME", help="Only this check of the rules. May be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the matches that are looked at.")] = 0,
    as_json: JsonOption = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Prove the checks of a rule file, and those that every rule file gets, for every match.

    A proof holds for any number of cards, every deal, every choice and all values of the options at
    once. What can
    happen is shown by matches, and so is what is violated; `--set` gives the options of those matches.
    The exit status names the worst verdict: 0 proved, 10 violated, 11 not inductive, 12 not seen, 14 unknown.

    \b
    Examples:
      yourtrumps verify
      yourtrumps verify mygame.yaml --json
      yourtrumps verify --check "the deck stays together"
    """
    if find_spec("z3") is None:
        message = "proofs need the solver z3, which is not installed; install `yourtrumps[prove]`"
        raise faulty_command(message)
    from cli.loading import load, playable, tell_notes
    from cli.terminal import make_terminal
    from verify.run import prove, worst
    from verify.settings import Settings

    loaded = playable(load(rules, settings, seats=players))
    tell_notes(loaded)
    game = loaded.game
    names = {c.name for c in game.checks}
    for name in check or ():
        if name not in names:
            raise faulty_command(f"there is no check `{name}`{_guess(name, names)}")
    results = prove(game, Settings(loaded.options, seed=seed), set(check) if check else None)
    terminal = make_terminal(ascii_only, no_color)
    found = _print_json(results) if as_json else _print_table(game.name, results, terminal)
    raise typer.Exit(worst(found).value)


def _guess(name: str, names: set[str]) -> str:
    from interpreter.text.spelling import nearest

    found = nearest(name, names)
    return f"; did you mean `{found}`?" if found else ""


def _print_json(results: Iterator[Result]) -> list[Result]:
    import json

    found = list(results)
    print(json.dumps([_data(r) for r in found], indent=2, ensure_ascii=False))
    return found


def _data(result: Result) -> dict[str, Any]:
    from verify.trace import plies

    return {
        "check": result.check,
        "verdict": result.word,
        "how": result.how,
        "file": result.span.source.name,
        "line": result.span.line,
        "used": sorted(result.basis.used),
        "seconds": round(result.seconds, 3),
        "plies": plies(result.trace) if result.trace is not None else None,
    }


def _print_table(name: str, results: Iterator[Result], terminal: Terminal) -> list[Result]:
    from rich.text import Text

    from cli.spell import printable

    begun, found = time.perf_counter(), []
    terminal.show(Text(f"{printable(name)}: any deck, every deal, all options at once", "bold"), "")
    for result in results:
        found.append(result)
        style = "green" if result.verdict.value == 0 else "bold red"
        line = Text.assemble((f"{result.word:<14}", style), f"  {printable(result.check)}")
        terminal.show(line)
        if result.verdict.value:
            terminal.show(Text(f"{'':<16}{result.span}: {printable(result.how)}", "dim"))
    proved = sum(r.verdict.value == 0 for r in found)
    seconds = time.perf_counter() - begun
    terminal.show("", f"{proved} of {len(found)} proved in {seconds:.1f} s")
    return found
