"""The built-in functions, by their definitions in GLSL ES 1.00, section 8. Arguments are trees with their types."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from gpucc.errors import Unsupported
from gpucc.frontend.build import shapes
from gpucc.frontend.build.arithmetic import Arithmetic
from gpucc.frontend.build.base import UNIFORM
from gpucc.frontend.build.samplers import SAMPLER_POINTER, OneOf
from gpucc.frontend.build.shapes import FLOAT, INT, VEC4, Tree
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.numbers import RELATIONS, f32
from gpucc.frontend.places import ShaderText
from gpucc.frontend.typed import Builtin, ReadNode, Symbol, TypedNode
from gpucc.frontend.types import RECTANGLE_SAMPLER, ShadingType

DIRECT = {
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "exp": "exp", "log": "log",
    "exp2": "exp2",
    "log2": "log2", "sqrt": "sqrt", "abs": "fabs",
}  # fmt: skip
WHOLE = ("floor", "ceil")
# the exponent of a square root
ROOT = 0.5
SPLATTED = frozenset("mod min max clamp mix step smoothstep".split())
# which argument after the sampler is an offset in texels, where it is not the third
OFFSETS = {"textureOffset": 1, "textureProjOffset": 1, "textureGradOffset": 3, "textureProjGradOffset": 3}
Types = Sequence[ShadingType]
Emit = Callable[["Functions", Sequence[Any], Types], Tree]
Newer = Callable[["Functions", str, Sequence[Any], Types], Tree | None]


class Functions(Arithmetic):
    """Emits memory accesses, arithmetic and the built-in functions. A recipe for a function replaces its definition."""

    def __init__(
        self, dialect: Dialect, source: ShaderText, recipes: dict[str, Emit], half: bool, newer: Newer | None = None
    ) -> None:
        """`newer` builds the functions of newer versions of GLSL, and returns None for others."""
        super().__init__(dialect, source, not recipes)
        self.recipes = recipes
        self.newer = newer
        self.round_half = half

    def standard(self, node: Builtin, tree: Callable[[TypedNode], Tree]) -> Tree:
        """Build a call of a built-in function. `tree` builds its arguments."""
        name = node.name
        if name.startswith(("texture", "texel", "eval.")):
            return self.sample(node, tree)
        arguments = [tree(one) for one in node.arguments]
        types = [one.type for one in node.arguments]
        self.at(node.place)
        if name in SPLATTED:
            arguments = [self.splat(one, node.type.rows) for one in arguments]
        if name in self.recipes:
            return self.recipes[name](self, arguments, types)
        found = self.newer(self, name, arguments, types) if self.newer is not None else None
        if found is not None:
            return found
        if name in WHOLE:
            return self.whole(name, *arguments)
        if name in DIRECT:
            return self.intrinsic(DIRECT[name], *arguments)
        if name in RELATIONS:
            return self.relation(RELATIONS[name], types[0], *arguments)
        if name.startswith("dFd"):
            return self.derivative(f"dfd{name[3]}", arguments[0])
        return EXACT[name](self, arguments, types)

    # textures ---------------------------------------------------------------------------------------------------------

    def sampler(self, symbol: Symbol) -> Any:
        return self.trees[symbol]

    def sample(self, node: Builtin, tree: Callable[[TypedNode], Tree]) -> Tree:
        first = node.arguments[0]
        name = node.name
        values = [tree(one) for one in node.arguments[1:]]
        self.at(node.place)
        if name.startswith("eval."):
            assert isinstance(first, ReadNode)
            return self.eval_child(first.symbol, values)
        sampler = tree(first)
        if first.type == RECTANGLE_SAMPLER:
            return self.rectangle(name, sampler, values, node)
        if name == "textureSize":
            return self.b.fptosi(self.extent(sampler, values[0], node), shapes.LEAVES["int", 2])
        if name.startswith("texelFetch"):
            corner = self.b.add(values[0], values[2]) if name.endswith("Offset") else values[0]
            middle = self.b.sitofp(corner, shapes.LEAVES["float", 2])
            point = self.fdiv(self.fadd(middle, self.number(0.5, middle)), self.extent(sampler, values[1], node))
            if node.arguments[2].value == (0,):
                return self.texture("2d", "", sampler, [point])
            return self.texture("2d", "lod", sampler, [point, self.b.sitofp(values[1], FLOAT)])
        shift = None
        if name.endswith("Offset"):
            texels = self.b.sitofp(values.pop(OFFSETS.get(name, 2)), shapes.LEAVES["float", 2])
            shift = self.fdiv(texels, self.extent(sampler, ir.Constant(INT, 0), node))
        cube = first.type.base == "samplerCube"
        mode = "lod" if "Lod" in name else "bias" if len(values) > 1 else ""
        point = values[0]
        if "Proj" in name:
            if not mode and shift is None:
                return self.texture("2d", "proj", sampler, [point])
            last = self.get(point, point.type.count - 1)
            point = self.fdiv(self.shuffle(point, (0, 1)), self.splat(last, 2))
        if shift is not None:
            point = self.fadd(point, shift)
        if "Grad" in name:
            return self.texture("2d", "lod", sampler, [point, self.level(sampler, values[1], values[2], node)])
        return self.texture("cube" if cube else "2d", mode, sampler, [point, *values[1:]])

    def rectangle(self, name: str, sampler: Any, values: Sequence[Any], node: Builtin) -> Any:
        """Read a texture whose coordinates count texels, or tell its size."""
        size = self.extent(sampler, ir.Constant(INT, 0), node)
        if name == "textureSize":
            return self.b.fptosi(size, shapes.LEAVES["int", 2])
        point = values[0]
        if name == "texelFetch":
            middle = self.b.sitofp(point, shapes.LEAVES["float", 2])
            point = self.fadd(middle, self.number(0.5, middle))
        elif "Proj" in name:
            last = self.get(point, point.type.count - 1)
            point = self.fdiv(self.shuffle(point, (0, 1)), self.splat(last, 2))
        return self.texture("2d", "", sampler, [self.fdiv(point, size)])

    def level(self, sampler: Any, dx: Any, dy: Any, node: Builtin) -> Any:
        """The level of detail for these derivatives: log2 of the longer one in texels (OpenGL ES 3.0: 3.8.10.1)."""
        size = self.extent(sampler, ir.Constant(INT, 0), node)
        along, down = (self.fmul(one, size) for one in (dx, dy))
        square = self.maximum(self.dot(along, along), self.dot(down, down))
        return self.fmul(ir.Constant(FLOAT, 0.5), self.intrinsic("log2", square))

    def extent(self, sampler: Any, level: Any, node: TypedNode) -> Any:
        """The size in texels of a level of a texture. The whole size is a uniform, `NAME.size`."""
        if isinstance(sampler, OneOf):
            *rest, found = (self.extent(one, level, node) for one in sampler.candidates)
            for number, size in reversed(list(enumerate(rest))):
                found = self.b.select(self.b.icmp_signed("==", sampler.index, ir.Constant(INT, number)), size, found)
            return found
        if not isinstance(sampler, ir.GlobalVariable):
            message = "the size of a texture is not known in a function that takes the sampler as a parameter"
            note = "name the uniform itself here, or pass the size as another parameter"
            raise Unsupported(message, node.place.location, (note,))
        name = f"{sampler.name}.size"
        if name not in self.uniforms:
            self.uniforms[name] = self.add_global(name, shapes.uniform(shapes.vector("float", 2)), UNIFORM)
        self.read_uniforms.add(name)
        whole = self.uniforms[name]
        pointer = self.b.gep(whole, [ir.Constant(INT, 0)] * 2, True, source_etype=whole.value_type)
        size = self.b.load(pointer, typ=shapes.LEAVES["float", 2])
        if isinstance(level, ir.Constant) and not level.constant:
            return size
        smaller = self.fdiv(size, self.splat(self.intrinsic("exp2", self.b.sitofp(level, FLOAT)), 2))
        return self.maximum(self.whole("floor", smaller), self.number(1.0, size))

    def texture(self, dimension: str, mode: str, sampler: Any, arguments: Sequence[Any]) -> Any:
        if isinstance(sampler, OneOf):
            texels = [self.texture(dimension, mode, one, arguments) for one in sampler.candidates]
            found = texels.pop()
            for number, texel in reversed(list(enumerate(texels))):
                found = self.b.select(self.b.icmp_signed("==", sampler.index, ir.Constant(INT, number)), texel, found)
            return found
        name = f"gpucc.texture.{dimension}{'.' + mode if mode else ''}"
        if mode == "proj":
            name += f".v{arguments[0].type.count}"
        function = self.declare(name, VEC4, [SAMPLER_POINTER, *(one.type for one in arguments)])
        return self.b.call(function, [sampler, *arguments])

    def eval_child(self, symbol: Symbol, values: Sequence[Any]) -> Any:
        """Evaluate a child. A shader child is a texture with its size in pixels in a uniform; a color filter is the
        identity, a blender source-over."""
        if symbol.type.base == "shader":
            size = self.uniforms[f"{symbol.name}.size"]
            pixels = self.b.load(
                self.b.gep(
                    size, [shapes.constant(ShadingType("int", "int"), [0])] * 2, True, source_etype=size.value_type
                ),
                typ=ir.VectorType(FLOAT, 2),
            )
            return self.texture("2d", "", self.trees[symbol], [self.fdiv(values[0], pixels)])
        if symbol.type.base == "colorFilter":
            return values[0]
        source, target = values
        rest = self.fsub(ir.Constant(FLOAT, 1.0), self.get(source, 3))
        return self.fadd(source, self.fmul(target, self.splat(rest, 4)))

    def derivative(self, name: str, value: Any) -> Any:
        """A derivative. @gpucc.dfdy is taken down the rows of the window, while y of GLSL points up."""
        rows = value.type.count if isinstance(value.type, ir.VectorType) else 1
        function = self.declare(f"gpucc.{name}.f{rows}", value.type, [value.type])
        found = self.b.call(function, [value])
        return self.fneg(found) if name == "dfdy" else found

    # pieces of definitions --------------------------------------------------------------------------------------------

    def minimum(self, a: Any, b: Any) -> Any:
        return self.intrinsic("minnum", a, b)

    def maximum(self, a: Any, b: Any) -> Any:
        return self.intrinsic("maxnum", a, b)

    def clamped(self, x: Any, low: Any, high: Any) -> Any:
        return self.minimum(self.maximum(x, low), high)

    def length(self, v: Any) -> Any:
        if not isinstance(v.type, ir.VectorType):
            return self.intrinsic("fabs", v)
        return self.intrinsic("sqrt", self.dot(v, v))

    def scaled(self, v: Any, factor: Any) -> Any:
        return self.fmul(v, self.splat(factor, v.type.count) if isinstance(v.type, ir.VectorType) else factor)

    def inverse_root(self, x: Any) -> Any:
        return self.fdiv(self.number(1.0, x), self.intrinsic("sqrt", x))

    def normalized(self, v: Any) -> Any:
        return self.scaled(v, self.inverse_root(self.dot(v, v)))

    def components(self, v: Any) -> list[Any]:
        return [self.get(v, k) for k in range(v.type.count)] if isinstance(v.type, ir.VectorType) else [v]

    def mixed(self, x: Any, y: Any, a: Any) -> Any:
        """Mix x and y: x (1 - a) + y a if 1 - a is a known constant, else x + (y - x) a, which has one product less. A
        mix by converted booleans, mix(x, y, vec4(lessThan(..))), becomes a select."""
        rest = _one_minus(a) if self.flags else None
        if rest is not None:
            return self.fadd(self.fmul(x, rest), self.fmul(y, a))
        apart = self.b.fsub(y, x, flags=self.no_nan)
        return self.b.fadd(x, self.product(apart, a), flags=self.no_nan)

    def fraction(self, x: Any) -> Any:
        return self.fsub(x, self.whole("floor", x))


def _one_minus(value: Any) -> Any:
    """1 - a if `a` is a literal whose components are neither 0 nor 1; None otherwise."""
    if not isinstance(value, ir.Constant):
        return None
    parts = value.constant if isinstance(value.constant, list | tuple) else [value]
    if not all(
        isinstance(one, ir.Constant) and isinstance(one.constant, float) and one.constant not in (0.0, 1.0)
        for one in parts
    ):
        return None
    rests = [ir.Constant(FLOAT, f32(1.0 - f32(one.constant))) for one in parts]
    return ir.Constant(value.type, rests) if isinstance(value.type, ir.VectorType) else rests[0]


def _pow(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """x to the power y. The powers one half and minus one half become roots here: GLSL leaves powers of negative
    numbers undefined, but LLVM would add a choice for the power of minus infinity, which hides the root."""
    half = _literal(a[1]) if f.flags else None
    if half is not None and abs(half) == ROOT:
        return f.intrinsic("sqrt", a[0]) if half > 0 else f.inverse_root(a[0])
    return f.intrinsic("pow", a[0], a[1])


def _literal(value: Any) -> float | None:
    """The literal that all components are, if they are one."""
    if not isinstance(value, ir.Constant):
        return None
    parts = value.constant if isinstance(value.constant, list | tuple) else [value]
    found = {one.constant if isinstance(one, ir.Constant) else None for one in parts}
    only = found.pop() if len(found) == 1 else None
    return only if isinstance(only, float) else None


def _mod(f: Functions, a: Sequence[Any], types: Types) -> Any:
    x, y = a
    return f.fsub(x, f.fmul(y, f.whole("floor", f.fdiv(x, y))))


def _sign(f: Functions, a: Sequence[Any], types: Types) -> Any:
    x = a[0]
    zero, one = f.number(0.0, x), f.number(1.0, x)
    below = f.b.select(f.b.fcmp_ordered("<", x, zero), f.number(-1.0, x), zero)
    return f.b.select(f.b.fcmp_ordered(">", x, zero), one, below)


def _step(f: Functions, a: Sequence[Any], types: Types) -> Any:
    edge, x = a
    return f.b.select(f.b.fcmp_ordered(">=", x, edge), f.number(1.0, x), f.number(0.0, x))


def _smoothstep(f: Functions, a: Sequence[Any], types: Types) -> Any:
    low, high, x = a
    t = f.clamped(f.fdiv(f.fsub(x, low), f.fsub(high, low)), f.number(0.0, x), f.number(1.0, x))
    return f.fmul(f.fmul(t, t), f.fsub(f.number(3.0, x), f.fmul(f.number(2.0, x), t)))


def _cross(f: Functions, a: Sequence[Any], types: Types) -> Any:
    x, y = a
    forward, back = (1, 2, 0), (2, 0, 1)
    first = f.product(f.shuffle(x, forward), f.shuffle(y, back))
    return f.fsub(first, f.product(f.shuffle(x, back), f.shuffle(y, forward)))


def _distance(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.length(f.fsub(a[0], a[1]))


def _faceforward(f: Functions, a: Sequence[Any], types: Types) -> Any:
    n, i, reference = a
    toward = f.b.fcmp_ordered("<", f.dot(reference, i), ir.Constant(FLOAT, 0.0))
    return f.b.select(toward, n, f.fneg(n))


def _reflect(f: Functions, a: Sequence[Any], types: Types) -> Any:
    i, n = a
    return f.fsub(i, f.scaled(n, f.fmul(ir.Constant(FLOAT, 2.0), f.dot(n, i))))


def _refract(f: Functions, a: Sequence[Any], types: Types) -> Any:
    i, n, eta = a
    one, zero = ir.Constant(FLOAT, 1.0), ir.Constant(FLOAT, 0.0)
    d = f.dot(n, i)
    k = f.fsub(one, f.fmul(f.fmul(eta, eta), f.fsub(one, f.fmul(d, d))))
    inside = f.b.fcmp_ordered("<", k, zero)
    root = f.intrinsic("sqrt", f.maximum(k, zero))
    bent = f.fsub(f.scaled(i, eta), f.scaled(n, f.fadd(f.fmul(eta, d), root)))
    return f.b.select(inside, f.number(0.0, i), bent)


def _component_wise(f: Functions, a: Sequence[Any], types: Types) -> Tree:
    return tuple(f.fmul(x, y) for x, y in zip(a[0], a[1], strict=True))


def _fwidth(f: Functions, a: Sequence[Any], types: Types) -> Any:
    x, y = f.derivative("dfdx", a[0]), f.derivative("dfdy", a[0])
    return f.fadd(f.intrinsic("fabs", x), f.intrinsic("fabs", y))


def _unpremul(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """unpremul: one division where the order of operations is free, else three, as Skia defines it."""
    alpha = f.get(a[0], 3)
    below = f.maximum(alpha, ir.Constant(FLOAT, 0.0001))
    if not f.flags:
        return f.put(f.fdiv(a[0], f.splat(below, 4)), alpha, 3)
    return f.put(f.scaled(a[0], f.fdiv(ir.Constant(FLOAT, 1.0), below)), alpha, 3)


def _curve(f: Functions, x: Any, limit: float, straight: float, bent: Callable[[Any], Any]) -> Any:
    """A transfer function that is odd in x: a line near zero and a curve above."""
    size = f.intrinsic("fabs", x)
    line = f.fmul(size, f.number(straight, x))
    found = f.b.select(f.b.fcmp_ordered("<", size, f.number(limit, x)), line, bent(size))
    return f.b.select(f.b.fcmp_ordered("<", x, f.number(0.0, x)), f.fneg(found), found)


def _to_linear(f: Functions, a: Sequence[Any], types: Types) -> Any:
    def bent(x: Any) -> Any:
        base = f.fmul(f.fadd(x, f.number(0.055, x)), f.number(1 / 1.055, x))
        return f.intrinsic("pow", base, f.number(2.4, x))

    return _curve(f, a[0], 0.04045, 1 / 12.92, bent)


def _from_linear(f: Functions, a: Sequence[Any], types: Types) -> Any:
    def bent(x: Any) -> Any:
        power = f.intrinsic("pow", x, f.number(1 / 2.4, x))
        return f.fsub(f.fmul(power, f.number(1.055, x)), f.number(0.055, x))

    return _curve(f, a[0], 0.0031308, 12.92, bent)


def _minor(m: list[list[Any]], row: int, column: int) -> list[list[Any]]:
    return [[one for k, one in enumerate(line) if k != column] for j, line in enumerate(m) if j != row]


def determinant(f: Functions, m: list[list[Any]]) -> Any:
    """The determinant, expanded along the first row."""
    if len(m) == 1:
        return m[0][0]
    found = None
    for column, one in enumerate(m[0]):
        term = f.fmul(one, determinant(f, _minor(m, 0, column)))
        found = term if found is None else f.fsub(found, term) if column % 2 else f.fadd(found, term)
    return found


def _inverse(f: Functions, a: Sequence[Any], types: Types) -> Tree:
    """The inverse: the adjugate divided by the determinant."""
    m = [f.components(column) for column in a[0]]
    n = len(m)
    cofactors = [[determinant(f, _minor(m, row, column)) for column in range(n)] for row in range(n)]
    signed = [
        [f.fneg(one) if (row + column) % 2 else one for column, one in enumerate(line)]
        for row, line in enumerate(cofactors)
    ]
    whole = None
    for one, cofactor in zip(m[0], signed[0], strict=True):
        term = f.fmul(one, cofactor)
        whole = term if whole is None else f.fadd(whole, term)
    zero = ir.Constant(FLOAT, 0.0)
    factor = f.fdiv(ir.Constant(FLOAT, 1.0), whole)
    if not f.flags:
        factor = f.b.select(f.b.fcmp_ordered("==", whole, zero), ir.Constant(FLOAT, math.nan), factor)
    return tuple(f.scaled(f.join([signed[row][column] for row in range(n)]), factor) for column in range(n))


EXACT: dict[str, Emit] = {
    "radians": lambda f, a, t: f.fmul(a[0], f.number(math.pi / 180, a[0])),
    "degrees": lambda f, a, t: f.fmul(a[0], f.number(180 / math.pi, a[0])),
    "atan": lambda f, a, t: f.intrinsic("atan2" if len(a) > 1 else "atan", *a),
    "inversesqrt": lambda f, a, t: f.inverse_root(a[0]),
    "sign": _sign,
    "fract": lambda f, a, t: f.fraction(a[0]),
    "mod": _mod,
    "pow": _pow,
    "min": lambda f, a, t: f.minimum(*a),
    "max": lambda f, a, t: f.maximum(*a),
    "clamp": lambda f, a, t: f.clamped(*a),
    "saturate": lambda f, a, t: f.clamped(a[0], f.number(0.0, a[0]), f.number(1.0, a[0])),
    "mix": lambda f, a, t: f.mixed(*a),
    "step": _step,
    "smoothstep": _smoothstep,
    "length": lambda f, a, t: f.length(a[0]),
    "distance": _distance,
    "dot": lambda f, a, t: f.dot(*a),
    "cross": _cross,
    "normalize": lambda f, a, t: f.normalized(a[0]),
    "faceforward": _faceforward,
    "reflect": _reflect,
    "refract": _refract,
    "matrixCompMult": _component_wise,
    "inverse": _inverse,
    "any": lambda f, a, t: f.some(f.components(a[0])),
    "all": lambda f, a, t: f.every(f.components(a[0])),
    "not": lambda f, a, t: f.b.not_(a[0]),
    "fwidth": _fwidth,
    "unpremul": _unpremul,
    "toLinearSrgb": _to_linear,
    "fromLinearSrgb": _from_linear,
}
