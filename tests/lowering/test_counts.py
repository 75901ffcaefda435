"""Counts of zeros and ones, compared with LLVM's own on every target, for numbers of several widths and ranges."""

from __future__ import annotations

import numpy as np
import pytest
from evaluate import evaluate
from legal import E24, graph_of, integers, legal

from gpucc import driver
from gpucc.lowering.graph import integer

COUNTS = {
    "ctlz": lambda x, bits: bits - x.bit_length(),
    "cttz": lambda x, bits: (x & -x).bit_length() - 1 if x else bits,
    "ctpop": lambda x, bits: x.bit_count(),
}


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("op", COUNTS)
def test_counts_in_floats(op: str, bits: int) -> None:
    """Corner numbers, powers of two and their neighbours; negative numbers have their highest bits."""
    powers = [s * 2**k + d for k in range(min(bits, 25) - 1) for d in (-1, 0, 1) for s in (-1, 1)]
    x = np.array([n for n in [*powers, *integers(bits, 200).tolist()] if abs(n) <= E24], np.int64)
    graph = legal(graph_of(op, integer(bits), [integer(bits)]))
    found = evaluate(graph, {(0, 0): x.astype(np.float32)}).outputs[0, 0]
    assert found.tolist() == [COUNTS[op](int(n) % 2**bits, bits) for n in x]


def kernel(op: str, type: str, before: str, argument: str) -> str:
    extra = "" if op == "ctpop" else ", i1 " + argument
    mark = "" if op == "ctpop" else ", i1"
    short = type if type[0] == "i" else "v" + type[1:-1].replace(" x ", "")
    return f"""
define {type} @k({type} %a) {{
{before}
  %r = call {type} @llvm.{op}.{short}({type} %x{extra})
  ret {type} %r
}}
declare {type} @llvm.{op}.{short}({type}{mark})
"""


KERNELS = {
    "any number": ("i32", "  %x = add i32 %a, 0"),
    "a number known to be small": ("i32", "  %x = and i32 %a, 1023"),
    "a number that is never zero": ("i32", "  %m = and i32 %a, 255\n  %x = or i32 %m, 16"),
    "a multiple of eight": ("i32", "  %m = and i32 %a, 31\n  %x = shl i32 %m, 3"),
    "a vector": ("<4 x i32>", "  %x = add <4 x i32> %a, zeroinitializer"),
}


@pytest.mark.parametrize("op", COUNTS)
@pytest.mark.parametrize(
    ("isa", "stage", "name"),
    [
        *(("agal", "vertex", name) for name in KERNELS),
        ("lima-vp", "vertex", "any number"),
        ("pica200", "vertex", "any number"),
        ("lima-pp", "fragment", "any number"),
        ("agsl", "fragment", "any number"),
    ],
)
def test_counts_on_targets(isa: str, stage: driver.Stage, op: str, name: str) -> None:
    type, before = KERNELS[name]
    program = driver.compile(kernel(op, type, before, "true"), isa, stage=stage, verify=64)
    assert program.verified is not None
    assert program.verified["compared"] > 16


def test_the_logarithm_is_shorter_than_comparisons() -> None:
    program = driver.compile(kernel("ctlz", "i32", "  %x = add i32 %a, 0", "false"), "agal", stage="vertex")
    assert program.stats["instructions"] <= 30
