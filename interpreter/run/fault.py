"""What can go wrong in a match: the rules, an action, a position. Each is raised, none is printed here."""

from __future__ import annotations

from interpreter.run.protocol import Action
from interpreter.text.codes import Code
from interpreter.text.source import Span


class Fault(Exception):
    """The rules applied an operation outside its domain; `span` is the rule that did."""

    def __init__(self, code: Code, span: Span, message: str) -> None:
        super().__init__(code, span, message)
        self.code = code
        self.span = span
        self.message = message

    def __str__(self) -> str:
        return f"{self.span}: {self.code.name}: {self.message}"


class IllegalAction(Exception):
    """The action is not among the legal ones; `reason` says why, lower case, no full stop."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class BadPosition(Exception):
    """The position is not one of this game (R906)."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.code = Code.R906
        self.message = message
