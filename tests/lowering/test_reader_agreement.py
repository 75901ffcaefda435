"""For every instruction of realistic and of contrived IR, the reader agrees with llvmlite's own objects."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import pytest

from gpucc.lowering.llvm import (
    LlvmInstruction,
    Module,
)
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell

FUNCLETS = ("cleanuppad", "catchpad", "catchswitch", "cleanupret", "catchret")
HERE = Path(__file__).parent
FIXTURES = sorted(HERE.glob("fixtures/*.ll"))
KERNELS = sorted(HERE.parent.glob("kernels/*.ll"))


def operand_count(instruction: LlvmInstruction) -> int:
    """The number of operands of LLVM's object: labels and callee are operands there, a switch's case values are not."""
    match instruction.op:
        case "phi":
            return len(instruction.operands)
        case "alloca":
            return max(1, len(instruction.operands))
        case "switch":
            return 1 + len(instruction.labels)
    return len(instruction.operands) + len(instruction.labels) + (instruction.callee is not None)


def check(text: str) -> tuple[int, Module]:
    """Parse `text`, read the canonical form, and assert that both agree; returns the number of instructions and the
    module."""
    reference = llvm.parse_assembly(text, llvm.create_context())
    reference.verify()
    printed = str(reference)
    module = read(printed)
    assert essence(module.text()) == essence(printed), "every line is there, as it stood"
    assert {f.name for f in reference.functions if f.name} <= set(module.functions)
    assert {g.name for g in reference.global_variables if g.name} <= set(module.globals)
    count = 0
    for function in reference.functions:
        mine = module.functions[function.name]
        assert [a.name for a in function.arguments if a.name] == [
            p.name for p in mine.parameters if not p.name.isdigit()
        ]
        blocks = list(function.blocks)
        assert len(blocks) == len(mine.blocks)
        for block, read_block in zip(blocks, mine.blocks, strict=True):
            assert not block.name or block.name == read_block.name.strip('"')
            theirs = list(block.instructions)
            assert len(theirs) == len(read_block.instructions), (function.name, block.name)
            for a, b in zip(theirs, read_block.instructions, strict=True):
                agree(a, b)
            count += len(theirs)
    return count, module


def essence(text: str) -> list[str]:
    """The significant lines; a statement spread over several lines becomes one."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith(("   ", "  ]")) and line.lstrip()[:1] != "#":
            lines[-1] += f" {line.strip()}"
        elif line and not line.startswith(";"):
            lines.append(line)
    return lines


def agree(reference: llvm.ValueRef, mine: LlvmInstruction) -> None:
    text = str(reference)
    assert reference.opcode == mine.op, text
    assert not reference.name or reference.name == mine.name, text
    if "%" not in str(reference.type):
        assert str(reference.type) == spell(mine.type), text
    if "bundles" not in " ".join(mine.attributes) and mine.op not in FUNCLETS:
        assert len(list(reference.operands)) == operand_count(mine), text


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_fixture_agrees_with_llvm(path: Path) -> None:
    count, _ = check(path.read_text())
    assert count > 5


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernel_agrees_with_llvm(path: Path) -> None:
    check(path.read_text())
