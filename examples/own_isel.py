"""Instruction selection as a library: operations and rules of your own for a shader that llvmlite built.

A small machine multiplies and adds in one operation and has no subtraction. Run it with `python examples/own_isel.py`.
"""

from __future__ import annotations

from llvmlite import ir

import gpucc
from gpucc.isa import FP32, Isa, Op, Operand, RegisterFile
from gpucc.isel import P, Rule, Selector, show_selected

SIGNED = frozenset({"neg"})
A, B, C = (Operand(name, modifiers=SIGNED) for name in "abc")
OPS = (
    Op("mov", 0, (A,), semantics=("a",)),
    Op("add", 1, (A, B), semantics=("fadd(a, b)",)),
    Op("mul", 2, (A, B), semantics=("fmul(a, b)",), cost=2.0),
    # a rule of its own follows from these semantics, too; it costs less than mul and add together
    Op("mad", 3, (A, B, C), semantics=("fadd(fmul(a, b), c)",), cost=2.0),
)
FILES = tuple(
    RegisterFile(role, role, code, {"vertex": role[0]}, {"vertex": 16}, writable=True)
    for code, role in enumerate(("temporary", "input", "uniform", "output"))
)
MACHINE = Isa("mine", "a small machine", ("vertex",), "vertex", FP32, OPS, FILES, (), 4, "flatten", False)
RULES = [
    Rule("difference", P.fsub("x", "y"), "add(x, -y)"),
    Rule("difference from a product", P.fsub(P.fmul("x", "y"), "z"), "mad(x, y, -z)"),
    Rule("twice", P.fmul(2.0, "x"), "add(x, x)"),
]


def interpolation() -> ir.Module:
    """A function that returns 2 a t - b of its three arguments."""
    module, single = ir.Module("own_isel"), ir.FloatType()
    function = ir.Function(module, ir.FunctionType(single, [single] * 3), "k")
    builder = ir.IRBuilder(function.append_basic_block())
    a, b, t = function.args
    twice = builder.fmul(ir.Constant(single, 2.0), a)
    builder.ret(builder.fsub(builder.fmul(twice, t), b))
    return module


def selected() -> str:
    """The selected operations, as text."""
    selector = Selector(MACHINE, RULES)
    lowered = gpucc.lower(interpolation(), MACHINE, ops=selector.neutral_ops, stage="vertex")
    return show_selected(selector.select(lowered.value.entry))


if __name__ == "__main__":
    print(selected())
