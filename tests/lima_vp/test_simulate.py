"""The simulator on small programs: valid ones, traps and their places, divergence and reconvergence of lanes."""

from __future__ import annotations

import numpy as np
import pytest
from lima_vp_random import Program as RandomProgram

from gpucc.emit.lima_vp import encode
from gpucc.emit.lima_vp_assembler import assemble
from gpucc.errors import InputError, LimitExceeded
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.lima_vp import LimaTrap
from gpucc.interp.lima_vp_check import check
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.program import Constant, Interface, Program, Slot
from gpucc.targets.lima_vp import simulate

LANES = 5
INPUTS = np.arange(LANES * 8, dtype=np.float32).reshape(LANES, 2, 4)  # a0.x is 0 8 16 24 32
UNIFORMS = np.array([[[1, 2, 3, 0.5], [10, 20, 30, 1]]], np.float32)


def run(
    text: str,
    inputs: F32Array = INPUTS,
    uniforms: F32Array = UNIFORMS,
    constants: tuple[Constant, ...] = (),
    step_limit: int = 10000,
    perturb: Chance | None = None,
    outputs: tuple[Slot, ...] = (),
) -> Outcome:
    program = Program("lima-vp", "vertex", assemble(text), Interface(outputs=outputs), constants)
    return simulate(program, LIMA_VP, Batch(inputs, uniforms), step_limit=step_limit, perturb=perturb)


def value(text: str, inputs: F32Array = INPUTS) -> list[float]:
    """The values that a program stores to v0.x."""
    return [float(number) for number in run(text, inputs).outputs[:, 0, 0]]


A = [0.0, 8.0, 16.0, 24.0, 32.0]
UNITS = [
    ("acc0 = a0.x + u0.y; v0.x = acc0", [2.0, 10.0, 18.0, 26.0, 34.0]),
    ("acc1 = u1.x - a0.x; v0.x = acc1", [10.0, 2.0, -6.0, -14.0, -22.0]),
    ("acc0 = -a0.x - u0.x; v0.x = acc0", [-1.0, -9.0, -17.0, -25.0, -33.0]),
    ("mul0 = a0.x * u0.w; v0.x = mul0", [0.0, 4.0, 8.0, 12.0, 16.0]),
    ("mul1 = -(a0.x * u0.w); v0.x = mul1", [0.0, -4.0, -8.0, -12.0, -16.0]),
    ("acc0 = min(a0.x, u1.y); v0.x = acc0", [0.0, 8.0, 16.0, 20.0, 20.0]),
    ("acc0 = max(a0.x, -a0.x); v0.x = acc0", A),
    ("acc0 = a0.x >= u1.x; v0.x = acc0", [0.0, 0.0, 1.0, 1.0, 1.0]),
    ("acc0 = a0.x < u1.x; v0.x = acc0", [1.0, 1.0, 0.0, 0.0, 0.0]),
    ("acc0 = sign(-a0.x); v0.x = acc0", [0.0, -1.0, -1.0, -1.0, -1.0]),
    ("mul0 = a0.x * u0.w\nacc0 = mul0@1 + u0.w\nacc0 = floor(acc0@1); v0.x = acc0", [0.0, 4.0, 8.0, 12.0, 16.0]),
    ("mul01 = select(a0.x, u1.x, u1.w); v0.x = mul0", [1.0, 10.0, 10.0, 10.0, 10.0]),
    ("pass = clamp(a0.x, u1); v0.x = pass", [10.0, 10.0, 16.0, 20.0, 20.0]),
    ("complex = a0.x; v0.x = complex", A),
    ("reg0 = a0\nacc0 = reg0.x@1; v0.x = acc0", A),
    ("acc0 = a0.x\nnop\nacc1 = acc0@2; v0.x = acc1", A),
    ("mul0 = a0.x; mul1 = a0.y\nacc0 = mul1@1 - mul0@1; v0.x = acc0", [1.0] * 5),
    ("pass = a0.x; r3.w = pass\nnop\nnop\nacc0 = r3.w + 0; v0.x = acc0", A),
    (
        "acc0 = a0.x; r1.z = acc0\nnop\nnop\nacc0 = a0.y + 0; acc1 = r1.z + 0; r1.z = acc0; v0.x = acc1",
        A,
    ),  # old value beside a new store
]


@pytest.mark.parametrize(("text", "expected"), UNITS, ids=[text[:40] for text, _ in UNITS])
def test_units(text: str, expected: list[float]) -> None:
    assert value(text) == expected


def sequence(part: str) -> str:
    return (
        f"mul0 = complex2(a0.x, a0.x); complex = {part}(a0.x)\nmul01 = complex1(complex@1, mul0@1, complex@1,"
        " a0.x)\nnop\n"
    )


EXP2 = (
    "pass = preexp2(a0.x)\nmul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)\n"
    "mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)\nnop\nmul0 = mul0@2; v0.x = mul0"
)
FUNCTIONS = [
    (sequence("rcp_part") + "mul0 = mul0@2; v0.x = mul0", lambda x: 1 / x, 2**-22),
    (sequence("rsqrt_part") + "mul0 = mul0@2; v0.x = mul0", lambda x: 1 / np.sqrt(x), 2**-22),
    (EXP2, np.exp2, 2**-20),
    (sequence("log2_part") + "pass = postlog2(mul0@2); v0.x = pass", np.log2, 2**-20),
]


@pytest.mark.parametrize(("text", "function", "bound"), FUNCTIONS, ids=["rcp", "rsqrt", "exp2", "log2"])
def test_functions_are_rounded_once_and_move_within_their_bound(text: str, function: object, bound: float) -> None:
    x = np.random.default_rng(1).uniform(0.01, 30, (1000, 1, 4)).astype(np.float32)
    with np.errstate(all="ignore"):
        exact = function(x[:, 0, 0].astype(np.float64))  # type: ignore[operator]
    assert np.array_equal(run(text, x).outputs[:, 0, 0], exact.astype(np.float32))
    moved = run(text, x, perturb=Chance(2)).outputs[:, 0, 0]
    error = np.abs(moved - exact) / np.abs(exact)
    assert bound / 2 < error.max() <= bound


LATE = "mul0 = complex2(a0.x, a0.x)\ncomplex = rcp_part(a0.x)\nmul01 = complex1(complex@1, mul0@2, complex@1, a0.x)"
TRAPS = [
    ("acc0 = acc0@1", 0, "acc0", "the program begins after it"),
    ("nop\nacc0 = mul0@1", 1, "acc0", "which computed nothing there"),
    ("mul0 = a0.x\nnop\nnop\nacc0 = mul0@2", 3, "acc0", "which computed nothing there"),
    ("acc0 = none + a0.x", 0, "acc0", "marked unused"),
    ("acc0 = a0.x; r0.x = acc0\nacc1 = r0.x", 1, "acc1",
    "stored 1 instructions before, though it can be read from 3 on"),
    ("acc0 = a0.x; r0.x = acc0\nnop\nacc1 = r0.x", 2, "acc1", "stored 2 instructions before"),
    ("acc0 = r0.y", 0, "acc0", "reads register 0.y, which nothing has stored"),
    ("acc0 = a9.x", 0, "acc0", "which the caller did not give"),
    ("acc0 = u7.x", 0, "acc0", "neither a uniform nor a constant"),
    ("acc0 = u[addr1].x", 0, "acc0", "uses addr1, which nothing has stored"),
    ("complex = addr1(u0.x)\nnop\nnop\nacc0 = u[addr1].x", 3, "acc0", "uses addr1, stored 3 instructions before"),
    ("v0.x = acc0", 0, "store0", "which computes nothing in this instruction"),
    ("complex = addr1(u0.x); v0.z = complex", 0, "store1", "which computes nothing"),
    (sequence("rcp_part") + "nop\nmul0 = mul0@2", 4, "mul0", "which computed nothing there"),
    (sequence("rcp_part").replace("nop\n", "acc0 = mul0@1"), 2, "acc0",
    "complex1 can be read exactly 2 instructions later"),
    (sequence("rcp_part").replace("a0.x)\nnop", "a0.x); v0.x = mul0\nnop"), 1, "store0",
    "the result of complex1 cannot be stored"),
    (sequence("log2_part") + "acc0 = mul0@2", 3, "acc0", "add reads the raw result of complex1"),
    (sequence("log2_part") + "acc0 = -mul0@2", 3, "acc0", "negates the raw result"),
    (sequence("rcp_part") + "pass = postlog2(mul0@2)", 3, "pass",
    "postlog2 takes the raw result of complex1 where it gets a number"),
    ("mul0 = complex2(a0.x, a0.y)", 0, "mul0", "the same value in all places"),
    ("complex = rcp_part(a0.x)\nacc0 = complex@1", 1, "acc0", "raw result of rcp_part"),
    ("complex = rcp_part(a0.x); v0.x = complex", 0, "store0", "cannot be stored"),
    (sequence("rcp_part").replace("complex@1, a0.x", "complex@1, a0.y"), 1, "mul0", "the same value in all places"),
    (sequence("rcp_part").replace("rcp_part(a0.x)", "rcp_part(a0.y)"), 1, "mul0", "the same value in all places"),
    (sequence("rcp_part").replace("complex = rcp_part(a0.x)", "complex = a0.x"), 1, "mul0", "where it gets a number"),
    (sequence("exp2_part"), 0, "complex", "exp2_part takes the raw result of preexp2"),
    (LATE, 2, "mul0", "1 instructions later, not 2"),
    ("mul01 = -select(a0.x, a0.y, a0.z)", 0, "mul0", "negating the result of select"),
    ("mul01 = select(a0.x, a0.y, a0.z)\nacc0 = mul1@1", 1, "acc0", "which computed nothing"),
    ("complex = addr01(u0.x)", 0, "complex", "not known well enough"),
    ("branch 0", 0, "branch", "the condition is the result of pass, which does nothing"),
    ("pass = preexp2(a0.x); branch 0", 0, "branch", "which is no number"),
    ("pass = u0.x; branch 7", 0, "branch", "jumps to instruction 7, but the last one is 0"),
    ("pass = u0.x; branch 2\nnop\nacc0 = pass@1", 2, "acc0", "a jump lies between"),
    ("complex = addr0(u0.x); acc0 = a0.x; t[addr0].x = acc0", 0, "store0", "which is a uniform"),
    ("complex = addr0(u1.z); acc0 = a0.x; t[addr0].x = acc0\nnop\nnop\nacc0 = u30.x", 3, "acc0",
    "stored 3 instructions before"),
    ("acc0 = a0.x; t[addr0].x = acc0", 0, "store0", "uses addr0, which nothing has stored"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "instruction", "unit", "message"), TRAPS, ids=[message[:40] for _, _, _, message in TRAPS]
)
def test_misuse_stops_the_run_and_says_where(text: str, instruction: int, unit: str, message: str) -> None:
    with pytest.raises(LimaTrap) as caught:
        run(text)
    assert message in caught.value.message
    assert (caught.value.token, caught.value.unit) == (instruction, unit)
    assert caught.value.message.startswith(f"instruction {instruction}, {unit}: ")


def test_a_log2_needs_its_last_step_at_once() -> None:
    with pytest.raises(LimaTrap, match="nothing there"):
        run(sequence("log2_part") + "nop\npass = postlog2(mul0@2)")


LOOP = """
    acc0 = a0.x; acc1 = u1.z - u1.z; r0.xy = acc0, acc1
    nop
    nop
loop:
    acc0 = r0.x < u1.x
    pass = acc0@1; branch done
    acc0 = r0.x - u1.x; acc1 = r0.y + u1.w; r0.xy = acc0, acc1
    pass = u0.x; branch loop
done:
    acc0 = r0.x; acc1 = r0.y; v0.xy = acc0, acc1
"""


def test_lanes_leave_a_loop_one_by_one() -> None:
    outcome = run(LOOP)
    assert outcome.outputs[:, 0, :2].tolist() == [[0, 0], [8, 0], [6, 1], [4, 2], [2, 3]]
    assert outcome.steps == 3 + 3 * 4 + 2 + 1
    assert not outcome.unsure.any()


def test_steps_are_limited() -> None:
    with pytest.raises(LimitExceeded, match="stopped after 100 steps"):
        run("pass = u0.x; branch 0", step_limit=100)


def test_both_arms_of_a_branch_meet_again() -> None:
    text = """
        acc0 = a0.x < u1.x
        pass = acc0@1; branch small
        acc0 = u1.x; r0.x = acc0
        nop
        pass = u0.x; branch join
    small:
        acc0 = u1.y; r0.x = acc0
        nop
        nop
    join:
        acc0 = r0.x + a0.x; v0.x = acc0
    """
    assert value(text) == [20.0, 28.0, 26.0, 34.0, 42.0]


def test_a_store_before_a_taken_branch_is_visible_at_its_target() -> None:
    assert value("pass = u0.x; acc0 = a0.x; r0.x = acc0; branch 2\nnop\nacc0 = r0.x; v0.x = acc0") == A


def test_results_survive_a_branch_that_is_not_taken_and_no_other() -> None:
    text = "acc0 = a0.x; pass = u0.w - 0; branch 3\nacc1 = acc0@1; v0.x = acc1\nnop\nnop".replace("u0.w - 0", "{}")
    assert value(text.format("u2.x").replace("u2.x", "a0.x"))[0] == 0.0
    assert np.isnan(value(text.format("a0.x"))[1])


def test_a_past_that_lanes_share_stays_readable_when_they_meet() -> None:
    """Lanes leave a loop at different times; after it both have the loop's last results."""
    text = """
        acc0 = a0.x; r0.x = acc0
        nop
        nop
        acc0 = r0.x - u1.x; r0.x = acc0
        acc1 = acc0@1 >= 0; mul0 = acc0@1; reg0 = r1
        pass = acc1@1; mul1 = mul0@1; branch 3
        acc0 = mul0@2 + mul1@1; v0.x = acc0
    """
    assert value(text) == [-20.0, -4.0, -8.0, -12.0, -16.0]


def test_registers_that_only_some_lanes_stored_make_the_others_unsure() -> None:
    outcome = run(
        "acc0 = a0.x < u1.x\npass = acc0@1; branch 4\nacc0 = u1.x; r0.x = acc0\nnop\nnop\nnop\nacc0 = r0.x; v0.x = acc0"
    )
    assert outcome.unsure.tolist() == [True, True, False, False, False]
    assert outcome.outputs[2:, 0, 0].tolist() == [10.0] * 3


def test_uniform_arrays_with_an_index_of_every_lanes_own() -> None:
    table = np.arange(40, dtype=np.float32).reshape(1, 10, 4)
    index = np.array([2.0, 3.9, -1.2, 0.0, 7.0], np.float32)
    inputs = np.zeros((LANES, 1, 4), np.float32)
    inputs[:, 0, 0] = index
    text = "complex = addr2(a0.x)\nnop\nnop\nnop\nacc0 = u[addr2+2].y; v0.x = acc0"
    outcome = run(text, inputs, table)
    assert outcome.outputs[:, 0, 0].tolist() == [17.0, 21.0, 5.0, 9.0, 37.0]  # 3.9 and -1.2 are truncated
    assert not outcome.unsure.any()


def test_an_index_outside_the_file_makes_its_lane_unsure() -> None:
    inputs = np.zeros((LANES, 1, 4), np.float32)
    inputs[:, 0, 0] = [0, 1, 2, -1, np.nan]
    outcome = run("complex = addr1(a0.x)\nnop\nnop\nnop\nacc0 = u[addr1].x; v0.x = acc0", inputs)
    assert outcome.unsure.tolist() == [False, False, True, True, True]
    assert outcome.outputs[:2, 0, 0].tolist() == [1.0, 10.0]


def test_temporaries_are_addressed_lane_by_lane() -> None:
    inputs = np.zeros((LANES, 1, 4), np.float32)
    inputs[:, 0, 0] = [2, 3, 4, 5, 6]
    text = """
        complex = addr0(a0.x); acc0 = a0.x + u0.x; acc1 = -a0.x; t[addr0].xw = acc0, acc1
        complex = addr1(a0.x)
        nop
        nop
        nop
        acc0 = u[addr1].x; acc1 = u[addr1].w; v0.xy = acc0, acc1
    """
    outcome = run(text, inputs)
    assert outcome.outputs[:, 0, :2].tolist() == [[3, -2], [4, -3], [5, -4], [6, -5], [7, -6]]
    assert not outcome.unsure.any()


def test_address_register_0_counts_at_once_and_stays() -> None:
    text = """
        complex = addr0(u1.x); acc0 = a0.x; t[addr0].x = acc0
        acc0 = a0.y; t[addr0].y = acc0
        nop
        nop
        nop
        acc0 = u10.x + u10.y; v0.x = acc0
    """
    assert value(text) == [1.0, 17.0, 33.0, 49.0, 65.0]


def test_both_halves_store_to_different_places() -> None:
    text = "acc0 = a0.x; mul0 = a0.y; v1.y = acc0; r2.z = mul0\nnop\nnop\nacc0 = r2.z; v0.x = acc0"
    outcome = run(text)
    assert outcome.outputs[:, 1, 1].tolist() == A
    assert outcome.outputs[:, 0, 0].tolist() == [1.0, 9.0, 17.0, 25.0, 33.0]
    assert np.isnan(outcome.outputs[:, 0, 1]).all()


def test_outputs_that_the_interface_names_must_be_stored() -> None:
    with pytest.raises(InputError, match=r"without storing varying 0\.y"):
        run("acc0 = a0.x; v0.x = acc0", outputs=(Slot("o", "output", 0, "ff", "vec2"),))
    outcome = run(
        "acc0 = a0.x < u1.x\npass = acc0@1; branch 3\nacc0 = u1.x; v0.x = acc0\nnop",
        outputs=(Slot("o", "output", 0, "f", "float"),),
    )
    assert outcome.unsure.tolist() == [True, True, False, False, False]


def test_uniforms_may_differ_between_lanes() -> None:
    uniforms = np.arange(LANES * 4, dtype=np.float32).reshape(LANES, 1, 4)
    assert run("acc0 = u0.y; v0.x = acc0", uniforms=uniforms).outputs[:, 0, 0].tolist() == [1.0, 5.0, 9.0, 13.0, 17.0]
    text = "acc0 = a0.x < u0.x\npass = acc0@1; branch 3\nacc0 = u0.w; v0.x = acc0\nnop"
    assert run(text, uniforms=uniforms).outputs[1:, 0, 0].tolist() == [7.0, 11.0, 15.0, 19.0]


def test_constants_lie_over_the_uniforms() -> None:
    assert run("acc0 = u2.z; v0.x = acc0", constants=(Constant(2, 2, 7.5),)).outputs[0, 0, 0] == 7.5


def test_the_two_judges_agree_on_random_programs() -> None:
    """Straight programs: the simulator traps exactly where the checker, which shares no code with it, reports the first
    violation."""
    rng = np.random.default_rng(0)
    batch = Batch(rng.uniform(-2, 2, (3, 4, 4)).astype(np.float32), rng.uniform(-2, 2, (1, 4, 4)).astype(np.float32))
    clean = 0
    for seed in range(240):
        code = encode(RandomProgram(seed, 8, (0.0, 0.01, 0.05)[seed % 3]).bundles)
        violations = check(code)
        if not violations:
            clean += 1
            simulate(Program("lima-vp", "vertex", code), LIMA_VP, batch)
            continue
        with pytest.raises(LimaTrap) as caught:
            simulate(Program("lima-vp", "vertex", code), LIMA_VP, batch)
        assert caught.value.token == violations[0].instruction, seed
    assert 100 < clean < 200
