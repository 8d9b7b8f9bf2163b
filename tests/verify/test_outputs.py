"""What `yourtrumps verify` gives: words, exit statuses, files, second opinions, on a small rule file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, environment, run

HEAPS = ROOT / "tests" / "verify" / "heaps.yaml"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _variant(tmp_path: Path, old: str, new: str) -> Path:
    text = HEAPS.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "heaps.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def _data(*args: str | Path) -> dict[str, Any]:
    ran = run("verify", *args, "--json")
    found: dict[str, Any] = json.loads(ran.stdout)
    assert found["exit"] == ran.exit_code
    return found


def _by_name(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {r["check"]: r for r in data["results"]}


def test_every_verdict_has_its_word_and_the_worst_unexpected_one_counts() -> None:
    found = _data(HEAPS)
    results = _by_name(found)
    assert found["exit"] == 10 and found["unanswered"] == []
    assert results["all cards are there"]["verdict"] == "proved"
    assert results["few are fetched"]["verdict"] == "violated"
    assert results["somebody can win"]["verdict"] == "proved"
    grown = results["a heap never grows"]
    assert (grown["verdict"], grown["as expected"], grown["expect"]) == ("violated", True, "violated")
    assert results["every match ends"]["verdict"] == "endless" and results["every match ends"]["as expected"]
    assert results["`noise` makes a difference"]["verdict"] == "not seen to depth 0"
    never = [r for name, r in results.items() if name.startswith("`size(heap) > 6` can be true (")]
    assert [r["verdict"] for r in never] == ["violated"]
    assert never[0]["line"] == 44 and "impossible" in never[0]["how"]


def test_a_file_whose_verdicts_are_all_expected_ends_well() -> None:
    assert run("verify", HEAPS, "--check", "a heap never grows").exit_code == 0
    assert run("verify", HEAPS, "--check", "few are fetched").exit_code == 10


def test_what_is_violated_is_shown_with_its_parts_a_hint_and_a_way_to_come_back() -> None:
    shown = run("verify", HEAPS, "--check", "few are fetched").stdout
    assert "fails: size(hold[me]) <= old(size(hold[me])) + 1 (size(hold[me]) =" in shown
    assert "hint: it holds for `many` in 1" in shown
    assert "again: yourtrumps verify" in shown and "--seed 0 --depth 12 --budget 20000000" in shown
    assert "z3 " in shown and "rules " in shown


def test_what_a_proof_rests_on_is_said() -> None:
    found = _by_name(_data(HEAPS, "--check", "all cards are there"))["all cards are there"]
    assert (found["deck"], found["options"]) == ("any deck", "all values of all options")
    assert found["induction"] == 1 and found["used"] and not found["vacuous"]
    fixed = _by_name(_data(HEAPS, "--check", "few are fetched", "--set", "many=1"))["few are fetched"]
    assert fixed["verdict"] == "proved" and "`many` as set" in fixed["options"]


def test_records_replay_and_traces_loop(tmp_path: Path) -> None:
    records, traces = tmp_path / "records", tmp_path / "traces"
    run(
        "verify",
        HEAPS,
        "-c",
        "few are fetched",
        "-c",
        "every match ends",
        "--record",
        records,
        "--itf",
        traces,
    )
    written = sorted(records.iterdir())
    assert len(written) == 2
    for path in written:
        replayed = run("replay", "--quiet", path, "--rules", HEAPS)
        assert (replayed.exit_code, replayed.stdout) == (0, "1 match, all by the rules\n")
    trace = json.loads(next(traces.glob("*every_match_ends*")).read_text(encoding="utf-8"))
    assert trace["#meta"]["format"] == "ITF" and set(trace["vars"]) < set(trace["states"][0])
    assert 0 <= trace["loop"] < len(trace["states"])
    broken = json.loads(next(traces.glob("*few_are_fetched*")).read_text(encoding="utf-8"))
    assert "loop" not in broken and broken["states"][0]["action"]["move"] == ""
    assert broken["states"][-1]["action"]["move"] == "fetch"


def test_the_match_of_a_single_check_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "few.itf.json"
    run("verify", HEAPS, "-c", "few are fetched", "--itf", path)
    assert json.loads(path.read_text(encoding="utf-8"))["states"][-1]["action"]["move"] == "fetch"
    ran = run("verify", HEAPS, "-c", "all cards are there", "--itf", tmp_path / "none.json")
    assert "no match is shown" in ran.stderr and not (tmp_path / "none.json").exists()


def test_a_page_holds_all_of_it_and_lets_nothing_through(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    run("verify", HEAPS, "-c", "few are fetched", "-c", "a heap never grows", "--report", path)
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "few are fetched" in page
    assert "<b>of course</b>" not in page and "&lt;b&gt;of course&lt;/b&gt;" in page
    assert "http://" not in page and "https://" not in page and "src=" not in page
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    story = next(iter(data["stories"].values()))
    assert len(story["said"]) == len(story["lies"]) == len(story["rule"])
    assert sorted(card for place in story["lies"][-1] for card in place) == list(range(6))


def test_answers_are_kept_by_what_they_depend_on(tmp_path: Path) -> None:
    _data(HEAPS, "-c", "all cards are there", "-c", "few are fetched")
    again = _by_name(_data(HEAPS, "-c", "all cards are there", "-c", "few are fetched"))
    assert all(r["kept"] for r in again.values())
    other = _variant(tmp_path, "old(size(hold[me])) + 1", "old(size(hold[me])) + 4")
    edited = _by_name(_data(other, "-c", "all cards are there", "-c", "few are fetched"))
    assert edited["all cards are there"]["kept"] and not edited["few are fetched"]["kept"]
    assert edited["few are fetched"]["verdict"] == "proved"
    rules = _variant(tmp_path, "min(many, size(heap))", "min(min(many, size(heap)), 1)")
    changed = _by_name(_data(rules, "-c", "all cards are there", "-c", "few are fetched"))
    assert not changed["all cards are there"]["kept"]
    assert changed["few are fetched"]["verdict"] == "proved"


def test_nothing_is_kept_where_that_is_not_wanted_or_not_possible(tmp_path: Path) -> None:
    _data(HEAPS, "-c", "few are fetched", "--no-cache")
    assert not (tmp_path / "cache").exists()
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    ran = run("verify", HEAPS, "-c", "all cards are there")
    assert ran.exit_code == 0 and "note: answers could not be kept" in ran.stderr


def test_two_processes_find_the_same() -> None:
    told = ("verdict", "how", "used", "parts")
    alone = _by_name(_data(HEAPS, "-c", "all cards are there", "-c", "few are fetched", "--no-cache"))
    many = _by_name(
        _data(HEAPS, "-c", "all cards are there", "-c", "few are fetched", "--no-cache", "-j", "2")
    )
    assert {n: [r[k] for k in told] for n, r in alone.items()} == {
        n: [r[k] for k in told] for n, r in many.items()
    }


def test_a_script_is_answered_alike_by_a_solver_of_its_own() -> None:
    import z3

    ran = run("verify", HEAPS, "--smt", "few are fetched")
    scripts = ran.stdout.split("(reset)")
    assert ran.exit_code == 0 and scripts
    for script in scripts:
        solver = z3.Solver(ctx=z3.Context())
        solver.from_string(script.replace("(check-sat)", ""))
        said = next(line for line in script.splitlines() if "where unsat means" in line)
        assert said.split()[1] == str(solver.check())


def test_a_second_solver_agrees() -> None:
    pytest.importorskip("cvc5")
    ran = run("verify", HEAPS, "-c", "all cards are there", "--recheck")
    assert ran.exit_code == 0 and "disagrees on 0" in ran.stdout and "cvc5 agrees on 0 " not in ran.stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ("--check", "few are fetchd"),
            "there is no check `few are fetchd`; did you mean `few are fetched`?",
        ),
        (("--move", "fetsh"), "there is no move `fetsh`; did you mean `fetch`?"),
        (("--budget", "0"), "a budget of nothing proves nothing"),
        (("--budget", "much"), "`much` is no budget"),
        (("--players", "9"), "is not for so many players"),
        (("--survivors",), "`--survivors` says something of `--mutants`"),
        (("--smt", "somebody can win"), "is shown by matches, not by a solver"),
        (("--report", "nowhere/page.html"), "there is no folder"),
        (("--itf", "one.itf.json"), "is a file for one match; name one check"),
    ],
)
def test_a_faulty_command_is_told(args: tuple[str, ...], told: str) -> None:
    ran = run("verify", HEAPS, *args)
    assert ran.exit_code == 2 and told in ran.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "language: 1\nchecks:\n"])
def test_a_file_without_anything_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text(text, encoding="utf-8")
    ran = run("verify", path)
    assert ran.exit_code == 1 and ": error E" in ran.stderr and "left out" not in ran.stderr


def test_faulty_checks_are_told_with_their_lines_and_the_others_go_on(tmp_path: Path) -> None:
    text = HEAPS.read_text(encoding="utf-8")
    path = tmp_path / "faulty.yaml"
    more = "  no truth:\n    always: size(heap)\n  of nothing:\n    always: pail is empty\n"
    path.write_text(text + more, encoding="utf-8")
    ran = run("verify", path, "-c", "all cards are there")
    assert ran.exit_code == 1 and "proved                 all cards are there" in ran.stdout
    lines = text.count("\n")
    assert f":{lines + 2}:" in ran.stderr and f":{lines + 4}:" in ran.stderr and "left out" in ran.stderr
    path.write_text(text.replace("pass\n\nendings", "pass it\n\nendings"), encoding="utf-8")
    assert run("verify", path).exit_code == 1 and "left out" not in run("verify", path).stderr


def test_a_budget_that_runs_out_is_unknown_and_the_others_go_on() -> None:
    found = _data(HEAPS, "-c", "all cards are there", "-c", "somebody can win", "--budget", "1")
    results = _by_name(found)
    assert results["all cards are there"]["verdict"] == "unknown"
    assert "budget" in results["all cards are there"]["how"]
    assert results["somebody can win"]["verdict"] == "proved"
    assert found["exit"] == 14


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_an_interrupt_gives_what_is_known(tmp_path: Path) -> None:
    code = (
        "import os, signal, verify.prover as p\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "real = p.Prover.do\n"
        "def do(self, task):\n"
        "    if task.ask.name == 'HUNT': os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(self, task)\n"
        "p.Prover.do = do\n"
        "from cli.main import run; run()\n"
    )
    command = [sys.executable, "-c", code, "verify", str(HEAPS), "--no-cache"]
    ran = subprocess.run(
        command, capture_output=True, text=True, env=environment(), cwd=ROOT, timeout=120, check=False
    )
    assert ran.returncode == 130
    assert "interrupted; nothing is known of" in ran.stdout and "all cards are there" in ran.stdout
    assert "Traceback" not in ran.stderr


def test_a_claim_that_contradicts_another_names_it(tmp_path: Path) -> None:
    path = _variant(tmp_path, "checks:\n", CONTRADICTING)
    found = _by_name(_data(path, "--check", "few", "--check", "lots", "--depth", "2"))
    line = path.read_text(encoding="utf-8").splitlines().index("  lots:") + 1
    assert f"it contradicts `lots` (line {line})" in found["few"]["how"]
    assert found["lots"]["verdict"] == "proved"


CONTRADICTING = """checks:
  few:
    always: size(cards) < 3
  lots:
    always: size(cards) > 3
"""
