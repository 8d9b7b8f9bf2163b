"""The options of a game with what they mean, the values in force and those they may have."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cli.spell import Speller, label, styled
from interpreter.ir.nodes import Option
from interpreter.ir.types import BoolType, IntType
from interpreter.run.protocol import Engine


def option_lines(engine: Engine[Any], speller: Speller) -> list[Text]:
    """Two lines an option: name and value, then its text and the values that it may have."""
    lines = []
    for option in engine.game.options:
        value = speller.value(engine.options[option.name], option.type)
        head = styled(f"  {option.name} = ", "cyan").append_text(value)
        if engine.options[option.name] != option.default:
            default = speller.value(option.default, option.type)
            head.append(" (default ", "dim").append_text(default).append(")", "dim")
        said = label(option.text, option.name)
        tail = styled(f"      {said}; ", "dim").append_text(_domain(option, speller))
        lines += [head, tail]
    return lines


def _domain(option: Option, speller: Speller) -> Text:
    if isinstance(option.type, BoolType):
        return Text("yes or no", "dim")
    if isinstance(option.type, IntType) and len(option.values) == option.type.hi - option.type.lo + 1:
        return Text(f"{option.type.lo} to {option.type.hi}", "dim")
    return Text(", ").join(speller.value(v, option.type) for v in option.values)
