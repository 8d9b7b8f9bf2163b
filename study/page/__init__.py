"""Pages for people with what a study came to: one file each, without scripts, without a network.

`sheet` is what all pages have, `pictures` draws, `comparison` and `sweep` are the two kinds of page.
"""

from study.page.comparison import compared
from study.page.sweep import swept

__all__ = ["compared", "swept"]
