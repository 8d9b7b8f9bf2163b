"""Keys that are pressed while nobody has asked for any: they are kept, and do not write over the drawing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_keys(wanted: bool) -> Iterator[None]:
    """Inside the block the terminal shows keys only at a prompt, where `readline` sees to it.

    Nothing happens unless `wanted`, and on systems without `termios` or `readline`.
    """
    if not wanted or "readline" not in sys.modules or sys.platform == "win32":
        yield
        return
    import termios

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    quiet = termios.tcgetattr(keyboard)
    # Interrupts stay as they are. By the line, an end of input that is typed too early would be lost.
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(keyboard, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
