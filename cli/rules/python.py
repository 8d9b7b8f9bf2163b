"""`yourtrumps rules python`: the Python that a rule file is compiled to."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import DEFAULT_RULES, DeckOption, PlayersOption, RulesArgument, SetOption


def python(
    rules: RulesArgument = DEFAULT_RULES,
    settings: SetOption = None,
    deck: DeckOption = None,
    players: PlayersOption = None,
    checks: Annotated[bool, typer.Option("--checks", help="With what looks at the checks.")] = False,
    study: Annotated[bool, typer.Option("--study", help="With what is counted for a study.")] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="What is searched and recorded with, a step at a time.")
    ] = False,
) -> None:
    """Print the Python that a rule file is compiled to: what `simulate` runs, and numba compiles.

    \b
    Examples:
      yourtrumps rules python
      yourtrumps rules python mygame.yaml --set lowest_rank=7 --checks
    """
    from cli.loading import load, tell_notes
    from interpreter.fast.engine import Compiled
    from interpreter.fast.kernel_source import Wanted, kernel_text
    from interpreter.fast.source import with_checks

    loaded = load(rules, settings, deck, seats=players)
    tell_notes(loaded)
    if not steps:
        engine = loaded.engine()
        text = kernel_text(loaded.game, engine.options, engine.cards, Wanted(study, checks))
        print(text.whole.rstrip("\n"))
        return
    made = Compiled(loaded.game, loaded.options).made
    print(made.text.rstrip("\n"))
    if checks:
        print(f"\n\n{with_checks(made).strip()}")
