"""Checking of the parts of values: members of structs, swizzles, and elements by index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpucc.frontend import numbers
from gpucc.frontend.advice import FIRST_COLOUR, MORE_COLOURS
from gpucc.frontend.check.base import CheckContext, describe
from gpucc.frontend.check.predefined import COLORS, MOST_COLORS
from gpucc.frontend.extensions import GPU_5
from gpucc.frontend.syntax import IndexExpr, Member
from gpucc.frontend.typed import At, MemberNode, SwizzleNode, TypedNode, Values, variable_of
from gpucc.frontend.types import ERROR, ShadingType, element_of, length_of, numeric

if TYPE_CHECKING:
    from gpucc.frontend.check.expressions import ExpressionChecker

LANES = {"0": 4, "1": 5}


class PartChecker:
    """Types accesses to a part of a value."""

    def __init__(self, context: CheckContext, expressions: ExpressionChecker) -> None:
        self.context = context
        self.dialect = context.dialect
        self.report = context.report
        self.expressions = expressions

    def member(self, expr: Member) -> TypedNode:
        node = self.expressions.value_of(expr.object)
        if node.type is ERROR:
            return node
        type = node.type
        if type.base == "struct":
            for index, one in enumerate(type.fields):
                if one.name == expr.name:
                    value = _slice(node, sum(f.type.size for f in type.fields[:index]), one.type)
                    return self.expressions.seen(MemberNode(expr.place, one.type, node, index, value=value))
            known = ", ".join(one.name for one in type.fields)
            self.report.error(f"{type} has no member `{expr.name}`", expr.at, f"its members are {known}")
            return self.context.nothing(expr.place)
        scalars = self.dialect.constant_components or self.context.packs
        if not (type.is_vector or (type.is_scalar and scalars)):
            note = "floats have no components" if type.is_scalar else ""
            self.report.error(f"{describe(type)} has no member `{expr.name}`", expr.at, note)
            return self.context.nothing(expr.place)
        return self.swizzle(expr, self.context.firm(node))

    def swizzle(self, expr: Member, node: TypedNode) -> TypedNode:
        rows, text = node.type.rows, expr.name
        if rows == 1 and text in ("x", "r", "s", "L"):
            return node
        letters = text.replace("0", "").replace("1", "") if self.dialect.constant_components else text
        alphabet = next(
            (one for one in self.dialect.swizzles if letters and all(letter in one for letter in letters)), None
        )
        if alphabet is None:
            known = letters and all(letter in "".join(self.dialect.swizzles) for letter in letters)
            note = (
                "letters of different sets cannot be mixed"
                if known
                else f"components are named {', '.join(self.dialect.swizzles)}"
            )
            self.report.error(f"`{text}` names no components", expr.at, note)
            return self.context.nothing(expr.place)
        if len(text) > 4:
            self.report.error(f"`{text}` names {len(text)} components; a vector has at most 4", expr.at)
            return self.context.nothing(expr.place)
        lanes = tuple(LANES[letter] if letter in LANES else alphabet.index(letter) for letter in text)
        beyond = next((i for i, lane in enumerate(lanes) if rows <= lane < 4), None)
        if beyond is not None:
            self.report.error(f"{node.type} has no component `{text[beyond]}`", expr.at)
            return self.context.nothing(expr.place)
        value = None
        if node.value is not None:
            value = numbers.convert_all(
                tuple(node.value[lane] if lane < 4 else lane - 4 for lane in lanes), node.type.base
            )
        return self.expressions.seen(
            SwizzleNode(expr.place, numeric(node.type.base, len(lanes)), node, lanes, value=value)
        )

    def index(self, expr: IndexExpr) -> TypedNode:
        node, index = self.expressions.value_of(expr.object), self.expressions.value_of(expr.index)
        if node.type is ERROR or index.type is ERROR:
            return self.context.nothing(expr.place)
        length = length_of(node.type)
        if not length:
            self.report.error(f"{describe(node.type)} cannot be indexed", expr.place)
            return self.context.nothing(expr.place)
        if not index.type.is_integer or not index.type.is_scalar:
            note = "convert it: int(...)" if index.type.is_float and index.type.is_scalar else ""
            self.report.error(f"an index must be an int, not {describe(index.type)}", index.place, note)
            return self.context.nothing(expr.place)
        type = element_of(node.type)
        index = self.context.firm(index)
        if index.value is None:
            return self.open_index(expr, node, index, type)
        at = int(index.value[0])
        if not 0 <= at < length:
            root = variable_of(node)
            colors = root is not None and root.name == COLORS and at > 0
            note = (MORE_COLOURS if at >= MOST_COLORS else FIRST_COLOUR) if colors else ""
            self.report.error(
                f"the index {at} is outside {node.type}: it goes from 0 to {length - 1}", index.place, note
            )
            return self.context.nothing(expr.place)
        return self.expressions.seen(At(expr.place, type, node, index, value=_slice(node, at * type.size, type)))

    def open_index(self, expr: IndexExpr, node: TypedNode, index: TypedNode, type: ShadingType) -> TypedNode:
        symbol = variable_of(node)
        first = 320 if self.dialect.es else 400
        if self.context.is_block(node) and self.dialect.version < first and GPU_5 not in self.context.extensions:
            self.report.error(
                "blocks are indexed by constants here",
                index.place,
                f"from #version {'320 es' if self.dialect.es else first} on, any index is one",
            )
        if symbol is not None:
            symbol.indexed = True
        return At(expr.place, type, node, index)


def _slice(node: TypedNode, start: int, type: ShadingType) -> Values | None:
    return node.value[start : start + type.size] if node.value is not None else None
