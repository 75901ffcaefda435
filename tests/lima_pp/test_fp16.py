"""Halves: our numpy arithmetic compared with numpy's own, and with the JIT reference rewritten to fp16, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest
from lane_values import same_floats

from gpucc.emit.lima_pp_assembler import assemble
from gpucc.interp import numerics, numerics_fp16
from gpucc.interp.data import Batch, Outcome, Texture
from gpucc.interp.numerics_fp16 import OPERATIONS, perturbed, rounded
from gpucc.interp.reference.jit import Reference
from gpucc.interp.rounding import round_to
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import FP16, FP24, FP32, Bound, Format, Op, Operand, SamplerState
from gpucc.program import Interface, Program, Shader, SignatureLeaf, Slot
from gpucc.targets.lima_pp import simulate

RANDOM = np.random.default_rng(16)
# all signs, exponents and specials, and numbers with close exponents
HALVES = np.concatenate([RANDOM.integers(0, 65536, (12000, 2)), RANDOM.integers(0x3800, 0x4400, (8000, 2))]).astype(
    np.uint16
)
A, B = HALVES.view(np.float16).astype(np.float32).T
CALLS = {
    "sqrt": "llvm.sqrt", "fmin": "llvm.minimumnum", "fmax": "llvm.maximumnum", "floor": "llvm.floor",
    "ceil": "llvm.ceil",
    "trunc": "llvm.trunc", "rint": "llvm.rint", "exp2": "llvm.exp2", "log2": "llvm.log2", "sin": "llvm.sin",
    "cos": "llvm.cos",
    "exp": "llvm.exp", "log": "llvm.log", "pow": "llvm.pow", "fabs": "llvm.fabs", "copysign": "llvm.copysign",
}  # fmt: skip
UNARY = {"sqrt", "floor", "ceil", "trunc", "rint", "exp2", "log2", "sin", "cos", "exp", "log", "fabs"}
INSTRUCTIONS = ("fadd", "fsub", "fmul", "fdiv", "frem")


def shader(
    body: str, head: str = "", inputs: int = 2, samplers: tuple[Slot, ...] = (), stage: str = "fragment"
) -> Shader:
    parameters = ", ".join(f"float %{name}" for name in "abcd"[:inputs])
    text = f"{head}\ndefine {{ float }} @gpucc.shader({parameters}) {{\n{body}\n"
    text += "  %out = insertvalue { float } poison, float %r, 0\n  ret { float } %out\n}\n"
    slots = tuple(Slot(f"in{i}", "input", i, "f", "float") for i in range(inputs))
    interface = Interface(slots, (Slot("out", "output", 0, "f", "float"),), (), samplers)
    leaves = tuple(SignatureLeaf(i, 0, 1, "f") for i in range(inputs))
    return Shader(text, stage, "main", interface, (), leaves, (SignatureLeaf(0, 0, 1, "f"),))  # type: ignore[arg-type]


def batch(*columns: np.ndarray, textures: dict[int, Texture] | None = None) -> Batch:
    inputs = np.zeros((len(columns[0]), len(columns), 4), np.float32)
    for i, column in enumerate(columns):
        inputs[:, i, 0] = column
    return Batch(inputs, np.zeros((1, 0, 4), np.float32), textures or {})


def test_rounding_is_the_general_one_and_once() -> None:
    with np.errstate(all="ignore"):
        values = np.concatenate([A * np.float32(1.0003), B, np.exp2(RANDOM.uniform(-30, 20, 20000)).astype(np.float32)])
    assert same_floats(rounded(values), round_to(FP16, values)).all()
    # a tie in float32 after one rounding, but above it in float64
    tie = 1.0 + 2.0**-11
    assert rounded(np.array([tie, tie + 2.0**-40, 65519.99999999, 65520.0])).tolist() == [
        1.0,
        1.0 + 2.0**-10,
        65504.0,
        np.inf,
    ]


@pytest.mark.parametrize("name", ["fadd", "fsub", "fmul", "fdiv", "sqrt", "frem"])
def test_arithmetic_is_that_of_numpys_halves(name: str) -> None:
    apply = {
        "fadd": np.add,
        "fsub": np.subtract,
        "fmul": np.multiply,
        "fdiv": np.divide,
        "sqrt": np.sqrt,
        "frem": np.fmod,
    }[name]
    given = (A,) if name == "sqrt" else (A, B)
    with np.errstate(all="ignore"):
        expected = apply(*(values.astype(np.float16) for values in given)).astype(np.float32)
        assert same_floats(OPERATIONS[name](*given), expected).all()


@pytest.mark.parametrize("name", [*INSTRUCTIONS, *CALLS])
def test_the_reference_computes_the_same_bits(name: str) -> None:
    if name in INSTRUCTIONS:
        body, head = f"  %r = {name} float %a, %b", ""
    else:
        operands = ["float %a"] if name in UNARY else ["float %a", "float %b"]
        body = f"  %r = call float @{CALLS[name]}.f32({', '.join(operands)})"
        head = f"declare float @{CALLS[name]}.f32({', '.join('float' for _ in operands)})"
    found = Reference(shader(body, head), FP16).run(batch(A, B))
    operation = OPERATIONS.get(name, numerics.OPERATIONS[name])
    with np.errstate(all="ignore"):
        expected = operation(A) if name in UNARY else operation(A, B)
    close = same_floats(found.outputs[:, 0, 0], np.asarray(expected, np.float32)) | found.unsure
    assert close.all(), (A[~close][:3], B[~close][:3], found.outputs[~close, 0, 0][:3], expected[~close][:3])
    assert not found.unsure.all()


def test_inputs_uniforms_and_constants_are_halves_on_both_sides() -> None:
    with np.errstate(all="ignore"):
        given = (A + B / 4096)[np.isfinite(A + B)]
    body = "  %r = fadd float %a, 0x3FB99999A0000000"
    expected = Reference(shader(body, inputs=1), FP16).run(batch(given)).outputs[:, 0, 0]
    outcome = run("stop, load.v $0.x 0.x, add.s1 $0.x $0.x ^const0.x, const0 0.1", batch(given))
    assert same_floats(outcome.outputs[:, 0, 0], expected).all()


def run(text: str, given: Batch, samplers: tuple[Slot, ...] = (), **more: object) -> Outcome:
    interface = Interface((), (Slot("out", "output", 0, "f", "float"),), (), samplers)
    return simulate(Program("lima-pp", "fragment", assemble(text), interface), LIMA_PP, given, **more)  # type: ignore[arg-type]


def test_derivatives_are_rounded_alike() -> None:
    text = "stop, sync, load.v $0.x 0.x, dfdx.s1 $0.x $0.x -$0.x"
    finite = np.where(np.isfinite(A), A, np.float32(1))
    body = "  %r = call float @gpucc.dfdx(float %a)"
    expected = Reference(shader(body, "declare float @gpucc.dfdx(float)", inputs=1), FP16).run(batch(finite))
    assert same_floats(run(text, batch(finite)).outputs[:, 0, 0], expected.outputs[:, 0, 0]).all()


@pytest.mark.parametrize("filter", ["nearest", "linear"])
def test_textures_are_rounded_alike(filter: str) -> None:
    image = Texture((RANDOM.uniform(-3, 3, (8, 4, 4)).astype(np.float32),))
    slot = Slot("image", "sampler", 0, "", "sampler", sampler=SamplerState("2d", filter, wrap="repeat"))
    u, v = RANDOM.uniform(-2, 2, (2, 400)).astype(np.float32)
    head = "declare <4 x float> @gpucc.texture.2d(i32, <2 x float>)"
    body = """  %u = insertelement <2 x float> poison, float %a, i32 0
  %uv = insertelement <2 x float> %u, float %b, i32 1
  %t = call <4 x float> @gpucc.texture.2d(i32 0, <2 x float> %uv)
  %r = extractelement <4 x float> %t, i32 0"""
    expected = Reference(shader(body, head, samplers=(slot,)), FP16).run(batch(u, v, textures={0: image}))
    text = (
        "load.v $0.x 0.x\nload.v $1.x 1.x, mov.s1 $0.y $1.x\nstop, sync, load.v ^tex_coord.xy $0, texld_2d 0, mov.v1 $0"
        " ^tex_sampler"
    )
    found = run(text, batch(u, v, textures={0: image}), (slot,))
    assert same_floats(found.outputs[:, 0, 0], expected.outputs[:, 0, 0]).all()


def test_functions_stay_within_their_bounds_and_move() -> None:
    exact = np.exp2(RANDOM.uniform(-8, 8, 4000))
    for bound in (Bound(2.0**-10), Bound(0.0, 2.0**-10)):
        moved = perturbed(exact, bound, RANDOM.uniform(-1, 1, exact.shape)).astype(np.float64)
        room = exact * bound.relative + np.maximum(bound.absolute, exact * 2.0**-11)
        assert (np.abs(moved - exact) <= room).all()
        assert (moved != rounded(exact)).any()
    assert numerics.settle(np.array([1 / 3]), None, None, FP16).tolist() == [float(np.float16(1 / 3))]
    assert numerics.settle(np.array([1 / 3]), Bound(2.0**-10), None, FP16).tolist() == [float(np.float16(1 / 3))]


def test_a_function_of_several_steps_is_rounded_once() -> None:
    op = Op("rsqrt", 0, (Operand("a"),), semantics=("fdiv(1.0, sqrt(a))",), bound=Bound(2.0**-10))
    values = np.abs(A[np.isfinite(A) & (A != 0)])
    kernel = numerics.kernel(op, (0,), format=FP16)
    with np.errstate(all="ignore"):
        (found,) = kernel.run([values.astype(np.float64)])
        expected = (1 / np.sqrt(values.astype(np.float64))).astype(np.float16).astype(np.float32)
    assert same_floats(numerics.settle(found, op.bound, None, FP16), expected).all()


def test_which_formats_are_halves() -> None:
    numerics.check_format(FP16)
    assert numerics_fp16.supported(Format("half", 5, 10))
    others = (FP32, FP24, Format("fp16", 5, 10, "trunc"), Format("fp16", 5, 10, subnormals=False))
    for other in (*others, Format("fp16", 5, 10, minmax="second")):
        assert not numerics_fp16.supported(other)
