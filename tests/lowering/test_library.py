"""Functions of the C library without a corresponding intrinsic: their definitions compared with numpy in double
precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import UsageError
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load
from gpucc.terminal.outputs import plan_outputs

SOURCE = (Path(__file__).parents[1] / "regressions" / "hypot_and_cbrt.ll").read_text()
HUGE = float(np.finfo(np.float32).max)


def results(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    inputs = {"p": np.zeros((len(a), 4), np.float32), "a": a, "b": b}
    (found,) = driver.reference(SOURCE, "agal", inputs, stage="vertex").values()
    return found


def test_accuracy_over_the_whole_range() -> None:
    random = np.random.default_rng(1)
    a = (np.exp2(random.uniform(-120, 126, 4000)) * random.choice([-1, 1], 4000)).astype(np.float32)
    b = (a * np.exp2(random.uniform(-20, 1, 4000))).astype(np.float32)
    found = results(a, b).astype(np.float64)
    far, root = np.hypot(a.astype(np.float64), b.astype(np.float64)), np.cbrt(a.astype(np.float64))
    inside = far < HUGE
    assert np.abs(found[inside, 0] / far[inside] - 1).max() < 2.0**-22
    assert np.abs(found[:, 1] / root - 1).max() < 2.0**-18
    assert np.isinf(found[far > 1.0001 * HUGE, 0]).all()


@pytest.mark.parametrize(
    ("a", "b", "far", "root"),
    [
        (0, 0, 0, 0),
        (-0.0, 5, 5, -0.0),
        (np.inf, np.nan, np.inf, np.inf),
        (-np.inf, np.inf, np.inf, -np.inf),
        (3, np.nan, np.nan, 3 ** (1 / 3)),
        (np.nan, 0, np.nan, np.nan),
        (1e-40, 0, 1e-40, 1e-40 ** (1 / 3)),
    ],
)
def test_special_values(a: float, b: float, far: float, root: float) -> None:
    found = results(np.array([a], np.float32), np.array([b], np.float32))[0]
    np.testing.assert_allclose(found[:2], np.array([far, root], np.float32), rtol=1e-5, atol=1e-42)
    assert np.signbit(found[1]) == np.signbit(root) or np.isnan(root)


INDIRECT = """define <4 x float> @vertex(<4 x float> %p, i32 %n) {
  %a = getelementptr inbounds [2 x ptr], ptr @t, i32 0, i32 %n
  %d = load ptr, ptr %a
  indirectbr ptr %d, [label %x, label %y]
x:
  ret <4 x float> %p
y:
  ret <4 x float> zeroinitializer
}
@t = internal constant [2 x ptr] [ptr blockaddress(@vertex, %x), ptr blockaddress(@vertex, %y)]
"""
BY_PARAMETER = """define <4 x float> @vertex(<4 x float> %p, ptr %d) {
  indirectbr ptr %d, [label %x, label %y]
x:
  ret <4 x float> %p
y:
  ret <4 x float> zeroinitializer
}
"""


@pytest.mark.parametrize("text", [INDIRECT, BY_PARAMETER], ids=["table", "parameter"])
def test_a_jump_to_an_address_is_named(text: str) -> None:
    with pytest.raises(Exception, match="a jump to an address cannot be compiled") as found:
        canonicalise(load(text), stage="vertex", entry=None, bind=[], default_stage=None)
    assert "use a switch over a number instead" in found.value.notes


def test_the_formats_named_include_the_graph() -> None:
    with pytest.raises(UsageError) as found:
        plan_outputs(None, "foo", ["k"])
    assert "graph" in found.value.notes[0].split(": ")[1].split(", ")
