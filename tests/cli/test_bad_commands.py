"""Wrong command lines end with exit code 2, wrong binaries and data with 1; always one error, no output, no file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpucc.emit import manifest, png
from gpucc.program import Interface, Program, Slot

Run = Callable[..., Any]
LL = "define <4 x float> @main(<4 x float> %a) {\n  ret <4 x float> %a\n}\n"
MOV = bytes.fromhex("a001000000a101" + "00000000" + "00000f03" + "000000e404000000" + "0000000000000000")
SLOTS = Interface((Slot("uv", "input", 0, "ff", "vec2"),), (Slot("ret0", "output", 0, "ffff"),))
PROGRAM = Program("agal", "fragment", MOV, SLOTS, options=(("version", "1"),))
JSON = manifest.write(PROGRAM)
PICTURE = png.write(np.zeros((2, 2, 4), np.uint8))


def npz(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


FILES: dict[str, str | bytes] = {
    "k.ll": LL,
    "two.ll": LL.replace("main", "a") + LL.replace("main", "b"),
    "k.agal": MOV,
    "k.json": JSON,
    "in.npz": npz(uv=np.zeros((4, 2))),
    "t.png": PICTURE,
    "a.vert": "void main() { gl_Position = vec4(1.0); }",
    "b.vert": "void main() { gl_Position = vec4(0.5); }",
    "a.frag": "void main() { gl_FragColor = vec4(1.0); }",
    "k.h": "// a header",
    "k.mesa": b"\0",
    "k.s": "mov oc, v0",
    "folder/file": bytes(range(128, 144)),
}

USAGE = {
    "no target": ("k.ll", "no target.*\n.*agal"),
    "an unknown target": ("k.ll --isa agaal", "'agaal'(.|\n)*did you mean 'agal'"),
    "a target far from any": ("k.ll --isa z80", "'z80'(.|\n)*targets: agal"),
    "an unknown option": ("k.ll --isa agal --fast", "--fast"),
    "an option cut short": ("k.ll --isa", "--isa.*argument"),
    "an unknown short option": ("k.ll --isa agal -z", "-z"),
    "no input": ("--isa agal", "input"),
    "a missing file": ("none.ll --isa agal", "none.ll.*No such file"),
    "a misspelt command": ("verfy k.ll --isa agal", "verfy(.|\n)*'verify'"),
    "a folder as input": ("folder --isa agal", "folder.*directory"),
    "a file as folder": ("k.ll/x --isa agal", "k.ll/x"),
    "a name with a NUL byte": (["k\0.ll", "--isa", "agal"], "null byte"),
    "an impossibly long name": (["x" * 5000, "--isa", "agal"], "too long"),
    "an empty name": (["", "--isa", "agal"], "cannot read"),
    "standard input twice": ("- - --isa agal", "standard input"),
    "three inputs": ("k.ll k.ll a.vert --isa agal", "3 inputs"),
    "an output in a missing folder": ("k.ll --isa agal --stage vertex -o none/k.agal", "'none' does not exist"),
    "an output below a file": ("k.ll --isa agal --stage vertex -o k.ll/k.agal", "not a folder"),
    "an output folder that is missing": ("k.ll --isa agal --stage vertex -o none/", "does not exist"),
    "an unknown ending": ("k.ll --isa agal --stage vertex -o k.exe", "'.exe'(.|\n)*.agal"),
    "no ending": ("k.ll --isa agal --stage vertex -o k", "ending"),
    "an unknown format": ("k.ll --isa agal --stage vertex --emit elf", "'elf'(.|\n)*formats"),
    "an unknown stage": ("k.ll --isa agal --stage compute", "'compute'"),
    "a level too high": ("k.ll --isa agal --stage vertex -O4", "-O"),
    "a level that is no number": ("k.ll --isa agal --stage vertex -Ofast", "-O"),
    "an unknown switch": ("k.ll --isa agal --stage vertex --target colour=red", "colour(.|\n)*version"),
    "an unknown value of a switch": ("k.ll --isa agal --stage vertex --target version=9", "version=9(.|\n)*1, 2, 3"),
    "a switch without a value": ("k.ll --isa agal --stage vertex --target version", "NAME=VALUE"),
    "a switch given twice": ("k.ll --isa agal --stage vertex --target version=1 --target version=2", "twice"),
    "no lanes": ("k.ll --isa agal --stage vertex --verify 0", "--verify"),
    "lanes and none": ("k.ll --isa agal --stage vertex --verify 9 --no-verify", "contradict"),
    "warnings both ways": ("k.ll --isa agal --stage vertex -w -Werror", "contradict"),
    "an entry twice": ("two.ll --isa agal --stage vertex --entry a --entry a", "twice"),
    "two entries of two inputs": ("two.ll two.ll --isa agal --entry a --entry b", "--entry"),
    "a move with one input": ("k.ll --isa agal --link-move", "--link-move needs two shaders"),
    "a move between two texts of LLVM IR": ("k.ll two.ll --isa agal --link-move", "two files in GLSL"),
    "a stage for two inputs": ("k.ll two.ll --isa agal --stage vertex", "--stage"),
    "several binaries on standard output": ("two.ll --isa agal --stage vertex --entry a --entry b --emit agal", "-o"),
    "a bind that says nothing": ("k.ll --isa agal --stage vertex --bind a", "bind"),
    "a bind to nothing": ("k.ll --isa agal --stage vertex --bind a=cupboard:3", "cupboard"),
    "a bind without a number": ("k.ll --isa agal --stage vertex --bind a=input:x", "input:x|number"),
    "a bind with a huge number": (
        "k.ll --isa agal --stage vertex --bind a=input:99999999999999999999",
        "9999|register|limit",
    ),
    "a bind of an unknown name": ("k.ll --isa agal --stage vertex --bind nobody=input:0", "nobody"),
    "two binds of one name": ("k.ll --isa agal --stage vertex --bind a=input:0 --bind a=input:1", "twice|a"),
    "a graph of assembly": ("asm k.ll --isa agal --emit graph", "graph"),
    "an unknown profile": ("disasm k.agal --check --profile flash", "flash(.|\n)*adobe2012"),
    "a profile without a check": ("disasm k.agal --profile player", "--check"),
    "code of an unknown target": ("disasm folder/file", "target"),
    "a manifest for standard input": ("disasm - --isa agal --manifest k.json", "--manifest"),
    "another target than the file's": ("run k.json --isa z80", "agal"),
    "a manifest for a source": ("run k.ll --isa agal --stage vertex --manifest k.json", "--manifest"),
    "an unknown precision": ("run k.json --precision half", "half"),
    "arrays to no archive": ("run k.json --inputs in.npz -o out.csv", ".npz"),
    "arrays that are missing": ("run k.json", "uv"),
    "arrays from a missing file": ("run k.json --inputs none.npz", "none.npz"),
    "render without an output": ("render k.json", "-o"),
    "render to no picture": ("render k.json -o out.jpg", ".png"),
    "render a vertex program": ("render k.ll --isa agal -o out.png --bind a=inputs", "bind|inputs"),
    "a difference without a source": ("render k.json -o out.png --diff", "--diff"),
    "a size that is none": ("render k.json -o out.png --size big", "WIDTHxHEIGHT"),
    "an empty size": ("render k.json -o out.png --size 0x5", "pixels"),
    "a huge size": ("render k.json -o out.png --size 99999x99999", "pixels"),
    "an unknown varying": ("render k.json -o out.png --varying st=u,v", "st(.|\n)*uv"),
    "too few components": ("render k.json -o out.png --varying uv=u", "1 components"),
    "an expression that is none": ("render k.json -o out.png --varying uv=u+,v", "expression"),
    "an expression that calls": (
        ["render", "k.json", "-o", "out.png", "--varying", "uv=__import__('os'),v"],
        "is not supported",
    ),
    "an expression that reaches in": (
        ["render", "k.json", "-o", "out.png", "--varying", "uv=u.__class__,v"],
        "is not supported",
    ),
    "an unknown uniform": ("render k.json -o out.png --uniform tint=1", "tint"),
    "an unknown texture": ("render k.json -o out.png --texture t=t.png", "t"),
    "cost on an unknown target": ("cost k.ll --isa vax", "vax"),
    "verify on an unknown target": ("verify k.ll --isa vax", "vax"),
    "an output without a name": (["k.ll", "--isa", "agal", "-o", ""], "cannot write '': the name is empty"),
    "two vertex shaders": ("a.vert b.vert --isa agal", "both inputs are vertex shaders"),
    "one fragment shader twice": ("a.frag a.frag --isa agal", "both inputs are fragment shaders"),
    "no lanes to verify": ("verify k.ll --lanes 0", "--lanes"),
    "a target that is not there": ("isas vax", "vax"),
    "a vertex shader to be drawn": ("render a.vert --isa agal -o out.png", "'a.vert' is a vertex shader by its name"),
    "a picture by a vertex processor": (
        "render a.frag --isa lima-vp -o out.png",
        "render draws fragment shaders, and lima-vp runs vertex shaders only\n.*agal, agsl, lima-pp",
    ),
    "a header to disassemble": ("disasm k.h", "'k.h' is in the format 'h', which gpucc writes and does not read"),
    "what Mesa keeps, to run": ("run k.mesa", "'k.mesa' is in the format 'mesa'(.|\n)*read from files that end in"),
    "a header to run": ("run k.h --isa agal", "'k.h' is in the format 'h'"),
    "assembly to run": ("run k.s", "'k.s' is in the format 'asm'(.|\n)*gpucc asm k.s --isa X"),
    "a missing file to run, without a target": ("run none.frag", "cannot read 'none.frag': No such file"),
    "a class of another target": (
        "a.frag --isa lima-pp -o k.hx",
        "format 'hx' holds agal code, not code for lima-pp\n.*-o NAME.mbs",
    ),
    "a format of another target": ("a.frag --isa lima --emit shbin", "format 'shbin' holds pica200 code"),
    "a target in capitals": ("k.ll --isa lima-PP", "there is no target 'lima-PP'(.|\n)*did you mean 'lima-pp'"),
    "bytecode as a source": ("k.agal --isa agal", "'k.agal' is a compiled program(.|\n)*gpucc run k.agal(.|\n)*disasm"),
    "a manifest as a source": ("verify k.json", "'k.json' is a compiled program, and not a source"),
    "a compiled program to explain": ("explain k.agal --isa agal", "'k.agal' is a compiled program"),
    "a level that is a word": ("k.ll --isa agal -Ofast", "'fast' is not a whole number"),
    "a level out of reach": ("k.ll --isa agal -O7", "7 is not in the range from 0 to 3"),
    "seconds that are no number": ("reduce k.ll --seconds nan", "a number of seconds, not nan"),
    "seconds that are a word": ("reduce k.ll --seconds soon", "'soon' is not a number"),
    "two sources to verify": (
        "verify a.vert b.vert",
        "gpucc verify takes one INPUT, and there is more: b.vert\n.*for each",
    ),
    "two sources to explain": ("explain a.vert b.vert --isa agal", "gpucc explain takes one INPUT"),
    "two sources to count": ("cost a.vert b.vert", "gpucc cost takes one INPUT"),
    "a source for a command without": ("selftest a.vert -o folder", "gpucc selftest takes no argument"),
    "a target twice": ("k.ll --isa agal --isa lima-vp", "--isa is given twice: 'agal' and 'lima-vp'"),
    "a target twice, as one word": ("verify k.ll --isa=agal --isa lima-vp", "--isa is given twice"),
    "an output twice": (
        "k.ll --isa agal --stage vertex -o k.s --output=j.s",
        "--output is given twice: 'k.s' and 'j.s'",
    ),
    "a level twice": ("k.ll --isa agal --stage vertex -O1 -O2", "-O is given twice: '1' and '2'"),
    "an equals sign behind a letter": (
        "k.ll --isa agal --stage vertex -o=k.agal",
        "'-o=k.agal' gives -o the value '=k.agal'\n.*write -o k.agal",
    ),
    "one thing twice for another command": ("disasm k.agal --isa agal --isa lima-vp", "gpucc disasm takes it once"),
}


@pytest.mark.parametrize("name", USAGE)
def test_a_wrong_command_line(refused: Run, name: str) -> None:
    words, says = USAGE[name]
    refused(2, says, words, FILES)


def test_an_option_may_be_repeated_with_one_value_or_where_it_is_repeatable(gpucc: Run) -> None:
    once = gpucc("k.ll --isa agal --stage vertex", FILES)
    assert once.code == 0
    assert gpucc("k.ll --isa agal --isa=agal --stage vertex --stage vertex -O2 -O 2").out == once.out
    assert gpucc("cost k.ll --isa agal --isa pica200 --stage vertex").code == 0
    assert gpucc(["k.ll", "--isa", "agal", "--stage", "vertex", "-DA=1", "-D", "B=2", "-w"]).code == 0


def test_a_source_may_have_the_ending_of_a_program(gpucc: Run) -> None:
    assert gpucc("k.bin --isa agal --stage vertex --language ir", {"k.bin": LL}).code == 0


def test_a_broken_manifest_is_told_why_it_is_read(refused: Run) -> None:
    files = {**FILES, "k.json": b"\xff"}
    refused(
        1, "k.json: error: not a manifest(.|\n)*manifest of k.agal, since it stands beside it", "disasm k.agal", files
    )


def test_what_a_driver_sets_is_said(refused: Run) -> None:
    says = r"no value for .*gl_mali_ViewportTransform(.|\n)*the scale, then the offset(.|\n)*\[\[1, 1, 1, 0\]"
    refused(2, says, "run a.vert --isa lima-vp", FILES)


@pytest.mark.parametrize("length", range(len(MOV)))
def test_an_agal_file_cut_short_is_told_so(gpucc: Run, length: int) -> None:
    end = gpucc("disasm k.agal --check", {"k.agal": MOV[:length]})
    assert end.code == 1
    assert len(end.errors) >= 1
    assert "Traceback" not in end.err


@pytest.mark.parametrize("length", [0, 1, 6, 7, 8, 30])
def test_an_agal_file_cut_short_does_not_run(refused: Run, length: int) -> None:
    refused(1, "k.agal", "run k.agal --inputs in.npz -o out.npz", {**FILES, "k.agal": MOV[:length]})


@pytest.mark.parametrize("length", range(0, 64, 3))
def test_garbage_of_every_length_is_no_agal(gpucc: Run, length: int) -> None:
    noise = np.random.default_rng(length).integers(0, 256, length, np.uint8).tobytes()
    for words in ("disasm g.agal --check", "run g.agal -o out.npz", "render g.agal -o out.png"):
        end = gpucc(words, {"g.agal": noise})
        assert end.code in (1, 2), words
        assert end.errors, words
        assert "Traceback" not in end.err
        assert end.new == ()


GARBAGE = {
    "nothing": "",
    "no object": "[1, 2]",
    "cut short": JSON[:200],
    "another file": LL,
    "bytes": bytes(range(256)),
    "deep": "[" * 100_000,
    "an odd hexadecimal": JSON.replace('"code": "a0', '"code": "0'),
    "a missing field": JSON.replace('"stage"', '"stages"'),
    "an unknown target": JSON.replace('"agal"', '"z80"'),
    "code of another target": JSON.replace(MOV.hex(), "00" * 31),
    "an empty program": JSON.replace(MOV.hex(), ""),
    "a register beyond the program": json.dumps({**json.loads(JSON),
    "outputs": [{**json.loads(JSON)["outputs"][0], "register": 60000}]}),
}  # fmt: skip


@pytest.mark.parametrize("name", GARBAGE)
def test_a_manifest_that_is_none(gpucc: Run, name: str) -> None:
    end = gpucc("run m.json --inputs in.npz -o out.npz", {"m.json": GARBAGE[name], "in.npz": FILES["in.npz"]})
    assert end.code in (1, 2)
    assert len(end.errors) == 1
    assert "Traceback" not in end.err
    assert end.new == ()


def pickled() -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, uv=np.array([{"a": 1}], dtype=object))
    return buffer.getvalue()


def zipped(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr(name, content)
    return buffer.getvalue()


def single() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    return buffer.getvalue()


ARRAYS = {
    "nothing": (b"", 1),
    "no archive": (b"uv = 1, 2", 1),
    "a single array": (single(), 1),
    "cut short": (bytes(FILES["in.npz"])[:90], 1),  # type: ignore[arg-type]
    "objects": (pickled(), 1),
    "no numpy inside": (zipped("uv.npy", b"hello"), 1),
    "text": (npz(uv=np.array(["a", "b"])), 2),
    "complex numbers": (npz(uv=np.zeros((4, 2), complex)), 2),
    "the wrong shape": (npz(uv=np.zeros((4, 3))), 2),
    "another name": (npz(st=np.zeros((4, 2))), 2),
    "one name too many": (npz(uv=np.zeros((4, 2)), st=np.zeros((4, 2))), 2),
    "no lanes": (npz(uv=np.zeros((0, 2))), 2),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_that_do_not_fit(refused: Run, name: str) -> None:
    content, code = ARRAYS[name]
    refused(code, ".", "run k.json --inputs in.npz -o out.npz", {**FILES, "in.npz": content})


def test_a_picture_that_is_none(refused: Run) -> None:
    sampler = Program(
        "agal", "fragment", MOV, Interface(SLOTS.inputs, SLOTS.outputs, (), (Slot("s", "sampler", 0, "", "sampler2D"),))
    )
    files = {"k.json": manifest.write(sampler), "t.png": b"GIF89a"}
    refused(1, "t.png.*not a PNG", "render k.json -o out.png --texture s=t.png", files)
    refused(2, "no picture for the sampler s", "render k.json -o out.png", files)


def test_assembly_that_is_none(refused: Run) -> None:
    refused(
        1, r"k\.s:2:\d+: error: ", "asm k.s --isa agal --stage fragment -o k.agal", {"k.s": "mov oc, v0\nmvo oc, v0\n"}
    )
    refused(1, "UTF-8", "asm k.s --isa agal --stage fragment -o k.agal", {"k.s": b"\xff\xfe\0"})


def test_an_output_that_cannot_be_written(refused: Run) -> None:
    refused(1, "No space left", "k.ll --isa agal --stage vertex --emit asm -o /dev/full", FILES)


def test_what_never_ends_is_not_read(gpucc: Run) -> None:
    found = gpucc("/dev/zero --isa agal")
    assert (found.code, found.out) == (2, b"")
    assert "cannot read '/dev/zero': it is a device, not a file" in found.err


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("k.mbs", b"", "k.mbs: error: the input is empty"),
        ("k.mbs", bytes(range(128, 200)), "k.mbs: error: this does not begin with MBS1, as .mbs files do"),
        ("k.vert", b"void main() { gl_Position = vec4(1.0); }\n", "k.vert: error: this is text, and disasm reads code"),
    ],
)
def test_what_is_no_code_needs_no_target(name: str, data: bytes, told: str, gpucc: Run) -> None:
    end = gpucc(f"disasm {name}", {name: data})
    assert end.code == 1
    assert told in end.err
