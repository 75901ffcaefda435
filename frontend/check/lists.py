"""Lists in braces as first values: `float a[2] = {1.0, 2.0}`. GLSL 4.20 has them, and drivers take them before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpucc.frontend import numbers
from gpucc.frontend.check.base import CheckContext, describe
from gpucc.frontend.check.sizes import completed
from gpucc.frontend.syntax import Expr, ListExpr
from gpucc.frontend.typed import Build, TypedNode
from gpucc.frontend.types import ERROR, ShadingType, array_of, element_of, length_of

if TYPE_CHECKING:
    from gpucc.frontend.check.expressions import ExpressionChecker


class ListChecker:
    """Types the lists by what they are the first value of."""

    def __init__(self, context: CheckContext, expressions: ExpressionChecker) -> None:
        self.context = context
        self.dialect, self.report = context.dialect, context.report
        self.expressions = expressions

    def first_value(self, expr: ListExpr, type: ShadingType) -> TypedNode:
        if not self.context.packs:
            message = f"{self.dialect.name} has no lists in braces: drivers that follow it refuse them"
            self.report.warn(f"{message}, those of #version 420 take them", expr.place)
        return self.listed(expr, type)

    def listed(self, expr: Expr, type: ShadingType) -> TypedNode:
        """A value of the type, made of a list or of an expression. Sizes that the type leaves open are counted."""
        if not isinstance(expr, ListExpr):
            node = self.expressions.value_of(expr)
            return self.context.coerce(node, completed(type, node.type), "this part of the list does not fit")
        wanted = self.parts(expr, type)
        if wanted is None:
            for item in expr.items:
                self.listed(item, ERROR)
            return self.context.nothing(expr.place)
        given = [self.listed(item, one) for item, one in zip(expr.items, wanted, strict=True)]
        if any(one.type is ERROR for one in given):
            return self.context.nothing(expr.place)
        if type.element is not None:
            type = array_of(given[0].type, len(given))
            other = next((one for one in given if one.type != type.element), None)
            if other is not None:
                self.report.error(f"the elements are {type.element} and {other.type}", other.place)
                return self.context.nothing(expr.place)
        known = [(one.type, one.value) for one in given if one.value is not None]
        whole = len(known) == len(given)
        if type.element is not None:
            value = tuple(part for _, values in known for part in values) if whole else None
        else:
            value = numbers.build(type, known) if whole else None
        return Build(expr.place, type, given, value=value)

    def parts(self, expr: ListExpr, type: ShadingType) -> list[ShadingType] | None:
        """The types of the parts that the list must have, or None after a report."""
        count = len(expr.items)
        if type is ERROR:
            return None
        if type.base == "struct":
            wanted = [one.type for one in type.fields]
        elif type.element is not None:
            wanted = [type.element] * (type.length or count)
        else:
            wanted = [element_of(type)] * length_of(type)
        if not wanted or type.holds("opaque"):
            self.report.error(f"{describe(type)} cannot be made of a list in braces", expr.place)
            return None
        if len(wanted) != count:
            what = {"struct": "members", "array": "elements"}.get(
                type.base, "columns" if type.is_matrix else "components"
            )
            self.report.error(f"{type} has {len(wanted)} {what}, but the list has {count}", expr.place)
            return None
        return wanted
