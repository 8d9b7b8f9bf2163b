"""What the program makes of both games: the rules as players read them, a match from a script, its record."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.run.sentences import spelled
from tests.cli.golden import same_as_golden
from tests.cli.running import run
from tests.neighbours.campaigns import engine


@pytest.mark.parametrize(
    ("name", "seats", "settings"),
    [
        ("crazyeights", 2, {}),
        ("crazyeights", 5, {"may_draw": "yes", "eights_match": "yes", "open_hands": "yes"}),
        ("durak", 2, {}),
        ("durak", 4, {"throwers": "neighbours", "first_limit": "5"}),
        ("durak", 6, {"pursue": "no", "attacker_first": "no", "open_hands": "yes"}),
    ],
)
def test_printed_rules(name: str, seats: int, settings: dict[str, str]) -> None:
    made = engine(name, seats, settings)
    found = "\n".join(spelled(made.context, sentence) for sentence in made.printed())
    same_as_golden(f"printed/{name}-{seats}.txt", found)


def test_they_are_shown_for_a_number_of_players() -> None:
    assert "4 players" in run("rules", "show", "durak", "--players", "4").stdout
    assert "2 players" in run("rules", "show", "durak").stdout
    refused = run("rules", "show", "durak", "--players", "9")
    assert refused.exit_code == 2 and "not for 9 players" in refused.stderr


@pytest.mark.parametrize("name", ["crazyeights", "durak"])
def test_a_match_is_played_kept_and_replayed(name: str, tmp_path: Path) -> None:
    """Somebody who always takes the first choice plays two computer players to the end."""
    kept = tmp_path / "match.jsonl"
    seats = ("--seats", "human,greedy,greedy", "--seed", "6", "--record", kept)
    played = run("play", name, *seats, typed="1\n" * 600)
    assert played.exit_code == 0
    assert "has won" in played.stdout or "is the fool" in played.stdout
    replayed = run("replay", kept)
    assert replayed.exit_code == 0, replayed.output
