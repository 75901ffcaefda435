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
from pathlib import Path
from typing import Any

import pytest
from kernel_trials import CASES, compiled, is_exact, judged, name, wishes

from gpucc.compiled import CompiledProgram

HERE = Path(__file__).parent
KERNELS = HERE.parent / "kernels"
# compiled again under other hash seeds; together they use every pass
SAMPLE = ("march", "noise", "hsv_to_rgb", "skinning", "blinn_phong_fast", "palette_array", "edge")
SCRIPT = """
import json, sys
from gpucc import driver, targets
for path, isa, wishes in json.loads(sys.argv[1]):
    program = driver.compile(path, isa, verify=None, **wishes)
    print(program.code.hex(), program.constants, program.asm(), sep="\\n")
"""


def described(program: CompiledProgram) -> str:
    stats = program.stats
    return f"// {stats['instructions']} instructions, lower bound {stats['lower_bound']}\n{program.asm()}"


@pytest.mark.parametrize(("row", "isa"), CASES, ids=name)
def test_golden_assembly(row: dict[str, Any], isa: str, golden: Callable[[Path, str], None]) -> None:
    """Only a program that agrees with LLVM's JIT, bit for bit if it has exact operations alone, is compared or
    written."""
    built = compiled(row, isa)
    report = judged(built)
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
    chosen = [(str(KERNELS / row["file"]), isa, wishes(row, isa)) for row, isa in CASES if row["name"] in SAMPLE]
    assert len(chosen) >= len(SAMPLE)
    command = [sys.executable, "-P", "-c", SCRIPT, json.dumps(chosen)]
    started = [
        subprocess.Popen(
            command, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "4242")
    ]
    outputs = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert outputs[0].count("AGAL version") >= len(SAMPLE)
    assert outputs[0].count("// lima-vp") >= len(SAMPLE) - 1
    assert outputs[0] == outputs[1]
