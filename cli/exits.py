"""How the program ends: every exit status, the exception by which a command ends early, words for it."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit statuses. 10 to 14 are the verifier's verdicts, of which the worst counts."""

    OK = 0
    FAULTY_FILE = 1
    FAULTY_COMMAND = 2
    VIOLATED = 10
    NOT_INDUCTIVE = 11
    BOUNDED = 12
    ENDLESS = 13
    UNKNOWN = 14
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


class Stop(Exception):
    """A command ends here. `message`, one or more lines, goes to standard error as it is."""

    def __init__(self, status: Exit, message: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message


def faulty_command(message: str) -> Stop:
    """The user's command cannot be carried out; `message` is lower case and has no full stop."""
    return Stop(Exit.FAULTY_COMMAND, f"error: {message}")


def faulty_file(message: str) -> Stop:
    """A file cannot be used; `message` is lower case and has no full stop."""
    return Stop(Exit.FAULTY_FILE, f"error: {message}")


def count(number: int, one: str, many: str = "") -> str:
    """`no moves`, `1 move`, `2 moves`."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"
