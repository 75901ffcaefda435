"""`gpucc batch`: several inputs in several processes, with the outcome of one; and `--watch`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from gpucc.terminal import batch, console
from gpucc.terminal.diagnostics import Reporter
from gpucc.terminal.wishes import Choices, Wishes

Run = Callable[..., Any]
FRAG = "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv * %s, 0, 1); }"
VERT = "attribute vec4 p; varying vec2 uv, unread; void main() { gl_Position = p; uv = p.xy; unread = p.zw; }"
FILES = {
    "c.frag": FRAG % "3.0",
    "bad.frag": "void main() { gl_FragColor = x; }",
    "a.frag": "void main() {}",
    "b.vert": VERT,
    "b.frag": FRAG % "2.0",
    "out/old": "",
}
# a search that does not end, in the processes of the batch as well
ENDLESS = """
import os, sys, time
from gpucc.terminal import batch, compiling
def endless(*_):
    open("begun.tmp", "w").write(str(os.getpid()))
    os.rename("begun.tmp", "begun")
    time.sleep(600)
if __name__ == "__main__":
    from gpucc.__main__ import main
    sys.exit(main())
else:
    batch.compile_inputs = endless
"""
TWICE = """
import os, signal, sys, time
from gpucc.terminal import batch
def endless(*_):
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(600)
if __name__ == "__main__":
    from gpucc.__main__ import main
    interrupt = batch._Pool.interrupt
    def twice(pool):
        os.kill(os.getpid(), signal.SIGINT)
        interrupt(pool)
    batch._Pool.interrupt = twice
    sys.exit(main())
else:
    batch.compile_inputs = endless
"""


def test_a_batch_says_and_writes_what_single_commands_do(gpucc: Run) -> None:
    order = ["c.frag", "bad.frag", "a.frag", "b.vert", "b.frag"]
    end = gpucc(["batch", *order, "--isa", "lima", "-o", "out", "-j", "2", "--link", "--emit", "h", "-MD"], FILES)
    assert end.code == 1
    names = ("a.frag", "b.frag", "b.vert", "c.frag")
    made = ["b.vert.d", "a.frag.d", "c.frag.d", *(f"{name}.h" for name in names)]
    assert end.new == tuple(f"out/{name}" for name in sorted(made))
    said = re.findall(r"^(?:gpucc: warning: )?([\w.]+):", end.err, re.MULTILINE)
    assert said == ["c.frag", "bad.frag", "a.frag", "a.frag", "b.vert", "b.frag"]
    assert len(end.errors) == 1
    # the pair was linked: what the fragment shader does not read is gone
    assert "unread" not in Path("out/b.vert.h").read_text()
    assert "b_vert_code" in Path("out/b.vert.h").read_text()
    alone = gpucc("c.frag --isa lima -o out/c_frag.h")
    assert alone.err == end.err.splitlines(keepends=True)[0].replace("c.frag:", "c:")
    assert Path("out/c.frag.h").read_text() == Path("out/c_frag.h").read_text().replace("c_frag:", "c.frag:")


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("no folder 'none'", "a.frag -o none"),
        ("there is no output", "a.frag"),
        ("would have one output", "a.frag s/a.frag -o out"),
        ("would have one output", "a.frag a.frag -o out"),
        ("both would be 'out/A_b_frag.hx'", "a-b.frag a_b.frag -o out --emit hx"),
        ("'a.frag.s': it is the input", "a.frag a.frag.s -o ."),
        ("cannot read 'none.frag'", "a.frag none.frag -o out"),
        ("is a preset", "a.glslp -o out"),
        ("reads files", "- -o out"),
        ("-MF and -MT go with one input", "a.frag -o out -MD -MF k.d"),
        ("-j", "a.frag -o out -j 0"),
    ],
)
def test_a_wrong_batch(refused: Run, says: str, words: str) -> None:
    more = ("s/a.frag", "a.glslp", "a-b.frag", "a_b.frag", "a.frag.s")
    refused(2, says, f"batch {words} --isa agal", {**FILES, **dict.fromkeys(more, "")})


def test_a_process_that_dies_takes_one_input_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = [batch.BatchTask((name,), "agal", Choices(), Wishes()) for name in ("a.frag", "b.frag")]
    worker = type("Worker", (), {"join": lambda self, *_: None, "exitcode": -11, "is_alive": lambda self: False})
    ends: list[Any] = []

    class Pool(batch._Pool):
        def start(self) -> Any:
            from multiprocessing import Pipe

            ours, theirs = Pipe()
            ends.append(theirs)
            self.workers[ours] = worker()
            if len(ends) == 1:
                theirs.close()
            else:
                theirs.send(batch.BatchResult(0, "b.frag: fine"))
            return ours

    monkeypatch.setattr(batch, "_Pool", Pool)
    with console.reporting(Reporter()) as reporter:
        assert batch.compile_batch(tasks, 1, lambda work, words: 0) == 3
    said = capsys.readouterr().err
    assert said.index("a.frag: error: the process that compiled it ended with signal 11") < said.index("b.frag: fine")
    assert "to reproduce: gpucc compile a.frag --isa agal" in said
    assert [(one.kind, one.file) for one in reporter.found] == [("InternalError", "a.frag")]


def test_the_largest_code_of_all_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def results(self, tasks: object) -> Iterator[tuple[int, batch.BatchResult]]:
            yield from ((number, batch.BatchResult(code, "")) for number, code in enumerate((0, 3, 1, 0)))

    monkeypatch.setattr(batch, "_pool", lambda *_: nullcontext(Pool()))
    task = batch.BatchTask(("a.frag",), "agal", Choices(), Wishes())
    with console.reporting(Reporter()):
        assert batch.compile_batch([task] * 4, 1, lambda *_: 0) == 3


def test_results_are_shown_in_order() -> None:
    def come() -> Iterator[tuple[int, batch.BatchResult]]:
        for number in (2, 0, 3, 1):
            yield number, batch.BatchResult(number, "")

    assert [one.code for one in batch._in_order(come())] == [0, 1, 2, 3]


def test_an_interrupt_ends_all_processes(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "run.py").write_text(ENDLESS)
    for name in ("a.frag", "b.frag"):
        (tmp_path / name).write_text(FRAG % "2.0")
    words = ["batch", "a.frag", "b.frag", "--isa", "agal", "-o", "out", "-j", "1"]
    child = subprocess.Popen(
        [sys.executable, "-P", "run.py", *words], cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        while not (tmp_path / "begun").exists() and child.poll() is None:
            os.sched_yield()
        os.killpg(child.pid, signal.SIGINT)
        errors = child.communicate(timeout=60)[1]
    finally:
        child.kill()
    assert (child.returncode, errors) == (130, b"")
    assert not list((tmp_path / "out").iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "begun").read_text()), 0)


def test_several_interrupts_end_all_processes_as_one_does(tmp_path: Path) -> None:
    """The command is interrupted again before it has told its processes, one of which does not end of itself."""
    (tmp_path / "out").mkdir()
    (tmp_path / "run.py").write_text(TWICE)
    for name in ("a.frag", "b.frag"):
        (tmp_path / name).write_text(FRAG % "2.0")
    words = ["batch", "a.frag", "b.frag", "--isa", "agal", "-o", "out", "-j", "2"]
    end = subprocess.run(
        [sys.executable, "-P", "run.py", *words], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert (end.returncode, end.stdout, end.stderr) == (130, b"", b"")


def test_watching_compiles_again_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gpucc.cli import caught
    from gpucc.terminal import watch

    monkeypatch.chdir(tmp_path)
    edits = [
        ("k.glsl", "#define K 2.0x\n"),
        ("k.glsl", "#define K 4.0\n"),
        ("a.frag", (FRAG % "5.0") + "\n"),
    ]
    Path("k.glsl").write_text("#define K 2.0\n")
    Path("a.frag").write_text('#include "k.glsl"\n' + FRAG % "K")
    written: list[bytes] = []

    def edit(seconds: float) -> None:
        """Stands for the time between two looks: the user edits a file, or presses Ctrl-C."""
        written.append(Path("a.json").read_bytes())
        if not edits:
            raise KeyboardInterrupt
        name, text = edits.pop(0)
        Path(name).write_text(text)
        os.utime(name, ns=(0, len(edits)))

    monkeypatch.setattr(watch.time, "sleep", edit)
    with console.reporting(Reporter()), pytest.raises(KeyboardInterrupt):
        watch.watch_inputs(["a.frag"], "agal", Choices(), Wishes(output="a.json"), caught)
    first, second, third, fourth = written
    assert first == second != third != fourth
    said = capsys.readouterr().err
    assert said.count("watching 2 files") == 4
    assert said.count("error:") == 1


def test_watching_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from gpucc.cli import caught
    from gpucc.terminal import watch

    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    Path("a.frag").write_text(FRAG % "1.0")
    monkeypatch.setattr(watch.time, "sleep", stop)
    with console.reporting(Reporter()), pytest.raises(KeyboardInterrupt):
        watch.watch_inputs(["a.frag"], "agal", Choices(), Wishes(output="a.json"), caught)
    assert "watching 1 file; Ctrl-C ends it" in capsys.readouterr().err
