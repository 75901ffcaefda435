"""The programs of docs and examples that make IR in Python: llvmlite's builder, and Numba where it is installed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import UsageError

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


MATRIX = """define <3 x float> @k(ptr %m, float %x) {
  %c = load <3 x float>, ptr %m, align 4
  %p = getelementptr i8, ptr %m, i64 48
  %d = load <3 x float>, ptr %p, align 4
  %q = getelementptr i8, ptr %m, i64 16
  %e = load <3 x float>, ptr %q, align 4
  %s = insertelement <3 x float> poison, float %x, i32 0
  %t = shufflevector <3 x float> %s, <3 x float> poison, <3 x i32> zeroinitializer
  %u = fmul <3 x float> %c, %t
  %v = fadd <3 x float> %u, %d
  %w = fadd <3 x float> %v, %e
  ret <3 x float> %w
}
"""


def test_a_matrix_may_be_given_whole() -> None:
    """The program reads three of four numbers of each column; users have all sixteen."""
    program = driver.compile(MATRIX, "agal", stage="vertex", verify=None)
    matrix = np.arange(16, dtype=np.float32)
    found = [
        np.asarray(next(iter(driver.run(program, {"m": one, "x": np.ones(2, np.float32)}).values())))
        for one in (matrix, matrix.reshape(4, 4))
    ]
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0][0, :3], matrix[:3] + matrix[12:15] + matrix[4:7])
    for wrong in (np.ones(20, np.float32), np.float32(1.0)):
        with pytest.raises(UsageError, match="numbers for each lane"):
            driver.run(program, {"m": wrong, "x": np.ones(2, np.float32)})
