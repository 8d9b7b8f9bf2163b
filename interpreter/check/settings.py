"""Option values as users give them: `size=4`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.check.scope import Symbols
from interpreter.check.values import read_value, spell_values
from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span
from interpreter.text.spelling import suggest


def defaults(game: Game) -> dict[str, Value]:
    return {o.name: o.default for o in game.options}


def split_settings(texts: Iterable[str], report: Report) -> dict[str, str]:
    """`name=value` texts as a mapping; the last one of a name counts."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            place = Span(Source("--set", text), 0, len(text))
            report.add(Code.E805, place, f"`{text}` is not a setting", "write it as `option=value`")
        else:
            found[name.strip()] = value.strip()
    return found


def settle(
    game: Game, given: Mapping[str, str], silent: Iterable[str] = ()
) -> tuple[dict[str, Value], Report]:
    """The values of all options with `given` in force. `silent` are options that a replaced deck has
    silenced.
    """
    report = Report()
    values = defaults(game)
    options = {o.name: o for o in game.options}
    symbols = Symbols(report, seats=game.seats, deck=game.deck)
    for name, text in given.items():
        place = Span(Source("--set", f"{name}={text}"), 0, len(name))
        if name in silent:
            report.add(Code.W906, place, f"with `--deck`, the option `{name}` has no effect")
            continue
        option = options.get(name)
        if option is None:
            known = ", ".join(f"`{o}`" for o in options)
            help = suggest(name, options) or (f"the options are {known}" if known else None)
            report.add(Code.E803, place, f"there is no option `{name}`", help)
            continue
        value = read_value(text, option.type, symbols)
        if value is None or value not in option.values:
            place = Span(place.source, len(name) + 1, len(name) + 1 + len(text))
            help = spell_values(option.type, option.values, symbols)
            report.add(Code.E804, place, f"`{text}` is not a value of `{name}`", help)
            continue
        values[name] = value
    return values, report
