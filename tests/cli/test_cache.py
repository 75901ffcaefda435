"""The cache: what it keeps, what makes it compile again, and what it does when it is damaged, full or not writable."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from gpucc.errors import UsageError
from gpucc.terminal import cache as caching
from gpucc.terminal.cache import FOLDERS, ProgramCache, key_of
from gpucc.terminal.made import Made, MadeProgram
from gpucc.terminal.places import cache_folder
from gpucc.terminal.wishes import Choices, GivenSource, Wishes

Run = Callable[..., Any]
KEPT = "; from the cache"
SHADER = """#include "k.glsl"
precision mediump float;
varying vec2 uv;
void main() { gl_FragColor = vec4(uv * K, 0, 1); }
"""
FILES = {"a.frag": SHADER, "k.glsl": "#define K 2.0\n"}
MADE = Made((b"code\0",), (MadeProgram("a: summary", "", "", False),), ("a.frag:1:1: warning",), ("link",), {})


def settled(*names: str) -> None:
    """Make the files older than the compilation that follows, as saved files are."""
    for name in names:
        os.utime(name, (1, 1))


@pytest.fixture
def compiled(gpucc: Run) -> Callable[..., Any]:
    def run(words: str = "", **files: str) -> Any:
        for name, text in {**FILES, **files}.items():
            if not Path(name).exists() or name in files:
                Path(name).write_text(text)
                settled(name)
        return gpucc(f"a.frag --isa agal --cache kept {words}")

    return run


def test_a_second_run_is_the_same_from_the_cache(compiled: Callable[..., Any]) -> None:
    Path("x").mkdir()
    first, second = compiled("-o a.json -MD"), compiled("-o x/a.json -MD")
    assert KEPT not in first.err
    assert "verified on 256 of 256 lanes" in second.err
    assert second.err == first.err.replace("bit for bit", f"bit for bit{KEPT}")
    assert Path("a.json").read_bytes() == Path("x/a.json").read_bytes()
    assert Path("x/a.d").read_text() == "x/" + Path("a.d").read_text()
    # of another name, format, option or source
    for words in ("-o a.h", "-o c.h", "-O0", "-D X", "--verify 64", "--stats"):
        assert KEPT not in compiled(words).err, words
    changed = compiled("-o a.json", **{"a.frag": SHADER.replace("uv * K", "uv - K")})
    assert (changed.code, KEPT in changed.err) == (0, False)


def test_an_included_file_counts(compiled: Callable[..., Any]) -> None:
    before = compiled()
    after = compiled(**{"k.glsl": "#define K 3.0\n"})
    assert (KEPT in after.err, after.out == before.out) == (False, False)
    back = compiled(**{"k.glsl": FILES["k.glsl"]})
    assert (KEPT in back.err, back.out == before.out) == (True, True)


def test_a_file_that_would_be_found_first_counts(gpucc: Run) -> None:
    files = {"a.frag": SHADER, "one/x.glsl": "", "two/k.glsl": "#define K 2.0\n"}
    words = "a.frag --isa agal --cache kept -I one -I two"
    first = gpucc(words, files)
    assert KEPT not in first.err
    assert KEPT in gpucc(words).err
    found = gpucc(words, {"one/k.glsl": "#define K 5.0\n"})
    assert (KEPT in found.err, found.out == first.out) == (False, False)


def test_what_was_wrong_is_compiled_again(gpucc: Run) -> None:
    words = "a.frag --isa agal --cache kept"
    assert gpucc(words, {"a.frag": "void main() { x; }"}).code == 1
    assert gpucc(words).err.count("is not declared") == 1
    told = gpucc(words, {"a.frag": "void main() {}"})
    assert "writes no colour" in told.err
    assert (again := gpucc(words)).err.count("warning") == 1
    assert KEPT in again.err
    assert gpucc(f"{words} -Werror").code == 1
    assert "warning" not in gpucc(f"{words} -w").err
    for word in ("--explain", "--time-limit 100", "--no-cache", "--emit graph"):
        assert KEPT not in gpucc(f"a.frag --isa agal {'' if word == '--no-cache' else '--cache kept'} {word}").err


# the folder -----------------------------------------------------------------------------------------------------------


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GPUCC_CACHE", "CI", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert cache_folder(None, False) == Path.home() / ".cache" / "gpucc"
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_folder(None, False) == Path("/x/gpucc")
    monkeypatch.setenv("CI", "true")
    assert cache_folder(None, False) is None
    assert cache_folder("d", False) == Path("d")
    monkeypatch.setenv("GPUCC_CACHE", "e")
    assert cache_folder(None, False) == Path("e")
    assert cache_folder(None, True) is None
    monkeypatch.setenv("GPUCC_CACHE", "off")
    assert cache_folder(None, False) is None
    with pytest.raises(UsageError, match="contradict"):
        cache_folder("d", True)


def test_a_file_in_place_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"--cache names a folder, and '.*file' is none"):
        cache_folder(str(tmp_path / "file"), False)
    monkeypatch.setenv("GPUCC_CACHE", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="GPUCC_CACHE names a folder"):
        cache_folder(None, False)
    assert cache_folder(str(tmp_path / "new"), False) == tmp_path / "new"


def test_the_key_holds_gpuccs_own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "terminal").mkdir()
    monkeypatch.setattr(caching, "__file__", str(tmp_path / "terminal" / "cache.py"))
    keys = set()
    for name, text in (("a.py", "1"), ("a.py", "2"), ("terminal/b.py", "2"), ("tests/c.py", "3"), ("x.txt", "")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        keys.add(caching._code())
    assert len(keys) == 3


def test_the_key_holds_versions_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    source, choices = GivenSource(b"x", "a.frag"), Choices()
    keys = {key_of([source], "agal", choices, ())}
    keys.add(key_of([replace(source, data=b"y")], "agal", choices, ()))
    keys.add(key_of([replace(source, name="b.frag")], "agal", choices, ()))
    keys.add(key_of([replace(source, modules=(b"helper",))], "agal", choices, ()))
    keys.add(key_of([replace(source, modules=(b"another",))], "agal", choices, ()))
    keys.add(key_of([source, source], "agal", choices, ()))
    keys.add(key_of([source], "lima-pp", choices, ()))
    keys.add(key_of([source], "agal", replace(choices, effort=99), ()))
    keys.add(key_of([source], "agal", choices, ("json",)))
    caching._surroundings.cache_clear()
    monkeypatch.setattr(caching, "versions", lambda: (("gpucc", "0.1.0"), ("llvmlite", "9.9"), ("LLVM", "99")))
    keys.add(key_of([source], "agal", choices, ()))
    caching._surroundings.cache_clear()
    assert len(keys) == 10


def test_what_one_compilation_accepts_is_not_taken_for_another() -> None:
    """Each option that decides what is made, or whether it may be written, is in the key; the others are not."""
    usual = Wishes()
    other = {
        "lanes": None, "stats": True, "allow_unverified": True, "disable": ("rule:x",), "link_move": True,
    }  # fmt: skip
    kept = {name for name in other if replace(usual, **{name: other[name]}).judged != usual.judged}
    assert kept == set(other)
    # where and under which name, what a compilation says of its stages, and how its warnings are told
    elsewhere = {"output", "emit", "explain", "werror", "quiet", "stop_after", "only_changed", "depends", "cache"}
    assert {one.name for one in fields(Wishes)} == {*other, *elsewhere, "whole_names"}


def test_a_table_of_another_width_is_not_taken(compiled: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("200", "60"):
        monkeypatch.setenv("COLUMNS", columns)
        assert KEPT not in compiled("--emit schedule").err
    assert KEPT in compiled("--emit schedule").err


def test_an_entry_gives_all_back_that_was_made(tmp_path: Path) -> None:
    program = MadeProgram("a: summary", "statistics", "", True)
    made = Made((b"\0\xff", b""), (program, replace(program, derives=False)), ("warning",), ("linked",), {"no": False})
    cache = ProgramCache(tmp_path)
    cache.keep("0ab", made, 0)
    assert cache.find("0ab") == replace(made, kept=True)


def test_damaged_entries_are_not_read(tmp_path: Path) -> None:
    cache = ProgramCache(tmp_path)
    cache.keep("0ab", MADE, 0)
    assert cache.find("0ab") == replace(MADE, kept=True)
    (entry,) = (tmp_path / "0").iterdir()
    whole = entry.read_bytes()
    for damaged in (whole[:-1], b"", whole.replace(b"summary", b"summarx"), b"\n".join([b"0" * 64, b"{}"])):
        entry.write_bytes(damaged)
        assert cache.find("0ab") is None
    cache.keep("0ab", MADE, 0)
    assert cache.find("0ab") is not None


def test_the_cache_is_bounded_and_keeps_what_is_used(tmp_path: Path) -> None:
    large = replace(MADE, outputs=(bytes(3000),))
    cache = ProgramCache(tmp_path, limit=FOLDERS * 10_000)
    for number in range(20):
        cache.keep(f"0{number:03}", large, 0)
        for at, path in enumerate(sorted((tmp_path / "0").iterdir())):
            os.utime(path, (at, at))
        assert cache.find("0000") is not None
        assert sum(path.stat().st_size for path in (tmp_path / "0").iterdir()) <= 10_000
    assert cache.find("0001") is None
    cache.keep("0big", replace(MADE, outputs=(bytes(10_000),)), 0)
    assert cache.find("0big") is None


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = ProgramCache(tmp_path / "file")
    cache.keep("0ab", MADE, 0)
    assert cache.find("0ab") is None


def test_writers_beside_one_another_do_no_harm(tmp_path: Path) -> None:
    cache, wrong = ProgramCache(tmp_path, limit=FOLDERS * 4000), []

    def work(seed: int) -> None:
        for number in range(20):
            key = f"0{(number + seed) % 5}"
            cache.keep(key, replace(MADE, links=(key,)), 0)
            found = cache.find(key)
            if found is not None and found.links != (key,):
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_file_that_changed_meanwhile_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "k.glsl").write_text("")
    cache, made = ProgramCache(tmp_path / "kept"), replace(MADE, looked={str(tmp_path / "k.glsl"): True})
    cache.keep("0ab", made, cache.now())
    assert cache.find("0ab") is not None
    cache.keep("0cd", made, 0)
    assert cache.find("0cd") is None
    cache.keep("0ef", replace(MADE, looked={str(tmp_path / "gone.glsl"): True}), cache.now())
    assert cache.find("0ef") is None
