"""The simulator on programs of our own: the meaning of every op, the order of units, divergence, quads, textures, and
traps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpucc.emit.lima_pp import decode
from gpucc.emit.lima_pp_assembler import assemble
from gpucc.emit.lima_pp_mbs import from_mbs, to_mbs
from gpucc.errors import LimitExceeded, Unsupported
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome, Texture
from gpucc.interp.lima_pp_check import LimaPpViolation, check, facts_used
from gpucc.interp.machine import Fault
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import SamplerState
from gpucc.program import Constant, Interface, Program, Slot
from gpucc.targets.lima_pp import simulate

V = np.array([[0.5, -1.25, 3.0, 2.0], [-0.75, 4.5, -2.0, 0.0]], np.float32)


def run(
    text: str, inputs: object = V, uniforms: object = None, words: str = "ffff", outputs: str = "0", **more: object
) -> Outcome:
    """Run a program. Varying k of a lane is inputs[lane, k]; a single varying is inputs[lane]."""
    given = np.asarray(inputs, np.float32)
    given = given[:, None, :] if given.ndim == 2 else given
    held = np.zeros((1, 0, 4), np.float32) if uniforms is None else np.asarray(uniforms, np.float32)[None]
    textures = more.pop("textures", {})
    slots = more.pop("slots", ())
    samplers = more.pop("samplers", ())
    constants = more.pop("constants", ())
    interface = Interface(slots, (Slot("out", "output", 0, words),), (), samplers)  # type: ignore[arg-type]
    program = Program("lima-pp", "fragment", assemble(text), interface, constants, options=(("outputs", outputs),))  # type: ignore[arg-type]
    return simulate(program, LIMA_PP, Batch(given, held, textures), **more)  # type: ignore[arg-type]


def half(values: object) -> np.ndarray:
    return np.asarray(values).astype(np.float16).astype(np.float32)


# every op -------------------------------------------------------------------------------------------------------------

A = np.array([0.3, -1.7, 2.0, 0.0, -0.0, 5.5, np.inf, np.nan], np.float32)
B = np.array([-2.2, 0.4, 2.0, 1.0, 0.0, -3.1, 1.0, 1.0], np.float32)
BINARY = {
    "mul": lambda a, b: a * b,
    "mul_x2": lambda a, b: half(a * b) * 2,
    "mul_x4": lambda a, b: half(a * b) * 4,
    "mul_x8": lambda a, b: half(a * b) * 8,
    "mul_d2": lambda a, b: half(a * b) / 2,
    "mul_d4": lambda a, b: half(a * b) / 4,
    "mul_d8": lambda a, b: half(a * b) / 8,
    "mul_d16": lambda a, b: half(a * b) / 16,
    "and": lambda a, b: (a != 0) & (b != 0),
    "or": lambda a, b: (a != 0) | (b != 0),
    "xor": lambda a, b: (a != 0) ^ (b != 0),
    "ne": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "min": np.fmin,
    "max": np.fmax,
    "add": lambda a, b: a + b,
}
SINGLE = {
    "mov": lambda a: a,
    "not": lambda a: a == 0,
    "fract": lambda a: a - np.floor(a),
    "floor": np.floor,
    "ceil": np.ceil,
    "rcp": lambda a: 1 / a,
    "sqrt": np.sqrt,
    "rsqrt": lambda a: 1 / np.sqrt(a),
    "exp2": np.exp2,
    "log2": np.log2,
    "sin": lambda a: np.sin(2 * np.pi * a),
    "cos": lambda a: np.cos(2 * np.pi * a),
}
ADDERS = {"add", "fract", "floor", "ceil"}
COMBINE = {"rcp", "sqrt", "rsqrt", "exp2", "log2", "sin", "cos"}
BOTH = {"ne", "gt", "ge", "eq", "min", "max", "mov"}


def places(name: str) -> list[str]:
    if name in COMBINE:
        return ["s2"]
    found = ["v1", "s1"] if name in ADDERS else ["v0", "s0"]
    return found + (["v1", "s1"] if name in BOTH else []) + (["s2"] if name == "mov" else [])


CASES = [(name, unit) for name in [*BINARY, *SINGLE] for unit in places(name)]


@pytest.mark.parametrize(("name", "unit"), CASES, ids=lambda value: value)
def test_what_an_op_means(name: str, unit: str) -> None:
    inputs = np.zeros((len(A), 2, 4), np.float32)
    inputs[:, 0, 0], inputs[:, 1, 0] = A, B
    scalar = unit.startswith("s")
    operands = "$0.x" if name in SINGLE else "$0.x $1.x"
    text = f"load.v $0 0\nload.v $1 1, {name}.{unit} $2{'.x' if scalar else ''} {operands}\nstop"
    a, b = half(A).astype(np.float64), half(B).astype(np.float64)
    with np.errstate(all="ignore"):
        expected = half(np.asarray(SINGLE[name](a) if name in SINGLE else BINARY[name](a, b), np.float64))
    found = run(text, inputs, words="f", outputs="2").outputs[:, 0, 0]
    assert np.array_equal(found, expected, equal_nan=True), (found, expected)


@pytest.mark.parametrize(
    ("modifier", "expected"),
    [("", [-1.75, 2.5, 0.5]), ("_sat", [0, 1, 0.5]), ("_pos", [0, 2.5, 0.5]), ("_int", [-1, 2, 0])],
)
@pytest.mark.parametrize("unit", ["v0", "s0", "v1", "s1", "s2"])
def test_output_modifiers(modifier: str, expected: list[float], unit: str) -> None:
    values = np.zeros((3, 4), np.float32)
    values[:, 0] = [-1.75, 2.5, 0.5]
    end = ".x" if unit.startswith("s") else ""
    found = run(f"stop, load.v $0 0, mov{modifier}.{unit} $0{end} $0.x", values, words="f")
    assert found.outputs[:, 0, 0].tolist() == expected


def test_sums_and_swizzles_and_signs() -> None:
    assert run("stop, load.v $0 0, sum3.v1 $0 -$0").outputs[:, 0].tolist() == [[-2.25] * 4, [-1.75] * 4]
    assert run("stop, load.v $0 0, sum4.v1 $0 $0_abs").outputs[:, 0].tolist() == [[6.75] * 4, [7.25] * 4]
    assert run("stop, load.v $0 0, mov.v1 $0 -$0_abs.wzyx").outputs[0, 0].tolist() == [-2, -3, -1.25, -0.5]
    assert run("stop, load.v $0 0, mov.v1 $0.yw $0.x").outputs[0, 0].tolist() == [0.5, 0.5, 3, 0.5]
    assert run("stop, load.v $0 0, mul.s2 $0.xyz -$0.w $0.zy").outputs[0, 0].tolist() == [-6, 2.5, 2.5, 2]


# the pipeline ---------------------------------------------------------------------------------------------------------


def test_units_see_what_earlier_ones_wrote_and_neighbours_do_not() -> None:
    assert run("stop, load.v $0 0, mul.v0 $0 $0 $0, add.v1 $0 $0 $0").outputs[0, 0].tolist() == [0.5, 3.125, 18, 8]
    # the scalar multiplier reads $0.x before the vector multiplier has written it
    text = "load.v $0 0, mul.v0 $0 $0 $0, add.v1 ^none $0 $0\nstop, mul.v0 $0.yzw $0 $0, mul.s0 $0.x $0.y $0.y"
    assert run(text).outputs[0, 0].tolist() == [2.44140625, 2.44140625, 81, 16]
    assert run("stop, load.v $0 0, mul.v0 ^v0 $0 $0, add.v1 $0 -^v0.yx $0").outputs[0, 0].tolist() == [
        -1.0625,
        -1.5,
        2.75,
        1.75,
    ]
    assert run("stop, load.v $0 0, mul.s0 ^s0 $0.x $0.y, add.s1 $0.x ^s0 $0.z").outputs[0, 0, 0] == 2.375


def test_one_condition_for_all_components() -> None:
    text = "stop, load.v $0 0, gt.s0 ^s0 $0.x ^const0.y, sel.v1 $0 ^s0 $0 ^const0, const0 9 0 8 7"
    assert run(text).outputs[:, 0].tolist() == [[0.5, -1.25, 3, 2], [9, 0, 8, 7]]


def test_uniforms_by_number_and_by_register() -> None:
    table = np.arange(32, dtype=np.float32).reshape(8, 4)
    assert run("stop, load.u 2, mov.v1 $0 ^u", uniforms=table).outputs[0, 0].tolist() == [8, 9, 10, 11]
    assert run("stop, load.u 2.zw, mov.v1 $0.xy ^u", uniforms=table, words="ff").outputs[0, 0, :2].tolist() == [10, 11]
    inputs = np.zeros((3, 4), np.float32)
    inputs[:, 0] = [1, 3.9, -1]
    found = run("load.v $1 0\nstop, load.u 2+$1.x, mov.v1 $0 ^u", inputs, table)
    assert found.outputs[:, 0].tolist() == [[12, 13, 14, 15], [20, 21, 22, 23], [4, 5, 6, 7]]
    inputs[:, 0] = [1, 30, -3]
    found = run("load.v $1 0\nstop, load.u 2+$1.x, mov.v1 $0 ^u", inputs, table)
    assert found.unsure.tolist() == [False, True, True]
    assert found.outputs[0, 0].tolist() == [12, 13, 14, 15]
    found = run("stop, load.u 1, mov.v1 $0 ^u", constants=tuple(Constant(1, i, 0.1 * i) for i in range(4)))
    assert found.outputs[0, 0].tolist() == half([0, 0.1, 0.2, 0.3]).tolist()


def test_the_stack_keeps_vectors_and_scalars_of_each_lane() -> None:
    text = "load.v $0 0, store.t -3 $0\nstop, load.t -3, mov.v1 $0 ^u.wzyx"
    assert run(text).outputs[:, 0].tolist() == V[:, ::-1].tolist()
    text = "load.v $0 0, store.t -3.y $0.w\nload.t -3.y, mov.v1 $1.x ^u\nstop, mov.v1 $0.yzw $0.xxx, mov.s1 $0.x $1.x"
    assert run(text, words="f").outputs[:, 0, 0].tolist() == V[:, 3].tolist()
    inputs = np.zeros((4, 4), np.float32)
    inputs[:, 0], inputs[:, 1] = [0, 1, 2, 0], [5, 6, 7, 8]
    text = "load.v $0 0\nstore.t -8.x+$0.x $0.y\nload.t -8.x+$0.x, mov.v1 $1.x ^u\nstop, load.t -8.y, mov.v1 $2.x ^u"
    assert run(text, inputs, words="f", outputs="1").outputs[:, 0, 0].tolist() == [5, 6, 7, 8]
    found = run(text, inputs, words="f", outputs="2")
    assert found.unsure.tolist() == [True, False, True, True]
    assert found.outputs[1, 0, 0] == 6


def test_branches_part_lanes_and_they_meet_again() -> None:
    text = """
    load.v $0 0, branch_gt $0.x ^const0.x then, const0 0
    add.v1 $0 $0 ^const0.x, branch join, const0 100
then:
    add.v1 $0 $0 ^const0.x, const0 10
join:
    stop, mul.v0 $0 $0 ^const0.x, const0 2
"""
    found = run(text)
    assert found.outputs[:, 0].tolist() == [[21, 17.5, 26, 24], half([198.5, 209, 196, 200]).tolist()]
    assert found.steps == 3


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gt", [0, 0, 1, 0]),
        ("ge", [0, 1, 1, 0]),
        ("eq", [0, 1, 0, 0]),
        ("le", [1, 1, 0, 0]),
        ("lt", [1, 0, 0, 0]),
        ("ne", [1, 0, 1, 0]),
    ],
)
def test_conditions_of_branches(name: str, expected: list[int]) -> None:
    values = np.zeros((4, 4), np.float32)
    values[:, 0], values[:, 1] = [1, 2, 3, np.nan], 2
    text = (
        f"load.v $0 0, branch_{name} $0.x $0.y yes\nstop, mov.v1 $0 ^const0, const0 0\nyes: stop, mov.v1 $0 ^const0.x,"
        " const0 1"
    )
    assert run(text, values, words="f").outputs[:, 0, 0].tolist() == expected


def test_loops_run_as_often_as_each_lane_wants() -> None:
    text = """
    load.v $0 0, mov.v1 $1 ^const0.x, const0 0 1
again:
    add.s1 $1.x $1.x ^const0.x, branch_lt $1.x $0.x again, const0 1
    stop
"""
    values = np.zeros((3, 4), np.float32)
    values[:, 0] = [1, 5, 3]
    found = run(text, values, words="f", outputs="1")
    assert found.outputs[:, 0, 0].tolist() == [1, 5, 3]
    assert found.steps == 7
    with pytest.raises(LimitExceeded, match="stopped after 10 steps, at instruction"):
        run("a: nop\nbranch a", step_limit=10)


def test_discard_drops_lanes() -> None:
    found = run("load.v $0 0, branch_lt $0.x ^const0.x out, const0 0\nstop\nout: stop, discard")
    assert found.discarded.tolist() == [False, True]
    assert not found.unsure.any()


# quads ----------------------------------------------------------------------------------------------------------------

QUAD = np.array([[1, 2, 0, 0], [4, 3, 0, 0], [10, 7, 0, 1], [50, 30, 0, 0]], np.float32)


def test_derivatives_within_a_quad() -> None:
    found = run("stop, sync, load.v $0 0, dfdx.v1 $0 $0 -$0", QUAD, words="ff")
    assert found.outputs[:, 0, :2].tolist() == [[3, 1], [3, 1], [40, 23], [40, 23]]
    found = run("stop, sync, load.v $0 0, dfdy.v1 $0 $0 -$0", QUAD, words="ff")
    assert found.outputs[:, 0, :2].tolist() == [[9, 5], [46, 27], [9, 5], [46, 27]]


def test_derivatives_where_a_neighbour_went_elsewhere_are_unsure() -> None:
    text = "load.v $0 0, branch_eq $0.w ^const0.x out, const0 1\nsync, dfdx.v1 $0 $0 -$0\nout: stop"
    assert run(text, QUAD, words="ff").unsure.tolist() == [False, False, False, True]


IMAGE = Texture(
    (
        np.arange(64, dtype=np.float32).reshape(4, 4, 4),
        np.full((2, 2, 4), 100, np.float32),
        np.full((1, 1, 4), 200, np.float32),
    )
)
FLAT = (Slot("image", "sampler", 2, "", "sampler", sampler=SamplerState("2d", "nearest", "mipnearest", "repeat")),)
UV = np.array([[0.1, 0.1, 2, 0], [0.35, 0.1, 2, 1], [0.1, 0.35, 2, 2], [0.35, 0.35, 2, 0]], np.float32)


def look(statements: str, **more: object) -> list[float]:
    text = f"load.v $1 0\nstop, sync, {statements}, mov.v1 $0 ^tex_sampler"
    return [float(x) for x in run(text, UV, words="f", textures={2: IMAGE}, samplers=FLAT, **more).outputs[:, 0, 0]]


def test_textures_by_level() -> None:
    assert look("load.v ^tex_coord.xy 0.xy, texld_2d 2") == [0, 4, 16, 20]
    assert look("load.v ^tex_coord.xy $1, texldb_2d 2 $1.w") == [0, 100, 200, 20]
    assert look("load.v ^tex_coord.xy $1.yx, texldl_2d 2 $1.w") == [0, 100, 200, 20]
    assert look("load.v ^tex_coord.xyz 0_dz, texldl_2d 2 $1.w") == [0, 100, 200, 0]
    assert look("load.v ^tex_coord.xyz $1_dz, texld_2d 0+$1.z") == [0, 0, 0, 0]
    assert look("load.v ^tex_coord.xyz $1_dw.xyzz, texld_2d 2") == [0, 0, 0, 0]


def test_level_of_detail_needs_the_whole_quad() -> None:
    text = (
        "load.v $1 0, branch_eq $1.w ^const0.x out, const0 2\nsync, load.v ^tex_coord.xy $1, texld_2d 2, mov.v1 $0"
        " ^tex_sampler\nout: stop"
    )
    assert run(text, UV, words="f", textures={2: IMAGE}, samplers=FLAT).unsure.all()


def test_what_no_varying_holds() -> None:
    names = ("gl_FragCoord", "gl_PointCoord", "gl_FrontFacing", "gl_FBColor", "gl_FBDepth")
    slots = tuple(Slot(name, "input", i, "ffff", builtin=name) for i, name in enumerate(names))
    inputs = np.arange(40, dtype=np.float32).reshape(2, 5, 4)
    for i, name in enumerate(names[:3]):
        assert run(f"stop, load.v $0 {name}", inputs, slots=slots).outputs[1, 0].tolist() == inputs[1, i].tolist()
    assert run("stop, read_color.t $0", inputs, slots=slots).outputs[1, 0].tolist() == inputs[1, 3].tolist()
    assert run("stop, read_depth.t $0", inputs, slots=slots).outputs[1, 0].tolist() == inputs[1, 4].tolist()


@pytest.mark.parametrize("x", [0.5, 3.0, -0.25, -7.0, 0.0])
@pytest.mark.parametrize("y", [0.75, -2.0, 0.0])
def test_both_parts_of_atan(x: float, y: float) -> None:
    inputs = np.array([[y, x, 0, 0]], np.float32)
    text = "load.v $0 0\natan2_pt1.s2 $1.xyz $0.x $0.y\nmul.s0 $1.x $1.x $1.y\nstop, atan_pt2.s2 $0.x $1"
    assert abs(run(text, inputs, words="f").outputs[0, 0, 0] - np.arctan2(y, x)) < 2.0**-8
    assert (
        abs(
            run("load.v $0 0\natan_pt1.s2 $1.xyz $0.x\nstop, atan_pt2.s2 $0.x $1", inputs, words="f").outputs[0, 0, 0]
            - np.arctan(y)
        )
        < 2e-3
    )


def test_perturbed_functions_stay_near() -> None:
    random = Chance(3)
    values = np.zeros((500, 4), np.float32)
    values[:, 0] = half(np.linspace(0.1, 4, 500))
    exact = run("stop, load.v $0 0, rsqrt.s2 $0.x $0.x", values, words="f").outputs[:, 0, 0]
    moved = run("stop, load.v $0 0, rsqrt.s2 $0.x $0.x", values, words="f", perturb=random).outputs[:, 0, 0]
    assert (moved != exact).any()
    assert np.abs(moved / (1 / np.sqrt(values[:, 0].astype(np.float64))) - 1).max() <= 2.0**-10


# faults that stop a program -------------------------------------------------------------------------------------------

TRAPS = [
    ("stop, mov.v1 $0 ^u", 0, "vadd", "reads the result of uniform, which does nothing", "nothing-there"),
    ("stop, load.v $0 0, add.v1 $0 $1 $0", 0, "vadd", r"from \$1.x, which nothing has written", "unwritten"),
    ("stop, load.v $0 0, mov.s1 $0.x $2.y\nstop", 0, "", "without writing|nothing has written", "unwritten"),
    ("stop, load.v $0 0, sel.v1 $0 ^s0 $0 $0", 0, "vadd", "reads the result of smul", "nothing-there"),
    ("stop, load.v $0 0, mul.v0 $0 $0 $0, mul.s0 $0.x $0.x $0.x", 0, "smul", "as the unit beside it does", "parallel"),
    ("load.v $0 0, branch @1:1", 0, "branch", "where no instruction begins", "target"),
    ("load.v $0 0, branch @500:1", 0, "branch", "where no instruction begins", "target"),
    ("nop\nload.v $0 0, branch @-1:0", 1, "branch", "tells 0 words", "target-length"),
    ("stop, load.v $0 0, branch a\na: stop", 0, "branch", "in an instruction that stops", "stop"),
    ("load.v $0 0", 0, "control", "runs on behind its last instruction", "end"),
    (
        "stop, texld_2d 0, mov.v1 $0 ^tex_sampler",
        0,
        "sampler",
        "takes its coordinates from the varying unit",
        "coordinates",
    ),
    (
        "stop, sync, load.v ^tex_coord.xy 0, texld_2d 7, mov.v1 $0 ^tex_sampler",
        0,
        "sampler",
        "no texture for sampler 7",
        "",
    ),
    ("stop, load.v $0 4", 0, "", "without writing", ""),
    ("load.v $0 4\nstop, add.v1 $0 $0 $0", 1, "vadd", "which these lanes have not written", ""),
    ("load.v $0 0.xy\nstop, add.v1 $0 $0 $0", 1, "vadd", "which these lanes have not written", "narrow"),
    ("stop, load.v $0.x 0, load.u 90000+$0.x", 0, "", "65535", ""),
    ("stop, load.u 3, add.v1 $0 ^u ^u", 0, "vadd", "holds neither a uniform nor a constant", ""),
    ("load.v $0.xyz cube(0)\nstop, add.v1 $0.xyz $0 $0", 1, "vadd", "which these lanes have not written", ""),
    ("stop, load.v $0 gl_FragCoord", 0, "varying", "gl_FragCoord, which the program's interface does not have", ""),
    ("stop, read_color.t $0", 0, "store", "gl_FBColor, which the program's interface does not have", ""),
]


@pytest.mark.parametrize(("text", "instruction", "unit", "message", "rule"), TRAPS, ids=lambda value: str(value)[:24])
def test_misuse_stops_with_instruction_and_unit(
    text: str, instruction: int, unit: str, message: str, rule: str
) -> None:
    if "90000" in text:
        with pytest.raises(Exception, match=message):
            assemble(text)
        return
    with pytest.raises(Fault, match=message) as caught:
        run(text)
    if unit:
        assert str(caught.value).startswith(f"instruction {instruction}, {unit}:")
    rules = [(violation.rule, violation.instruction) for violation in check(assemble(text))]
    if rule:
        assert rule in [found for found, _ in rules]


def test_a_program_that_leaves_an_output_open_for_some_lanes_is_unsure_there() -> None:
    text = "load.v $1 0, branch_gt $1.x ^const0.x a, const0 0\nstop, mov.v1 $0 $1\na: stop"
    assert run(text).unsure.tolist() == [True, False]


# rules ----------------------------------------------------------------------------------------------------------------

RULES = [
    ("load.v $0 0\nstop", ()),
    ("stop, load.v ^tex_coord.xy 0.xy, texld_2d 0", ("sync",)),
    ("stop, load.v $0 0, dfdx.v1 $0 $0 -$0", ("sync",)),
    ("next 7\nstop", ("following",)),
    ("next 0 off\nstop", ("following",)),
    ("discard", ("stop", "end")),
    ("stop, load.v ^tex_coord.xy 0.xy", ("coordinates",)),
    ("stop, load.v $0 12", ("limit",)),
    ("stop, load.u 2048", ("limit",)),
    ("stop, sync, load.v ^tex_coord.xy 0.xy, texld_2d 16", ("limit",)),
    ("a: nop\nbranch @-1:2", ("target-length",)),
    ("stop, atan_pt2.s2 $0.x $0", ("unwritten", "unwritten", "unwritten", "atan")),
    ("load.v $0 0\natan2_pt1.s2 $0.xyz $0.x $0.y\nstop, atan_pt2.s2 $0.x $0", ("atan",)),
    ("load.v $0 0\natan_pt1.s2 $0.xyz $0.x\nmul.s0 $0.x $0.x $0.y\nstop, atan_pt2.s2 $0.x $0", ("atan",)),
    ("load.v $0 0\natan_pt1.s2 $0.xyz $0.x\nstop, atan_pt2.s2 $0.x $0", ()),
    ("stop, load.v $0.x 0, mul.v0 ^v0 $0.xy $0.x, mov.v1 $0.y ^v0.x", ()),
    ("stop, load.v $0.x 0, mul.v0 ^v0 $0.xy $0.x, mov.v1 $0.y ^v0.y", ("unwritten",)),
    ("branch a\na: b: nop\nbranch b", ()),
]


@pytest.mark.parametrize(("text", "rules"), RULES, ids=lambda value: str(value)[:30])
def test_rules(text: str, rules: tuple[str, ...]) -> None:
    found = check(assemble(text))
    assert tuple(sorted(violation.rule for violation in found)) == tuple(sorted(rules))
    for violation in found:
        assert violation.remedy
        assert isinstance(violation, LimaPpViolation)


def test_facts_are_named_and_forbidden_by_level() -> None:
    code = assemble("load.v $0 0\nstop, mul_x2.v0 $0 $0 $0, min.s0 $1.x $0.x $0.y, mul.s2 $0 -$0.x $0")
    names = [fact.name for fact in facts_used(code)]
    assert names == ["mul-shift", "mul-min-max", "combine-vector", "combine-scalar-signs"]
    assert check(code, "agreed") == []
    assert [violation.rule for violation in check(code, "proven")] == ["facts"] * 4
    (guess,) = check(assemble("load.u 0, branch_lt ^u.x ^u.y a\na: stop"), "agreed")
    assert "relies on branch-pipes, which is documented" in guess.message
    assert str(check(b"\xff" * 5)[0]).startswith("rule word, instruction 0 (word 0), the words:")


def test_mbs_holds_fragment_programs() -> None:
    code = assemble("load.v $0 0, store.t -2 $0, branch_lt $0.x $0.y out\nstop\nout: stop, discard")
    inputs = (Slot("v", "input", 0, "ffff"),)
    program = Program("lima-pp", "fragment", code, Interface(inputs, (), (Slot("k", "uniform", 0, "ffff"),)))
    again = from_mbs(to_mbs(program))
    assert (again.code, again.stage, again.isa) == (code, "fragment", "lima-pp")
    assert [slot.name for slot in again.interface.inputs] == ["v"]
    assert len(decode(again.code)) == 3
    with pytest.raises(Unsupported, match=r"outputs are in \$3"):
        to_mbs(replace(program, options=(("outputs", "3"),)))


def test_the_stack_ends_at_minus_one() -> None:
    """Behind it lies what belongs to another fragment: a store there is refused, or lost where a register decides."""
    text = "load.v $0 0, store.t 0.y $0.y\nstop, mov.v1 $0.x $0.x"
    (violation,) = check(assemble(text))
    assert (violation.rule, violation.message) == ("limit", "reaches scalar 1 of the stack, which ends at -1")
    assert not check(assemble(text.replace("0.y $0.y", "-1.w $0.y")))
    moved = "load.v $0 0\nstore.t -1.w+$0.x $0.y\nstop, load.t -1.w+$0.x, mov.v1 $1.x ^u"
    assert not check(assemble(moved))
    found = run(moved, np.array([(-1, 5, 0, 0), (1, 6, 0, 0), (0, 7, 0, 0)]), words="f", outputs="1")
    assert found.unsure.tolist() == [False, True, False]
    assert found.outputs[[0, 2], 0, 0].tolist() == [5, 7]


def test_what_nothing_has_stored_is_any_number() -> None:
    assert run("stop, load.t -1, add.v1 $0 ^u ^u").unsure.all()


def test_what_nothing_has_stored_does_no_harm_before_it_is_used() -> None:
    """As in Mesa's spilled vectors: each component is inserted into the loaded vector, and the whole is stored
    again."""
    fill = "".join(f"load.t -1, mov.v1 $1 ^u\nmov.v1 $1.{lane} $0\nstore.t -1 $1\n" for lane in "xyzw")
    found = run(f"load.v $0 0\n{fill}stop, load.t -1, mov.v1 $0 ^u")
    assert not found.unsure.any()
    assert found.outputs[:, 0].tolist() == V.tolist()
    assert run("load.v $0 0\nload.t -1, mov.v1 $1 ^u\nmov.v1 $1.xyz $0\nstop, mov.v1 $0 $1").unsure.all()


@pytest.mark.parametrize(
    "use",
    [
        "max.v1 $0 -$1 $0",
        "rcp.s2 $0.x $1.x",
        "load.u 0+$1.x, mov.v1 $0 ^u",
        "load.t -2+$1.x, mov.v1 $0 ^u",
        "branch_gt $1.x $0.x out\nout: nop",
    ],
)
def test_who_uses_what_nothing_has_stored_is_unsure(use: str) -> None:
    assert run(f"load.v $0 0\nload.t -1, mov.v1 $1 ^u\n{use}\nstop", uniforms=np.ones((1, 4), np.float32)).unsure.all()


@pytest.mark.parametrize("body", ["a: stop, load.u 0+$1.x, add.v1 $0 ^u ^u", "a: stop, add.v1 $0 $2 $2"])
def test_a_lane_that_reads_outside_and_runs_alone_is_unsure(body: str) -> None:
    text = f"load.v $1 0, load.u 0+$1.x, mov.v1 $2 ^u\nbranch_gt $1.x ^const0.x a, const0 9\nstop, mov.v1 $0 $1\n{body}"
    found = run(text, [[1, 0, 0, 0], [30, 0, 0, 0]], np.ones((2, 4)))
    assert found.unsure.tolist() == [False, True]
