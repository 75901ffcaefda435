"""The example targets, installed as packages: every command works for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gpucc import cli, driver
from gpucc.errors import InputError, LimitExceeded
from gpucc.isel import P, Rule
from gpucc.targets import registry, vector_target
from gpucc.targets.composed import missing_bounds

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "tests" / "kernels"
ROWS = {row["name"]: row for row in json.loads((KERNELS / "index.json").read_text())}
TEN = (
    "transform_rows", "transform_columns", "tangent_frame", "billboard", "quaternion", "matrix_loop", "struct_outputs",
    "globals_vertex", "uniform_index_int", "integers",
)  # fmt: skip
TARGETS = ("arbvp1", "toyvliw")
LIT = ROOT / "examples" / "lit.vert"
MOST_LINES = 250

pytestmark = pytest.mark.usefixtures("installed")


def compiled(name: str, isa: str, opt: int = 2) -> driver.CompiledProgram:
    row = ROWS[name]
    return driver.compile(
        KERNELS / row["file"], isa, entry=row["entry"], stage="vertex", bind=row["bind"], opt=opt, verify=16
    )


def test_each_is_small() -> None:
    for path in (ROOT / "examples" / "targets").rglob("*.py"):
        assert len(path.read_text().splitlines()) <= MOST_LINES, path


def test_a_fresh_process_lists_them(packages: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    words = [sys.executable, "-P", "-m", "gpucc", "isas"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert set(TARGETS) < {line.split()[0] for line in done.stdout.splitlines() if line}


@pytest.mark.parametrize("isa", TARGETS)
def test_ten_kernels_are_verified_and_survive_their_text(isa: str) -> None:
    for name in TEN:
        program = compiled(name, isa)
        assert program.verified is not None
        assert program.verified["verdict"] == "verified", name
        assert driver.assemble(program.asm(), isa).code == program.code
        # the list scheduler of the VLIW machine reaches the lower bound, so no schedule is shorter
        assert isa != "toyvliw" or program.stats["meets_bound"], name


@pytest.mark.parametrize("isa", TARGETS)
def test_commands(
    isa: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (
        ["explain", str(LIT), "--isa", isa, "--no-verify", "-o", "page.html"],
        ["cost", str(LIT), "--isa", isa, "--no-verify"],
        ["isas", isa],
        [str(LIT), "--isa", isa, "--no-verify", "-o", "k.json"],
        [str(LIT), "--isa", isa, "--no-verify", "-o", "k.bin", "--explain"],
        ["disasm", "k.bin", "--isa", isa, "--check", "-o", "k.s"],
        ["asm", "k.s", "--isa", isa, "-o", "again.bin"],
    )
    for line in lines:
        assert cli.main(line) == 0, capsys.readouterr().err
    assert (tmp_path / "k.bin").read_bytes() == (tmp_path / "again.bin").read_bytes()
    given = {"position": 1.0, "normal": 1.0, "transform": 1.0, "light": 1.0, "colour": 1.0}
    shapes = {"position": (2, 3), "normal": (2, 3), "transform": (4, 4), "light": (3,), "colour": (4,)}
    import numpy as np

    arrays = {name: np.full(shapes[name], value) for name, value in given.items()}
    found = driver.load(Path("k.json")).run(arrays)
    assert found["gl_Position"].tolist() == [[4.0] * 4] * 2


def test_bisect_names_a_wrong_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = registry.find("arbvp1")
    import gpucc_arbvp1 as module

    wrong = replace(module.RULES, rules=(*module.RULES.rules, Rule("sum", P.fadd("a", "b"), "SUB(a, b)", cost=0.5)))
    bad = replace(vector_target(module.ARBVP1, wrong, module.Coder(), bounds=module.BOUNDS), package=goal.package)
    monkeypatch.setattr(driver.registry, "find", lambda name: bad)
    (tmp_path / "k.vert").write_text("attribute vec4 a, b; void main() { gl_Position = a + b; }")
    assert cli.main([str(tmp_path / "k.vert"), "--isa", "arbvp1"]) == 3
    assert "the likeliest cause is in the package gpucc-arbvp1 1.0" in " ".join(capsys.readouterr().err.split())
    assert cli.main(["bisect", str(tmp_path / "k.vert"), "--isa", "arbvp1", "--lanes", "32"]) == 0
    assert "rule arbvp1/sum: without it the comparison passes" in capsys.readouterr().out


def test_a_missing_bound_is_told() -> None:
    goal = registry.find("toyvliw")
    assert missing_bounds(replace(goal, bounds={})) == ("sqrt",)


def test_a_program_that_cannot_fit_is_refused_before_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an address register, an index becomes a tree of selects among all elements."""
    import gpucc_arbvp1 as module

    ops = tuple(op for op in module.OPS if op.name != "ARL")
    bare = vector_target(replace(module.ARBVP1, ops=ops), replace(module.RULES, index={}), module.Coder())
    monkeypatch.setattr(driver.registry, "find", lambda name: bare)
    source = (
        "uniform vec4 u[24]; attribute vec4 a; void main() { gl_Position = u[int(a.x)] * u[int(a.y)] + u[int(a.z)]; }"
    )
    with pytest.raises(LimitExceeded, match=r"takes at least \d+ instructions"):
        driver.compile(source, "arbvp1", name="k.vert", verify=None)


def broken(isa: str) -> Iterator[tuple[bytes, str]]:
    """Bytes that a decoder refuses, with the reason."""
    if isa == "toyvliw":
        yield b"", "0 bytes are no toyvliw program"
        yield bytes(20), "an instruction has 21"
        yield b"\x0f" + bytes(20), "the opcode 15, which no op has"
        yield bytes(6) + b"\x80" + bytes(14), "bits between the slots"
    else:
        yield b"MOV R0, R1;", "begins with !!ARBvp1.0 and ends with END"
        yield b"!!ARBvp1.0\nMOV R0;\nEND\n", "'MOV R0;' is no instruction"
        yield b"!!ARBvp1.0\nMOV vertex.attrib[1], R0;\nEND\n", "MOV cannot use vertex.attrib[1] there"
        yield b"!!ARBvp1.0\nMOV R12, R0;\nEND\n", "MOV cannot use R12 there"


@pytest.mark.parametrize("isa", TARGETS)
def test_what_is_no_program_is_refused(isa: str) -> None:
    for data, reason in broken(isa):
        with pytest.raises(InputError) as caught:
            driver.disassemble(data, isa)
        assert reason in caught.value.message
