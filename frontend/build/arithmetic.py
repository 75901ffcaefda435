"""Arithmetic on values of any shape: vectors, matrices, comparisons, conversions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.base import BuilderBase
from gpucc.frontend.build.shapes import FLOAT, HALF, INT, Tree
from gpucc.frontend.typed import Symbol
from gpucc.frontend.types import ShadingType, column_of, scalar_of

HALF_PRECISIONS = ("lowp", "mediump")


class Arithmetic(BuilderBase):
    round_half = False

    def rounded(self, tree: Tree) -> Tree:
        """Round each float to the nearest fp16 value; the result is still of type float."""
        if isinstance(tree, tuple):
            return tuple(self.rounded(one) for one in tree)
        if not isinstance(getattr(tree.type, "element", tree.type), ir.FloatType):
            return tree
        narrow = ir.VectorType(HALF, tree.type.count) if isinstance(tree.type, ir.VectorType) else HALF
        return self.b.fpext(self.b.fptrunc(tree, narrow), tree.type)

    def stored(self, symbol: Symbol | None, tree: Tree) -> Tree:
        """The value rounded to the precision that the variable is stored in."""
        return (
            self.rounded(tree)
            if self.round_half and symbol is not None and symbol.precision in HALF_PRECISIONS
            else tree
        )

    def scale(self, a: ShadingType, x: Tree, b: ShadingType, y: Tree) -> Tree:
        """Multiply component by component, also two matrices."""
        if a.is_matrix and b.is_matrix:
            return tuple(self.fmul(p, q) for p, q in zip(x, y, strict=True))
        return self.arithmetic("*", (a, x), (b, y))

    def arithmetic(self, op: str, left: tuple[ShadingType, Tree], right: tuple[ShadingType, Tree]) -> Tree:
        (a, x), (b, y) = left, right
        if not a.is_matrix and not b.is_matrix:
            rows = max(a.rows, b.rows)
            return self.apply(op, a, self.splat(x, rows), self.splat(y, rows))
        if op == "*" and not a.is_scalar and not b.is_scalar:
            if not b.is_matrix:
                return self.transform(x, y)
            if not a.is_matrix:
                return self.join([self.total(self.product(x, column)) for column in y])
            return tuple(self.transform(x, column) for column in y)
        columns = max(a.columns, b.columns)
        xs = x if a.is_matrix else (self.splat(x, b.rows),) * columns
        ys = y if b.is_matrix else (self.splat(y, a.rows),) * columns
        pairs = zip(xs, ys, strict=True)
        return tuple(self.product(p, q) if op == "*" else self.apply(op, a, p, q) for p, q in pairs)

    def transform(self, columns: Any, vector: Any) -> Any:
        """Matrix times column vector: the columns are scaled and added from left to right."""
        found = None
        for index, column in enumerate(columns):
            product = self.product(column, self.splat(self.get(vector, index), column.type.count))
            found = product if found is None else self.fadd(found, product)
        return found

    def dot(self, a: Any, b: Any) -> Any:
        """Dot product. Terms are added from left to right; under Skia's profile, which sets no fast-math flags, from
        right to left, as Skia does."""
        product = self.product(a, b)
        if not isinstance(product.type, ir.VectorType):
            return product
        if self.flags:
            return self.total(product)
        parts = [self.get(product, index) for index in range(product.type.count)]
        found = parts[-1]
        for one in parts[-2::-1]:
            found = self.fadd(one, found)
        return found

    def total(self, product: Any) -> Any:
        found = self.get(product, 0)
        for index in range(1, product.type.count):
            found = self.fadd(found, self.get(product, index))
        return found

    def apply(self, op: str, type: ShadingType, x: Any, y: Any) -> Any:
        b = self.b
        if type.is_float:
            return {"+": self.fadd, "-": self.fsub, "*": self.fmul, "/": self.fdiv}[op](x, y)
        if op in ("/", "%"):
            signed, plain = (b.sdiv, b.udiv) if op == "/" else (b.srem, b.urem)
            return (plain if type.base == "uint" else signed)(x, self.without_zeros(y))
        if op in ("<<", ">>"):
            # GLSL leaves other distances open; to LLVM the result would be poison
            distance = b.and_(
                y,
                shapes.constant(shapes.vector("int", y.type.count), [31] * y.type.count)
                if isinstance(y.type, ir.VectorType)
                else ir.Constant(INT, 31),
            )
            return (b.shl if op == "<<" else b.lshr if type.base == "uint" else b.ashr)(x, distance)
        if op in ("&", "|", "^"):
            return {"&": b.and_, "|": b.or_, "^": b.xor}[op](x, y)
        wraps = self.dialect.wraps_integers or type.base == "uint"
        return {"+": b.add, "-": b.sub, "*": b.mul}[op](x, y, flags=() if wraps else ("nsw",))

    def without_zeros(self, divisor: Any) -> Any:
        """Divide by 1 where the divisor is zero. GLSL leaves only the quotient open there. LLVM takes such a
        division for undefined behaviour, and removes branches that lead to it."""
        one = ir.Constant(INT, 1)
        if isinstance(divisor.type, ir.VectorType):
            one = ir.Constant(divisor.type, [one] * divisor.type.count)
        return self.b.select(self.b.icmp_signed("==", divisor, ir.Constant(divisor.type, None)), one, divisor)

    def compare(self, op: str, type: ShadingType, x: Tree, y: Tree) -> Any:
        if isinstance(x, tuple):
            pairs = zip(shapes.parts_of(type), x, y, strict=True)
            each = [self.compare("==", one, p, q) for one, p, q in pairs]
            same = self.every(each)
            return same if op == "==" else self.b.not_(same)
        flags = self.relation(op, type, x, y)
        if not type.is_vector:
            return flags
        return (
            self.some([self.get(flags, k) for k in range(type.rows)])
            if op == "!="
            else self.every([self.get(flags, k) for k in range(type.rows)])
        )

    def relation(self, op: str, type: ShadingType, x: Any, y: Any) -> Any:
        """Compare component by component."""
        if type.is_float:
            return self.b.fcmp_unordered(op, x, y) if op == "!=" else self.b.fcmp_ordered(op, x, y)
        if op == "^^":
            return self.b.xor(x, y)
        return (self.b.icmp_unsigned if type.base == "uint" else self.b.icmp_signed)(op, x, y)

    def every(self, flags: list[Any]) -> Any:
        found = flags[0]
        for one in flags[1:]:
            found = self.b.and_(found, one)
        return found

    def some(self, flags: list[Any]) -> Any:
        found = flags[0]
        for one in flags[1:]:
            found = self.b.or_(found, one)
        return found

    def choose(self, condition: Any, yes: Tree, no: Tree) -> Tree:
        if isinstance(yes, tuple):
            return tuple(self.choose(condition, p, q) for p, q in zip(yes, no, strict=True))
        return yes if yes is no else self.b.select(condition, yes, no)

    def scalars(self, tree: Tree, type: ShadingType) -> list[tuple[Any, ShadingType]]:
        if type.is_matrix:
            return [one for column in tree for one in self.scalars(column, column_of(type))]
        if type.is_vector:
            return [(self.get(tree, k), scalar_of(type)) for k in range(type.rows)]
        return [(tree, type)]

    def build_matrix(self, type: ShadingType, given: ShadingType, tree: Tree) -> Tree:
        n = type.rows
        zero, one = ir.Constant(FLOAT, 0.0), ir.Constant(FLOAT, 1.0)
        if given.is_scalar:
            value = self.convert(tree, given, type)
            return tuple(
                self.join([value if row == column else zero for row in range(n)]) for column in range(type.columns)
            )
        if given.is_matrix and given.rows >= n and given.columns >= type.columns:
            return tuple(
                column if given.rows == n else self.shuffle(column, range(n)) for column in tree[: type.columns]
            )
        if given.is_matrix:
            found = []
            for column in range(type.columns):
                kept = min(given.rows, n) if column < given.columns else 0
                old = [self.get(tree[column], row) for row in range(kept)]
                found.append(self.join(old + [one if row == column else zero for row in range(kept, n)]))
            return tuple(found)
        scalars = [self.convert(value, part, type) for value, part in self.scalars(tree, given)]
        return tuple(self.join(scalars[start : start + n]) for start in range(0, n * type.columns, n))

    def convert(self, value: Any, given: ShadingType, wanted: ShadingType) -> Any:
        """Convert a value of any shape from one kind of number to another."""
        if given.is_float == wanted.is_float and (given.base == "bool") == (wanted.base == "bool"):
            return value
        count = value.type.count if isinstance(value.type, ir.VectorType) else 1
        target = shapes.LEAVES[wanted.base, count]
        if given.base == "bool":
            return self.b.uitofp(value, target) if wanted.is_float else self.b.zext(value, target)
        if wanted.base == "bool":
            zero = shapes.zeros(shapes.vector(given.base, count))
            return self.b.fcmp_unordered("!=", value, zero) if given.is_float else self.b.icmp_signed("!=", value, zero)
        if wanted.is_float:
            return (self.b.uitofp if given.base == "uint" else self.b.sitofp)(value, target)
        if isinstance(value, ir.Constant):
            parts = [whole(one.constant) for one in value.constant] if count > 1 else [whole(value.constant)]
            return ir.Constant(target, [ir.Constant(INT, one) for one in parts] if count > 1 else parts[0])
        if self.exact_math:
            return (self.b.fptoui if wanted.base == "uint" else self.b.fptosi)(value, target)
        # Skia's CPU backend returns -2^31 for every float that does not fit in an integer
        top = self.number(2.0**31, value)
        inside = self.b.and_(
            self.b.fcmp_ordered("<", value, top), self.b.fcmp_ordered(">=", value, self.number(-(2.0**31), value))
        )
        least = ir.Constant(INT, -(2**31))
        return self.b.select(
            inside, self.saturated(value, target), ir.Constant(target, [least] * count) if count > 1 else least
        )

    def saturated(self, value: Any, target: Any) -> Any:
        suffix = f"v{target.count}i32.v{target.count}f32" if isinstance(target, ir.VectorType) else "i32.f32"
        return self.b.call(self.declare(f"llvm.fptosi.sat.{suffix}", target, [value.type]), [value])


def whole(value: float) -> int:
    """A known number as an integer. Where none represents it, any result is allowed, but not poison, which would
    spread."""
    return int(value) if -(2.0**31) <= value < 2.0**31 else -(2**31)
