"""Uniforms, pointers, constant tables and local memory in the graph builder."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from graph_cases import LANES, agree, nodes, ops, program, refused
from graph_shaders import graph_of, random_inputs, same, shader

from gpucc.errors import InputError
from gpucc.lowering.build.state import BuildUniforms, Pointer
from gpucc.lowering.build.uniforms import load_uniform
from gpucc.lowering.graph import F32, Node
from gpucc.lowering.simplify.simplify import simplify
from gpucc.lowering.text import format_graph
from gpucc.program import Slot
from gpucc.reduce.graph_runs import evaluate

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
    assert {node.attr for node in nodes(graph) if node.op == "uniform"} == {
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 1),
    }


def test_what_lies_behind_all_uniforms_is_undefined() -> None:
    """Such an address is left where an iterator ended, on a path that does not read it. On lima-pp the program read
    what nothing had written."""
    whole = Slot("u", "uniform", 0, "ffff")
    state: Any = SimpleNamespace(
        slots={0: whole},
        undef=lambda type: ("undef", type),
        leaf=lambda *wanted: Node(wanted[0], wanted[1], (), wanted[2]),
    )
    root = BuildUniforms(0, "u")
    assert load_uniform(state, root, Pointer(root, 12), F32).attr == (0, 3)
    assert load_uniform(state, root, Pointer(root, 16), F32) == ("undef", F32)
    assert load_uniform(state, root, Pointer(root, -4), F32) == ("undef", F32)


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
    """Integers and booleans in uniform memory are numbers in float components; a float read as an integer gives its
    bits."""
    body = """
  %i = load i32, ptr @n
  %a = add i32 %i, 1
  %t = load i8, ptr @flag
  %b = trunc i8 %t to i1
  %c = load i32, ptr @x"""
    extra = "\n".join(
        f"@{name} = external addrspace(2) global {type}"
        for name, type in (("n", "i32"), ("flag", "i8"), ("x", "float"))
    )
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
    extra = "@t = private constant [65 x float] [" + ", ".join(f"float {k * k}.0" for k in range(65)) + "]"
    error = refused(
        program("float", "i32 %n", "  %g = getelementptr float, ptr @t, i32 %n\n  %a = load float, ptr %g", extra)
    )
    assert "has 65 elements: this target cannot index registers, and at most 64" in error.message


def test_table_of_pointers() -> None:
    extra = (
        f"{TABLE}\n@s = private constant [2 x float] [float 7.0, float 8.0]\n@p = private constant [2 x ptr] [ptr @t,"
        " ptr @s]"
    )
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
    assert arrays == {(f"m.{lane}", 4, F32, ("m.0", lane)) for lane in range(4)}


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
    agree(
        program("i32;float", "float %x, i32 %n", body, "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"),
        integers=(1,),
    )


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
    """The JIT's memory would keep the stores of an earlier lane, so the expected values are written out."""
    extra = (
        "@g = internal global [2 x float] [float 3.0, float 4.0]\n@h = internal global [3 x i32] [i32 5, i32 6, i32 7]"
    )
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


def test_pointer_walk_of_many_steps() -> None:
    """Each step doubles the possible places; beyond a bound the offset is computed."""
    steps = ["  %p0 = getelementptr <4 x float>, ptr %u, i64 1"]
    for k in range(12):
        steps.append(f"  %m{k} = and i32 %n, {1 << k % 3}\n  %c{k} = icmp ne i32 %m{k}, 0")
        steps.append(
            f"  %q{k} = getelementptr i8, ptr %p{k}, i64 16\n  %p{k + 1} = select i1 %c{k}, ptr %q{k}, ptr %p{k}"
        )
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
    """rustc's Option of a reference, with null for None."""
    choose = "  %p = select i1 %c, ptr %g, ptr null"
    if not select:
        choose = (
            "  br i1 %c, label %some, label %done\nsome:\n  br label %done\ndone:\n  %p = phi ptr [ %g, %some ], ["
            " null, %entry ]"
        )
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
