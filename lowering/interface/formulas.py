"""Bodies in LLVM IR for functions that a formula defines: `fmed3(a, b, c)` is `fmin(fmax(fmin(a, b), c), fmax(a, b))`.

A formula is an expression in Python's grammar, evaluated for the types of the call. Numbers take the type of the value
beside them, and a scalar beside a vector is spread. `a if t else b` selects, comparisons yield truths, `x[2]` is an
element. Its functions are LLVM's intrinsics, other formulas, and the operations of `OPERATIONS`.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache

from gpucc.lowering.interface.library import C_BINARY, C_UNARY, Spelled, count_of, element_of
from gpucc.records import dataclass

COMPARED: dict[type[ast.cmpop], tuple[str, str, str]] = {
    # of floats, of signed numbers, of unsigned ones
    ast.Lt: ("olt", "slt", "ult"), ast.LtE: ("ole", "sle", "ule"), ast.Gt: ("ogt", "sgt", "ugt"),
    ast.GtE: ("oge", "sge", "uge"), ast.Eq: ("oeq", "eq", "eq"), ast.NotEq: ("une", "ne", "ne"),
}  # fmt: skip
COMPUTED: dict[type[ast.operator], tuple[str, str, str]] = {
    ast.Add: ("fadd", "add", "add"), ast.Sub: ("fsub", "sub", "sub"), ast.Mult: ("fmul", "mul", "mul"),
    ast.Div: ("fdiv", "sdiv", "udiv"), ast.BitAnd: ("", "and", "and"), ast.BitOr: ("", "or", "or"),
    ast.BitXor: ("", "xor", "xor"), ast.LShift: ("", "shl", "shl"), ast.RShift: ("", "ashr", "lshr"),
}  # fmt: skip
FLOATING = ("float", "double", "half")
SUFFIXES = {"float": "f32", "double": "f64", "half": "f16"}
INTRINSICS = frozenset(
    "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow sqrt fabs floor ceil trunc round"
    " rint minnum maxnum minimum maximum copysign fma smin smax umin umax sadd_sat ssub_sat uadd_sat usub_sat fshl"
    " fshr bitreverse".split()
)
# the most bits of integers that are multiplied in twice as many
WIDEST = 32
CONSTANTS = {"pi": 3.141592653589793, "inf": float("inf"), "nan": float("nan")}


@dataclass(frozen=True, slots=True)
class Term:
    """A value of a formula; a number that has no type yet has an empty `type`."""

    type: str
    text: str = ""
    number: float | int = 0

    @property
    def element(self) -> str:
        return element_of(self.type)

    @property
    def count(self) -> int:
        return count_of(self.type)


class NoFormula(Exception):
    """No formula exists for these types."""


def shaped(element: str, count: int) -> str:
    return f"<{count} x {element}>" if count else element


@dataclass(slots=True)
class BodyOfFormula:
    """A body under construction. `unsigned`: integers are compared, divided and shifted as unsigned numbers."""

    formulas: Mapping[str, str]
    unsigned: bool = False
    # of a C int in memory
    int_bits: int = 32
    lines: list[str] = field(default_factory=list)

    def let(self, type: str, text: str) -> Term:
        name = f"%t{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return Term(type, name)

    # types ------------------------------------------------------------------------------------------------------------

    def fitted(self, *terms: Term) -> list[Term]:
        """The terms with one type: numbers become constants of it, scalars are spread."""
        typed = [term for term in terms if term.type]
        if not typed:
            typed = [Term("float")]
        kind = max(typed, key=lambda term: term.count)
        return [self.as_type(term, kind) for term in terms]

    def as_type(self, term: Term, like: Term) -> Term:
        if not term.type:
            return self.constant(term.number, like)
        if like.count and not term.count:
            return self.spread(term, like.count)
        return term

    def constant(self, number: float | int, like: Term) -> Term:
        element = like.element
        if element in FLOATING:
            value = float(number)
            if element == "float" and abs(value) != float("inf"):
                value = struct.unpack("<f", struct.pack("<f", value))[0]
            (bits,) = struct.unpack("<Q", struct.pack("<d", value))
            text = (
                f"0x{bits:016X}" if element != "half" else f"0xH{struct.unpack('<H', struct.pack('<e', value))[0]:04X}"
            )
        elif element == "i1":
            text = "true" if number else "false"
        else:
            text = str(int(number))
        return Term(like.type, f"splat ({element} {text})" if like.count else text)

    def spread(self, term: Term, count: int) -> Term:
        type = shaped(term.type, count)
        one = self.let(type, f"insertelement {type} poison, {term.type} {term.text}, i32 0")
        return self.let(type, f"shufflevector {type} {one.text}, {type} poison, <{count} x i32> zeroinitializer")

    def mode(self, term: Term) -> int:
        """Return the column of the tables that applies: floats, signed numbers, or unsigned ones."""
        return 0 if term.element in FLOATING else 1 + self.unsigned

    def suffix(self, term: Term) -> str:
        """Return the type as the end of an intrinsic's name, such as v4f32."""
        short = SUFFIXES.get(term.element, term.element)
        return f"v{term.count}{short}" if term.count else short

    # operations -------------------------------------------------------------------------------------------------------

    def compute(self, names: Sequence[str], left: Term, right: Term) -> Term:
        a, b = self.fitted(left, right)
        name = names[self.mode(a)]
        if not name:
            raise NoFormula
        return self.let(a.type, f"{name} {a.type} {a.text}, {b.text}")

    def compare(self, names: Sequence[str], left: Term, right: Term) -> Term:
        a, b = self.fitted(left, right)
        op = "icmp" if self.mode(a) else "fcmp"
        return self.let(shaped("i1", a.count), f"{op} {names[self.mode(a)]} {a.type} {a.text}, {b.text}")

    def select(self, condition: Term, then: Term, otherwise: Term) -> Term:
        a, b = self.fitted(then, otherwise)
        if condition.count and not a.count:
            a, b = self.spread(a, condition.count), self.spread(b, condition.count)
        return self.let(a.type, f"select {condition.type} {condition.text}, {a.type} {a.text}, {b.type} {b.text}")

    def call(self, name: str, *terms: Term) -> Term:
        """Call an intrinsic whose operands have the type of its result."""
        fitted = self.fitted(*terms)
        type = fitted[0].type
        shown = ", ".join(f"{term.type} {term.text}" for term in fitted)
        return self.let(type, f"call {type} @llvm.{name.replace('_', '.')}.{self.suffix(fitted[0])}({shown})")

    def part(self, vector: Term, index: Term | int) -> Term:
        if not vector.count:
            return vector
        at = f"i32 {index}" if isinstance(index, int) else f"{index.type} {index.text}"
        return self.let(vector.element, f"extractelement {vector.type} {vector.text}, {at}")

    def parts(self, vector: Term) -> list[Term]:
        return [self.part(vector, i) for i in range(max(1, vector.count))]

    def vector(self, *parts: Term) -> Term:
        type = shaped(parts[0].type, len(parts))
        made = Term(type, "poison")
        for i, part in enumerate(parts):
            made = self.let(type, f"insertelement {type} {made.text}, {part.type} {part.text}, i32 {i}")
        return made

    def cast(self, op: str, term: Term, element: str) -> Term:
        type = shaped(element, term.count)
        return term if term.type == type else self.let(type, f"{op} {term.type} {term.text} to {type}")

    # expressions ------------------------------------------------------------------------------------------------------

    def apply(self, name: str, arguments: Sequence[Term]) -> Term:
        """The value of a formula for these arguments."""
        head = heads(self.formulas).get((name, len(arguments)))
        if head is None:
            raise NoFormula
        names, text = head
        return self.evaluate(_parsed(text), dict(zip(names, arguments, strict=True)))

    def evaluate(self, node: ast.expr, known: dict[str, Term]) -> Term:
        match node:
            case ast.Constant(value=(int() | float()) as number):
                return Term("", number=number)
            case ast.Name(id=name):
                return known[name] if name in known else Term("", number=CONSTANTS[name])
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negated(self.evaluate(operand, known))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.compute(("", "xor", "xor"), self.evaluate(operand, known), Term("", number=1))
            case ast.BinOp(left=left, op=op, right=right):
                return self._computed(op, self.evaluate(left, known), self.evaluate(right, known))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.compare(COMPARED[type(op)], self.evaluate(left, known), self.evaluate(right, known))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                values = (self.evaluate(one, known) for one in (test, body, orelse))
                return self.select(*values)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                known[name] = self.evaluate(value, known)
                return known[name]
            case ast.Subscript(value=value, slice=ast.Constant(value=int() as at)):
                return self.part(self.evaluate(value, known), at)
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.called(name, [self.evaluate(arg, known) for arg in args])
        raise NoFormula(ast.dump(node))

    def _negated(self, term: Term) -> Term:
        if not term.type:
            return Term("", number=-term.number)
        if self.mode(term):
            return self.compute(COMPUTED[ast.Sub], Term("", number=0), term)
        return self.let(term.type, f"fneg {term.type} {term.text}")

    def _computed(self, op: ast.operator, left: Term, right: Term) -> Term:
        if not left.type and not right.type:
            folded: dict[type[ast.operator], Callable[[float, float], float]] = {
                ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b, ast.Sub: lambda a, b: a - b,
            }  # fmt: skip
            return Term("", number=folded[type(op)](left.number, right.number))
        return self.compute(COMPUTED[type(op)], left, right)

    def called(self, name: str, arguments: list[Term]) -> Term:
        if name in OPERATIONS:
            return OPERATIONS[name](self, *arguments)
        if (name, len(arguments)) in heads(self.formulas):
            return self.apply(name, arguments)
        if (name in C_UNARY and len(arguments) == 1) or (name in C_BINARY and len(arguments) == 2):
            return self._of_library(name, self.fitted(*arguments))
        if name not in INTRINSICS:
            raise NoFormula
        return self.call(name, *arguments)

    def _of_library(self, name: str, arguments: list[Term]) -> Term:
        spelled = Spelled(arguments[0].type, self.lines)
        texts = [term.text for term in arguments]
        return Term(
            spelled.type, C_UNARY[name](spelled, *texts) if len(texts) == 1 else C_BINARY[name](spelled, *texts)
        )


@cache
def _parsed(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def heads(formulas: Mapping[str, str]) -> Mapping[tuple[str, int], tuple[tuple[str, ...], str]]:
    """The formulas by name and number of parameters: the parameters' names and the expression."""
    return _headed(tuple(formulas.items()))


@cache
def _headed(items: tuple[tuple[str, str], ...]) -> dict[tuple[str, int], tuple[tuple[str, ...], str]]:
    found = {}
    for head, text in items:
        name, _, rest = head.partition("(")
        names = tuple(one.strip() for one in rest.rstrip(")").split(",") if one.strip())
        found[name, len(names)] = names, text
    return found


# operations that are no formula ---------------------------------------------------------------------------------------


def _to_float(b: BodyOfFormula, term: Term) -> Term:
    return b.cast("uitofp" if b.unsigned or term.element == "i1" else "sitofp", term, "float")


def _store(b: BodyOfFormula, place: Term, value: Term, result: Term) -> Term:
    """Write a value to memory; the expression's value is the result."""
    align = 4
    if b.int_bits < 32:
        # machines with a short int align to two bytes or one
        align = 1
        value = b.cast("trunc", value, f"i{b.int_bits}") if value.element == "i32" else value
    b.lines.append(f"store {value.type} {value.text}, {place.type} {place.text}, align {align}")
    return result


def _scale(b: BodyOfFormula, x: Term, n: Term) -> Term:
    if not x.type:
        x = b.constant(x.number, Term(shaped("float", n.count)))
    n = b.as_type(n, Term(shaped("i32", x.count)))
    if x.count and not n.count:
        n = b.spread(n, x.count)
    shown = f"{x.type} {x.text}, {n.type} {n.text}"
    return b.let(x.type, f"call {x.type} @llvm.ldexp.{b.suffix(x)}.{b.suffix(n)}({shown})")


def _wider(b: BodyOfFormula, x: Term) -> Term:
    """Return an integer in twice as many bits; products of 64 bits are left out."""
    bits = int(x.element[1:])
    if bits > WIDEST:
        raise NoFormula
    return b.cast("zext" if b.unsigned else "sext", x, f"i{2 * bits}")


def _upper(b: BodyOfFormula, x: Term) -> Term:
    """Return the upper half of the bits of an integer; beyond 32 bits, targets would know no bit of it."""
    half = int(x.element[1:]) // 2
    if 2 * half > WIDEST:
        raise NoFormula
    return b.cast("trunc", b.compute(("", "lshr", "lshr"), x, Term("", number=half)), f"i{half}")


def _narrowed(b: BodyOfFormula, x: Term) -> Term:
    """Return an integer in half as many bits, or the nearest one that they hold."""
    half = int(x.element[1:]) // 2
    if b.unsigned:
        x = b.call("umin", x, Term("", number=(1 << half) - 1))
    else:
        limits = (Term("", number=-(1 << half - 1)), Term("", number=(1 << half - 1) - 1))
        x = b.call("smin", b.call("smax", x, limits[0]), limits[1])
    return b.cast("trunc", x, f"i{half}")


def _sum(b: BodyOfFormula, vector: Term) -> Term:
    """Return the sum of a vector's elements, from the first to the last."""
    first, *others = b.parts(vector)
    for other in others:
        first = b.compute(COMPUTED[ast.Add], first, other)
    return first


def _pairwise(name: str) -> Callable[[BodyOfFormula, Term], Term]:
    """Return the sum of a vector's elements, neighbours first, as NEON computes it: (v0 + v1) + (v2 + v3)."""

    def operation(b: BodyOfFormula, vector: Term) -> Term:
        values = b.parts(vector)
        while len(values) > 1:
            pairs = list(zip(values[::2], values[1::2], strict=False))
            values = [b.called(name, list(pair)) if name else b.compute(COMPUTED[ast.Add], *pair) for pair in pairs] + (
                values[-1:] if len(values) % 2 else []
            )
        return values[0]

    return operation


def _neighbours(name: str) -> Callable[[BodyOfFormula, Term, Term], Term]:
    """The sums or extremes of neighbours in two vectors, one after the other."""

    def operation(b: BodyOfFormula, left: Term, right: Term) -> Term:
        values = [*b.parts(left), *b.parts(right)]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        return b.vector(
            *(b.called(name, list(pair)) if name else b.compute(COMPUTED[ast.Add], *pair) for pair in pairs)
        )

    return operation


def _reduced(op: str) -> Callable[[BodyOfFormula, Term], Term]:
    def operation(b: BodyOfFormula, vector: Term) -> Term:
        first, *others = b.parts(vector)
        for other in others:
            first = b.let("i1", f"{op} i1 {first.text}, {other.text}")
        return first

    return operation


def _both(op: str) -> Callable[[BodyOfFormula, Term, Term], Term]:
    return lambda b, left, right: b.let(left.type, f"{op} {left.type} {left.text}, {right.text}")


def _picked(b: BodyOfFormula, mask: Term, *vectors: Term) -> Term:
    """Elements of the vectors by the low bits of the mask's numbers."""
    elements = [part for vector in vectors for part in b.parts(vector)]
    whole = b.vector(*elements)
    least = Term("", number=len(elements) - 1)
    return b.vector(*(b.part(whole, b.compute(COMPUTED[ast.BitAnd], at, least)) for at in b.parts(mask)))


def _turned(b: BodyOfFormula, vector: Term, by: Term) -> Term:
    """Return the three elements of a vector, rotated by one or two places."""
    elements = b.parts(vector)
    if len(elements) < 3:
        raise NoFormula
    first = [elements[(i + int(by.number)) % 3] for i in range(3)]
    return b.vector(*first, *elements[3:])


def _bits(element: str) -> Callable[[BodyOfFormula, Term], Term]:
    return lambda b, term: b.cast("bitcast", term, element)


def _unordered(b: BodyOfFormula, x: Term, y: Term) -> Term:
    x, y = b.fitted(x, y)
    return b.let(shaped("i1", x.count), f"fcmp uno {x.type} {x.text}, {y.text}")


def _class(b: BodyOfFormula, x: Term, mask: Term) -> Term:
    type = shaped("i1", x.count)
    shown = mask.text or str(int(mask.number))
    return b.let(type, f"call {type} @llvm.is.fpclass.{b.suffix(x)}({x.type} {x.text}, i32 {shown})")


def _counted(which: str) -> Callable[[BodyOfFormula, Term], Term]:
    """Bits are counted by LLVM's intrinsic; of zero, `ctlz` and `cttz` count all."""
    zero = "" if which == "ctpop" else ", i1 false"
    return lambda b, x: b.let(x.type, f"call {x.type} @llvm.{which}.{b.suffix(x)}({x.type} {x.text}{zero})")


OPERATIONS: dict[str, Callable[..., Term]] = {
    "float": _to_float,
    "int": lambda b, x: b.cast("fptosi", x, "i32"),
    "uint": lambda b, x: b.cast("fptoui", x, "i32"),
    "truth": lambda b, x: b.cast("zext", x, "i32"),
    "store": _store,
    "ldexp": _scale,
    "wider": _wider,
    "upper": _upper,
    "narrowed": _narrowed,
    "sum": _sum,
    "pairwise_sum": _pairwise(""),
    "pairwise_max": _pairwise("maximum"),
    "pairwise_min": _pairwise("minimum"),
    "pairwise_maxnum": _pairwise("maxnum"),
    "pairwise_minnum": _pairwise("minnum"),
    **{f"pairwise_{name}": _pairwise(name) for name in ("smax", "smin", "umax", "umin")},
    "neighbours_sum": _neighbours(""),
    "neighbours_max": _neighbours("maximum"),
    "neighbours_min": _neighbours("minimum"),
    "neighbours_maxnum": _neighbours("maxnum"),
    "neighbours_minnum": _neighbours("minnum"),
    "some": _reduced("or"),
    "every": _reduced("and"),
    "both": _both("and"),
    "either": _both("or"),
    "picked": _picked,
    "turned": _turned,
    "float_bits": _bits("i32"),
    "of_bits": _bits("float"),
    "unordered": _unordered,
    "fpclass": _class,
    "vector": BodyOfFormula.vector,
    "ctpop": _counted("ctpop"),
    "ctlz": _counted("ctlz"),
    "cttz": _counted("cttz"),
}
