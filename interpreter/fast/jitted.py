"""What source that plays in place calls where numba compiles it.

The routines mean what those of the same names in `primitives.py` and `bits.py` mean; those of `stacks.py` are
compiled as they are. Words of chance are unsigned, everything else is a signed number of 64 bits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from interpreter.fast.stacks import tidy
from interpreter.run.rng import word

LOGGED = 60_000
"""Positions of a match that can be compared with each other."""
HEADS = 1 << 17

_U = np.uint64
_M1, _M2, _STEP = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB), _U(0x9E3779B97F4A7C15)
_S27, _S30, _S31, _S32 = _U(27), _U(30), _U(31), _U(32)
_LOW, _ALL = _U(0xFFFFFFFF), _U(0x100000000)
_THREE, _THIRTEEN, _ONE = _U(3), _U(13), _U(1)


def numbers(count: int) -> Any:
    return np.zeros(count, np.int64)


def zeros(kind: str, count: int) -> Any:
    """An array of numbers of a kind, all 0; kinds are as in the module `array`."""
    return np.zeros(count, {"h": np.int16, "i": np.int32, "q": np.int64}[kind])


def listed(numbers: Any, count: int) -> list[int]:
    found: list[int] = numbers[:count].tolist()
    return found


def seeded(seed: int, first: int, seats: int) -> Any:
    return np.array([*[0] * (3 + seats), word(0, seed), first], np.uint64)


def logbook(size: int) -> Any:
    """How many positions there are, the places of hashes, then each position after its place and number."""
    return np.zeros(1 + HEADS + LOGGED * (size + 2) if size else 1, np.int64)


# instructions ---------------------------------------------------------------------------------------------


@intrinsic
def _ones(context: Any, mask: Any) -> Any:
    return types.int64(types.int64), lambda c, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def _low(context: Any, mask: Any) -> Any:
    one = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda c, builder, sig, args: builder.cttz(args[0], one)


@intrinsic
def _above(context: Any, mask: Any) -> Any:
    """How many bits are not set above the highest that is."""
    one = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda c, builder, sig, args: builder.ctlz(args[0], one)


@intrinsic
def _unsigned(context: Any, number: Any) -> Any:
    """A number that is not below 0."""
    return types.uint64(types.int64), lambda c, builder, sig, args: args[0]


@intrinsic
def _spread(context: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits, put where the mask has bits."""
    word = ir.IntType(64)

    def code(c: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(word, [word, word])
        routine = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(routine, args)

    return types.int64(types.int64, types.int64), code


def nth(mask: int, place: int) -> int:
    found: int = low(spread(1 << place, mask))
    return found


def nth_by_steps(mask: int, place: int) -> int:
    while place:
        mask &= mask - 1
        place -= 1
    found: int = low(mask)
    return found


def has_instruction() -> bool:
    """Whether the processor has it, and not only by way of a slow program of its own."""
    features = llvm.get_host_cpu_features()
    slow = ("znver1", "znver2", "bdver4")
    return bool(features.get("bmi2")) and sys.maxsize > 1 << 32 and llvm.get_host_cpu_name() not in slow


ones: Any = _ones
low: Any = _low
spread: Any = _spread
above: Any = _above
unsigned: Any = _unsigned


def high(mask: int) -> int:
    found: int = 63 - above(mask)
    return found


# chance ---------------------------------------------------------------------------------------------------


def mix(z: Any) -> Any:
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


def streams(r: Any, index: Any) -> None:
    key = mix(r[-2] + (r[-1] + np.uint64(index) + _ONE) * _STEP)
    for place in range(len(r) - 2):
        purpose = np.uint64(place) + (_ONE if place < 3 else _THIRTEEN)
        r[place] = mix(key + (purpose + _ONE) * _STEP)


def below(r: Any, stream: int, n: int) -> Any:
    many = np.uint64(n)
    r[stream] += _STEP
    product = (mix(r[stream]) >> _S32) * many
    if (product & _LOW) < many:
        unfair = (_ALL - many) % many
        while (product & _LOW) < unfair:
            r[stream] += _STEP
            product = (mix(r[stream]) >> _S32) * many
    return np.int64(product >> _S32)


# sets and positions ---------------------------------------------------------------------------------------


def has(mask: int, bit: int) -> bool:
    return 0 <= bit < 63 and mask >> bit & 1 == 1


def bit(number: int) -> int:
    return 1 << number if 0 <= number < 63 else 0


def upwards(bit: int) -> int:
    if bit > 62:
        return 0
    return -1 << bit if bit > 0 else -1


def forget(g: Any, size: int) -> None:
    for entry in range(g[0]):
        g[1 + g[1 + HEADS + entry * (size + 2)]] = 0
    g[0] = 0


def stood(g: Any, s: Any, size: int, stacks: Any, room: int) -> int:
    tidy(s, stacks, room)
    code = 0
    for place in range(size):
        code = (code ^ s[place]) * 0x2545F4914F6CDD1D
        code ^= code >> 29
    head = code & (HEADS - 1)
    while g[1 + head]:
        entry = 1 + HEADS + (g[1 + head] - 1) * (size + 2)
        same = True
        for place in range(size):
            if g[entry + 2 + place] != s[place]:
                same = False
                break
        if same:
            g[entry + 1] += 1
            times: int = g[entry + 1]
            return times
        head = (head + 1) & (HEADS - 1)
    if g[0] == LOGGED:
        return 0
    g[0] += 1
    g[1 + head] = g[0]
    entry = 1 + HEADS + (g[0] - 1) * (size + 2)
    g[entry] = head
    g[entry + 1] = 1
    for place in range(size):
        g[entry + 2 + place] = s[place]
    return 1


def own() -> dict[str, Callable[..., Any]]:
    """The routines above that have to be compiled, by the names by which they are called."""
    routines = (mix, high, nth, streams, below, has, bit, upwards, forget, stood)
    found = {f.__name__: f for f in routines}
    return found if has_instruction() else {**found, "nth": nth_by_steps}


def namespace() -> dict[str, Any]:
    """What they and generated source refer to: instructions, numbers."""
    named = {k: v for k, v in globals().items() if k.isupper() or k.startswith("_")}
    found = {"ones": ones, "low": low, "spread": spread, "above": above, "unsigned": unsigned}
    return {**named, **found, "np": np}
