"""Where answers are kept for the next time: the user's cache folder, or only as long as the program runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cli.terminal import warn
from cli.verify.asked import Asked
from verify.cache import Cached, Folder, Memory, Store
from verify.depends import Keys
from verify.run import Doer


def folder() -> Path:
    """The user's own, by the custom of the system."""
    from platformdirs import user_cache_path

    return user_cache_path("yourtrumps") / "verify"


@dataclass
class Keeping:
    """In the folder, or in memory alone."""

    on_disk: bool
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.store = Folder(folder()) if self.on_disk else Memory()

    def around(self, doer: Doer, asked: Asked, reused: set[str]) -> Doer:
        """A doer that looks answers up first; the names of those found go into `reused`."""
        keys = Keys(asked.game, asked.settings, asked.plan)
        return Cached(doer, self.store, keys, asked.plan, reused).do

    def close(self) -> None:
        """A folder that cannot be written is worth a note, and stops nothing."""
        if isinstance(self.store, Folder):
            if self.store.trouble is not None:
                warn(f"note: answers could not be kept in `{folder()}`: {self.store.trouble}")
            self.store.tidy()
