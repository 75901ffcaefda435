"""The lima vertex processor's rules: proved, refuted if broken, and their selections compute the source's results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from iselkit import Maker, Values, corner_lanes, same, unscheduled
from random_blocks import blocks
from sectionkit import SectionsRun, run_sections

from gpucc import driver
from gpucc.interp.data import Batch
from gpucc.interp.verify import verify_program
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import LEVELS, Level
from gpucc.isel import Selected, Selector
from gpucc.isel.cover import Selection, Wanted
from gpucc.isel.lima_vp import BRANCH_CONDITION, rules_of
from gpucc.isel.machine import Section
from gpucc.isel.rules import make_rules
from gpucc.isel.sections import select_sections
from gpucc.lowering.graph import BOOL, NINF, NNAN, NSZ, Block, Node
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Program
from gpucc.targets.lima_vp import TARGET
from gpucc.targets.record import CompileJob


def selector(level: Level = "agreed") -> Selector:
    return Selector(LIMA_VP, rules_of(level), Selection("vertex", matrices="never"))


def names(selected: Selected) -> list[str]:
    return sorted(inst.op.name for inst in selected.insts)


def select(make: Maker, *nodes: Node, level: Level = "agreed") -> list[str]:
    return names(selector(level).select(make.outputs(*nodes)))


def test_no_rule_is_for_nothing() -> None:
    """Rules with equal patterns and conditions would have been refused when they were made."""
    for level in LEVELS:
        assert make_rules(LIMA_VP, rules_of(level), "vertex").lacking == ()


# selected code --------------------------------------------------------------------------------------------------------


def test_signs_are_free_where_units_have_them() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.fsub(x, y)) == ["add"]
    assert select(Maker(), make.fadd(make.fneg(x), make.fneg(y))) == ["add"]
    assert select(Maker(), make.fneg(make.fmul(x, y))) == ["mul"]
    assert select(Maker(), make.fmul(make.fneg(x), y)) == ["mul"]
    assert select(Maker(), make.fmul(make.fneg(x), make.fneg(y))) == ["mul"]
    assert select(Maker(), make.fabs(x)) == ["max"]
    assert select(Maker(), make.fneg(make.fabs(x))) == ["min"]
    assert select(Maker(), make.fneg(make.fmax(x, y))) == ["min"]
    assert len(select(Maker(), make.fneg(x))) == 1


def test_a_condition_is_any_number_that_is_not_zero() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.select(make.fune(x, 0.0), x, y)) == ["select"]
    assert select(Maker(), make.select(make.foeq(x, 0.0), x, y)) == ["select"]
    assert select(Maker(), make.select(make.foeq(x, 3.0), x, y)) == ["add", "select"]
    assert select(Maker(), make.select(make.bnot(make.folt(x, y)), x, make.i(0, 2))) == ["lt", "select"]
    assert select(Maker(), make.select(make.bor(make.folt(x, y), make.folt(y, 1.0)), x, y)) == [
        "add",
        "lt",
        "lt",
        "select",
    ]


def test_choices_that_are_extremes_are_one_operation() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.select(make.folt(x, y, flags=NNAN | NSZ), x, y, flags=NNAN | NSZ)) == ["min"]
    assert select(Maker(), make.select(make.folt(x, 2.0), 2.0, x)) == ["lt", "select"]  # a NaN stays
    assert select(Maker(), make.select(make.folt(2.0, x), x, 2.0)) == ["max"]


def test_bounds_in_the_load_are_for_the_bold() -> None:
    make = Maker()
    clamped = make.fmin(make.fmax(make.i(0, 0), -2.0), 3.0)
    assert select(make, clamped) == ["max", "min"]
    assert select(Maker(), clamped, level="documented") == ["clamp"]
    assert select(Maker(), clamped, level="proven") == ["max", "min"]


def test_signs_and_conjunctions_go_where_there_is_room() -> None:
    """Four negations and nothing else: two in each pair of units."""
    make = Maker()
    assert select(make, *(make.fneg(make.i(0, c)) for c in range(4))) == ["add", "add", "mul", "mul"]
    busy = [make.fmul(make.i(0, c), make.i(1, c)) for c in range(4)]
    assert select(Maker(), *busy, make.fneg(make.i(0, 0))).count("mul") == 4


def test_functions_of_several_instructions_are_one() -> None:
    make = Maker()
    x = make.i(0, 0)
    assert select(make, make.fdiv(1.0, x), make.fdiv(1.0, make.sqrt(x)), make.exp2(x), make.log2(x)) == [
        "exp2",
        "log2",
        "rcp",
        "rsqrt",
    ]


def test_what_a_branch_wants_of_its_condition() -> None:
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    for condition, ops in ((make.fune(x, 0.0), []), (make.bnot(make.foeq(x, 2.0)), ["add"]), (make.folt(x, y), ["lt"])):
        wanted = Wanted(values=(condition,), held={condition: BRANCH_CONDITION})
        assert names(selector().select(wanted)) == ops


# random code ----------------------------------------------------------------------------------------------------------


class Lanes:
    """Corner values as the batch of a vertex program."""

    def __init__(self) -> None:
        found = corner_lanes()
        self.batch = Batch(found.inputs, found.uniforms[None])
        self.lanes = found


LANES = Lanes()
FLOATS = "fadd fsub fmul fmin fmax fneg fabs floor".split()
COMPARES = "foeq fone fueq fune ford funo folt fole fult fule".split()
EXACT = [*FLOATS, *COMPARES, *"band bor bxor bnot btof select select".split()]


@pytest.mark.parametrize("level", LEVELS)
def test_random_blocks(level: Level) -> None:
    from hypothesis import HealthCheck, given, settings
    from iselkit import GraphRun

    @settings(max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(blocks(EXACT, 24))
    def check(block: Block) -> None:
        block.effects.clear()
        selected = selector(level).select(block)
        wanted = GraphRun(block, LANES.lanes)
        found = SectionsRun([Section("all", selected)], LANES.batch, 8).outputs
        for (register, component), value in wanted.outputs.items():
            assert same(number(value), found[:, register, component]).all()

    check()


def number(value: Values) -> Values:
    return value.astype(np.float32)


# kernels --------------------------------------------------------------------------------------------------------------

KERNELS = Path(__file__).parents[1] / "kernels"
SAMPLE = (
    "hsv_to_rgb",
    "quaternion",
    "reflect",
    "noise",
    "mandelbrot",
    "march",
    "extremes",
    "tonemap",
    "sprite_rotate",
    "lima_vp/loop_uniform",
)


def select_only(graph: Any, job: CompileJob) -> Program:
    sections = select_sections(selector(job.options["facts"]), lay_out(graph), BRANCH_CONDITION)
    return Program(LIMA_VP.name, job.shader.stage, b"", job.shader.interface, stats={"sections": sections})


UNSCHEDULED = unscheduled(select_only)


def simulate(program: Program, isa: Any, batch: Batch, precision: str = "native", perturb: Any = None) -> Any:
    return run_sections(program.stats["sections"], batch, program, perturb)


@pytest.mark.parametrize("shown", SAMPLE)
def test_kernels_before_scheduling(shown: str) -> None:
    goal = replace(TARGET, stages=UNSCHEDULED, simulate=simulate, counts=False)
    built = driver._build(KERNELS / f"{shown}.ll", goal, None, "vertex", 2, None, None, None, driver.silent)
    report = verify_program(
        built.shader,
        built.program,
        LIMA_VP,
        simulate,
        lanes=128,
        optimised_text=built.optimised,
        bounds={**FUNCTION_BOUNDS, **TARGET.bounds},
        domains={**FUNCTION_DOMAINS, **TARGET.domains},
    )
    assert report.passed, report.describe()


def test_a_flag_is_no_licence_for_more() -> None:
    """With ninf, a difference may be tested instead of inequality; nnan alone does not permit it."""
    make = Maker()
    x, y = make.i(0, 0), make.i(0, 1)
    assert select(make, make.select(make.fune(x, y, flags=NINF), x, y)) == ["add", "select"]
    assert "lt" in select(Maker(), make.select(make.fune(x, y, flags=NNAN), x, y))


def test_truths_come_out_as_numbers() -> None:
    make = Maker()
    condition = make.bor(make.folt(make.i(0, 0), 1.0), make.folt(make.i(0, 1), 1.0))
    assert condition.type == BOOL
    assert "add" not in select(make, make.btof(condition))  # a weight may be two
