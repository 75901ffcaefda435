"""Checking of expressions: operators, swizzles, members, indices. Constant expressions are evaluated at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpucc.frontend import numbers
from gpucc.frontend.check.base import CheckContext, describe
from gpucc.frontend.check.calls import CallChecker
from gpucc.frontend.check.literals import literal
from gpucc.frontend.check.parts import PartChecker
from gpucc.frontend.check.simplify import NOTHING, has_zero, is_all, is_resized, same_tree, simplify
from gpucc.frontend.check.sizes import ArraySizes
from gpucc.frontend.check.version import TO_14
from gpucc.frontend.places import Place
from gpucc.frontend.syntax import (
    AssignExpr,
    BinaryExpr,
    BrokenExpr,
    CallExpr,
    Choose,
    Expr,
    IndexExpr,
    Member,
    NameExpr,
    NumberExpr,
    Truth,
    Unary,
)
from gpucc.frontend.typed import (
    Count,
    Follow,
    Invert,
    Lazy,
    Literal,
    Operate,
    ReadNode,
    Select,
    StoreNode,
    Symbol,
    TypedNode,
    Values,
)
from gpucc.frontend.types import (
    BOOL,
    ERROR,
    FLOAT_LITERAL,
    INT_LITERAL,
    ShadingType,
    firm,
    numeric,
)

PRODUCT = "a product with a matrix needs a vector as long as the matrix is wide"
PRODUCTS = "a product of matrices needs as many columns on the left as rows on the right"
BITWISE = ("&", "|", "^", "%")
SHIFTS = ("<<", ">>")


class ExpressionChecker:
    """Types every node of an expression and evaluates constants."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self.dialect = context.dialect
        self.report = context.report
        self.calls = CallChecker(context, self)
        self.parts = PartChecker(context, self)
        self.sizes = ArraySizes(context, self.check)

    def check(self, expr: Expr) -> TypedNode:
        return CHECKS[type(expr)](self, expr)

    def value_of(self, expr: Expr) -> TypedNode:
        """Check an expression that must have a value."""
        node = self.check(expr)
        if node.type.base == "void":
            self.report.error("this has no value: the function returns nothing", node.place)
            return self.context.nothing(expr.place)
        return node

    def condition(self, expr: Expr, what: str) -> TypedNode:
        return self.context.coerce(self.value_of(expr), BOOL, f"the condition of {what} must be one bool")

    # leaves ----------------------------------------------------------------------------------------------------------

    def number(self, expr: NumberExpr) -> TypedNode:
        found = literal(expr.text, self.dialect)
        if found.error:
            self.report.error(found.error, expr.place, found.note)
            return self.context.nothing(expr.place)
        if found.warning:
            self.report.warn(found.warning, expr.place)
        return Literal(expr.place, found.type, value=(found.value,))

    def truth(self, expr: Truth) -> TypedNode:
        return Literal(expr.place, BOOL, value=(expr.value,))

    def name(self, expr: NameExpr) -> TypedNode:
        found = self.context.find(expr.name)
        if isinstance(found, Symbol):
            found.read = True
            uses = self.context.current.uses if self.context.current is not None else self.context.outside
            uses[found] = None
            if found.type.base == ERROR.base:
                if found.type is not ERROR:
                    self.context.absent.append((found, expr.place, self.context.current))
                return self.context.nothing(expr.place)
            return ReadNode(expr.place, found.type, found, value=found.value)
        if isinstance(found, ShadingType):
            self.report.error(
                f"the type `{expr.name}` is no value", expr.place, f"a constructor has arguments: {expr.name}(...)"
            )
        elif expr.name in self.context.functions or expr.name in self.context.builtins:
            self.report.error(f"the function `{expr.name}` is no value", expr.place, f"call it: {expr.name}(...)")
        elif (self.context.current, expr.name) not in self.context.unknown:
            # reported once per function
            self.context.unknown.add((self.context.current, expr.name))
            self.report.error(f"`{expr.name}` is not declared", expr.place, self.context.other_name(expr.name))
        return self.context.nothing(expr.place)

    def broken(self, expr: BrokenExpr) -> TypedNode:
        return self.context.nothing(expr.place)

    # operators -------------------------------------------------------------------------------------------------------

    def binary(self, expr: BinaryExpr) -> TypedNode:
        """Check a chain of operators. It is walked along its left spine without recursion, since sums may be long."""
        spine = [expr]
        while isinstance(spine[-1].left, BinaryExpr):
            spine.append(spine[-1].left)
        left = self.check(spine[-1].left) if spine[-1].op == "," else self.value_of(spine[-1].left)
        for one in reversed(spine):
            left = (
                self.follow(one, left)
                if one.op == ","
                else self.operate(one.place, one.op, left, self.value_of(one.right))
            )
        return left

    def follow(self, expr: BinaryExpr, left: TypedNode) -> TypedNode:
        right = self.check(expr.right)
        if left.type.holds("opaque") or right.type.holds("opaque"):
            # samplers can only be indexed, selected from structs and passed as arguments (4.1.7)
            return self.mismatch(expr.place, ",", left, right)
        # a sequence of constants is a constant in GLSL ES 1.00 (5.10), but not in GLSL ES 3.00 (4.3.3); AGSL never
        # folds it
        constant = self.dialect.constant_sequences and not self.dialect.simplifies
        known = left.value is not None and constant
        return Follow(expr.place, right.type, left, right, value=right.value if known else None)

    def operate(self, at: Place, op: str, left: TypedNode, right: TypedNode) -> TypedNode:
        if left.type is ERROR or right.type is ERROR:
            return self.context.nothing(at)
        if op in ("&&", "||", "^^"):
            return self.logic(at, op, left, right)
        if op in ("==", "!="):
            return self.equality(at, op, left, right)
        if op in ("<", ">", "<=", ">="):
            base = self.context.common_base(left.type, right.type)
            if base is None or base == "bool" or not (left.type.is_scalar and right.type.is_scalar):
                vectors = left.type.is_vector or right.type.is_vector
                note = (
                    "compare vectors with lessThan(), greaterThan() and the like"
                    if vectors
                    else self.mixing(left, right)
                )
                return self.mismatch(at, op, left, right, note)
            literal = left.type.number < 0 and right.type.number < 0
            return self.made(at, op, BOOL, self.based(left, base, not literal), self.based(right, base, not literal))
        return self.arithmetic(at, op, left, right)

    def mismatch(self, place: Place, op: str, left: TypedNode, right: TypedNode, note: str = "") -> TypedNode:
        self.report.error(f"`{op}` cannot take {describe(left.type)} and {describe(right.type)}", place, note)
        return self.context.nothing(place)

    def mixing(self, left: TypedNode, right: TypedNode) -> str:
        """Advice where a float and an integer are combined."""
        for node, other in ((left, right), (right, left)):
            if node.type.is_integer and other.type.is_float:
                return (
                    f"write {node.value[0]}.0"
                    if node.value is not None and node.type.is_scalar
                    else "convert the integer: float(...)"
                )
        return ""

    def based(self, node: TypedNode, base: str, firm_number: bool = False) -> TypedNode:
        """Convert an operand to the common base type. With `firm_number`, the other operand is not a literal, so a
        literal must fit in its type."""
        type = numeric(base, node.type.rows, node.type.columns)
        if node.type == type:
            return node
        if node.type.number < 0 and node.type.base == base:
            if firm_number and node.value is not None:
                self.context.check_range(node.value, type, node.place)
            return node
        return self.context.cast(node, type)

    def made(self, place: Place, op: str, type: ShadingType, left: TypedNode, right: TypedNode) -> TypedNode:
        value = None
        if left.value is not None and right.value is not None:
            value = numbers.operate(
                op, type, (left.type, left.value), (right.type, right.value), self.dialect.simplifies
            )
        return self.seen(Operate(place, type, op, left, right, value=value))

    def seen(self, node: TypedNode) -> TypedNode:
        """The node as AGSL's rules see it: simplified as Skia does."""
        return simplify(node) if self.dialect.simplifies else node

    def arithmetic(self, place: Place, op: str, left: TypedNode, right: TypedNode) -> TypedNode:
        result = self.operands(place, op, left, right)
        return self.context.nothing(place) if result is None else self.made(place, op, *result)

    def operands(
        self, place: Place, op: str, left: TypedNode, right: TypedNode
    ) -> tuple[ShadingType, TypedNode, TypedNode] | None:
        """The type of the result and both operands converted to its base, or an error."""
        if ERROR in (left.type, right.type):
            return None
        if op in BITWISE or op in SHIFTS:
            return self.whole_operands(place, op, left, right)
        a, b = left.type, right.type
        base = self.context.common_base(a, b)
        if base is None or base == "bool":
            self.mismatch(place, op, left, right, self.mixing(left, right))
            return None
        literal = a.number < 0 and b.number < 0
        left, right = self.based(left, base, not literal), self.based(right, base, not literal)
        if a.is_scalar or b.is_scalar:
            shape = (b.rows, b.columns) if a.is_scalar else (a.rows, a.columns)
        elif (a.is_matrix or b.is_matrix) and op == "*":
            # a vector on the left is a row
            if (a.columns if a.is_matrix else a.rows) != b.rows:
                self.mismatch(place, op, left, right, PRODUCTS if a.is_matrix and b.is_matrix else PRODUCT)
                return None
            shape = (a.rows, b.columns) if a.is_matrix else (b.columns, 1)
        elif (a.rows, a.columns) == (b.rows, b.columns):
            shape = (a.rows, a.columns)
        else:
            self.mismatch(place, op, left, right, PRODUCT if a.is_matrix != b.is_matrix else "")
            return None
        if op == "/" and self.dialect.simplifies and has_zero(right):
            self.report.error("division by zero", right.place)
            return None
        if op == "/" and not right.type.is_float and 0 in (right.value or ()):
            self.report.warn("a whole number is divided by zero: GLSL does not say what the quotient is", right.place)
        return (INT_LITERAL if base == "int" else FLOAT_LITERAL) if literal else numeric(base, *shape), left, right

    def whole_operands(
        self, place: Place, op: str, left: TypedNode, right: TypedNode
    ) -> tuple[ShadingType, TypedNode, TypedNode] | None:
        """Check the operands of an operator on whole numbers and their bits; return its type and the operands. The two
        sides of a shift may differ in signedness."""
        a, b = left.type, right.type
        if a.is_integer and b.is_integer and op in BITWISE and self.dialect.widens_to_unsigned:
            base = self.context.common_base(a, b)
            if base is not None:
                left, right = self.based(left, base, True), self.based(right, base, True)
                a, b = left.type, right.type
        shapes_fit = a.rows == b.rows or b.is_scalar or (a.is_scalar and op in BITWISE)
        if not (a.is_integer and b.is_integer and shapes_fit and (a.base == b.base or op in SHIFTS)):
            known = a.is_integer and b.is_integer
            note = "convert one side: int(..) or uint(..)" if known and a.base != b.base and op in BITWISE else ""
            if op == "%" and (a.is_float or b.is_float):
                note = "mod(x, y) works on floats"
            self.mismatch(place, op, left, right, note)
            return None
        if op == "%" and 0 in (right.value or ()):
            self.report.warn("a whole number is divided by zero: GLSL does not say what the remainder is", right.place)
        return numeric(a.base, max(a.rows, b.rows)), left, right

    def logic(self, place: Place, op: str, left: TypedNode, right: TypedNode) -> TypedNode:
        if left.type != BOOL or right.type != BOOL:
            return self.mismatch(place, op, left, right, "both sides must be one bool; use all() or any() on vectors")
        if op == "^^":
            return self.made(place, op, BOOL, left, right)
        value = None
        if left.value is not None and (right.value is not None or left.value[0] == (op == "||")):
            value = left.value if left.value[0] == (op == "||") or right.value is None else right.value
        return self.seen(Lazy(place, BOOL, op, left, right, value=value))

    def equality(self, place: Place, op: str, left: TypedNode, right: TypedNode) -> TypedNode:
        a, b = left.type, right.type
        if self.dialect.simplifies and same_tree(left, right):
            # Skia's optimiser folds this even where the value is NaN
            return (
                Literal(place, BOOL, value=(op == "==",))
                if not a.holds("array")
                else self.mismatch(place, op, left, right)
            )
        if a.is_numeric and b.is_numeric:
            base = self.context.common_base(a, b)
            if base is None or (a.rows, a.columns) != (b.rows, b.columns):
                return self.mismatch(place, op, left, right, self.mixing(left, right))
            literal = a.number < 0 and b.number < 0
            return self.made(place, op, BOOL, self.based(left, base, not literal), self.based(right, base, not literal))
        if self.context.is_block(left) or self.context.is_block(right):
            return self.mismatch(place, op, left, right, "a block is no value: compare its members")
        arrays = (a.holds("array") or b.holds("array")) and not self.dialect.array_values
        if a != b or arrays or a.holds("opaque") or a.base == "void":
            why = "arrays and what holds arrays cannot be compared" if arrays else ""
            return self.mismatch(place, op, left, right, why)
        return self.made(place, op, BOOL, left, right)

    def unary(self, expr: Unary) -> TypedNode:
        node = self.value_of(expr.operand)
        if node.type is ERROR:
            return node
        op = expr.op
        good = node.type == BOOL if op == "!" else node.type.is_numeric and node.type.base != "bool"
        if op == "~":
            good = node.type.is_integer
        if not good:
            note = "use not() on vectors" if op == "!" and node.type.base == "bool" else ""
            self.report.error(f"`{op}` cannot take {describe(node.type)}", expr.place, note)
            return self.context.nothing(expr.place)
        if op in ("++", "--"):
            if not self.context.check_writable(node, expr.place, "change"):
                return self.context.nothing(expr.place)
            if not node.type.is_scalar:
                self.context.only_some(
                    TO_14,
                    f"`{op}` on {describe(node.type)}",
                    expr.place,
                    f"write {op[0]}= 1.0; it comes with Android 15",
                )
            return Count(expr.place, node.type, op[0], node, expr.postfix)
        if op == "+":
            return node
        value: Values | None = None
        if node.value is not None and not (self.dialect.simplifies and is_resized(node)):
            if op == "!":
                value = (not node.value[0],)
            elif op == "~":
                value = tuple(numbers.wrapped(~int(one), node.type.base) for one in node.value)
            elif node.type.base == "uint":
                value = tuple(numbers.wrapped(-int(one), "uint") for one in node.value)
            else:
                value = tuple(_negated(one) for one in node.value)
            if self.dialect.literal_is_float and node.type == INT_LITERAL and value[0] < -(2**31):
                self.report.error(
                    f"{value[0]} is too small for an int",
                    expr.place,
                    "the smallest int is -2147483648; a float has a point",
                )
                return self.context.nothing(expr.place)
        return self.seen(Invert(expr.place, node.type, op, node, value=value))

    def choose(self, expr: Choose) -> TypedNode:
        condition = self.condition(expr.condition, "a choice")
        yes, no = self.check(expr.yes), self.check(expr.no)
        if ERROR in (yes.type, no.type, condition.type):
            return self.context.nothing(expr.place)
        type = yes.type
        if yes.type != no.type:
            base = self.context.common_base(yes.type, no.type)
            if base is None or (yes.type.rows, yes.type.columns) != (no.type.rows, no.type.columns):
                return self.mismatch(expr.place, "?:", yes, no, self.mixing(yes, no))
            yes, no = self.based(yes, base), self.based(no, base)
            type = firm(yes.type)
        arrays = type.base == "array" or (type.holds("array") and self.dialect.checks_paths)
        if (arrays and not self.dialect.array_values) or type.holds("opaque"):
            return self.mismatch(expr.place, "?:", yes, no, "a choice is between values, not arrays")
        value = (yes if condition.value[0] else no).value if condition.value is not None else None
        return self.seen(Select(expr.place, type, condition, yes, no, value=value))

    def assign(self, expr: AssignExpr) -> TypedNode:
        named = self.context.find(expr.target.name) if isinstance(expr.target, NameExpr) else None
        already = named.read if isinstance(named, Symbol) else False
        target = self.check(expr.target)
        if expr.op == "=" and isinstance(target, ReadNode):
            target.symbol.read = already
        given = self.value_of(expr.value)
        if not self.context.check_writable(target, expr.place, "assign to") or given.type is ERROR:
            return self.context.nothing(expr.place)
        if (target.type.holds("array") and not self.dialect.array_values) or target.type.holds("opaque"):
            self.report.error(
                f"values of type {target.type} cannot be assigned", expr.place, "assign its elements one by one"
            )
            return self.context.nothing(expr.place)
        op = expr.op[:-1]
        if op:
            return self.compound(expr, op, target, given)
        given = self.context.coerce(given, target.type, "this value cannot be assigned")
        if given.type is ERROR:
            return self.context.nothing(expr.place)
        if self.dialect.simplifies and same_tree(target, given):
            return target
        return StoreNode(expr.place, target.type, "", target, given)

    def compound(self, expr: AssignExpr, op: str, target: TypedNode, given: TypedNode) -> TypedNode:
        result = self.operands(expr.place, op, target, given)
        if result is None:
            return self.context.nothing(expr.place)
        type, _, right = result
        if not self.context.converts(type, target.type):
            return self.mismatch(
                expr.place, expr.op, target, given, f"the result is {type}, which {target.type} cannot hold"
            )
        if self.dialect.simplifies and op in NOTHING and is_all(right, NOTHING[op]):
            return target
        return StoreNode(expr.place, target.type, op, target, right)


def _negated(value: float | int | bool) -> float | int:
    return -value if isinstance(value, float) else -int(value) if value > 0 else numbers.i32(-int(value))


CHECKS: dict[type[Expr], Callable[[Any, Any], TypedNode]] = {
    NumberExpr: ExpressionChecker.number,
    Truth: ExpressionChecker.truth,
    NameExpr: ExpressionChecker.name,
    Unary: ExpressionChecker.unary,
    BinaryExpr: ExpressionChecker.binary,
    AssignExpr: ExpressionChecker.assign,
    Choose: ExpressionChecker.choose,
    CallExpr: lambda self, expr: self.calls.call(expr),
    IndexExpr: lambda self, expr: self.parts.index(expr),
    Member: lambda self, expr: self.parts.member(expr),
    BrokenExpr: ExpressionChecker.broken,
}
