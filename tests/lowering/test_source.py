"""All kinds of inputs, and the errors for inputs that are not LLVM IR."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir as ir
import pytest

from gpucc.errors import InputError
from gpucc.lowering.source import DEEPEST, load

TEXT = """define float @twice(float %x) {
  %y = fadd float %x, %x
  ret float %y
}
"""


def bitcode(text: str = TEXT) -> bytes:
    module = llvm.parse_assembly(text, llvm.create_context())
    return bytes(module.as_bitcode())


def built_module() -> ir.Module:
    module = ir.Module(name="built")
    function = ir.Function(module, ir.FunctionType(ir.FloatType(), [ir.FloatType()]), "twice")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(builder.fadd(function.args[0], function.args[0]))
    return module


def refused(source: Any, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        load(source, **options)
    assert caught.value.exit_code == 1
    return caught.value


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpucc.lowering.source.MOST_BYTES", 1 << 16)
    assert "the input is larger" in refused(Path("/dev/zero")).message


@pytest.mark.parametrize("kind", ["text", "bytes", "bitcode", "wrapped", "ll", "bc", "str", "module", "ref", "bom"])
def test_every_way_in(kind: str, tmp_path: Path) -> None:
    ll, bc = tmp_path / "a.ll", tmp_path / "a.bc"
    ll.write_text(TEXT)
    bc.write_bytes(bitcode())
    code = bitcode()
    wrapper = b"\xde\xc0\x17\x0b" + b"".join(n.to_bytes(4, "little") for n in (0, 20, len(code), 7)) + code
    sources: dict[str, Any] = {
        "text": TEXT,
        "bytes": TEXT.encode(),
        "bitcode": code,
        "wrapped": wrapper,
        "ll": ll,
        "bc": bc,
        "str": str(ll),
        "module": built_module(),
        "ref": llvm.parse_assembly(TEXT, llvm.create_context()),
        "bom": b"\xef\xbb\xbf" + TEXT.encode(),
    }
    loaded = load(sources[kind])
    assert "define float @twice(float" in loaded.text
    assert "fadd float" in loaded.text


def test_names() -> None:
    assert load(TEXT).file == "<text>"
    assert load(TEXT.encode(), name="<stdin>").file == "<stdin>"
    assert load(built_module()).file == "built"


def test_text_is_canonical() -> None:
    """LLVM completes what the source omits, and old pointers are read as new ones."""
    loaded = load("define void @f(float* %p) {\n store float 1.0, float* %p\n ret void }")
    assert "  store float 1.000000e+00, ptr %p, align 4" in loaded.text
    assert load(loaded.text).text == loaded.text


def test_names_of_types_do_not_depend_on_history() -> None:
    text = "%s = type { float }\ndefine void @f(ptr %p) {\n %v = load %s, ptr %p\n ret void\n}\n"
    assert load(text).text == load(text).text


def test_error_shows_the_line() -> None:
    error = refused("define float @f(float %x) {\n  %y = fadd float %x, %z\n  ret float %y\n}\n", name="k.ll")
    assert str(error.location) == "k.ll:2:23"
    assert error.source_line == "  %y = fadd float %x, %z"
    assert "use of undefined value '%z'" in error.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("define float @f(float* %x) {\n  %y = load float* %x\n  ret float %y\n}\n", "LLVM 3.6"),
        ("@x = global i64 mul (i64 ptrtoint (ptr @x to i64), i64 3)\n", "compile with -O1 or more"),
        (
            "define float @f(float %x) {\n  %y = fmul float %x, 0x3FB9999999999999\n  ret float %y\n}\n",
            "digits of a double",
        ),
        ("int main() {\n  return 0;\n}\n", "gpucc reads LLVM IR"),
    ],
)
def test_note_says_what_helps(text: str, words: str) -> None:
    assert any(words in note for note in refused(text).notes)


@pytest.mark.parametrize(
    "text",
    [
        "define float @f(float %x) #0 {\n  ret float %x\n}\nattributes #0 = { from_the_future }\n",
        "define float @f(float %x) #0 {\n  ret float %x\n}\nattributes #0 = { nounwind future(a) other=3 }\n",
        "define float @f(float %x) #0 {\n  ret float %x\n}\nattributes #0 = { memory(read, future: none) }\n",
        "define float @f(float %x, ptr captures(future) %p) {\n  ret float %x\n}\n",
        "define float @f(float future(none) other noundef %x) {\n  ret float %x\n}\n",
        "define float @f(float %x) future nounwind {\n  ret float %x\n}\ndeclare float @g(float future)\n",
    ],
)
@pytest.mark.parametrize("foreign", [False, True])
def test_attributes_of_a_newer_llvm_are_left_out(text: str, foreign: bool) -> None:
    found = load(text.encode() if foreign else text).text
    assert "future" not in found
    assert "ret float %x" in found


@pytest.mark.parametrize("text", ["float x", "float future", "float %x float"])
def test_a_wrong_parameter_is_no_attribute(text: str) -> None:
    assert "argument list" in refused(f"define float @f({text}) {{\n  ret float 0.0\n}}\n").message


def test_invalid_ir_is_refused() -> None:
    error = refused("define void @f() {\n  br label %a\na:\n  %x = add i32 %y, 1\n  %y = add i32 1, 2\n  ret void\n}\n")
    assert "does not dominate" in error.message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\x7fELF\x02\x01", "ELF"),
        (b"\0asm\x01\0\0\0", "WebAssembly"),
        (b"define void @f() {\n ret void\n}\n\0", "NUL"),
        (b"; \xff\xfe\n", "not UTF-8"),
        (bytes(range(128, 256)), "neither LLVM bitcode nor text"),
        (b"BC\xc0\xde", "bitcode"),
        (b"BC\xc0\xdeabc", "truncated"),
        (b"\xde\xc0\x17\x0b" + bytes(12), "truncated"),
        (b"(" * (DEEPEST + 1), "nested"),
        (("define void @f() {\n ret void\n}\n%t = type " + "{" * 5000 + "}" * 5000).encode(), "nested"),
    ],
)
def test_what_is_no_ir(content: bytes, words: str) -> None:
    assert words in refused(content).message


def test_brackets_in_strings_do_not_nest() -> None:
    assert load('@s = constant [2000 x i8] c"' + "{" * 2000 + '"\n' + TEXT).text


def test_files(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path).message
    assert "No such file" in refused(str(tmp_path / "none.ll")).message
    assert "No such file" in refused("undefined.ll").message
    assert "empty" in refused("").message
    assert "cannot read" in refused("a\0b.ll").message
    if os.geteuid():
        closed = tmp_path / "closed.ll"
        closed.write_text(TEXT)
        closed.chmod(0)
        assert "Permission denied" in refused(closed).message
    assert "from int" in refused(3).message


def test_module_without_terminator() -> None:
    module = built_module()
    ir.Function(module, ir.FunctionType(ir.VoidType(), []), "open").append_basic_block()
    refused(module)


def test_damaged_bitcode_ends_no_process() -> None:
    """LLVM's reader aborts the process for some of these; all must give one error or a module."""
    code = bitcode()
    dice = random.Random(7)
    damaged = [code[: len(code) // 2 & ~3]]
    for _ in range(5):
        bits = bytearray(code)
        for _ in range(4):
            bits[dice.randrange(4, len(bits))] = dice.randrange(256)
        damaged.append(bytes(bits))
    messages = [message_of(one) for one in damaged]
    assert all(message is None or "bitcode" in message for message in messages)
    assert messages[0] is not None


def message_of(content: bytes) -> str | None:
    try:
        load(content)
    except InputError as error:
        return error.message
    return None


DEBUG = """
define float @f(float %x) !dbg !2 {
  %y = fadd float %x, %x, !dbg !4
  ret float %y, !dbg !4
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !5, emissionKind: FullDebug)
!2 = distinct !DISubprogram(name: "f", file: !5, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !{})
!4 = !DILocation(line: 2, scope: !2)
!5 = !DIFile(filename: "f.c", directory: "")
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%y = fadd", "%y = fadd float %z, %x\n  %z = fadd float %y, %x\n  %w = fadd"),
        ("!{!0}", "!{!1}"),
        ("ret float", "%c = load <9000000000 x float>, ptr null\n  ret float"),
    ],
)
def test_broken_modules_with_debug_information_end_no_process(old: str, new: str) -> None:
    assert "!dbg" in load(DEBUG).text
    script = "import sys\nfrom gpucc.lowering.source import load\nload(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, DEBUG.replace(old, new, 1)], capture_output=True, check=False, text=True
    )
    assert done.returncode == 1
    # the place and the notes stand below the message
    assert any(line.startswith("gpucc.errors.InputError: ") for line in done.stderr.splitlines())


@pytest.mark.parametrize("text", [TEXT, DEBUG], ids=["plain", "debug"])
def test_warnings_of_llvm_are_no_output(text: str) -> None:
    """Reading a module prints nothing."""
    script = f"from gpucc.lowering.source import load; load({text!r})"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")
