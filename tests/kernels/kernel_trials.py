"""The kernels of the index, compiled and judged as tests need them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.interp.compare import Report
from gpucc.sched.core.allowance import allow
from gpucc.targets import registry

HERE = Path(__file__).parent
KERNELS: list[dict[str, Any]] = json.loads((HERE / "index.json").read_text())
CASES = [(row, isa) for row in KERNELS for isa in row["targets"]]
# twice those of an ordinary compilation
LANES = 512


def name(value: object) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def wishes(row: dict[str, Any], isa: str) -> dict[str, Any]:
    known = registry.find(isa).isa
    options = {"version": str(row["version"])} if row["version"] > 1 and "version" in known.options else {}
    stage = row["stage"] if row["stage"] in known.stages else known.default_stage
    return {"entry": row["entry"], "stage": stage, "bind": row["bind"], "target": options}


def compiled(row: dict[str, Any], isa: str, opt: int = 2, effort: int = 100) -> driver.Built:
    """The program before it is judged."""
    how = wishes(row, isa)
    return driver._build(
        HERE / row["file"], registry.find(isa), how["entry"], how["stage"], opt, how["bind"], how["target"], None,
        driver.silent, allowance=allow(effort, None),
    )  # fmt: skip


def judged(built: driver.Built, lanes: int = LANES) -> Report:
    return driver._judge(built, lanes, 1)


def is_exact(row: dict[str, Any], isa: str) -> bool:
    """Return whether the result must be right bit for bit. Where the target divides the position by w at the end, it is
    not exact."""
    transformed = "viewport" in registry.find(isa).isa.options and "@gl_Position" in (HERE / row["file"]).read_text()
    return row["exact"] and not transformed
