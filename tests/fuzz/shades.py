"""Random shaders in GLSL and AGSL as small trees, so that the same program can be written in several ways.

Every statement assigns one variable, also inside conditions and loops; expressions have no effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gpucc.fuzz.draws import Draws

FLOATS = ("float", "vec2", "vec3", "vec4")
INPUTS = {"a": "vec4", "b": "vec3", "c": "float", "p": "vec2"}
UNIFORMS = {"u": "vec4", "k": "float", "w": "vec3"}
LITERALS = ("0.0", "1.0", "0.5", "2.0", "-1.0", "3.0", "0.25", "1.5", "10.0")
# functions that work component by component
ONE = ("sin", "cos", "abs", "floor", "fract", "exp2", "sign", "ceil", "radians")
TWO = ("min", "max", "mod", "step", "atan")
THREE = ("mix", "clamp", "smoothstep")


@dataclass(frozen=True)
class Expr:
    """`op` is an operator, a function, "?:", or the kind of a leaf, whose text is `text`."""

    type: str
    op: str
    parts: tuple[Expr, ...] = ()
    text: str = ""

    def variables(self) -> Iterator[tuple[str, str]]:
        if self.op == "name":
            yield self.text, self.type
        for part in self.parts:
            yield from part.variables()

    @property
    def elementwise(self) -> bool:
        return self.op in "+-*/" or self.op in (*ONE, *TWO, *THREE)


@dataclass(frozen=True)
class Let:
    """An assignment `name = value;`; with `declared` also the declaration."""

    name: str
    value: Expr
    declared: bool = True


@dataclass(frozen=True)
class If:
    test: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...]


@dataclass(frozen=True)
class For:
    counter: str
    rounds: int
    body: tuple[Statement, ...]
    until: Expr | None


Statement = Let | If | For


@dataclass
class Grammar:
    draws: Draws
    known: dict[str, list[str]] = field(default_factory=lambda: {type: [] for type in FLOATS})
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    # expressions -----------------------------------------------------------------------------------------------------

    def leaf(self, type: str) -> Expr:
        names = self.known[type]
        if names and not self.draws.chance(5):
            return Expr(type, "name", text=names[-1 - self.draws.below(min(5, len(names)))])
        number = self.draws.one(LITERALS)
        return Expr(type, "literal", text=number if type == "float" else f"{type}({number})")

    def expression(self, type: str, depth: int) -> Expr:
        if depth <= 0:
            return self.leaf(type)
        size = FLOATS.index(type) + 1

        def some(other: str = type, less: int = 1) -> Expr:
            return self.expression(other, depth - less)

        match self.draws.number(0, 12):
            case 0 | 1 | 2 | 3:
                return Expr(type, self.draws.one("+-**"), (some(), some()))
            case 4:
                return Expr(type, self.draws.one(ONE), (some(),))
            case 5:
                return Expr(type, self.draws.one(TWO), (some(), some()))
            case 6:
                return Expr(type, self.draws.one(THREE), (some(), some(), some()))
            case 7:
                return Expr(type, "?:", (self.test(depth - 1), some(), some()))
            case 8 if size > 1:
                wider = self.draws.one(FLOATS[1:])
                letters = "".join(self.draws.one("xyzw"[: FLOATS.index(wider) + 1]) for _ in range(size))
                return Expr(type, "swizzle", (some(wider),), letters)
            case 8 | 9 if size == 1:
                wider = self.draws.one(FLOATS[1:])
                if self.draws.chance(2):
                    return Expr(type, "swizzle", (some(wider),), self.draws.one("xyzw"[: FLOATS.index(wider) + 1]))
                return Expr(type, "dot", (some(wider), some(wider)))
            case 9:
                first = self.draws.number(1, size - 1)
                return Expr(type, type, (some(FLOATS[first - 1]), some(FLOATS[size - first - 1])))
            case 10 if size > 1:
                rows = tuple(some() for _ in range(size))
                product = Expr(f"mat{size}", f"mat{size}", rows)
                parts = (product, some()) if self.draws.chance(2) else (some(), product)
                return Expr(type, "*", parts)
            case 10:
                guard = Expr(type, "+", (Expr(type, "abs", (some(),)), Expr(type, "literal", text="0.5")))
                return Expr(type, self.draws.one(("sqrt", "inversesqrt", "log2")), (guard,))
            case 11:
                below = Expr(
                    type,
                    "+",
                    (Expr(type, "abs", (some(),)), Expr(type, "literal", text=f"{type}(1.0)" if size > 1 else "1.0")),
                )
                return Expr(type, "/", (some(), below))
            case 12 if size == 3:
                return Expr(type, self.draws.one(("cross", "reflect")), (some(), some()))
        return self.leaf(type)

    def test(self, depth: int) -> Expr:
        one, other = self.expression("float", depth), self.expression("float", depth)
        test = Expr("bool", self.draws.one(("<", ">", "<=", ">=")), (one, other))
        if depth > 0 and self.draws.chance(4):
            return Expr("bool", self.draws.one(("&&", "||")), (test, self.test(depth - 1)))
        return test

    # statements ------------------------------------------------------------------------------------------------------

    def statements(self, count: int, depth: int) -> tuple[Statement, ...]:
        return tuple(statement for _ in range(count) for statement in self.statement(depth))

    def statement(self, depth: int) -> list[Statement]:
        type, name = self.draws.one(FLOATS), self.fresh()
        first = Let(name, self.expression(type, 2))
        kind = self.draws.number(0, 7)
        if depth == 0 or kind < 6:
            self.known[type].append(name)
            return [first]
        kept = {key: list(names) for key, names in self.known.items()}
        kept[type].append(name)
        if kind == 6:
            test = self.test(1)
            arms = []
            for _ in range(2):
                self.known = {key: list(names) for key, names in kept.items()}
                arms.append(
                    (*self.statements(self.draws.number(0, 2), depth - 1), Let(name, self.expression(type, 1), False))
                )
            self.known = kept
            return [first, If(test, *arms)]
        self.known = {key: list(names) for key, names in kept.items()}
        body = (*self.statements(self.draws.number(0, 1), depth - 1), Let(name, self.expression(type, 1), False))
        until = self.test(1) if self.draws.chance(2) else None
        self.known = kept
        return [first, For(f"i{name[1:]}", self.draws.number(1, 4), body, until)]

    def program(self, language: str) -> tuple[tuple[Statement, ...], Expr]:
        """Statements, and a vec4 that combines the latest values."""
        inputs = {**INPUTS, **UNIFORMS}
        for name, type in inputs.items():
            self.known[type].append(name)
        made = self.statements(self.draws.number(1, 7), 1)
        last = tuple(Expr(type, "name", text=self.known[type][-1]) for type in FLOATS)
        ends = [Expr("float", "swizzle", (one,), letter) for one, letter in ((last[1], "y"), (last[2], "z"))]
        parts = (last[0], *ends)
        return made, Expr("vec4", "+", (Expr("vec4", "vec4", (*parts, Expr("float", "literal", text="1.0"))), last[3]))
