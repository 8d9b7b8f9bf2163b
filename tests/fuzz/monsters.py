"""Files that are made to hurt: too deep, too long, too many, too clever."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.corpus import SMALL
from tests.fuzz.dice import Dice


def _definitions(*lines: str) -> str:
    return SMALL.replace("define:\n", "define:\n" + "".join(f"  {line}\n" for line in lines))


def _ending(condition: str, text: str = SMALL) -> str:
    return text.replace("when: passes == 99", f"when: {condition}")


def _chain(dice: Dice) -> str:
    """Definitions that each need the one before, once or twice, declared forwards or backwards."""
    body = dice.one(("d{0} + d{0}", "d{0} + 1", "if d{0} == 1 then d{0} else 2", "min(d{0}, d{0})", "-d{0}"))
    length = dice.one((2, 5, 10, 20, 40, 60, 100, 150, 400, 1500))
    lines = ["d0: passes", *(f"d{i}: {body.format(i - 1)}" for i in range(1, length + 1))]
    return _ending(f"d{length} == 99", _definitions(*(reversed(lines) if dice.chance(2) else lines)))


def _circle(dice: Dice) -> str:
    length = dice.one((1, 2, 5, 200))
    return _ending("d0 == 99", _definitions(*(f"d{i}: d{(i + 1) % length} + 1" for i in range(length))))


def _loops(dice: Dice) -> str:
    depth, size = dice.size(6), dice.one((2, 9, 99, 999))
    word, verb = dice.one((("some", "where"), ("every", "satisfies")))
    loops = "".join(f"{word} v{i} in numbers(1, {size}) {verb} " for i in range(depth))
    return _ending(loops + dice.one(("v0 == 2", "v0 == 1001", "passes == v0")))


def _sets(dice: Dice) -> str:
    sets = "numbers(1, 999)"
    for _ in range(dice.size(12)):
        sets = dice.one(
            (
                f"union({sets}, numbers(1, 999))",
                f"less({sets}, numbers(5, 6))",
                f"those(x in {sets} where x == 2)",
            )
        )
    return _ending(f"some a in numbers(1, {dice.one((9, 99, 999))}) where a in {sets}")


def _guards(dice: Dice) -> str:
    """Moves whose guards ask for one another."""
    length, back = dice.one((2, 10, 60, 300)), dice.chance(3)
    last = "can(m0)" if back else "passes == 3"
    moves = "".join(
        f"  m{i}:\n    phase: play\n    when: {f'can(m{i + 1})' if i < length else last}\n    do: pass\n"
        for i in range(length + 1)
    )
    return SMALL.replace("moves:\n", "moves:\n" + moves)


def _picks(dice: Dice) -> str:
    picks = "".join(f"      - p{i} from cards\n" for i in range(dice.size(9)))
    return SMALL.replace("moves:\n", f"moves:\n  wide:\n    phase: play\n    pick:\n{picks}    do: pass\n")


def _effects(dice: Dice) -> str:
    loops = "".join(f"for each e{i} in numbers(1, {dice.one((2, 30, 999))}) do " for i in range(dice.size(5)))
    nested = "if heap is empty then " * dice.one((0, 1, 10, 60))
    return SMALL.replace("- pass\n", f"- {loops}{nested}pass\n")


def _brackets(dice: Dice) -> str:
    count = dice.one((20, 60, 300, 1000, 60_000, 200_000))
    left, right = dice.one(
        (("(", ")"), ("[", "]"), ("{", "}"), ("not ", ""), ("- ", ""), ("? ", ""), ("-", ""), ("size(", ")"))
    )
    value = left * count + dice.one(("yes", "", "1")) + right * dice.one((0, count))
    return value if dice.chance(3) else _ending(value)


def _many(dice: Dice) -> str:
    """Thousands of one thing."""
    count = dice.one((100, 1000, 3000))
    return dice.one(
        (
            _definitions(*(f"d{i}: {i % 100}" for i in range(count))),
            _definitions(*(f"d{i}: unknown_word_number_{i} +" for i in range(count))),
            _definitions(*(f"d{i}: {'x' * 30}{i % 10}" for i in range(count))),
            _definitions(*(f"d{i}: {'1 + ' * 400}1" for i in range(count // 30))),
            SMALL.replace(
                "options:\n", "options:\n" + "".join(f"  o{i}: {{default: no}}\n" for i in range(count))
            ),
            SMALL.replace(
                "checks:\n", "checks:\n" + "".join(f"  c {i}: heap is empty\n" for i in range(count))
            ),
            SMALL.replace("setup:\n", "setup:\n" + "  - passes becomes 1\n" * count),
            SMALL.replace(
                "endings:\n",
                "endings:\n" + "".join(f"  e{i}:\n    when: heap is empty\n" for i in range(count)),
            ),
            SMALL + "rules:\n  - " + "{most} " * count,
            "".join(f"key{i}: 1\n" for i in range(count * 4)),
            "{" + ", ".join(f"k{i}: 1" for i in range(count * 3)) + "}",
            "[" * 10 + "a, " * count,
        )
    )


def _long(dice: Dice) -> str:
    size = dice.one((5_000, 60_000, 1_000_000, 10_000_000))
    char = dice.one(("x", " ", "\n", "\r", "#", "a ", ": ", "- ", "'", '"', "\\", "é", "1", "{", "\t"))
    shape = dice.one(("{}", SMALL + "# {}", "game: '{}'\n", SMALL.replace("Heaps", "{}"), _ending("{}")))
    before, after = shape.split("{}", 1)
    return before + char * (size // len(char)) + after


def _aliases(dice: Dice) -> str:
    """The billion laughs, in several keys."""
    rows = "".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]\n" for i in range(1, dice.size(30)))
    return dice.one(
        (f"l0: &l0 [ha, ha]\n{rows}", f"a: &a {{<<: *a}}\n{rows}", "&a [*a, *a]", "<<: {game: x}\n" + SMALL)
    )


def _kinds(dice: Dice) -> str:
    """Values of a kind that nobody expects: lists for texts, nothing for names."""
    section = dice.one(
        ("options", "deck", "zones", "variables", "define", "phases", "setup", "moves", "endings", "checks")
    )
    value = dice.one(
        (
            "",
            " []",
            " {}",
            " [[]]",
            " {a: }",
            " {a: {b: {c: }}}",
            " ''",
            " ~",
            " no",
            " 12:30",
            " [a, b]",
            "\n- a",
            " |",
            " >",
            " '",
            ' "',
            " &a",
            " *a",
            " !x y",
        )
    )
    start = SMALL.index(f"\n{section}:") + len(section) + 2
    rest = SMALL.find("\n\n", start)
    return SMALL[:start] + value + "\n" + SMALL[rest:]


def _decks(dice: Dice) -> str:
    suits, ranks = dice.one((0, 1, 5, 60, 300)), dice.one((0, 1, 13, 60))
    names = ", ".join(f"s{i}" for i in range(suits)), ", ".join(map(str, range(ranks)))
    deck = "deck:\n  suits: [{}]\n  ranks: [{}]\n".format(*names)
    start, end = SMALL.index("deck:\n"), SMALL.index("zones:\n")
    return SMALL[:start] + deck + SMALL[end:]


def _variants(dice: Dice) -> str:
    base = dice.one(
        ("self", "other", "missing", "small", "", "..", "/", "a\0b", "x" * 5000, "small/", "[small]", "~")
    )
    verb = dice.one(("change", "add", "remove"))
    section = dice.one(
        ("options", "moves", "endings", "define", "checks", "deck", "turn", "setup", "zones", "nothing")
    )
    body = dice.one(
        (
            "",
            " [strict, draw, out]",
            " {strict: no}",
            "\n    draw: x",
            "\n    out: {when: heap is empty, before: long}",
            " {}",
        )
    )
    return f"extends: {base}\n{verb}:\n  {section}:{body}\n"


def _routines(dice: Dice) -> str:
    """Routines that do one another, once or twice each, in a circle or not."""
    length, times = dice.one((2, 10, 16, 60, 400)), dice.one((1, 1, 2))
    last = dice.one(("pass", "do r0", "passes becomes 1", "for each s in seats do passes becomes 2"))
    lines = [f"  r{i}:\n" + f"    - do r{i + 1}\n" * times for i in range(length)]
    routines = "routines:\n" + "".join(lines) + f"  r{length}: {last}\n"
    return SMALL.replace("moves:\n", routines + "\nmoves:\n").replace("- pass\n", "- do r0\n", 1)


def _families(dice: Dice) -> str:
    """Zones and variables of which there are very many."""
    size, count = dice.one((2, 16, 64, 100, 1000)), dice.one((1, 8, 60, 300))
    zones = "".join(f"  z{i}: {{of: 1..{size}, kind: stack, seen by: everyone}}\n" for i in range(count))
    variables = f"  many: {{of: 0..{size}, type: 0..99, starts: 3, seen by: everyone}}\n"
    index = dice.one(("passes", "1", "size(deck)", "many[many[1]]", "0 - 1", str(size)))
    text = SMALL.replace("zones:\n", "zones:\n" + zones).replace("variables:\n", "variables:\n" + variables)
    return text.replace("- pass\n", f"- move all from z0[{index}] to heap\n").replace(
        "starts: 0", "starts: 1"
    )


def _deals(dice: Dice) -> str:
    """Endings after which another deal begins, perhaps for ever."""
    again = dice.one(("yes", "passes < 99", "heap is empty", "some s in seats where held[s] is empty"))
    deal = dice.one(("- pass\n", "- forget starter\n", "- move all from deck to heap\n"))
    text = _ending(dice.one(("yes", "heap is not empty", "size(heap) > 2")))
    text = text.replace("endings:\n", f"endings:\n  anew:\n    when: size(heap) == 1\n    again: {again}\n")
    return text.replace("setup:\n", f"setup:\n  {deal}")


MONSTERS: tuple[Callable[[Dice], str], ...] = (
    _chain,
    _circle,
    _loops,
    _sets,
    _guards,
    _picks,
    _effects,
    _brackets,
    _many,
    _long,
    _aliases,
    _kinds,
    _decks,
    _variants,
    _routines,
    _families,
    _deals,
)


def monster(dice: Dice) -> bytes:
    return dice.one(MONSTERS)(dice).encode("utf-8", "surrogatepass")
