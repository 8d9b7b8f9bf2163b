"""Floor 2 to floor 3: passes from games to games that mean the same with fewer kinds of node.

Each is a plain function; `PASSES` names them in the order in which a back end may run them. None is needed to
play: the evaluator means what the unpassed game says, and tests hold the passed one against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interpreter.ir.nodes import Game
from interpreter.passes.expand import expand
from interpreter.passes.fold import fold
from interpreter.passes.inline import inline

PASSES: Mapping[str, Callable[[Game], Game]] = MappingProxyType(
    {"expand": expand, "inline": inline, "fold": fold}
)
