"""The book of legalisation: expansions of operations that the target lacks, and the maker that its rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gpucc.lowering.graph import BOOL, Node, Type
from gpucc.lowering.legalise.compares import COMPARES
from gpucc.lowering.legalise.functions import EXPANSIONS, FUNCTIONS
from gpucc.lowering.logic import truth
from gpucc.lowering.maker import Expansion, Maker, is_const, value_of
from gpucc.rules.engine import Book, Chosen, LiteralTest
from gpucc.rules.facts import Predicate
from gpucc.rules.rewrite import Procedure


class ExpansionMaker:
    """Makes the nodes of right sides: without flags, of operations that the target has or that are expanded in turn."""

    uses: Mapping[Node, int] = {}

    def __init__(self, m: Maker) -> None:
        self.m = m
        # operations that are simplified where they are redundant
        self.tidy: dict[str, Callable[..., Node]] = {
            "bnot": m.invert,
            "band": m.both,
            "bor": m.either,
            "btof": m.number,
            "fneg": m.neg,
            "fabs": m.abs,
            "fmul": m.mul,
        }

    def op(self, origin: Node, op: str, *args: Node, type: Type | None = None, flags: int = 0) -> Node:
        return self.tidy[op](*args) if op in self.tidy else self.m.op(op, *args)

    test = op

    def constant(self, type: Type, value: float) -> Node:
        return truth(self.m.block, bool(value)) if type == BOOL else self.m.const(value)


def expand(m: Maker, rules: Chosen, node: Node) -> Node | None:
    """Return the expansion of an operation, if there is a rule for it."""
    expander = ExpansionMaker(m)
    for name, apply in rules.candidates(node):
        made: Node | None = apply(expander, node)
        if made is not None:
            m.applied[name] += 1
            return made
    return None


def _procedure(op: str, expansion: Expansion) -> Procedure:
    return Procedure(op, (op,), lambda expander, node: expansion(expander.m, *node.args))


def has(op: str) -> LiteralTest:
    return LiteralTest(f"has_{op}", lambda expander: op in expander.m.available)


NUMBER = Predicate("number", lambda x, _: (is_const(x) and value_of(x) == value_of(x)) or x.op == "btof", "ford(v, v)")  # type: ignore[arg-type]
RULES = Book(
    "legalise",
    (*COMPARES, *FUNCTIONS, *(_procedure(op, expansion) for op, expansion in EXPANSIONS.items())),
    {NUMBER.name: NUMBER},
    {test.name: test for test in (has("ceil"), has("copysign"))},
)
