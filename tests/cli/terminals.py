"""The program before a terminal of its own, for what only terminals have: keys, screens, interrupts."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.running import COMMAND, ROOT, environment

PATIENCE = 90.0
"""Seconds until an expected text must have come."""
INTERRUPT = "\x03"
REMINDER = 10.0
"""Seconds after which a signal is sent again: Python may lose one between a prompt and its answer."""
NO_MORE: Mapping[str, str] = {}
HOME = "\x1b[H"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x01\x02\r]")


class Terminal:
    """The other end of the program's terminal."""

    def __init__(self, pid: int, master: int) -> None:
        self.pid = pid
        self._master = master
        self.text = ""
        self._closed = False

    @property
    def screen(self) -> str:
        """What has been drawn since the screen was last cleared, without colours."""
        return CONTROL.sub("", self.text[self.text.rfind(HOME) :])

    @property
    def everything(self) -> str:
        """All that has been drawn, without colours."""
        return CONTROL.sub("", self.text)

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def interrupted(self) -> int:
        """The exit status after the key for interrupts."""
        return self.stopped(lambda: self.press(INTERRUPT))

    def stopped(self, send: Callable[[], None]) -> int:
        """The exit status after a signal, sent again while nothing comes of it."""
        send()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._read(REMINDER):
                continue
            if self._closed:
                return self.status()
            send()
        raise AssertionError(f"the program goes on:\n{self.text}")

    def wait_for(self, text: str, since: int = 0) -> None:
        """Until `text` stands among what has come after `since` characters."""
        end = time.monotonic() + PATIENCE
        while text not in CONTROL.sub("", self.text[since:]):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"`{text}` has not come, but:\n{self.text[since:]}")

    def wait_for_prompt(self) -> None:
        """Until the program waits for keys: before that the terminal itself would act on them."""
        end = time.monotonic() + PATIENCE
        while not CONTROL.sub("", self.text).endswith("> "):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"no prompt has come, but:\n{self.text}")

    def type(self, line: str, until: str) -> None:
        """A line, and the text that must come then."""
        before = len(self.text)
        self.press(line + "\n")
        self.wait_for(until, before)

    def status(self) -> int:
        """The exit status, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        if time.monotonic() >= end:
            raise AssertionError(f"the program has not ended:\n{self.text}")
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # the program has closed its end
            data, self._closed = b"", True
        self.text += data.decode("utf-8", "replace")
        return bool(data)


@contextmanager
def terminal(
    *args: str | Path, columns: int = 80, rows: int = 30, more: Mapping[str, str] = NO_MORE
) -> Iterator[Terminal]:
    """The program with these arguments, running before a terminal of this size."""
    pid, master = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests run in the background
        os.execve(COMMAND[0], [*COMMAND, *map(str, args)], environment(**more))
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    try:
        yield Terminal(pid, master)
    finally:
        try:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(master)
