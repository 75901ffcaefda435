"""Derived constants: header, manifest and judge compute the same bits, and the program gives what the source says."""

from __future__ import annotations

import json
import math
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc import driver
from gpucc.emit import header, manifest
from gpucc.errors import Miscompiled
from gpucc.interp.derived import OPERATIONS, filled
from gpucc.isa.derived import DERIVED_OPS, kind_of_step
from gpucc.lowering.derive.values import DerivedValues
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.session import session
from gpucc.program import DERIVED, Derivation, DerivedStep, Interface, Program, Slot, Stage, file_size
from gpucc.reading import Reading, canonical, load_any
from gpucc.targets import registry
from gpucc.targets.deriving import derived_ways
from gpucc.targets.record import check_options, prepared

from .shaders import SHADERS, source

SETS = 12
# what a caller may put where an integer belongs
NO_INTEGERS = (2.75, -2.75, 3e9, -3e9, math.inf, -math.inf, math.nan)
CORNERS = (0.0, -0.0, 1.0, -1.0, 0.5, math.inf, -math.inf, math.nan, 1e-40, -1e-45, 3.4e38, 16777217.0, 1.5, -2.5)
FOUND = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)
COMPILER = [FOUND] if FOUND else [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else []
NO_COMPILER = "no C compiler on this machine: install gcc or clang, or the package ziglang"


@cache
def programs() -> tuple[Program, ...]:
    """Without code, which has no part in deriving: as the pipeline makes them before it selects instructions."""
    return tuple(derived(*source(shader)) for shader in SHADERS)


@session()
def derived(isa: str, stage: Stage, text: str) -> Program:
    goal, reading = registry.find(isa), Reading()
    given = load_any(text, f"k.{stage[:4]}", driver.silent, reading, stage)
    shader = canonical(given, None, stage, None, goal.isa.default_stage, reading)
    shader = prepared(goal, shader, check_options(goal.isa, {}))
    optimised = optimise(shader.text, unroll=True)
    _, ways = derived_ways([optimised], shader, goal)
    (way,) = ways.values()
    return Program(isa, stage, b"", way.shader.interface, derived=way.shader.derived)


def files(program: Program) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Uniform files: some of ordinary numbers, some of corners."""
    drawn = random.Random(repr(program))
    file = np.zeros((SETS, file_size(program.interface.uniforms), 4), np.float32)
    for k in range(SETS):
        for slot in program.interface.uniforms:
            for i, letter in enumerate(slot.words):
                ordinary = drawn.choice((drawn.uniform(-2, 2), drawn.uniform(0, 1), drawn.gauss(0, 100)))
                value = drawn.choice(CORNERS) if k % 3 == 2 and drawn.random() < 0.5 else ordinary
                whole = drawn.randrange(2) if letter == "b" else drawn.randrange(-9, 10)
                if letter == "i" and k % 3 == 2:
                    whole = drawn.choice(NO_INTEGERS)
                if letter != "." and slot.builtin != DERIVED:
                    file[k, slot.register + i // 4, i % 4] = value if letter == "f" else whole
    return file


def judged(program: Program) -> np.ndarray[Any, np.dtype[np.float32]]:
    assert program.derived is not None
    return filled(files(program), program.interface, program.derived)


def same(ours: Any, theirs: Any) -> bool:
    """The same bits; NaNs are one class."""
    a, b = np.asarray(ours, np.float32), np.asarray(theirs, np.float32)
    return bool(np.all((a.view(np.int32) == b.view(np.int32)) | (np.isnan(a) & np.isnan(b))))


def test_there_are_twenty_and_every_one_derives_something() -> None:
    assert len(programs()) == 20
    for program in programs():
        assert program.derived is not None
        assert program.derived.values
        (slot,) = (one for one in program.interface.uniforms if one.builtin == DERIVED)
        for word, step in program.derived.values:
            assert slot.words[word] == kind_of_step(program.derived.steps[step].op)
    used = {step.op for program in programs() if program.derived for step in program.derived.steps}
    assert len(used) >= 30, "the shaders below should use most operations"


def test_every_operation_has_its_judge() -> None:
    assert set(OPERATIONS) == set(DERIVED_OPS)


@pytest.mark.skipif(not COMPILER, reason=NO_COMPILER)
def test_the_function_of_the_header_gives_the_bits_of_the_judge(tmp_path: Path) -> None:
    """Under options that fuse products and sums, and for the machine's own instructions."""
    lines, data = ["#include <stdio.h>"], b""
    for k, program in enumerate(programs()):
        (tmp_path / f"k{k}.h").write_text(header.write(program, f"k{k}"))
        lines.insert(0, f'#include "k{k}.h"')
        data += files(program).tobytes()
    lines += ["static float file[128][4];", "int main(void) {"]
    for k, program in enumerate(programs()):
        size = 4 * file_size(program.interface.uniforms)
        lines += [
            f"    for (int i = 0; i < {SETS}; i++) {{",
            f"        if (fread(file, 4, {size}, stdin) != {size}) return 1;",
            f"        k{k}_derive(file); fwrite(file, 4, {size}, stdout);",
            "    }",
        ]
    (tmp_path / "k.c").write_text("\n".join([*lines, "    return 0;", "}", ""]))
    options = ["-std=c99", "-O1", "-march=native", "-ffp-contract=fast", "-Wall", "-Werror"]
    subprocess.run([*COMPILER, *options, "k.c", "-o", "k", "-lm"], cwd=tmp_path, check=True)
    found = np.frombuffer(subprocess.run([tmp_path / "k"], input=data, check=True, capture_output=True).stdout, "<f4")
    expected = [judged(program).reshape(-1) for program in programs()]
    assert same(found, np.concatenate(expected))


def of_every_operation() -> Program:
    """A program that derives the result of each operation, of numbers that it reads from two uniforms, in turn as
    floats, as integers and as booleans."""
    steps = [
        DerivedStep(op, uniform=name, word=word) for op in ("uniform", "iuniform") for name in "ab" for word in (0, 1)
    ]
    steps += [DerivedStep("const", value=0.25), *(DerivedStep("folt", (8, x)) for x in (0, 1, 2))]
    places = {"f": (0, 2, 1), "i": (4, 6, 5), "b": (9, 11, 10)}
    first = len(steps)
    for name, op in DERIVED_OPS.items():
        counts = dict.fromkeys("fib", 0)
        args = []
        for kind in op.operands:
            args.append(places[kind][counts[kind]])
            counts[kind] += 1
        steps.append(DerivedStep(name, tuple(args)))
    every = range(first, len(steps))
    words = "".join(kind_of_step(steps[step].op) or "" for step in every)
    uniforms = (
        Slot("a", "uniform", 0, "ff"), Slot("b", "uniform", 1, "ff"),
        Slot(DERIVED, "uniform", 2, words, builtin=DERIVED),
    )  # fmt: skip
    derivation = Derivation(DERIVED, tuple(steps), tuple(enumerate(every)))
    return Program("agal", "vertex", b"", Interface(uniforms=uniforms), derived=derivation)


@pytest.mark.skipif(not COMPILER, reason=NO_COMPILER)
def test_each_operation_of_the_header_gives_the_bits_of_the_judge_in_every_corner(tmp_path: Path) -> None:
    program = of_every_operation()
    numbers = (*CORNERS, *NO_INTEGERS, -0.3, 3.0, 1e5)
    pairs = [(x, y) for x in numbers for y in numbers]
    file = np.zeros((len(pairs), file_size(program.interface.uniforms), 4), np.float32)
    for k, pair in enumerate(pairs):
        file[k, 0, :2], file[k, 1, :2] = pair, pair[::-1]
    text = header.write(program, "k")
    assert f"upload registers 2 to {file.shape[1] - 1} with them" in text
    (tmp_path / "k.h").write_text(text)
    (tmp_path / "k.c").write_text(
        f"""#include <stdio.h>
#include "k.h"
static float file[{file.shape[1]}][4];
int main(void)
{{
    while (fread(file, sizeof file, 1, stdin)) {{ k_derive(file); fwrite(file, sizeof file, 1, stdout); }}
    return 0;
}}
"""
    )
    subprocess.run([*COMPILER, "-std=c99", "-O1", "k.c", "-o", "k", "-lm"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "k"], input=file.tobytes(), check=True, capture_output=True)
    found = np.frombuffer(done.stdout, "<f4").reshape(file.shape)
    assert program.derived is not None
    expected = filled(file, program.interface, program.derived)
    for number, name in enumerate(DERIVED_OPS):
        place = (slice(None), 2 + number // 4, number % 4)
        assert same(found[place], expected[place]), name


def single(value: float) -> float:
    """The nearest float32."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def quotient(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    return math.nan if a == 0.0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)


def least(a: float, b: float) -> float:
    return b if a != a else a if b != b else min((a, b), key=lambda x: (x, math.copysign(1.0, x)))


def greatest(a: float, b: float) -> float:
    return -least(-a, -b)


def guarded(function: Callable[..., float]) -> Callable[..., float]:
    """The guarded function returns a number, as in C, where Python would raise."""

    def answer(*args: float) -> float:
        try:
            return function(*args)
        except (ValueError, OverflowError):
            with np.errstate(all="ignore"):
                return float(getattr(np, NUMPY.get(function.__name__, function.__name__))(*args))

    return answer


NUMPY = {"pow": "power", "exp": "exp", "log": "log"}
BY_HAND: Mapping[str, Callable[..., Any]] = {
    "fadd": lambda a, b: a + b, "fsub": lambda a, b: a - b, "fmul": lambda a, b: a * b, "fdiv": quotient,
    "fneg": lambda a: -a, "fabs": abs, "fmin": least, "fmax": greatest, "sqrt": guarded(math.sqrt),
    "copysign": math.copysign,
    "floor": lambda a: float(np.floor(a)), "ceil": lambda a: float(np.ceil(a)), "trunc": lambda a: float(np.trunc(a)),
    **{name: guarded(getattr(math, name)) for name in "sin cos tan asin acos atan atan2 exp exp2 log log2 pow".split()},
    "folt": lambda a, b: a < b, "fole": lambda a, b: a <= b, "foeq": lambda a, b: a == b, "fune": lambda a, b: a != b,
    "fule": lambda a, b: not a > b, "fult": lambda a, b: not a >= b,
    "ieq": lambda a, b: a == b, "ine": lambda a, b: a != b, "iadd": lambda a, b: (a + b + 2**31) % 2**32 - 2**31,
    "isub": lambda a, b: (a - b + 2**31) % 2**32 - 2**31, "imul": lambda a, b: (a * b + 2**31) % 2**32 - 2**31,
    "band": lambda a, b: a and b, "bor": lambda a, b: a or b, "bxor": lambda a, b: a != b,
    "select": lambda c, a, b: a if c else b, "bselect": lambda c, a, b: a if c else b,
    "sitofp": float, "btof": float, "btoi": int,
    "fptosi": lambda a: 0 if a != a else int(max(-(2.0**31), min(2.0**31 - 1, a))),
}  # fmt: skip


def followed(record: dict[str, Any], file: Any) -> dict[int, float]:
    """The words of the derived uniform, as somebody else would compute them from the manifest's text."""
    starts = {one["name"]: 4 * one["register"] for one in record["uniforms"]}
    flat = [float(value) for value in file.reshape(-1)]
    values: list[Any] = []
    for step in record["derived"]["steps"]:
        if step["op"] in ("uniform", "iuniform"):
            value = flat[starts[step["uniform"]] + step["word"]]
            values.append(value if step["op"] == "uniform" else BY_HAND["fptosi"](value))
        elif "value" in step:
            values.append({"bconst": bool, "iconst": int, "const": float}[step["op"]](step["value"]))
        else:
            made = BY_HAND[step["op"]](*(values[arg] for arg in step["args"]))
            values.append(single(made) if isinstance(made, float) else made)
    return {one["word"]: float(values[one["step"]]) for one in record["derived"]["values"]}


def test_the_list_of_the_manifest_gives_the_bits_of_the_judge() -> None:
    for program in programs():
        text = manifest.write(program)
        assert manifest.read(text) == program
        record = json.loads(text)
        assert record["manifest"] == 2
        start = 4 * next(one["register"] for one in record["uniforms"] if one["name"] == record["derived"]["uniform"])
        for file, expected in zip(files(program), judged(program), strict=True):
            for word, value in followed(record, file).items():
                assert same(value, expected.reshape(-1)[start + word]), (program.isa, word)


@pytest.mark.parametrize("number", [1, 5, 7, 12, 17])
def test_programs_with_derived_constants_are_verified(number: int) -> None:
    isa, stage, text = source(SHADERS[number])
    program = gpucc.compile(text, isa=isa, stage=stage, derive=True, verify=64)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


@pytest.mark.parametrize(
    ("uniforms", "colour"),
    [
        ("vec4 a[3]; uniform float k", "v * (a[0] + a[1] * k - a[2])"),
        ("vec2 a, b; uniform sampler2D s", "texture2D(s, v.xy * (a * b + a)) + texture2D(s, v.zw * (b * b - a))"),
        ("vec4 a, b", "v * (a * b + a) + vec4(v.xyz * (a * b + a).xyw, dot(v.yzw, (a * b + a).yzx))"),
    ],
    ids=["elements of an array", "vectors that share a register", "components in another order"],
)
@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_constants_are_read_where_they_stand(isa: str, uniforms: str, colour: str) -> None:
    text = f"precision highp float; varying vec4 v; uniform {uniforms}; void main() {{ gl_FragColor = {colour}; }}"
    program = gpucc.compile(text, isa=isa, stage="fragment", derive=True, verify=64)
    assert program.derived is not None
    assert (program.verified or {}).get("verdict") == "verified"


# what front ends hardly write: logic of booleans, a sum and product in one, least and greatest integers
LOGIC = """
@v = external addrspace(1) global <4 x float>
@a = external addrspace(2) global <4 x float>
@n = external addrspace(2) global <2 x i32>
@gl_FragColor = external addrspace(3) global <4 x float>
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <2 x i32> @llvm.smin.v2i32(<2 x i32>, <2 x i32>)
declare i32 @llvm.smax.i32(i32, i32)
define void @fragment() {
  %v = load <4 x float>, ptr addrspace(1) @v
  %a = load <4 x float>, ptr addrspace(2) @a
  %n = load <2 x i32>, ptr addrspace(2) @n
  %b = shufflevector <4 x float> %a, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 1, i32 0>
  %m = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %a, <4 x float> %b)
  %least = call <2 x i32> @llvm.smin.v2i32(<2 x i32> %n, <2 x i32> <i32 3, i32 1>)
  %first = extractelement <2 x i32> %least, i32 0
  %second = extractelement <2 x i32> %least, i32 1
  %most = call i32 @llvm.smax.i32(i32 %first, i32 %second)
  %float = sitofp i32 %most to float
  %x = extractelement <4 x float> %a, i32 0
  %y = extractelement <4 x float> %a, i32 1
  %low = fcmp olt float %x, %y
  %positive = fcmp ogt float %y, 5.000000e-01
  %many = icmp sgt i32 %first, 1
  %kind = LOGIC
  %factor = select i1 %kind, float %float, float 2.500000e-01
  %w = extractelement <4 x float> %v, i32 3
  %scaled = fmul float %w, %factor
  %product = fmul <4 x float> %v, %m
  %r = insertelement <4 x float> %product, float %scaled, i32 3
  store <4 x float> %r, ptr addrspace(3) @gl_FragColor
  ret void
}
"""


@pytest.mark.parametrize("logic", ["and i1 %low, %positive", "or i1 %low, %many", "xor i1 %positive, %many"])
def test_steps_that_only_ir_has_are_right(logic: str) -> None:
    program = gpucc.compile(LOGIC.replace("LOGIC", logic), "agal", stage="fragment", derive=True, verify=128)
    assert program.derived is not None
    assert {f"b{logic.split()[0]}", "fmul", "islt"} <= {step.op for step in program.derived.steps}
    assert (program.verified or {}).get("verdict") == "verified"


def test_a_program_loaded_from_its_manifest_derives_its_constants(tmp_path: Path) -> None:
    isa, stage, text = source(SHADERS[1])
    plain, program = (gpucc.compile(text, isa=isa, stage=stage, derive=derive, verify=None) for derive in (False, True))
    assert plain.derived is None
    assert program.stats["instructions"] <= 16 < plain.stats["instructions"]
    program.save(tmp_path / "k.json")
    drawn = np.random.default_rng(1)
    arrays = {
        slot.name: drawn.uniform(0.5, 2, (4, *([sum(word != "." for word in slot.words)] * (slot.kind == "input"))))
        if slot.kind == "input"
        else drawn.uniform(0.5, 2, sum(word != "." for word in slot.words))
        for slot in (*plain.interface.inputs, *plain.interface.uniforms)
    }
    theirs, ours = plain.run(arrays), gpucc.load(tmp_path / "k.json").run(arrays)
    for name, value in theirs.items():
        np.testing.assert_allclose(ours[name], value, rtol=1e-5)


@pytest.mark.parametrize("number", [9, 13])
def test_a_wrong_step_is_noticed(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a target of float32, and on one of halves, whose own run reads the same constants on both sides."""
    honest = DerivedValues.step

    def wrong(self: DerivedValues, op: str, *args: int, **more: Any) -> int:
        return honest(self, {"fsub": "fadd", "fmin": "fmax"}.get(op, op), *args, **more)

    monkeypatch.setattr(DerivedValues, "step", wrong)
    isa, stage, text = source(SHADERS[number])
    with pytest.raises(Miscompiled):
        gpucc.compile(text, isa=isa, stage=stage, derive=True, verify=64)


REGROUPED = """varying vec2 w; attribute vec4 p; attribute vec2 t;
uniform mat4 m; uniform vec2 size; uniform float a, b;
void main() { gl_Position = m * p; w = (t / size) * a * b; }"""


def test_uniform_operands_are_brought_together_where_the_order_may_change() -> None:
    """One product is left of a quotient and two products, beside the matrix and the end; by the source they stay."""
    made = {
        arithmetic: gpucc.compile(REGROUPED, "pica200", stage="vertex", derive=True, arithmetic=arithmetic, verify=64)
        for arithmetic in ("default", "strict")
    }
    assert made["default"].derived is not None
    assert made["strict"].derived is None
    assert made["default"].stats["instructions"] == 6 < made["strict"].stats["instructions"]
