"""The language of rewriting records, and the books that apply them."""

from __future__ import annotations

import pytest

from gpucc.errors import UsageError
from gpucc.isa.neutral import NNAN, NSZ, REASSOC
from gpucc.lowering.graph import F32, Block, Node
from gpucc.lowering.simplify.facts import PREDICATES
from gpucc.lowering.simplify.simplify import RULES
from gpucc.rules.engine import Book
from gpucc.rules.pattern import LiteralPattern, Match, Operation
from gpucc.rules.rewrite import Rewrite, read_left


def test_a_left_side_is_read() -> None:
    p = read_left("fadd(m=fmul(x@number@plus, K){nnan nsz}, select(c:b, -0.0, x))")
    product = Operation("fmul", (Match("x", ("number", "plus")), Match("K", ("constant",))), NNAN | NSZ, name="m")
    choice = Operation("select", (Match("c", (), "b"), LiteralPattern(-0.0), Match("x")))
    assert p == Operation("fadd", (product, choice))
    assert read_left("band(c, true)").args[1] == LiteralPattern(1.0)


def test_flags_of_a_record_are_those_of_its_outermost_op() -> None:
    rule = Rewrite("r", "fadd(fmul(x, y){nsz}, z)", "fsub(x, fneg({fadd(1.0, 2.0)}))", flags=REASSOC)
    assert rule.pattern.flags == REASSOC
    assert rule.pattern.args[0].flags == NSZ  # type: ignore[union-attr]
    assert rule.makes == {"fsub", "fneg"}


@pytest.mark.parametrize(
    ("left", "message"),
    [
        ("x", "the left side is an op"),
        ("fmad(x, y)", "no neutral op is called 'fmad'"),
        ("fadd(x)", "fadd has 2 operands, not 1"),
        ("fadd(x, y){fast}", "no flag is called 'fast'"),
        ("fadd(m=x, y)", "unexpected 'm'"),
        ("fadd(x y)", "unexpected 'y'"),
    ],
)
def test_a_wrong_left_side_is_refused(left: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _ = Rewrite("r", left, "x").pattern


class Maker:
    """The minimum that a book needs to make nodes."""

    def __init__(self) -> None:
        self.block = Block("entry")
        self.uses: dict[Node, int] = {}

    def op(self, origin: Node, op: str, *args: Node, type: object, flags: int) -> Node:
        return self.block.make(op, F32, args, None, flags, origin.location)


def applied(rule: Rewrite, node: Node) -> Node | None:
    maker = Maker()
    found = [apply(maker, node) for _, apply in Book("b", (rule,), PREDICATES).chosen().candidates(node)]
    return next((better for better in found if better is not None), None)


def test_where_flags_come_from() -> None:
    block = Block("entry")
    x, y, z = (block.make("input", F32, attr=(0, k)) for k in range(3))
    node = block.make("fadd", F32, (block.make("fmul", F32, (x, y), flags=NNAN | NSZ), z), flags=NSZ | REASSOC)
    for right, flags in (
        ("fsub(a, b)", NSZ | REASSOC),
        ("fsub~m(a, b)", NNAN | NSZ),
        ("fsub~&m(a, b)", NSZ),
        ("fsub~0(a, b)", 0),
    ):
        better = applied(Rewrite("r", "fadd(m=fmul(a, b), c)", right), node)
        assert better is not None
        assert (better.op, better.args, better.flags) == ("fsub", (x, y), flags)


def test_an_op_that_stays_keeps_its_order() -> None:
    block = Block("entry")
    x, y, z = (block.make("input", F32, attr=(0, k)) for k in range(3))
    minus = block.make("fneg", F32, (x,))
    rule = Rewrite("r", "fadd(z, m=fmul(fneg(a), b))", "fsub(z, fmul~m(a, b))")
    for factors, order in (((minus, y), (x, y)), ((y, minus), (y, x))):
        better = applied(rule, block.make("fadd", F32, (z, block.make("fmul", F32, factors))))
        assert better is not None
        assert better.args[1].args == order


def test_rules_that_make_what_is_missing_and_disabled_ones_are_left_out() -> None:
    block = Block("entry")
    x, y = (block.make("input", F32, attr=(0, k)) for k in range(2))
    node = block.make("fadd", F32, (x, block.make("fneg", F32, (y,))))
    names = [name for name, _ in RULES.chosen().candidates(node)]
    assert "add a negation" in names
    assert "add a negation" not in [name for name, _ in RULES.chosen(frozenset({"fadd", "fneg"})).candidates(node)]
    rest = [name for name, _ in RULES.chosen(None, frozenset({"add a negation"})).candidates(node)]
    assert rest == [name for name in names if name != "add a negation"]


def test_a_book_refuses_two_rules_of_one_name() -> None:
    rule = Rewrite("twice", "fadd(x, y)", "x")
    with pytest.raises(UsageError, match="two rules are called 'twice'"):
        Book("b", (rule, rule), {})


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Rewrite("r", "fneg(x)", "z"), "nothing on the left is called 'z'"),
        (Rewrite("r", "fneg(x@pretty)", "x"), "no predicate is called 'pretty'"),
        (Rewrite("r", "fneg(x)", "frc(x)"), "cannot stand on the right"),
        (Rewrite("r", "fneg(K)", "K", "pretty(K)"), "not computed from literals"),
    ],
)
def test_a_wrong_right_side_is_refused(rule: Rewrite, message: str) -> None:
    block = Block("entry")
    literal = block.make("const", F32, attr=1.0)
    with pytest.raises(UsageError, match=message):
        applied(rule, block.make("fneg", F32, (literal,)))
