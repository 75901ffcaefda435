"""Names given by rustc, C++ and Zig, and strings and comments that look like code, survive all edits of LLVM's text."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gpucc.errors import Unsupported
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.interface.debug import debug_names
from gpucc.lowering.interface.entry import read_entry
from gpucc.lowering.llvm import Global, Local
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, merge_latches, split_conditions, unmark
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.reader.edit import label_names, phi_of, without, without_attached
from gpucc.lowering.reader.names import debug_record
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell
from gpucc.lowering.source import load

# each replaces a purely alphabetic name in the module that is compared with
ODD = (
    "a b",
    "x,y",
    "struct.a.b<c, d>",
    "call @f(",
    "= phi float [ 0, %a ]",
    "{ noinline }",
    "thread_local(x)",
    "load atomic",
    "<core::iter::Range<usize> as Iterator>::next",
    "math.Vec(3,f32){ .x = 1 }",
    "; no comment",
    "label %end, !llvm.loop !0",
    "quote\\22 and backslash\\5C",
    "gr\\C3\\BC\\C3\\9Fe",
)

STRUCTS = """; a comment: define float @main(float %x) { ret float %x }
@"S0" = internal thread_local(localexec) constant [27 x i8] c"@main thread_local define {"
@"S1" = internal alias float (float, ptr), ptr @"S2"
@llvm.used = appending global [1 x ptr] [ptr @"S2"], section "llvm.metadata"
%"S3" = type { float, [2 x float] }
define float @main(%"S3" %"S4", ptr byval(%"S3") %"S5") {
"S6":
  %"S7" = extractvalue %"S3" %"S4", 1, 1
  %"S8" = getelementptr %"S3", ptr %"S5", i32 0, i32 1, i32 1
  %"S9" = load atomic float, ptr %"S8" syncscope("S10") monotonic, align 4, !note !0
  %"S11" = call nnan float @"S1"(float %"S7", ptr %"S5")
  %sum = fadd float %"S11", %"S9"
  ret float %sum
}
define internal float @"S2"(float %"S4", ptr %unused) #0 {
  %"S12" = fcmp ogt float %"S4", 1.0e9
  br i1 %"S12", label %"S13", label %end
"S13":
  call void @"S10"(float %"S4")
  unreachable
end:
  %big = call noundef float @sinf(float noundef %"S4") #0
  ret float %big
}
declare void @"S10"(float) #1
declare float @sinf(float) #0
attributes #0 = { noinline sspstrong uwtable(sync) "S0"="{ noinline }" }
attributes #1 = { cold noreturn }
!0 = !{!"ret float } @sinf( {"}
!odd.list = !{!0}
"""

LOOP = """define float @main(float %"S0") {
"S1":
  br label %"S2"
"S2":
  %"S3" = phi i32 [ 0, %"S1" ], [ %"S4", %"S5" ], [ %"S4", %"S6" ]
  %"S7" = phi [2 x float] [ [float 1.0, float 2.0], %"S1" ], [ %"S7", %"S5" ], [ %"S8", %"S6" ]
  %"S9" = extractvalue [2 x float] %"S7", 1
  %"S10" = icmp slt i32 %"S3", 5
  %"S11" = fcmp olt float %"S9", 100.0
  %"S12" = select i1 %"S10", i1 %"S11", i1 false
  br i1 %"S12", label %"S13", label %end
"S13":
  %"S4" = add i32 %"S3", 1
  %odd = fcmp ogt float %"S0", %"S9"
  br i1 %odd, label %"S5", label %"S6"
"S5":
  br label %"S2"
"S6":
  %grown = fadd float %"S9", %"S0"
  %"S8" = insertvalue [2 x float] %"S7", float %grown, 1
  br label %"S2", !llvm.loop !0
end:
  ret float %"S9"
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress, label %end"}
"""


def named(text: str, name: Callable[[int], str]) -> str:
    return re.sub(r"S(\d+)", lambda found: name(int(found[1])), text)


def plain(number: int) -> str:
    return f"plain.{number}"


def odd(number: int) -> str:
    return f"{ODD[number % len(ODD)]} {number}"


def shape(text: str) -> list[tuple[object, ...]]:
    """The code of the only function, with names replaced by numbers."""
    (function,) = (one for one in read(text).functions.values() if not one.declared_only)
    names = [
        one.name for one in (*function.parameters, *(one for block in function.blocks for one in block.instructions))
    ]
    numbers = {name: number for number, name in enumerate(names) if name is not None}
    return [
        (
            one.op,
            spell(one.type),
            one.predicate,
            sorted(one.flags),
            one.callee.name if isinstance(one.callee, Global) else "",
            [numbers[value.name] if isinstance(value, Local) else value for value in one.operands],
        )
        for block in function.blocks
        for one in block.instructions
    ]


@pytest.mark.parametrize("text", [STRUCTS, LOOP], ids=["structs", "loop"])
def test_odd_names_change_nothing(text: str) -> None:
    shapes = []
    for name in (plain, odd):
        made = canonicalise(load(named(text, name)), entry="main", stage="vertex")
        done = optimise(made.text, unroll=True)
        assert not count_loops(done)
        shapes.append([shape(made.text), shape(done)])
    assert shapes[0] == shapes[1]


def canonical(text: str) -> str:
    return load(text).text


def merged(text: str) -> str:
    module = read(text)
    (function,) = module.functions.values()
    merge_latches(function)
    return module.text()


def marked(text: str) -> str:
    module = read(text)
    (function,) = module.functions.values()
    mark_for_unrolling(module, function)
    return module.text()


@pytest.mark.parametrize("edit", [merged, split_conditions, marked, unmark])
def test_edits_of_loops_are_the_same_for_all_names(edit: Callable[[str], str]) -> None:
    """The edited text is a valid module, and equal to the one with plain names."""
    shapes = []
    for name in (plain, odd):
        done = canonical(edit(canonical(named(LOOP, name))))
        (function,) = read(done).functions.values()
        shapes.append([[(one.op, len(one.labels)) for one in block.instructions] for block in function.blocks])
        if edit in (marked, unmark):
            assert done.count(", !llvm.loop ") - done.count("label %end, !llvm.loop !0 ") == (
                2 if edit is marked else 0
            )
    assert shapes[0] == shapes[1]
    assert edit is not merged or len(shapes[0]) == 7
    assert edit is not split_conditions or len(shapes[0]) == 7


def test_recursion_is_told_by_its_names() -> None:
    text = """
define float @main(float %x) {
  %y = call float @"a b"(float %x)
  ret float %y
}
define float @"a b"(float %x) {
  %y = call float @"f(x) { g }"(float %x)
  ret float %y
}
define float @"f(x) { g }"(float %x) {
  %y = call float @"a b"(float %x)
  ret float %y
}
"""
    with pytest.raises(Unsupported, match=re.escape("a b -> f(x) { g } -> a b")):
        canonicalise(load(text), entry="main", stage="vertex")


def test_what_the_entry_does_not_reach_is_not_read() -> None:
    """A vector of unknown length elsewhere in the module does not concern the shader."""
    text = """
define float @main(float %x) {
  ret float %x
}
define void @"other, with @main("(ptr %p) {
  %v = load <vscale x 4 x float>, ptr %p
  %w = extractelement <vscale x 4 x float> %v, i32 0
  ret void
}
"""
    assert canonicalise(load(text), entry="main", stage="vertex").interface.outputs
    assert "extractelement" not in canonicalise(load(text), entry="main", stage="vertex").text


@pytest.mark.parametrize("called", ["gpucc.discard", '"kill, it"'])
def test_a_discard_that_never_returns_is_no_panic(called: str) -> None:
    """rustc's `fn discard() -> !` is declared noreturn."""
    text = f"""
define float @main(float %x) {{
  %low = fcmp olt float %x, 0.0
  br i1 %low, label %gone, label %end
gone:
  call void @{called}()
  unreachable
end:
  ret float %x
}}
define internal void @"kill, it"() noreturn {{
  call void @gpucc.discard() noreturn
  unreachable
}}
declare void @gpucc.discard() noreturn
"""
    text = canonicalise(load(text), entry="main", stage="fragment").text
    assert "br i1 %low" in text
    assert "call void @gpucc.discard()" in text


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (
            '  %"atomic" = load atomic float, ptr %p syncscope("a (b") seq_cst, align 4',
            {"atomic", "syncscope", "seq_cst"},
            None,
        ),
        ('@"thread_local(x)" = thread_local(initialexec) global i32 0, section "thread_local"', {"thread_local"}, None),
        (
            "  %r = tail call fastcc float @fastcc(float %fastcc)",
            {"fastcc"},
            "  %r = tail call float @fastcc(float %fastcc)",
        ),
    ],
)
def test_words_are_dropped_and_names_and_strings_are_not(line: str, words: set[str], expected: str | None) -> None:
    done = without(line, words)
    assert done == (
        expected
        or {"  ": '  %"atomic" = load float, ptr %p, align 4'}.get(
            line[:2], '@"thread_local(x)" = global i32 0, section "thread_local"'
        )
    )


def test_phis_of_arrays_are_taken_apart() -> None:
    line = (
        '  %"a = phi" = phi [2 x %"s, [t"] [ zeroinitializer, %"x ], [" ], [ [%"s, [t" { i32 1 }, %"s, [t" undef], %y'
        " ], !dbg !7"
    )
    phi = phi_of(line)
    assert phi is not None
    assert phi.entries == (("zeroinitializer", "x ], ["), ('[%"s, [t" { i32 1 }, %"s, [t" undef]', "y"))
    assert phi.line() == line
    assert phi_of('  %a = call float @" = phi "()') is None


def test_labels_and_attachments_of_a_terminator() -> None:
    line = '  br i1 %"label %no", label %"a, label %b", label %12, !prof !4, !llvm.loop !9, !dbg !3'
    assert label_names(line) == ["a, label %b", "12"]
    assert without_attached(line, "!llvm.loop") == line.replace(", !llvm.loop !9", "")
    assert without_attached(line, "!tbaa") == line


def test_debug_records_by_their_tokens() -> None:
    record = debug_record('    #dbg_value(%"s, !1" %"x, !2, (", !5, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)')
    assert record is not None
    assert (record.value, record.variable, record.plain) == ('%"x, !2, ("', "!5", True)
    computed = debug_record("    #dbg_value(i32 %x, !5, !DIExpression(DW_OP_plus_uconst, 4), !6)")
    assert computed is not None
    assert not computed.plain
    assert debug_record("    #dbg_value(!DIArgList(i32 %x, i32 %y), !5, !DIExpression(), !6)") is None
    assert debug_record("    #dbg_value(i32 7, !5, !DIExpression(), !6)") is None


def test_parameters_get_their_names_from_debug_information_with_braces() -> None:
    text = """
define float @main(float %"a b", float %1) !dbg !4 {
    #dbg_value(float %"a b", !6, !DIExpression(), !8)
    #dbg_value(float %1, !7, !DIExpression(), !8)
  %sum = fadd float %"a b", %1, !dbg !8
  ret float %sum, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a {b}, arg: 3.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocalVariable(name: "left, arg: 2 }", arg: 1, scope: !4, file: !1, line: 1)
!7 = !DILocalVariable(name: "right", arg: 2, scope: !4, file: !1, line: 1)
!8 = !DILocation(line: 1, scope: !4)
"""
    module = read(load(text).text)
    assert [name for name, _ in debug_names(module, read_entry(module, "main", "<ir>")).values()] == [
        "left, arg: 2 }",
        "right",
    ]
