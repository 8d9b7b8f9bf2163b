"""Keys that are pressed while nobody has asked for any: they are kept, and do not write over the drawing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_keys() -> Iterator[None]:
    """Inside the block the terminal does not show keys.

    Interrupts stay as they are. Keys are not collected into lines, for then an end of input that is typed too
    early would be lost.
    """
    with _echo(False, by_line=False):
        yield


@contextmanager
def loud_keys() -> Iterator[None]:
    """Inside the block keys are shown: `readline` shows them only if the terminal would."""
    with _echo(True):
        yield


@contextmanager
def _echo(shown: bool, by_line: bool = True) -> Iterator[None]:
    """Nothing happens on systems without `termios`, and unless `readline` asks the questions."""
    if sys.platform == "win32" or "readline" not in sys.modules or not sys.stdin.isatty():
        yield
        return
    import termios

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    wanted = termios.tcgetattr(keyboard)
    wanted[3] = wanted[3] | termios.ECHO if shown else wanted[3] & ~termios.ECHO
    if not by_line:
        wanted[3] &= ~termios.ICANON
    termios.tcsetattr(keyboard, termios.TCSADRAIN, wanted)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
