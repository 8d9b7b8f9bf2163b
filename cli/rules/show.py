"""`yourtrumps rules show`: the rules as a player reads them."""

from __future__ import annotations

from cli.exits import count, faulty_command
from cli.options import (
    DEFAULT_RULES,
    AsciiOption,
    DeckOption,
    NoColorOption,
    PlayersOption,
    RulesArgument,
    SetOption,
)


def show(
    rules: RulesArgument = DEFAULT_RULES,
    settings: SetOption = None,
    deck: DeckOption = None,
    players: PlayersOption = None,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Print the rules as a player reads them, with the options in force, and then the options.

    \b
    Examples:
      yourtrumps rules show
      yourtrumps rules show mygame.yaml --set lowest_rank=7
      yourtrumps rules show mygame.yaml --players 4
    """
    from rich.text import Text

    from cli.loading import load, tell_notes
    from cli.options_table import option_lines
    from cli.spell import Speller, printable
    from cli.terminal import make_terminal, wrapped
    from interpreter.run.engine import Evaluator

    loaded = load(rules, settings, deck, seats=players)
    if players is not None and players != loaded.game.seats:
        raise faulty_command(f"`{loaded.game.name}` is not for {count(players, 'player')}")
    tell_notes(loaded)
    engine = Evaluator(loaded.game, loaded.options)
    terminal = make_terminal(ascii_only, no_color)
    seats = tuple(f"seat {n}" for n in range(1, loaded.game.seats + 1))
    speller = Speller(loaded.game, seats, terminal.look)
    terminal.show(Text(printable(loaded.game.name), "bold"), Text(printable(loaded.game.about)), "")
    width = min(terminal.look.columns, 80)
    for sentence in engine.printed():
        terminal.show(*wrapped(speller.sentence(sentence), terminal, width), "")
    lines = option_lines(engine, speller)
    if lines:
        terminal.show(Text("Options", "bold"))
        for line in lines:
            indent = len(line.plain) - len(line.plain.lstrip())
            terminal.show(*wrapped(line, terminal, width, indent))
