"""The rule files of these tests, and where a mutant stands in them."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.load import load, load_file
from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.text.source import Source
from verify.mutants.mutant import Mutant
from verify.settings import Settings

HERE = Path(__file__).parent
TOY = HERE / "toy.yaml"
BASE = HERE.parents[1] / "rules" / "yourtrumps.yaml"
ARGUED = HERE / "equivalent.yaml"


def game_of(path: Path) -> ir.Game:
    game = load_file(path).game
    assert game is not None
    return game


def settings_of(game: ir.Game) -> Settings:
    return Settings(defaults(game))


def plain(text: str) -> str:
    """Without the blanks and line ends that mean nothing, and the brackets that do not either."""
    return " ".join(text.split())


def rewritten(mutant: Mutant) -> ir.Game | None:
    """The file with the mutant's new words in the place of the old ones, read anew.

    None where the old words do not stand there as they are, or where the front end refuses the new ones.
    """
    change, span = mutant.change, mutant.change.span
    if plain(span.text) != change.old or change.new == "nothing":
        return None
    text = span.source.text
    return load(Source(span.source.name, f"{text[: span.start]}{change.new}{text[span.end :]}")).game
