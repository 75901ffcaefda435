"""Random AGSL programs: well typed for the most part, with a wrong turn now and then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Choose = Callable[[Sequence[str]], str]
FLOATS = ("float", "float2", "float3", "float4", "half", "half2", "half3", "half4")
TYPES = (*FLOATS, "int", "int2", "bool", "float2x2", "float3x3", "short")
UNARY = "sin cos tan abs sign floor ceil fract sqrt exp2 saturate normalize radians degrees atan".split()
BINARY = "min max mod pow step reflect".split()
SETS = ("xyzw", "rgba", "stpq", "LTRB")


@dataclass
class Grammar:
    """`choose` decides everything, so that a shrinking search can drive it."""

    choose: Choose
    variables: dict[str, str] = field(default_factory=dict)
    indices: list[str] = field(default_factory=list)
    counters: set[str] = field(default_factory=set)
    count: int = 0

    def number(self, low: int, high: int) -> int:
        return int(self.choose([str(n) for n in range(low, high + 1)]))

    def chance(self, one_in: int) -> bool:
        return self.number(1, one_in) == one_in

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def program(self) -> str:
        parts = []
        if self.chance(2):
            parts.append(f"const int N = {self.number(1, 4)};")
        if self.chance(3):
            parts.append("float g = 0.5;")
            self.variables["g"] = "float"
        functions = [self.function(k) for k in range(self.number(0, 2))]
        self.variables = {name: type for name, type in self.variables.items() if name == "g"} | {"p": "float2"}
        body = self.statements(3, 0)
        return "\n".join([*parts, *functions, f"half4 main(float2 p) {{ {body} return half4({self.expression('float4', 3)}); }}"])

    def function(self, k: int) -> str:
        kept = dict(self.variables)
        result, first = self.choose(FLOATS), self.choose(TYPES)
        way = self.choose(["", "", "in ", "inout "])
        self.variables = {name: type for name, type in kept.items() if name == "g"} | {"a": first}
        body = self.statements(2, 0)
        text = f"{result} f{k}({way}{first} a) {{ {body} return {self.expression(result, 2)}; }}"
        self.variables = kept
        return text

    # statements ------------------------------------------------------------------------------------------------------

    def statements(self, most: int, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.number(1, most)))

    def statement(self, depth: int) -> str:
        kinds = ["declare", "declare", "assign", "assign", "compound"]
        if depth < 2:
            kinds += ["if", "for", "switch", "block"]
        if self.indices:
            kinds += ["leave"]
        return getattr(self, self.choose(kinds))(depth)

    def scope(self, depth: int) -> str:
        kept = dict(self.variables)
        text = self.statements(2, depth + 1)
        self.variables = kept
        return f"{{ {text} }}"

    def declare(self, depth: int) -> str:
        type, name = self.choose(TYPES), self.fresh()
        value = "" if self.chance(8) else f" = {self.expression(type, 2)}"
        self.variables[name] = type
        return f"{type} {name}{value};"

    def assign(self, depth: int) -> str:
        name = self.choose([name for name in self.variables if name not in self.counters] or ["p"])
        return f"{name} = {self.expression(self.variables.get(name, 'float2'), 2)};"

    def compound(self, depth: int) -> str:
        name = self.choose([name for name in self.variables if name not in self.counters] or ["p"])
        type = self.variables.get(name, "float2")
        if type == "bool":
            return self.assign(depth)
        if self.chance(4):
            return f"{name}{self.choose(['++', '--'])};"
        return f"{name} {self.choose(['+=', '-=', '*='])} {self.expression(type, 2)};"

    def block(self, depth: int) -> str:
        return self.scope(depth)

    def leave(self, depth: int) -> str:
        return f"if ({self.expression('bool', 1)}) {{ {self.choose(['break', 'continue'])}; }}"

    def switch(self, depth: int) -> str:
        kept, self.indices = self.indices, []
        cases = " ".join(f"case {k}: {self.scope(depth)} {self.choose(['break;', ''])}" for k in range(self.number(1, 3)))
        rest = f"default: {self.scope(depth)}" if self.chance(2) else ""
        self.indices = kept
        return f"switch ({self.expression('int', 1)}) {{ {cases} {rest} }}"

    def for_(self, depth: int) -> str:
        name = self.fresh()
        self.indices.append(name)
        self.counters.add(name)
        self.variables[name] = "int"
        body = self.scope(depth)
        self.indices.pop()
        del self.variables[name]
        return f"for (int {name} = {self.number(0, 2)}; {name} < {self.choose(['3', '5', 'N', '4'])}; {name}++) {body}"

    def if_(self, depth: int) -> str:
        rest = f" else {self.scope(depth)}" if self.chance(2) else ""
        return f"if ({self.expression('bool', 2)}) {self.scope(depth)}{rest}"

    # expressions -----------------------------------------------------------------------------------------------------

    def expression(self, type: str, depth: int) -> str:
        if self.chance(150):
            type = self.choose(TYPES)
        known = [name for name, other in self.variables.items() if other == type]
        if depth <= 0 or self.chance(4):
            return self.choose(known) if known and not self.chance(3) else self.leaf(type)
        if type == "bool":
            return self.truth(depth)
        if type in ("int", "int2", "short"):
            return f"({self.expression(type, depth - 1)} {self.choose(['+', '-', '*'])} {self.expression(type, depth - 1)})"
        return self.floats(type, depth)

    def leaf(self, type: str) -> str:
        if type == "bool":
            return self.choose(["true", "false"])
        if type in ("int", "short"):
            return self.choose(["0", "1", "2", "3", "7"])
        if type in ("float", "half"):
            return self.choose(["0.5", "1.0", "2", "0.25", "1.5", "3.", ".1", "p.x" if "p" in self.variables else "4.0"])
        return f"{type}({self.choose(['1', '0.5', '2', '3'])})"

    def truth(self, depth: int) -> str:
        match self.choose(["compare", "logic", "not", "equal", "any"]):
            case "compare":
                type = self.choose(["float", "int", "half"])
                return f"({self.expression(type, depth - 1)} {self.choose(['<', '>', '<=', '>='])} {self.expression(type, depth - 1)})"
            case "logic":
                return f"({self.expression('bool', depth - 1)} {self.choose(['&&', '||', '^^'])} {self.expression('bool', depth - 1)})"
            case "not":
                return f"!{self.expression('bool', depth - 1)}"
            case "any":
                less = f"lessThan({self.expression('float3', depth - 1)}, {self.expression('float3', depth - 1)})"
                return f"{self.choose(['any', 'all'])}({less})"
        type = self.choose(TYPES)
        return f"({self.expression(type, depth - 1)} {self.choose(['==', '!='])} {self.expression(type, depth - 1)})"

    def floats(self, type: str, depth: int) -> str:
        one = self.expression(type, depth - 1)
        kind = self.choose(["sum", "sum", "unary", "binary", "swizzle", "choose", "build", "mix", "negate", "call", "divide"])
        if type.endswith(("x2", "x3")):
            kind = self.choose(["sum", "negate", "choose"])
        scalar = "half" if type.startswith("half") else "float"
        size = int(type[-1]) if type[-1].isdigit() else 1
        match kind:
            case "unary":
                return f"{self.choose(UNARY)}({one})"
            case "binary":
                return f"{self.choose(BINARY)}({one}, {self.expression(type, depth - 1)})"
            case "swizzle":
                source = self.number(2, 4)
                alphabet = self.choose(SETS)[:source]
                letters = "".join(self.choose([*alphabet, *alphabet, "1"]) for _ in range(size))
                return f"{self.expression(f'{scalar}{source}', depth - 1)}.{letters}"
            case "choose":
                return f"({self.expression('bool', depth - 1)} ? {one} : {self.expression(type, depth - 1)})"
            case "build" if size > 1:
                first = self.number(1, size - 1)
                parts = [self.expression(scalar if n == 1 else f"{scalar}{n}", depth - 1) for n in (first, size - first)]
                return f"{type}({', '.join(parts)})"
            case "mix":
                return f"mix({one}, {self.expression(type, depth - 1)}, {self.expression(scalar, depth - 1)})"
            case "negate":
                return f"-{one}"
            case "divide":
                return f"({one} / {self.expression(self.choose([type, scalar]), depth - 1)})"
        right = self.expression(self.choose([type, type, scalar]), depth - 1)
        return f"({one} {self.choose(['+', '-', '*'])} {right})"


# `if` and `for` are no names of Python
setattr(Grammar, "if", Grammar.if_)
setattr(Grammar, "for", Grammar.for_)
