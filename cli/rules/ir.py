"""`yourtrumps rules ir`: the typed representation that every back end reads."""

from __future__ import annotations

from cli.options import DEFAULT_RULES, DeckOption, RulesArgument


def ir(rules: RulesArgument = DEFAULT_RULES, deck: DeckOption = None) -> None:
    """Print what a rule file means: the typed representation, all bases included; equal games print equal.

    \b
    Examples:
      yourtrumps rules ir
      yourtrumps rules ir mygame.yaml --deck "suits=C,H ranks=Q,K,A"
    """
    from cli.loading import load
    from interpreter.ir.printing import print_game

    print(print_game(load(rules, deck=deck).game).rstrip("\n"))
