"""Edits of LLVM's text recognise names and strings, whatever words they contain."""

from __future__ import annotations

import pytest

from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.reader.edit import free_node, in_plain_space, renamed, restated, with_locals
from gpucc.lowering.source import load

ODD = [
    "a constant b",
    "a global b",
    "x = addrspace(1) ",
    "ptr addrspace(2)",
    "addrspacecast ptr %x to ptr",
    "plain",
    "define",
    "!dbg",
]


def upper(token: str) -> str | None:
    return token.upper() if token != "%stays" else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  %a = fadd float %b, %stays", "  %A = fadd float %B, %stays"),
        ('  %"a b" = call float @f(float %c), !dbg !3', '  %"A B" = call float @F(float %C), !dbg !3'),
        ('@s = constant [4 x i8] c"%a @b"', '@S = constant [4 x i8] c"%a @b"'),
        ('!3 = !{!"%a", !"@b"}', '!3 = !{!"%a", !"@b"}'),
        ('  br label %ptr, !x !{!"%no"}', '  br label %PTR, !x !{!"%no"}'),
    ],
)
def test_names_are_renamed_and_strings_are_not(text: str, expected: str) -> None:
    assert renamed(text, upper) == expected


def test_spaces_in_names_and_strings_stay() -> None:
    name, string = '@"ptr addrspace(2)"', 'c"ptr addrspace(2)"'
    assert (
        in_plain_space(f"  store ptr addrspace(2) {name}, ptr addrspace(3) %p", {3})
        == f"  store ptr {name}, ptr addrspace(3) %p"
    )
    assert in_plain_space(f"@x = addrspace(3) constant [17 x i8] {string}", {3}).endswith(string)
    cast = '  %c = addrspacecast ptr addrspace(1) %"a to ptr b" to ptr, !dbg !7'
    assert in_plain_space(cast, set()) == '  %c = bitcast ptr %"a to ptr b" to ptr, !dbg !7'


def test_debug_records_and_attachments_stay_with_a_new_statement() -> None:
    line = "    #dbg_value(float %a, !5, !DIExpression(), !6)\n  %b = fptrunc double %a to float, !dbg !7, !tbaa !8"
    assert restated(line, "%b = f").split("\n")[1] == "  %b = f, !dbg !7, !tbaa !8"
    assert restated("  %b = g", "%b = f") == "  %b = f"


def test_the_free_node_is_behind_all_others() -> None:
    assert free_node(["!llvm.ident = !{!9}", "!9 = !{}", "!10 = !{}", '  store i32 1, ptr @"!77 = "']) == 11
    assert free_node([]) == 0


def test_constant_expressions_over_locals_become_instructions() -> None:
    hoisted: dict[str, str] = {}
    line = '  %v = load float, ptr getelementptr inbounds (i8, ptr @"a b", i64 4)'
    assert with_locals(line, {"a b": "%gpucc.g0"}, hoisted) == "  %v = load float, ptr %gpucc.expression0"
    assert hoisted == {"getelementptr inbounds i8, ptr %gpucc.g0, i64 4": "%gpucc.expression0"}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("space", [1, 2])
def test_globals_may_have_any_name(name: str, space: int) -> None:
    text = f"""@"{name}" = external addrspace({space}) constant <4 x float>
@"{name} out" = addrspace(3) global <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>
define void @main() {{
  %v = load float, ptr addrspace({space}) getelementptr inbounds (i8, ptr addrspace({space}) @"{name}", i64 4)
  store float %v, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @"{name} out", i64 8)
  ret void
}}
"""
    shader = canonicalise(load(text), stage="fragment")
    given = shader.interface.inputs if space == 1 else shader.interface.uniforms
    assert [slot.name for slot in (*given, *shader.interface.outputs)] == [name, f"{name} out"]
