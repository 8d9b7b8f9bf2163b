"""The registry of codes: every finding of the loader, every fault of a match, every error in a record.

`E` is an error in a rule file or a setting, `W` a warning about one, `F` a fault in a match (the rules applied an
operation outside its domain), `R` an error in a match record. Codes are never reused. `errors.md`
beside this file has an entry for each; `yourtrumps explain CODE` prints it.
"""

from __future__ import annotations

from enum import Enum


class Code(Enum):
    """A code's name is what the user sees; its value is its title."""

    # faults in a match
    F801 = "the stack is empty"
    F802 = "there is no such place in the stack"
    F803 = "the variable is not set"
    F804 = "the number leaves its range"
    F805 = "the card is not there"
    F806 = "there are not enough cards"
    F807 = "nobody is left to have the next turn"
    F808 = "the set does not have exactly one member"
    F809 = "the set is empty"
    F810 = "nobody has a legal move"
    F811 = "the cards cannot be dealt evenly"
    F812 = "something hidden is read"
    F813 = "nothing of the kind has happened yet"
    # errors in a record or position
    R901 = "the record is of an unknown version"
    R902 = "the line is not a match record"
    R903 = "the move breaks the rules"
    R904 = "the options do not fit the rules"
    R905 = "the rules are not those of the record"
    R906 = "the position is not one of this game"
    R907 = "the result is not the one recorded"

    @property
    def is_error(self) -> bool:
        return not self.name.startswith("W")

    @property
    def title(self) -> str:
        return str(self.value)
