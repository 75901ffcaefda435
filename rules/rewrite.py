"""Rewriting rules on the neutral graph as records: the right side replaces the left side.

    Rewrite("add a negation", "fadd(x, fneg(y))", "fsub(x, y)")

left   an op over operands, each of them one of
         x           any value; a second x is the same node
         K           a literal: names in capitals
         x@whole     a value for which a predicate holds; several may follow one another
         c:b         a value of this kind (f, i, b)
         0.0         exactly this literal, bit by bit; `true` and `false` among booleans
         op(...)     a nested op; `op(...){nsz nnan}` must carry these flags, `m=op(...)` is called m
right  a value of the left side, a literal, or ops over such (`rules.semantics`), where
         {fneg(K)}   is computed at once, from literals alone
         op(...)     has the flags and the location of the left side's outermost op
         op~m(...)   has those of m, and if it is the same op, its order of operands
         op~&m(...)  has the flags that both the outermost op and m carry
         op~0(...)   has no flags
guard  a neutral expression over literals, `same(K, L)`, or a named test of the book
flags  fast-math flags of the outermost op
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gpucc.errors import UsageError
from gpucc.isa.neutral import FLAG_NAMES, VOCABULARY
from gpucc.records import dataclass
from gpucc.rules.pattern import LiteralPattern, Match, Operation, Pattern, walk
from gpucc.rules.semantics import Call, Computed, Expr, ExpressionReader, children, parse

TRUTHS = {"true": 1.0, "false": 0.0}


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One rule. `why` is the reason, for readers of reports; `licence` justifies a rule that has no proof."""

    name: str
    left: str
    right: str
    guard: str = ""
    flags: int = 0
    why: str = ""
    licence: str = ""

    @property
    def pattern(self) -> Operation:
        root = read_left(self.left)
        return replace(root, flags=root.flags | self.flags) if self.flags else root

    @property
    def ops(self) -> tuple[str, ...]:
        """The outermost op, found without parsing the rest: most rules are never needed."""
        return (self.left.partition("(")[0].rpartition("=")[2].strip(),)

    @property
    def makes(self) -> frozenset[str]:
        """The ops of the nodes that the right side creates."""
        return frozenset(_made(parse(self.right)))


@dataclass(frozen=True, slots=True)
class Procedure:
    """A rule that no pattern can express: a function of the maker of nodes and a node with one of these ops.

    It returns a better node or None. It has no proof; `licence` names what shows that it is correct.
    """

    name: str
    ops: tuple[str, ...]
    function: Callable[[Any, Any], Any]
    licence: str = ""
    makes: frozenset[str] = frozenset()


def _made(expr: Expr) -> list[str]:
    if isinstance(expr, Computed):
        return []
    own = [expr.name] if isinstance(expr, Call) else []
    return own + [name for child in children(expr) for name in _made(child)]


@lru_cache(maxsize=4096)
def read_left(text: str) -> Operation:
    reader = _LeftReader(text)
    found = reader.pattern()
    reader.expect("")
    if not isinstance(found, Operation):
        raise UsageError(f"rule '{text}': the left side is an op")
    return found


class _LeftReader(ExpressionReader):
    def pattern(self) -> Pattern:
        kind, word = self.take()
        if kind == "number":
            return LiteralPattern(float(word))
        if kind != "name":
            raise self.error(word)
        if word in TRUTHS:
            return LiteralPattern(TRUTHS[word])
        if self.peek() == "=":
            self.take()
            inner = self.pattern()
            if not isinstance(inner, Operation):
                raise self.error(word)
            return replace(inner, name=word)
        return self._operation(word) if self.peek() == "(" else self._match(word)

    def _operation(self, op: str) -> Operation:
        if op not in VOCABULARY:
            raise UsageError(f"rule '{self.text}': no neutral op is called {op!r}")
        args: list[Pattern] = []
        self.expect("(")
        while self.peek() != ")":
            args.append(self.pattern())
            if self.peek() != ")":
                self.expect(",")
        self.expect(")")
        if VOCABULARY[op].arity not in (-1, len(args)):
            raise UsageError(f"rule '{self.text}': {op} has {VOCABULARY[op].arity} operands, not {len(args)}")
        return Operation(op, tuple(args), self._flags())

    def _flags(self) -> int:
        flags = 0
        if self.peek() == "{":
            self.take()
            while (word := self.take()[1]) != "}":
                if word not in FLAG_NAMES:
                    raise UsageError(
                        f"rule '{self.text}': no flag is called {word!r}", notes=(f"flags: {', '.join(FLAG_NAMES)}",)
                    )
                flags |= FLAG_NAMES[word]
        return flags

    def _match(self, name: str) -> Match:
        where = ["constant"] if name.isupper() else []
        while self.peek() == "@":
            self.take()
            where.append(self.take()[1])
        kind = None
        if self.peek() == ":":
            self.take()
            kind = self.take()[1]
        return Match(name, tuple(where), kind)


def named(p: Pattern) -> dict[str, Operation]:
    """Return the ops of a left side that have names."""
    return {q.name: q for q in walk(p) if isinstance(q, Operation) and q.name}
