"""The exact assembly of every kernel and target, with its instruction count and lower bound in the first line. Each
program agrees with LLVM's JIT.

An improvement is a diff of these files: `pytest tests/golden --bless` rewrites them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from kernel_trials import CASES, LANES, compiled, is_exact, judged, name, wishes

from gpucc.compiled import CompiledProgram
from gpucc.driver import Built

HERE = Path(__file__).parent
KERNELS = HERE.parent / "kernels"
# a program that is not written again needs fewer lanes
FEW_LANES = 64
# compiled again under another hash seed; together they use every pass
SAMPLE = ("march", "noise", "hsv_to_rgb", "skinning", "blinn_phong_fast", "palette_array", "edge")
SCRIPT = """
import json, sys
from gpucc import driver, targets
for path, isa, wishes in json.loads(sys.argv[1]):
    program = driver.compile(path, isa, verify=None, **wishes)
    print(program.code.hex(), program.constants, program.asm(), sep="\\n")
"""


@cache
def built_once(name: str, isa: str) -> Built:
    """The program of a kernel; it is the same for both tests."""
    (row,) = (row for row, target in CASES if (row["name"], target) == (name, isa))
    return compiled(row, isa)


def described(program: CompiledProgram) -> str:
    stats = program.stats
    return f"// {stats['instructions']} instructions, lower bound {stats['lower_bound']}\n{program.asm()}"


@pytest.mark.parametrize(("row", "isa"), CASES, ids=name)
def test_golden_assembly(
    row: dict[str, Any], isa: str, golden: Callable[[Path, str], None], pytestconfig: pytest.Config
) -> None:
    """Only a program that agrees with LLVM's JIT, bit for bit if it has exact operations alone, is compared or written.
    On more lanes before it is written."""
    bless = pytestconfig.getoption("--bless")
    built = built_once(row["name"], isa)
    report = judged(built, LANES if bless else FEW_LANES)
    assert report.passed, report.describe()
    assert report.verified, report.describe()
    if is_exact(row, isa):
        assert report.exact
        assert report.max_ulp == 0
    golden(HERE / isa / f"{row['name']}.s", described(CompiledProgram.of(built.program)))


def test_no_golden_file_without_a_kernel() -> None:
    assert {path.relative_to(HERE).as_posix() for path in HERE.glob("*/*.s")} == {
        f"{isa}/{row['name']}.s" for row, isa in CASES
    }


def test_the_hash_seed_does_not_matter(tmp_path: Path) -> None:
    """Programs of this process are those of a process with another hash seed."""
    rows = [(row, isa) for row, isa in CASES if row["name"] in SAMPLE]
    assert len(rows) >= len(SAMPLE)
    here = [CompiledProgram.of(built_once(row["name"], isa).program) for row, isa in rows]
    expected = "".join(f"{one.code.hex()}\n{one.constants}\n{one.asm()}\n" for one in here)
    chosen = [(str(KERNELS / row["file"]), isa, wishes(row, isa)) for row, isa in rows]
    seed = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    other = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, json.dumps(chosen)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    assert other.count("AGAL version") >= len(SAMPLE)
    assert other.count("// lima-vp") >= len(SAMPLE) - 1
    assert other == expected
