"""The kernel corpus agrees with its index: every file is listed, every entry defined, every module readable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from gpucc.lowering.reader.read import read

HERE = Path(__file__).parent
KERNELS: list[dict[str, Any]] = json.loads((HERE / "index.json").read_text())
KEYS = {"name", "file", "entry", "stage", "source", "language", "flags", "exact", "targets", "version", "bind", "why"}


@pytest.mark.parametrize("row", KERNELS, ids=lambda row: row["name"])
def test_entry(row: dict[str, Any]) -> None:
    assert set(row) == KEYS
    assert row["stage"] in ("vertex", "fragment")
    assert not (row["exact"] and "fast" in row["flags"])
    assert (HERE / row["source"]).exists()
    reference = llvm.parse_assembly((HERE / row["file"]).read_text(), llvm.create_context())
    reference.verify()
    assert not read(str(reference)).functions[row["entry"]].declared_only


def test_index_is_complete() -> None:
    assert {row["file"] for row in KERNELS} == {path.name for path in HERE.glob("*.ll")}
    assert len({row["name"] for row in KERNELS}) == len(KERNELS) >= 36
    assert {row["language"] for row in KERNELS} == {"c", "rust", "numba", "ll"}
