"""Source that plays in place, compiled by numba and kept for the next time."""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit, types

from interpreter.fast import jitted, stacks
from interpreter.fast.kernel_source import Text


def load(text: Text, folder: Path | None) -> tuple[Callable[..., Any], str | None]:
    """The `run` of a source, compiled, and where it is kept for the next time, if it is."""
    name = f"kernel_{_key(text)}"
    path = written(folder, name, text.whole) if folder is not None else None
    try:
        return _compiled(text, name, path), None if path is None else str(path)
    except Exception:
        if path is None:
            raise
        # What lies in the folder is damaged, or goes away while we look.
        return _compiled(text, name, None), None


def _key(text: Text) -> str:
    """A short word for all that the compiled code depends on, the processor apart."""
    parts = (text.whole, *map(inspect.getsource, (stacks, jitted, sys.modules[__name__])))
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


def _compiled(text: Text, name: str, path: Path | None) -> Callable[..., Any]:
    module = ModuleType(name)
    sys.modules[name] = module  # numba looks there for what it has kept
    space = module.__dict__
    _routines(space)
    tables: dict[str, Any] = {}
    exec(compile(text.tables, "<tables>", "exec"), tables)  # noqa: S102 - we have written it ourselves
    for key, value in tables.items():
        if key != "__builtins__":
            space[key] = np.array(value, np.int64) if isinstance(value, tuple) else value
    known = set(space)
    exec(compile(_looked_up(text.functions), str(path or f"<{name}>"), "exec"), space)  # noqa: S102
    for key in set(space) - known:
        if isinstance(space[key], FunctionType):
            kept = path is not None and key == "run"
            space[key] = njit(error_model="numpy", cache=kept)(space[key])
    run = space["run"]
    one, words = types.int64[::1], types.uint64[::1]
    run.compile((one, one, one, words, one, one, one, one, types.int64, types.int64))
    found: Callable[..., Any] = run
    return found


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


def _routines(space: dict[str, Any]) -> None:
    """Puts everything that the source calls into its namespace."""
    space |= jitted.namespace()
    shared: dict[str, Any] = {}
    exec(compile(_looked_up(inspect.getsource(stacks)), "<routines>", "exec"), shared)  # noqa: S102
    for name, routine in {**jitted.own(), **{name: shared[name] for name in stacks.SHARED}}.items():
        space[name] = njit(error_model="numpy")(FunctionType(routine.__code__, space, name))
