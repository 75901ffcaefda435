"""The selector as a library: a small ISA defined here, with rules of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gpucc
from gpucc.errors import Unsupported
from gpucc.isa.model import FP32, Isa, Op, Operand
from gpucc.isel import P, Rule, Selector, Wanted
from gpucc.isel.text import show_selected
from gpucc.lowering.graph import F32, Block, Node

SIGNED = Operand("a", modifiers=frozenset({"neg", "abs"}))
PLAIN = Operand("b", accepts=frozenset({"temporary", "input"}))
NEGATED = Operand("c", modifiers=frozenset({"neg"}))
SAT = frozenset({"sat"})
OPS = (
    Op("mov", 0, (SIGNED,), semantics=("a",)),
    Op("add", 1, (SIGNED, PLAIN), semantics=("fadd(a, b)",), modifiers=SAT),
    Op("mul", 2, (SIGNED, PLAIN), semantics=("fmul(a, b)",), modifiers=SAT),
    Op("mad", 3, (SIGNED, PLAIN, NEGATED), semantics=("fadd(fmul(a, b), c)",), cost=1.5),
    Op("max", 4, (SIGNED, PLAIN), semantics=("fmax(a, b)",)),
    Op("min", 5, (SIGNED, PLAIN), semantics=("fmin(a, b)",)),
    Op("flr", 6, (SIGNED,), semantics=("floor(a)",)),
)
TOY = Isa("toy", "Toy", ("vertex",), "vertex", FP32, OPS, (), (), lanes=1, flow="branches", loops=True)
RULES = (
    Rule("subtract", P.fsub("x", "y"), "add(-y, x)"),
    Rule("multiply and subtract", P.fsub(P.fmul("x", "y"), "z"), "mad(x, y, -z)"),
    Rule("twice", P.fmul(2.0, "x"), "add(x, x)"),
)

Build = Callable[..., Node]


def select(build: Callable[[Build, Node, Node, Node], Node]) -> str:
    """`build` receives a maker of nodes, inputs x and y, and uniform u."""
    block = Block("entry")

    def make(op: str, *args: Node | float) -> Node:
        return block.make(op, F32, tuple(a if isinstance(a, Node) else block.make("const", F32, (), a) for a in args))

    leaves = [
        block.make("input", F32, (), (0, 0)),
        block.make("input", F32, (), (1, 0)),
        block.make("uniform", F32, (), (0, 0)),
    ]
    return show_selected(Selector(TOY, RULES).select(Wanted({(0, 0): build(make, *leaves)})))


CASES: list[tuple[Callable[..., Node], str]] = [
    (lambda m, x, y, u: m("fadd", m("fneg", x), y), "add -in0.x, in1.x"),
    (lambda m, x, y, u: m("fmul", m("fneg", m("fabs", u)), y), "mul -|u0.x|, in1.x"),
    (lambda m, x, y, u: m("fabs", m("fneg", m("fneg", x))), "mov |in0.x|"),
    (lambda m, x, y, u: m("fadd", x, u), "add u0.x, in0.x"),  # the first operand takes the uniform
    (lambda m, x, y, u: m("fmin", m("fmax", m("fadd", x, y), 0.0), 1.0), "add.sat in0.x, in1.x"),
    (lambda m, x, y, u: m("fadd", m("fmul", x, u), m("fneg", y)), "mad u0.x, in0.x, -in1.x"),
    (lambda m, x, y, u: m("fsub", m("fmul", x, y), m("fneg", u)), "mad in0.x, in1.x, u0.x"),
    (lambda m, x, y, u: m("fsub", x, m("fneg", m("fabs", y))), "add |in1.x|, in0.x"),
    (lambda m, x, y, u: m("fmul", x, 2.0), "add in0.x, in0.x"),
    (lambda m, x, y, u: m("fsub", x, 3.0), "add -3.0, in0.x"),
]


@pytest.mark.parametrize(("build", "code"), CASES)
def test_one_instruction(build: Callable[..., Node], code: str) -> None:
    assert select(build) == f"t0 = {code}\nout0.x = t0\n"


def test_moves_where_no_form_fits() -> None:
    assert select(lambda m, x, y, u: m("fmax", u, m("fadd", u, u))) == (
        "t0 = mov u0.x\nt1 = add u0.x, t0\nt2 = max u0.x, t1\nout0.x = t2\n"
    )


def test_nothing_to_saturate() -> None:
    assert select(lambda m, x, y, u: m("fmin", m("fmax", x, 0.0), 1.0)).count("=") == 3


@pytest.mark.parametrize("expression", ["floor(p)", "fract(p)", "sin(p)", "mod(p, 2.0)", "sign(p)", "vec4(int(p.x))"])
def test_a_machine_that_lacks_too_much_is_told_so(expression: str) -> None:
    """Comparisons are made of floors and floors of comparisons, which went round until Python's stack ended."""
    source = f"attribute vec4 p; void main() {{ gl_Position = {expression}; }}"
    with pytest.raises(Unsupported, match="the target has no way to compute"):
        gpucc.lower(source, TOY, ops=frozenset({"fadd", "fmul", "fneg", "fmax"}), stage="vertex")
