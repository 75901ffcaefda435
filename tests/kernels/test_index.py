"""The kernel corpus is what its index says: every file listed, every entry defined, every module read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from gpucc.lowering.reader import read

HERE = Path(__file__).parent
KERNELS: list[dict[str, Any]] = json.loads((HERE / "index.json").read_text())
KEYS = {"name", "file", "entry", "stage", "source", "language", "flags", "exact", "targets", "version", "bind", "why"}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
def test_entry(kernel: dict[str, Any]) -> None:
    assert set(kernel) == KEYS
    assert kernel["stage"] in ("vertex", "fragment")
    assert not (kernel["exact"] and "fast" in kernel["flags"])
    assert (HERE / kernel["source"]).exists()
    reference = llvm.parse_assembly((HERE / kernel["file"]).read_text(), llvm.create_context())
    reference.verify()
    assert not read(str(reference)).functions[kernel["entry"]].declared_only


def test_index_is_complete() -> None:
    assert {kernel["file"] for kernel in KERNELS} == {path.name for path in HERE.glob("*.ll")}
    assert len({kernel["name"] for kernel in KERNELS}) == len(KERNELS) >= 36
    assert {kernel["language"] for kernel in KERNELS} == {"c", "rust", "numba", "ll"}
