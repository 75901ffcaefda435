"""Records to graph: what graphs compute is compared with LLVM's JIT, bit for bit; what they look like, where it matters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from graph_runner import Machine, evaluate
from graph_shaders import graph_of, jit, optimise, random_inputs, same, shader

from gpucc.errors import GpuccError, InputError, Unsupported
from gpucc.lowering.graph import F32, Graph, Node, roots, topological
from gpucc.lowering.simplify import simplify
from gpucc.lowering.text import format_graph

LANES = 48


def nodes(graph: Graph) -> list[Node]:
    return topological([root for block in graph.blocks for root in roots(block)])


def ops(graph: Graph) -> set[str]:
    return {node.op for node in nodes(graph)}


def program(result: str, parameters: str, body: str, extra: str = "") -> str:
    """A shader whose body defines %a, %b ... for the members of its result, one letter each."""
    types = [word.strip() for word in result.split(";")]
    struct = "{ " + ", ".join(types) + " }"
    lines = [f"define {struct} @gpucc.shader({parameters}) {{", "entry:", body]
    whole = "poison"
    for k, type in enumerate(types):
        lines.append(f"  %ret{k} = insertvalue {struct} {whole}, {type} %{'abcdefgh'[k]}, {k}")
        whole = f"%ret{k}"
    return "\n".join([extra, *lines, f"  ret {struct} {whole}", "}"])


def agree(text: str, integers: tuple[int, ...] = (), ulps: int = 0, inputs: Any = None, **record: Any) -> Graph:
    """The graph, before and after simplification, computes what LLVM does."""
    wanted = shader(text, **record)
    graph = graph_of(wanted)
    if inputs is None:
        inputs = random_inputs(LANES, max(1, len(wanted.inputs)), integers=integers)
    uniforms = np.random.default_rng(7).normal(0, 3, (64, 4)).astype(np.float32)
    known = jit(wanted, inputs, uniforms)
    for form in (graph, simplify(graph)):
        found = evaluate(form, inputs, uniforms)
        for place, values in known.items():
            assert same(found[place], values, ulps), (place, format_graph(form))
    return graph


def refused(text: str, kind: type[GpuccError] = Unsupported, **record: Any) -> GpuccError:
    with pytest.raises(kind) as caught:
        graph_of(shader(text, **record))
    assert caught.value.location is not None
    return caught.value


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
    agree(program("float", "<4 x float> %x, <4 x float> %y", body, "declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)"))


@pytest.mark.parametrize("predicate", "oeq one olt ole ogt oge ord ueq une ult ule ugt uge uno true false".split())
def test_float_comparisons(predicate: str) -> None:
    agree(program("i1;float", "float %x, float %y", f"  %a = fcmp {predicate} float %x, %y\n  %b = select i1 %a, float %x, float %y"))


@pytest.mark.parametrize("predicate", "eq ne slt sle sgt sge ult ule ugt uge".split())
def test_integer_comparisons(predicate: str) -> None:
    agree(program("i1;i1", "i32 %x, i32 %y", f"  %a = icmp {predicate} i32 %x, %y\n  %b = icmp {predicate} i32 %x, 3"), integers=(0, 1))


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
    agree(program("i32", "i32 %x, i32 %y", f"  %n = and i32 %y, 7\n  %m = or i32 %n, 1\n  %a = {op} i32 %x, %m"), integers=(0, 1))


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
    graph = graph_of(shader(program("float", "float %x", "  %p = fadd nnan nsz float %x, 1.0\n  %a = fmul fast float %p, %x")))
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
    """Vectors of booleans cast to integers: the forms that any(), all() and counting take."""
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

LIBM = "declare double @llvm.fabs.f64(double)\ndeclare double @llvm.sqrt.f64(double)\ndeclare double @llvm.floor.f64(double)"


@pytest.mark.parametrize(
    "body",
    [
        "  %p = fmul double %dx, 5.000000e-01\n  %a = fptrunc double %p to float",
        "  %p = fadd double %dx, %dy\n  %a = fptrunc double %p to float",
        "  %p = fdiv double %dx, 3.0\n  %a = fptrunc double %p to float",
        "  %n = fneg double %dx\n  %f = call double @llvm.floor.f64(double %n)\n  %a = fptrunc double %f to float",
        "  %f = call double @llvm.fabs.f64(double %dx)\n  %p = call double @llvm.sqrt.f64(double %f)\n  %a = fptrunc double %p to float",
        "  %c = fcmp olt double %dx, 1.000000e-01\n  %s = select i1 %c, double %dx, double 2.0\n  %a = fptrunc double %s to float",
    ],
)
def test_doubles_that_are_floats(body: str) -> None:
    graph = agree(
        program("float", "float %x, float %y", f"  %dx = fpext float %x to double\n  %dy = fpext float %y to double\n{body}", LIBM)
    )
    assert all(node.type.bits <= 32 for node in nodes(graph))


@pytest.mark.parametrize("predicate", "oeq one olt ole ogt oge ueq une ult ule ugt uge".split())
@pytest.mark.parametrize("constant", ["1.000000e-01", "-1.000000e-01", "1.000000e-60", "1.000000e+60", "0x3FF0000000000001"])
def test_comparison_with_a_constant_between_floats(predicate: str, constant: str) -> None:
    body = f"  %d = fpext float %x to double\n  %a = fcmp {predicate} double %d, {constant}\n  %b = fcmp {predicate} double {constant}, %d"
    near = float(np.float32(0.1))
    values = [0.1, -0.1, np.nextafter(np.float32(0.1), np.float32(0)), np.inf, -np.inf, np.nan, 0, -0.0, 1, 1e-45, -1e-45, 3.4e38, near]
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


# uniforms -------------------------------------------------------------------------------------------------------------


def test_uniform_registers() -> None:
    body = """
  %g = getelementptr inbounds [4 x float], ptr %u, i64 2
  %v = load <4 x float>, ptr %g, align 16
  %h = getelementptr i8, ptr %u, i64 20
  %a = load float, ptr %h
  %b = fadd <4 x float> %v, %v
  %k = getelementptr { <3 x float>, [2 x float] }, ptr %u, i32 1, i32 1, i32 1
  %c = load float, ptr %k"""
    graph = agree(program("float;<4 x float>;float", "ptr %u", body))
    assert {node.attr for node in nodes(graph) if node.op == "uniform"} == {(1, 1), (2, 0), (2, 1), (2, 2), (2, 3), (3, 1)}


def test_indexed_registers() -> None:
    body = """
  %m = and i32 %n, 7
  %s = sext i32 %m to i64
  %g = getelementptr inbounds <4 x float>, ptr %u, i64 %s
  %h = getelementptr inbounds i8, ptr %g, i64 36
  %a = load float, ptr %h
  %t = mul nsw i32 %m, 3
  %p = add nsw i32 %t, 1
  %q = zext nneg i32 %p to i64
  %r = getelementptr inbounds <4 x float>, ptr %u, i64 %q
  %b = load float, ptr %r"""
    graph = agree(program("float;float", "ptr %u, i32 %n", body), integers=(0,))
    found = [(node.attr, node.args[0].op) for node in nodes(graph) if node.op == "uniform_at"]
    assert found == [((2, 1, 16), "iand"), ((1, 0, 16), "imul")]


@pytest.mark.parametrize("stride", [4, 8, 12, 20, 24])
def test_arrays_in_c_layout(stride: int) -> None:
    body = f"""
  %m = and i32 %n, 7
  %g = getelementptr inbounds [{stride} x i8], ptr %u, i32 %m
  %h = getelementptr inbounds i8, ptr %g, i32 4
  %a = load float, ptr %h
  %b = load float, ptr %g"""
    agree(program("float;float", "ptr %u, i32 %n", body), integers=(0,))


def test_byte_offsets_hide_the_index() -> None:
    body = """
  %s = shl i32 %n, 4
  %m = and i32 %s, 48
  %z = zext nneg i32 %m to i64
  %g = getelementptr inbounds i8, ptr %u, i64 %z
  %a = load <4 x float>, ptr %g"""
    graph = agree(program("<4 x float>", "ptr %u, i32 %n", body), integers=(0,))
    assert "uniform_at" in ops(graph)
    assert "imul" not in ops(graph)


def test_index_chosen_from_constants_needs_no_indexing() -> None:
    body = """
  %p = icmp sgt i32 %n, 0
  %q = icmp sgt i32 %n, 3
  %i = select i1 %p, i64 32, i64 64
  %j = select i1 %q, i64 0, i64 %i
  %g = getelementptr inbounds i8, ptr %u, i64 %j
  %z = zext i1 %p to i64
  %h = getelementptr inbounds <4 x float>, ptr %g, i64 %z
  %a = load <4 x float>, ptr %h"""
    graph = agree(program("<4 x float>", "ptr %u, i32 %n", body), integers=(0,))
    assert "uniform_at" not in ops(graph)


def test_letters_say_what_a_component_holds() -> None:
    """Integers and booleans in uniform memory are numbers in float components; a float read as integer is its bits."""
    body = """
  %i = load i32, ptr @n
  %a = add i32 %i, 1
  %t = load i8, ptr @flag
  %b = trunc i8 %t to i1
  %c = load i32, ptr @x"""
    extra = "\n".join(f"@{name} = external addrspace(2) global {type}" for name, type in (("n", "i32"), ("flag", "i8"), ("x", "float")))
    text = program("i32;i1;i32", "", body.replace("ptr @", "ptr addrspace(2) @"), extra)
    record = shader(text, uniforms={"n": (0, "i"), "flag": (1, "b"), "x": (2, "f")})
    assert format_graph(graph_of(record)).splitlines()[3:] == [
        "  %0 = iadd i32 u0.x:i32, 1",
        "  %1 = bits i32 u2.x",
        "  return",
        "    out0.x = %0",
        "    out1.x = u1.x:bool",
        "    out2.x = %1",
    ]


def test_packed_uniforms_are_refused() -> None:
    error = refused(program("i8", "ptr %u", "  %g = getelementptr i8, ptr %u, i64 1\n  %a = load i8, ptr %g"))
    assert "no whole component" in error.message


def test_uniforms_are_read_only() -> None:
    error = refused(program("float", "ptr %u", "  store float 1.0, ptr %u\n  %a = load float, ptr %u"), InputError)
    assert "read-only" in error.message
    assert any("--bind" in note for note in error.notes)


# pointers -------------------------------------------------------------------------------------------------------------


def test_choice_of_pointers() -> None:
    body = """
  %p = icmp sgt i32 %n, 0
  %h = getelementptr <4 x float>, ptr %v, i64 3
  %s = select i1 %p, ptr %u, ptr %h
  %g = getelementptr float, ptr %s, i64 2
  %a = load float, ptr %g
  %b = icmp eq ptr %s, %u"""
    agree(program("float;i1", "ptr %u, ptr %v, i32 %n", body), integers=(0,))


def test_phi_of_pointers() -> None:
    text = """
define { float, float } @gpucc.shader(ptr %u, ptr %v, float %s) {
entry:
  %c = fcmp olt float %s, 0.0
  br i1 %c, label %left, label %right
left:
  %p = getelementptr <4 x float>, ptr %u, i64 1
  br label %join
right:
  %d = fcmp olt float %s, 1.0
  br i1 %d, label %join, label %far
far:
  %q = getelementptr <4 x float>, ptr %v, i64 2
  br label %join
join:
  %w = phi ptr [ %p, %left ], [ %u, %right ], [ %q, %far ]
  %g = getelementptr float, ptr %w, i64 3
  %a = load float, ptr %g
  %b = load float, ptr %w
  %x = insertvalue { float, float } poison, float %a, 0
  %y = insertvalue { float, float } %x, float %b, 1
  ret { float, float } %y
}"""
    graph = agree(text)
    assert "uniform_at" not in ops(graph)


def test_walking_pointer() -> None:
    """rustc's slice iterators: a pointer that is its own induction variable, compared with the end."""
    text = """
define { float } @gpucc.shader(ptr %u) {
entry:
  %end = getelementptr inbounds <4 x float>, ptr %u, i64 5
  br label %loop
loop:
  %p = phi ptr [ %u, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %g = getelementptr float, ptr %p, i64 1
  %x = load float, ptr %g
  %t = fadd float %s, %x
  %next = getelementptr inbounds <4 x float>, ptr %p, i64 1
  %c = icmp eq ptr %next, %end
  br i1 %c, label %done, label %loop
done:
  %r = insertvalue { float } poison, float %t, 0
  ret { float } %r
}"""
    graph = agree(text)
    (load,) = [node for node in nodes(graph) if node.op == "uniform_at"]
    assert load.attr == (0, 1, 16)
    assert load.args[0].op == "phi"


def test_addresses_are_no_numbers() -> None:
    error = refused(program("i64", "ptr %u", "  %a = ptrtoint ptr %u to i64"))
    assert "'ptrtoint'" in error.message


# tables ---------------------------------------------------------------------------------------------------------------

TABLE = "@t = private constant [5 x float] [float 1.0, float 2.5, float 2.5, float -3.0, float 0.5]"


def test_constant_table() -> None:
    body = """
  %m = and i32 %n, 3
  %g = getelementptr inbounds [5 x float], ptr @t, i64 0, i32 %m
  %a = load float, ptr %g
  %h = getelementptr inbounds i8, ptr @t, i64 16
  %b = load float, ptr %h"""
    graph = agree(program("float;float", "i32 %n", body, TABLE), integers=(0,))
    assert sum(node.op == "select" for node in nodes(graph)) == 3


def test_table_of_bytes() -> None:
    """rustc writes tables of floats as bytes."""
    data = "".join(f"\\{byte:02x}" for byte in np.array([1.5, -2.0, 8.0], "<f4").tobytes())
    extra = f'@t = private constant <{{ [12 x i8] }}> <{{ [12 x i8] c"{data}" }}>, align 4'
    body = """
  %m = and i32 %n, 1
  %g = getelementptr float, ptr @t, i32 %m
  %h = getelementptr i8, ptr %g, i64 4
  %a = load float, ptr %h"""
    agree(program("float", "i32 %n", body, extra), integers=(0,))


def test_table_that_is_too_large() -> None:
    extra = "@t = private constant [65 x float] [" + ", ".join(f"float {k}.0" for k in range(65)) + "]"
    error = refused(program("float", "i32 %n", "  %g = getelementptr float, ptr @t, i32 %n\n  %a = load float, ptr %g", extra))
    assert "has 65 elements; at most 64" in error.message


def test_table_of_pointers() -> None:
    extra = f"{TABLE}\n@s = private constant [2 x float] [float 7.0, float 8.0]\n@p = private constant [2 x ptr] [ptr @t, ptr @s]"
    body = """
  %m = and i32 %n, 1
  %g = getelementptr [2 x ptr], ptr @p, i64 0, i32 %m
  %q = load ptr, ptr %g
  %h = getelementptr float, ptr %q, i64 1
  %a = load float, ptr %h"""
    agree(program("float", "i32 %n", body, extra), integers=(0,))


# local memory ---------------------------------------------------------------------------------------------------------


def test_scalars_in_memory_become_values() -> None:
    body = """
  %m = alloca { float, [3 x float], i8 }
  %g = getelementptr { float, [3 x float], i8 }, ptr %m, i32 0, i32 1, i32 2
  store float %x, ptr %m
  store float 4.0, ptr %g
  %l = load float, ptr %g
  %o = load float, ptr %m
  %a = fadd float %l, %o
  store float %a, ptr %m
  %b = load i32, ptr %m
  %f = getelementptr { float, [3 x float], i8 }, ptr %m, i32 0, i32 2
  %t = fcmp olt float %x, 0.0
  %z = zext i1 %t to i8
  store i8 %z, ptr %f
  %y = load i8, ptr %f
  %c = trunc i8 %y to i1"""
    graph = agree(program("float;i32;i1", "float %x", body))
    assert not ops(graph) & {"local_load", "local_store"}


def test_copies_and_fills() -> None:
    body = """
  %m = alloca [8 x float]
  %k = alloca [8 x float]
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  %g = getelementptr float, ptr %m, i64 3
  store float %x, ptr %g
  call void @llvm.memcpy.p0.p0.i64(ptr %k, ptr %m, i64 32, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %g, ptr %m, i64 16, i1 false)
  %h = getelementptr float, ptr %m, i64 6
  %a = load float, ptr %h
  %i = getelementptr float, ptr %k, i64 3
  %b = load float, ptr %i
  %c = load float, ptr %k
  call void @llvm.memcpy.p0.p0.i64(ptr %k, ptr %u, i64 20, i1 false)
  %j = getelementptr float, ptr %k, i64 4
  %d = load float, ptr %j
  %e = load <4 x float>, ptr %k, align 4"""
    extra = "\n".join(f"declare void @llvm.mem{n}.p0.p0.i64(ptr, ptr, i64, i1)" for n in ("cpy", "move"))
    extra += "\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"
    graph = agree(program("float;float;float;float;<4 x float>", "ptr %u, float %x", body, extra))
    assert ops(graph) == {"input", "const", "uniform"}


def test_bytes_within_a_word() -> None:
    body = """
  %m = alloca i32
  store i32 %n, ptr %m
  %g = getelementptr i8, ptr %m, i64 1
  store i8 5, ptr %g
  %a = load i32, ptr %m
  %h = getelementptr i8, ptr %m, i64 2
  %s = load i16, ptr %h
  %b = sext i16 %s to i32"""
    agree(program("i32;i32", "i32 %n", body), integers=(0,))


def test_memory_where_paths_meet() -> None:
    text = """
define { float, float } @gpucc.shader(float %x, i32 %n) {
entry:
  %m = alloca float
  %k = alloca i32
  store float %x, ptr %m
  store i32 0, ptr %k
  br label %loop
loop:
  %i = load i32, ptr %k
  %c = icmp slt i32 %i, 4
  br i1 %c, label %body, label %done
body:
  %v = load float, ptr %m
  %d = fcmp olt float %v, 2.0
  br i1 %d, label %then, label %next
then:
  %w = fadd float %v, 1.0
  store float %w, ptr %m
  br label %next
next:
  %j = add i32 %i, 1
  store i32 %j, ptr %k
  br label %loop
done:
  %r = load float, ptr %m
  %y = load i32, ptr %m
  %z = bitcast i32 %y to float
  %p = insertvalue { float, float } poison, float %r, 0
  %q = insertvalue { float, float } %p, float %z, 1
  ret { float, float } %q
}"""
    graph = agree(text, integers=(1,))
    assert not ops(graph) & {"local_load", "local_store", "undef"}


def test_array_with_dynamic_index() -> None:
    body = """
  %m = alloca [4 x <4 x float>]
  %i1 = getelementptr <4 x float>, ptr %m, i64 1
  %i2 = getelementptr <4 x float>, ptr %m, i64 2
  %i3 = getelementptr <4 x float>, ptr %m, i64 3
  store <4 x float> %x, ptr %m
  store <4 x float> zeroinitializer, ptr %i1
  store <4 x float> %x, ptr %i2
  store <4 x float> splat (float 2.0), ptr %i3
  %k = and i32 %n, 3
  %g = getelementptr [4 x <4 x float>], ptr %m, i64 0, i32 %k, i32 1
  %a = load float, ptr %g
  store float 9.0, ptr %g
  %b = load <4 x float>, ptr %i2"""
    graph = agree(program("float;<4 x float>", "<4 x float> %x, i32 %n", body), integers=(1,))
    arrays = {node.attr for block in graph.blocks for node in block.effects}
    assert arrays == {(f"m.{lane}", 4, F32) for lane in range(4)}


def test_array_of_integers_and_floats() -> None:
    body = """
  %m = alloca [4 x float]
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 16, i1 false)
  %k = and i32 %n, 3
  %g = getelementptr float, ptr %m, i32 %k
  store float %x, ptr %g
  %h = getelementptr float, ptr %m, i64 2
  %a = load i32, ptr %h
  %b = load float, ptr %h"""
    agree(program("i32;float", "float %x, i32 %n", body, "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"), integers=(1,))


def test_pointer_to_one_of_two_variables() -> None:
    body = """
  %m = alloca float
  %k = alloca float
  store float 1.0, ptr %m
  store float 2.0, ptr %k
  %c = fcmp olt float %x, 0.0
  %p = select i1 %c, ptr %m, ptr %k
  store float %x, ptr %p
  %a = load float, ptr %m
  %b = load float, ptr %k
  %c1 = load float, ptr %p
  %d = fadd float %c1, 1.0
  %s = alloca ptr
  store ptr %p, ptr %s
  %q = load ptr, ptr %s
  %e = load float, ptr %q"""
    agree(program("float;float;i1;float;float", "float %x", body))


def test_globals_that_are_written() -> None:
    """The JIT's memory would keep what an earlier lane stored, so the expected values are spelled out."""
    extra = "@g = internal global [2 x float] [float 3.0, float 4.0]\n@h = internal global [3 x i32] [i32 5, i32 6, i32 7]"
    body = """
  %a = load float, ptr @g
  store float %x, ptr @g
  %b = load float, ptr @g
  %k = and i32 %n, 1
  %q = getelementptr [3 x i32], ptr @h, i64 0, i32 %k
  %c = load i32, ptr %q"""
    wanted = shader(program("float;float;i32", "float %x, i32 %n", body, extra))
    inputs = random_inputs(8, 2, integers=(1,))
    found = evaluate(graph_of(wanted), inputs, np.zeros((1, 4), np.float32))
    assert same(found[0, 0], np.full(8, 3.0, np.float32))
    assert same(found[1, 0], inputs[:, 0, 0])
    assert same(found[2, 0], np.where(inputs[:, 1, 0].astype(int) & 1, 6, 5))


# control flow ---------------------------------------------------------------------------------------------------------


def switch(cases: str, default: str = "other") -> str:
    return f"""
define {{ float }} @gpucc.shader(float %x, i32 %n) {{
entry:
  switch i32 %n, label %{default} [ {cases} ]
one:
  %p = fadd float %x, 1.0
  br label %done
two:
  br label %done
never:
  unreachable
other:
  br label %done
done:
  %w = phi float [ %p, %one ], [ 2.0, %two ], [ %x, %other ]
  %r = insertvalue {{ float }} poison, float %w, 0
  ret {{ float }} %r
}}"""


def test_switch() -> None:
    graph = agree(switch("i32 1, label %one i32 2, label %two i32 5, label %one i32 -3, label %one i32 4, label %other"), integers=(1,))
    assert len(graph.blocks) == 6


def test_switch_with_impossible_default() -> None:
    graph = graph_of(shader(switch("i32 1, label %one i32 2, label %two", "never")))
    assert "never" not in format_graph(graph)
    assert "other" not in format_graph(graph)
    assert sum(node.op == "ieq" for node in nodes(graph)) == 1


def test_returns_are_joined() -> None:
    text = """
define { float, <2 x float> } @gpucc.shader(float %x) {
entry:
  %c = fcmp olt float %x, 0.0
  br i1 %c, label %a, label %b
a:
  ret { float, <2 x float> } { float 1.0, <2 x float> zeroinitializer }
b:
  %r = insertvalue { float, <2 x float> } { float 1.0, <2 x float> <float 3.0, float 4.0> }, float %x, 0
  ret { float, <2 x float> } %r
}"""
    graph = agree(text)
    assert [block.name for block in graph.blocks] == ["entry", "b", "a", "exit"]


def test_paths_without_return_are_never_taken() -> None:
    """A bounds check of rustc's: the panic has no meaning, so it costs nothing."""
    text = """
declare void @panic()
define { float } @gpucc.shader(float %x, i32 %n) {
entry:
  %c = icmp ult i32 %n, 4
  br i1 %c, label %ok, label %bad, !prof !0
bad:
  call void @panic()
  br label %spin
spin:
  br label %spin
ok:
  %r = insertvalue { float } poison, float %x, 0
  ret { float } %r
}
!0 = !{!"branch_weights", i32 100, i32 1}"""
    assert [block.name for block in graph_of(shader(text)).blocks] == ["entry", "ok"]


def test_shader_that_never_returns() -> None:
    error = refused("define { float } @gpucc.shader() {\nentry:\n  unreachable\n}")
    assert "never returns" in error.message


# calls ----------------------------------------------------------------------------------------------------------------

UNARY = "fabs sqrt floor ceil trunc rint nearbyint roundeven round".split()


@pytest.mark.parametrize("name", UNARY)
def test_exact_intrinsics(name: str) -> None:
    extra = f"declare <2 x float> @llvm.{name}.v2f32(<2 x float>)"
    agree(program("<2 x float>", "<2 x float> %x", f"  %a = call <2 x float> @llvm.{name}.v2f32(<2 x float> %x)", extra))


@pytest.mark.parametrize("name", "minnum maxnum copysign minimum maximum minimumnum maximumnum".split())
def test_intrinsics_of_two(name: str) -> None:
    """llvm.minnum may give either zero: the neutral operation is stricter, so zeros of both signs stay out."""
    inputs = random_inputs(LANES, 2)
    inputs[:, 1] = np.where(inputs[:, 1] == 0, np.float32(1), inputs[:, 1])
    extra = f"declare float @llvm.{name}.f32(float, float)"
    agree(program("float", "float %x, float %y", f"  %a = call float @llvm.{name}.f32(float %x, float %y)", extra), inputs=inputs)


@pytest.mark.parametrize("name", "sin cos tan exp exp2 log log2 log10 asin acos atan sinh cosh tanh".split())
def test_functions_are_nodes(name: str) -> None:
    extra = f"declare float @llvm.{name}.f32(float)\ndeclare float @{name}f(float)"
    body = f"  %a = call float @llvm.{name}.f32(float %x)\n  %b = call float @{name}f(float %x)"
    graph = graph_of(shader(program("float;float", "float %x", body, extra)))
    assert [node.op for node in nodes(graph)] == ["input", name]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, -1, -4])
def test_integer_power(n: int) -> None:
    extra = "declare float @llvm.powi.f32.i32(float, i32)"
    agree(program("float", "float %x", f"  %a = call float @llvm.powi.f32.i32(float %x, i32 {n})", extra))


@pytest.mark.parametrize("name", "smin smax umin umax".split())
def test_integer_extremes(name: str) -> None:
    extra = f"declare i32 @llvm.{name}.i32(i32, i32)\ndeclare i32 @llvm.abs.i32(i32, i1)"
    body = f"  %a = call i32 @llvm.{name}.i32(i32 %x, i32 %y)\n  %b = call i32 @llvm.abs.i32(i32 %x, i1 false)"
    agree(program("i32;i32", "i32 %x, i32 %y", body, extra), integers=(0, 1))


@pytest.mark.parametrize("type", ["i8", "i16", "i32"])
@pytest.mark.parametrize("sign", "su")
def test_saturating_conversion(type: str, sign: str) -> None:
    """Rust's `as`; numbers of 2^24 and more are no integers that a target carries."""
    inputs = np.clip(random_inputs(LANES, 1), -(2.0**24), 2.0**24).astype(np.float32)
    name = f"llvm.fpto{sign}i.sat.{type}.f32"
    ext = "" if type == "i32" else f"\n  %a = {sign}ext {type} %v to i32".replace("uext", "zext")
    body = f"  %{'a' if type == 'i32' else 'v'} = call {type} @{name}(float %x){ext}"
    agree(program("i32", "float %x", body, f"declare {type} @{name}(float)"), inputs=inputs)


@pytest.mark.parametrize("op", "sadd ssub uadd usub smul umul".split())
@pytest.mark.parametrize("kind", ["sat", "with.overflow"])
def test_narrow_overflow(op: str, kind: str) -> None:
    if kind == "sat" and op.endswith("mul"):
        pytest.skip("LLVM has no such intrinsic")
    extend = "sext" if op[0] == "s" else "zext"
    name = f"llvm.{op}.{kind}.i8"
    result = "i8" if kind == "sat" else "{ i8, i1 }"
    body = "  %s = mul i32 %x, 20\n  %t = mul i32 %y, 20\n  %p = trunc i32 %s to i8\n  %q = trunc i32 %t to i8\n"
    body += f"  %r = call {result} @{name}(i8 %p, i8 %q)\n"
    if kind == "sat":
        body += f"  %a = {extend} i8 %r to i32\n  %b = icmp eq i8 %r, %p"
    else:
        body += f"  %v = extractvalue {result} %r, 0\n  %b = extractvalue {result} %r, 1\n  %a = {extend} i8 %v to i32"
    agree(program("i32;i1", "i32 %x, i32 %y", body, f"declare {result} @{name}(i8, i8)"), integers=(0, 1))


@pytest.mark.parametrize("mask", [3, 4, 8, 16, 32, 64, 96, 128, 256, 512, 516, 504, 1023, 60, 960])
def test_class_tests(mask: int) -> None:
    extra = "declare i1 @llvm.is.fpclass.f32(float, i32)"
    agree(program("i1", "float %x", f"  %a = call i1 @llvm.is.fpclass.f32(float %x, i32 {mask})", extra))


def test_multiply_add_is_never_fused() -> None:
    extra = "declare float @llvm.fmuladd.f32(float, float, float)"
    graph = agree(program("float", "float %x, float %y", "  %a = call float @llvm.fmuladd.f32(float %x, float %y, float %x)", extra))
    assert ops(graph) == {"input", "fmul", "fadd"}


def test_reductions_go_from_left_to_right() -> None:
    body = """
  %a = call float @llvm.vector.reduce.fadd.v4f32(float %s, <4 x float> %x)
  %b = call float @llvm.vector.reduce.fmul.v4f32(float 1.0, <4 x float> %x)
  %c = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)"""
    extra = "\n".join(f"declare float @llvm.vector.reduce.{n}.v4f32(float, <4 x float>)" for n in ("fadd", "fmul"))
    agree(
        program(
            "float;float;float", "<4 x float> %x, float %s", body, extra + "\ndeclare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)"
        )
    )


def test_bitmap_instead_of_a_switch() -> None:
    body = "  %n = and i32 %k, 7\n  %m = trunc i32 %n to i8\n  %s = lshr i8 -77, %m\n  %a = trunc i8 %s to i1"
    graph = agree(program("i1", "i32 %k", body), integers=(0,))
    assert "lshr" not in ops(graph)


TEXTURE = """
@s = external addrspace(4) global i8
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
declare <4 x float> @gpucc.texture.2d.bias.i(i32, double, float)
declare <4 x float> @gpucc.texture.cube(i32, <3 x float>)
declare { <2 x float>, <2 x float> } @gpucc.texture.2d.proj(i32, <4 x float>)
declare void @gpucc.discard(i1)
declare <2 x float> @gpucc.dfdx.v2f32(<2 x float>)
"""


def test_shading_functions() -> None:
    body = """
  %v = shufflevector <4 x float> %x, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %w = shufflevector <4 x float> %x, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %d = bitcast <2 x float> %v to double
  %a = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @s, <2 x float> %v)
  %b = call <4 x float> @gpucc.texture.2d.bias.i(i32 2, double %d, float 1.5)
  %c = call <4 x float> @gpucc.texture.cube(i32 3, <3 x float> %w)
  %p = call { <2 x float>, <2 x float> } @gpucc.texture.2d.proj(i32 1, <4 x float> %x)
  %q = extractvalue { <2 x float>, <2 x float> } %p, 1
  %t = fcmp olt float 0.0, 1.0
  call void @gpucc.discard(i1 %t)
  %r = call <2 x float> @gpucc.dfdx.v2f32(<2 x float> %v)
  %e = fadd <2 x float> %q, %r"""
    text = program(
        "<4 x float>;<4 x float>;<4 x float>;<2 x float>",
        "<4 x float> %x",
        body.replace("%d =", "%dd =").replace("double %d", "double %dd").replace("%e =", "%d ="),
        TEXTURE,
    )
    graph = graph_of(shader(text, samplers={"s": 5}))
    found = {node.attr: len(node.args) for node in nodes(graph) if node.op == "texture"}
    assert found == {(5, "2d", "none"): 2, (2, "2d", "bias"): 3, (3, "cube", "none"): 3, (1, "2d", "proj"): 3}
    assert [effect.op for effect in graph.entry.effects] == ["discard"]
    assert sum(node.op == "dfdx" for node in nodes(graph)) == 2


def test_discard_counts() -> None:
    text = program(
        "float", "float %x", "  %c = fcmp olt float %x, 0.0\n  call void @gpucc.discard(i1 %c)\n  %a = fadd float %x, 1.0", TEXTURE
    )
    inputs = random_inputs(LANES, 1)
    machine = Machine(simplify(graph_of(shader(text, samplers={"s": 0}))), inputs, np.zeros((1, 4), np.float32))
    machine.run()
    assert np.array_equal(machine.discarded, inputs[:, 0, 0] < 0)


DECLARED = """
@e = external global float
declare float @mystery(float)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare <4 x float> @gpucc.texture.2d.n(i32, <2 x float>)
"""
# each yields %a, or an integer %k that %a is made of; %i is an integer
REFUSED = {
    "  %a = call float @mystery(float %x)": "@mystery is called but not defined",
    '  %a = call float asm "nop", "=x,x"(float %x)': "inline assembly",
    "  %k = call i32 @llvm.ctpop.i32(i32 %i)": "counting the bits",
    "  %k = call i32 @llvm.fshl.i32(i32 %i, i32 %i, i32 %i)": "rotating",
    "  %b = fptrunc float %x to bfloat\n  %a = fpext bfloat %b to float": "bfloat",
    "  %m = alloca float\n  %o = atomicrmw fadd ptr %m, float %x seq_cst\n  %a = fadd float %o, 1.0": "'atomicrmw'",
    "  %m = alloca float, i32 %i\n  %a = load float, ptr %m": "variable length",
    "  %a = load float, ptr @e": "@e, which is defined elsewhere",
    "  %t = call <4 x float> @gpucc.texture.2d.n(i32 %i, <2 x float> undef)\n  %a = extractelement <4 x float> %t, i32 0": "sampler",
}


@pytest.mark.parametrize("body", REFUSED)
def test_refusals(body: str) -> None:
    if "%k" in body:
        body += "\n  %a = sitofp i32 %k to float"
    error = refused(program("float", "float %x", f"  %i = fptosi float %x to i32\n{body}", DECLARED))
    assert REFUSED[body.replace("\n  %a = sitofp i32 %k to float", "")] in error.message
    assert error.source_line


def test_recursion_is_refused() -> None:
    extra = "define float @f(float %y) {\n  %z = call float @f(float %y)\n  ret float %z\n}"
    error = refused(program("float", "float %x", "  %a = call float @f(float %x)", extra))
    assert "could not be inlined" in error.message
    assert any("recursive" in note for note in error.notes)


def test_places_come_from_debug_information() -> None:
    body = """
  %d = fpext float %x to double, !dbg !7
  %p = fmul double %d, 1.000000e-01, !dbg !7
  %a = fptrunc double %p to float, !dbg !7"""
    text = program("float", "ptr %u, float %x", body)
    text = (
        text.replace("float %x) {", "float %x) !dbg !4 {")
        + """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "glow.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "glow", scope: !1, file: !1, line: 10, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 12, column: 20, scope: !4)
"""
    )
    error = refused(text)
    assert (error.location and error.location.file.endswith("glow.c"), error.line) == (True, 12)


# whole programs -------------------------------------------------------------------------------------------------------


def test_deep_chains_do_not_recurse() -> None:
    lines = ["  %v0 = fadd float %x, 1.0"] + [f"  %v{k} = fmul float %v{k - 1}, %x" for k in range(1, 5000)]
    graph = graph_of(shader(program("float", "float %x", "\n".join([*lines, "  %a = fsub float %v4999, %x"]))))
    assert len(nodes(simplify(graph))) > 5000


def test_same_text_whatever_the_order_of_hashes() -> None:
    text = optimise(switch("i32 1, label %one i32 2, label %two"), 2)
    assert len({format_graph(simplify(graph_of(shader(text)))) for _ in range(3)}) == 1


def test_pointer_walk_of_many_steps() -> None:
    """Each step doubles the places; beyond a bound the offset is computed."""
    steps = ["  %p0 = getelementptr <4 x float>, ptr %u, i64 1"]
    for k in range(12):
        steps.append(f"  %m{k} = and i32 %n, {1 << k % 3}\n  %c{k} = icmp ne i32 %m{k}, 0")
        steps.append(f"  %q{k} = getelementptr i8, ptr %p{k}, i64 16\n  %p{k + 1} = select i1 %c{k}, ptr %q{k}, ptr %p{k}")
    graph = agree(program("float", "ptr %u, i32 %n", "\n".join([*steps, "  %a = load float, ptr %p12"])), integers=(0,))
    assert sum(node.op == "uniform_at" for node in nodes(graph)) <= 16


def test_pointer_to_too_many_arrays() -> None:
    extra = "\n".join(f"@g{k} = private constant [1 x float] [float {k}.0]" for k in range(70))
    steps = ["  %p0 = getelementptr float, ptr @g0, i64 0"]
    for k in range(1, 70):
        steps.append(f"  %c{k} = fcmp ogt float %x, {k}.0\n  %p{k} = select i1 %c{k}, ptr @g{k}, ptr %p{k - 1}")
    error = refused(program("float", "float %x", "\n".join([*steps, "  %a = load float, ptr %p69"]), extra))
    assert "more than 64 places" in error.message


@pytest.mark.parametrize("select", [True, False])
def test_null_is_told_from_addresses(select: bool) -> None:
    """rustc's Option of a reference: null where there is none."""
    choose = "  %p = select i1 %c, ptr %g, ptr null"
    if not select:
        choose = "  br i1 %c, label %some, label %done\nsome:\n  br label %done\ndone:\n  %p = phi ptr [ %g, %some ], [ null, %entry ]"
    body = f"""
  %c = fcmp olt float %x, 0.0
  %g = getelementptr <4 x float>, ptr %u, i64 2
{choose}
  %a = icmp eq ptr %p, null
  %v = load float, ptr %p
  %b = select i1 %a, float %x, float %v"""
    graph = graph_of(shader(program("i1;float", "ptr %u, float %x", body)))
    inputs, uniforms = random_inputs(LANES, 1), np.arange(256, dtype=np.float32).reshape(64, 4)
    found = evaluate(simplify(graph), inputs, uniforms)
    x = inputs[:, 0, 0]
    assert np.array_equal(found[0, 0], ~(x < 0))
    assert same(found[1, 0], np.where(x < 0, np.float32(8), x))
