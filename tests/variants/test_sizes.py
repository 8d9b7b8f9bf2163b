"""A variant says what differs and no more: most are short."""

from __future__ import annotations

from statistics import median

from tests.variants.shelf import VARIANTS, path


def test_the_median_file_is_short() -> None:
    sizes = [len(path(name).read_text(encoding="utf-8").splitlines()) for name in VARIANTS]
    assert len(sizes) >= 30
    assert median(sizes) < 25
