"""The programs of docs and examples that make IR in Python: llvmlite's builder, and Numba where it is installed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from gpucc import driver

ROOT = Path(__file__).resolve().parents[2]


def test_the_builders_program(capsys: pytest.CaptureFixture[str]) -> None:
    made = runpy.run_path(str(ROOT / "examples" / "builder.py"))
    made["main"]()
    printed = capsys.readouterr().out
    assert "sin vt0.x, vt0.x" in printed
    assert "0.9588511" in printed  # 2 sin 0.5
    for isa in ("lima-vp", "pica200"):
        (report,) = [found for _, found in driver.verify(made["wave"](), isa, stage="vertex", lanes=64)]
        assert not isinstance(report, Exception), report
        assert report.passed


def test_the_function_of_numba() -> None:
    pytest.importorskip("numba")
    (code,) = re.findall(r"```python\n(.*?cfunc.*?)```", (ROOT / "docs" / "llvm-ir.md").read_text(), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "llvm-ir.md", "exec"), names)
    x, (found,) = names["x"], names["outputs"].values()  # type: ignore[attr-defined]
    assert np.allclose(np.asarray(found).reshape(5, -1)[:, 0], x * x * (3 - 2 * x), atol=1e-6)  # type: ignore[operator]
