"""The schedule checker: each rule with a program that breaks it, paths through branches, and the levels of facts."""

from __future__ import annotations

import pytest

from gpucc.emit.lima_vp import LimaVpListing, LimaVpRawWord, encode, encode_listing
from gpucc.emit.lima_vp_assembler import assemble
from gpucc.interp.lima_vp_check import REMEDIES, check, facts_used
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import LEVELS, Level
from gpucc.isa.wide import Bundle
from gpucc.program import Constant

RCP = "mul0 = complex2(a0.x, a0.x); complex = rcp_part(a0.x)\nmul01 = complex1(complex@1, mul0@1, complex@1, a0.x)\n"

RULES = [
    ("acc0 = acc0@1", "jump", 0, "acc0", "the program begins after it"),
    ("nop\nacc0 = mul0@1", "nothing-there", 1, "acc0", "computes nothing"),
    ("complex = addr1(a0.x)\nacc0 = complex@1", "nothing-there", 1, "acc0", "computes nothing"),
    ("mul01 = select(a0.x, a0.y, a0.z)\nacc0 = mul1@1", "nothing-there", 1, "acc0", "computes nothing"),
    (RCP + "acc0 = mul0@1", "window", 2, "acc0", "exactly 2 later"),
    ("acc0 = a0.x; pass = a0.y; branch 2\nnop\nacc1 = acc0@2", "jump", 2, "acc1", "instruction 0 may have jumped to 2"),
    ("mul0 = complex2(a0.x, a0.x)\nacc0 = mul0@1", "raw", 1, "acc0", "the raw result of complex2"),
    ("mul0 = complex2(a0.x, a0.y)", "sequence", 0, "mul0", "does not read the same value in all places"),
    (RCP.replace("complex@1, a0.x", "complex@1, a0.y"), "sequence", 1, "mul0", "does not read the same value"),
    (RCP + "nop\npass = postlog2(mul0@2)", "sequence", 3, "pass", "log2: complex1 does not read log2_part directly"),
    ("pass = preexp2(a0.x)\nnop\ncomplex = exp2_part(pass@2)", "sequence", 2, "complex", "2 instructions later, not 1"),
    ("acc0 = none + a0.x", "unused", 0, "acc0", "marked unused"),
    ("mul01 = -select(a0.x, a0.y, a0.z)", "negate", 0, "mul0", "cannot be negated"),
    ("v0.x = mul1", "store", 0, "store0", "computes nothing"),
    (RCP.replace("1, a0.x)\n", "1, a0.x); v0.z = mul0"), "store", 1, "store1", "result of complex1 cannot be stored"),
    ("pass = preexp2(a0.x); v0.x = pass", "store", 0, "store0", "cannot be stored"),
    ("acc0 = a0.x; r0.x = acc0\nacc0 = r0.x", "latency", 1, "reg1", "1 instructions after its store"),
    ("acc0 = a0.x; r0.x = acc0\nnop\nacc0 = r0.x", "latency", 2, "reg1", "2 instructions after its store"),
    ("complex = addr3(a0.x)\nnop\nnop\nmul0 = u[addr3].x", "latency", 3, "load",
    "3 instructions after its store, and the latency is 4"),
    ("acc0 = r0.x", "unstored", 0, "reg1", "reads register 0.x, which nothing has stored"),
    ("mul0 = u[addr3].x", "unstored", 0, "load", "reads addr3, which nothing has stored"),
    ("acc0 = a0.x; t[addr0].x = acc0", "unstored", 0, "store0", "reads addr0, which nothing has stored"),
    ("branch 0", "condition", 0, "branch", "computes no condition"),
    ("pass = a0.x; branch 1", "target", 0, "branch", "the last one is 0"),
    ("acc0 = u304.x", "limit", 0, "load", "vec4 304 of 304"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rule", "instruction", "unit", "message"), RULES, ids=[f"{r[1]}-{r[2]}-{r[3]}" for r in RULES]
)
def test_each_rule(text: str, rule: str, instruction: int, unit: str, message: str) -> None:
    (violation,) = check(assemble(text))
    assert (violation.rule, violation.instruction, violation.unit) == (rule, instruction, unit)
    assert message in violation.message
    assert violation.remedy
    assert (
        str(violation)
        == f"rule {rule}, instruction {instruction} (byte {16 * instruction}), {unit}: {violation.message}"
    )


def test_every_rule_is_tested() -> None:
    assert {rule for _, rule, *_ in RULES} | {"word", "length", "facts"} == set(REMEDIES)


def test_all_violations_are_reported_in_order() -> None:
    found = check(assemble("acc0 = r0.x\nmul0 = mul0@2; acc0 = acc0@1; v0.xy = pass, complex\nacc1 = r0.y + r1.z"))
    assert [(v.instruction, v.rule, v.unit) for v in found] == [
        (0, "unstored", "reg1"),
        (1, "jump", "mul0"),
        (1, "store", "store0"),
        (1, "store", "store0"),
        (2, "unstored", "reg1"),
        (2, "unstored", "reg0"),
    ]


def test_words_that_are_none_are_reported_alone() -> None:
    code = encode_listing(LimaVpListing((Bundle(), LimaVpRawWord(b"\xff" * 16, ""), Bundle()), b"abc"))
    assert [(v.rule, v.instruction) for v in check(code)] == [("word", 1), ("word", 3)]


def test_a_program_that_is_too_long() -> None:
    (violation,) = check(encode([Bundle()]) * 513)
    assert (violation.rule, violation.instruction, str(violation)) == (
        "length",
        None,
        "rule length, the program: 513 instructions, and there is room for 512",
    )
    assert check(encode([Bundle()]) * 512) == []


LOOP = "acc0 = a0.x; r0.x = acc0\nnop\nnop\nacc0 = r0.x; r0.x = acc0\n{}pass = a0.y; branch 3\nv0.x = acc0; acc0 = a0.x"


def test_latencies_are_counted_along_fall_through_and_not_along_jumps() -> None:
    # after the jump back, the loop's store can be read at once
    assert check(assemble(LOOP.format(""))) == []
    straight = "acc0 = a0.x; r0.x = acc0; pass = a0.y; branch 2\nnop\nacc0 = r0.x"
    (violation,) = check(assemble(straight))
    assert (violation.rule, violation.instruction, violation.message) == (
        "latency", 2, "reads register 0.x 2 instructions after its store, and the latency is 3",
    )  # fmt: skip


def test_address_registers_stay_young_across_jumps() -> None:
    (violation,) = check(assemble("complex = addr1(a0.x); pass = a0.y; branch 2\nnop\nacc0 = u[addr1].x"))
    assert violation.message == "reads addr1 1 instructions after its store, and the latency is 4"


def test_a_branch_on_a_constant_goes_one_way() -> None:
    text = "acc0 = a0.x; r0.x = acc0; pass = u0.x; branch 2\nacc0 = r0.x\nacc0 = r0.x"
    assert [v.instruction for v in check(assemble(text))] == [1, 2]
    assert check(assemble(text), constants=(Constant(0, 0, 1.0),)) == []
    assert [v.instruction for v in check(assemble(text), constants=(Constant(0, 0, 0.0),))] == [1, 2]
    # the same if moves pass the literal on
    handed = "acc0 = a0.x; r0.x = acc0; pass = u0.x\npass = pass@1; branch 3\nacc0 = r0.x\nacc0 = r0.x"
    assert [v.instruction for v in check(assemble(handed))] == [2]
    assert check(assemble(handed), constants=(Constant(0, 0, 1.0),)) == []
    # the same if a register holds it, unless a jump arrives in between
    kept = (
        "pass = u0.x; r1.y = pass\nnop\nnop\nacc0 = a0.x; r0.x = acc0; pass = r1.y; branch 5\nacc0 = r0.x\nacc0 = r0.x"
    )
    assert [v.instruction for v in check(assemble(kept))] == [4, 5]
    assert check(assemble(kept), constants=(Constant(0, 0, 1.0),)) == []
    arrived = kept.replace("nop\nnop", "nop\npass = a0.y; branch 3")
    assert [v.instruction for v in check(assemble(arrived), constants=(Constant(0, 0, 1.0),))] == [4, 5]
    # unreachable code is not checked
    assert check(assemble("pass = u0.x; branch 2\nacc0 = mul0@1\nnop"), constants=(Constant(0, 0, 1.0),)) == []


def test_a_register_stored_on_one_path_may_be_read() -> None:
    assert check(assemble("pass = a0.x; branch 4\nacc0 = a0.y; r0.x = acc0\nnop\nnop\nacc0 = r0.x")) == []


def test_values_are_recognised_through_copies() -> None:
    text = (
        "acc0 = a0.x * 1"
        if False
        else (
            "acc0 = a0.x\nmul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1); pass = acc0@1\n"
            "mul01 = complex1(complex@1, mul0@1, complex@1, pass@1)"
        )
    )
    assert check(assemble(text)) == []
    (violation,) = check(assemble(text.replace("pass = acc0@1", "pass = a0.y")))
    assert violation.rule == "sequence"


FACTS: list[tuple[str, Level, list[str]]] = [
    ("acc0 = a0.x; v0.x = acc0", "proven", []),
    ("mul01 = select(a0.x, a0.y, a0.z)", "proven", ["select-order"]),
    ("reg0 = a0\nacc0 = reg0.x@1", "agreed", ["attribute-next"]),
    ("acc0 = u256.x", "agreed", ["far-uniform"]),
    (
        "complex = addr1(a0.x)\nnop\nnop\nnop\nacc0 = u[addr1].x",
        "agreed",
        ["address-registers", "address-unit", "address-truncation"],
    ),
    ("complex = addr0(a0.x); acc0 = a0.y; t[addr0].x = acc0", "agreed", ["temporary-store"]),
    ("complex = addr0(a0.x)\nacc0 = a0.y; t[addr0].x = acc0", "documented", ["temporary-store", "address0-keeps"]),
    ("pass = clamp(a0.x, u0)", "documented", ["clamp-bounds"]),
    ("acc0 = max(a0.x, 0)", "documented", ["identity-beyond-add"]),
    ("acc0 = a0.x + 0", "proven", []),
    ("complex = addr01(a0.x)", "documented", ["address-pair"]),
    ("acc0 = a0.x; pass = a0.y; branch 3\nacc0 = acc0@1\nnop\nnop", "documented", ["fall-through"]),
    (LOOP.format("").replace("v0.x", "r1.x"), "agreed", ["visible-after-branch"]),
    ("nop\n" * 256 + "pass = a0.x; branch 256", "agreed", ["far-branch"]),
]


@pytest.mark.parametrize(("text", "level", "names"), FACTS, ids=[",".join(names) or "none" for _, _, names in FACTS])
def test_facts_that_a_program_relies_on(text: str, level: Level, names: list[str]) -> None:
    code = assemble(text)
    assert [fact.name for fact in facts_used(code)] == names
    for allowed in LEVELS:
        forbidden = [violation for violation in check(code, allowed) if violation.rule == "facts"]
        assert bool(forbidden) == (LEVELS.index(allowed) < LEVELS.index(level))
        for violation in forbidden:
            assert any(f"relies on {name}, which is" in violation.message for name in names)


def test_hostile_flow_is_judged_quickly() -> None:
    """Every instruction stores and jumps: the number of paths explodes, but no path is enumerated."""
    lines = [f"acc0 = r{i % 16}.x; r{(i + 1) % 16}.x = acc0; pass = a0.x; branch {(i * 197) % 512}" for i in range(512)]
    assert {violation.rule for violation in check(assemble("\n".join(lines)))} == {"latency", "unstored"}


def test_the_levels_of_the_record() -> None:
    assert set(LIMA_VP.options["facts"]) == set(LEVELS)
    assert LIMA_VP.options["facts"][0] == "agreed"
