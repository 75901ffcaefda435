"""The JIT reference on hand-written modules: types, memory, control flow, functions."""

from __future__ import annotations

import gc
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from lane_values import NOTHING

from gpucc.errors import InputError, Unsupported, UsageError
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import CORNERS
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP16, FP32, Bound, Format


def batch(*columns, uniforms=None) -> Batch:  # type: ignore[no-untyped-def]
    """One input register per column; a column holds one number or one row per lane."""
    rows = [np.asarray(column, np.float32).reshape(len(column), -1) for column in columns]
    inputs = np.zeros((len(columns[0]), len(columns), 4), np.float32)
    for i, row in enumerate(rows):
        inputs[:, i, : row.shape[1]] = row
    return Batch(inputs, NOTHING if uniforms is None else np.asarray(uniforms, np.float32))


def run(shader, *columns, uniforms=None, format: Format = FP32, **more) -> Outcome:  # type: ignore[no-untyped-def]
    return Reference(shader, format, **more).run(batch(*columns, uniforms=uniforms))


def column(outcome: Outcome, register: int = 0, component: int = 0) -> list[float]:
    return [float(v) for v in outcome.outputs[:, register, component]]


# types and interface -------------------------------------------------------------------------------------------------


def test_vectors_of_every_width_and_type(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
  %s = fadd <3 x float> %a, <float 1.0, float 2.0, float 3.0>
  %i = add <2 x i32> %b, splat (i32 5)
  %n = xor i1 %c, true
  %r0 = insertvalue { <3 x float>, <2 x i32>, i1 } poison, <3 x float> %s, 0
  %r1 = insertvalue { <3 x float>, <2 x i32>, i1 } %r0, <2 x i32> %i, 1
  %r2 = insertvalue { <3 x float>, <2 x i32>, i1 } %r1, i1 %n, 2
  ret { <3 x float>, <2 x i32>, i1 } %r2"""
    text = shader(body, "<3 x float>, <2 x i32>, i1", "<3 x float>, <2 x i32>, i1")
    found = run(text, [[1, 2, 3], [4, 5, 6]], [[-7, 1], [0, 2]], [1, 0])
    assert found.outputs[:, 0, :3].tolist() == [[2, 4, 6], [5, 7, 9]]
    assert found.outputs[:, 1, :2].tolist() == [[-2, 6], [5, 7]]
    assert column(found, 2) == [0.0, 1.0]
    assert not found.unsure.any()


def test_inputs_that_are_no_integers_are_unsure(shader) -> None:  # type: ignore[no-untyped-def]
    found = run(shader("  %r = add i32 %a, 1", "i32", "i32"), [3, 2.5, math.nan, 1e20, -4])
    assert found.unsure.tolist() == [False, True, True, True, False]
    assert column(found)[0] == 4.0


def test_half_is_widened_or_rounded(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %s = fadd half %a, 0xH3C00\n  %r = fmul half %s, %s", "half", "half")
    given = [0.1, 2.7, 1000.3]
    assert column(run(text, given)) == [float((np.float32(x) + np.float32(1)) ** 2) for x in given]
    with np.errstate(over="ignore"):
        halves = [(np.float16(x) + np.float16(1)) for x in given]
        assert column(run(text, given, half="round")) == [float(x * x) for x in halves]
        assert column(run(text, given, format=FP16)) == [float(x * x) for x in halves]


def test_half_bits_are_those_of_numpy(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %i = bitcast half %a to i16\n  %j = xor i16 %i, -32768\n  %r = bitcast i16 %j to half"
    given = np.arange(0, 65536, 7, dtype=np.uint16).view(np.float16).astype(np.float32)
    found = np.array(column(run(shader(body, "half", "half"), given, format=FP16)), np.float32)
    assert np.array_equal(found, -given, equal_nan=True)
    assert np.array_equal(np.signbit(found), ~np.signbit(given) | np.isnan(found) & np.signbit(found))


def test_conversions_between_half_and_float(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %t = fptrunc float %a to half\n  %r = fpext half %t to float"
    assert column(run(shader(body), [0.1])) == [float(np.float32(0.1))]
    assert column(run(shader(body), [0.1], half="round")) == [float(np.float16(0.1))]


def test_a_coerced_double_is_undone(shader) -> None:  # type: ignore[no-untyped-def]
    body = (
        "  %d = bitcast <2 x float> %a to double\n  %v = bitcast double %d to <2 x float>\n  %r = extractelement <2 x"
        " float> %v, i32 1"
    )
    assert column(run(shader(body, "<2 x float>"), [[1.5, 2.5]])) == [2.5]


def test_wrong_shapes_are_refused(shader) -> None:  # type: ignore[no-untyped-def]
    reference = Reference(shader("  %r = fadd float %a, %b", "float, float"), FP32)
    with pytest.raises(UsageError, match="inputs of 4 lanes"):
        reference.run(Batch(np.zeros((4, 1, 4), np.float32), NOTHING))


def test_bad_text_is_an_input_error(shader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="LLVM refuses"):
        Reference(shader("  %r = fadd float %nobody, 1.0"), FP32)


def test_unknown_functions_are_named(shader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unsupported, match="@mystery"):
        Reference(shader("  %r = call float @mystery(float %a)", head="declare float @mystery(float)"), FP32)


# memory --------------------------------------------------------------------------------------------------------------


def test_uniform_memory_has_c_layout(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
  %p1 = getelementptr i8, ptr %p, i64 20
  %x = load float, ptr %p1, align 4
  %n = load i32, ptr %q, align 16
  %f = sitofp i32 %n to float
  %r = fadd float %x, %f"""
    given = np.zeros((1, 3, 4), np.float32)
    given[0, 1, 1], given[0, 2, 0] = 2.25, -3
    text = shader(body, "float", uniforms=("ffffffff", "i"))
    assert column(run(text, [0, 0], uniforms=given)) == [-0.75, -0.75]
    each = np.repeat(given, 2, axis=0)
    each[1, 1, 1] = 10
    assert column(run(text, [0, 0], uniforms=each)) == [-0.75, 7.0]


def test_uniform_globals_follow_each_lane(shader) -> None:  # type: ignore[no-untyped-def]
    head = "@tint = external addrspace(2) constant <4 x float>\n@steps = external addrspace(2) constant [2 x i32]"
    body = """
  %v = load <4 x float>, ptr addrspace(2) @tint
  %x = extractelement <4 x float> %v, i32 2
  %n = load i32, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @steps, i64 4)
  %f = sitofp i32 %n to float
  %s = fadd float %x, %f
  %r = fadd float %s, %a"""
    text = shader(body, head=head, uniforms=("ffff", "ii"), uniform_globals={"tint": 0, "steps": 1})
    given = np.zeros((3, 2, 4), np.float32)
    given[:, 0, 2] = [1, 2, 3]
    given[:, 1, 1] = [10, 20, 30]
    assert column(run(text, [0.5, 0.5, 0.5], uniforms=given)) == [11.5, 22.5, 33.5]
    assert column(run(text, [0.5, 1.5], uniforms=given[:1])) == [11.5, 12.5]


def test_an_index_out_of_bounds_is_marked_and_harmless(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %i = getelementptr [4 x <4 x float>], ptr %p, i32 0, i32 %a\n  %r = load <4 x float>, ptr %i, align 16"
    given = np.arange(32, dtype=np.float32).reshape(1, 8, 4)
    found = run(shader(body, "i32", "<4 x float>", uniforms=("f" * 16, "f" * 16)), [0, 3, 4, -1, 2**23], uniforms=given)
    assert found.unsure.tolist() == [False, False, True, True, True]
    assert column(found)[:2] == [0.0, 12.0]


def test_constant_tables_and_local_arrays(shader) -> None:  # type: ignore[no-untyped-def]
    head = "@table = private unnamed_addr constant [4 x float] [float 1.0, float 2.0, float 4.0, float 8.0], align 16"
    body = """
  %local = alloca [4 x float], align 16
  store <4 x float> <float 10.0, float 20.0, float 30.0, float 40.0>, ptr %local, align 16
  %i = sext i32 %a to i64
  %t = getelementptr inbounds [4 x float], ptr @table, i64 0, i64 %i
  %l = getelementptr inbounds [4 x float], ptr %local, i64 0, i64 %i
  %x = load float, ptr %t, align 4
  store float %x, ptr %l, align 4
  %m = getelementptr inbounds i8, ptr %local, i64 4
  %y = load float, ptr %m, align 4
  %r = fadd float %x, %y"""
    found = run(shader(body, "i32", head=head), [0, 1, 3, 4, -5])
    assert column(found)[:3] == [21.0, 4.0, 28.0]
    assert found.unsure.tolist() == [False, False, False, True, True]


def test_copies_of_memory_are_checked(shader) -> None:  # type: ignore[no-untyped-def]
    head = """
@table = private constant [8 x float] [float 0.0, float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0,
float 7.0]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"""
    body = """
  %l = alloca [4 x float], align 16
  call void @llvm.memset.p0.i64(ptr %l, i8 0, i64 16, i1 false)
  %from = getelementptr float, ptr @table, i32 %a
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %l, ptr align 4 %from, i64 16, i1 false)
  %i = and i32 %b, 3
  %at = getelementptr float, ptr %l, i32 %i
  %r = load float, ptr %at"""
    found = run(shader(body, "i32, i32", head=head), [0, 4, 5, -1], [1, 3, 0, 0])
    assert column(found)[:2] == [1.0, 7.0]
    assert found.unsure.tolist() == [False, False, True, True]


def test_a_pointer_chosen_at_run_time(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %c = fcmp olt float %a, 0.0\n  %s = select i1 %c, ptr %p, ptr %q\n  %r = load float, ptr %s"
    given = np.array([[[1, 0, 0, 0], [2, 0, 0, 0]]], np.float32)
    found = run(shader(body, uniforms=("f", "f")), [-1, 1], uniforms=given)
    assert column(found) == [1.0, 2.0]
    assert not found.unsure.any()


def test_a_loaded_pointer_is_refused(shader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unsupported, match="itself loaded"):
        Reference(shader("  %s = load ptr, ptr %p\n  %r = load float, ptr %s", uniforms=("ffff",)), FP32)


def test_calls_are_inlined_and_stack_variables_promoted(shader) -> None:  # type: ignore[no-untyped-def]
    head = """
define internal void @twice(ptr %from, ptr sret(float) %to) #0 {
  %slot = alloca ptr, align 8
  store ptr %from, ptr %slot, align 8
  %again = load ptr, ptr %slot, align 8
  %x = load float, ptr %again, align 4
  %y = fmul float %x, 2.0
  store float %y, ptr %to, align 4
  ret void
}
attributes #0 = { noinline optnone "target-features"="+fma" "target-cpu"="znver4" }"""
    body = """
  %in = alloca float, align 4
  %out = alloca float, align 4
  store float %a, ptr %in, align 4
  call void @twice(ptr %in, ptr sret(float) %out)
  %r = load float, ptr %out, align 4"""
    assert column(run(shader(body, head=head), [1.5, -2])) == [3.0, -4.0]


# control flow --------------------------------------------------------------------------------------------------------

LOOP = """
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi float [ 0.0, %entry ], [ %s1, %body ]
  %go = icmp slt i32 %i, %a
  br i1 %go, label %body, label %done
body:
  %f = sitofp i32 %i to float
  %s1 = fadd float %s, %f
  %i1 = add nsw i32 %i, 1
  %stop = fcmp ogt float %s1, 20.0
  br i1 %stop, label %done, label %head
done:
  %r = phi float [ %s, %head ], [ 99.0, %body ]"""


def test_loops_run_per_lane(shader) -> None:  # type: ignore[no-untyped-def]
    assert column(run(shader(LOOP, "i32"), [0, 1, 3, 6, 100])) == [0.0, 0.0, 3.0, 15.0, 99.0]


def test_endless_loops_end_unsure(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  br label %head
head:
  %x = phi float [ %a, %entry ], [ %y, %head ]
  %y = fmul float %x, 0.5
  %more = fcmp une float %x, 0.0
  br i1 %more, label %head, label %done
done:
  %r = fadd float %x, 1.0"""
    found = run(shader(body), [4.0, math.nan])
    assert found.unsure.tolist() == [False, True]


def test_nested_loops_and_switch(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %outer.end ]
  %t = phi i32 [ 0, %entry ], [ %t.out, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner.end ]
  %u = phi i32 [ %t, %outer ], [ %u1, %inner.end ]
  switch i32 %j, label %other [
    i32 0, label %zero
    i32 2, label %zero
  ]
zero:
  br label %inner.end
other:
  br label %inner.end
inner.end:
  %step = phi i32 [ 10, %zero ], [ 1, %other ]
  %u1 = add i32 %u, %step
  %j1 = add i32 %j, 1
  %more = icmp slt i32 %j1, 4
  br i1 %more, label %inner, label %outer.end
outer.end:
  %t.out = phi i32 [ %u1, %inner.end ]
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %a
  br i1 %again, label %outer, label %done
done:
  %r = add i32 %t.out, 0"""
    assert column(run(shader(body, "i32", "i32"), [1, 3])) == [22.0, 66.0]


def test_flattened_runs_agree_and_mark_what_blending_loses(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  %c = fcmp ogt float %a, 0.0
  br i1 %c, label %then, label %else
then:
  %l = call float @llvm.log2.f32(float %a)
  br label %join
else:
  %d = fcmp olt float %a, -4.0
  br i1 %d, label %deep, label %join
deep:
  %e = fmul float %a, 3.0
  br label %join
join:
  %r = phi float [ %l, %then ], [ 1.0, %else ], [ %e, %deep ]"""
    text = shader(body, head="declare float @llvm.log2.f32(float)")
    given = [8.0, -1.0, -5.0, 0.5]
    blending = Format("fp32", 8, 23, blend_select=True)
    plain, flat = run(text, given), run(text, given, format=blending, flatten=True)
    assert column(plain) == column(flat) == [3.0, 1.0, -15.0, -1.0]
    assert not plain.unsure.any()
    assert flat.doubtful.tolist() == [False, True, True, False]


def test_flattening_keeps_stores_and_discards_conditional(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  %m = alloca [2 x float], align 8
  %i = fptosi float %a to i32
  %k = and i32 %i, 1
  %at = getelementptr [2 x float], ptr %m, i32 0, i32 %k
  store float 1.0, ptr %at
  %c = fcmp ogt float %a, 2.0
  br i1 %c, label %then, label %join
then:
  store float 5.0, ptr %at
  call void @gpucc.discard(i1 true)
  br label %join
join:
  %r = load float, ptr %at"""
    text = shader(body, head="declare void @gpucc.discard(i1)", stage="fragment")
    for flatten in (False, True):
        found = run(text, [1.0, 3.0], flatten=flatten)
        assert column(found) == [1.0, 5.0]
        assert found.discarded.tolist() == [False, True]


def test_loops_cannot_be_flattened(shader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unsupported, match="loops"):
        Reference(shader(LOOP, "i32"), FP32, flatten=True)


def test_reaching_unreachable_is_unsure(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  %c = fcmp ogt float %a, 0.0
  br i1 %c, label %good, label %bad
bad:
  call void @core_panicking_panic(ptr null)
  unreachable
good:
  %r = fadd float %a, 1.0"""
    found = run(shader(body, head="declare void @core_panicking_panic(ptr)"), [1.0, -1.0])
    assert found.unsure.tolist() == [False, True]


# functions -----------------------------------------------------------------------------------------------------------

EXTREMES = "llvm.minnum.f32 llvm.minimumnum.f32 fminf llvm.maxnum.f32 fmaxf llvm.minimum.f32 llvm.maximum.f32".split()


@pytest.mark.parametrize("name", EXTREMES)
def test_minimum_and_maximum_follow_ieee(shader, name: str) -> None:  # type: ignore[no-untyped-def]
    corners = [0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan, 2.0**-149]
    a, b = (g.ravel() for g in np.meshgrid(corners, corners))
    text = shader(
        f"  %r = call float @{name}(float %a, float %b)", "float, float", head=f"declare float @{name}(float, float)"
    )
    for x, y, found in zip(a, b, column(run(text, a, b)), strict=True):
        lower = "min" in name
        nans = [v for v in (x, y) if math.isnan(v)]
        if nans and ("imum.f" in name or len(nans) == 2):
            assert math.isnan(found)
            continue
        numbers = [v for v in (x, y) if not math.isnan(v)]
        key = lambda v: (v, math.copysign(1.0, v))  # noqa: E731
        expected = min(numbers, key=key) if lower else max(numbers, key=key)
        assert (found, math.copysign(1.0, found)) == (expected, math.copysign(1.0, expected)), (name, x, y)


WHOLE = {
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "rint": np.rint,
    "nearbyint": np.rint,
    "roundeven": np.rint,
}


@pytest.mark.parametrize("name", [*WHOLE, "round"])
def test_rounding_to_whole_numbers(shader, name: str) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(0)
    near = np.concatenate(
        [np.arange(-6, 6.5, 0.5), np.nextafter(np.arange(-3, 4), 9), random.uniform(-9e6, 9e6, 200), CORNERS]
    )
    given = np.asarray(near, np.float32)
    text = shader(f"  %r = call float @llvm.{name}.f32(float %a)", head=f"declare float @llvm.{name}.f32(float)")
    found = np.array(column(run(text, given)), np.float32)
    with np.errstate(all="ignore"):
        away = np.copysign(np.floor(np.abs(given.astype(np.float64)) + 0.5), given).astype(np.float32)
        expected = WHOLE[name](given) if name in WHOLE else away
    same = (found.view(np.int32) == expected.view(np.int32)) | (np.isnan(found) & np.isnan(expected))
    assert same.all(), (given[~same], found[~same], expected[~same])


UNARY = {
    "exp2": np.exp2, "log2": np.log2, "exp": np.exp, "log": np.log, "log10": np.log10, "sin": np.sin, "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
}  # fmt: skip


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("form", ["llvm.{}.f32", "{}f"])
def test_functions_are_computed_in_double_and_rounded_once(shader, name: str, form: str) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(1)
    given = np.concatenate(
        [random.uniform(-1, 1, 100), random.uniform(-80, 80, 100), [0.0, -0.0, 1.0, np.inf, -np.inf, np.nan]]
    )
    callee = form.format(name)
    text = shader(f"  %r = call float @{callee}(float %a)", head=f"declare float @{callee}(float)")
    found = np.array(column(run(text, given)), np.float32)
    with np.errstate(all="ignore"):
        expected = UNARY[name](given.astype(np.float32).astype(np.float64)).astype(np.float32)
        assert np.all(
            (np.abs(found - expected) <= np.spacing(np.abs(expected)))
            | (found == expected)
            | (np.isnan(found) & np.isnan(expected))
        )
        assert np.mean(found == expected) > 0.45


def test_vector_functions_and_reductions(shader) -> None:  # type: ignore[no-untyped-def]
    head = """
declare <3 x float> @llvm.pow.v3f32(<3 x float>, <3 x float>)
declare float @llvm.vector.reduce.fadd.v3f32(float, <3 x float>)
declare float @llvm.vector.reduce.fmax.v3f32(<3 x float>)
declare i32 @llvm.vector.reduce.smax.v2i32(<2 x i32>)"""
    body = """
  %p = call <3 x float> @llvm.pow.v3f32(<3 x float> %a, <3 x float> splat (float 2.0))
  %s = call float @llvm.vector.reduce.fadd.v3f32(float 1.0, <3 x float> %p)
  %m = call float @llvm.vector.reduce.fmax.v3f32(<3 x float> %a)
  %i = call i32 @llvm.vector.reduce.smax.v2i32(<2 x i32> %b)
  %f = sitofp i32 %i to float
  %t = fadd float %s, %m
  %r = fadd float %t, %f"""
    assert column(run(shader(body, "<3 x float>, <2 x i32>", head=head), [[1, 2, 3]], [[-5, -9]])) == [1 + 14 + 3 - 5]


def test_fma_rounds_twice_and_nothing_fuses(shader) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(2)
    a, b, c = random.uniform(-2, 2, (3, 500)).astype(np.float32)
    expected = (a * b + c).tolist()
    head = "declare float @llvm.fma.f32(float, float, float)\ndeclare float @llvm.fmuladd.f32(float, float, float)"
    for body in (
        "  %m = fmul contract float %a, %b\n  %r = fadd contract float %m, %c",
        "  %r = call fast float @llvm.fma.f32(float %a, float %b, float %c)",
        "  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)",
    ):
        assert column(run(shader(body, "float, float, float", head=head), a, b, c)) == expected


def test_fast_flags_do_not_change_the_reference(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %x = fadd fast float %a, %b\n  %y = fsub fast float %x, %b\n  %r = fdiv fast float %y, 3.0"
    a, b = np.float32(1.0), np.float32(3e7)
    assert column(run(shader(body, "float, float"), [a], [b])) == [float((a + b - b) / np.float32(3))]


# perturbed runs ------------------------------------------------------------------------------------------------------


def test_exact_programs_have_no_freedom(shader) -> None:  # type: ignore[no-untyped-def]
    reference = Reference(shader("  %r = fadd float %a, 1.0"), FP32)
    assert (reference.freedom.values, reference.freedom.zero_signs) == (False, False)
    assert reference.run(batch([1.0]), perturb=1).outputs[0, 0, 0] == 2.0


def test_perturbed_functions_stay_within_their_bound(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %r = call float @llvm.sin.f32(float 1.0)", head="declare float @llvm.sin.f32(float)")
    reference = Reference(text, FP32, bounds={"sin": Bound(absolute=2.0**-12)})
    exact = reference.run(batch([0.0])).outputs[0, 0, 0]
    far = [float(reference.run(batch([0.0]), perturb=seed).outputs[0, 0, 0] - exact) for seed in range(40)]
    assert max(map(abs, far)) <= 2.0**-12 * 1.01
    assert min(map(abs, far)) >= 2.0**-13 * 0.99
    assert min(far) < 0 < max(far)
    assert far[3] == float(reference.run(batch([0.0]), perturb=3).outputs[0, 0, 0] - exact)


def test_infinite_results_are_not_moved(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %r = call float @llvm.exp2.f32(float %a)", head="declare float @llvm.exp2.f32(float)")
    reference = Reference(text, FP32)
    for seed in range(16):
        found = column(reference.run(batch([math.inf, -math.inf, 200.0]), perturb=seed))
        assert found == [math.inf, 0.0, math.inf]


def test_flagged_sums_move_by_the_rounding_of_their_operands(shader) -> None:  # type: ignore[no-untyped-def]
    reference = Reference(
        shader("  %x = fadd reassoc float %a, %b\n  %r = fsub reassoc float %x, %b", "float, float"), FP32
    )
    given = batch([1.0], [1e6])
    exact = reference.run(given).outputs[0, 0, 0]
    far = max(abs(float(reference.run(given, perturb=seed).outputs[0, 0, 0] - exact)) for seed in range(16))
    assert 0.05 < far < 0.5
    assert reference.freedom.reorders


def test_what_is_computed_from_a_comparison_is_rounded_as_ever(shader) -> None:  # type: ignore[no-untyped-def]
    """Independent of the comparison's outcome, sums and products of exact numbers are exact; only the compared value is
    inexact."""
    body = """  %x = fdiv float 1.0, %a
  %c = fcmp olt float %x, 0.5
  %n = uitofp i1 %c to float
  %m = fmul float %n, 2.0
  %r = fadd float %m, %b"""
    reference = Reference(shader(body, "float, float"), FP32, bounds={"fdiv": Bound(relative=2.0**-22)})
    for seed in range(16):
        assert column(reference.run(batch([3.0, 1.0], [-3.375, -3.375]), perturb=seed)) == [-1.375, -3.375]
    opened = Reference(
        shader(body.replace("%m, %b", "%m, %x"), "float, float"), FP32, bounds={"fdiv": Bound(relative=2.0**-22)}
    )
    assert len({column(opened.run(batch([3.0], [0.0]), perturb=seed))[0] for seed in range(16)}) > 1


def test_nsz_moves_only_the_sign_of_zeros(shader) -> None:  # type: ignore[no-untyped-def]
    reference = Reference(shader("  %x = fmul nsz float %a, %b\n  %r = fdiv float 1.0, %x", "float, float"), FP32)
    assert reference.freedom.zero_signs
    assert not reference.freedom.values
    found = {float(reference.run(batch([0.0], [2.0]), perturb=seed).outputs[0, 0, 0]) for seed in range(16)}
    assert found == {math.inf, -math.inf}
    assert reference.run(batch([3.0], [2.0]), perturb=1).outputs[0, 0, 0] == np.float32(1) / np.float32(6)


def test_division_is_free_only_where_the_target_says_so(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %r = fdiv float %a, 3.0")
    assert not Reference(text, FP32).freedom.values
    assert Reference(text, FP32, bounds={"fdiv": Bound(relative=2.0**-22)}).freedom.values


def test_runs_may_overlap(shader) -> None:  # type: ignore[no-untyped-def]
    head = "@scale = external addrspace(2) constant float"
    body = "  %s = load float, ptr addrspace(2) @scale\n  %r = fmul float %a, %s"
    reference = Reference(shader(body, head=head, uniforms=("f",), uniform_globals={"scale": 0}), FP32)

    def one(k: int) -> bool:
        given = np.arange(2000, dtype=np.float32)
        found = reference.run(batch(given, uniforms=np.full((1, 1, 4), k, np.float32)))
        return np.array_equal(found.outputs[:, 0, 0], given * np.float32(k))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(64)))


def test_a_reference_in_a_cycle_can_be_collected(shader) -> None:  # type: ignore[no-untyped-def]
    """The collector must not free LLVM's context before the engine that uses it: the process would crash."""
    gc.freeze()  # the objects of other tests need not be traversed each time
    try:
        for _ in range(20):
            made = Reference(shader("  %r = fadd float %a, %a"), FP32)
            made.itself = [made]  # type: ignore[attr-defined]
            del made
            gc.collect()
    finally:
        gc.unfreeze()
