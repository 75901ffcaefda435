"""The context in which simplification rules run: a rule gets one node and may return a better one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import field

from gpucc.errors import Location
from gpucc.isa.model import Format
from gpucc.isa.neutral import LEAVES, OPS
from gpucc.lowering.fold import fold, round_to, wrap
from gpucc.lowering.graph import BOOL, Block, Node, Type
from gpucc.records import dataclass
from gpucc.rules.engine import Chosen

COMMUTATIVE = frozenset(name for name, record in OPS.items() if record.commutative)


class Lacking(Exception):
    """A rule needs an operation that the target does not have, so the rule does not apply."""


@dataclass(frozen=True, slots=True)
class RuleKit:
    """The rules, and the facts about the target that they need.

    `available` limits the operations that rules may create; None for all. `format` is that of the target's constants.
    `limits`: it can keep a result from being negative at no cost. `applied` counts the improvements of each rule by
    name.
    """

    rules: Chosen
    available: frozenset[str] | None
    format: Format
    applied: Counter[str]
    limits: bool = False


@dataclass(slots=True)
class Simplifier:
    """Makes nodes in `block`, each simplified at once by the rules of its operation."""

    kit: RuleKit
    entry: Block
    block: Block
    done: dict[Node, Node] = field(default_factory=dict)
    # the number of readers of each value in the old graph
    uses: Counter[Node] = field(default_factory=Counter)

    def make(
        self,
        op: str,
        type: Type,
        args: tuple[Node, ...],
        attr: Hashable = None,
        flags: int = 0,
        location: Location | None = None,
    ) -> Node:
        if args:
            if len(args) == 2 and op in COMMUTATIVE:
                args = self._ordered(op, type, args, flags)
            if args[0].op == "const" and (value := fold(op, type, args)) is not None:
                return self.constant(type, value)
        node = (self.block if args else self.entry).make(op, type, args, attr, flags, location)
        found = self.done.get(node)
        if found is None:
            # a rule that leads back here, which is possible when another rule is disabled, finds the node as it is
            self.done[node] = node
            found = self.done[node] = self._simplified(node) if args else node
        return found

    def _ordered(self, op: str, type: Type, args: tuple[Node, ...], flags: int) -> tuple[Node, ...]:
        """Put constants second; otherwise take the order that already exists."""
        a, b = args
        if a.op == "const" or b.op == "const":
            return (b, a) if b.op != "const" else args
        return (b, a) if (op, type, (b, a), None, flags) in self.block.known else args

    def _simplified(self, node: Node) -> Node:
        for name, apply in self.kit.rules.candidates(node):
            try:
                better: Node | None = apply(self, node)
            except Lacking:
                continue
            if better is not None and better is not node:
                self.kit.applied[name] += 1
                return better
        return node

    # for rules --------------------------------------------------------------------------------------------------------

    def op(self, origin: Node, op: str, *args: Node, type: Type | None = None, flags: int | None = None) -> Node:
        """Return a node in place of `origin`, with its type and flags unless others are given."""
        available = self.kit.available
        if available is not None and op not in available and op not in LEAVES:
            raise Lacking
        return self.make(op, type or origin.type, args, None, origin.flags if flags is None else flags, origin.location)

    def test(self, origin: Node, op: str, *args: Node, flags: int | None = None) -> Node:
        return self.op(origin, op, *args, type=BOOL, flags=flags)

    def constant(self, type: Type, value: int | float | bool) -> Node:
        if type.kind == "f":
            return self.entry.make("const", type, (), round_to(float(value), type))
        return self.entry.make("const", type, (), wrap(int(value), type))

    def folded(self, op: str, type: Type, *args: Node) -> Node:
        """Return the literal result of an operation on literals; that of a comparison is a boolean."""
        kind = BOOL if OPS[op].result == "b" else type
        value = fold(op, kind, args)
        if value is None:
            raise Lacking
        return self.constant(kind, value)

    def holds(self, value: float) -> bool:
        """Return whether the target can represent the constant: neither as an infinity nor as a subnormal number."""
        return value == 0 or self.kit.format.least <= abs(value) <= self.kit.format.greatest
