"""LLVM's passes as gpucc runs them: their effects on loops, locals and switches, and what they must not change."""

from __future__ import annotations

import subprocess
import sys

import llvmlite.binding as llvm
import numpy as np
import pytest

from gpucc.errors import Unsupported
from gpucc.interp.data import Batch
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, merge_latches, split_conditions
from gpucc.lowering.optimise.minima import apart_at_minima
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.reader.read import read
from gpucc.lowering.source import load
from gpucc.program import Shader

LEVELS = (0, 1, 2, 3)

MANDELBROT = """
define float @f(float %x) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %z = phi float [ 0.0, %0 ], [ %sum, %body ]
  %square = fmul float %z, %z
  %small = fcmp olt float %square, 4.0
  %more = icmp slt i32 %i, 16
  %both = select i1 %small, i1 %more, i1 false
  br i1 %both, label %body, label %end
body:
  %sum = fadd float %square, %x
  %next = add nsw i32 %i, 1
  br label %head
end:
  %count = sitofp i32 %i to float
  ret float %count
}
"""

NESTED = """
define float @f(ptr %m, float %x) {
entry:
  %local = alloca [4 x float]
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %total = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j1, %continue ]
  %sum = phi float [ %total, %outer ], [ %sum1, %continue ]
  %q = getelementptr [4 x float], ptr %local, i32 0, i32 %j
  store float %sum, ptr %q
  %k = mul i32 %i, 4
  %n = add i32 %k, %j
  %p = getelementptr float, ptr %m, i32 %n
  %a = load float, ptr %p
  %skip = fcmp olt float %a, 0.0
  br i1 %skip, label %continue, label %add
add:
  %b = load float, ptr %q
  %c = fmul float %a, %x
  %d = fadd float %b, %c
  br label %continue
continue:
  %sum1 = phi float [ %sum, %inner ], [ %d, %add ]
  %j1 = add i32 %j, 1
  %again = icmp slt i32 %j1, 4
  br i1 %again, label %inner, label %latch
latch:
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, 4
  br i1 %more, label %outer, label %end
end:
  ret float %sum1
}
"""

CONTINUE = """
define float @f(float %x) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %j, %skip ], [ %j, %work ]
  %v = phi float [ %x, %0 ], [ %v, %skip ], [ %w, %work ]
  %more = icmp slt i32 %i, 10
  br i1 %more, label %body, label %end
body:
  %j = add nsw i32 %i, 1
  %t = sitofp i32 %j to float
  %less = fcmp olt float %v, %t
  br i1 %less, label %skip, label %work
skip:
  br label %head
work:
  %w = fsub float %v, 5.000000e-01
  br label %head
end:
  ret float %v
}
"""

SWITCH = """
define float @f(i32 %n) {
  switch i32 %n, label %d [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %e
  ]
a:
  ret float 1.0
b:
  ret float 2.0
c:
  ret float 4.0
d:
  ret float 3.0
e:
  ret float 3.5
}
"""


def shader(text: str) -> Shader:
    return canonicalise(load(text), stage="vertex")


def run(made: Shader, inputs: np.ndarray, uniforms: np.ndarray, text: str | None = None) -> np.ndarray:
    outcome = Reference(made, FP32, text=text).run(Batch(inputs.astype(np.float32), uniforms.astype(np.float32)))
    assert not outcome.unsure.any()
    return outcome.outputs


def lanes(values: list[float]) -> np.ndarray:
    found = np.zeros((len(values), 1, 4))
    found[:, 0, 0] = values
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("source", [MANDELBROT, NESTED, CONTINUE], ids=["mandelbrot", "nested", "continue"])
def test_loops_vanish_and_results_stay(source: str, level: int) -> None:
    made = shader(source)
    done = optimise(made.text, level=level, unroll=True)
    assert count_loops(made.text)
    assert not count_loops(done)
    assert "alloca" not in done
    inputs = lanes([-3.0, -1.9, -0.7, 0.2, 0.26, 0.5, 3.0, 9.0])
    uniforms = np.array([[[1, -2, 3, 4], [5, 6, -7, 8], [9, 10, 11, -12], [-13, 14, 15, 16]]])
    np.testing.assert_array_equal(run(made, inputs, uniforms), run(made, inputs, uniforms, done))


@pytest.mark.parametrize("level", LEVELS)
def test_loops_stay_on_targets_that_have_them(level: int) -> None:
    assert count_loops(optimise(shader(MANDELBROT).text, level=level, unroll=False)) == 1


def test_loop_without_a_known_count_stays() -> None:
    text = MANDELBROT.replace("i32 %i, 16", "i32 %i, %n").replace("float %x)", "float %x, i32 %n)")
    assert count_loops(optimise(shader(text).text, level=2, unroll=True)) == 1


def test_unrolling_prints_nothing() -> None:
    """LLVM warns on stderr about loops that it was told to unroll and could not."""
    text = MANDELBROT.replace("i32 %i, 16", "i32 %i, %n").replace("float %x)", "float %x, i32 %n)")
    head = "import sys\nfrom gpucc.lowering.optimise.optimise import optimise"
    script = f"{head}\nfor level in range(4): optimise(sys.argv[1], level=level, unroll=True)"
    done = subprocess.run([sys.executable, "-P", "-c", script, shader(text).text], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize("level", LEVELS)
def test_switch_does_not_become_a_table(level: int) -> None:
    done = optimise(shader(SWITCH).text, level=level, unroll=True)
    assert "switch.table" not in done


@pytest.mark.parametrize("level", LEVELS)
def test_strict_arithmetic_stays_strict(level: int) -> None:
    text = """
    define float @f(float %x, float %y) {
      %a = fmul float %x, %y
      %b = fadd float %a, %x
      %c = fsub float %b, %x
      %d = fdiv float %c, 3.0
      %e = fadd float %d, 0.0
      ret float %e
    }"""
    done = optimise(shader(text).text, level=level, unroll=True)
    assert [done.count(f" = {op} ") for op in ("fmul", "fadd", "fsub", "fdiv")] == [1, 2, 1, 1]


@pytest.mark.parametrize("level", LEVELS)
def test_flags_survive(level: int) -> None:
    text = "define float @f(float %x, float %y) {\n  %a = fmul reassoc nsz contract float %x, %y\n  ret float %a\n}\n"
    fast = canonicalise(load(text), stage="vertex", arithmetic="fast")
    assert "fmul reassoc nsz contract float" in optimise(fast.text, level=level, unroll=True)
    assert "fmul nsz contract float" in optimise(shader(text).text, level=level, unroll=True)


def test_nothing_of_the_host_shows() -> None:
    done = optimise(shader(NESTED).text, level=3, unroll=True)
    assert 'target triple = "x86_64-unknown-unknown"' in done
    assert "llvm.x86" not in done
    assert " x float>" not in done.split("define")[1].split("}")[0] or "<4 x float>" in done


def test_split_conditions() -> None:
    """A merged condition becomes two branches again, and phis refer to their new predecessors."""
    merged = MANDELBROT.replace(
        "label %end\nbody", "label %out\nout:\n  %o = phi i32 [ %i, %head ]\n  br label %end\nbody"
    ).replace("sitofp i32 %i", "sitofp i32 %o")
    split = split_conditions(str(llvm.parse_assembly(merged, llvm.create_context())))
    llvm.parse_assembly(split, llvm.create_context()).verify()
    assert split.count("  br i1 ") == 2
    assert "%o = phi i32 [ %i, %head ], [ %i, %gpucc.split.1 ]" in split


def test_marks_replace_what_the_loop_said() -> None:
    text = (
        MANDELBROT.replace("br label %head\nend", "br label %head, !llvm.loop !0\nend")
        + '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.disable"}\n'
    )
    records = read(str(llvm.parse_assembly(text, llvm.create_context())))
    (function,) = records.functions.values()
    mark_for_unrolling(records, function)
    marked = records.text()
    assert marked.count("!llvm.loop") == 1
    assert "br label %head, !llvm.loop !3" in marked
    assert not count_loops(optimise(shader(text).text, level=0, unroll=True))


def test_addresses_as_numbers() -> None:
    """Refused, unless the result does not depend on them."""
    text = """
    define float @f(ptr %u, float %x) {
      %n = ptrtoint ptr %u to i64
      %m = and i64 %n, 15
      %c = icmp eq i64 %m, 0
      %v = select i1 %c, float %x, float 1.0
      ret float USED
    }"""
    with pytest.raises(Unsupported, match="converted to or from a number"):
        optimise(text.replace("USED", "%v").replace("@f", "@gpucc.shader"), level=2, unroll=True)
    assert "ptrtoint" not in optimise(text.replace("USED", "%x").replace("@f", "@gpucc.shader"), level=2, unroll=True)


def test_what_is_taken_apart_again_has_names_of_its_own() -> None:
    """LLVM joins conditions, minima and ways back again after a loop around them is unrolled, and keeps their names."""
    text = """
define float @f(i32 %n, float %x) {
entry:
  %gpucc.limit.1 = call i32 @llvm.smin.i32(i32 %n, i32 9)
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %gpucc.split.1 ], [ %next, %gpucc.latch.1 ]
  %small = icmp slt i32 %i, %gpucc.limit.1
  %far = fcmp olt float %x, 4.0
  %both = and i1 %small, %far
  %next = add nsw i32 %i, 1
  br i1 %both, label %gpucc.split.1, label %end
gpucc.split.1:
  %gpucc.latch.2.3 = fcmp olt float %x, 2.0
  br i1 %gpucc.latch.2.3, label %head, label %gpucc.latch.1
gpucc.latch.1:
  br i1 %far, label %head, label %end
end:
  %count = sitofp i32 %i to float
  ret float %count
}
declare i32 @llvm.smin.i32(i32, i32)
"""
    parts = read(split_conditions(apart_at_minima(text)), bodies=False)
    merge_latches(parts.functions["f"])
    names = [name for line in parts.text().split("\n") if (name := line.strip().split(" ")[0])[:1] == "%"]
    names += [f"%{block.name}" for block in parts.functions["f"].blocks]
    assert len(set(names)) == len(names)
    assert {"%gpucc.limit.2", "%gpucc.split.2", "%gpucc.latch.3"} <= set(names)
    llvm.parse_assembly(parts.text()).verify()
