"""The search itself, on flat arrays: states in, states out. Numba compiles it as it stands here.

States are numbered in the order in which they are found, and so are steps. `grow` calls what is made of the
rules: `unpack` and `expand` (see `expanding.py`) and `begun`, which tells whether play begins in a state.

`keys` has the words of one state after another; a state that stands for a fault has a first word below 0.
"""

from __future__ import annotations

from typing import Any, Final

DONE: Final = 0
FULL: Final = -3
"""What `grow` returns, besides what `expand` does: all is done; there is no more room."""
MIXED: Final = -2
"""Who moves, where it is more than one."""
NUMBERS: Final = ("done", "known", "steps", "words", "preparing", "given", "rehash")
"""The places of the numbers `c`: states that have got their steps, states, steps, words of a state; whether
this is the set-up; one more than the steps of the next state, which stand in `found`, 0 if it has to be
looked at; whether `heads` is new.
"""


def grow(
    s: Any,
    p: Any,
    keys: Any,
    heads: Any,
    found: Any,
    who: Any,
    seats: Any,
    first: Any,
    target: Any,
    mover: Any,
    parent: Any,
    by: Any,
    depth: Any,
    held: Any,
    c: Any,
    upto: int,
    limit: int,
) -> int:
    """Find the steps of states up to number `upto`, or until more than `limit` states are known.

    The set-up says in `depth` what became of a state: see `staged`.
    """
    done, known, steps, words = c[0], c[1], c[2], c[3]
    if c[6]:
        rehashed(keys, heads, words, known)
        c[6] = 0
    status = 0
    while done < upto and done < known and known <= limit:
        many = 0
        if c[5]:
            many = c[5] - 1
            c[5] = 0
        elif keys[words * done] >= 0:
            unpack(s, keys, words * done)
            if c[4]:
                depth[done] = staged(s, held)
            if not c[4] or depth[done] == 1:
                many = expand(s, p, found, who)
        if many >= 0 and (known + many > len(parent) or steps + many > len(target)):
            many = -3
        if many < 0:
            status = many
            break
        seat = -1
        for place in range(many):
            seat = who[place] if place == 0 or seat == who[place] else -2
        mover[done] = seat
        for place in range(many):
            number = numbered(keys, heads, found, words * place, words, known)
            if number == known:
                for word in range(words):
                    keys[words * known + word] = found[words * place + word]
                parent[known] = done
                by[known] = place
                if not c[4]:
                    depth[known] = depth[done] + 1
                known += 1
            target[steps + place] = number
            seats[steps + place] = who[place]
        steps += many
        done += 1
        first[done] = steps
    c[0], c[1], c[2] = done, known, steps
    return status


def staged(s: Any, held: Any) -> int:
    """What a state of the set-up is: 0 if it is left out, 1 if the set-up goes on, 2 if play begins.

    `held` has how many slots are held all the time and where play begins, then these: slot, value and another
    value that will do; and those: slot and value.
    """
    for number in range(held[0]):
        at = 2 + 3 * number
        if s[held[at]] != held[at + 1] and s[held[at]] != held[at + 2]:
            return 0
    if not begun(s):
        return 1
    for number in range(held[1]):
        at = 2 + 3 * held[0] + 2 * number
        if s[held[at]] != held[at + 1]:
            return 0
    return 2


# what differs -------------------------------------------------------------------------------------------


def copied(s: Any, t: Any, many: int) -> None:
    """The first slots of one state go to another."""
    t[:many] = s[:many]


def copied_one_by_one(s: Any, t: Any, many: int) -> None:
    for slot in range(many):
        t[slot] = s[slot]


def numbered(keys: Any, heads: Any, found: Any, at: int, words: int, known: int) -> int:
    """The number of a state; `known`, which it has from now on, if it is new."""
    number: int = heads.setdefault(tuple(found[at : at + words]), known)
    return number


def numbered_by_hash(keys: Any, heads: Any, found: Any, at: int, words: int, known: int) -> int:
    """The same with a table whose entries are numbers from 1 on; what they mean is compared exactly."""
    code = 0
    for word in range(words):
        code = (code ^ found[at + word]) * 0x2545F4914F6CDD1D
        code ^= code >> 29
    head = code & (len(heads) - 1)
    while heads[head]:
        number: int = heads[head] - 1
        same = True
        for word in range(words):
            if keys[words * number + word] != found[at + word]:
                same = False
                break
        if same:
            return number
        head = (head + 1) & (len(heads) - 1)
    heads[head] = known + 1
    return known


def rehashed(keys: Any, heads: Any, words: int, known: int) -> None:
    """Put the states that are known into a larger table."""


def rehashed_one_by_one(keys: Any, heads: Any, words: int, known: int) -> None:
    for number in range(known):
        numbered(keys, heads, keys, words * number, words, number)


def _of_the_rules(*args: Any) -> int:
    raise NotImplementedError


unpack = expand = begun = _of_the_rules
SHARED: Final = {"grow": "grow", "staged": "staged"}
PLAIN: Final = {"copied": "copied", "numbered": "numbered", "rehashed": "rehashed"}
JITTED: Final = {
    "copied": "copied_one_by_one",
    "numbered": "numbered_by_hash",
    "rehashed": "rehashed_one_by_one",
}
"""The routines by the names by which they are called: for both, for plain Python, and for numba."""
