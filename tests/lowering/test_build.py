"""Records to graph: results are compared with LLVM's JIT, bit for bit, and graphs with the expected ones where it
matters."""

from __future__ import annotations

import numpy as np
import pytest
from graph_cases import LANES, agree, nodes, ops, program, refused, switch
from graph_shaders import graph_of, optimise, same, shader

from gpucc.lowering.graph import F32
from gpucc.lowering.simplify.simplify import simplify
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import evaluate

# scalars --------------------------------------------------------------------------------------------------------------

BINARY = ["fadd", "fsub", "fmul", "fdiv", "frem"]


@pytest.mark.parametrize("op", BINARY)
def test_float_arithmetic(op: str) -> None:
    graph = agree(program("float", "float %x, float %y", f"  %a = {op} float %x, %y"))
    assert [node.op for node in nodes(graph) if node.args] == [op]


@pytest.mark.parametrize("type", ["<2 x float>", "<3 x float>", "<4 x float>"])
def test_vectors_become_scalars(type: str) -> None:
    graph = agree(program(type, f"{type} %x, {type} %y", f"  %p = fmul {type} %x, %y\n  %a = fsub {type} %p, %x"))
    assert all(node.type == F32 for node in nodes(graph))


def test_wide_vectors() -> None:
    body = """
  %w = shufflevector <4 x float> %x, <4 x float> %y, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %m = fmul <8 x float> %w, %w
  %r = call float @llvm.vector.reduce.fadd.v8f32(float -0.0, <8 x float> %m)
  %a = fadd float %r, 1.0"""
    agree(
        program(
            "float",
            "<4 x float> %x, <4 x float> %y",
            body,
            "declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)",
        )
    )


@pytest.mark.parametrize("predicate", "oeq one olt ole ogt oge ord ueq une ult ule ugt uge uno true false".split())
def test_float_comparisons(predicate: str) -> None:
    agree(
        program(
            "i1;float",
            "float %x, float %y",
            f"  %a = fcmp {predicate} float %x, %y\n  %b = select i1 %a, float %x, float %y",
        )
    )


@pytest.mark.parametrize("predicate", "eq ne slt sle sgt sge ult ule ugt uge".split())
def test_integer_comparisons(predicate: str) -> None:
    agree(
        program("i1;i1", "i32 %x, i32 %y", f"  %a = icmp {predicate} i32 %x, %y\n  %b = icmp {predicate} i32 %x, 3"),
        integers=(0, 1),
    )


@pytest.mark.parametrize("predicate", "eq ne slt sle sgt sge ult ule ugt uge".split())
def test_comparisons_of_booleans(predicate: str) -> None:
    body = f"  %p = fcmp olt float %x, 0.0\n  %q = fcmp olt float %y, 0.0\n  %a = icmp {predicate} i1 %p, %q"
    agree(program("i1", "float %x, float %y", body))


@pytest.mark.parametrize("op", "add sub mul and or xor".split())
@pytest.mark.parametrize("bits", [1, 8, 16, 32, 64])
def test_integers_of_any_width(op: str, bits: int) -> None:
    down, up = ("trunc i32 {} to", "sext i{} {} to i32") if bits < 32 else ("sext i32 {} to", "trunc i{} {} to i32")
    if bits == 32:
        body = f"  %a = {op} i32 %x, %y"
    else:
        body = f"  %p = {down.format('%x')} i{bits}\n  %q = {down.format('%y')} i{bits}\n  %r = {op} i{bits} %p, %q\n"
        body += "  %a = " + up.format(bits, "%r")
    agree(program("i32", "i32 %x, i32 %y", body), integers=(0, 1))


@pytest.mark.parametrize("op", "sdiv udiv srem urem shl lshr ashr".split())
def test_division_and_shifts(op: str) -> None:
    agree(
        program("i32", "i32 %x, i32 %y", f"  %n = and i32 %y, 7\n  %m = or i32 %n, 1\n  %a = {op} i32 %x, %m"),
        integers=(0, 1),
    )


def test_conversions() -> None:
    body = """
  %clear = and i32 %n, 127
  %a = sitofp i32 %n to float
  %b = uitofp i32 %clear to float
  %c = fptosi float %a to i32
  %t = fcmp ogt float %x, 0.0
  %d = uitofp i1 %t to float
  %e = sitofp i1 %t to float
  %f = zext i1 %t to i32
  %g = sext i1 %t to i32"""
    agree(program("float;float;i32;float;float;i32;i32", "float %x, i32 %n", body), integers=(1,))


def test_half() -> None:
    body = "  %h = fptrunc float %x to half\n  %k = fmul half %h, 0xH3E00\n  %a = fpext half %k to float"
    wanted = shader(program("float", "float %x", body))
    inputs = np.linspace(-4, 4, LANES * 4, dtype=np.float32).reshape(LANES, 1, 4)
    found = evaluate(graph_of(wanted), inputs, np.zeros((1, 4), np.float32))[0, 0]
    assert same(found, (inputs[:, 0, 0].astype(np.float16) * np.float16(1.5)).astype(np.float32))


def test_flags_and_locations_are_kept() -> None:
    graph = graph_of(
        shader(program("float", "float %x", "  %p = fadd nnan nsz float %x, 1.0\n  %a = fmul fast float %p, %x"))
    )
    assert "fadd f32 in0.x, 1.0 {nnan nsz}" in format_graph(graph)
    assert "{nnan ninf nsz arcp contract afn reassoc}" in format_graph(graph)


# vectors and aggregates are renamings ---------------------------------------------------------------------------------


def test_renamings_leave_no_node() -> None:
    body = """
  %s = shufflevector <4 x float> %x, <4 x float> %y, <4 x i32> <i32 7, i32 0, i32 poison, i32 5>
  %e = extractelement <4 x float> %s, i32 1
  %i = insertelement <4 x float> %s, float %e, i64 2
  %v0 = insertvalue { [2 x <4 x float>], float } poison, <4 x float> %i, 0, 1
  %v1 = insertvalue { [2 x <4 x float>], float } %v0, float %e, 1
  %a = extractvalue { [2 x <4 x float>], float } %v1, 0, 1
  %f = freeze <4 x float> %a
  %b = extractelement <4 x float> %f, i32 3"""
    graph = agree(program("<4 x float>;float", "<4 x float> %x, <4 x float> %y", body))
    assert ops(graph) == {"input"}


@pytest.mark.parametrize("bits", [32, 64])
def test_dynamic_element_index(bits: int) -> None:
    body = f"""
  %m = and i32 %n, 3
  %w = zext i32 %m to i64
  %e = extractelement <4 x float> %x, i{bits} {"%m" if bits == 32 else "%w"}
  %i = insertelement <4 x float> %x, float 9.0, i32 %m
  %a = fadd float %e, 1.0
  %b = fadd <4 x float> %i, %x"""
    agree(program("float;<4 x float>", "<4 x float> %x, i32 %n", body), integers=(1,))


def test_vector_and_scalar_conditions() -> None:
    body = """
  %c = fcmp olt <2 x float> %x, %y
  %p = select <2 x i1> %c, <2 x float> %x, <2 x float> %y
  %d = extractelement <2 x i1> %c, i32 0
  %q = select i1 %d, <2 x float> %p, <2 x float> %x
  %a = fadd <2 x float> %q, %p"""
    agree(program("<2 x float>", "<2 x float> %x, <2 x float> %y", body))


def test_masks_of_booleans() -> None:
    """Vectors of booleans cast to integers, as any(), all() and counting produce them."""
    body = """
  %v = fcmp olt <4 x float> %x, %y
  %m = bitcast <4 x i1> %v to i4
  %a = icmp ne i4 %m, 0
  %b = icmp eq i4 %m, -1
  %w = fcmp ogt <4 x float> %x, zeroinitializer
  %k = bitcast <4 x i1> %w to i4
  %j = and i4 %m, %k
  %c = icmp eq i4 %j, 5
  %z = zext i4 %m to i32
  %p = call i32 @llvm.ctpop.i32(i32 %z)
  %d = add i32 %p, 1
  %e = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v)"""
    declared = "declare i32 @llvm.ctpop.i32(i32)\ndeclare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)"
    graph = agree(program("i1;i1;i1;i32;i1", "<4 x float> %x, <4 x float> %y", body, declared))
    assert not ops(simplify(graph)) & {"iand", "shl", "lshr", "ieq", "ine"}


# coerced arguments ----------------------------------------------------------------------------------------------------


def test_two_floats_in_a_double() -> None:
    body = """
  %d = bitcast <2 x float> %x to double
  %s = select i1 %t, double %d, double 0.0
  %v = bitcast double %s to <2 x float>
  %a = fadd <2 x float> %v, %x"""
    graph = agree(program("<2 x float>", "<2 x float> %x, i1 %t", body), integers=())
    assert all(node.type.bits <= 32 for node in nodes(graph))


def test_two_floats_in_an_integer() -> None:
    body = """
  %bx = bitcast float %x to i32
  %by = bitcast float %y to i32
  %lx = zext i32 %bx to i64
  %ly = zext i32 %by to i64
  %hy = shl nuw i64 %ly, 32
  %w = or disjoint i64 %hy, %lx
  %lo = trunc i64 %w to i32
  %hs = lshr i64 %w, 32
  %hi = trunc nuw i64 %hs to i32
  %a = bitcast i32 %hi to float
  %b = bitcast i32 %lo to float"""
    graph = agree(program("float;float", "float %x, float %y", body))
    assert ops(graph) == {"input"}


@pytest.mark.parametrize("type", ["i64", "double"])
def test_two_floats_through_a_phi(type: str) -> None:
    text = f"""
define {{ <2 x float> }} @gpucc.shader(<2 x float> %x, <2 x float> %y, float %s) {{
entry:
  %c = fcmp olt float %s, 0.0
  br i1 %c, label %left, label %right
left:
  %p = bitcast <2 x float> %x to {type}
  br label %join
right:
  %q = bitcast <2 x float> %y to {type}
  br label %join
join:
  %w = phi {type} [ %p, %left ], [ %q, %right ]
  %v = bitcast {type} %w to <2 x float>
  %r = insertvalue {{ <2 x float> }} poison, <2 x float> %v, 0
  ret {{ <2 x float> }} %r
}}"""
    graph = simplify(agree(text))
    assert all(node.type in (F32, ("b", 1)) for node in nodes(graph))


def test_vectors_seen_through_other_types() -> None:
    body = """
  %i = bitcast <4 x float> %x to <4 x i32>
  %l = bitcast <4 x i32> %i to <2 x i64>
  %h = extractelement <2 x i64> %l, i32 1
  %w = bitcast <4 x float> %x to i128
  %s = lshr i128 %w, 32
  %t = trunc i128 %s to i32
  %a = bitcast i32 %t to float
  %b = bitcast i64 %h to <2 x float>
  %k = bitcast i32 %n to <4 x i8>
  %e = extractelement <4 x i8> %k, i32 1
  %c = zext i8 %e to i32"""
    agree(program("float;<2 x float>;i32", "<4 x float> %x, i32 %n", body), integers=(1,))


# doubles --------------------------------------------------------------------------------------------------------------

LIBM = (
    "declare double @llvm.fabs.f64(double)\ndeclare double @llvm.sqrt.f64(double)\ndeclare double"
    " @llvm.floor.f64(double)"
)


@pytest.mark.parametrize(
    "body",
    [
        "  %p = fmul double %dx, 5.000000e-01\n  %a = fptrunc double %p to float",
        "  %p = fadd double %dx, %dy\n  %a = fptrunc double %p to float",
        "  %p = fdiv double %dx, 3.0\n  %a = fptrunc double %p to float",
        "  %n = fneg double %dx\n  %f = call double @llvm.floor.f64(double %n)\n  %a = fptrunc double %f to float",
        (
            "  %f = call double @llvm.fabs.f64(double %dx)\n  %p = call double @llvm.sqrt.f64(double %f)\n  %a ="
            " fptrunc double %p to float"
        ),
        (
            "  %c = fcmp olt double %dx, 1.000000e-01\n  %s = select i1 %c, double %dx, double 2.0\n  %a = fptrunc"
            " double %s to float"
        ),
    ],
)
def test_doubles_that_are_floats(body: str) -> None:
    graph = agree(
        program(
            "float",
            "float %x, float %y",
            f"  %dx = fpext float %x to double\n  %dy = fpext float %y to double\n{body}",
            LIBM,
        )
    )
    assert all(node.type.bits <= 32 for node in nodes(graph))


@pytest.mark.parametrize("predicate", "oeq one olt ole ogt oge ueq une ult ule ugt uge".split())
@pytest.mark.parametrize(
    "constant", ["1.000000e-01", "-1.000000e-01", "1.000000e-60", "1.000000e+60", "0x3FF0000000000001"]
)
def test_comparison_with_a_constant_between_floats(predicate: str, constant: str) -> None:
    body = (
        f"  %d = fpext float %x to double\n  %a = fcmp {predicate} double %d, {constant}\n  %b = fcmp {predicate}"
        f" double {constant}, %d"
    )
    near = float(np.float32(0.1))
    values = [
        0.1,
        -0.1,
        np.nextafter(np.float32(0.1), np.float32(0)),
        np.inf,
        -np.inf,
        np.nan,
        0,
        -0.0,
        1,
        1e-45,
        -1e-45,
        3.4e38,
        near,
    ]
    inputs = np.zeros((len(values), 1, 4), np.float32)
    inputs[:, 0, 0] = values
    agree(program("i1;i1", "float %x", body), inputs=inputs)


def test_double_arithmetic_is_refused() -> None:
    body = "  %d = fpext float %x to double\n  %p = fmul double %d, 1.000000e-01\n  %a = fptrunc double %p to float"
    error = refused(program("float", "float %x", body))
    assert "double arithmetic ('multiply' in 64 bits)" in error.message
    assert error.source_line == "%p = fmul double %d, 1.000000e-01"
    assert any("0.1f" in note for note in error.notes)


def test_double_arithmetic_with_flags_that_allow_less() -> None:
    body = "  %d = fpext float %x to double\n  %p = fmul fast double %d, 1.000000e-01\n  %q = fadd fast double %p, %p\n"
    graph = graph_of(shader(program("float", "float %x", body + "  %a = fptrunc double %q to float")))
    assert ops(graph) == {"input", "const", "fmul", "fadd"}


def test_what_is_not_needed_is_not_refused() -> None:
    body = "  %d = fpext float %x to double\n  %p = fmul double %d, 1.000000e-01\n  %a = fadd float %x, 1.0"
    assert ops(graph_of(shader(program("float", "float %x", body)))) == {"input", "const", "fadd"}


@pytest.mark.parametrize(("operation", "limit"), [("ule", -1), ("ugt", -1), ("ult", 1 << 32), ("uge", 1 << 32)])
@pytest.mark.parametrize("bits", [40, 64])
def test_what_an_abi_passes_as_one_integer_is_compared_with_limits(operation: str, limit: int, bits: int) -> None:
    """No integer exceeds the greatest one: the limit behind that has more bits than the type, and became 0."""
    body = f"""
  %low = bitcast float %x to i32
  %wide = zext i32 %low to i{bits}
  %held = or disjoint i{bits} %wide, 4294967296
  %both = select i1 %some, i{bits} %held, i{bits} 0
  %r = icmp {operation} i{bits} %both, {limit}
  %a = select i1 %r, float 1.0, float 2.0"""
    agree(program("float", "float %x, i1 %some", body), integers=(1,))


# whole programs -------------------------------------------------------------------------------------------------------


def test_deep_chains_do_not_recurse() -> None:
    lines = ["  %v0 = fadd float %x, 1.0"] + [f"  %v{k} = fmul float %v{k - 1}, %x" for k in range(1, 5000)]
    graph = graph_of(shader(program("float", "float %x", "\n".join([*lines, "  %a = fsub float %v4999, %x"]))))
    assert len(nodes(simplify(graph))) > 5000


def test_same_text_whatever_the_order_of_hashes() -> None:
    text = optimise(switch("i32 1, label %one i32 2, label %two"), 2)
    assert len({format_graph(simplify(graph_of(shader(text)))) for _ in range(3)}) == 1
