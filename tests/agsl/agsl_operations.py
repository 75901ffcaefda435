"""Count of the operations in a program on the typed tree: scalar operations, with loops weighted by their trip count.

A vector operation counts once per component, a function as much as its definition in GLSL, a call as much as the body.
A branch and ?: count once, plus both of their sides; a case is a comparison and a branch. Constants, constructors
(including conversions), swizzles and moves are free.
"""

from __future__ import annotations

from gpucc.frontend import typed
from gpucc.frontend.compile import understand
from gpucc.frontend.dialect import DIALECTS
from gpucc.frontend.places import Complaints, ShaderText, skias_names
from gpucc.frontend.types import ShadingType

# operations per component of the result
EACH = {
    "radians": 1, "degrees": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "pow": 1, "exp": 1,
    "log": 1, "exp2": 1,
    "log2": 1, "sqrt": 1, "inversesqrt": 1, "abs": 1, "sign": 2, "floor": 1, "ceil": 1, "fract": 2, "mod": 4, "min": 1,
    "max": 1,
    "clamp": 2, "saturate": 2, "mix": 3, "step": 1, "smoothstep": 9, "matrixCompMult": 1, "lessThan": 1,
    "lessThanEqual": 1,
    "greaterThan": 1, "greaterThanEqual": 1, "equal": 1, "notEqual": 1, "not": 1, "toLinearSrgb": 8,
    "fromLinearSrgb": 8,
}  # fmt: skip


def count(text: str) -> int:
    source = ShaderText("counted", text)
    report = Complaints(skias_names)
    unit = understand(source, DIALECTS["agsl"], "fragment", None, report)
    assert unit is not None
    report.finish()
    assert unit.entry.body is not None
    return _code(unit.entry.body)


def _all(nodes: list[typed.TypedNode]) -> int:
    return sum(_node(one) for one in nodes)


def _node(node: typed.TypedNode | None) -> int:
    if node is None or node.value is not None:
        return 0
    match node:
        case typed.Literal() | typed.ReadNode():
            return 0
        case typed.SwizzleNode(object=inner) | typed.MemberNode(object=inner):
            return _node(inner)
        case typed.At(object=inner, index=index):
            return _node(inner) + _node(index)
        case typed.Operate(op=op, left=left, right=right):
            return _operation(op, left.type, right.type) + _node(left) + _node(right)
        case typed.Lazy(left=left, right=right):
            return 1 + _node(left) + _node(right)
        case typed.Invert(operand=inner):
            return inner.type.size + _node(inner)
        case typed.Select(condition=condition, yes=yes, no=no):
            return 1 + _node(condition) + _node(yes) + _node(no)
        case typed.StoreNode(op=op, target=target, given=given):
            return (_operation(op, target.type, given.type) if op else 0) + _node(given) + _node(target)
        case typed.Count():
            return 1
        case typed.Follow(left=left, right=right):
            return _node(left) + _node(right)
        case typed.Invoke(callee=callee, arguments=arguments):
            return (_code(callee.body) if callee.body else 0) + _all(arguments)
        case typed.Builtin(name=name, arguments=arguments):
            return _function(name, node.type, arguments) + _all(arguments)
        case typed.Build(arguments=arguments):
            return _all(arguments)
    raise AssertionError(node)


def _operation(op: str, left: ShadingType, right: ShadingType) -> int:
    if op == "*" and (left.is_matrix or right.is_matrix) and not left.is_scalar and not right.is_scalar:
        n = left.rows if left.is_matrix else right.rows
        return (2 * n - 1) * n * (n if left.is_matrix and right.is_matrix else 1)
    size = max(left.size, right.size)
    return 2 * size - 1 if op in ("==", "!=") and size > 1 else size


def _function(name: str, type: ShadingType, arguments: list[typed.TypedNode]) -> int:
    n = arguments[0].type.size
    dot = 2 * n - 1
    match name:
        case "dot":
            return dot
        case "length":
            return dot + 1
        case "distance":
            return n + dot + 1
        case "normalize":
            return dot + 2 + n
        case "cross":
            return 9
        case "faceforward":
            return dot + 1 + 2 * n
        case "reflect":
            return dot + 1 + 2 * n
        case "refract":
            return dot + 9 + 4 * n
        case "inverse":
            return {2: 9, 3: 60, 4: 250}[arguments[0].type.rows]
        case "unpremul":
            return 5
        case "any" | "all":
            return n - 1
    if name.startswith("eval"):
        return 4
    return EACH[name] * type.size


def _code(code: typed.TypedCode | None) -> int:
    match code:
        case None:
            return 0
        case typed.GroupCode(body=body):
            return sum(_code(one) for one in body)
        case typed.Do(node=node):
            return _node(node)
        case typed.LocalCode(initial=initial):
            return _node(initial)
        case typed.BranchCode(arms=arms, otherwise=otherwise):
            return sum(1 + _node(condition) + _code(body) for condition, body in arms) + _code(otherwise)
        case typed.Repeat():
            each = _node(code.condition) + _node(code.step) + _code(code.body)
            return _code(code.first) + code.trips * each + _node(code.condition)
        case typed.SwitchCode(on=on, cases=cases):
            return _node(on) + sum((0 if key is None else 2) + sum(_code(one) for one in body) for key, body in cases)
        case typed.Leave(node=node):
            return _node(node)
    raise AssertionError(code)
