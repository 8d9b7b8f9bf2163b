"""What is worked out of a graph by going through all of its steps, on flat arrays: see `routines.py`.

Numba compiles these functions as they stand here. `first`, `target` and `mover` are those of a graph;
`into`, `step` and `source` are those of its reverse. `done` is how many states have got their steps; other
arrays have a number for each state, if nothing else is said.
"""

from __future__ import annotations

from typing import Any


def reverse(first: Any, target: Any, into: Any, step: Any, source: Any, place: Any, done: int) -> None:
    """Fill the reverse of a graph; all numbers of `into`, which has one more than states, are 0 before."""
    for number in range(len(target)):
        into[target[number] + 1] += 1
    for state in range(len(into) - 1):
        into[state + 1] += into[state]
    for state in range(len(place)):
        place[state] = into[state]
    for state in range(done):
        for number in range(first[state], first[state + 1]):
            there = target[number]
            source[number] = state
            step[place[there]] = number
            place[there] += 1


# loops ----------------------------------------------------------------------------------------------------


def components(
    first: Any,
    target: Any,
    component: Any,
    index: Any,
    low: Any,
    stack: Any,
    calls: Any,
    place: Any,
    done: int,
) -> None:
    """By state, the number of its strongly connected component; Tarjan's algorithm (1972), not recursive.

    `component` and `index` are -1 before. `calls` are the states that are being looked at, `place` the step
    of each that comes next.
    """
    found = counter = open_ones = 0
    for root in range(len(component)):
        if index[root] >= 0:
            continue
        calls[0] = root
        deep = 1
        index[root] = low[root] = counter
        counter += 1
        stack[open_ones] = root
        open_ones += 1
        place[root] = first[root] if root < done else 0
        while deep:
            state = calls[deep - 1]
            entered = -1
            last = first[state + 1] if state < done else 0
            while place[state] < last and entered < 0:
                there = target[place[state]]
                place[state] += 1
                if index[there] < 0:
                    entered = there
                elif component[there] < 0 and index[there] < low[state]:
                    low[state] = index[there]
            if entered >= 0:
                index[entered] = low[entered] = counter
                counter += 1
                stack[open_ones] = entered
                open_ones += 1
                place[entered] = first[entered] if entered < done else 0
                calls[deep] = entered
                deep += 1
                continue
            deep -= 1
            if deep and low[state] < low[calls[deep - 1]]:
                low[calls[deep - 1]] = low[state]
            if low[state] == index[state]:
                while True:
                    open_ones -= 1
                    component[stack[open_ones]] = found
                    if stack[open_ones] == state:
                        break
                found += 1


def recurring(first: Any, target: Any, component: Any, size: Any, flag: Any, done: int) -> None:
    """Set `flag` for each state that can come again; all numbers of `size` are 0 before."""
    for state in range(len(component)):
        size[component[state]] += 1
    for state in range(done):
        flag[state] = size[component[state]] > 1
        for number in range(first[state], first[state + 1]):
            if target[number] == state:
                flag[state] = 1


def shortest(
    first: Any,
    target: Any,
    component: Any,
    depth: Any,
    among: Any,
    seen: Any,
    came: Any,
    by: Any,
    length: Any,
    todo: Any,
    best: Any,
    budget: int,
) -> int:
    """The way from a start through a loop with the fewest steps.

    `among` are the states that can come again, ascending.
    `best` gets the steps of the loop, and the number of them is returned; below 0 if the budget of steps to
    look at was spent before it was certain that there is no shorter way. 0 if there is no loop.
    """
    total = many = 0
    for number in range(len(among)):
        state = among[number]
        if many and depth[state] + 1 >= total:
            break
        room = total - depth[state] - 1 if many else len(among)
        begin, end, last = 0, 1, -1
        todo[0] = state
        length[state] = 0
        while begin < end and last < 0:
            here = todo[begin]
            begin += 1
            if length[here] >= room:
                break
            for step in range(first[here], first[here + 1]):
                budget -= 1
                there = target[step]
                if there == state:
                    last = step
                    came[state] = here
                    break
                if seen[there] != number + 1 and component[there] == component[state]:
                    seen[there] = number + 1
                    came[there] = here
                    by[there] = step
                    length[there] = length[here] + 1
                    todo[end] = there
                    end += 1
        if last >= 0:
            here = came[state]
            many = length[here] + 1
            total = depth[state] + many
            best[many - 1] = last
            while here != state:
                best[length[here] - 1] = by[here]
                here = came[here]
        if budget < 0 and many:
            return -many
    return many


# who can force what ---------------------------------------------------------------------------------------


def sides(first: Any, mover: Any, us: int, ours: Any, done: int) -> None:
    """Set `ours` for each step, 1 if it is made by a seat of the mask `us`.

    Where several may act it stays as it is.
    """
    for state in range(done):
        who = mover[state]
        if who != -2:
            own = 1 if who >= 0 and us >> who & 1 else 0
            for number in range(first[state], first[state + 1]):
                ours[number] = own


def counted(first: Any, ours: Any, own: Any, others: Any, done: int) -> None:
    """By state, how many steps are ours and how many are not; all are 0 before."""
    for state in range(done):
        for number in range(first[state], first[state + 1]):
            if ours[number]:
                own[state] += 1
            else:
                others[state] += 1


def attract(
    rule: int,
    into: Any,
    step: Any,
    source: Any,
    ours: Any,
    own: Any,
    others: Any,
    inside: Any,
    todo: Any,
    many: int,
) -> None:
    """Set `inside` for all from where the goal comes about: the first `many` states of `todo`, and backwards.

    By rule 0 if some step leads there, by rule 1 if we can see to it (`own` is 0 where one of our steps
    does), by rule 2 if we cannot prevent it.
    """
    for number in range(many):
        inside[todo[number]] = 1
    while many:
        many -= 1
        state = todo[many]
        for place in range(into[state], into[state + 1]):
            number = step[place]
            before = source[number]
            won = True
            if rule == 1:
                if ours[number]:
                    own[before] = 0
                else:
                    others[before] -= 1
                won = own[before] == 0 and others[before] == 0
            elif rule == 2 and ours[number]:
                own[before] -= 1
                won = own[before] == 0
            if won and not inside[before]:
                inside[before] = 1
                todo[many] = before
                many += 1
