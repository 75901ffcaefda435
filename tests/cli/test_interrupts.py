"""Ctrl-C in a real process, at any stage: exit code 130, no words, the old file stays, and no other files remain."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

LL = """define <4 x float> @main(<4 x float> %a, <4 x float> %b) {
  %p = fmul <4 x float> %a, %b
  %s = fadd <4 x float> %p, %a
  %q = fmul <4 x float> %s, %s
  %r = fadd <4 x float> %q, %b
  %t = fmul <4 x float> %r, %p
  ret <4 x float> %t
}
"""
# replaces the solver's problem by one that takes hours: the factors of a product
ENDLESS = """
import sys
from ortools.sat.python import cp_model
ours = cp_model.CpSolver.Solve
def thinks(solver, model):
    hard = cp_model.CpModel()
    a, b = (hard.NewIntVar(2, 10**8, name) for name in "ab")
    product = hard.NewIntVar(0, 10**16, "product")
    hard.AddMultiplicationEquality(product, [a, b])
    hard.Add(product == 86028157 * 67867967)
    solver.parameters.max_deterministic_time = 1e9
    solver.parameters.cp_model_presolve = False
    solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
    solver.log_callback = lambda line: print("begun", flush=True) if line.startswith("Starting search") else None
    return ours(solver, hard)
cp_model.CpSolver.Solve = thinks
from gpucc.__main__ import main
sys.exit(main())
"""
# writes the program slowly
SLOW = """
import sys, time
from gpucc.emit import files
ours = files._fill
def fill(*given):
    ours(*given)
    print("begun", flush=True)
    while True:
        time.sleep(1)
files._fill = fill
from gpucc.__main__ import main
sys.exit(main())
"""
# a command that interrupts itself, as the text in the middle says
ITSELF = """
import atexit, os, signal, sys, time
from gpucc.terminal import commands
def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)
class Destroyed:
    __del__ = interrupt
class Named:
    def __set_name__(self, *_):
        interrupt()
        time.sleep(0)
def work(*_):
    %s
    time.sleep(60)
commands.show_isas = work
from gpucc.__main__ import main
sys.argv = ["gpucc", "isas"]
sys.exit(main())
"""


def interrupted(code: str, words: list[str], folder: Path) -> tuple[int, str]:
    """Run the command, interrupt it once it reports that it is at work, and return its exit code and output."""
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", code, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    said = child.stdout.readline()
    child.send_signal(signal.SIGINT)
    try:
        _, errors = child.communicate(timeout=60)
    finally:
        child.kill()
    assert said == "begun\n", errors
    return child.returncode, errors


@pytest.mark.parametrize("isa", ["lima-vp", "lima-pp"])
def test_the_search_for_the_shortest_program_is_left(tmp_path: Path, isa: str) -> None:
    pytest.importorskip("ortools", reason="the exact scheduler is an optional extra: pip install 'gpucc[exact]'")
    (tmp_path / "k.ll").write_text(LL)
    (tmp_path / "k.mbs").write_text("old")
    code, errors = interrupted(ENDLESS, ["k.ll", "--isa", isa, "-O3", "-o", "k.mbs"], tmp_path)
    assert (code, errors) == (130, "")
    assert (tmp_path / "k.mbs").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k.ll", "k.mbs"]


def test_a_file_that_is_being_written_is_left(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(LL)
    (tmp_path / "k.agal").write_text("old")
    code, errors = interrupted(SLOW, ["k.ll", "--isa", "agal", "--stage", "vertex", "-o", "k.agal"], tmp_path)
    assert (code, errors) == (130, "")
    assert (tmp_path / "k.agal").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k.agal", "k.ll"]


@pytest.mark.parametrize(
    "interrupts",
    [
        "atexit.register(interrupt); interrupt()",
        "Destroyed()",
        "type('Holder', (), {'name': Named()})",
    ],
    ids=["again at the end", "within a destructor", "while a class is made"],
)
def test_an_interrupt_is_never_a_traceback(interrupts: str, tmp_path: Path) -> None:
    words = [sys.executable, "-P", "-c", ITSELF % interrupts]
    end = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (end.returncode, end.stderr) == (130, "")
