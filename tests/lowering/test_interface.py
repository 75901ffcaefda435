"""The shader's interface derived from a module's functions, globals, binds and metadata."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import GpuccError, InputError, Unsupported, UsageError
from gpucc.interp.data import Batch
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32, SamplerState
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import SourceText, load
from gpucc.program import Shader, SignatureLeaf, Slot

X86 = 'target triple = "x86_64-unknown-linux-gnu"\n'


def shader(text: str, **options: Any) -> Shader:
    options.setdefault("stage", "vertex")
    return canonicalise(load(text, name="k.ll"), **options)


def refused(kind: type[GpuccError], text: str, **options: Any) -> GpuccError:
    source = load(text, name="k.ll")
    options.setdefault("stage", "vertex")
    with pytest.raises(kind) as caught:
        canonicalise(source, **options)
    return caught.value


def show(slots: tuple[Slot, ...]) -> str:
    """`name@register:words` for each slot."""
    return " ".join(f"{slot.name}@{slot.register}:{slot.words}" for slot in slots)


def interface(text: str, **options: Any) -> tuple[str, str, str]:
    found = shader(text, **options).interface
    return show(found.inputs), show(found.outputs), show(found.uniforms)


def run(made: Shader, inputs: list[list[float]], uniforms: list[list[float]] | None = None) -> list[list[float]]:
    """The outputs of one lane, by the JIT."""
    batch = Batch(np.array([inputs or [[0.0] * 4]], np.float32), np.array([uniforms or [[0.0] * 4]], np.float32))
    outcome = Reference(made, FP32).run(batch)
    assert not outcome.unsure.any()
    return [[float(value) for value in row] for row in outcome.outputs[0]]


# plain functions -----------------------------------------------------------------------------------------------------


def test_values_pointers_and_result() -> None:
    text = """
    define <4 x float> @f(<4 x float> %pos, float %s, ptr readonly %m, ptr %extra) {
      %row = getelementptr i8, ptr %m, i64 16
      %a = load <4 x float>, ptr %row
      %b = fmul <4 x float> %pos, %a
      %c = insertelement <4 x float> %b, float %s, i64 3
      store <4 x float> %c, ptr %extra
      %next = getelementptr <4 x float>, ptr %extra, i64 1
      store <2 x float> <float 5.0, float 6.0>, ptr %next
      ret <4 x float> %b
    }"""
    assert interface(text) == ("pos@0:ffff s@1:f", "ret0@0:ffff extra.0@1:ffff extra.1@2:ff", "m@0:....ffff")
    made = shader(text)
    assert made.pointers == (0,)
    assert made.inputs == (SignatureLeaf(0, 0, 4, "f"), SignatureLeaf(1, 0, 1, "f"))
    assert made.outputs == (SignatureLeaf(0, 0, 4, "f"), SignatureLeaf(1, 0, 4, "f"), SignatureLeaf(2, 0, 2, "f"))
    answer = run(made, [[1, 2, 3, 4], [9, 0, 0, 0]], [[0, 0, 0, 0], [10, 20, 30, 40]])
    assert answer == [[10, 40, 90, 160], [10, 40, 90, 9], [5, 6, 0, 0]]


def test_names_and_their_aliases() -> None:
    made = shader(
        "define float @f(float %a, float, float %.2) {\n  %s = fadd float %a, %0\n  %t = fadd float %s, %.2\n  ret"
        " float %t\n}\n"
    )
    assert show(made.interface.inputs) == "a@0:f arg1@1:f arg2@2:f"
    found = made.interface.find("arg0")
    assert found is not None
    assert found.name == "a"


@pytest.mark.parametrize(
    ("type", "slots"),
    [
        ("{ <4 x float>, <2 x float>, float }", "ret0@0:ffff ret1@1:ff ret2@2:f"),
        ("{ float, float }", "ret0@0:ff"),
        ("[3 x float]", "ret0@0:fff"),
        ("[2 x [4 x float]]", "ret0@0:ffff ret1@1:ffff"),
        ("{ { float, float }, float }", "ret0@0:ff ret1@1:f"),
        ("{ { float }, { float }, { { float } } }", "ret0@0:fff"),
        ("[5 x float]", "ret0@0:ffff ret1@1:f"),
        ("[9 x float]", "ret0@0:fff ret1@1:fff ret2@2:fff"),
        ("{ <2 x float>, <2 x float> }", "ret0@0:ff ret1@1:ff"),
        ("{ i32, float }", "ret0@0:i ret1@1:f"),
        ("<8 x float>", "ret0@0:ffffffff"),
        ("{ i1, half }", "ret0@0:b ret1@1:f"),
    ],
)
def test_leaves(type: str, slots: str) -> None:
    """The same rules for results and parameters."""
    text = f"define {type} @f({type} %v) {{\n  ret {type} %v\n}}\n"
    assert interface(text)[:2] == (rename(slots), slots)


def rename(slots: str) -> str:
    """The slots of parameter v that correspond to ret0, ret1 .. of the result."""
    words = slots.split(" ")
    return " ".join(word.replace("ret", "v." if len(words) > 1 else "v", 1).replace("v0@", "v@") for word in words)


def test_values_pass_unchanged_through_aggregates() -> None:
    text = (
        "define { [3 x float], <2 x i32> } @f({ [3 x float], <2 x i32> } %v) {\n  ret { [3 x float], <2 x i32> }"
        " %v\n}\n"
    )
    assert run(shader(text), [[1, 2, 3, 0], [7, -8, 0, 0]]) == [[1, 2, 3, 0], [7, -8, 0, 0]]


def test_unused_parameters_keep_their_place() -> None:
    text = "define float @f(ptr %nothing, float %a, i64 %size, float %b) {\n  ret float %b\n}\n"
    assert interface(text)[0] == "a@0:f b@1:f"


def test_integers_and_booleans() -> None:
    text = """
    define i1 @f(i32 %s, i32 %u, i1 %b, i8 %flag, i8 zeroext %byte) {
      %x = uitofp i32 %u to float
      %y = sitofp i32 %s to float
      %z = fcmp olt float %x, %y
      %set = icmp ne i8 %flag, 0
      %w = add i8 %byte, 1
      %v = icmp eq i8 %w, 3
      %p = and i1 %z, %b
      %q = and i1 %set, %v
      %r = and i1 %p, %q
      ret i1 %r
    }"""
    assert interface(text)[:2] == ("s@0:i u@1:u b@2:b flag@3:b byte@4:u", "ret0@0:b")
    assert run(shader(text), [[5, 0, 0, 0], [4, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0]])[0][0] == 1


# coercions -----------------------------------------------------------------------------------------------------------


def test_moves_of_whole_words_in_vectors_and_rotations() -> None:
    """rustc compares and turns packed floats as vectors of 64 bits; nothing but the floats remains."""
    text = """
    define { double, double } @f({ double, double } %v, double %w) {
      %a = extractvalue { double, double } %v, 0
      %b = extractvalue { double, double } %v, 1
      %one = insertelement <2 x double> poison, double %a, i64 0
      %two = insertelement <2 x double> %one, double %w, i64 1
      %bits = bitcast <2 x double> %two to <2 x i64>
      %low = trunc <2 x i64> %bits to <2 x i32>
      %up = lshr <2 x i64> %bits, splat (i64 32)
      %high = trunc <2 x i64> %up to <2 x i32>
      %x = bitcast <2 x i32> %low to <2 x float>
      %y = bitcast <2 x i32> %high to <2 x float>
      %s = fadd <2 x float> %x, %y
      %k = bitcast <2 x float> %s to double
      %n = bitcast double %b to i64
      %t = call i64 @llvm.fshl.i64(i64 %n, i64 %n, i64 32)
      %l = bitcast i64 %t to double
      %r = insertvalue { double, double } poison, double %k, 0
      %q = insertvalue { double, double } %r, double %l, 1
      ret { double, double } %q
    }
    declare i64 @llvm.fshl.i64(i64, i64, i64)"""
    program = driver.compile(text, "agal", stage="vertex", verify=64)
    assert program.verified is not None
    assert program.verified["compared"] >= 48
    found = driver.run(program, {"v.0": [[1, 2]], "v.1": [[3, 4]], "w": [[5, 6]]}, lanes=1)
    assert [[*map(float, np.ravel(one))] for one in found.values()] == [[3.0, 11.0], [4.0, 3.0]]


def test_double_is_a_float2_of_x86() -> None:
    text = """
    define double @f(double %v) {
      %a = bitcast double %v to <2 x float>
      %b = fmul <2 x float> %a, <float 2.0, float 3.0>
      %c = bitcast <2 x float> %b to double
      ret double %c
    }"""
    assert interface(text)[:2] == ("v@0:ff", "ret0@0:ff")
    assert run(shader(text), [[5, 7, 0, 0]]) == [[10, 21, 0, 0]]
    assert "double" not in shader(text).text


def test_float3_of_aarch64() -> None:
    text = """
    define <3 x float> @f(<4 x i32> %v, <4 x i32> %w) {
      %a = bitcast <4 x i32> %v to <4 x float>
      %b = shufflevector <4 x float> %a, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
      %i = sitofp <4 x i32> %w to <4 x float>
      %c = shufflevector <4 x float> %i, <4 x float> poison, <3 x i32> <i32 3, i32 2, i32 1>
      %d = fadd <3 x float> %b, %c
      ret <3 x float> %d
    }"""
    assert interface(text)[:2] == ("v@0:fff w@1:iiii", "ret0@0:fff")
    assert run(shader(text), [[1, 2, 3, 0], [10, 20, 30, 40]]) == [[41, 32, 23, 0]]


def test_words_of_an_integer() -> None:
    """rustc passes [f32; 2] as i64; C an {float, int} likewise."""
    text = """
    define i64 @f(i64 %v) {
      %low = trunc i64 %v to i32
      %a = bitcast i32 %low to float
      %high = lshr i64 %v, 32
      %n = trunc i64 %high to i32
      %b = sitofp i32 %n to float
      %c = fadd float %a, %b
      %d = bitcast float %c to i32
      %e = zext i32 %d to i64
      %f = and i64 %v, -4294967296
      %g = or disjoint i64 %f, %e
      ret i64 %g
    }"""
    assert interface(text)[:2] == ("v@0:fi", "ret0@0:fi")
    assert run(shader(text), [[1.5, 7, 0, 0]]) == [[8.5, 7, 0, 0]]
    assert "i64" not in shader(text).text.split("define")[1].split("}")[0]


@pytest.mark.parametrize(
    ("type", "slots"),
    [
        ("{ <2 x float>, <2 x float> }", "ret0@0:ffff"),
        ("{ <2 x float>, float }", "ret0@0:fff"),
        ("{ double, double }", "ret0@0:ffff"),
    ],
)
def test_struct_of_floats_returned_by_x86(type: str, slots: str) -> None:
    assert interface(f"{X86}define {type} @f({type} %v) {{\n  ret {type} %v\n}}\n")[1] == slots


def test_pieces_of_a_struct_passed_by_x86() -> None:
    text = """
    define float @f(<2 x float> %s.coerce0, float %s.coerce1, <2 x float> %t, float %u) {
      %a = extractelement <2 x float> %s.coerce0, i64 1
      %b = fadd float %a, %s.coerce1
      %c = extractelement <2 x float> %t, i64 0
      %d = fadd float %b, %c
      %e = fadd float %d, %u
      ret float %e
    }"""
    assert interface(X86 + text)[0] == "s@0:fff t@1:ff u@2:f"
    assert run(shader(X86 + text), [[1, 2, 4, 0], [8, 16, 0, 0], [32, 0, 0, 0]])[0][0] == 46


def test_a_long_integer_that_is_one_number_is_an_int() -> None:
    text = "define i64 @f(i64 %v, i64 %w) {\n  %a = sdiv i64 %v, 3\n  %b = sub i64 %a, %w\n  ret i64 %b\n}"
    assert interface(text)[0] == "v@0:i w@1:i"
    assert run(shader(text), [[-10, 0, 0, 0], [4, 0, 0, 0]])[0][0] == -7


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("define double @f(double %v) {\n  %a = fmul double %v, 2.0\n  ret double %a\n}", "double"),
        ("define double @f() {\n  ret double 2.0\n}", "double"),
        ("define float @f(i128 %v) {\n  %a = sitofp i128 %v to float\n  ret float %a\n}", "i128"),
        ("define i128 @f(i128 %v) {\n  %a = lshr i128 %v, 3\n  ret i128 %a\n}", "i128"),
        ("define fp128 @f(fp128 %v) {\n  ret fp128 %v\n}", "fp128"),
        (
            (
                "define void @f(ptr %o, ptr %p) {\n  %a = load double, ptr %p\n"
                "  %b = fmul double %a, %a\n  store double %b, ptr %o\n  ret void\n}"
            ),
            "double",
        ),
        (
            (
                "define void @f(ptr %o, ptr %p) {\n  %a = load i64, ptr %p\n  %b = mul i64 %a, %a\n  store i64 %b, ptr"
                " %o\n  ret void\n}"
            ),
            "i64",
        ),
        (
            "define float @f(ptr %p) {\n  %a = load ptr, ptr %p\n  %b = load float, ptr %a\n  ret float %b\n}",
            "pointers to pointers",
        ),
        ("define float @f(ptr %g, float %x) {\n  %b = call float %g(float %x)\n  ret float %b\n}", "through a pointer"),
        ("define ptr @f(ptr %g) {\n  ret ptr %g\n}", "address"),
        ("define float @f(float %x, ...) {\n  ret float %x\n}", "variable number"),
    ],
)
def test_types_that_do_not_fit(body: str, words: str) -> None:
    error = refused(GpuccError, body)
    assert words in error.message
    assert error.exit_code == 1
    assert error.notes


# pointers ------------------------------------------------------------------------------------------------------------


def test_sret_is_a_result() -> None:
    text = """
    define void @f(ptr sret({ <4 x float>, float, float }) %agg.result, float %x) {
      store <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, ptr %agg.result
      %p = getelementptr i8, ptr %agg.result, i64 20
      store float %x, ptr %p
      ret void
    }"""
    assert interface(text)[1] == "ret0@0:ffff ret1@1:f ret2@2:f"
    assert run(shader(text), [[9, 0, 0, 0]]) == [[1, 2, 3, 4], [0, 0, 0, 0], [9, 0, 0, 0]]


def test_sret_of_bytes_is_divided_by_its_bytes() -> None:
    text = """
    define void @f(ptr sret([24 x i8]) %out) {
      store <4 x float> zeroinitializer, ptr %out
      %p = getelementptr i8, ptr %out, i64 16
      store <2 x float> <float 1.0, float 2.0>, ptr %p
      ret void
    }"""
    assert interface(text)[1] == "ret0@0:ffff ret1@1:ff"


def test_byval_is_an_input_that_may_be_overwritten() -> None:
    text = """
    define float @f(ptr byval({ [4 x [4 x float]] }) %m) {
      %p = getelementptr float, ptr %m, i64 5
      %a = load float, ptr %p
      store float 3.0, ptr %m
      %b = load float, ptr %m
      %c = fadd float %a, %b
      ret float %c
    }"""
    assert interface(text)[0] == "m.0@0:ffff m.1@1:ffff m.2@2:ffff m.3@3:ffff"
    assert run(shader(text), [[0, 0, 0, 0], [0, 7, 0, 0], [0] * 4, [0] * 4])[0][0] == 10


def test_defaults_of_outputs() -> None:
    """Components that some path leaves unwritten are 0, 0, 0, 1."""
    text = """
    define void @f(float %x, ptr %out) {
      %c = fcmp ogt float %x, 0.0
      br i1 %c, label %then, label %end
    then:
      store <4 x float> <float 5.0, float 6.0, float 7.0, float 8.0>, ptr %out
      br label %end
    end:
      ret void
    }"""
    assert run(shader(text), [[1, 0, 0, 0]]) == [[5, 6, 7, 8]]
    assert run(shader(text), [[-1, 0, 0, 0]]) == [[0, 0, 0, 1]]


def test_reading_what_was_written_before() -> None:
    """Outputs written on both sides of a branch and read only after it."""
    text = """
    define void @f(float %x, ptr %out) {
      %c = fcmp ogt float %x, 0.0
      br i1 %c, label %a, label %b
    a:
      store float 1.0, ptr %out
      br label %end
    b:
      store float 2.0, ptr %out
      br label %end
    end:
      %v = load float, ptr %out
      %w = fadd float %v, %x
      store float %w, ptr %out
      ret void
    }"""
    assert interface(text)[1] == "out@0:f"
    assert run(shader(text), [[4, 0, 0, 0]])[0][0] == 5
    one_sided = text.replace("store float 2.0, ptr %out", "")
    assert "read here before it is written" in refused(Unsupported, one_sided).message
    assert interface(one_sided, bind=["out=inout:0"])[:2] == ("out@0:f x@1:f", "out@0:f")


def test_inout() -> None:
    text = """
    define void @f(ptr %v, float %s) {
      %a = load <4 x float>, ptr %v
      %c = fadd <4 x float> %a, <float 1.0, float 1.0, float 1.0, float 1.0>
      %b = insertelement <4 x float> %c, float %s, i64 1
      store <4 x float> %b, ptr %v
      ret void
    }"""
    error = refused(Unsupported, text)
    assert "--bind v=inout" in error.notes[0]
    made = shader(text, bind=["arg0=inout:0"])
    assert (show(made.interface.inputs), show(made.interface.outputs)) == ("v@0:ffff s@1:f", "v@0:ffff")
    assert run(made, [[1, 2, 3, 4], [9, 0, 0, 0]]) == [[2, 9, 4, 5]]


def test_addresses_through_select_phi_and_casts() -> None:
    text = """
    define float @f(i1 %c, i1 %d, ptr %u, ptr %v) {
      %p = getelementptr float, ptr %u, i64 4
      %q = getelementptr float, ptr %v, i64 1
      %r = select i1 %c, ptr %p, ptr %q
      br i1 %d, label %a, label %b
    a:
      br label %b
    b:
      %s = phi ptr [ %r, %0 ], [ %u, %a ]
      %x = load float, ptr %s
      ret float %x
    }"""
    assert interface(text)[2] == "u@0:f...f v@2:.f"


def test_loop_over_pointers() -> None:
    """A pointer that advances in a loop, and an output written by an index: unrolling resolves both."""
    text = """
    define void @f(ptr %m, ptr %out) {
      br label %loop
    loop:
      %i = phi i64 [ 0, %0 ], [ %next, %loop ]
      %p = phi ptr [ %m, %0 ], [ %q, %loop ]
      %a = load float, ptr %p
      %o = getelementptr float, ptr %out, i64 %i
      store float %a, ptr %o
      %q = getelementptr i8, ptr %p, i64 8
      %next = add nuw nsw i64 %i, 1
      %c = icmp ult i64 %next, 3
      br i1 %c, label %loop, label %end
    end:
      ret void
    }"""
    assert interface(text)[1:] == ("out@0:fff", "m@0:f.f.f")
    assert run(shader(text), [], [[1, 2, 3, 4], [5, 6, 7, 8]]) == [[1, 3, 5, 0]]


@pytest.mark.parametrize(
    ("index", "registers"),
    [
        ("%i = and i32 %n, 7", 8),
        ("%i = call i32 @llvm.umin.i32(i32 %n, i32 4)", 5),
        ("%i = urem i32 %n, 3", 3),
        ("%h = and i32 %n, 6\n  %i = or disjoint i32 %h, 1", 8),
        ("%i = add i32 %n, 0", 64),
    ],
)
def test_indexed_uniforms(index: str, registers: int) -> None:
    text = f"""
    define <4 x float> @f(i32 %n, ptr %u, ptr %v) {{
      {index}
      %k = zext i32 %i to i64
      %p = getelementptr <4 x float>, ptr %u, i64 %k
      %a = load <4 x float>, ptr %p
      %b = load <4 x float>, ptr %v
      %c = fadd <4 x float> %a, %b
      ret <4 x float> %c
    }}
    declare i32 @llvm.umin.i32(i32, i32)"""
    made = shader(text)
    assert [(slot.register, slot.registers) for slot in made.interface.uniforms] == [(0, registers), (registers, 1)]
    assert bool(made.warnings) == (registers == 64)
    if registers == 64:
        assert shader(text, bind=["u=uniform:0:10"]).interface.uniforms[1].register == 10


def test_promised_size() -> None:
    text = (
        "define float @f(ptr dereferenceable(48) %u, ptr %v) {\n  %a = load float, ptr %u\n  %b = load float, ptr %v\n"
    )
    assert interface(text + "  %c = fadd float %a, %b\n  ret float %c\n}\n")[2] == "u@0:f........... v@3:f"


def test_copies_have_no_type() -> None:
    text = """
    define void @f(ptr %u, ptr %out, ptr %two) {
      call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %u, i64 24, i1 false)
      %n = load i32, ptr %u
      %a = sitofp i32 %n to float
      %p = getelementptr i8, ptr %u, i64 24
      %w = load i64, ptr %p
      store i64 %w, ptr %two
      ret void
    }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""
    assert interface(text)[1:] == ("out.0@0:ffff out.1@1:ff two@2:ff", "u@0:ffffffff")
    assert run(shader(text), [], [[1, 2, 3, 4], [5, 6, 7, 8]]) == [[1, 2, 3, 4], [5, 6, 0, 0], [7, 8, 0, 0]]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "%p = getelementptr i8, ptr %u, i64 -4\n  %a = load float, ptr %p\n  store float %a, ptr %o",
            "before the start",
        ),
        (
            "%p = getelementptr i8, ptr %u, i64 3\n  %a = load float, ptr %p\n  store float %a, ptr %o",
            "byte 3 is not the start",
        ),
        (
            "%p = getelementptr i8, ptr %u, i64 900000\n  %a = load float, ptr %p\n  store float %a, ptr %o",
            "beyond 65536",
        ),
        ("%a = load half, ptr %u\n  %b = fpext half %a to float\n  store float %b, ptr %o", "half"),
        (
            "%n = load i32, ptr %u\n  %b = sitofp i32 %n to float\n  store float %b, ptr %o\n  store i32 %i, ptr %o",
            "both",
        ),
        (
            "%p = getelementptr float, ptr %o, i32 %i\n  store float 1.0, ptr %p",
            "written at an index known only at run time",
        ),
        ("store ptr %u, ptr %o", "address is stored"),
        ("%a = atomicrmw add ptr %o, i32 1 seq_cst", "atomic"),
        ("call void @elsewhere(ptr %o)", "elsewhere"),
    ],
)
def test_memory_that_cannot_be_mapped(body: str, words: str) -> None:
    text = f"define void @f(ptr %u, ptr %o, i32 %i) {{\n  {body}\n  ret void\n}}\ndeclare void @elsewhere(ptr)\n"
    error = refused(GpuccError, text)
    assert words in error.message
    assert error.exit_code == 1


# buffers indexed by the global id ------------------------------------------------------------------------------------


def test_global_id() -> None:
    text = """
    define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(2) %scale,
    ptr addrspace(1) %out) {
      %id = call spir_func i64 @_Z13get_global_idj(i32 0)
      %i = trunc i64 %id to i32
      %j = sext i32 %i to i64
      %p = getelementptr <4 x float>, ptr addrspace(1) %a, i64 %j
      %x = load <4 x float>, ptr addrspace(1) %p
      %k = shl i64 %j, 1
      %k1 = or disjoint i64 %k, 1
      %q = getelementptr float, ptr addrspace(1) %b, i64 %k1
      %y = load float, ptr addrspace(1) %q
      %s = load float, ptr addrspace(2) %scale
      %z = fmul float %y, %s
      %w = insertelement <4 x float> %x, float %z, i64 0
      %o = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %j
      store <4 x float> %w, ptr addrspace(1) %o
      ret void
    }
    declare spir_func i64 @_Z13get_global_idj(i32)"""
    assert interface(text) == ("a@0:ffff b@1:.f", "out@0:ffff", "scale@0:f")
    made = shader(text)
    assert run(made, [[1, 2, 3, 4], [5, 6, 0, 0]], [[10, 0, 0, 0]]) == [[60, 2, 3, 4]]
    assert "get_global_id" not in made.text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "%n = add i64 %id, 1\n  %p = getelementptr float, ptr %a, i64 %n\n  store float 1.0, ptr %p",
            "outside the invocation's own element",
        ),
        ("%p = getelementptr float, ptr %a, i64 %id\n  store float 1.0, ptr %p\n  store float 2.0, ptr %a", "outside"),
        ("%n = uitofp i64 %id to float\n  store float %n, ptr %a", "used as a value"),
        (
            "%c = icmp ult i64 %id, 100\n  %v = select i1 %c, float 1.0, float 2.0\n  store float %v, ptr %a",
            "used as a value",
        ),
        (
            (
                "%n = call i64 @get_global_id(i32 1)\n  %p = getelementptr float, ptr %a, i64 %n\n  store float 1.0,"
                " ptr %p"
            ),
            "dimension 0",
        ),
    ],
)
def test_global_id_beyond_the_plain_pattern(body: str, words: str) -> None:
    text = (
        f"define void @k(ptr %a) {{\n  %id = call i64 @get_global_id(i32 0)\n  {body}\n  ret void\n}}\ndeclare i64"
        " @get_global_id(i32)\n"
    )
    assert words in refused(Unsupported, text).message


# globals -------------------------------------------------------------------------------------------------------------

GLOBALS = """
@position = external addrspace(1) global <4 x float>
@uv = external addrspace(1) global [2 x float]
@unread = external addrspace(1) global float
@mvp = external addrspace(2) global [4 x <4 x float>]
@fade = addrspace(2) global float zeroinitializer
@gl_Position = external addrspace(3) global <4 x float>
@colour = external addrspace(3) global <4 x float>
"""


def test_globals() -> None:
    text = f"""{GLOBALS}
    define void @main() {{
      %p = load <4 x float>, ptr addrspace(1) @position
      %m = load <4 x float>, ptr addrspace(2) getelementptr inbounds (i8, ptr addrspace(2) @mvp, i64 16)
      %q = fmul <4 x float> %p, %m
      store <4 x float> %q, ptr addrspace(3) @gl_Position
      %v = load float, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @uv, i64 4)
      store float %v, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @colour, i64 8)
      %f = load float, ptr addrspace(2) @fade
      store float %f, ptr addrspace(3) @colour
      %r = load float, ptr addrspace(3) @colour
      %s = fadd float %r, %r
      store float %s, ptr addrspace(3) @colour
      ret void
    }}"""
    made = shader(text, stage=None)
    assert made.stage == "vertex"
    assert show(made.interface.inputs) == "position@0:ffff uv@1:ff unread@2:f"
    assert show(made.interface.outputs) == "gl_Position@0:ffff colour@1:ffff"
    assert show(made.interface.uniforms) == "mvp@0:ffffffffffffffff fade@4:f"
    assert made.uniform_globals == {"mvp": 0, "fade": 4}
    assert made.interface.outputs[0].builtin == "gl_Position"
    uniforms = [[0.0] * 4, [1.0, 2.0, 3.0, 4.0], [0.0] * 4, [0.0] * 4, [5.0, 0.0, 0.0, 0.0]]
    assert run(made, [[1, 1, 1, 2], [6, 7, 0, 0], [0] * 4], uniforms) == [[1, 2, 3, 8], [10, 0, 7, 1]]


def test_globals_keep_their_place_in_c_modules() -> None:
    """gl_ names have the same meaning in the plain address space; variables with a value are private to an
    invocation."""
    text = """
    @gl_FragColor = global <4 x float> zeroinitializer
    @count = internal global float 2.0
    @table = internal constant [2 x float] [float 3.0, float 4.0]
    define void @main(i32 %i) {
      %a = load float, ptr @count
      %k = and i32 %i, 1
      %p = getelementptr float, ptr @table, i32 %k
      %t = load float, ptr %p
      %b = fadd float %a, %t
      store float %b, ptr @count
      %c = load float, ptr @count
      %v = insertelement <4 x float> zeroinitializer, float %c, i64 0
      store <4 x float> %v, ptr @gl_FragColor
      ret void
    }"""
    made = shader(text, stage=None)
    assert (made.stage, show(made.interface.outputs)) == ("fragment", "gl_FragColor@0:ffff")
    assert run(made, [[1, 0, 0, 0]]) == [[6, 0, 0, 0]]


def test_builtin_inputs_come_last() -> None:
    text = """
    @gl_FragCoord = external addrspace(1) global <4 x float>
    @uv = external addrspace(1) global <2 x float>
    define float @main() {
      %a = load float, ptr addrspace(1) @gl_FragCoord
      %b = load float, ptr addrspace(1) @uv
      %c = fadd float %a, %b
      ret float %c
    }"""
    made = shader(text, stage=None)
    assert (made.stage, show(made.interface.inputs)) == ("fragment", "uv@0:ff gl_FragCoord@1:ffff")


def test_a_global_without_a_kind() -> None:
    text = "@level = external global float\ndefine float @f() {\n  %a = load float, ptr @level\n  ret float %a\n}\n"
    error = refused(InputError, text)
    assert "level has no value" in error.message
    assert interface(text, bind=["level=uniform:3"])[2] == "level@3:f"
    assert interface(text, bind=["level=input"])[0] == "level@0:f"


def test_output_that_is_never_written() -> None:
    text = (
        "@out = addrspace(3) global <4 x float> zeroinitializer\ndefine <4 x float> @f(<4 x float> %x) {\n  ret <4 x"
        " float> %x\n}\n"
    )
    assert "out is never written" in refused(InputError, text).message
    assert "has no output" in refused(InputError, "define void @f(float %x) {\n  ret void\n}\n").message


# samplers ------------------------------------------------------------------------------------------------------------

TEXTURED = """
@albedo = external addrspace(4) global i8
define <4 x float> @main(<2 x float> %uv, i32 %unit, <3 x float> %dir) {
  %a = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @albedo, <2 x float> %uv)
  %b = call <4 x float> @gpucc.texture.2d.unit(i32 3, <2 x float> %uv)
  %c = call <4 x float> @gpucc.texture.cube(i32 %unit, <3 x float> %dir)
  %d = fadd <4 x float> %a, %b
  %e = fadd <4 x float> %d, %c
  ret <4 x float> %e
}
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
declare <4 x float> @gpucc.texture.2d.unit(i32, <2 x float>)
declare <4 x float> @gpucc.texture.cube(i32, <3 x float>)
"""


def test_samplers() -> None:
    made = shader(TEXTURED, stage=None, bind=["albedo=sampler:1:linear,repeat,miplinear,-1.5"])
    assert made.stage == "fragment"
    assert {slot.name: slot.register for slot in made.interface.samplers} == {"albedo": 1, "unit": 0, "sampler3": 3}
    states = {slot.name: slot.sampler for slot in made.interface.samplers}
    assert states["albedo"] == SamplerState("2d", "linear", "miplinear", "repeat", bias=-1.5)
    assert states["unit"] == SamplerState("cube", mip="miplinear")
    assert made.sampler_globals == {"albedo": 1}
    assert "@gpucc.texture.cube(i32 0," in made.text
    assert show(made.interface.inputs) == "uv@0:ff dir@1:fff"


def test_sampler_parameter() -> None:
    text = """
    define <4 x float> @f(ptr addrspace(4) %tex, <2 x float> %uv) {
      %a = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) %tex, <2 x float> %uv)
      ret <4 x float> %a
    }
    declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)"""
    made = shader(text, stage=None)
    assert [slot.name for slot in made.interface.samplers] == ["tex"]
    assert list(made.sampler_globals.values()) == [0]


def test_one_sampler_has_one_dimension() -> None:
    error = refused(InputError, TEXTURED.replace("i32 3", "i32 %unit"), stage=None)
    assert "both as 2d and as cube" in error.message


def test_coerced_coordinates() -> None:
    """x86-64 passes and returns float2 as double, AArch64 passes float3 as <4 x i32>."""
    text = """
    define <4 x float> @f(double %uv, <4 x i32> %dir) {
      %a = call <4 x float> @gpucc.texture.2d(i32 0, double %uv)
      %b = call <4 x float> @gpucc.texture.cube(i32 1, <4 x i32> %dir)
      %g = call double @gpucc.dfdx.f2(double %uv)
      %h = bitcast double %g to <2 x float>
      %x = extractelement <2 x float> %h, i64 1
      %c = fadd <4 x float> %a, %b
      %d = insertelement <4 x float> %c, float %x, i64 0
      ret <4 x float> %d
    }
    declare <4 x float> @gpucc.texture.2d(i32, double)
    declare <4 x float> @gpucc.texture.cube(i32, <4 x i32>)
    declare double @gpucc.dfdx.f2(double)"""
    made = shader(text, stage=None)
    assert show(made.interface.inputs) == "uv@0:ff dir@1:fff"
    assert "double" not in made.text
    for declared in (
        "<4 x float> @gpucc.texture.2d.plain(i32, <2 x float>)",
        "<2 x float> @gpucc.dfdx.f2.plain(<2 x float>)",
    ):
        assert f"declare {declared}" in made.text


def test_attributes_of_own_functions() -> None:
    made = shader(TEXTURED + "declare void @gpucc.discard(i1)\n", stage=None)
    assert "memory(none)" in next(
        line for line in made.text.split("\n") if line.startswith("; Function Attrs") and "willreturn" in line
    )


# binds and metadata --------------------------------------------------------------------------------------------------

THREE = """
define void @f(<4 x float> %a, ptr %u, ptr %o) {
  %x = load <4 x float>, ptr %u
  %y = fadd <4 x float> %x, %a
  store <4 x float> %y, ptr %o
  ret void
}
"""


def test_binds() -> None:
    assert interface(THREE, bind=["u=uniform:7", "o=output:0"]) == ("a@0:ffff", "o@0:ffff", "u@7:ffff")
    assert interface(THREE, bind=["arg1=input:0"]) == ("u@0:ffff a@1:ffff", "o@0:ffff", "")
    assert interface(THREE, bind=["a=uniform:2", "u=uniform:0"]) == ("", "o@0:ffff", "u@0:ffff a@2:ffff")
    assert shader(THREE, stage=None, bind=["o=output:gl_Position"]).interface.outputs[0].builtin == "gl_Position"
    made = shader(THREE, bind=["a=uniform:1"])
    assert run(made, [], [[1, 2, 3, 4], [10, 20, 30, 40]]) == [[11, 22, 33, 44]]


def test_binds_of_results_and_members() -> None:
    text = (
        "define { <4 x float>, <4 x float> } @f({ <4 x float>, float } %v) {\n  %a = extractvalue { <4 x float>, float"
        " } %v, 0\n"
    )
    text += (
        "  %r = insertvalue { <4 x float>, <4 x float> } zeroinitializer, <4 x float> %a, 1\n  ret { <4 x float>, <4 x"
        " float> } %r\n}\n"
    )
    assert interface(text, bind=["ret0=output:1", "ret1=output:0"])[1] == "ret1@0:ffff ret0@1:ffff"
    assert interface(text, bind=["v=input:4"])[0] == "v.0@4:ffff v.1@5:f"
    assert interface(text, bind=["v.1=input:0"])[0] == "v.1@0:f v.0@1:ffff"


def test_metadata() -> None:
    text = THREE + '!gpucc.interface = !{!0, !1}\n!0 = !{!"u", !"uniform", i32 5}\n!1 = !{!"arg0", !"input", i32 2}\n'
    assert interface(text) == ("a@2:ffff", "o@0:ffff", "u@5:ffff")
    assert interface(text, bind=["u=uniform:1"])[2] == "u@1:ffff"
    sampled = TEXTURED + '!gpucc.interface = !{!0}\n!0 = !{!"albedo", !"sampler", i32 2, !"linear repeat"}\n'
    state = next(slot for slot in shader(sampled, stage=None).interface.samplers if slot.name == "albedo").sampler
    assert state == SamplerState("2d", "linear", wrap="repeat")


@pytest.mark.parametrize(
    ("bind", "kind", "words"),
    [
        ("u", UsageError, "kind is missing"),
        ("=input:0", UsageError, "name is missing"),
        ("u=unifrom:0", UsageError, "'unifrom' is no kind"),
        ("u=uniform:x", UsageError, "'x' is no register"),
        ("u=uniform:99999", UsageError, "no register"),
        ("u=uniform:0:linear", UsageError, "'linear' has no meaning"),
        ("w=uniform:0", UsageError, "no w"),
        ("a=output:0", InputError, "passed by value"),
        ("o=uniform:0", Unsupported, "o is written"),
        ("u=output:0", InputError, "u is never written"),
        ("a=sampler:0", InputError, "a is no sampler"),
        ("u=uniform:gl_Position", UsageError, "gl_Position is an output"),
        ("o=output:gl_FragColor", InputError, "belongs to fragment"),
    ],
)
def test_bad_binds(bind: str, kind: type[GpuccError], words: str) -> None:
    assert words in refused(kind, THREE, bind=[bind]).message


def test_binds_in_conflict() -> None:
    two = (
        THREE.replace("ptr %o)", "ptr %o, ptr %w)")
        .replace("%y = fadd", "%z = load <4 x float>, ptr %w\n  %y = fadd")
        .replace("%x, %a", "%x, %z")
    )
    assert "taken by both" in refused(InputError, two, bind=["u=uniform:0", "w=uniform:0"]).message
    assert "bound twice" in refused(UsageError, two, bind=["u=uniform:0", "u=uniform:1"]).message
    assert "did you mean" in " ".join(refused(UsageError, TEXTURED, stage=None, bind=["albeto=sampler:0"]).notes)
    assert "no sampler state" in refused(UsageError, TEXTURED, stage=None, bind=["albedo=sampler:0:soft"]).message
    nonsense = THREE + "!gpucc.interface = !{!0}\n!0 = !{i32 1}\n"
    assert "cannot read the entry" in refused(InputError, nonsense).message


def test_two_slots_of_one_name() -> None:
    text = (
        "@a = external addrspace(1) global float\ndefine float @f(float %a) {\n  %b = load float, ptr addrspace(1) @a\n"
    )
    assert (
        "two inputs are called a" in refused(InputError, text + "  %c = fadd float %a, %b\n  ret float %c\n}\n").message
    )


# entry and stage -----------------------------------------------------------------------------------------------------


def function(name: str, body: str = "ret float %x", linkage: str = "") -> str:
    return f"define {linkage} float @{name}(float %x) {{\n  {body}\n}}\n"


def test_entry() -> None:
    assert shader(function("f")).entry == "f"
    assert shader(function("f") + function("main")).entry == "main"
    assert shader(function("f") + function("g"), entry="g").entry == "g"
    assert (
        shader(
            function("helper", linkage="internal") + function("f", "%y = call float @helper(float %x)\n  ret float %y")
        ).entry
        == "f"
    )
    assert shader(function('"odd name"')).entry == "odd name"


def test_entry_errors() -> None:
    two = function("f") + function("g")
    error = refused(InputError, two)
    assert error.notes == ("choose one with --entry: f, g",)
    assert "is not in this module" in refused(InputError, two, entry="h").message
    assert (
        "declared in this module, but not defined"
        in refused(InputError, two + "declare void @h()\n", entry="h").message
    )
    assert "defines no function" in refused(InputError, "declare void @h()\n").message


def test_recursion_names_the_cycle() -> None:
    text = function("f", "%y = call float @g(float %x)\n  ret float %y") + function(
        "g", "%y = call float @f(float %x)\n  ret float %y"
    )
    message = refused(Unsupported, text, entry="f").message
    assert "recursion" in message
    assert "f -> g -> f" in message


def test_stage() -> None:
    source: SourceText = load(function("f"))
    with pytest.raises(UsageError, match="vertex or a fragment"):
        canonicalise(source)
    assert canonicalise(source, default_stage="fragment").stage == "fragment"
    assert canonicalise(source, stage="vertex", default_stage="fragment").stage == "vertex"
    with pytest.raises(UsageError, match="no stage compute"):
        canonicalise(source, stage="compute")


# functions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "intrinsic"),
    [
        ("sinf", "llvm.sin.f32"),
        ("fmaf", "llvm.fma.f32"),
        ("fminf", "llvm.minnum.f32"),
        ("atan2f", "llvm.atan2.f32"),
        ("log10f", "llvm.log10.f32"),
    ],
)
def test_library_functions(name: str, intrinsic: str) -> None:
    count = {"fmaf": 3, "fminf": 2, "atan2f": 2}.get(name, 1)
    arguments = ", ".join(["float noundef %x", "float 3.0", "float %x"][:count])
    parameters = ", ".join(["float noundef"] * count)
    text = f"define float @f(float %x) {{\n  %y = tail call nnan float @{name}({arguments}) #0\n  ret float %y\n}}\n"
    made = shader(text + f"declare float @{name}({parameters}) local_unnamed_addr\nattributes #0 = {{ nounwind }}\n")
    assert f"nnan float @{intrinsic}(float" in made.text
    assert f"@{name}(" not in made.text


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [("fmodf", (7.5, 2.0), 1.5), ("fdimf", (5.0, 3.0), 2.0), ("fdimf", (3.0, 5.0), 0.0)],
)
def test_functions_without_an_intrinsic(name: str, arguments: tuple[float, float], answer: float) -> None:
    text = (
        f"define float @f(float %x, float %y) {{\n  %r = call float @{name}(float %x, float %y)\n  ret float %r\n}}\n"
    )
    made = shader(text + f"declare float @{name}(float, float)\n")
    assert run(made, [[arguments[0], 0, 0, 0], [arguments[1], 0, 0, 0]])[0][0] == answer


def test_functions_of_the_module_win() -> None:
    text = function("f", "%y = call float @sinf(float %x)\n  ret float %y") + function(
        "sinf", "%y = fadd float %x, 1.0\n  ret float %y"
    )
    assert run(shader(text, entry="f"), [[1, 0, 0, 0]])[0][0] == 2


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("float @mystery(float)", "mystery is not defined"),
        ("float @gpucc.nonsense(float)", "no function gpucc.nonsense"),
        ("float @_ZN4core9panicking5panicE(float)", "panick"),
        ("float @sinf(float, ...)", "sinf"),
    ],
)
def test_unknown_functions(declared: str, words: str) -> None:
    name = declared.split("@")[1].split("(")[0]
    type = "float (float, ...)" if "..." in declared else "float"
    error = refused(
        GpuccError,
        f"define float @f(float %x) {{\n  %y = call {type} @{name}(float %x)\n  ret float %y\n}}\ndeclare {declared}\n",
    )
    assert words in error.message
    assert f"@{name}" in (error.source_line or "")
    assert error.notes


@pytest.mark.parametrize("name", ["sqrt", "floor", "ceil", "trunc", "rint", "round", "fabs"])
def test_exact_double_functions_of_floats(name: str) -> None:
    text = f"""
    define float @f(float %x) {{
      %a = fpext float %x to double
      %b = call double @{name}(double %a)
      %c = fptrunc double %b to float
      ret float %c
    }}
    declare double @{name}(double)"""
    made = shader(text)
    assert "double" not in made.text.split("define")[1].split("}")[0]
    assert f"float @llvm.{name}.f32(float" in made.text


def test_other_double_functions_need_a_flag() -> None:
    text = """
    define float @f(float %x) {
      %a = fpext float %x to double
      %b = call FLAG double @pow(double %a, double %a)
      %c = fptrunc double %b to float
      ret float %c
    }
    declare double @pow(double, double)"""
    assert "float @llvm.pow.f32(float" in shader(text.replace("FLAG", "afn")).text
    assert "double @llvm.pow.f64(double" in shader(text.replace("FLAG", "")).text


def test_sanitizer_checks_are_left_out() -> None:
    text = """
    define i32 @f(i32 %a, i32 %b) {
      %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
      %v = extractvalue { i32, i1 } %s, 0
      %o = extractvalue { i32, i1 } %s, 1
      br i1 %o, label %trap, label %more
    trap:
      call void @llvm.ubsantrap(i8 0)
      unreachable
    more:
      %c = icmp eq i32 %b, 0
      br i1 %c, label %report, label %end
    report:
      call void @__ubsan_handle_divrem_overflow(ptr null)
      br label %end
    end:
      ret i32 %v
    }
    declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
    declare void @llvm.ubsantrap(i8)
    declare void @__ubsan_handle_divrem_overflow(ptr)"""
    made = shader(text)
    assert "overflow" not in made.text
    assert run(made, [[3, 0, 0, 0], [4, 0, 0, 0]])[0][0] == 7


def test_helpers_are_inlined_whatever_their_attributes() -> None:
    text = function("f", "%y = call float @g(float %x) #1\n  ret float %y")
    text += "define weak_odr float @g(float %x) #0 {\n  %y = fadd float %x, 1.0\n  ret float %y\n}\n"
    text += (
        'attributes #0 = { noinline optnone sspstrong uwtable(sync) "target-cpu"="generic" }\nattributes #1 = {'
        " noinline }\n"
    )
    made = shader(text, entry="f")
    assert made.text.count("define ") == 1


def test_layouts_of_other_targets() -> None:
    big = 'target datalayout = "E-m:e-i64:64-n32:64"\n' + function("f")
    assert "big-endian" in refused(Unsupported, big).message
    arm = (
        'target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"\n%s = type { float, <4 x float> }\n'
    )
    text = (
        "define float @f(ptr %p) {\n  %q = getelementptr %s, ptr %p, i32 0, i32 1\n  %x = load float, ptr %q\n  ret"
        " float %x\n}\n"
    )
    assert "struct s" in refused(InputError, arm + text).message


# Numba ---------------------------------------------------------------------------------------------------------------


def test_numba_function() -> None:
    text = """
    define i32 @k(ptr noalias %retptr, ptr noalias %excinfo, float %arg.a) {
      %b = fadd float %arg.a, 1.0
      store float %b, ptr %retptr
      ret i32 0
    }"""
    assert interface(text)[:2] == ("arg.a@0:f", "ret0@0:f")
    raising = text.replace("ret i32 0", "%n = fptosi float %b to i32\n  ret i32 %n")
    assert "may raise" in refused(Unsupported, raising).message


def test_numba_arrays() -> None:
    array = "{ ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64] }"
    text = f"""
    define float @cfunc.k({array} %.1, float %.2) {{
      %d = extractvalue {array} %.1, 4
      %p = getelementptr float, ptr %d, i64 2
      %x = load float, ptr %p
      %y = fadd float %x, %.2
      ret float %y
    }}
    define i32 @other() {{
      ret i32 0
    }}"""
    assert interface(text) == ("arg1@0:f", "ret0@0:f", "arg0@0:..f")


# text ----------------------------------------------------------------------------------------------------------------


def test_same_input_same_text() -> None:
    assert shader(GLOBALS + THREE).text == shader(GLOBALS + THREE).text


def test_header() -> None:
    header = next(line for line in shader(THREE).text.split("\n") if line.startswith("define "))
    assert header.startswith("define { <4 x float> } @gpucc.shader(ptr noalias readonly align 16 %u0, <4 x float> %i0)")


def test_only_structs_that_the_entry_meets_must_lie_as_on_a_64_bit_target() -> None:
    """32-bit ARM aligns a vector of four to eight bytes."""
    arm = """target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
    %"struct.a b" = type { <4 x float>, float }
    define float @plain(float %x) {
      ret float %x
    }
    define float @second(ptr %l) {
      %v = call float @inner(ptr %l)
      ret float %v
    }
    define internal float @inner(ptr %l) {
      %p = getelementptr %"struct.a b", ptr %l, i32 1, i32 1
      %v = load float, ptr %p
      ret float %v
    }"""
    assert interface(textwrap.dedent(arm), entry="plain")[0] == "x@0:f"
    assert "has 24 bytes" in str(refused(InputError, textwrap.dedent(arm), entry="second"))


def test_a_matrix_of_which_a_part_is_read_may_be_given_whole() -> None:
    """For all lanes, and for each."""
    source = """define <4 x float> @k(ptr readonly align 16 %m, float %x) {
  %p = getelementptr <4 x float>, ptr %m, i64 2
  %first = load float, ptr %m
  %row = load <4 x float>, ptr %p
  %y = extractelement <4 x float> %row, i64 1
  %sum = fadd float %y, %first
  %z = fmul float %sum, %x
  %r = insertelement <4 x float> zeroinitializer, float %z, i64 0
  ret <4 x float> %r
}
"""
    program = driver.compile(source, "agal", stage="vertex", verify=None)
    whole = np.arange(16, dtype=np.float32)
    for given, expected in ((whole, [9, 18]), (np.stack([whole, -whole]), [9, -18])):
        found = program.run({"m": given, "x": np.array([1, 2], np.float32)})
        assert found["ret0"][:, 0].tolist() == expected
