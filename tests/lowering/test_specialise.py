"""Unrolling by following known values, and the constant folding that it uses."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from gpucc.interp.data import Batch
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import Local, Value
from gpucc.lowering.optimise.folding import Address, Known, fold, known_constant
from gpucc.lowering.optimise.forms import edited
from gpucc.lowering.optimise.loops import count_loops
from gpucc.lowering.optimise.optimise import followed, memory_form, optimise
from gpucc.lowering.optimise.specialise import Specialiser
from gpucc.lowering.reader.read import read
from gpucc.lowering.session import opened
from gpucc.lowering.source import load


def specialise(text: str) -> tuple[str, bool]:
    """The text without the loops that can be followed, and whether one was given up."""
    worker = Specialiser()
    with opened(text, "<loops>") as module, edited({"memory": memory_form(module, worker)}) as forms:
        return followed(worker, forms, text), worker.exhausted


def loop(phis: str, head: str, body: str, result: str = "%v") -> str:
    """while (head) body, over %v and the given phis."""
    return f"""
define float @f(float %x, i32 %n, ptr %u) {{
  br label %head
head:
  %v = phi float [ %x, %0 ], [ %w, %body ]
  {phis}
  {head}
  br i1 %more, label %body, label %end
body:
  {body}
  br label %head
end:
  ret float {result}
}}
"""


COUNT = "%i = phi i32 [ 0, %0 ], [ %j, %body ]"
LOOPS = {
    "counter": (loop(COUNT, "%more = icmp ult i32 %i, 5", "%j = add i32 %i, 1\n  %w = fadd float %v, %x"), 5),
    "shift": (
        loop(
            COUNT.replace("0, %0", "64, %0"),
            "%more = icmp ne i32 %i, 0",
            "%j = ashr i32 %i, 1\n  %w = fadd float %v, %x",
        ),
        7,
    ),
    "float": (
        loop(
            "%t = phi float [ 0.0, %0 ], [ %s, %body ]",
            "%more = fcmp olt float %t, 1.0",
            "%s = fadd float %t, 0.25\n  %w = fadd float %v, %x",
        ),
        4,
    ),
    "pointer": (
        loop(
            "%p = phi ptr [ %u, %0 ], [ %q, %body ]",
            "%last = getelementptr float, ptr %u, i32 6\n  %more = icmp ne ptr %p, %last",
            "%q = getelementptr float, ptr %p, i32 2\n  %a = load float, ptr %p\n  %z = fmul float %a, 0.0\n  %d = fadd"
            " float %x, %z\n  %w = fadd float %v, %d",
        ),
        3,
    ),
    "break": (
        loop(
            COUNT,
            "%c = icmp ult i32 %i, 9\n  %d = fcmp olt float %v, 1.0e9\n  %more = select i1 %d, i1 %c, i1 false",
            "%j = add i32 %i, 1\n  %w = fadd float %v, %x",
        ),
        9,
    ),
    "symbolic": (
        loop(
            COUNT.replace("0, %0", "%n, %0"),
            "%to = add i32 %n, 4\n  %more = icmp ne i32 %i, %to",
            "%j = add i32 %i, 1\n  %w = fadd float %v, %x",
        ),
        4,
    ),
}


def run(source: str, text: str | None = None) -> np.ndarray:
    made = canonicalise(load(source), stage="vertex")
    slots = made.interface.inputs
    inputs = np.zeros((2, max(1, len(slots)), 4), np.float32)
    inputs[:, 0, 0] = (2.0, -3.5)
    outcome = Reference(made, FP32, text=text).run(Batch(inputs, np.zeros((1, 8, 4), np.float32)))
    assert not outcome.unsure.any()
    return outcome.outputs[:, 0, 0]


@pytest.mark.parametrize("name", LOOPS)
def test_loops_of_all_kinds(name: str) -> None:
    source, trips = LOOPS[name]
    made = canonicalise(load(source), stage="vertex")
    done = optimise(made.text, level=0, unroll=True)
    assert not count_loops(done)
    np.testing.assert_array_equal(run(source, done), np.array([2.0, -3.5], np.float32) * (trips + 1))
    np.testing.assert_array_equal(run(source), run(source, done))


def test_two_ways_into_one_state_share_a_copy() -> None:
    """`continue` as compiled by clang: two nested loops, the inner one from i to max(i, 10). Ten copies, not a tree of
    them."""
    source = """
    define float @f(float %x) {
      br label %outer
    outer:
      %v = phi float [ %w, %work ], [ %x, %0 ]
      %i = phi i32 [ %n, %work ], [ 0, %0 ]
      %end = call i32 @llvm.smax.i32(i32 %i, i32 10)
      br label %inner
    inner:
      %k = phi i32 [ %n, %test ], [ %i, %outer ]
      %done = icmp eq i32 %k, %end
      br i1 %done, label %exit, label %test
    test:
      %n = add i32 %k, 1
      %f = sitofp i32 %n to float
      %less = fcmp olt float %v, %f
      br i1 %less, label %inner, label %work
    work:
      %w = fadd float %v, -5.0e-01
      br label %outer
    exit:
      ret float %v
    }
    declare i32 @llvm.smax.i32(i32, i32)"""
    done, exhausted = specialise(canonicalise(load(source), stage="vertex").text)
    assert not exhausted
    assert not count_loops(done)
    assert done.count("fcmp olt") == 10
    np.testing.assert_array_equal(run(source), run(source, done))


def test_code_after_a_loop_is_not_copied() -> None:
    source, _ = LOOPS["break"]
    done, _ = specialise(
        canonicalise(
            load(source.replace("ret float %v", "%r = fdiv float %v, 3.0\n  ret float %r")), stage="vertex"
        ).text
    )
    assert done.count("fdiv") == 1


@pytest.mark.parametrize("bound", ["1000000", "%n"])
def test_loops_that_stay(bound: str) -> None:
    """Too many iterations, or an unknown number of them: neither is followed endlessly."""
    text = canonicalise(load(LOOPS["counter"][0].replace("%i, 5", f"%i, {bound}")), stage="vertex").text
    done, exhausted = specialise(text)
    assert (count_loops(done), exhausted) == (1, True)
    assert count_loops(optimise(text, level=2, unroll=True)) == 1


def test_a_loop_behind_another_and_a_switch_inside() -> None:
    source = """
    define float @f(float %x) {
    entry:
      br label %a
    a:
      %i = phi i32 [ 0, %entry ], [ %i1, %next ]
      %s = phi float [ %x, %entry ], [ %s1, %next ]
      %r = urem i32 %i, 3
      switch i32 %r, label %other [
        i32 0, label %zero
        i32 1, label %one
      ]
    zero:
      %z = fadd float %s, 1.0
      br label %next
    one:
      %o = fadd float %s, 2.0
      br label %next
    other:
      %q = fmul float %s, 2.0
      br label %next
    next:
      %s1 = phi float [ %z, %zero ], [ %o, %one ], [ %q, %other ]
      %i1 = add i32 %i, 1
      %c = icmp eq i32 %i1, 6
      br i1 %c, label %b, label %a
    b:
      %k = phi i32 [ 3, %next ], [ %k1, %b ]
      %t = phi float [ %s1, %next ], [ %t1, %b ]
      %t1 = fmul float %t, 0.5
      %k1 = sub i32 %k, 1
      %d = icmp sgt i32 %k1, 0
      br i1 %d, label %b, label %end
    end:
      ret float %t1
    }"""
    done, _ = specialise(canonicalise(load(source), stage="vertex").text)
    assert not count_loops(done)
    np.testing.assert_array_equal(run(source, done), [((2.0 + 3) * 2 + 3) * 2 / 8, ((-3.5 + 3) * 2 + 3) * 2 / 8])


FOLDED: list[tuple[str, Known]] = [
    ("add i8 200, 100", 44),
    ("sub i8 1, 2", 255),
    ("mul i32 %unknown, 0", 0),
    ("and i32 0, %unknown", 0),
    ("or i1 %flag, true", 1),
    ("shl i32 1, 40", None),
    ("ashr i8 -128, 2", 224),
    ("lshr i8 -128, 2", 32),
    ("sdiv i32 -7, 2", 0xFFFFFFFD),
    ("srem i32 -7, 2", 0xFFFFFFFF),
    ("udiv i32 7, 0", None),
    ("icmp slt i32 -1, 0", 1),
    ("icmp ult i32 -1, 0", 0),
    ("fcmp ult float 0x7FF8000000000000, 1.0", 1),
    ("fcmp olt float 0x7FF8000000000000, 1.0", 0),
    ("select i1 true, i32 3, i32 %unknown", 3),
    ("select i1 %flag, i32 3, i32 3", 3),
    ("sext i8 -1 to i32", 0xFFFFFFFF),
    ("zext i8 -1 to i32", 255),
    ("sitofp i32 16777217 to float", 16777216.0),
    ("fptosi float 1.0e10 to i32", None),
    ("fptosi float -1.5 to i32", 0xFFFFFFFF),
    ("fadd float 16777216.0, 1.0", 16777216.0),
    ("fdiv float 1.0, 3.0", float(np.float32(1) / np.float32(3))),
    ("fmul float 0x47E0000000000000, 4.0", None),
    ("getelementptr { float, [3 x float] }, ptr @g, i32 1, i32 1, i32 2", Address("@g", 28)),
    ("icmp eq ptr @g, @g", 1),
    ("call i32 @llvm.smax.i32(i32 -3, i32 2)", 2),
    ("call i32 @llvm.umin.i32(i32 -3, i32 2)", 2),
    ("call i32 @llvm.abs.i32(i32 -3, i1 true)", 3),
]


@pytest.mark.parametrize(("code", "expected"), FOLDED, ids=[code for code, _ in FOLDED])
def test_folding(code: str, expected: Known) -> None:
    text = (
        f"@g = external global [64 x float]\ndefine void @f(i32 %unknown, i1 %flag) {{\n  %r = {code}\n  ret void\n}}\n"
    )
    text += (
        "declare i32 @llvm.smax.i32(i32, i32)\ndeclare i32 @llvm.umin.i32(i32, i32)\ndeclare i32 @llvm.abs.i32(i32,"
        " i1)\n"
    )
    one = read(str(llvm.parse_assembly(text, llvm.create_context()))).functions["f"].blocks[0].instructions[0]

    def look(value: Value) -> Known:
        return None if isinstance(value, Local) else known_constant(value)

    found = fold(one, look, Layout(""))
    assert found == expected
    assert type(found) is type(expected)
