"""An extended grammar of random AGSL programs: uniforms of all types, a child shader, nested structs, prototypes,
arrays as arguments, overloads, shadowing, effects within expressions, and code that is almost valid.

`Wide` makes programs of one kind; `uniforms` and `values` describe the inputs that such a program needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from agsl_grammar import FLOATS, INT, MATRICES, Function, Grammar, T, Variable

UNIFORMS = (*FLOATS, *(T("int", rows) for rows in (1, 2, 3, 4)), *MATRICES)
# the colour of the child shader, everywhere the same
PIXEL = np.array([[[0.25, 0.5, 0.75, 1.0]]], np.float32)
COLORS = tuple(T(base, rows) for base in ("float", "half") for rows in (3, 4))
# statements for main, where `$` is a new name
ODD = (
    "float $ = 1; { float $ = $ + 1.0; p.x += $; }",
    "int $ = 017 + 0x1F; p.y += float($);",
    "const float $ = sin(1.0) + pow(2, 0.5); p *= $;",
    "float $; $ = p.x, p.y; p.x = $;",
    "const int $ = int(2.9) * -2; p.x -= float($ / 3);",
    "half4 $ = half4(p, p).LTRB; p = $.RB;",
    "float2 $ = p.yx.yx.xx; p = $.0x;",
    "bool $ = p == p.xy; p.x += float($);",
    "float $ = float2(p)[1]; p.x *= $;",
    "float $ = (p * float2x2(1, 2, 3, 4))[0]; p.y = $;",
    "int $ = int(p.x) / 2 * 2; p.x -= $ == int(p.x) ? 0.0 : 1.0;",
    "float $[2]; $[1] = p.x; p.y = $[0];",
    "float3x3 $ = float3x3(p, 1, p, 2, p, 3); p += $[2].zy;",
    "half $ = half(p.x) / 3; p.x = $;",
    "float $ = 1e3 * .5e-2 + 3.; p += $;",
    "float $ = -(-p.x) - -1.0; p.x = $;",
    "vec2 $ = vec2(ivec2(p) / 3); p -= $;",
    "bool3 $ = bool3(p, 0); p.x += any($) ? 1.0 : 2.0;",
    "float4 $ = float4(1); $.xy = $.zw = p; p = $.yz;",
    "short $ = short(p.y); p.y -= float($);",
    "float $ = mix(p.x, p.y, step(4.0, p.x)) / max(p.x, 1); p.x = $;",
    "p.xy = p.yx; p.x += 1 / p.y;",
    "float $ = p.x > 8 && p.y > 4 || p.x < 2 ^^ true ? 1 : 0; p.y = $;",
)
WRONG = ("float $ = length(p) / 0.0; p.x = $;", "half4 $ = p;")


@dataclass(frozen=True)
class Uniform:
    name: str
    type: T
    length: int = 0


@dataclass
class Wide(Grammar):
    uniforms: list[Uniform] = field(default_factory=list)
    child: bool = False
    arrays: list[tuple[str, T, int]] = field(default_factory=list)

    def program(self) -> str:
        parts = [self.uniform() for _ in range(self.number(0, 3))]
        if self.chance(3):
            self.child = True
            parts.append("uniform shader child;")
        if self.chance(3):
            parts.append(self.struct())
            parts.append(self.struct())
        parts += [self.passer() for _ in range(self.number(0, 1))]
        parts += [self.changer() for _ in range(self.number(0, 1))]
        return "\n".join([*parts, super().program()])

    def uniform(self) -> str:
        name = self.fresh()
        if self.chance(6):
            type, length, before = self.pick(COLORS), 0, "layout(color) "
        else:
            type, length, before = self.pick(UNIFORMS), self.choose(["0", "0", "0", "2", "3"]), ""
        length = int(length)
        self.uniforms.append(Uniform(name, type, length))
        self.variables[name] = Variable(type, length=length, fixed=True)
        size = f"[{length}]" if length else ""
        shown = self.spelled(type)
        return f"{before}uniform {shown}{size} {name};" if self.chance(2) else f"{before}uniform {shown} {name}{size};"

    def passer(self) -> str:
        """A function with an array parameter; sometimes with its prototype."""
        type, length, name = self.type(), self.number(1, 3), f"g{self.fresh()}"
        way = self.choose(["", "in ", "inout "])
        head = f"{self.spelled(type)} {name}({way}{self.spelled(type)} a[{length}], int k)"
        self.arrays.append((name, type, length))
        first = f"a[0] = {self.leaf(type)}; " if way == "inout " else ""
        loop = f"for (int i = 0; i < {length}; i++) {{ if (i == k) {{ r = a[i]; }} }}"
        made = f"{head} {{ {first}{type} r = a[{self.index(length)}]; {loop} return r; }}"
        return f"{head};\n{made}" if self.chance(3) else made

    def changer(self) -> str:
        """A function without a result that writes its argument, defined after its prototype."""
        type, name = self.type(), f"h{self.fresh()}"
        head = f"void {name}(inout {self.spelled(type)} a, {self.spelled(INT)} b)"
        kept = self.variables
        self.variables = {"a": Variable(type), "b": Variable(INT)}
        body = self.statements(2, 1)
        early = f"if (b == {self.number(0, 3)}) {{ return; }}" if self.chance(2) else ""
        self.variables = kept
        self.functions.append(Function(name, T("void"), (("inout", type), ("", INT))))
        return f"{head};\n{head} {{ {early} {body} }}"

    def type(self) -> T:
        kind = self.choose(["old"] * 12 + ["nested"] * bool(self.structs))
        return self.structs[-1] if kind == "nested" else super().type()

    # statements ------------------------------------------------------------------------------------------------------

    def statement(self, depth: int) -> str:
        kinds = ["old"] * 7 + ["bare", "shadow", "unbraced"] + ["passed"] * bool(self.arrays)
        point = self.variables.get("p")
        if point is not None and point.type == T("float", 2):
            kinds += ["effect", "loop", "odd"]
        kind = self.choose(kinds)
        return (
            super().statement(depth)
            if kind == "old" or (depth > 2 and kind != "effect")
            else str(getattr(self, f"{kind}_")(depth))
        )

    def passed_(self, depth: int) -> str:
        name, type, length = self.arrays[self.number(0, len(self.arrays) - 1)]
        array, result = self.fresh(), self.fresh()
        fill = " ".join(f"{array}[{k}] = {self.expression(type, 1)};" for k in range(length))
        self.variables[result] = Variable(type)
        text = f"{type} {array}[{length}]; {fill} {type} {result} = {name}({array}, {self.expression(INT, 1)});"
        self.variables[array] = Variable(type, length=length)
        return text

    def effect_(self, depth: int) -> str:
        """Writes within expressions, in an order that GLSL defines."""
        text, type = self.target()
        if not text or type.members or type.base == "bool":
            return ";"
        made = self.fresh()
        kept, self.functions = self.functions, []
        one, other = self.leaf(type), self.expression(type, 1)
        self.functions = kept
        shape = self.choose(["chain", "comma", "count", "operate", "choice"])
        self.variables[made] = Variable(type)
        match shape:
            case "chain":
                return f"{type} {made}; {made} = {text} = {other};"
            case "comma":
                return f"{type} {made} = ({text} = {one}, {text} + {other});"
            case "count":
                return f"{type} {made} = {self.choose([f'{text}++', f'--{text}', f'({text})--', f'++{text}'])} + {one};"
            case "choice":
                return f"{type} {made} = {one}; p.x > {self.number(0, 16)} ? {text} = {other} : {made};"
        return f"{type} {made} = ({text} {self.choose(['+=', '-=', '*='])} {other}) * {one};"

    def bare_(self, depth: int) -> str:
        return f"{self.expression(self.type(), 2)};"

    def shadow_(self, depth: int) -> str:
        """Declare a visible name again in an inner scope, with another type."""
        names = [name for name in self.variables if name != "p"]
        if not names:
            return ";"
        name = self.choose(names)
        kept = {one: replace(variable) for one, variable in self.variables.items()}
        type = self.type()
        value = self.expression(type, 1)
        self.variables[name] = Variable(type)
        inner = self.statements(2, depth + 1)
        self.variables = kept
        return f"{{ {type} {name} = {value}; {inner} }}"

    def loop_(self, depth: int) -> str:
        """Loops whose bounds are expressions, that count backwards or in fractions, with jumps."""
        name, result = self.fresh(), self.fresh()
        head = self.choose(
            [
                f"float {name} = 0.0; {name} < 1.0; {name} += 0.25", f"half {name} = 1; {name} > -1; {name} -= 0.5",
                f"int {name} = 2 * 2; {name} >= 1 + 1; --{name}", f"int {name} = -1; 2 > {name}; {name}++",
                f"int {name} = 0; {name} < int(3.7); {name} += 1", f"float {name} = 3.5; {name} != 0.5; {name}--",
                *[f"int {name} = 0; {name} < 4; {name} = {name} + 1"] * self.chance(9),
                f"short {name} = 3; {name} <= 3; ++{name}",
                f"int {name} = 5; {name} < 2; {name}++", f"int {name} = 0; {name} <= 3; {name} -= -1",
            ]
        )  # fmt: skip
        jump = self.choose(["", "", "continue;", "break;", f"if (p.y > {self.number(1, 9)}) {{ continue; }}"])
        self.variables[result] = Variable(T("float"))
        first = f"float {result} = {self.leaf(T('float'))};"
        return (
            f"{first} for ({head}) {{ if (p.x < float({name})) {{ {jump} }} {result} += float({name}) *"
            f" {self.leaf(T('float'))}; }}"
        )

    def unbraced_(self, depth: int) -> str:
        condition = self.expression(T("bool"), 1)
        one = self.assign_(depth)
        rest = f" else {self.assign_(depth)}" if self.chance(2) else ""
        return f"if ({condition}) {one}{rest}"

    def odd_(self, depth: int) -> str:
        """Code that is almost valid, or valid although it does not look so."""
        lines = ODD + WRONG if self.chance(6) else ODD
        return self.choose(lines).replace("$", self.fresh())

    # expressions -----------------------------------------------------------------------------------------------------

    def expression(self, type: T, depth: int) -> str:
        if self.child and type in (T("half", 4), T("float", 4)) and depth > 0 and self.chance(4):
            return f"child.eval({self.expression(T('float', 2), depth - 1)})"
        if type.rows == 1 and not type.members and not type.is_matrix and depth > 0 and self.chance(9):
            source = self.pick(MATRICES) if type.is_float else T(type.base, self.number(2, 4))
            source = replace(source, base=type.base)
            end = f"[{self.index(source.columns)}]" if source.is_matrix else ""
            inner = self.expression(source, depth - 1)
            return f"({inner}){end}[{self.index(source.rows)}]"
        return super().expression(type, depth)


def data(made: Wide) -> tuple[bytes, dict[str, np.ndarray]]:
    """Values for a program's uniforms and child: packed as Skia does, and by name."""
    packed, arrays = b"", {"child": PIXEL, "child.size": np.ones(2, np.float32)}
    at = 0
    for one in made.uniforms:
        count = one.type.rows * one.type.columns * max(1, one.length)
        whole = one.type.base == "int"
        values = [(k * 7 + at) % 5 - 1 if whole else ((k * 5 + at) % 11) * 0.375 - 1 for k in range(count)]
        at += 3
        array = np.array(values, np.int32 if whole else np.float32)
        packed += array.tobytes()
        arrays[one.name] = array
    return packed, arrays
