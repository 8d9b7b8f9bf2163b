"""Matches played through the command line, from scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, run

TO_THE_END = "#1\n" * 2000


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_match_to_its_end(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    played = run("play", "--seed", "1", "--record", kept, typed=TO_THE_END)
    assert played.exit_code == 0, played.output
    assert "has won" in played.output or "a draw" in played.output
    assert "--seed 1 gives the same cards again" in played.output
    (record,) = records(kept)
    assert record["result"]["outcome"] in ("win", "draw")
    assert record["players"] == [{"name": "human"}, {"name": "greedy"}]
    assert run("replay", "--quiet", kept).output == "1 match, all by the rules\n"


def test_the_same_seed_and_the_same_input_give_the_same_screens() -> None:
    first, second = (run("play", "--seed", "5", typed=TO_THE_END) for _ in range(2))
    assert first.output == second.output


def test_without_a_seed_there_is_one_to_be_told() -> None:
    assert "Seed " in run("play").output


def test_the_end_of_the_input_leaves_politely_and_keeps_the_record(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    left = run("play", "--seed", "7", "--record", kept, typed="spades\n6c\n")
    assert left.exit_code == 0
    assert "Left after 3 moves." in left.output
    (record,) = records(kept)
    assert record["result"] == {"outcome": "unfinished", "winners": [], "losers": [], "plies": 3}


def test_a_record_can_be_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run("play", "--seed", "7", "--record", kept, "--set", "plain_take=4", typed="spades\n6c\n")
    on = run("play", "--from", kept, typed=TO_THE_END)
    assert on.exit_code == 0, on.output
    (record,) = records(kept)
    assert record["options"]["plain_take"] == 4
    assert record["moves"][0] == {"player": 0, "move": "lead", "card": "6C"}
    assert record["result"]["outcome"] != "unfinished"
    straight = run("play", "--seed", "7", "--set", "plain_take=4", typed="spades\n6c\n" + TO_THE_END)
    assert straight.output.splitlines()[-12:-1] == on.output.splitlines()[-13:-2]
    over = run("play", "--from", kept)
    assert over.exit_code == 2
    assert "is over" in over.output


def test_a_record_with_another_deck_can_be_gone_on_with(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run("play", "--deck", "suits=C,H ranks=J,Q,K,A", "--record", kept, "--seed", "1", typed="1\n1\n")
    assert run("play", "--from", kept, typed=TO_THE_END).exit_code == 0
    assert records(kept)[0]["result"]["outcome"] in ("win", "draw")
    assert run("replay", kept).exit_code == 0


def test_a_match_left_in_the_set_up_is_kept_too(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run("play", "--record", kept, "--seed", "7")
    assert records(kept)[0]["start"] is None
    assert run("replay", kept).exit_code == 0
    assert run("play", "--from", kept, typed=TO_THE_END).exit_code == 0


def test_matches_are_added_to_a_file_of_records(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    for seed in ("1", "2"):
        run("play", "--record", kept, "--seed", seed)
    assert [r["seed"] for r in records(kept)] == [1, 2]


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "letter.txt"
    kept.write_text("Dear all\n", encoding="utf-8")
    refused = run("play", "--record", kept, typed=TO_THE_END)
    assert refused.exit_code == 2
    assert kept.read_text(encoding="utf-8") == "Dear all\n"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("6d", "6\u2666 does not beat 6\u2665"),
        ("as", "you do not have A\u2660"),
        ("take", "you can beat 6\u2665, so you may not take"),
        ("hint", "hint: 1 beat with 7\u2665"),
        ("hitn", "did you mean `hint`?"),
        ("quit now", "did you mean `quit`?"),
        ("ace", "A\u2663 does not beat 6\u2665"),
        ("seven of spades", "you do not have 7\u2660"),
        ("7", "which one: 7 beat with K\u2665, 1 beat with 7\u2665? `#7` is the number"),
        ("?", "#6 is always the number"),
        ("hearts", "which one"),
        ("?", "queen of spades"),
        ("rules", "A card is beaten by a higher card of its suit"),
        ("", "type a number or a card"),
    ],
)
def test_answers(line: str, answer: str) -> None:
    played = run("play", "--seed", "7", typed=f"spades\n6c\n{line}\n")
    assert answer in " ".join(played.output.split())


def test_undo_takes_back_the_last_move_and_all_after_it(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run("play", "--seed", "7", "--record", kept, typed="spades\n6c\nundo\n8c\n")
    (record,) = records(kept)
    assert record["moves"][0] == {"player": 0, "move": "lead", "card": "8C"}
    assert run("replay", "--quiet", kept).exit_code == 0


def test_what_is_undone_and_done_again_is_the_same(tmp_path: Path) -> None:
    files = (tmp_path / "straight.jsonl", tmp_path / "undone.jsonl")
    seats = ("--seats", "human,random", "--seed", "9")
    run("play", *seats, "--record", files[0], typed="s\n" + "1\n" * 6)
    run("play", *seats, "--record", files[1], typed="s\n" + "1\n" * 5 + "undo\n1\n1\n")
    assert files[0].read_bytes() == files[1].read_bytes()


def test_there_is_nothing_to_undo_at_first() -> None:
    assert "there is no move of yours to undo" in run("play", typed="undo\n").output


def test_a_match_can_be_saved_and_played_on(tmp_path: Path) -> None:
    saved = tmp_path / "here.jsonl"
    played = run("play", "--seed", "7", typed=f"s\n6c\nsave {saved}\n1\n")
    assert f"saved in {saved}" in " ".join(played.output.split())
    (record,) = records(saved)
    assert record["result"]["plies"] > 3


def test_the_command_that_goes_on_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played = run("play", "--seed", "7", typed="s\nsave a b\n")
    assert "saved in a b; `yourtrumps play --from 'a b'` goes on" in " ".join(played.output.split())
    assert "; yourtrumps play --from 'a b' goes on" in " ".join(played.output.split())
    assert run("play", "--from", "a b").exit_code == 0


def test_a_match_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    played = run("play", "--seed", "7", typed=f"save {tmp_path}/no/where.jsonl\ns\n")
    assert "there is no folder" in played.output
    assert "Human chooses" in played.output


def test_two_people_can_play_by_script() -> None:
    played = run("play", "--seats", "human=Anna,human=Bob", "--seed", "3", typed="s\nh\n1\n")
    assert played.exit_code == 0
    assert "Anna chooses" in played.output
    assert "Bob chooses" in played.output


def test_computer_players_can_be_watched(tmp_path: Path) -> None:
    watched = run("play", "--seats", "greedy,random", "--seed", "3", "--pace", "0")
    assert watched.exit_code == 0
    assert "Greedy" in watched.output and "Random" in watched.output
    assert "has won" in watched.output or "a draw" in watched.output


def test_the_cap_makes_a_match_unfinished() -> None:
    capped = run("play", "--seats", "random", "--cap", "5", "--seed", "1")
    assert capped.exit_code == 0
    assert "unfinished: 5 moves were made" in capped.output


@pytest.mark.parametrize("name", ["auction", "caravan", "descent"])
def test_games_of_other_shapes(name: str, tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    rules = ROOT / "tests" / "rules" / f"{name}.yaml"
    played = run("play", rules, "--seed", "2", "--record", kept, typed=TO_THE_END)
    assert played.exit_code == 0, played.output
    shown = [line.rstrip() for line in played.output.splitlines() if str(tmp_path) not in line]
    assert max(map(len, shown)) <= 80
    (record,) = records(kept)
    assert record["result"]["outcome"] in ("win", "draw")
    assert run("replay", "--quiet", kept, "--rules", rules).exit_code == 0


DEALS = """\
language: 1
extends: yourtrumps
game: Two deals
add:
  variables:
    losses: {of: player, type: 0..5, starts: 0, lasts: match, seen by: everyone}
change:
  endings:
    out:
      when: hand[me] is empty
      do:
        - for each s in those(t in seats where hand[t] is not empty)
          do losses[s] becomes min(5, losses[s] + 1)
      again: every s in seats satisfies losses[s] < 2
      winners: only(me)
      losers: those(s in seats where hand[s] is not empty)
      said: a deal is over
"""


def test_a_match_of_several_deals(tmp_path: Path) -> None:
    rules, kept = tmp_path / "deals.yaml", tmp_path / "match.jsonl"
    rules.write_text(DEALS, encoding="utf-8")
    played = run("play", rules, "--seats", "greedy", "--seed", "1", "--record", kept)
    assert played.exit_code == 0, played.output
    assert played.output.count("a deal is over") >= 2
    assert "a card for" not in played.output
    listed = run("replay", kept)
    assert listed.exit_code == 0
    assert "a card for" not in listed.output
    scripted = run("play", rules, "--seed", "1", typed="1\n" * 3000)
    assert scripted.exit_code == 0
    assert "losses 2" in scripted.output


def test_letters_only() -> None:
    assert run("play", "--ascii", "--seed", "7", typed="s\n6c\n?\n").output.isascii()


@pytest.mark.parametrize(
    "args",
    [
        ["nope"],
        ["."],
        ["--seats", ""],
        ["--seats", "human,human,human"],
        ["--seats", "human,gredy"],
        ["--seats", "human=A,human=A"],
        ["--set", "plain_take"],
        ["--set", "plain_take=999"],
        ["--set", "nothing=1"],
        ["--deck", "hearts"],
        ["--seed", "-1"],
        ["--seed", str(2**64)],
        ["--seed", "x"],
        ["--cap", "0"],
        ["--pace", "-1"],
        ["--record", "."],
        ["--record", "no/such/folder/x"],
        ["--record", "bad\0name"],
        ["--from", "nope"],
        ["--from", "."],
        ["--from", "nope", "--seed", "1"],
        ["\0"],
        ["x" * 5000],
    ],
)
def test_faulty_commands(args: list[str]) -> None:
    refused = run("play", *args)
    assert refused.exit_code == 2, refused.output
    assert refused.stdout == ""
    assert refused.stderr.strip()
    assert "Traceback" not in refused.output


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"language: 1\n", b"[" * 5000, b"\x00"])
def test_faulty_rule_files(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_bytes(content)
    refused = run("play", path)
    assert refused.exit_code == 1
    assert "broken.yaml" in refused.stderr
    assert "Traceback" not in refused.output


@pytest.mark.parametrize(
    "content", [b"", b"\xff\n", b"{}\n", b'{"record": "match/2"}\n', b"[" * 10000 + b"\n"]
)
def test_faulty_records(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    for command in (("play", "--from"), ("replay",), ("replay", "--quiet")):
        refused = run(*command, path)
        assert refused.exit_code == 1, refused.output
        assert "broken.jsonl" in refused.stderr


def test_a_fault_of_the_rules_is_told_with_its_line_and_the_record_kept(tmp_path: Path) -> None:
    path, kept = tmp_path / "greedier.yaml", tmp_path / "match.jsonl"
    path.write_text(
        "language: 1\nextends: yourtrumps\ngame: More\nchange:\n  define:\n    taken: due(top(pile)) + 30\n",
        encoding="utf-8",
    )
    stopped = run("play", path, "--seats", "greedy", "--seed", "1", "--record", kept)
    assert stopped.exit_code == 1
    assert "error F806" in stopped.stderr
    assert "yourtrumps.yaml:" in stopped.stderr
    assert "Traceback" not in stopped.output
    assert records(kept)[0]["result"]["outcome"] == "unfinished"
    counted = run("simulate", path, "-n", "2")
    assert counted.exit_code == 1
    assert "F806" in counted.output
