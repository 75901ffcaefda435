"""LLVM's readers abort the process for some modules. They run in a child process, so that gpucc reports one error."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

import gpucc
from gpucc.errors import InputError
from gpucc.lowering import apart
from gpucc.lowering.source import DANGEROUS, load

SHADER = "define float @f(float %a) {\n  ret float %a\n}\n"


def calling(function: str, result: str, parameters: str = "", arguments: str = "") -> str:
    made = "" if result == "void" else "%r = "
    call = f"{made}call {result} @llvm.{function}({arguments})"
    return f"declare {result} @llvm.{function}({parameters})\n{SHADER.replace('ret', call + chr(10) + '  ret')}"


def chain(count: int) -> str:
    return "".join(f"%t{i} = type {{ %t{i + 1} }}\n" for i in range(count)) + f"%t{count} = type {{ float }}\n"


# modules at which LLVM 20 to 22 abort: upgrades of old functions with wrong types, numbers too large for their field,
# depth
DEADLY = {
    "an old function without its operands": calling("x86.sse41.pmaxsd", "<4 x i32>"),
    "an old function of other types": calling("x86.sse2.psll.dq", "<2 x i64>", "float, float", "float 0.0, float 0.0"),
    "an old function of no target": calling("objectsize.i64", "i64"),
    "a count of zeros with one operand too few": calling("ctlz.i32", "i32", "i8", "i8 0"),
    "a number of elements that no field holds": SHADER.replace(
        "ret", "%v = alloca <vscale x 4294967295 x float>\n  ret"
    ),
    "a convention that there is not": SHADER.replace("define", "define cc99999"),
    "a function of the debugger that is gone": calling("dbg.addr", "void"),
    "annotations of nothing": SHADER + "!nvvm.annotations = !{!0}\n!0 = !{}\n",
    "deep types": chain(50_000) + SHADER.replace("ret", "%p = alloca %t0\n  ret"),
    "deep metadata": "".join(f"!{i} = !{{!{i + 1}}}\n" for i in range(60_000)) + "!60000 = !{}\n!x = !{!0}\n" + SHADER,
}


def refusal(source: Any) -> str:
    with pytest.raises(InputError) as caught:
        load(source)
    return caught.value.message


@pytest.mark.parametrize("name", DEADLY)
def test_text_that_stops_llvm_is_one_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(DEADLY[name])
    for source in (DEADLY[name], DEADLY[name].encode(), tmp_path / "k.ll"):
        assert "LLVM cannot read this IR" in refusal(source)


def test_the_command_says_so_and_goes_on_with_the_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gpucc import cli

    (tmp_path / "k.ll").write_text(DEADLY["an old function without its operands"])
    assert cli.main([str(tmp_path / "k.ll"), "--isa", "agal", "--stage", "vertex", "-o", str(tmp_path / "k.agal")]) == 1
    text = capsys.readouterr().err
    assert text.count("error: ") == 1
    assert "it stopped the process (SIG" in text
    assert os.listdir(tmp_path) == ["k.ll"]
    assert gpucc.compile(SHADER, "agal", stage="vertex").code


def test_what_a_compiler_writes_is_read_by_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text given by a program is read only once, unless it contains something at which LLVM is known to abort."""

    def read(*_: object) -> Any:
        raise AssertionError("a child is not needed")

    monkeypatch.setattr("gpucc.lowering.source.read_apart", read)
    load(SHADER)
    texts = [path.read_text() for path in sorted((Path(__file__).parents[1] / "kernels").rglob("*.ll"))]
    plain = [text for text in texts if not DANGEROUS.search(text)]
    assert len(plain) >= 0.95 * len(texts)
    load(plain[0])


def test_what_the_child_has_read_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The child is forked, so it has the same parser."""
    parent, parse = os.getpid(), llvm.parse_assembly

    def parse_apart(*given: Any) -> llvm.ModuleRef:
        assert os.getpid() != parent
        return parse(*given)

    path = tmp_path / "k.ll"
    path.write_text(SHADER)
    expected = load(SHADER).text
    monkeypatch.setattr(llvm, "parse_assembly", parse_apart)
    assert load(path).text == expected


@pytest.fixture
def in_threads() -> Callable[[Callable[[], object]], object]:
    def run(work: Callable[[], object]) -> object:
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(work()))
        thread.start()
        thread.join()
        return found[0]

    return run


@pytest.mark.parametrize("kind", ["text", "bitcode"])
def test_a_process_with_threads_starts_an_interpreter(
    kind: Any, in_threads: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    forks: list[object] = []
    monkeypatch.setattr(apart, "_forked", lambda *given: forks.append(given))
    context = llvm.create_context()
    with llvm.parse_assembly(SHADER, context) as module:
        content = module.as_bitcode() if kind == "bitcode" else SHADER.encode()
        text = str(module)
    context.close()
    ending = in_threads(lambda: apart.read_apart(content, kind))
    assert ending.code == apart.READ
    assert ending.answer.endswith(text.partition("\n")[2])
    broken = in_threads(lambda: apart.read_apart(content[:-8] if kind == "bitcode" else b"define", kind))
    assert broken.code == apart.REFUSED
    assert forks == []


def test_a_new_interpreter_may_be_stopped_too(in_threads: Callable[..., Any]) -> None:
    ending = in_threads(lambda: apart.read_apart(DEADLY["an old function of no target"].encode(), "text"))
    assert ending.code < 0
    assert "stopped the process (SIG" in ending.reason()


def test_time_and_memory_of_a_child_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> int:
        # any signal with a handler ends one pause
        while True:
            signal_pause()

    def large(*_: object) -> int:
        return len(bytearray(1 << 33))

    import signal

    signal_pause = signal.pause
    # a thread that another test left behind would make the child a process of its own, which knows nothing of this
    monkeypatch.setattr("threading.active_count", lambda: 1)
    monkeypatch.setattr(apart, "SECONDS", 1)
    monkeypatch.setattr(apart, "_answer", late)
    assert apart.read_apart(b"", "text").reason() == "it did not finish within 1 seconds"
    monkeypatch.setattr(apart, "_answer", large)
    assert apart.read_apart(b"", "text").code == 1


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("an old function of no target", "a convention that there is not"):
        refusal(DEADLY[name])
    assert list(tmp_path.iterdir()) == []


def test_bitcode_of_every_damage_is_one_error_or_a_module() -> None:
    """Bitcode is never read in this process; every failure is reported as an error."""
    context = llvm.create_context()
    with llvm.parse_assembly(SHADER, context) as module:
        code = module.as_bitcode()
    context.close()
    read = 0
    for place in range(8, len(code), 97):
        try:
            load(code[:place] + bytes([code[place] ^ 0x41]) + code[place + 1 :])
            read += 1
        except InputError as error:
            assert "bitcode" in error.message or "IR" in error.message  # noqa: PT017
    assert read < len(range(8, len(code), 97))
