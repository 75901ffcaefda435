"""Skia's simplification of expressions before its later checks: no-ops, products with zero, conditions that are
constant.

Whether an AGSL program is legal depends on it: `p.x * 0` is a constant, `x = x` writes nothing, the right side of
`false &&` is ignored. These are Skia's rules as observed with m144 (tests/frontend/agsl_statements.txt), not ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gpucc.frontend import numbers
from gpucc.frontend.typed import (
    At,
    Build,
    Builtin,
    Count,
    Follow,
    Invert,
    Invoke,
    Lazy,
    Literal,
    MemberNode,
    Operate,
    ReadNode,
    Scalar,
    Select,
    StoreNode,
    SwizzleNode,
    TypedNode,
    Values,
)
from gpucc.frontend.types import BOOL, ShadingType, firm, numeric

INVERSE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
NOTHING = {"+": 0, "-": 0, "*": 1, "/": 1}


# known values ---------------------------------------------------------------------------------------------------------


def slot(node: TypedNode, index: int) -> Scalar | None:
    """One component, counted column by column, if it is known; other components need not be."""
    if node.value is not None:
        return node.value[index]
    match node:
        case SwizzleNode(object=inner, lanes=lanes):
            if not _resolves(node):
                return None
            found = slot(inner, lanes[index]) if lanes[index] < 4 else lanes[index] - 4
        case Build(type=type, arguments=[one]) if type.base != "struct" and one.type.is_scalar:
            off = type.is_matrix and index % type.rows != index // type.rows
            found = 0 if off else slot(one, 0)
        case Build(type=type, arguments=[one]) if type.is_matrix and one.type.is_matrix:
            column, row = divmod(index, type.rows)
            inside = row < one.type.rows and column < one.type.columns
            found = slot(one, column * one.type.rows + row) if inside else int(row == column)
        case Build(type=type, arguments=arguments):
            found = None
            for one in arguments:
                if index < one.type.size:
                    found = slot(one, index)
                    break
                index -= one.type.size
            if type.base == "struct":
                return found
        case _:
            return None
    return None if found is None else numbers.convert(found, node.type.base)


def flattened(type: ShadingType, arguments: list[TypedNode]) -> list[TypedNode]:
    """The arguments of a constructor, where nested constructors are replaced by their own arguments."""
    found: list[TypedNode] = []
    for one in arguments:
        inner = isinstance(one, Build) and one.value is None and one.type.is_vector and one.type.base == type.base
        found += one.arguments if inner and isinstance(one, Build) and len(one.arguments) > 1 else [one]
    return found


def is_trivial(node: TypedNode) -> bool:
    """Return whether Skia freely duplicates the expression."""
    if node.value is not None:
        return True
    match node:
        case ReadNode():
            return True
        case SwizzleNode(object=inner) | MemberNode(object=inner) | Invert(operand=inner):
            return is_trivial(inner)
        case At(object=inner, index=index):
            return index.value is not None and is_trivial(inner)
        case Build(arguments=[one]) if node.type.base != "struct" and not (node.type.is_matrix and one.type.is_matrix):
            return is_trivial(one)
    return False


def _resolves(node: SwizzleNode) -> bool:
    """Return whether the swizzle of a constructor becomes a constructor; no argument that is expensive or has effects
    may be duplicated or lost.

    A swizzle with constants 0 and 1 becomes a constructor of the other components, in order, followed by the constants.
    """
    inner = node.object
    real = [one for one in node.lanes if one < 4]
    packed = node.lanes[: len(real)] == tuple(real) and node.lanes[len(real) :] in ((), (4,), (5,), (4, 5), (5, 4))
    if not packed and len(real) > 1 and not is_trivial(inner):
        return False
    if not (isinstance(inner, Build) and inner.type.is_vector and len(inner.arguments) > 1):
        return True
    start = 0
    for one in inner.arguments:
        uses = sum(start <= lane < start + one.type.size for lane in real)
        if (uses > 1 and not is_trivial(one)) or (uses != 1 and has_effects(one)):
            return False
        start += one.type.size
    return True


def has_zero(node: TypedNode) -> bool:
    return node.type.is_numeric and any(slot(node, k) == 0 for k in range(node.type.size))


def is_resized(node: TypedNode) -> bool:
    """Return whether the node is a matrix made from one of another size; Skia does not fold the negation of these."""
    return (
        isinstance(node, Build)
        and len(node.arguments) == 1
        and node.type.is_matrix
        and 1 < node.arguments[0].type.columns != node.type.columns
    )


def is_all(node: TypedNode, value: int) -> bool:
    """Return whether all components equal `value`; for a matrix, those on the diagonal, and the others are 0."""
    type = node.type
    if type.is_matrix:
        return all(slot(node, k) == (value if k % type.rows == k // type.rows else 0) for k in range(type.size))
    return all(slot(node, k) == value for k in range(type.size))


def has_effects(node: TypedNode) -> bool:
    """Return whether the expression writes something or calls a function of the source, which may. Walks without
    recursion, because chains of operators may be long."""
    left = [node]
    while left:
        match left.pop():
            case StoreNode() | Count() | Invoke():
                return True
            case Operate(left=one, right=other) | Lazy(left=one, right=other) | Follow(left=one, right=other):
                left += (one, other)
            case Select(condition=condition, yes=yes, no=no):
                left += (condition, yes, no)
            case Invert(operand=inner) | SwizzleNode(object=inner) | MemberNode(object=inner):
                left.append(inner)
            case At(object=inner, index=index):
                left += (inner, index)
            case Build(arguments=arguments) | Builtin(arguments=arguments):
                left += arguments
    return False


def same_tree(one: TypedNode, other: TypedNode, arithmetic: bool = False) -> bool:
    """Return whether both are the same simple expression: variables, constructors and signs, and with `arithmetic`
    operators and functions of the language, too."""
    if firm(one.type) != firm(other.type):
        return False
    if one.value is not None or other.value is not None:
        return one.value == other.value
    same = partial(same_tree, arithmetic=arithmetic)
    match one, other:
        case ReadNode(), ReadNode():
            return one.symbol is other.symbol
        case At(), At():
            return same(one.index, other.index) and same(one.object, other.object)
        case MemberNode(), MemberNode():
            return one.index == other.index and same(one.object, other.object)
        case SwizzleNode(), SwizzleNode():
            return one.lanes == other.lanes and same(one.object, other.object)
        case Invert(), Invert():
            return one.op == other.op and same(one.operand, other.operand)
        case Build(), Build():
            return _all_same(one.arguments, other.arguments, same)
        case Operate(), Operate() if arithmetic:
            return one.op == other.op and same(one.left, other.left) and same(one.right, other.right)
        case Builtin(), Builtin() if arithmetic:
            return one.name == other.name and _all_same(one.arguments, other.arguments, same)
    return False


def _all_same(a: list[TypedNode], b: list[TypedNode], same: Callable[[TypedNode, TypedNode], bool]) -> bool:
    return len(a) == len(b) and all(map(same, a, b))


def is_constant_expression(node: TypedNode) -> bool:
    """Return whether an expression consists of constants only, even if its value cannot be represented."""
    if node.value is not None:
        return True
    match node:
        case ReadNode(symbol=symbol):
            return symbol.kind == "const"
        case Operate(left=left, right=right) | Lazy(left=left, right=right):
            return is_constant_expression(left) and is_constant_expression(right)
        case Select(condition=condition, yes=yes, no=no):
            return is_constant_expression(condition) and is_constant_expression(yes) and is_constant_expression(no)
        case Invert(operand=inner) | SwizzleNode(object=inner) | MemberNode(object=inner):
            return is_constant_expression(inner)
        case At(object=inner, index=index):
            return is_constant_expression(inner) and is_constant_expression(index)
        case Build(arguments=arguments):
            return all(is_constant_expression(one) for one in arguments)
    return False


def known(node: TypedNode, type: ShadingType, values: Values) -> TypedNode:
    return Literal(node.place, type, value=values)


# simplified nodes -----------------------------------------------------------------------------------------------------


def simplify(node: TypedNode) -> TypedNode:
    """The node as Skia simplifies it. Its operands must have been simplified already."""
    if node.value is not None and not isinstance(node, Select | Lazy):
        return node
    match node:
        case Operate(op=op) if op in NOTHING:
            return _arithmetic(node)
        case Operate(op=op) if op in ("==", "!=", "^^"):
            return _equality(node)
        case Lazy():
            return _lazy(node)
        case Select():
            return _choice(node)
        case Invert():
            return _inverted(node)
        case SwizzleNode():
            return _picked(node)
        case At():
            return _element(node)
        case MemberNode(object=Build(arguments=arguments), index=index) if not any(
            has_effects(one) for one in arguments
        ):
            return arguments[index]
    return node


def _shaped(node: TypedNode, type: ShadingType) -> TypedNode | None:
    """The operand converted to the result type: a scalar is replicated to a vector or becomes the diagonal of a
    matrix."""
    if firm(node.type) == firm(type):
        return node
    if node.type.is_scalar and type.is_numeric:
        return Build(node.place, type, [node])
    return None


def _arithmetic(node: Operate) -> TypedNode:
    op, left, right, type = node.op, node.left, node.right, node.type
    spreads_left = left.type.is_scalar and right.type.is_matrix
    spreads_right = right.type.is_scalar and left.type.is_matrix
    found: TypedNode | None = None
    product = op == "*"
    if is_all(right, NOTHING[op]) and (product or not spreads_left):
        found = _shaped(left, type)
    if found is None and op in "+*" and is_all(left, NOTHING[op]) and (product or not spreads_right):
        found = _shaped(right, type)
    if found is None and product:
        for one, other in ((left, right), (right, left)):
            if is_all(other, 0) and not has_effects(one):
                return known(node, type, numbers.zeros(type))
        found = next((_negative(one, type) for one, other in ((left, right), (right, left)) if is_all(other, -1)), None)
    if found is None and op == "-" and is_all(left, 0) and not spreads_right:
        found = _negative(right, type)
    return node if found is None else found


def _negative(node: TypedNode, type: ShadingType) -> TypedNode | None:
    shaped = _shaped(node, type)
    return None if shaped is None else _inverted(Invert(node.place, type, "-", shaped))


def _equality(node: Operate) -> TypedNode:
    """Simplify comparisons with a boolean constant, such as x == true."""
    if node.left.type != BOOL:
        return node
    wanted = node.op == "=="
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if other.value is not None and other.value[0] == wanted:
            return one
    return node


def _lazy(node: Lazy) -> TypedNode:
    decides = node.op == "||"
    if node.left.value is not None:
        return known(node, BOOL, (decides,)) if node.left.value[0] == decides else node.right
    if node.right.value is None:
        return node
    if node.right.value[0] != decides:
        return node.left
    return node if has_effects(node.left) else known(node, BOOL, (decides,))


def _choice(node: Select) -> TypedNode:
    if node.condition.value is not None:
        return node.yes if node.condition.value[0] else node.no
    if (
        node.type == BOOL
        and node.yes.value is not None
        and node.no.value is not None
        and node.yes.value != node.no.value
    ):
        return node.condition if node.yes.value[0] else _inverted(Invert(node.place, BOOL, "!", node.condition))
    if node.type.base != "void" and same_tree(node.yes, node.no) and not has_effects(node.condition):
        return node.yes
    return node


def _inverted(node: Invert) -> TypedNode:
    match node.operand:
        case Invert(op=op, operand=inner) if op == node.op:
            return inner
        case Operate(place, type, op, left, right) if node.op == "!" and op in INVERSE:
            return Operate(place, type, INVERSE[op], left, right)
    return node


def _picked(node: SwizzleNode) -> TypedNode:
    inner, lanes, rows = node.object, node.lanes, node.object.type.rows
    values = [slot(node, k) for k in range(len(lanes))]
    if lanes == tuple(range(rows)):
        return inner
    if not has_effects(inner) and all(one is not None for one in values):
        return known(node, node.type, tuple(one for one in values if one is not None))
    match inner:
        case SwizzleNode(object=deeper, lanes=first):
            return simplify(
                SwizzleNode(node.place, node.type, deeper, tuple(first[one] if one < 4 else one for one in lanes))
            )
        case Build(arguments=[one]) if one.type.is_scalar and max(lanes) < 4:
            scalar = one if one.type.base == node.type.base else Build(one.place, numeric(node.type.base), [one])
            return scalar if len(lanes) == 1 else Build(node.place, node.type, [scalar])
        case Build(arguments=[one]) if one.type.is_vector and one.type.rows == rows:
            picked = simplify(SwizzleNode(node.place, numeric(one.type.base, len(lanes)), one, lanes))
            return Build(node.place, node.type, [picked])
        case Build(arguments=arguments) if len(lanes) == 1 and lanes[0] < 4 and not has_effects(inner):
            return _component(node, arguments, lanes[0])
    if inner.type.is_scalar and set(lanes) == {0}:
        return Build(node.place, node.type, [inner])
    return node


def _component(node: SwizzleNode, arguments: list[TypedNode], lane: int) -> TypedNode:
    for one in arguments:
        if lane < one.type.size:
            if one.type.base != node.type.base or one.type.is_matrix:
                return node
            return one if one.type.is_scalar else simplify(SwizzleNode(node.place, node.type, one, (lane,)))
        lane -= one.type.size
    return node


def _element(node: At) -> TypedNode:
    """Simplify indexing with a constant: a component of a vector is a swizzle, a known column of a matrix is a
    constant."""
    inner = node.object
    if node.index.value is None:
        return node
    at = int(node.index.value[0])
    if inner.type.is_vector:
        return simplify(SwizzleNode(node.place, node.type, inner, (at,)))
    if isinstance(inner, Build) and inner.type.is_matrix and len(inner.arguments) > 1 and not has_effects(inner):
        values = [slot(inner, at * inner.type.rows + k) for k in range(inner.type.rows)]
        if all(one is not None for one in values):
            return known(node, node.type, tuple(one for one in values if one is not None))
    return node
