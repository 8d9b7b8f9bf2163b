"""Files that are written whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.exits import Exit, Stop
from cli.files import claim, read_text, whole
from tests.cli.running import run, spawn


def test_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    with whole(claim(path)) as stream:
        stream.write("one\n")
        assert not path.exists()
    assert path.read_bytes() == b"one\n"
    assert list(tmp_path.iterdir()) == [path]


def write_half(path: Path, error: type[BaseException]) -> None:
    with whole(claim(path)) as stream:
        stream.write("new\n")
        raise error


@pytest.mark.parametrize(("error", "kept"), [(ZeroDivisionError, "old\n"), (KeyboardInterrupt, "new\n")])
def test_an_error_keeps_the_old_file_an_interrupt_what_there_is(
    error: type[BaseException], kept: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(error):
        write_half(path, error)
    assert path.read_text(encoding="utf-8") == kept
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes of another kind")
def test_links_stay_links_and_modes_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    path.write_text("old\n", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole(claim(link)) as stream:
        stream.write("new\n")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new\n"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", [".", "no/such/place", "nul\0byte", "x" * 300])
def test_what_cannot_be_written_is_told_beforehand(name: str, tmp_path: Path) -> None:
    with pytest.raises(Stop) as stopped:
        claim(tmp_path / name)
    assert stopped.value.status is Exit.FAULTY_COMMAND


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xff")
    with pytest.raises(Stop, match="not utf-8"):
        read_text(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told() -> None:
    full = run("simulate", "-n", "1", "--record", "/dev/full")
    assert full.exit_code == 2
    assert "`/dev/full` cannot be written: no space left" in full.stderr


@pytest.mark.skipif(not Path("/dev/stderr").exists(), reason="a stream with a name")
def test_records_can_go_to_a_stream() -> None:
    ran = spawn("simulate", "-n", "1", "--record", "/dev/stderr")
    assert ran.returncode == 0
    assert '\n{"record": "match/1"' in ran.stderr
