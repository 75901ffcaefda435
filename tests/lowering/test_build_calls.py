"""Control flow, intrinsics and refusals in the graph builder."""

from __future__ import annotations

import re

import numpy as np
import pytest
from graph_cases import LANES, agree, nodes, ops, program, refused, switch
from graph_shaders import graph_of, random_inputs, shader

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.lowering.simplify.simplify import simplify
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import GraphRunner

# control flow ---------------------------------------------------------------------------------------------------------


def test_switch() -> None:
    graph = agree(
        switch("i32 1, label %one i32 2, label %two i32 5, label %one i32 -3, label %one i32 4, label %other"),
        integers=(1,),
    )
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
    """A bounds check of rustc: the panic has no meaning here, so it must cost nothing."""
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
    agree(
        program("<2 x float>", "<2 x float> %x", f"  %a = call <2 x float> @llvm.{name}.v2f32(<2 x float> %x)", extra)
    )


@pytest.mark.parametrize("name", "minnum maxnum copysign minimum maximum minimumnum maximumnum".split())
def test_intrinsics_of_two(name: str) -> None:
    """llvm.minnum may return either zero; the neutral operation is stricter, so zeros of both signs are left out."""
    inputs = random_inputs(LANES, 2)
    inputs[:, 1] = np.where(inputs[:, 1] == 0, np.float32(1), inputs[:, 1])
    extra = f"declare float @llvm.{name}.f32(float, float)"
    agree(
        program("float", "float %x, float %y", f"  %a = call float @llvm.{name}.f32(float %x, float %y)", extra),
        inputs=inputs,
    )


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
    """Rust's `as`; integers of 2^24 and more cannot be represented by the targets."""
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
    graph = agree(
        program(
            "float", "float %x, float %y", "  %a = call float @llvm.fmuladd.f32(float %x, float %y, float %x)", extra
        )
    )
    assert ops(graph) == {"input", "fmul", "fadd"}


def test_reductions_go_from_left_to_right() -> None:
    body = """
  %a = call float @llvm.vector.reduce.fadd.v4f32(float %s, <4 x float> %x)
  %b = call float @llvm.vector.reduce.fmul.v4f32(float 1.0, <4 x float> %x)
  %c = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %x)"""
    extra = "\n".join(f"declare float @llvm.vector.reduce.{n}.v4f32(float, <4 x float>)" for n in ("fadd", "fmul"))
    agree(
        program(
            "float;float;float",
            "<4 x float> %x, float %s",
            body,
            extra + "\ndeclare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)",
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
        "float",
        "float %x",
        "  %c = fcmp olt float %x, 0.0\n  call void @gpucc.discard(i1 %c)\n  %a = fadd float %x, 1.0",
        TEXTURE,
    )
    inputs = random_inputs(LANES, 1)
    machine = GraphRunner(simplify(graph_of(shader(text, samplers={"s": 0}))), inputs, np.zeros((1, 4), np.float32))
    machine.run()
    assert np.array_equal(machine.discarded, inputs[:, 0, 0] < 0)


DECLARED = """
@e = external global float
declare float @mystery(float)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare <4 x float> @gpucc.texture.2d.n(i32, <2 x float>)
"""
# each defines %a, or an integer %k from which %a is made; %i is an integer
REFUSED = {
    "  %a = call float @mystery(float %x)": "@mystery is called but not defined",
    '  %a = call float asm "nop", "=x,x"(float %x)': "inline assembly",
    "  %k = call i32 @llvm.fshl.i32(i32 %i, i32 7, i32 %i)": "known only at run time",
    "  %b = fptrunc float %x to bfloat\n  %a = fpext bfloat %b to float": "bfloat",
    "  %m = alloca float\n  %o = atomicrmw fadd ptr %m, float %x seq_cst\n  %a = fadd float %o, 1.0": "'atomicrmw'",
    "  %m = alloca float, i32 %i\n  %a = load float, ptr %m": "variable length",
    "  %a = load float, ptr @e": "@e, which is defined elsewhere",
    "  %t = call <4 x float> @gpucc.texture.2d.n(i32 %i, <2 x float> undef)\n  %a = extractelement <4 x float> %t, "
    "i32 0": ("sampler"),
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
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "", isOptimized: true, runtimeVersion: 0,
emissionKind: FullDebug)
!1 = !DIFile(filename: "glow.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "glow", scope: !1, file: !1, line: 10, type: !5, spFlags: DISPFlagDefinition,
unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 12, column: 20, scope: !4)
"""
    )
    error = refused(text)
    assert (error.location and error.location.file.endswith("glow.c"), error.line) == (True, 12)


@pytest.mark.parametrize("call", ["fadd.f32(float %a, float %b", "rint.f32(float %a", "sqrt.f32(float %a"])
def test_rounding_modes_that_no_target_has_are_refused(call: str) -> None:
    """Reference and targets both round to nearest, so a comparison of the two would not notice other modes."""
    text = f"""declare float @llvm.experimental.constrained.{re.sub(" %.", "", call)}, metadata, metadata)
define float @vertex(float %a, float %b) #0 {{
  %r = call float @llvm.experimental.constrained.{call}, metadata !"round.upward",
  metadata !"fpexcept.ignore") #0
  ret float %r
}}
attributes #0 = {{ strictfp }}
"""
    with pytest.raises(Unsupported, match=r"the rounding mode round\.upward"):
        driver.compile(text, "agal", stage="vertex")
    for mode in ("tonearest", "dynamic"):
        assert driver.compile(text.replace("upward", mode), "agal", stage="vertex").verified
