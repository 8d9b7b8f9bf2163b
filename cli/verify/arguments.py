"""Arguments why mutants are the same rules, written by people, with the change that each is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from verify.mutants.mutant import Mutant


class BadArguments(ValueError):
    """A text that holds no arguments; the message says what one looks like."""


@dataclass(frozen=True)
class Argument:
    """`change` is the mutant's sentence, for people and to notice what has become another change."""

    change: str
    because: str


def read_arguments(text: str) -> dict[str, Argument]:
    """By the mutants' ids: `change` and `because` of each; raises `BadArguments`."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f"line {mark.line + 1}: "
        raise BadArguments(f"{where}this is no YAML") from None
    if not isinstance(found, dict):
        raise BadArguments("a mapping from mutants to arguments should stand here")
    return {str(name): _argument(str(name), value) for name, value in found.items()}


def _argument(name: str, value: Any) -> Argument:
    if not isinstance(value, dict) or set(value) != {"change", "because"}:
        raise BadArguments(f"`{name}` needs `change` and `because`, and nothing else")
    change, because = (" ".join(str(value[key]).split()) for key in ("change", "because"))
    if not because:
        raise BadArguments(f"`{name}` has no argument")
    return Argument(change, because)


def stale(arguments: Mapping[str, Argument], every: Iterable[Mutant]) -> Iterator[str]:
    """What is wrong about arguments: those for mutants that there are not, or that are another change now."""
    sentences = {m.id: " ".join(m.sentence.split()) for m in every}
    for name, argument in arguments.items():
        if name not in sentences:
            yield f"there is no mutant `{name}`"
        elif sentences[name] != argument.change:
            yield f"`{name}` is another change: {sentences[name]}"
