"""The ISA record is consistent, and agrees with the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from gpucc.emit.lima_vp_assembler import assemble
from gpucc.emit.lima_vp_text import disassemble
from gpucc.isa.lima_vp import FACTS, LIMA_VP, POINT_SIZES, VIEWPORT_CLAMP, VIEWPORT_TRANSFORM
from gpucc.isa.model import LEVELS

WIDE = LIMA_VP.wide
DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "lima-vp.md").read_text()


def test_fields_tile_the_word() -> None:
    at = 0
    for field in WIDE.word.fields:
        assert field.low == at, field.name
        at += field.width
    assert at == WIDE.word.bits == 128


def test_every_field_belongs_to_something() -> None:
    used = {port.field for unit in WIDE.units for port in unit.ports} | {
        port.negate for unit in WIDE.units for port in unit.ports
    }
    used |= {unit.opcode for unit in WIDE.units} | {unit.negate for unit in WIDE.units}
    used |= {name for load in WIDE.loads for name in (load.address, load.select, load.index)}
    used |= {
        name
        for store in WIDE.stores
        for name in (store.address, *dict(store.flags).values(), *(f for _, f in store.sources))
    }
    used |= {WIDE.branch.enable, WIDE.branch.target, WIDE.branch.high, WIDE.mode}
    assert used - {""} == {field.name for field in WIDE.word.fields}


def test_no_two_things_have_one_number() -> None:
    codes = [(unit, op.code) for op in LIMA_VP.ops for unit in op.slots]
    assert len(codes) == len(set(codes))
    routes = [route.code for route in WIDE.routes]
    assert len(routes) == len(set(routes))
    assert WIDE.unused not in routes
    assert len({op.name for op in LIMA_VP.ops}) == len(LIMA_VP.ops)
    assert len({unit.store for unit in WIDE.units} | {WIDE.stores[0].none}) == len(WIDE.units) + 1


def test_ops_fit_their_units() -> None:
    for op in LIMA_VP.ops:
        ports = [port for name in (op.slots[0], *op.claims) for port in WIDE.unit(name).ports]
        assert 1 <= len([operand for operand in op.operands if not operand.place]) <= len(ports)
        assert op.semantics or op.opaque or op.name == "addr01"
        assert ("neg" in op.modifiers) <= bool(WIDE.unit(op.slots[0]).negate)


def test_sequences_are_in_reach_of_the_operand_numbers() -> None:
    distances = {(route.unit, route.distance) for route in WIDE.routes}
    for sequence in WIDE.sequences:
        steps = {step.name: step for step in sequence.steps}
        for step in sequence.steps:
            assert LIMA_VP.op(step.op).opaque
            for name in step.reads:
                if name in steps:
                    producer = steps[name]
                    window = LIMA_VP.op(producer.op).window or WIDE.unit(LIMA_VP.op(producer.op).slots[0]).window
                    distance = step.at - producer.at
                    assert window.first <= distance <= window.last
                    assert (LIMA_VP.op(producer.op).slots[0], distance) in distances


def test_the_documentation_lists_every_fact_as_it_stands() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (proven|agreed|documented) \| (.*) \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert rows == [(fact.name, fact.level, fact.statement, fact.source) for fact in FACTS]
    assert {fact.level for fact in FACTS} == set(LEVELS)


def test_the_documentation_lists_every_op() -> None:
    for op in LIMA_VP.ops:
        assert f"`{op.name}`" in DOCUMENT, op.name
    assert all(
        f"{limit:g}" in DOCUMENT.replace("1e10", "1e+10") for limit in (*VIEWPORT_CLAMP.values(), *POINT_SIZES["32768"])
    )
    assert f"`{VIEWPORT_TRANSFORM}`" in DOCUMENT
    assert f"`{POINT_SIZES['1e10']}`" in DOCUMENT


def test_the_example_of_the_documentation_assembles() -> None:
    (example,) = re.findall(r"^```\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    code = assemble(example)
    assert len(code) == 3 * 16
    assert assemble(disassemble(code)) == code
