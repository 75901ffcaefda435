"""The record of lima-pp is consistent, and agrees with the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpucc.emit.lima_pp import CODER, decode
from gpucc.emit.lima_pp_assembler import assemble
from gpucc.emit.lima_pp_text import mnemonic, suffix
from gpucc.interp import numerics
from gpucc.isa.lima_pp import FACTS, LIMA_PP
from gpucc.isa.pipeline import Form

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "lima-pp.md").read_text()
PIPELINE = LIMA_PP.pipeline
FORMS = [form for unit in PIPELINE.units for form in unit.forms]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_fields_of_a_form_do_not_overlap_and_fit_the_unit(form: Form) -> None:
    unit = next(unit for unit in PIPELINE.units if form in unit.forms)
    assert form.word.bits == unit.bits
    used: set[int] = set()
    for field in form.word.fields:
        bits = set(range(field.low, field.low + field.width))
        assert not bits & used, field.name
        assert max(bits) < unit.bits
        used |= bits
    names = {field.name for field in form.word.fields}
    spoken = (
        {name for name, _ in form.fixed} | {form.opcode, form.modifier} | {setting.field for setting in form.settings}
    )
    for port in form.ports:
        spoken |= {port.register, port.swizzle, port.component, port.absolute, port.negate, port.enable, port.bypass}
    if form.target is not None:
        spoken |= {form.target.register, form.target.mask, form.target.enable}
    assert spoken - {""} == names


def test_ops_have_one_name_and_in_each_form_one_code() -> None:
    assert len({op.name for op in LIMA_PP.ops}) == len(LIMA_PP.ops)
    for form in FORMS:
        codes = [op.code for op in LIMA_PP.in_form(form.name)]
        assert codes
        assert len(set(codes)) == len(codes)
    assert {slot for op in LIMA_PP.ops for slot in op.slots} == {form.name for form in FORMS}


def test_every_op_has_a_meaning_or_an_effect() -> None:
    for op in LIMA_PP.ops:
        assert op.semantics or op.effect, op.name
        if op.semantics:
            numerics.kernel(op, (0,), format=LIMA_PP.format)


def test_an_opcode_of_the_assembly_means_one_op() -> None:
    seen: dict[tuple[str, str], str] = {}
    for (unit, name), form in CODER.by_op.items():
        op = CODER.ops[name]
        if op.effect == "load":
            continue
        key = (mnemonic(op), suffix(CODER, form, unit))
        assert seen.setdefault(key, name) == name


def test_the_control_word_has_a_bit_for_each_unit_in_their_order() -> None:
    places = {field.name: field.low for field in PIPELINE.control.fields}
    assert [places[unit.present] for unit in PIPELINE.units] == list(range(7, 19))
    assert [unit.step for unit in PIPELINE.units] == sorted(unit.step for unit in PIPELINE.units)


def test_the_document_lists_the_facts() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (proven|agreed|documented) \| (.*?) \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert rows == [(fact.name, fact.level, fact.statement, fact.source) for fact in FACTS]
    assert {op.fact for op in LIMA_PP.ops if op.fact} <= set(FACTS)


def test_the_documents_program_assembles() -> None:
    (text,) = re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(decode(assemble(text))) == 4


def test_every_opcode_is_named_in_the_document() -> None:
    for op in LIMA_PP.ops:
        assert re.search(rf"\b{re.escape(mnemonic(op))}", DOCUMENT), op.name
