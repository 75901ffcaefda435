"""The exact assembly of every kernel and target, with its instruction count and lower bound in the first line.

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

from gpucc import driver
from gpucc.program import Program
from gpucc.targets import registry

HERE = Path(__file__).parent
KERNELS = HERE.parent / "kernels"
ROWS: list[dict[str, Any]] = json.loads((KERNELS / "index.json").read_text())
CASES = [(row, isa) for row in ROWS for isa in row["targets"]]
# compiled again under other hash seeds; together they use every pass
SAMPLE = ("march", "noise", "hsv_to_rgb", "skinning", "blinn_phong_fast", "palette_array", "edge")
SCRIPT = """
import json, sys
from gpucc import driver, targets
for path, isa, wishes in json.loads(sys.argv[1]):
    program = driver.compile(path, isa, verify=None, **wishes)
    print(program.code.hex(), program.constants, program.asm(), sep="\\n")
"""


def name(value: object) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def wishes(row: dict[str, Any], isa: str) -> dict[str, Any]:
    known = registry.find(isa).isa
    options = {"version": str(row["version"])} if row["version"] > 1 and "version" in known.options else {}
    stage = row["stage"] if row["stage"] in known.stages else known.default_stage
    return {"entry": row["entry"], "stage": stage, "bind": row["bind"], "target": options}


def described(program: Program) -> str:
    stats = program.stats
    return f"// {stats['instructions']} instructions, lower bound {stats['lower_bound']}\n{program.asm()}"


@pytest.mark.parametrize(("row", "isa"), CASES, ids=name)
def test_golden_assembly(row: dict[str, Any], isa: str, golden: Callable[[Path, str], None]) -> None:
    text = described(driver.compile(KERNELS / row["file"], isa, verify=None, **wishes(row, isa)))
    golden(HERE / isa / f"{row['name']}.s", text)


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
