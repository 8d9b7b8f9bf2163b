"""The files of the page as texts: no word of a game, no text read as markup, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.test_words import ANYWHERE, AS_A_NAME, words
from tests.house.tree import ROOT

FILES = sorted((ROOT / "server" / "static").iterdir())
UNSAFE = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function")
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_file_knows_no_game_and_stands_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [w for w in words(text) if ANYWHERE.fullmatch(w) or AS_A_NAME.fullmatch(w)] == []
    assert UNSAFE.findall(text) == []
    assert ELSEWHERE.findall(text) == []


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    text = (ROOT / "server" / "static" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", text) == []
