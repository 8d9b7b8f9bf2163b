"""Where rule files are found: a path, or the name of one of the games that come with the program."""

from __future__ import annotations

from pathlib import Path

from interpreter.front.tree import MAX_BYTES, Scalar
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span
from interpreter.text.spelling import suggest

SUFFIX = ".yaml"


def shelf() -> Path:
    """The folder of the shipped games: `rules/` of a checkout, else the copy inside the installed package."""
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent / "rules"
    inside = package / "_rules"
    return checkout if checkout.is_dir() and not inside.is_dir() else inside


def shipped() -> list[str]:
    """The names of the shipped games, sorted."""
    folder = shelf()
    return sorted(p.stem for p in folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def locate(name: str, beside: Path | None = None, apart: Path | None = None) -> Path | None:
    """The file that `name` means, or None: a path (from the folder `beside`), or a shipped game's name.

    A shipped game's name means that game whatever lies in the folder; a suffix or a folder makes it a path.
    The file `apart` is never meant.
    """
    if name in shipped():
        return shelf() / f"{name}{SUFFIX}"
    for folder in (beside or Path(), shelf()):
        for candidate in (folder / name, folder / f"{name}{SUFFIX}"):
            if is_file(candidate) and not (apart and is_file(apart) and candidate.samefile(apart)):
                return candidate
    return None


def is_file(path: Path) -> bool:
    """Whether there is such a file; no name, however strange, is too strange to ask."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_source(path: Path, report: Report, at: Span | None = None) -> Source | None:
    """The text of a file, or None when the report says why it cannot be read. `at` is where it was
    asked for.
    """
    blank = Source(str(path), "")
    place = at or Span(blank, 0, 0)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        report.add(Code.E102, place, f"`{path}` cannot be read: {reason}")
        return None
    if len(data) > MAX_BYTES:
        report.add(Code.E103, place, f"`{path}` is larger than {MAX_BYTES // 1024} KiB")
        return None
    return decode(str(path), data, report)


def decode(name: str, data: bytes, report: Report) -> Source | None:
    """The text of a file's bytes: UTF-8, with or without a byte-order mark."""
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        skip = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        good = data[skip : skip + error.start].decode("utf-8", "replace")
        rest = data[skip + error.start :].decode("latin-1")
        place = Span(Source(name, good + rest), len(good), len(good) + 1)
        report.add(Code.E101, place, "this is not UTF-8", "save the file with the encoding UTF-8")
        return None


def find_base(name: Scalar, here: Source, report: Report) -> Source | None:
    """The base that `extends` names: a path seen from the file `here`, or a shipped game. A file is its own
    base only where there is no other of that name.
    """
    file = Path(here.name)
    path = locate(name.value, file.parent, apart=file) or locate(name.value, file.parent)
    if path is None:
        usual = "it is a path from here, or the name of a shipped game"
        help = suggest(name.value, shipped()) or usual
        report.add(Code.E701, name.span, f"there is no rule file `{name.value}`", help)
        return None
    return read_source(path, report, name.span)
