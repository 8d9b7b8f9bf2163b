"""Writing files whole or not at all, after having made sure beforehand that they can be written."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from cli.exits import Stop, faulty_command


def as_typed(path: Path) -> str:
    """The path as a word of a command line: quoted where it must be, and not to be taken for an option."""
    text = str(path)
    return shlex.quote(f".{os.sep}{text}" if text.startswith("-") else text)


def claim(path: Path) -> Path:
    """The path, links followed; raises `Stop` if it could not be written. The file itself is left alone."""
    try:
        target = path if _in_place(path) else Path(os.path.realpath(path))
        if target.is_dir():
            raise faulty_command(f"`{path}` is a folder")
        if not target.parent.is_dir():
            raise faulty_command(f"there is no folder `{target.parent}`")
        writable = os.access(target if target.exists() else target.parent, os.W_OK)
        if _in_place(target) and not writable:
            raise faulty_command(f"`{path}` cannot be written: permission denied")
        if not _in_place(target):
            _try_beside(target)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    return target


def _in_place(target: Path) -> bool:
    """Devices and pipes cannot be replaced, only written to."""
    return target.exists() and not target.is_file()


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:100]}.{os.getpid()}.part")


def _try_beside(target: Path) -> None:
    with suppress(FileNotFoundError):
        target.lstat()  # the name may be too long
    trial = _beside(target)
    try:
        trial.touch(exist_ok=False)
    finally:
        trial.unlink(missing_ok=True)


def _unwritable(path: Path, error: Exception) -> Stop:
    known = isinstance(error, OSError) and error.errno
    reason = os.strerror(known) if known else str(error)
    return faulty_command(f"`{path}` cannot be written: {reason.lower()}")


@contextmanager
def whole(target: Path) -> Iterator[TextIO]:
    """A text file, UTF-8, LF, put in its place at the end of the block or at an interrupt, not at an error.

    Raises `Stop` where the disk says no; the old file is then still there.
    """
    with whole_path(target) as part, part.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream


@contextmanager
def whole_path(target: Path) -> Iterator[Path]:
    """The same for whatever the block writes to the path that it is given."""
    part = target if _in_place(target) else _beside(target)
    try:
        yield part
        _settle(part, target)
    except KeyboardInterrupt:
        _settle(part, target)
        raise
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        if part != target:
            part.unlink(missing_ok=True)


def _settle(part: Path, target: Path) -> None:
    if part == target:
        return
    if target.exists():
        part.chmod(target.stat().st_mode & 0o777)
    part.replace(target)


def append_line(target: Path, line: str) -> None:
    """Add a line to a file that may not exist yet; raises `Stop` where the disk says no."""
    try:
        before = target.read_text(encoding="utf-8") if target.is_file() else ""
    except (OSError, UnicodeError) as error:
        raise _unwritable(target, error) from None
    if before and not before.endswith("\n"):
        before += "\n"
    with whole(target) as stream:
        stream.write(before + line.rstrip("\n") + "\n")


def read_text(path: Path) -> str:
    """A text file, UTF-8 with or without a byte-order mark; raises `Stop` if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise faulty_command(f"`{path}` cannot be read: {reason.lower()}") from None
