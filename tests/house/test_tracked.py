"""Tracked files speak of the project alone: no paths of a machine, no registry hosts, no writers."""

from __future__ import annotations

import re
from os.path import normpath

from tests.house.tree import files, packages, pyproject, texts

# Put together from halves, so that this file does not contain what it looks for.
FOLDERS = "|".join(["wo" + "rk", "fa" + "rm", "ro" + "ot", "tm" + "p", "home" + "/[a-z]"])
HOSTS = "|".join(["py" + "pi", "npm" + "js", "deb" + "ian", "python" + "hosted"])
WRITERS = "|".join(
    ["clau" + "de", "anthro" + "pic", "chat" + "gpt", "sub" + "agents?", "ll" + "ms?", "co-" + "authored-by"]
)
PLACES = "|".join(["helper " + "session", "this " + "session", "shared/" + "design", "work" + "place"])
FORBIDDEN = re.compile(
    rf"(^|[^a-z.])/({FOLDERS})/[a-z]|//[a-z.-]*({HOSTS})|\b({WRITERS})\b|\b({PLACES})\b", re.IGNORECASE
)


def test_no_file_speaks_of_a_machine_or_of_its_making() -> None:
    found = [
        f"{path}:{number}: {line.strip()[:80]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert found == []


def test_the_search_finds_what_it_should() -> None:
    assert FORBIDDEN.search("see /" + "work/main")
    assert FORBIDDEN.search("https://files.python" + "hosted.org/x")
    assert not FORBIDDEN.search("the framework/main and players/random")


def test_every_package_is_shipped_checked_and_on_a_floor() -> None:
    said = pyproject()["tool"]
    here = set(packages())
    assert set(said["hatch"]["build"]["targets"]["wheel"]["packages"]) == here
    assert set(said["importlinter"]["root_packages"]) == here
    assert here <= set(said["mypy"]["files"])
    assert here <= set(said["pyright"]["include"])
    assert {p.parts[0] for p in files() if p.name == "py.typed"} == here


def test_the_version_is_the_same_everywhere() -> None:
    version = pyproject()["project"]["version"]
    said = {str(path): text for path, text in texts() if str(path) in {"CITATION.cff", "CHANGELOG.md"}}
    assert f"version: {version}\n" in said["CITATION.cff"]
    assert f"## {version}" in said["CHANGELOG.md"]


def test_decisions_are_numbered_without_gaps() -> None:
    names = [p.name for p in files() if p.parts[:2] == ("docs", "decisions") and p.name[:1].isdigit()]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_links_between_pages_lead_somewhere() -> None:
    known = {str(place) for p in files() for place in (p, *p.parents)}
    dead = [
        f"{path}: {target}"
        for path, text in texts()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
        if normpath(path.parent / target).rstrip("/") not in known
    ]
    assert dead == []
