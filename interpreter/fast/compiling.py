"""Source that plays in place, compiled by numba and kept for the next time."""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, Protocol

import numba
import numpy as np
from numba import njit, types

from interpreter.fast import growing, jitted, stacks


class Source(Protocol):
    """A source in parts; `whole` is all of it."""

    @property
    def tables(self) -> str: ...

    @property
    def functions(self) -> str: ...

    @property
    def whole(self) -> str: ...


@dataclass(frozen=True)
class Plan:
    """What is compiled of a kind of source: functions by name, with the kinds of their arguments.

    A kind is the letter of an array in the module `array`, or `n` for a number. `shared` are the names of
    routines of a module, by the names by which the source calls them.
    """

    stem: str
    entries: Mapping[str, str]
    module: ModuleType = stacks
    shared: Mapping[str, str] = field(default_factory=dict[str, str])


PLAY: Final = Plan("kernel", {"run": "q q q q q Q q q q q n n"})
SEARCH: Final = Plan(
    "search",
    {"search": "q q q i q h h q i h i i i q q n n"},
    growing,
    {**growing.SHARED, **growing.JITTED},
)
_KINDS: Final = {
    "B": types.uint8[::1],
    "h": types.int16[::1],
    "i": types.int32[::1],
    "q": types.int64[::1],
    "Q": types.uint64[::1],
    "n": types.int64,
}


def load(text: Source, folder: Path | None) -> tuple[Callable[..., Any], str | None]:
    """The `run` of a source that plays matches, compiled, and where it is kept, if it is."""
    found, kept = compiled(text, folder, PLAY)
    return found["run"], kept


def entries(text: Source, folder: Path | None, plan: Plan) -> dict[str, Callable[..., Any]]:
    """The functions of a plan, compiled, and kept in the folder, if one is given and can be written."""
    return compiled(text, folder, plan)[0]


def compiled(
    text: Source, folder: Path | None, plan: Plan
) -> tuple[dict[str, Callable[..., Any]], str | None]:
    """The same, and where they are kept, if they are."""
    name = f"{plan.stem}_{_key(text, plan)}"
    path = written(folder, name, text.whole) if folder is not None else None
    try:
        return _compiled(text, plan, name, path), None if path is None else str(path)
    except Exception:
        if path is None:
            raise
        # What lies in the folder is damaged, or goes away while we look.
        return _compiled(text, plan, name, None), None


def _key(text: Source, plan: Plan) -> str:
    """A short word for all that the compiled code depends on, the processor apart."""
    modules = (stacks, jitted, plan.module, sys.modules[__name__])
    parts = (text.whole, *map(inspect.getsource, modules))
    versions = (numba.__version__, np.__version__, sys.version, str(jitted.has_instruction()))
    return hashlib.sha256("\0".join((*parts, *versions)).encode()).hexdigest()[:32]


def written(folder: Path, name: str, text: str) -> Path | None:
    """The file that compiled code is kept beside; None if the folder cannot be written.

    Its time is always the same, so that two processes which write it at once agree.
    """
    path = folder / f"{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            number, new = tempfile.mkstemp(suffix=".new", dir=folder)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text)
            os.utime(new, (0, 0))
            Path(new).replace(path)
        with tempfile.TemporaryFile(dir=folder):
            return path
    except OSError:
        return None


def _compiled(text: Source, plan: Plan, name: str, path: Path | None) -> dict[str, Callable[..., Any]]:
    module = ModuleType(name)
    sys.modules[name] = module  # numba looks there for what it has kept
    space = module.__dict__
    _routines(space, plan)
    tables: dict[str, Any] = {}
    exec(compile(text.tables, "<tables>", "exec"), tables)  # noqa: S102 - we have written it ourselves
    for key, value in tables.items():
        if key != "__builtins__":
            space[key] = np.array(value, np.int64) if isinstance(value, tuple) else value
    known = set(space)
    exec(compile(_looked_up(text.functions), str(path or f"<{name}>"), "exec"), space)  # noqa: S102
    for key in set(space) - known:
        if isinstance(space[key], FunctionType):
            kept = path is not None and key in plan.entries
            space[key] = njit(error_model="numpy", cache=kept)(space[key])
    for key, kinds in plan.entries.items():
        space[key].compile(tuple(_KINDS[kind] for kind in kinds.split()))
    return {key: space[key] for key in plan.entries}


class _Places(ast.NodeTransformer):
    """Says of each index that is calculated that it counts from the front.

    Numba would ask each time whether it is below 0, which costs a seventh of the speed.
    """

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Constant | ast.Slice | ast.UnaryOp | ast.Tuple):
            node.slice = ast.Call(ast.Name("unsigned", ast.Load()), [node.slice], [])
        return node


def _looked_up(text: str) -> ast.Module:
    """The same source, on the same lines, without its annotations."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
    body = [_Places().visit(node) if isinstance(node, ast.FunctionDef) else node for node in tree.body]
    return ast.fix_missing_locations(ast.Module(body, []))


def _routines(space: dict[str, Any], plan: Plan) -> None:
    """Puts everything that the source calls into its namespace."""
    space |= jitted.namespace()
    routines = {**jitted.own(), **_read(stacks, {name: name for name in stacks.SHARED})}
    for name, routine in {**routines, **_read(plan.module, plan.shared)}.items():
        space[name] = njit(error_model="numpy")(FunctionType(routine.__code__, space, name))


def _read(module: ModuleType, names: Mapping[str, str]) -> dict[str, Any]:
    """Routines of a module, with their places looked up as they are in source."""
    shared: dict[str, Any] = {}
    exec(compile(_looked_up(inspect.getsource(module)), "<routines>", "exec"), shared)  # noqa: S102
    return {name: shared[word] for name, word in names.items()}
