"""The commands other than `play`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from interpreter.text.codes import Code
from tests.cli.golden import same_as_golden
from tests.cli.running import ROOT, run, spawn

FAULTY = "language: 1\ngame: Mine\nplayers: two\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    return path


COMMANDS = ("play", "simulate", "replay", "explain")
RULES = ("check", "show", "fmt", "new", "ir", "list")


@pytest.mark.parametrize("command", [*COMMANDS, *(f"rules {name}" for name in RULES)])
def test_every_command_has_help_with_examples(command: str) -> None:
    shown = run(*command.split(), "--help")
    assert shown.exit_code == 0
    assert "Example" in shown.output
    assert f"yourtrumps {command}" in shown.output


def test_help_lists_the_commands() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    assert all(word in shown.output for word in ("play", "simulate", "replay", "rules", "explain"))
    assert run().exit_code == 2


def test_version() -> None:
    assert run("--version").output.startswith("yourtrumps ")


# rules ----------------------------------------------------------------------------------------------------


def test_check_of_a_good_file() -> None:
    checked = run("rules", "check", "yourtrumps")
    assert (checked.exit_code, checked.stdout) == (0, "")
    assert checked.stderr == "1 file: no errors, no warnings\n"


def test_check_of_a_faulty_file(faulty: Path) -> None:
    checked = run("rules", "check", faulty, "yourtrumps")
    assert checked.exit_code == 1
    assert f"{faulty}:3:10: error" in checked.stdout
    assert "2 files:" in checked.stderr


def test_check_for_other_programs(faulty: Path) -> None:
    checked = run("rules", "check", "--json", faulty)
    assert checked.exit_code == 1
    findings = json.loads(checked.stdout)
    assert {f["severity"] for f in findings} == {"error"}
    assert all(f["code"] in Code.__members__ and f["line"] >= 1 for f in findings)
    assert json.loads(run("rules", "check", "--json", "yourtrumps").stdout) == []


def test_what_cannot_be_shown_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY.replace("Mine", "\u2660\u00e9") + "\u2660: 1\n", encoding="utf-8")
    checked = spawn("rules", "check", path, PYTHONIOENCODING="ascii")
    assert checked.returncode == 1
    assert "Traceback" not in checked.stderr
    assert checked.stdout.isascii()


def test_show_tells_the_rules_with_the_options_in_force() -> None:
    shown = run("rules", "show", "--set", "plain_take=4")
    assert shown.exit_code == 0
    assert "he takes 4," in " ".join(shown.output.split())
    assert "plain_take = 4 (default 3)" in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80


def test_ir_is_printed() -> None:
    printed = run("rules", "ir")
    assert printed.exit_code == 0
    assert printed.output.startswith("game Your Trumps\n")


def test_list() -> None:
    lines = run("rules", "list").output.splitlines()
    assert any(line.split()[:3] == ["yourtrumps", "Your", "Trumps:"] for line in lines)
    names = [game["name"] for game in json.loads(run("rules", "list", "--json").output)]
    assert "yourtrumps" in names and len(names) == len(lines)


def test_new_writes_a_variant_that_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    made = run("rules", "new", tmp_path / "mine", "--from", "yourtrumps")
    assert made.exit_code == 0, made.output
    assert run("rules", "check", path).exit_code == 0
    again = run("rules", "new", path)
    assert again.exit_code == 2
    assert "exists already" in again.stderr


@pytest.mark.parametrize("name", ["My game", "it's $HOME", "-n"])
def test_the_commands_that_new_names_can_be_typed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = run("rules", "new", "--", name)
    written = (tmp_path / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[1]
    for command in (made.stdout.split("`")[1], written.split("To play it: ")[1]):
        _, *words = shlex.split(command)
        assert run(*words, "--seed", "1").exit_code == 0, command


def test_what_new_leaves_in_comments_loads_when_they_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    run("rules", "new", path)
    head, _, rest = path.read_text(encoding="utf-8").partition("# change:\n")
    options, _, _ = rest.partition("\n\n")
    live = "\n".join(line.removeprefix("# ") for line in options.splitlines())
    path.write_text(f"{head}change:\n{live.replace('default: 3', 'default: 4')}\n", encoding="utf-8")
    assert run("rules", "check", path).stderr == "1 file: no errors, no warnings\n"
    assert "plain_take = 4\n" in run("rules", "show", path).output


def test_new_names_all_that_can_be_changed(tmp_path: Path) -> None:
    run("rules", "new", tmp_path / "mine", "--from", "match")
    text = (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    for line in ("require: enough trump suits", "setup: dealer; trump suits; deal; first lead; play"):
        assert f"#   {line}\n" in text
    for section in ("phases", "table", "rules", "define", "moves"):
        assert f"#   {section}: " in text


def test_new_from_a_file_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    run("rules", "new", tmp_path / "first")
    made = run("rules", "new", tmp_path / "sub" / "second", "--from", tmp_path / "first.yaml")
    assert made.exit_code == 0
    assert 'extends: "../first.yaml"' in (tmp_path / "sub" / "second.yaml").read_text(encoding="utf-8")
    assert run("rules", "check", tmp_path / "sub" / "second.yaml").exit_code == 0


@pytest.mark.parametrize("name", ["yourtrumps", "yourtrumps.yaml", "sub/yourtrumps", "Durak.yml", "a\nb"])
def test_new_takes_no_name_that_another_game_has(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    refused = run("rules", "new", name, "--from", "yourtrumps")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "choose another" in refused.stderr or "one line" in refused.stderr
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_a_file_of_a_shipped_name_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "yourtrumps.yaml"
    for base in ("yourtrumps", "yourtrumps.yaml"):
        path.write_text(f"language: 1\nextends: {base}\ngame: Mine\n", encoding="utf-8")
        assert run("rules", "ir").output.startswith("game Your Trumps\n")
        assert run("rules", "ir", "yourtrumps").output.startswith("game Your Trumps\n")
        for named in ("yourtrumps.yaml", "./yourtrumps.yaml", path):
            assert run("rules", "ir", named).output.startswith("game Mine\n")
    assert run("play", "--seed", "1").exit_code == 0


def test_a_file_without_a_suffix_is_named_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "language: 1\nextends: yourtrumps\ngame: Mine\n"
    (tmp_path / "yourtrumps").write_text(text, encoding="utf-8")
    assert run("rules", "ir", "./yourtrumps").output.startswith("game Mine\n")
    assert run("rules", "ir", "yourtrumps").output.startswith("game Your Trumps\n")
    assert run("rules", "new", "other", "--from", "./yourtrumps").exit_code == 0
    assert 'extends: "./yourtrumps"' in (tmp_path / "other.yaml").read_text(encoding="utf-8")
    assert run("play", "other.yaml", "--seed", "1").exit_code == 0


def test_a_file_that_extends_only_itself_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("language: 1\nextends: mine\ngame: Mine\n", encoding="utf-8")
    assert "E702" in run("rules", "check", path).output


# explain --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["R903", "r903", "`R903`"])
def test_explain(written: str) -> None:
    assert run("explain", written).output.startswith("R903: the move breaks the rules\n")


def test_explain_lists_all_codes() -> None:
    assert len(run("explain").output.splitlines()) == len(Code)


def test_an_unknown_code_is_answered_with_the_nearest() -> None:
    answered = run("explain", "E8O3")
    assert answered.exit_code == 2
    assert "did you mean `E803`?" in answered.stderr


# simulate -------------------------------------------------------------------------------------------------


def test_simulate_counts() -> None:
    counted = run("simulate", "-n", "4", "--seats", "random,greedy", "--seed", "3")
    assert counted.exit_code == 0
    same_as_golden("simulate.txt", counted.stdout)
    assert counted.stderr == "engine: evaluator\n"


def test_simulate_for_other_programs() -> None:
    data = json.loads(run("simulate", "-n", "4", "--seed", "3", "--json").stdout)
    assert data["matches"] == sum(data["outcomes"].values()) == 4
    assert data["players"] == ["greedy", "greedy"]
    assert data["plies"]["shortest"] <= data["plies"]["quantiles"]["50"] <= data["plies"]["longest"]


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    said, kept = [], []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.jsonl"
        ran = spawn("simulate", "-n", "6", "--seed", "3", "--record", path, "--jobs", jobs)
        assert ran.returncode == 0, ran.stderr
        said.append(ran.stdout)
        kept.append(path.read_bytes())
    assert said[0] == said[1]
    assert kept[0] == kept[1]
    assert run("replay", "--quiet", path).output == "6 matches, all by the rules\n"


def test_a_record_takes_the_place_of_records_only(tmp_path: Path) -> None:
    rules, kept = tmp_path / "mine.yaml", tmp_path / "kept.jsonl"
    text = "language: 1\nextends: yourtrumps\ngame: Mine\n"
    rules.write_text(text, encoding="utf-8")
    refused = run("simulate", rules, "-n", "1", "--record", rules)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is not a file of match records, and is left alone" in refused.stderr
    assert rules.read_text(encoding="utf-8") == text
    for number in ("2", "1"):
        assert run("simulate", rules, "-n", number, "--record", kept).exit_code == 0
        assert len(kept.read_text(encoding="utf-8").splitlines()) == int(number)
    with kept.open("a", encoding="utf-8") as stream:
        stream.write("a line of somebody else\n")
    assert run("simulate", rules, "-n", "1", "--record", kept).exit_code == 2
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 2


def test_simulated_matches_can_be_recorded_with_all_there_is(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    assert run("simulate", "-n", "1", "--record", path, "--legal", "--states").exit_code == 0
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert {"legal", "after"} <= json.loads(line)["moves"][0].keys()
    assert run("replay", "--quiet", path).exit_code == 0


def test_checks_along_the_way() -> None:
    checked = run("simulate", "-n", "1", "--check")
    assert checked.exit_code == 0
    assert "held" in checked.output
    data = json.loads(run("simulate", "-n", "1", "--check", "--json").stdout)
    assert any("seen" in check for check in data["checks"])


def test_a_violated_check_has_its_exit_status(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "language: 1\nextends: yourtrumps\ngame: Mine\nadd:\n  checks:\n    endless: {always: not over}\n",
        encoding="utf-8",
    )
    checked = run("simulate", path, "-n", "2", "--check")
    assert checked.exit_code == 10, checked.output
    assert "VIOLATED" in checked.output


@pytest.mark.parametrize(
    "args",
    [
        ["--matches", "0"],
        ["--seats", "human,greedy"],
        ["--legal"],
        ["--seats", "random", "--record", "no/such/place"],
        ["--jobs", "0"],
        ["--engine", "steam"],
    ],
)
def test_simulations_that_cannot_be(args: list[str]) -> None:
    refused = run("simulate", *args)
    assert refused.exit_code == 2, refused.output
    assert refused.stdout == ""


# replay ---------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "two.jsonl"
    assert run("simulate", "-n", "2", "--seed", "3", "--record", path).exit_code == 0
    return path


def test_replay_lists_the_moves(kept: Path) -> None:
    listed = run("replay", kept, "--match", "2")
    assert listed.exit_code == 0
    assert "Greedy 1" in listed.output
    assert listed.output.lstrip().startswith("1  ")


def test_the_first_move_that_breaks_the_rules_is_named(kept: Path) -> None:
    lines = kept.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[1])
    record["moves"][3] = dict(record["moves"][1])
    kept.write_text(f"{lines[0]}\n{json.dumps(record)}\n", encoding="utf-8")
    refused = run("replay", kept, "--quiet")
    assert refused.exit_code == 1
    assert refused.stdout == "2 matches, 1 not by the rules\n"
    assert f"{kept}:2: error R903: move 4" in refused.stderr
    assert run("replay", kept).exit_code == 1
    assert run("replay", kept, "--match", "1").exit_code == 0


def test_a_match_that_is_not_there(kept: Path) -> None:
    assert run("replay", kept, "--match", "3").exit_code == 2


def test_a_record_of_other_rules(kept: Path) -> None:
    refused = run("replay", kept, "--rules", ROOT / "rules" / "no_draws.yaml")
    assert refused.exit_code == 1
    assert "R905" in refused.stderr
    assert "--rules" in refused.stderr


def test_rules_are_found_beside_the_record(tmp_path: Path) -> None:
    run("rules", "new", tmp_path / "mine")
    run("play", tmp_path / "mine.yaml", "--record", tmp_path / "mine.jsonl", "--seed", "1", typed="1\n")
    assert run("replay", tmp_path / "mine.jsonl").exit_code == 0


@pytest.mark.parametrize("other", ["extends: burn\n", "extends: yourtrumps\nplayers: [\n"])
def test_a_file_of_the_same_name_is_not_taken_for_the_records(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it holds other rules or none; the shipped game is meant, and so it is from another folder."""
    monkeypatch.chdir(tmp_path)
    assert run("simulate", "no_draws", "-n", "1", "--record", "one.jsonl").exit_code == 0
    (tmp_path / "no_draws.yaml").write_text(f"language: 1\ngame: Mine\n{other}", encoding="utf-8")
    assert run("replay", "one.jsonl", "--quiet").output == "1 match, all by the rules\n"
    refused = run("replay", "one.jsonl", "--quiet", "--rules", "no_draws.yaml")
    assert refused.exit_code == 1


# fmt ------------------------------------------------------------------------------------------------------

UNTIDY = b"language:   1\r\nextends: yourtrumps   # the base\r\ngame:  Mine\r\n"


def test_fmt_changes_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(UNTIDY)
    assert run("rules", "fmt", "--check", path).exit_code == 1
    assert path.read_bytes() == UNTIDY
    formatted = run("rules", "fmt", path)
    assert formatted.exit_code == 0
    assert formatted.stdout == f"{path} is formatted\n"
    tidy = path.read_bytes()
    assert b"# the base" in tidy and b"\r" not in tidy
    assert run("rules", "fmt", "--check", path).stdout == ""
    assert run("rules", "fmt", path).exit_code == 0
    assert path.read_bytes() == tidy


def test_fmt_leaves_a_faulty_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"language: [1\n")
    refused = run("rules", "fmt", path)
    assert refused.exit_code == 1
    assert f"{path}:" in refused.stderr
    assert path.read_bytes() == b"language: [1\n"
    assert run("rules", "fmt", tmp_path / "none.yaml").exit_code == 2


def test_what_new_writes_is_formatted(tmp_path: Path) -> None:
    run("rules", "new", tmp_path / "mine")
    assert run("rules", "fmt", "--check", tmp_path / "mine.yaml").exit_code == 0
