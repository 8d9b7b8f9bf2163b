"""The same rule file in another layout: random styles, indentation, comments, line ends.

What is written says what the tree says, blanks inside expressions and the braces of sentences apart.
"""

from __future__ import annotations

import re

from interpreter.front.formatting.kinds import Kind, kinds
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.run.rng import Stream, stream

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.()\[\]{},<>=+*;'-]*")
_FLOW = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.()<>=+*;'-]*")
_TOKEN = re.compile(r"\s+|[A-Za-z0-9_]+|==|!=|<=|>=|\.\.|.")
_WORD = re.compile(r"[A-Za-z0-9_]+")


class Layouts:
    """Writes one tree; the seed decides how. `comments` are those that were put in, in order."""

    def __init__(self, seed: int) -> None:
        self._chance: Stream = stream(seed, 0, 0)
        self._kinds: dict[int, Kind] = {}
        self._in_text = False  # what comes next would be read as a part of a text
        self.comments: list[str] = []

    def write(self, root: Mapping) -> str:
        self._kinds = {scalar.span.start: kind for scalar, kind in kinds(root)}
        lines = [*self._between(), *self._block(root, 0), *self._between()]
        text = "\n".join(lines) + "\n" * (1 if self._in_text else self._chance.below(3))
        if self._one_in(3):
            text = text.replace("\n", "\r\n")
        return "\N{ZERO WIDTH NO-BREAK SPACE}" + text if self._one_in(4) else text

    def _one_in(self, n: int) -> bool:
        return self._chance.below(n) == 0

    # between the lines

    def _comment(self) -> str:
        self.comments.append(f"# number {len(self.comments)}, said: {{here}}")
        return self.comments[-1]

    def _between(self) -> list[str]:
        lines = []
        while self._one_in(5) and not self._in_text:
            lines.append(" " * self._chance.below(9) + self._comment() if self._one_in(2) else "")
        return lines

    def _behind(self) -> str:
        if self._one_in(6):
            return " " * (1 + self._chance.below(4)) + self._comment()
        return " " * self._chance.below(3) if self._one_in(8) else ""

    # nodes

    def _block(self, node: Mapping | Sequence, indent: int) -> list[str]:
        found: list[str] = []
        parts: tuple[Entry | Node, ...] = node.entries if isinstance(node, Mapping) else node.items
        for part in parts:
            self._in_text = False
            found += self._entry(part, indent) if isinstance(part, Entry) else self._item(part, indent)
            found += self._between()
        return found

    def _entry(self, entry: Entry, indent: int) -> list[str]:
        value = entry.value
        key = self._key(entry.key)
        start = " " * indent + (f"? {key}\n{' ' * indent}:" if self._one_in(12) else f"{key}:")
        if isinstance(value, Scalar):
            return self._hung(start, value, indent)
        if self._fits_a_flow(value) and self._one_in(2):
            return [start + " " + self._flow(value, indent) + self._behind()]
        first = start + self._behind()
        least = 0 if isinstance(value, Sequence) else 1
        return [first, *self._between(), *self._block(value, indent + least + self._chance.below(4))]

    def _item(self, item: Node, indent: int) -> list[str]:
        start = " " * indent + "-"
        if isinstance(item, Scalar):
            return self._hung(start, item, indent)
        if self._fits_a_flow(item) and self._one_in(2):
            return [start + " " + self._flow(item, indent) + self._behind()]
        inner = indent + 2 + self._chance.below(3)
        if self._one_in(4):
            return [start + self._behind(), *self._between(), *self._block(item, inner)]
        first, *rest = self._block(item, inner)
        return [start + first[indent + 1 :], *rest]

    def _key(self, key: Scalar) -> str:
        text = self._loosened(key, False)
        return f'"{text}"' if self._one_in(6) or text.startswith("`") else text  # which is nothing plain

    # scalars

    def _hung(self, start: str, scalar: Scalar, indent: int) -> list[str]:
        """A scalar behind a key or a dash, in one of the styles that can say it."""
        if not scalar.value:
            return [start + self._behind()]
        below = " " * (indent + 1 + self._chance.below(5))
        if "\n" in scalar.value or self._one_in(5):
            return self._in_a_block(start, scalar, below)
        text = self._loosened(scalar, self._one_in(3)).replace("\n", "\n" + below)
        blank = f"{self._behind()}\n{below}" if self._one_in(5) else " " * (1 + self._chance.below(3))
        return [start + blank + self._styled(text, _PLAIN) + self._behind()]

    def _styled(self, text: str, plain: re.Pattern[str]) -> str:
        styles = [f'"{text}"', "'" + text.replace("'", "''") + "'"]
        if "'" in text:
            del styles[1]
        if plain.fullmatch(text.replace("\n", " ")):
            styles += [text] * 4
        return styles[self._chance.below(len(styles))]

    def _in_a_block(self, start: str, scalar: Scalar, below: str) -> list[str]:
        kind = self._kinds[scalar.span.start]
        ends = len(scalar.value) - len(scalar.value.rstrip("\n"))
        if kind in (Kind.TEXT, Kind.SENTENCE):
            header, text = "|" + ("-" if ends == 0 else "" if ends == 1 else "+"), scalar.value
        else:
            header = "|>"[self._chance.below(2)] + ("", "-", "+")[self._chance.below(3)]
            text = self._loosened(scalar, True)
        lines = text.removesuffix("\n").split("\n")
        self._in_text = True
        return [f"{start} {header}{self._behind()}", *(below + line if line else "" for line in lines)]

    def _loosened(self, scalar: Scalar, lines: bool) -> str:
        """The value with other blanks between the tokens of an expression, on several lines if asked to."""
        if self._kinds[scalar.span.start] in (Kind.TEXT, Kind.SENTENCE):
            return scalar.value
        text = before = ""
        for token in _TOKEN.findall(scalar.value):
            if token.isspace():
                continue
            least = bool(_WORD.fullmatch(before) and _WORD.fullmatch(token))
            blanks = least + self._chance.below(4) // 2
            text += ("\n" if lines and before and self._one_in(6) else " " * blanks if before else "") + token
            before = token
        return text

    # flow collections

    def _fits_a_flow(self, node: Node) -> bool:
        match node:
            case Scalar():
                return "\n" not in node.value
            case Sequence():
                return len(node.items) < 9 and all(map(self._fits_a_flow, node.items))
            case Mapping():
                return len(node.entries) < 5 and all(self._fits_a_flow(e.value) for e in node.entries)

    def _flow(self, node: Node, indent: int) -> str:
        match node:
            case Scalar():
                return self._styled(self._loosened(node, False), _FLOW) if node.value else ""
            case Sequence():
                return self._brackets("[]", [self._flow(item, indent) for item in node.items], indent)
            case Mapping():
                pairs = [f"{self._flow(e.key, indent)}: {self._flow(e.value, indent)}" for e in node.entries]
                return self._brackets("{}", pairs, indent)

    def _brackets(self, pair: str, parts: list[str], indent: int) -> str:
        gaps = [self._gap(indent) for _ in range(len(parts) + 1)]
        inner = "".join(f"{gap}{part}," for gap, part in zip(gaps, parts, strict=False))
        return pair[0] + (inner if self._one_in(3) else inner[:-1]) + gaps[-1] + pair[1]

    def _gap(self, indent: int) -> str:
        if self._one_in(9):
            return f"{self._behind()}\n{' ' * (indent + 1 + self._chance.below(6))}"
        return " " * self._chance.below(3)
