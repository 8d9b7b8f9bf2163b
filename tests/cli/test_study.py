"""`compare`, `tune`, `simulate merge`, samples, and what cannot be done with them."""

from __future__ import annotations

import json
import subprocess
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, environment, run
from tests.cli.terminals import terminal

RULES = """\
language: 1
game: Race
players: 2
options:
  goal: {range: 1..4, default: 2, text: cards to be laid}
deck:
  suits: {red: r, blue: b}
  ranks: [1, 2, 3]
zones:
  store: {of: player, kind: set, seen by: owner}
  heap: {of: table, kind: stack, seen by: everyone}
variables:
  begins: {of: table, type: seat, seen by: everyone}
define:
  wanted: if goal > 3 then 3 else goal
require:
  enough cards: {that: goal < 4, else: "nobody has {goal} cards"}
phases:
  go: lay or wait
setup:
  - lot for begins from seats
  - deal all from deck to store starting with begins
  - mover becomes begins
  - phase go
moves:
  lay:
    phase: go
    pick: card from store[me]
    do: [move card to heap, pass]
  wait:
    phase: go
    do: [pass]
  never:
    phase: go
    when: size(heap) > 6
    do: [pass]
endings:
  first:
    when: size(store[me]) <= 3 - wanted
    winners: those(s in seats where s == me)
    losers: those(s in seats where s != me)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race of two, over after a few moves: the studies are quick."""
    path = tmp_path_factory.mktemp("rules") / "race.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


class _Page(HTMLParser):
    """The elements of a page that are open at its end, and all that it loads or runs."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "line", "circle", "rect", "li", "br"):
            self.open.append(tag)
        self.loads += [str(value) for name, value in attrs if name in ("src", "href", "onclick")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag != "li":
            assert self.open.pop() == tag


def _read(path: Path) -> str:
    """A page that needs nothing but itself."""
    text = path.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert (
        page.open == []
        and page.loads == []
        and "<script" not in text
        and "http" not in text.replace("http-equiv", "")
    )
    return text


# simulate -------------------------------------------------------------------------------------------------


def test_what_never_occurs_is_named(rules: Path) -> None:
    told = run("simulate", rules, "-n", "30", "--seats", "random", "--ascii").stdout
    assert "never made: never" in told
    assert "wanted" in told and "   never  3" in told
    assert "#" in told and "█" not in told
    data = json.loads(run("simulate", rules, "-n", "30", "--seats", "random", "--json").stdout)
    assert data["never"] == ["never"] and data["first"]["wins"]["of"] == 30
    assert sum(n for _, n in data["plies"]["histogram"]) == 30


def test_the_unfinished_are_in_no_share(rules: Path) -> None:
    data = json.loads(run("simulate", rules, "-n", "40", "--seats", "random", "--cap", "4", "--json").stdout)
    unfinished = data["outcomes"]["unfinished"]
    assert 0 < unfinished < 40
    assert {seat["wins"]["of"] for seat in data["seats"]} == {40 - unfinished}
    assert data["unfinished"]["count"] == unfinished and data["unfinished"]["of"] == 40


def test_parts_put_together_are_the_whole(rules: Path, tmp_path: Path) -> None:
    args: list[str | Path] = ["simulate", rules, "-n", "50", "--seats", "random"]
    for which in ("1", "2", "3"):
        ran = run(*args, "--shard", f"{which}/3", "--save", tmp_path / which)
        assert ran.exit_code == 0, ran.output
    files = [tmp_path / which for which in ("3", "1", "2")]
    assert run("simulate", "merge", *files).stdout == run(*args).stdout
    merged = run("simulate", "merge", *files, "--save", tmp_path / "all", "--json")
    assert merged.stdout == run(*args, "--json").stdout
    assert run("simulate", "merge", tmp_path / "all", "--json").stdout == merged.stdout
    refused = run("simulate", "merge", *files[:2])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "are in none of the files" in refused.stderr
    other = run(*args, "--seed", "9", "--shard", "2/3", "--save", tmp_path / "2")
    assert other.exit_code == 0
    assert "are not of one study: another seed" in run("simulate", "merge", *files).stderr
    assert run(*args, "--save", rules).exit_code == 2 and rules.read_text(encoding="utf-8") == RULES


def test_a_sample_is_recorded_evenly_and_replays(rules: Path, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    assert (
        run("simulate", rules, "-n", "20", "--seats", "random", "--record", path, "--sample", "4").exit_code
        == 0
    )
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["match"] for line in lines] == [0, 5, 10, 15]
    assert run("replay", "--quiet", path, "--rules", rules).exit_code == 0


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra `study`")
def test_parquet_holds_the_same_records(rules: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    args: list[str | Path] = ["simulate", rules, "-n", "6", "--seats", "random"]
    lines, columns = tmp_path / "all.jsonl", tmp_path / "all.parquet"
    assert run(*args, "--record", lines).stdout == run(*args, "--record", columns).stdout
    table = pq.read_table(columns).to_pylist()
    assert [row["record"] for row in table] == lines.read_text(encoding="utf-8").splitlines()
    assert [row["match"] for row in table] == list(range(6))
    assert all(row["outcome"] == json.loads(row["record"])["result"]["outcome"] for row in table)
    assert run(*args, "--record", columns).exit_code == 0  # takes the place of its like
    other = tmp_path / "mine.parquet"
    other.write_text("mine", encoding="utf-8")
    assert run(*args, "--record", other).exit_code == 2 and other.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["all.jsonl", "all.parquet"])
def test_a_full_disk_leaves_what_was_there(rules: Path, tmp_path: Path, name: str) -> None:
    """The limit on the size of files stands for the disk."""
    pytest.importorskip("resource")
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    args = ["simulate", str(rules), "--seats", "random", "--jobs", "1", "--record", str(path)]
    assert run(*args, "-n", "1").exit_code == 0
    before = path.read_bytes()
    script = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    script += "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); from cli.main import run; run()"
    ran = subprocess.run(
        [COMMAND[0], "-c", script, *args, "-n", "400"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=120,
        check=False,
    )
    assert ran.returncode == 2, ran.stderr
    assert f"`{path}` cannot be written: file too large" in ran.stderr and "Traceback" not in ran.stderr
    assert path.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == [name]


def test_an_interrupt_prints_what_is_known(rules: Path) -> None:
    args = "-n 900000 --seats random --jobs 1 --engine evaluator".split()
    with terminal("simulate", rules, *args) as screen:
        screen.wait_for("a second")
        screen.press("\x03")
        assert screen.status() == 130
        assert "matches, seed 0" in screen.everything and "who begins" in screen.everything


# compare --------------------------------------------------------------------------------------------------


def test_options_are_compared_on_the_same_deals(rules: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    args: list[str | Path] = ["compare", rules, "goal=3", f"{rules},goal=1", "-n", "40"]
    told = run(*args, "--report", page)
    assert told.exit_code == 0, told.output
    assert "from A to B, 40 pairs on the same deals" in told.stdout and "●" in told.stdout
    assert told.stdout == run(*args, "--jobs", "2").stdout
    text = _read(page)
    assert "race, goal=3, race goal=1" in text and "<svg" in text
    data = json.loads(run(*args, "--json").stdout)
    longer = {m["measure"]: m for m in data["differences"][0]["measures"]}["moves"]
    assert longer["difference"]["low"] > 0 and longer["values"][1] > longer["values"][0]
    assert [c["options"]["goal"] for c in data["contenders"]] == [2, 3, 1]


def test_a_comparison_goes_on_until_it_knows_enough(rules: Path) -> None:
    ran = run("compare", rules, "goal=1", "--within", "30%", "-n", "5000", "--json")
    data = json.loads(ran.stdout)
    assert data["at_any_time"] and 200 <= data["matches"] < 5000
    rates = [m["difference"] for m in data["differences"][0]["measures"] if m["rate"]]
    assert all(r["high"] - r["value"] <= 0.3 for r in rates)


# tune -----------------------------------------------------------------------------------------------------


def test_a_sweep_finds_the_shortest(rules: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    args: list[str | Path] = [
        "tune",
        rules,
        "--vary",
        "goal",
        "--goal",
        "short",
        "--goal",
        "fair",
        "-n",
        "30",
    ]
    told = run(*args, "--report", page)
    assert told.exit_code == 0, told.output
    assert "best: goal=1" in told.stdout and "nobody has 4 cards" in told.stdout
    assert "class=heat" in _read(page)
    data = json.loads(run(*args, "--json").stdout)
    assert [s["options"]["goal"] for s in data["settings"]] == ["1", "2", "3", "4"]
    assert data["settings"][3]["goals"]["short"]["measure"] is None and data["goals"][0]["best"] == "goal=1"
    some = run("tune", rules, "--vary", "goal=1..2", "--goal", "short", "-n", "30", "--ascii").stdout
    assert "2 settings" in some and "##" in some


# what cannot be done --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("simulate RULES --cap 0", "Invalid value for '--cap'"),
        ("simulate RULES --seats random,random,random", "this game has 2 seats"),
        ("simulate RULES --seats rnadom", "did you mean `random`"),
        ("simulate RULES --engine steam", "there is no engine `steam`"),
        ("simulate RULES --set gaol=2", "there is no option `gaol`"),
        ("simulate RULES --shard 1/2", "name their file with `--save`"),
        ("simulate RULES --shard 3/2 --save x", "there is no part 3 of 2"),
        ("simulate RULES --shard half --save x", "is not a part; one is written like 2/5"),
        ("simulate RULES --sample 3", "name its file with `--record`"),
        ("simulate RULES --cluster tcp:nowhere", "is not the address of a cluster"),
        ("simulate merge nothing", "`nothing` cannot be read"),
        ("simulate merge RULES", "is not a file of sums"),
        ("compare RULES", "a comparison is of two or more"),
        ("compare goal=2 RULES", "name a rule file first"),
        ("compare RULES RULES", "is named twice"),
        ("compare RULES goal=9", "`9` is not a value of `goal`"),
        ("compare RULES RULES,2", "`2` of"),
        ("compare RULES tests/rules/auction.yaml", "is for 3 players, `race` for 2"),
        ("compare RULES goal=3 --within wide", "is no width"),
        ("tune RULES", "say what to try"),
        ("tune RULES --vary gaol", "did you mean `goal`"),
        ("tune RULES --vary goal=3..1", "the lower end comes first"),
        ("tune RULES --vary goal=7", "`7` is not a value of `goal`"),
        ("tune RULES --vary goal --vary goal=1", "is given twice"),
        ("tune RULES --vary goal --goal fiar", "did you mean `fair`"),
    ],
)
def test_studies_that_cannot_be(args: str, words: str, rules: Path, tmp_path: Path) -> None:
    refused = run(*(str(rules) if a == "RULES" else a.replace("RULES", str(rules)) for a in args.split()))
    assert (refused.exit_code, refused.stdout) == (2, ""), refused.output
    assert words in " ".join(refused.stderr.replace("│", " ").split()), refused.stderr


def test_a_cluster_that_is_not_there_is_soon_given_up(rules: Path) -> None:
    pytest.importorskip("distributed")
    ran = subprocess.run(
        [*COMMAND, "simulate", str(rules), "--cluster", "tcp://127.0.0.1:9"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=100,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "there is no cluster at `tcp://127.0.0.1:9`" in ran.stderr and "Traceback" not in ran.stderr
