"""The AGAL simulator compared with formulas written out here, and its results where AGAL leaves them undefined."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import simulate as simulate_benchmark

from gpucc.emit.agal import decode
from gpucc.emit.agal_assembler import assemble
from gpucc.errors import InputError, LimitExceeded
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome, Texture
from gpucc.interp.simulate import Fault
from gpucc.isa.agal import AGAL
from gpucc.program import Constant, Interface, Program, Slot, Stage
from gpucc.targets.agal import simulate

PROGRAMS = json.loads((Path(__file__).parent.parent / "reference" / "agal" / "programs.json").read_text())
CORNERS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.5,
    3.75,
    1e-40,
    -1e-40,
    1e38,
    -3e38,
    math.inf,
    -math.inf,
    math.nan,
    1e-3,
    123456.7,
]


def f32(values: Any) -> Any:
    return np.asarray(values, np.float32)


def run(
    text: str, inputs: Any, uniforms: Any = (), version: int = 1, stage: Stage | None = None, **rest: Any
) -> Outcome:
    """Run a program over inputs (lanes, registers, 4) and uniforms (registers, 4)."""
    constants = rest.pop("constants", ())
    textures = rest.pop("textures", {})
    interface = rest.pop("interface", Interface())
    code = assemble(text, stage, version)
    uniforms = f32(uniforms).reshape(1, -1, 4) if np.ndim(uniforms) < 3 else f32(uniforms)
    program = Program("agal", "vertex" if code[6] == 0 else "fragment", code, interface, constants)
    return simulate(program, AGAL, Batch(f32(inputs), uniforms, textures), **rest)


def pairs() -> Any:
    """Every pair of corner values in one lane each: component x of two registers."""
    a, b = np.meshgrid(f32(CORNERS), f32(CORNERS))
    inputs = np.zeros((a.size, 2, 4), np.float32)
    inputs[:, 0], inputs[:, 1] = a.reshape(-1, 1), b.reshape(-1, 1)
    return inputs


def same(actual: Any, expected: Any) -> None:
    """Compare bits; all NaNs are equal."""
    actual, expected = f32(actual), f32(expected)
    good = (actual.view(np.uint32) == expected.view(np.uint32)) | (np.isnan(actual) & np.isnan(expected))
    assert good.all(), (actual[~good], expected[~good])


def truth(condition: Any) -> Any:
    return f32(np.where(condition, 1.0, 0.0))


def smaller(a: Any, b: Any) -> Any:
    def one(x: float, y: float) -> float:
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        if x == y:
            return x if math.copysign(1, x) < 0 else y
        return x if x < y else y

    return f32([one(float(x), float(y)) for x, y in zip(a, b, strict=True)])


BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "min": smaller,
    "max": lambda a, b: -smaller(-a, -b),
    "pow": lambda a, b: np.power(a.astype(np.float64), b.astype(np.float64)),
    "sge": lambda a, b: truth(a >= b),
    "slt": lambda a, b: truth(a < b),
    "seq": lambda a, b: truth(a == b),
    "sne": lambda a, b: truth(a != b),
}
UNARY = {
    "mov": lambda a: a,
    "rcp": lambda a: 1.0 / a.astype(np.float64),
    "frc": lambda a: a - np.floor(a),
    "sqt": lambda a: np.sqrt(a.astype(np.float64)),
    "rsq": lambda a: 1.0 / np.sqrt(a.astype(np.float64)),
    "log": lambda a: np.log2(a.astype(np.float64)),
    "exp": lambda a: np.exp2(a.astype(np.float64)),
    "sin": lambda a: np.sin(a.astype(np.float64)),
    "cos": lambda a: np.cos(a.astype(np.float64)),
    "abs": np.abs,
    "neg": np.negative,
    "sat": lambda a: f32([0.0 if math.isnan(x) else min(max(float(x), 0.0), 1.0) + 0.0 for x in a]),
}


@pytest.mark.parametrize("name", BINARY)
def test_two_source_ops_on_corner_values(name: str) -> None:
    inputs = pairs()
    with np.errstate(all="ignore"):
        expected = BINARY[name](inputs[:, 0, 0], inputs[:, 1, 0])
        same(run(f"{name} oc, v0, v1", inputs).outputs[:, 0, 2], expected)


@pytest.mark.parametrize("name", UNARY)
def test_one_source_ops_on_corner_values(name: str) -> None:
    inputs = pairs()
    with np.errstate(all="ignore"):
        same(run(f"{name} oc, v0", inputs).outputs[:, 0, 3], UNARY[name](inputs[:, 0, 0]))


def random_inputs(lanes: int = 64, registers: int = 6) -> Any:
    return np.random.default_rng(1).standard_normal((lanes, registers, 4)).astype(np.float32)


def dot(a: Any, b: Any, count: int) -> Any:
    total = a[:, 0] * b[:, 0]
    for i in range(1, count):
        total = total + a[:, i] * b[:, i]
    return total


def test_products_sum_from_left_to_right() -> None:
    inputs = random_inputs()
    a, b = inputs[:, 0], inputs[:, 1]
    outputs = run("dp3 op, va0, va1\ndp4 v0, va0, va1", inputs).outputs
    for component in range(4):
        same(outputs[:, 0, component], dot(a, b, 3))
        same(outputs[:, 1, component], dot(a, b, 4))


def test_matrix_rows_are_consecutive_registers() -> None:
    inputs = random_inputs()
    rows = random_inputs(1, 4)[0]
    program = (
        "m44 op, va0, vc0\nm34 vt0.xyz, va0, vc0\nm33 vt1.xyz, va0, vc0\nmov v0.xyz, vt0.xyz\nmov v0.w, va0.w\nmov"
        " v1.xyz, vt1.xyz"
    )
    outputs = run(program, inputs, rows).outputs
    for row in range(4):
        same(outputs[:, 0, row], dot(inputs[:, 0], rows[row : row + 1], 4))
    for row in range(3):
        same(outputs[:, 1, row], dot(inputs[:, 0], rows[row : row + 1], 4))
        same(outputs[:, 2, row], dot(inputs[:, 0], rows[row : row + 1], 3))


def test_cross_and_normalise_may_overwrite_their_source() -> None:
    inputs = random_inputs()
    a, b = inputs[:, 0], inputs[:, 1]
    outputs = run(
        "mov vt0, va0\ncrs vt0.xyz, vt0, va1\nmov op, vt0\nmov vt1, va0\nnrm vt1.xyz, vt1\nmov v0, vt1", inputs
    ).outputs
    for i, (p, q) in enumerate(((1, 2), (2, 0), (0, 1))):
        same(outputs[:, 0, i], a[:, p] * b[:, q] - a[:, q] * b[:, p])
    same(outputs[:, 0, 3], a[:, 3])
    length = np.sqrt(dot(a.astype(np.float64), a.astype(np.float64), 3))
    for i in range(3):
        np.testing.assert_allclose(outputs[:, 1, i], a[:, i] / length, rtol=4e-7)


def test_lanes_are_not_packed() -> None:
    inputs = random_inputs()
    v = inputs[:, 0]
    outputs = run(
        "mov op, va0\nmov v0, va0\nmov v0.zw, va0.xy\nmov v0.x, va0\nmov v1, va0.wzyx\nmov vt0, va0\nmov vt0.xy,"
        " vt0.yx\nmov v2, vt0",
        inputs,
    ).outputs
    same(outputs[:, 1], v[:, [0, 1, 1, 1]])
    same(outputs[:, 2], v[:, [3, 2, 1, 0]])
    same(outputs[:, 3], v[:, [1, 0, 2, 3]])


def test_constants_lie_over_the_uniforms_and_uniforms_may_differ_by_lane() -> None:
    inputs = random_inputs(4, 1)
    uniforms = np.arange(16, dtype=np.float32).reshape(4, 1, 4)
    outputs = run(
        "add op, va0, vc0\nadd v0, va0, vc2.y", inputs, uniforms, constants=(Constant(0, 1, 0.25), Constant(2, 1, 7.0))
    ).outputs
    expected = uniforms[:, 0].copy()
    expected[:, 1] = 0.25
    same(outputs[:, 0], inputs[:, 0] + expected)
    same(outputs[:, 1], inputs[:, 0] + np.float32(7.0))


def test_indexed_constants_are_gathered_by_lane() -> None:
    inputs = np.zeros((5, 1, 4), np.float32)
    inputs[:, 0, 1] = [0, 1, 2, 3, 4]
    uniforms = np.arange(40, dtype=np.float32).reshape(10, 4)
    outcome = run("mov op, vc[va0.y+2].wzyx\nm44 v0, va0, vc[va0.y+1]", inputs, uniforms)
    same(outcome.outputs[:, 0], uniforms[[2, 3, 4, 5, 6]][:, ::-1])
    for row in range(4):
        same(outcome.outputs[:, 1, row], dot(inputs[:, 0], uniforms[np.arange(5) + 1 + row], 4))
    assert not outcome.unsure.any()


def test_an_index_out_of_range_makes_the_lane_unsure() -> None:
    inputs = np.zeros((6, 1, 4), np.float32)
    inputs[:, 0, 0] = [0, -1, 1, 2, math.nan, 1e30]
    outcome = run("mov op, vc[va0.x]", inputs, np.ones((2, 4)))
    assert outcome.unsure.tolist() == [False, True, False, True, True, True]
    same(outcome.outputs[[0, 2]], np.ones((2, 1, 4)))


def test_an_index_between_integers_is_a_fault() -> None:
    inputs = f32([[[0, 0, 0, 0]], [[0.5, 0, 0, 0]]])
    with pytest.raises(Fault, match=r"token 2: the index is 0\.5 in lane 1"):
        run("mov v0, va0\nmov op, vc[va0.x]", inputs, np.ones((2, 4)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mov ft0.x, v0.x\nadd ft1.y, v0, ft0", r"token 2: reads temporary register 0\.y, which nothing has written"),
        ("mov oc, v7", r"token 1: reads input register 7\.x, which the caller did not give"),
        ("mov oc, fc3", r"token 1: reads uniform register 3\.x"),
        ("mov oc, v0\nmov ft0, oc", r"token 2: reads a register of type output"),
        ("mov fc0, v0", r"token 1: writes a register of type uniform"),
        ("tex oc, v0, fs1", r"token 1: there is no texture for sampler 1"),
    ],
)
def test_reading_the_undefined_names_token_and_register(text: str, message: str) -> None:
    with pytest.raises(Fault, match=message):
        run(text, np.ones((4, 1, 4)))


def test_only_masked_lanes_are_read() -> None:
    assert run("mov ft0.x, v0.x\nadd ft0.x, ft0, v0\nmov oc, ft0.x", np.ones((4, 1, 4))).outputs[0, 0, 0] == 2.0


def test_outputs_of_the_interface_must_be_written() -> None:
    interface = Interface(outputs=(Slot("gl_Position", "output", 0, "ffff"), Slot("uv", "output", 1, "f.f", "vec3")))
    with pytest.raises(Fault, match=r"without writing varying register 0\.z"):
        run("mov op, va0\nmov v0.xy, va0.xy", np.ones((2, 1, 4)), interface=interface)
    outcome = run("mov op, va0\nmov v0.xz, va0.xyz", np.ones((2, 1, 4)), interface=interface)
    assert outcome.outputs.shape == (2, 2, 4)
    assert np.isnan(outcome.outputs[:, 1, [1, 3]]).all()
    assert not np.isnan(outcome.outputs[:, 1, [0, 2]]).any()


def test_kil_is_sticky_and_counts_negative_values_only() -> None:
    inputs = np.zeros((5, 1, 4), np.float32)
    inputs[:, 0, 0] = [-1, 1, -0.0, math.nan, 2]
    inputs[:, 0, 1] = [1, 1, 1, 1, -1]
    outcome = run("kil v0.x\nmov oc, v0\nkil v0.y", inputs)
    assert outcome.discarded.tolist() == [True, False, False, False, True]
    assert outcome.steps == 3


def test_conditionals_mask_lanes() -> None:
    text = """
        mov ft0, v0
        ifl v0.x, fc0.x
          add ft0, ft0, fc0.yyyy
          ifg v0.y, fc0.x
            mov ft0.x, fc0.z
          els
            kil v0.w
          eif
        els
          mov ft0.w, fc0.w
        eif
        mov oc, ft0"""
    inputs = f32([[[-1, 1, 5, -6]], [[-1, -1, 5, -6]], [[1, 1, 5, -6]], [[math.nan, 1, 5, -6]], [[-1, -1, 5, 6]]])
    outcome = run(text, inputs, [[0, 10, 20, 30]], version=2)
    expected = [[20, 11, 15, 4], [9, 9, 15, 4], [1, 1, 5, 30], [math.nan, 1, 5, 30], [9, 9, 15, 16]]
    same(outcome.outputs[:, 0], expected)
    assert outcome.discarded.tolist() == [False, True, False, False, False]
    assert not outcome.unsure.any()


@pytest.mark.parametrize(
    ("op", "holds"),
    [
        ("ife", [False, True, False]),
        ("ine", [True, False, True]),
        ("ifg", [False, False, False]),
        ("ifl", [True, False, False]),
    ],
)
def test_each_condition(op: str, holds: list[bool]) -> None:
    inputs = f32([[[1, 2, 0, 0]], [[2, 2, 0, 0]], [[math.nan, 2, 0, 0]]])
    outcome = run(f"mov ft0, v0.w\n{op} v0.x, v0.y\nsge ft0, v0.w, ft0\neif\nmov oc, ft0", inputs, version=2)
    assert (outcome.outputs[:, 0, 0] == 1.0).tolist() == holds


def test_what_only_some_lanes_wrote_makes_the_others_unsure() -> None:
    inputs = f32([[[1, 0, 0, 0]], [[-1, 0, 0, 0]]])
    outcome = run("ifg v0.x, v0.y\nmov ft0, v0\neif\nmov oc, ft0", inputs, version=2)
    assert outcome.unsure.tolist() == [False, True]
    both = run("ifg v0.x, v0.y\nmov ft0, v0\nels\nmov ft0, v0.y\neif\nmov oc, ft0", inputs, version=2)
    assert not both.unsure.any()
    same(both.outputs[:, 0, 0], [1, 0])


@pytest.mark.parametrize("text", ["mov oc, v0\neif", "mov oc, v0\nels", "mov oc, v0\nifg v0.x, v0.y"])
def test_broken_conditionals_are_faults(text: str) -> None:
    with pytest.raises(Fault):
        run(text, np.ones((1, 1, 4)), version=2)


def test_derivatives_over_quads() -> None:
    inputs = np.zeros((8, 1, 4), np.float32)
    inputs[:, 0, 0] = [1, 3, 10, 11, 0, 0, 1, 1]
    outputs = run("ddx ft0, v0.x\nddy ft1, v0.x\nmov oc, ft0\nmov oc1, ft1", inputs, version=2).outputs
    same(outputs[:, 0, 0], [2, 2, 1, 1, 0, 0, 0, 0])
    same(outputs[:, 1, 0], [9, 8, 9, 8, 1, 1, 1, 1])


def test_textures_are_sampled_per_lane_under_swizzle_and_mask() -> None:
    texels = np.arange(16, dtype=np.float32).reshape(2, 2, 4)
    inputs = f32([[[0.25, 0.75, 0, 9]], [[0.75, 0.25, 0, 9]]])
    outputs = run(
        "mov ft0, v0.w\ntex ft0.xz, v0.yx, fs2 <2d,nearest>\nmov oc, ft0", inputs, textures={2: Texture((texels,))}
    ).outputs
    same(outputs[0, 0], [4, 9, 6, 9])
    same(outputs[1, 0], [8, 9, 10, 9])


def test_perturbed_results_stay_within_their_bounds() -> None:
    inputs = np.abs(random_inputs(4096, 2)) + np.float32(0.01)
    for name, relative, absolute in (
        ("rcp", 2**-22, 0),
        ("rsq", 2**-22, 0),
        ("sqt", 2**-22, 0),
        ("exp", 2**-20, 0),
        ("sin", 0, 2**-18),
        ("cos", 0, 2**-18),
    ):
        exact = UNARY[name](inputs[:, 0, 0]).astype(np.float64)
        moved = run(f"{name} oc, v0", inputs, perturb=Chance(3)).outputs[:, 0, 0]
        error = np.abs(moved - exact)
        assert (error <= np.abs(exact) * relative + absolute).all()
        assert error.max() > (np.abs(exact) * relative + absolute).max() * 0.05
        same(moved, run(f"{name} oc, v0", inputs, perturb=Chance(3)).outputs[:, 0, 0])
    exact = run("mul ft0, v0, v1\nadd oc, ft0, v0", inputs)
    same(run("mul ft0, v0, v1\nadd oc, ft0, v0", inputs, perturb=Chance(3)).outputs, exact.outputs)


@pytest.mark.parametrize(
    "entry",
    [e for e in PROGRAMS["programs"] + PROGRAMS["agal2_weak"] if e["verdict"] == "VALID"],
    ids=lambda e: e["id"],
)
def test_valid_programs_run(entry: dict[str, Any]) -> None:
    random = np.random.default_rng(5)
    inputs = random.integers(0, 3, (8, 16, 4)).astype(np.float32)
    uniforms = random.standard_normal((1, 250, 4)).astype(np.float32)
    uniforms[0, 4:6] = 1
    textures = {
        unit: Texture((np.ones((6, 2, 2, 4) if "cube" in entry["id"] else (2, 2, 4), np.float32),)) for unit in range(8)
    }
    code = bytes.fromhex(entry["bytes"])
    batch = Batch(inputs, uniforms, textures)
    if entry["id"] in ("partial-token-tail", "matrix-in-temps-first-row-only"):
        with pytest.raises(InputError):
            simulate(Program("agal", entry["stage"], code), AGAL, batch)
        return
    outcome = simulate(Program("agal", entry["stage"], code), AGAL, batch)
    branches = any(AGAL.op(token.op).effect == "if" for token in decode(code).instructions)
    tokens = (len(code) - 7) // 24
    assert outcome.steps == tokens or (branches and 0 < outcome.steps < tokens)
    assert not outcome.unsure.any()


def test_batches_and_limits_are_checked() -> None:
    program = Program("agal", "fragment", assemble("mov oc, v0"))
    with pytest.raises(InputError):
        simulate(program, AGAL, Batch(f32(np.ones((4, 1, 3))), f32(np.ones((1, 0, 4)))))
    with pytest.raises(InputError):
        simulate(program, AGAL, Batch(f32(np.ones((4, 1, 4))), f32(np.ones((2, 1, 4)))))
    with pytest.raises(InputError):
        simulate(Program("agal", "fragment", b"\xa0"), AGAL, Batch(f32(np.ones((4, 1, 4))), f32(np.ones((1, 0, 4)))))
    with pytest.raises(LimitExceeded):
        run("mov ft0, v0\nmov oc, ft0", np.ones((1, 1, 4)), step_limit=1)
    assert run("mov oc, v0", np.ones((0, 1, 4))).outputs.shape == (0, 1, 4)


def test_a_lane_costs_no_python(steps: Callable[[Callable[[], object]], int]) -> None:
    """benchmarks/simulate.py measures the cost of a component operation relative to an addition of numpy."""
    program = Program("agal", "fragment", assemble(simulate_benchmark.TEXT))

    def cost(lanes: int) -> int:
        batch = Batch(np.ones((lanes, 2, 4), np.float32), np.ones((1, 1, 4), np.float32))
        return steps(lambda: simulate(program, AGAL, batch))

    assert cost(65536) == cost(64)
