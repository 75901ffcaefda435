"""lima-vp programs with far more live values than registers, and divergent lanes: they compile, and agree with LLVM's
JIT."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from lima_vp_kernels import source

from gpucc import driver
from gpucc.emit.lima_vp import decode
from gpucc.isa.lima_vp import VIEWPORT_TRANSFORM
from gpucc.program import Program

# each value depends on the one four before it; the first ones are needed last, and nothing may be reordered
STEPS = (
    "fmul float {before}, 0.75",
    "fmul float {before}, -0.625",
    "fsub float {read}, {before}",
    "fadd float {before}, {read}",
)
REGISTERS = 64


def alive(count: int) -> str:
    """A shader with `count` scalars live in its middle: they are computed in order and used in reverse order."""
    lines = [
        f"  %{name}{i} = extractelement <4 x float> %{of}, i32 {i}"
        for name, of in (("v", "a"), ("b", "b"))
        for i in range(4)
    ]
    for i in range(4, count):
        lines.append(f"  %v{i} = " + STEPS[i % 4].format(before=f"%v{i - 4}", read=f"%b{i // 4 % 4}"))
    lines += [
        f"  %last = fadd float %v{count - 1}, %v{count - 2}",
        f"  %lasts = fadd float %v{count - 3}, %v{count - 4}",
    ]
    # the product of the ends of all four chains comes first, so that no value can be used before all are computed
    lines.append("  %all = fmul float %last, %lasts")
    sums = {i % 4: f"%s{i}" for i in range(count - 4, count)}
    lines += [f"  %s{i} = fsub float %v{i}, %all" for i in range(count - 4, count)]
    for i in reversed(range(count - 4)):
        lines.append(f"  %s{i} = fsub float %v{i}, {sums[i % 4]}")
        sums[i % 4] = f"%s{i}"
    whole = "poison"
    for lane, value in sorted(sums.items()):
        lines.append(f"  %r{lane} = insertelement <4 x float> {whole}, float {value}, i32 {lane}")
        whole = f"%r{lane}"
    body = "\n".join(lines)
    return f"define <4 x float> @alive(<4 x float> %a, <4 x float> %b) {{\n{body}\n  ret <4 x float> {whole}\n}}\n"


@cache
def compiled(count: int) -> Program:
    return driver.compile(alive(count), "lima-vp", verify=64, effort=1)


@pytest.mark.parametrize("count", [48, 120, 400])
def test_many_live_values(count: int) -> None:
    program = compiled(count)
    assert program.verified is not None
    assert program.verified["exact"]
    assert program.verified["max_ulp"] == 0
    assert program.verified["compared"] == program.verified["lanes"]
    assert (program.stats["spills"] > 0) == (count > REGISTERS + 11)


@pytest.mark.parametrize("count", [120, 400])
def test_the_values_really_are_alive_at_once(count: int) -> None:
    """Values that are neither in the 64 registers nor in flight are in temporaries."""
    stored = {
        (number, store.unit, component)
        for number, bundle in enumerate(decode(compiled(count).code))
        for store in bundle.stores
        if store.file == "temporary"
        for component, found in enumerate(store.sources)
        if found
    }
    assert len(stored) >= count - REGISTERS - 11


def test_every_lane_leaves_the_loop_on_its_own() -> None:
    lanes = 64
    angles = np.linspace(0, 2 * np.pi, lanes, dtype=np.float32)
    radii = np.linspace(0.2, 2.2, lanes, dtype=np.float32)
    given = {
        "pos": np.ones((lanes, 4), np.float32),
        "c": np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1),
        "limit": np.float32(4),
        VIEWPORT_TRANSFORM: np.float32([[1] * 4, [0] * 4]),
    }
    got = driver.compile(source("escape", "strict"), "lima-vp", verify=None, effort=1).run(given)
    wanted = driver.reference(source("escape", "strict"), "lima-vp", given)
    np.testing.assert_array_equal(got["o"], wanted["o"])
    assert len(set(got["o"][:, 0])) > 8


def test_lanes_in_nested_loops_of_their_own_lengths() -> None:
    rows, starts = np.meshgrid(np.arange(-1, 12, dtype=np.float32), np.linspace(-2, 7, 10, dtype=np.float32))
    lanes = rows.size
    given = {
        "pos": np.ones((lanes, 4), np.float32),
        "rows": rows.ravel(),
        "a": np.stack([starts.ravel(), starts.ravel()[::-1] * np.float32(0.25)], axis=1),
        VIEWPORT_TRANSFORM: np.float32([[1] * 4, [0] * 4]),
    }
    got = driver.compile(source("triangle", "strict"), "lima-vp", verify=None, effort=1).run(given)
    wanted = driver.reference(source("triangle", "strict"), "lima-vp", given)
    np.testing.assert_array_equal(got["o"], wanted["o"])
    assert len(set(got["o"].tolist())) > lanes // 2
