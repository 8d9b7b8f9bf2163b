"""Every state of a small deck: an exhaustive search over an engine, without a solver.

Read in this order: `space` (states as keys), `search` (finding all), `graph` (what is kept of them), then
what is asked: `forcing`, `cycles`, `claims` and `examine`, `randomly`; `api` puts the answers together.
"""

from verify.explore.api import Endless, Explored, Loop, Prepared, Stall, endless, exact, explore, prepare
from verify.explore.claims import Finding, Word
from verify.explore.engines import LIMIT_PACKED, Used
from verify.explore.fixed import BadFix, Fixed, read_fixed
from verify.explore.search import LIMIT, Progress, Watch
from verify.explore.space import Unexplorable

__all__ = [
    "LIMIT",
    "LIMIT_PACKED",
    "BadFix",
    "Endless",
    "Explored",
    "Finding",
    "Fixed",
    "Loop",
    "Prepared",
    "Progress",
    "Stall",
    "Unexplorable",
    "Used",
    "Watch",
    "Word",
    "endless",
    "exact",
    "explore",
    "prepare",
    "read_fixed",
]
