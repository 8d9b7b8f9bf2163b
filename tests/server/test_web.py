"""A real server: what it answers, what it refuses, and that a match goes on over everything."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from interpreter.run.reading import read_record
from interpreter.run.replay import Replay
from tests.server.running import Client, Running, server
from tests.server.tables import SHELF, cards_in

RULES = "turn_cap"
"""Ends, however foolishly it is played."""
SHORT = {"lowest_rank": "9", "turn_cap": "60"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("server"), "--uploads") as found:
        yield found


def opened(running: Running, **more: Any) -> tuple[dict[str, Any], Client]:
    about = running.post("/api/tables", {"rules": RULES, "name": "Anna", "options": SHORT, **more})
    return about, Client(running, about["id"], about["token"])


def pair(running: Running, **more: Any) -> tuple[Client, Client]:
    about, anna = opened(running, **more)
    other = running.post(f"/api/tables/{about['id']}/seats", {"name": "Bob", "seed": "ab" * 32})
    bob = Client(running, about["id"], other["token"])
    for client in (anna, bob):
        client.open()
        client.until(lambda client=client: client.view is not None)
    return anna, bob


def play(clients: list[Client], most: int = 2000) -> None:
    """To the end, or for so many moves in all."""
    for _ in range(most):
        if all(c.over for c in clients):
            return
        latest = max(c.version for c in clients)
        for client in clients:
            client.until(lambda client=client, latest=latest: client.version >= latest)
        if not any(client.step() for client in clients if not client.over):
            for client in clients:  # a computer moves, or a view is on its way
                with suppress(TimeoutError):
                    client.read(0.2)


def same(one: Client, other: Client) -> None:
    """Two connections of one viewer have got the same events."""
    assert one.events == other.events
    assert one.view == other.view


def test_a_match_over_lost_connections_restarts_and_kills(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        anna, bob = pair(running, public=True)
        play([anna, bob], 4)
        anna.close()
        bob.step()
        anna.open()
        play([anna, bob], 6)
        code = running.stop()
        assert code in (0, -signal.SIGTERM)
        for client in (anna, bob):
            with pytest.raises(ConnectionClosed) as end:
                client.read_on()
            assert client.bye == "stopping"
            assert end.value.rcvd is not None and end.value.rcvd.code == 1012
        running.start()
        for client in (anna, bob):
            client.close()
            client.open()
            client.until(lambda client=client: bool(client.view and client.view["viewer"] is not None))
        play([anna, bob], 6)
        known = anna.version
        running.stop(signal.SIGKILL)
        running.start()
        for client in (anna, bob):
            client.close()
            client.open()
            client.until(lambda client=client: client.version >= known)
        play([anna, bob])
        again = Client(running, anna.table, anna.token)
        again.open()
        again.until(lambda: again.version >= anna.version)
        same(anna, again)
        assert anna.events[anna.version]["kind"] == "ended"
        _check_record(running, anna)
        for client in (anna, bob, again):
            client.close()


def _check_record(running: Running, client: Client) -> None:
    status, text = running.ask("GET", f"/api/tables/{client.table}/record")
    assert status == 200
    record = read_record(text)
    rules = SHELF.rules(RULES, tuple(SHORT.items()))
    assert list(Replay(rules.engine.evaluator, record, rules.sha256).steps())
    ended = client.events[client.version]["deal"]
    assert record.fair is not None
    assert record.fair.kept and record.fair.server == ended["server"]
    assert "ab" * 32 in record.fair.players


def test_three_and_a_spectator_see_what_they_may(running: Running) -> None:
    about, anna = opened(running, rules="durak", options={}, seats=[{"kind": "person"}] * 3)
    clients = [anna]
    for name in ("Bob", "Cleo"):
        seat = running.post(f"/api/tables/{about['id']}/seats", {"name": name})
        clients.append(Client(running, about["id"], seat["token"]))
    watcher = Client(running, about["id"], None)
    for client in (*clients, watcher):
        client.open()
        client.until(lambda client=client: client.view is not None)
    play(clients, 12)
    watcher.until(lambda: watcher.version >= anna.version)
    symbols = set(SHELF.rules("durak").notation.spelling.cards)
    own = [cards_in(json.dumps(c.view["zones"]["hand"]), symbols) for c in clients if c.view]
    public = set().union(*(cards_in(text, symbols) for text in watcher.got if '"welcome"' not in text))
    assert sum(map(len, own)) == len(set().union(*own))
    assert watcher.view is not None and watcher.view["legal"] == []
    assert cards_in(json.dumps(watcher.view["zones"]["hand"]), symbols) == set()
    assert public < symbols
    for client in (*clients, watcher):
        client.close()


def test_a_computer_plays_at_once_with_hints_and_takeback(running: Running) -> None:
    _, anna = opened(running, seats=[{"kind": "person"}, {"kind": "computer", "level": "greedy"}])
    anna.open()
    anna.until(lambda: bool(anna.view and anna.view["legal"]))
    hint = anna.ask("hint")["action"]
    assert anna.view is not None
    assert hint in [each["action"] for each in anna.view["legal"]]
    assert anna.step()
    anna.until(lambda: bool(anna.view and anna.view["legal"]))
    version = anna.version
    assert anna.call("takeback")["type"] == "done"
    anna.until(lambda: anna.version > version)
    assert anna.events[version + 1]["kind"] == "undone"
    past = anna.ask("look", version=version)
    assert past["version"] == version and past["view"]["legal"] == []
    play([anna])
    assert anna.call("rematch")["type"] == "done"
    anna.until(lambda: anna.state["phase"] == "playing")
    assert [p["seat"] for p in anna.state["places"]] == [1, 0]
    anna.close()


def test_moves_are_made_once(running: Running) -> None:
    anna, bob = pair(running)
    mover, other = (anna, bob) if anna.view and anna.view["legal"] else (bob, anna)
    assert mover.view is not None
    legal, version = mover.view["legal"], mover.version
    message = {"version": version, "action": legal[0]["action"], "id": "the-same"}
    assert mover.call("move", **message) == mover.call("move", **message)
    stale = mover.call("move", version=version - 2, action=legal[0]["action"])
    assert (stale["type"], stale["code"]) == ("refused", "stale")
    mover.until(lambda: mover.version > version)
    other.until(lambda: other.version > version)
    assert [e for e in mover.events.values() if e.get("id") == "the-same"]
    assert not [e for e in other.events.values() if "id" in e]
    for client in (anna, bob):
        client.close()


def test_why_not_is_said_in_the_words_of_the_rules(running: Running) -> None:
    anna, bob = pair(running)
    for _ in range(40):
        play([anna, bob], 1)
        latest = max(anna.version, bob.version)
        for client in (anna, bob):
            client.until(lambda client=client, latest=latest: client.version >= latest)
            view = client.view
            if not view or not view["legal"] or len(view["legal"]) > 2 or view["phase"] == "setup":
                continue
            legal = {each["action"].get("card") for each in view["legal"]}
            own = view["zones"]["hand"][view["viewer"]]["cards"]
            barred = [card for card in own if card not in legal]
            if barred and view["zones"]["pile"][0]["count"]:
                said = client.ask("why", card=barred[0])["said"]
                assert {"card": barred[0]} in said
                client.close()
                return
    raise AssertionError("every card was legal all the time")


@pytest.mark.parametrize(
    ("headers", "path"),
    [
        ({"Origin": "https://elsewhere.example"}, ""),
        ({"Host": "elsewhere.example"}, ""),
        ({"Origin": "null"}, ""),
    ],
)
def test_foreign_pages_get_nowhere(running: Running, headers: dict[str, str], path: str) -> None:
    about, anna = opened(running)
    if "Origin" in headers:
        with pytest.raises(InvalidStatus):
            anna.open(**headers)
    assert running.ask("POST", "/api/tables", {"rules": "yourtrumps", "name": "X"}, headers)[0] == 403
    own = {"Origin": f"http://127.0.0.1:{running.port}"}
    anna.open(**own)
    anna.until(lambda: bool(anna.state))
    assert anna.state["id"] == about["id"]
    anna.close()


@pytest.mark.parametrize("token", ["0" * 32, "", "x", "\ud800", 7])
def test_who_has_no_right_learns_nothing(running: Running, token: Any) -> None:
    about, anna = opened(running, spectators={"allowed": False, "delay": 0})
    there, nowhere = Client(running, about["id"], token), Client(running, "0" * 25, token)
    for client in (there, nowhere):
        client.open()
        client.until(lambda client=client: client.bye is not None)
    assert there.got == nowhere.got or token == 7
    assert running.ask("GET", "/api/tables/" + "0" * 25)[1] == running.ask("GET", "/api/tables/zz")[1]
    anna.close()


def test_nonsense_is_refused_and_floods_are_ended(running: Running) -> None:
    about, anna = opened(running)
    anna.open()
    anna.until(lambda: bool(anna.state))
    for text in (
        "",
        "[]",
        "{",
        '{"type": 3}',
        '{"type": "dance", "id": "1"}',
        "[" * 4000,
        '{"type":"move","id":"2"}',
    ):
        seen = len(anna.answers)
        anna.send(text)
        anna.until(lambda seen=seen: len(anna.answers) > seen)
        assert anna.answers[-1]["code"] == "damaged"
    anna.send("x" * 9000)
    with pytest.raises(ConnectionClosed):
        anna.read_on()
    flooder = Client(running, about["id"], anna.token)
    flooder.open()
    with suppress(ConnectionClosed):
        for _ in range(2000):
            flooder.send('{"type": "ping"}')
    with pytest.raises(ConnectionClosed):
        flooder.read_on()
    assert running.ask("GET", "/health")[0] == 200


def test_who_is_too_fast_is_answered_after_a_moment(running: Running) -> None:
    _, anna = opened(running)
    anna.open()
    anna.until(lambda: bool(anna.state))
    for number in range(90):
        anna.send({"type": "look", "ref": -number, "version": 1})
    anna.until(lambda: len(anna.answers) == 90)
    assert {answer.get("code") for answer in anna.answers} == {None, "slow"}
    assert anna.ask("look", version=1)["type"] == "past"
    anna.close()


def test_spectators_with_delay_see_it_later(running: Running) -> None:
    anna, bob = pair(running, spectators={"allowed": True, "delay": 2})
    watcher = Client(running, anna.table, None)
    watcher.open()
    watcher.until(lambda: bool(watcher.state))
    play([anna, bob], 2)
    latest = anna.version
    started = time.monotonic()
    watcher.until(lambda: watcher.version >= latest)
    assert time.monotonic() - started > 0.5
    for client in (anna, bob, watcher):
        client.close()


def test_rules_of_ones_own(running: Running) -> None:
    text = "language: 1\nextends: yourtrumps\ngame: Mine\n"
    name = running.post("/api/rules", {"name": "mine", "text": text})["name"]
    _, anna = opened(
        running, rules=name, options={}, seats=[{"kind": "person"}, {"kind": "computer", "level": "random"}]
    )
    anna.open()
    anna.until(lambda: bool(anna.state))
    assert anna.state["title"] == "Mine"
    anna.close()
    for wrong in ("language: 1\n", "language: 1\nextends: ../../secret\ngame: X\n", "x" * 300_000):
        assert running.ask("POST", "/api/rules", {"name": "bad", "text": wrong})[0] in (400, 413)
    assert {"Mine", "Your Trumps"} <= {r["title"] for r in running.ask("GET", "/api/rules")[1]["rules"]}


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    first, second = (("--process", f"{n}/2", "--store", str(tmp_path / "both.db")) for n in (1, 2))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with server(tmp_path / "a", *first) as one, server(tmp_path / "b", *second) as two:
        here, _ = opened(one, public=True)
        there, _ = opened(two, public=True)
        assert two.ask("GET", f"/api/tables/{here['id']}")[0] == 421
        assert one.ask("GET", f"/api/tables/{here['id']}")[0] == 200
        assert one.ask("GET", f"/api/codes/{there['code']}")[1] == {"id": there["id"]}
        lobby = {t["id"] for t in two.ask("GET", "/api/tables")[1]["tables"]}
        assert lobby == {here["id"], there["id"]}
        wrong = Client(two, here["id"], here["token"])
        wrong.open()
        wrong.until(lambda: wrong.bye is not None)
        assert wrong.bye == "elsewhere"


def test_logs_hold_no_tokens(running: Running) -> None:
    about, anna = opened(running)
    anna.open()
    anna.until(lambda: bool(anna.state))
    anna.close()
    log = (running.folder / "log.jsonl").read_text(encoding="utf-8")
    assert about["id"] in log
    assert about["token"] not in log
    assert all(json.loads(line)["event"] for line in log.splitlines())
