"""The words of the language that can never be a name, and what people write instead of them."""

from __future__ import annotations

# fmt: off
KEYWORDS = frozenset((
    "and", "or", "not", "if", "then", "else", "some", "every", "in", "where", "satisfies", "is", "for",
    "implies", "becomes",
))
# fmt: on
"""Words that the grammar never reads as a name. Others are words in one place and names in another."""

TRUTH = {"yes": True, "true": True, "no": False, "false": False}
"""How a yes or no is written."""

TERMINALS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "SIGNED": "a number",
    "COMPARE": "a comparison",
    "SIGN": "`+` or `-`",
    "TIMES": "`*`",
    "STATE": "`empty`, `set` or `unset`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "SEMICOLON": "`;`",
    "__ANON_0": "`..`",
    "EXTREME": "`lowest`",
    "END": "`top`",
    "AT_BOTTOM": "`bottom of`",
}
"""How the grammar's terminals are called; one that is missing here is a word, in capitals."""

SIGNS = {
    "=>": "write `>=`",
    "=<": "write `<=`",
    ":=": "write `becomes` to change a variable",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `!=`",
    "×": "write `*`",
    "·": "write `*`",
    "−": "write `-`",
    "–": "write `-`",
    "…": "write `..`",
    "{": "several values are written `only(one, two)`",
    "}": "a brace has a meaning only in texts",
    "/": "there is no division",
    "%": "there is no division",
    "^": "write `a * a`",
    "?": "write `if … then … else …`",
    ":": "write `if … then … else …`, or leave the colon out",
    "~": "write `not`",
    "#": "a comment stands outside of the text, behind a space",
    "\N{NO-BREAK SPACE}": "write a plain space",
    "♣": "write the name of the suit",
    "♦": "write the name of the suit",
    "♥": "write the name of the suit",
    "♠": "write the name of the suit",
}
"""Signs that are not part of the language, and what to write; longer ones are looked for first."""

QUOTES = frozenset("\"'\u201c\u201d\u2018\u2019\u201e")
"""Straight and typographic quotes."""

INSTEAD = {
    "equals": "write `==`",
    "equal": "write `==`",
    "eq": "write `==`",
    "isnt": "write `!=`",
    "unless": "write `if not …`",
    "when": "write `if … then …`",
    "elif": "write `else if`",
    "elsif": "write `else if`",
    "elseif": "write `else if`",
    "otherwise": "write `else`",
    "xor": "write `!=`",
    "than": "write `>` or `<`",
    "greater": "write `>`",
    "bigger": "write `>`",
    "higher": "write `>`",
    "smaller": "write `<`",
    "lower": "write `<`",
    "contains": "write `card in zone`",
    "has": "write `card in zone`",
    "any": "write `some … in … where …`",
    "exists": "write `some … in … where …`",
    "forall": "write `every … in … satisfies …`",
    "onto": "write `to`",
    "into": "write `to`",
    "on": "write `to`",
    "but": "write `less(everyone, only(me))` for all but one",
    "mod": "there is no division",
    "becomes": "`becomes` is an effect, it belongs under `do:`",
}
"""Words that are not part of the language where they stand, and what to write."""

VERBS = {
    "put": "write `move … to …`",
    "place": "write `move … to …`",
    "add": "write `move … to …`, or `name becomes name + 1`",
    "discard": "write `move … to …`",
    "give": "write `move … to …`",
    "return": "write `move … to …`",
    "remove": "write `move … to …`",
    "draw": "write `move … to …`",
    "transfer": "write `move … to …`",
    "go": "write `phase name`",
    "goto": "write `phase name`",
    "enter": "write `phase name`",
    "next": "write `pass`, or `mover becomes next(me)`",
    "end": "write `pass` to end a turn; a match ends by its `endings`",
    "skip": "write `mover becomes next(next(me))`",
    "nothing": "leave it out, or write `pass`",
    "let": "write `name becomes value`",
    "set": "write `name becomes value`",
    "increase": "write `name becomes name + 1`",
    "decrease": "write `name becomes name - 1`",
    "clear": "write `forget name`",
    "unset": "write `forget name`",
    "reset": "write `forget name`",
    "shuffle": "nothing is shuffled: dealt cards come by chance",
    "repeat": "write `for each name in numbers(1, 3) do …`",
    "while": "write `for each name in numbers(1, 3) do …`",
    "when": "write `if … then …`",
    "every": "write `each seat does …`, or `for each seat_name in seats do …`",
    "lot": "a lot is a step of the set-up",
    "deal": "dealing is a step of the set-up",
    "each": "`each seat does …` is a step of the set-up; an effect is `for each name in seats do …`",
    "do": "leave out `do`",
    "then": "leave out `then`",
}
"""Words by which people begin an effect or a step of the set-up, and what to write."""
