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
) -> None:
    """Print the Python that a rule file is compiled to: what `simulate --engine python` runs.

    \b
    Examples:
      yourtrumps rules python
      yourtrumps rules python mygame.yaml --set lowest_rank=7 --checks
    """
    from cli.loading import load, tell_notes
    from interpreter.fast.engine import Compiled
    from interpreter.fast.source import with_checks

    loaded = load(rules, settings, deck, seats=players)
    tell_notes(loaded)
    made = Compiled(loaded.game, loaded.options).made
    print(made.text.rstrip("\n"))
    if checks:
        print(f"\n\n{with_checks(made).strip()}")
