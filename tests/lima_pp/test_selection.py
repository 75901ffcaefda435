"""The lima fragment processor's rules: proved, refuted if broken, and their selections compute the source's results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from iselkit import Maker, unscheduled
from section_run import run_sections

from gpucc import driver
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.verify import verify_program
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import FP32, LEVELS, Level
from gpucc.isa.pipeline import TextureRead
from gpucc.isel import Selected, Selector
from gpucc.isel.cover import Selection, Wanted
from gpucc.isel.lima_pp import BRANCH_CONDITION, DIFFER, isa_of, rules_of
from gpucc.isel.machine import Inst, Leaf
from gpucc.isel.rules import make_rules
from gpucc.isel.sections import select_sections
from gpucc.lowering.graph import BOOL, F32, NNAN, NSZ, REASSOC, VEC4, VOID, Node
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Program
from gpucc.targets.lima_pp import TARGET
from gpucc.targets.record import CompileJob

TESTS = Path(__file__).parents[1]


def selector(level: Level = "agreed") -> Selector:
    return Selector(isa_of(level), rules_of(level), Selection("fragment", matrices="never"))


def names(selected: Selected) -> list[str]:
    return sorted(".".join([inst.op.name, *sorted(inst.modifiers)]) for inst in selected.insts)


def select(make: Any, *nodes: Node, level: Level = "agreed") -> list[str]:
    return names(selector(level).select(make.outputs(*nodes)))


def sign_bits(inst: Inst) -> list[tuple[bool, bool]]:
    return [(lanes[0].negate, lanes[0].absolute) for lanes in inst.operands]


def test_no_rule_is_for_nothing() -> None:
    """Rules with equal patterns and conditions would have been refused when they were made."""
    for level in LEVELS:
        assert make_rules(isa_of(level), rules_of(level), "fragment").lacking == ()


def test_a_cautious_level_avoids_what_nobody_emits() -> None:
    for rule in rules_of("proven").rules:
        for name in ("and(", "or(", "xor(", "not(", "mul_x"):
            assert f" {name}" not in f" {rule.template}".replace("(", "( ")
    make = Maker()
    low = make.fmin(make.i(0, 0), make.i(0, 1))
    assert select(make, low, level="proven") == ["add_min"]
    assert select(Maker(), low) == ["min"]


# selected code --------------------------------------------------------------------------------------------------------


def test_signs_cost_nothing() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.fsub(x, y)) == ["add"]
    assert select(Maker(), make.fmul(make.fneg(x), make.fabs(y))) == ["mul"]
    assert select(Maker(), make.fneg(make.fmul(x, y))) == ["mul"]
    selected = selector().select(Maker().outputs(make.fmul(make.fneg(make.fabs(x)), make.fabs(y))))
    assert sign_bits(selected.insts[0]) == [(True, True), (False, True)]


def test_limits_of_results_cost_nothing() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    total = make.fadd(x, y)
    assert select(make, make.fmin(make.fmax(total, 0.0), 1.0)) == ["add.sat"]
    assert select(Maker(), make.fmax(total, 0.0)) == ["add.pos"]
    assert select(Maker(), make.trunc(total)) == ["add.int"]
    assert select(Maker(), make.trunc(x)) == ["mov.int"]
    assert select(Maker(), make.fmax(x, 0.0)) == ["mov.pos"]
    assert select(Maker(), make.trunc(make.fmax(x, 0.0))) in (["mov.int", "mov.pos"], ["max.int"])
    assert select(Maker(), make.fmax(total, 0.0), total) in (["add", "mov.pos"], ["add", "add.pos"])


def test_dot_products_are_sums_of_products() -> None:
    make = Maker()
    products = [make.fmul(make.i(0, c), make.i(1, c)) for c in range(4)]
    three = make.fadd(make.fadd(products[0], products[1]), products[2])
    assert select(make, three) == ["mul", "mul", "mul", "sum3"]
    assert select(Maker(), make.fadd(three, products[3])) == ["mul"] * 4 + ["sum4"]
    pairs = make.fadd(make.fadd(products[0], products[1]), make.fadd(products[2], products[3]))
    assert "sum4" not in select(Maker(), pairs)


def test_a_condition_is_any_number_that_is_not_zero() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.select(make.fune(x, 0.0), x, y)) == ["sel"]
    assert select(Maker(), make.select(make.foeq(x, 0.0), x, y)) == ["sel"]
    assert select(Maker(), make.select(make.bnot(make.folt(x, y)), x, make.i(0, 2))) == ["gt", "sel"]
    assert select(Maker(), make.select(make.folt(x, y), 1.0, 0.0)) == ["gt"]


def test_what_a_branch_wants_of_its_condition() -> None:
    """A number is compared with zero; the branch itself can compare unequal numbers only if they are not NaN."""
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)

    def asked(condition: Node) -> list[str]:
        return names(selector().select(Wanted(values=(condition,), held={condition: BRANCH_CONDITION})))

    assert asked(make.folt(x, y)) == ["gt"]
    assert asked(make.fone(x, y)) == [DIFFER.name]
    assert asked(make.fune(x, y, flags=NNAN)) == [DIFFER.name]
    assert asked(make.bnot(make.foeq(x, y, flags=NNAN))) == [DIFFER.name]
    assert asked(make.fune(x, y)) == ["ne"]


def test_circular_functions_count_turns() -> None:
    make = Maker()
    x = make.i(0, 0)
    assert select(make, make.sin(x)) == ["mul", "sin"]
    assert select(Maker(), make.cos(make.fmul(x, 6.2831855, flags=REASSOC))) == ["cos"]
    assert select(Maker(), make.cos(make.fmul(x, 6.2831855))) == ["cos", "mul", "mul"]
    assert select(Maker(), make.sin(make.fmul(x, 3.0, flags=REASSOC))) == ["mul", "sin"]


def test_products_come_before_sums_where_flags_allow_it() -> None:
    make = Maker()
    x = make.i(0, 0)
    late = selector().select(make.outputs(make.fmul(make.fadd(x, -0.5, flags=REASSOC), 2.0, flags=REASSOC)))
    assert [inst.op.name for inst in late.insts] == ["mul", "add"]
    strict = selector().select(Maker().outputs(make.fmul(make.fadd(x, -0.5), 2.0)))
    assert [inst.op.name for inst in strict.insts] == ["add", "mul"]


# textures, derivatives, arrays ----------------------------------------------------------------------------------------


def texture(mode: str, *args: Node, dimension: str = "2d") -> Selected:
    read = Node("texture", VEC4, args, (3, dimension, mode), 0, None)
    return selector().select(Maker().outputs(*(Node("part", F32, (read,), lane) for lane in range(4))))


def test_a_texture_read_is_one_instruction_whatever_its_way() -> None:
    make = Maker()
    u, v, w, q = (make.i(0, c) for c in range(4))
    for mode, args, wanted in (
        ("none", (u, v), TextureRead(3)), ("bias", (u, v, w), TextureRead(3)),
        ("lod", (u, v, w), TextureRead(3, explicit=True)),
        ("proj", (u, v, w), TextureRead(3, projected=2)), ("proj", (u, v, q), TextureRead(3, projected=3)),
    ):  # fmt: skip
        (inst,) = texture(mode, *args).insts
        assert inst.op is LIMA_PP.op("texld_2d")
        assert inst.attr == wanted
        assert inst.results == 4
        assert len(inst.operands[0]) == (3 if mode == "proj" else 2)
    (cube,) = texture("none", u, v, w, dimension="cube").insts
    assert cube.op is LIMA_PP.op("texld_cube")
    assert [inst.op.name for inst in texture("proj", u, v, w, q, dimension="cube").insts].count("rcp") == 1


def test_derivatives_have_the_documented_signs() -> None:
    make = Maker()
    selected = selector().select(make.outputs(make.dfdx(make.i(0, 0)), make.dfdy(make.i(0, 1))))
    assert {inst.op.name for inst in selected.insts} == {"dfdx", "dfdy"}
    for inst in selected.insts:
        assert sign_bits(inst) == [(False, False), (True, False)]


def test_an_index_that_is_computed_is_read_from_a_register() -> None:
    make = Maker()
    x = make.i(0, 0)
    index = make.floor(make.fmul(x, 3.0))
    element = Node("uniform_at", F32, (index,), (4, 2, 8))
    selected = selector().select(make.outputs(make.fadd(element, x)))
    leaves = [
        lane.value
        for inst in selected.insts
        for lanes in inst.operands
        for lane in lanes
        if isinstance(lane.value, Leaf)
    ]
    assert any(leaf.kind == "uniform" and leaf.register == 4 and leaf.index is not None for leaf in leaves)


def test_a_discard_has_no_operand() -> None:
    end = Node("discard", VOID, (Node("const", BOOL, (), True),))
    (inst,) = selector().select(Wanted(effects=(end,))).insts
    assert inst.op is LIMA_PP.op("discard")
    assert inst.operands == ()


# kernels and random programs before scheduling ------------------------------------------------------------------------

KERNELS = {row["name"]: row for row in json.loads((TESTS / "kernels" / "index.json").read_text())}
SAMPLE = (
    "hsv_to_rgb", "march", "noise", "mandelbrot", "extremes", "tonemap", "edge", "alpha_test", "projective",
    "derivatives", "palette_array",
    "cosine_palette", "box_blur", "rust_quantise", "histogram",
)  # fmt: skip


def select_only(graph: Any, job: CompileJob) -> Program:
    sections = select_sections(selector(job.options["facts"]), lay_out(graph, discards_end=True), BRANCH_CONDITION)
    return Program(LIMA_PP.name, job.shader.stage, b"", job.shader.interface, stats={"sections": sections})


UNSCHEDULED = unscheduled(select_only)


def simulate(program: Program, isa: Any, batch: Batch, precision: str = "native", perturb: Any = None) -> Outcome:
    return run_sections(
        program.stats["sections"], batch, program, isa.format if precision == "native" else FP32, perturb
    )


def judge(source: Any, level: Level = "agreed", entry: str | None = None, bind: Any = None, lanes: int = 128) -> None:
    goal = replace(TARGET, stages=UNSCHEDULED, simulate=simulate)
    built = driver._build(source, goal, entry, "fragment", 2, bind, {"facts": level}, None, driver.silent)
    report = verify_program(
        built.shader,
        built.program,
        LIMA_PP,
        simulate,
        lanes=lanes,
        optimised_text=built.optimised,
        bounds={**FUNCTION_BOUNDS, **TARGET.bounds},
        domains={**FUNCTION_DOMAINS, **TARGET.domains},
    )
    assert report.passed, report.describe()


@pytest.mark.parametrize(
    ("name", "level"), [*((name, "agreed") for name in SAMPLE), *((name, "proven") for name in SAMPLE[:5])]
)
def test_kernels_before_scheduling(name: str, level: Level) -> None:
    row = KERNELS[name]
    judge(TESTS / "kernels" / row["file"], level, row["entry"], row["bind"])


FUNCTIONS = (
    "sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10 sqrt round rint roundeven nearbyint trunc floor"
    " ceil fabs pow atan2 copysign minnum maxnum minimum maximum frem fdiv"
).split()
TWO = frozenset("pow atan2 copysign minnum maxnum minimum maximum frem fdiv".split())


@pytest.mark.parametrize("flags", ["", "reassoc nsz arcp contract afn "])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_keep_their_bounds_in_halves(name: str, flags: str) -> None:
    operands = "float %x, float %y" if name in TWO else "float %x"
    declared = (
        ""
        if name in ("frem", "fdiv")
        else f"declare float @llvm.{name}.f32({operands.replace(' %x', '').replace(' %y', '')})\n"
    )
    made = f"{name} {flags}float %x, %y" if not declared else f"call {flags}float @llvm.{name}.f32({operands})"
    judge(f"{declared}define float @main({operands}) {{\n  %r = {made}\n  ret float %r\n}}\n", lanes=256)


@pytest.mark.parametrize("op", ["add", "sub", "mul", "sdiv", "udiv", "srem", "urem", "shl", "ashr", "lshr"])
def test_integers_that_halves_hold_are_exact(op: str) -> None:
    judge(f"define i32 @main(i32 %x, i32 %y) {{\n  %r = {op} i32 %x, %y\n  ret i32 %r\n}}\n", lanes=256)


def test_a_saturated_difference_is_one_instruction_with_flags_or_without() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    difference = make.fsub(x, y, flags=NSZ)
    assert select(make, make.fmin(make.fmax(difference, 0.0), 1.0)) == ["add.sat"]
