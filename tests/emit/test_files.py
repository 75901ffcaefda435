"""Outputs are written completely or not at all, in the format that their ending selects."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from gpucc import compiled
from gpucc.emit import files
from gpucc.errors import GpuccError, UsageError
from gpucc.program import Program

PROGRAM = Program("agal", "vertex", b"\xa0\x01\0\0\0\xa1\0" + bytes(24))


@pytest.mark.parametrize(
    ("path", "kind"),
    [("a.s", "asm"), ("a.asm", "asm"), ("a.bin", "bin"), ("b/a.agal", "agal"), ("a.json", "json"), ("a.b.H", "h")],
)
def test_the_ending_names_the_format(path: str, kind: str) -> None:
    assert files.kind_of(path).name == kind


@pytest.mark.parametrize("path", ["a", "a.xyz", "a.", ".json", "a/b.c/d", "s"])
def test_an_unknown_ending_is_refused(path: str) -> None:
    with pytest.raises(UsageError) as caught:
        files.kind_of(path)
    assert ".agal" in caught.value.notes[0]


def test_a_format_that_does_not_exist_names_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        files.kind_named("jsn")
    assert "'json'" in caught.value.notes[0]


def test_endings_and_names_are_unique() -> None:
    endings = [ending for kind in files.KINDS for ending in kind.endings]
    names = [kind.name for kind in files.KINDS]
    assert len(endings) == len(set(endings))
    assert len(names) == len(set(names))


def test_a_container_holds_only_its_own_targets_code() -> None:
    assert compiled.contents(PROGRAM, files.kind_named("agal")) == PROGRAM.code
    with pytest.raises(UsageError):
        compiled.contents(Program("pica200", "vertex", b""), files.kind_named("agal"))


def test_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    files.write_files({tmp_path / "a.bin": b"one", tmp_path / "b.bin": b"two"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.bin": b"one", "b.bin": b"two"}


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, old, plain = tmp_path / "new", tmp_path / "old", tmp_path / "plain"
    plain.write_text("")
    old.write_text("")
    old.chmod(0o640)
    files.write_files({new: b"x", old: b"y"})
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    files.write_files({link: b"new"})
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write_files({pipe: b"through"})
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to_and_not_replaced() -> None:
    files.write_files({Path("/dev/null"): b"gone"})
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_full_disk_is_an_error_of_one_line() -> None:
    with pytest.raises(GpuccError) as caught:
        files.write_files({Path("/dev/full"): b"x" * 100_000})
    assert caught.value.exit_code == 1
    assert "No space left" in caught.value.message


def test_a_missing_folder_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        files.write_files({tmp_path / "a.bin": b"x", tmp_path / "none" / "b.bin": b"y"})
    assert "does not exist" in caught.value.message
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is a folder"):
        files.write_files({tmp_path: b"x"})
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is not a folder"):
        files.write_files({tmp_path / "file" / "a.bin": b"x"})


def test_a_failure_in_the_middle_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"old")
    second.write_bytes(b"old")
    filled = files._fill

    def break_on_second(temporary: Path, target: Path, data: bytes) -> None:
        filled(temporary, target, data)
        if target == second:
            raise KeyboardInterrupt

    monkeypatch.setattr(files, "_fill", break_on_second)
    with pytest.raises(KeyboardInterrupt):
        files.write_files({first: b"new", second: b"new"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"first": b"old", "second": b"old"}


@pytest.mark.parametrize("name", ["nul\0byte", "x" * 300])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(GpuccError):
        files.write_files({tmp_path / name: b"x"})
    assert list(tmp_path.iterdir()) == []


def test_a_long_but_possible_name(tmp_path: Path) -> None:
    files.write_files({tmp_path / ("x" * 255): b"x"})
    assert len(list(tmp_path.iterdir())) == 1
