"""Destinations of outputs, which must not overwrite inputs, leave their folder or collide; and names that no file or
text can have."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc as package
from gpucc import driver
from gpucc.compiled import format_of
from gpucc.errors import InputError, UsageError
from gpucc.terminal import options
from gpucc.terminal.running import load_arrays

Run = Callable[..., Any]
LL = "define <4 x float> @main(<4 x float> %a) {\n  ret <4 x float> %a\n}\n"
AGSL = "half4 main(float2 p) { return half4(half(p.x), half(p.y), 0, 1); }"
TEXTURED = "uniform shader s; half4 main(float2 p) { return s.eval(p); }"


# the output is an input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    "k.agsl --isa agsl -o k.agsl",
    "k.agsl --isa agsl -o ./folder/../k.agsl",
    "k.agsl --isa agsl -o linked.agsl",
    "linked.agsl --isa agsl -o k.agsl",
    "k.agsl --isa agsl -o hard.agsl",
    "k.agsl --isa agal --emit asm -o k.agsl",
    "asm k.s --isa agal --stage fragment --emit asm -o k.s",
    "disasm k.agal -o k.agal",
    "disasm k.agal -o k.json",
    "disasm k.agal --manifest other.json -o other.json",
    "run k.json --inputs in.npz -o in.npz",
])  # fmt: skip
def test_an_input_is_no_output(gpucc: Run, refused: Run, words: str) -> None:
    assert gpucc("k.agsl --isa agal -o k.agal", {"k.agsl": AGSL, "folder/x": ""}).code == 0
    assert gpucc("k.agsl --isa agal -o k.json").code == 0
    assert gpucc("k.agsl --isa agal -o k.s").code == 0
    Path("other.json").write_bytes(Path("k.json").read_bytes())
    Path("linked.agsl").symlink_to("k.agsl")
    os.link("k.agsl", "hard.agsl")
    np.savez("in.npz", p=np.zeros((4, 2)))
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    refused(2, "it is the input", words)
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_a_texture_is_no_picture(gpucc: Run, refused: Run) -> None:
    assert gpucc("render k.agsl --isa agal --size 4x4 -o t.png", {"k.agsl": AGSL, "t.agsl": TEXTURED}).code == 0
    refused(2, "it is the input", "render t.agsl --isa agal --size 4x4 --texture s=t.png -o t.png")


def test_standard_input_from_a_file_is_an_input(tmp_path: Path) -> None:
    (tmp_path / "k.agsl").write_text(AGSL)
    command = [sys.executable, "-P", "-m", "gpucc", "-", "--isa", "agsl", "-o", "k.agsl"]
    with open(tmp_path / "k.agsl", "rb") as file:
        done = subprocess.run(
            command, stdin=file, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
    assert (done.returncode, "it is the input" in done.stderr) == (2, True), done.stderr
    assert (tmp_path / "k.agsl").read_text() == AGSL


def test_a_device_may_be_both(gpucc: Run) -> None:
    assert "the input is empty" in gpucc("/dev/null --isa agsl --emit agsl -o /dev/null").err
    assert gpucc("k.agsl --isa agsl --emit agsl -o /dev/null", {"k.agsl": AGSL}).code == 0


def test_a_device_without_an_ending_gets_assembly(gpucc: Run) -> None:
    assert gpucc("k.agsl --isa lima-pp -o /dev/null", {"k.agsl": AGSL}).code == 0
    assert format_of("/dev/null").name == "asm"


# the output lies elsewhere --------------------------------------------------------------------------------------------

MANY = "".join(
    f'define <4 x float> @"{name}"(<4 x float> %a) {{\n  ret <4 x float> %a\n}}\n'
    for name in ("ok", "../../evil", "a/b", "a_b")
)


@pytest.mark.parametrize("output", ["d/e/", "d/e/x.agal", "d/e/x.json"])
def test_entries_stay_in_their_folder(gpucc: Run, output: str) -> None:
    end = gpucc(["k.ll", "--isa", "agal", "--stage", "vertex", "--entry", "../../evil", "--entry", "ok", "-o", output],
                {"k.ll": MANY, "d/e/keep": ""})  # fmt: skip
    assert end.code == 0, end.err
    assert len(end.new) == 2
    assert all(Path(name).parent == Path("d/e") for name in end.new)
    assert any(".._.._evil" in name for name in end.new)


def test_a_stem_that_is_the_inputs_name_stands_once(gpucc: Run) -> None:
    pair = {
        "wave.vert": "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }",
        "wave.frag": "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, uv); }",
    }
    gpucc("wave.vert wave.frag --isa agal --no-verify -o wave.agal", pair)
    gpucc("wave.vert wave.frag --isa agal --no-verify -o wav.agal", pair)
    made = sorted(path.name for path in Path.cwd().glob("*.agal"))
    assert made == ["wav.wave.fragment.agal", "wav.wave.vertex.agal", "wave.fragment.agal", "wave.vertex.agal"]


def test_entries_that_would_be_one_file(refused: Run) -> None:
    refused(
        2,
        "two outputs would have one name",
        "k.ll --isa agal --stage vertex --entry a/b --entry a_b -o d/",
        {"k.ll": MANY, "d/x": ""},
    )


def test_outputs_that_are_links_to_one_file(refused: Run, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/g.ok.agal").symlink_to("g.a_b.agal")
    (tmp_path / "d/g.a_b.agal").write_bytes(b"old")
    words = "k.ll --isa agal --stage vertex --entry a_b --entry ok -o d/g.agal"
    refused(2, "two outputs would have one name", words, {"k.ll": MANY})
    assert (tmp_path / "d/g.a_b.agal").read_bytes() == b"old"


@pytest.mark.parametrize("name", ["x" * 300 + ".agal", "y/" * 3000 + "x.agal", "loop.agal", "loop.agal/x.agal",
"a\0b.agal"],
                         ids=["long", "deep", "a loop", "below a loop", "NUL"])  # fmt: skip
def test_a_name_that_no_file_can_have(refused: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "loop.agal").symlink_to("loop.agal")
    refused(2, "cannot write", ["k.ll", "--isa", "agal", "--stage", "vertex", "-o", name], {"k.ll": LL})


def test_an_entry_too_long_for_a_file(refused: Run) -> None:
    text = LL.replace("main", "f" * 300) + LL
    refused(
        2,
        "cannot write.*too long",
        f"k.ll --isa agal --stage vertex --entry {'f' * 300} --entry main -o .",
        {"k.ll": text},
    )


def test_a_link_that_leads_nowhere_is_filled_or_told(gpucc: Run, refused: Run, tmp_path: Path) -> None:
    (tmp_path / "good.agal").symlink_to("real.agal")
    (tmp_path / "bad.agal").symlink_to("none/real.agal")
    end = gpucc("k.ll --isa agal --stage vertex -o good.agal", {"k.ll": LL})
    assert (end.code, end.new) == (0, ("k.ll", "real.agal")) or end.new == ("real.agal",)
    assert Path("good.agal").is_symlink()
    refused(1, "cannot write 'bad.agal'", "k.ll --isa agal --stage vertex -o bad.agal")


@pytest.mark.parametrize("emit", ["asm", "bin", "json", "h", "mbs", "schedule", "graph"])
def test_a_full_disk_is_told_whatever_is_written(refused: Run, emit: str) -> None:
    refused(1, "No space left", f"k.ll --isa lima-vp --emit {emit} -o /dev/full", {"k.ll": LL})


def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    """A limit on the file's size acts like a full disk: the write fails after some bytes."""
    (tmp_path / "k.ll").write_text(LL)
    (tmp_path / "k.txt").write_text("old")
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "sys.dont_write_bytecode = True\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\nfrom gpucc.__main__ import main; sys.exit(main())"
    )
    command = [sys.executable, "-P", "-c", code, "k.ll", "--isa", "lima-vp", "-o", "k.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, "cannot write 'k.txt': File too large" in done.stderr) == (1, True), done.stderr
    assert (tmp_path / "k.txt").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k.ll", "k.txt"]


# names that are no text -----------------------------------------------------------------------------------------------

READS = '%u = load float, ptr addrspace(2) @"u\\E9"'
ODD = {
    "a function": ('define float @"caf\\E9"(float %a) {ret float %a}\n', 1, 14),
    "an input": ('define float @f(float %"\\E9x") {\n  ret float %"\\e9x"\n}\n', 1, 23),
    "a uniform": (
        (
            f'; "\n@"u\\E9" = external addrspace(2) global float\ndefine float @f(float %a) {{\n  {READS}\n  ret float'
            " %u\n}\n"
        ),
        2,
        1,
    ),
    "a type": (
        '%"t\\FF" = type { float }\ndefine float @f(float %a) {\n  %p = alloca %"t\\FF"\n  ret float %a\n}\n',
        1,
        1,
    ),
}
ATTRIBUTE = 'define float @f(float %a) "k\\E9"="v" {\n  ret float %a\n}\n'


@pytest.mark.parametrize("what", ODD)
@pytest.mark.parametrize("command", ["k.ll --isa agal --stage vertex", "verify k.ll --isa agal --stage vertex"])
def test_bytes_in_names_that_are_no_text(refused: Run, what: str, command: str) -> None:
    text, line, column = ODD[what]
    refused(1, f"k.ll:{line}:{column}: error: the name .* is not UTF-8", command, {"k.ll": text})


def test_other_bytes_that_are_no_text(refused: Run) -> None:
    refused(1, "a name or string of this module is not UTF-8", "k.ll --isa agal --stage vertex", {"k.ll": ATTRIBUTE})


def test_bitcode_with_such_names(refused: Run) -> None:
    import llvmlite.binding as llvm

    for text in (*(text for text, *_ in ODD.values()), ATTRIBUTE):
        context = llvm.create_context()
        with llvm.parse_assembly(text, context) as module:
            refused(1, "not UTF-8|can't decode", "k.bc --isa agal --stage vertex", {"k.bc": module.as_bitcode()})
        context.close()


def test_a_module_with_such_names() -> None:
    import llvmlite.binding as llvm

    context = llvm.create_context()
    with (
        llvm.parse_assembly(ODD["a function"][0], context) as module,
        pytest.raises(package.GpuccError, match="is not UTF-8"),
    ):
        package.compile(module, isa="agal", stage="vertex")
    context.close()


def test_names_of_all_the_world(gpucc: Run) -> None:
    text = (
        'define float @"caf\\C3\\A9"(float %"\\CE\\B1", float %"x y\\22\\5C", float %"@\\22\\C3\\A9") {\n'
        '  %s = fadd float %"\\CE\\B1", %"x y\\22\\5C"\n'
        '  %t = fadd float %s, %"@\\22\\C3\\A9"\n  ret float %t\n}\n'
    )
    end = gpucc("k.ll --isa agal --stage vertex -o k.json", {"k.ll": text})
    assert end.code == 0, end.err
    assert [slot.name for slot in package.load("k.json").interface.inputs] == ["α", 'x y"\\', '@"é']


# archives and numbers -------------------------------------------------------------------------------------------------


def archive(name: str, content: bytes, kind: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as file:
        file.writestr(name, content)
    return buffer.getvalue()


def npy(header: bytes, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


HEADERS = {
    "no end of a bracket": b"{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2), \n",
    "no dictionary": b"[1, 2]\n",
    "a string without an end": b"{'descr': '<f4\n",
    "bytes that are no text": b"{'descr': '\xe9\xff', 'fortran_order': False, 'shape': (4, 2)}\n",
    "an unknown type": b"{'descr': '<q17', 'fortran_order': False, 'shape': (4, 2)}\n",
    "a type that is a number": b"{'descr': 7, 'fortran_order': False, 'shape': (4, 2)}\n",
    "a type without fields": b"{'descr': [('a',)], 'fortran_order': False, 'shape': (4, 2)}\n",
    "a negative shape": b"{'descr': '<f4', 'fortran_order': False, 'shape': (-4, 2)}\n",
    "a shape beyond all memory": b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000000000000, 2)}\n",
    "a shape of words": b"{'descr': '<f4', 'fortran_order': False, 'shape': ('a', 2)}\n",
    "less data than promised": b"{'descr': '<f4', 'fortran_order': False, 'shape': (400, 2)}\n",
    "brackets without an end": b"(" * 9000,
    "a product": b"{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2*2)}\n",
    "nothing": b"",
}


@pytest.mark.parametrize("what", HEADERS)
def test_damaged_headers_of_arrays(gpucc: Run, refused: Run, what: str) -> None:
    assert gpucc("k.agsl --isa agal --no-verify -o k.json", {"k.agsl": AGSL}).code == 0
    refused(
        1,
        "in.npz: error: cannot read arrays",
        "run k.json --inputs in.npz -o out.npz",
        {"in.npz": archive("p.npy", npy(HEADERS[what]))},
    )


def test_damaged_archives(tmp_path: Path) -> None:
    """Every byte of the container is changed in turn: the result is an error or, where the byte has no meaning,
    arrays."""
    whole = archive(
        "p.npy", npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}\n", bytes(8)), zipfile.ZIP_DEFLATED
    )
    path = tmp_path / "in.npz"
    read, refused = 0, set()
    for place in range(len(whole)):
        for byte in (0xFF, whole[place] ^ 1):
            path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            try:
                load_arrays(str(path))
                read += 1
            except InputError as error:
                refused.add(error.message.partition(":")[0])
    assert refused == {"cannot read arrays", "this is no .npz file"}
    assert 0 < read < len(whole)


def test_an_archive_that_unpacks_without_end(gpucc: Run, refused: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpucc.terminal.running.MOST_BYTES", 10_000)
    assert gpucc("k.agsl --isa agal --no-verify -o k.json", {"k.agsl": AGSL}).code == 0
    bomb = archive(
        "p.npy",
        npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (5000, 2)}\n", bytes(40_000)),
        zipfile.ZIP_DEFLATED,
    )
    refused(
        1,
        "the arrays take 40... bytes, and gpucc reads 10000",
        "run k.json --inputs in.npz -o out.npz",
        {"in.npz": bomb},
    )


@pytest.mark.parametrize("words", [
    "k.ll --isa agal --stage vertex --verify 99999999999999999999",
    "k.ll --isa agal --stage vertex --verify 1000000000",
    "verify k.ll --isa agal --stage vertex --lanes 1000000000",
    "verify k.ll --isa agal --stage vertex --lanes 99999999999999999999",
    "verify k.ll --isa agal --stage vertex --seed 99999999999999999999",
])  # fmt: skip
def test_absurd_numbers(refused: Run, words: str) -> None:
    refused(2, "invalid value for .--(verify|lanes|seed).", words, {"k.ll": LL})


def test_absurd_numbers_in_python() -> None:
    assert options.MOST_LANES == driver.MOST_LANES
    with pytest.raises(UsageError, match="verify is a whole number from 0 to 16777216, not 16777217"):
        package.compile(LL, isa="agal", stage="vertex", verify=(1 << 24) + 1)
    with pytest.raises(UsageError, match="lanes is a whole number from 1 to 16777216"):
        package.verify(LL, "agal", stage="vertex", lanes=10**20)


def test_memory_does_not_grow_with_the_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Independent of the number of lanes, a simulator never holds more than a chunk of them."""
    from gpucc.targets import registry

    seen: list[int] = []
    goal = registry.find("pica200")

    def simulate(program: Any, isa: Any, batch: Any, **more: Any) -> Any:
        seen.append(batch.lanes)
        return goal.simulate(program, isa, batch, **more)

    monkeypatch.setattr("gpucc.driver.registry.find", lambda name: replace(goal, simulate=simulate))
    ((_, report),) = driver.verify(LL, "pica200", lanes=20_000)
    assert report.lanes == 20_000
    assert report.passed
    assert max(seen) <= 4096
    assert sum(seen) >= 20_000


@pytest.mark.parametrize(
    "error", [OSError("could not load libllvmlite.so"), ImportError("numpy is broken", name="numpy.core")]
)
def test_a_library_that_does_not_load(refused: Run, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """As happens with little memory."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("gpucc.terminal.commands.show_isas", fail)
    refused(1, "a library that gpucc needs does not work here: (could not|numpy)", "isas")
