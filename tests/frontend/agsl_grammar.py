"""Random AGSL programs over the whole language: mostly well typed, with occasional mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agsl_functions import BINARY, COLORS, MIXED, PREDICATES, RELATIONS, SCALARS, TERNARY, UNARY, VECTORS

Choose = Callable[[Sequence[str]], str]
SETS = ("xyzw", "rgba", "stpq", "LTRB")
LETTERS = {"float": "vec", "int": "ivec", "bool": "bvec"}
COUNTS = {"float": 9, "half": 5, "int": 4, "short": 2, "bool": 2}


@dataclass(frozen=True)
class T:
    """A type: its base, rows and columns; or a struct's name with its members."""

    base: str
    rows: int = 1
    columns: int = 1
    members: tuple[tuple[str, T], ...] = ()

    @property
    def is_float(self) -> bool:
        return self.base in ("float", "half")

    @property
    def is_matrix(self) -> bool:
        return self.columns > 1

    def __str__(self) -> str:
        if self.members or self.rows == 1:
            return self.base
        return f"{self.base}{self.columns}x{self.rows}" if self.is_matrix else f"{self.base}{self.rows}"


BOOL, INT, FLOAT, HALF = T("bool"), T("int"), T("float"), T("half")
FLOATS = tuple(T(base, rows) for base in ("float", "half") for rows in (1, 2, 3, 4))
MATRICES = tuple(T(base, n, n) for base in ("float", "half") for n in (2, 3, 4))


@dataclass
class Variable:
    type: T
    length: int = 0  # of an array
    fixed: bool = False  # neither constants nor loop indices can be written


@dataclass
class Function:
    name: str
    result: T
    parameters: tuple[tuple[str, T], ...]


@dataclass
class Grammar:
    """`choose` makes all decisions, so that a shrinking search can drive it. One in `wrong` choices is a mistake."""

    choose: Choose
    wrong: int = 400
    variables: dict[str, Variable] = field(default_factory=dict)
    indices: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    structs: list[T] = field(default_factory=list)
    loops: int = 0
    breaks: int = 0
    count: int = 0

    # choices ---------------------------------------------------------------------------------------------------------

    def number(self, low: int, high: int) -> int:
        return int(self.choose([str(n) for n in range(low, high + 1)]))

    def chance(self, one_in: int) -> bool:
        return self.number(1, one_in) == one_in

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def pick(self, options: Sequence[T]) -> T:
        return options[self.number(0, len(options) - 1)]

    def type(self) -> T:
        """Any type of a value, floats more often than others."""
        kind = self.choose(["number"] * 9 + ["matrix", "matrix"] + ["struct"] * bool(self.structs))
        if kind == "matrix":
            return self.pick(MATRICES)
        if kind == "struct":
            return self.pick(self.structs)
        return T(self.choose([base for base, times in COUNTS.items() for _ in range(times)]), self.number(1, 4))

    def spelled(self, type: T) -> str:
        """The type's name, sometimes in GLSL's spelling."""
        if type.rows == 1 or type.members or type.base not in LETTERS or self.chance(2):
            return str(type)
        return f"mat{type.rows}" if type.is_matrix else f"{LETTERS[type.base]}{type.rows}"

    # programs --------------------------------------------------------------------------------------------------------

    def program(self) -> str:
        parts = []
        if self.chance(2):
            parts.append(f"const int N = {self.number(1, 4)};")
            self.variables["N"] = Variable(INT, fixed=True)
        if self.chance(3):
            parts.append(self.struct())
        if self.chance(3):
            type = self.choose(["float", "half", "int"])
            name = self.fresh()
            parts.append(f"{self.choose(['', 'const '])}{type} {name} = {self.leaf(T(type), True)};")
            self.variables[name] = Variable(T(type), fixed=parts[-1].startswith("const"))
        kept = dict(self.variables)
        for _ in range(self.number(0, 3)):
            self.variables = {name: replace(variable) for name, variable in kept.items()}
            parts.append(self.function())
        self.variables = kept
        self.variables["p"] = Variable(T("float", 2))
        body = self.statements(4, 0)
        return "\n".join(
            [*parts, f"half4 main(float2 p) {{ {body} return half4({self.expression(T('float', 4), 3)}); }}"]
        )

    def struct(self) -> str:
        name = f"S{len(self.structs)}"
        members = tuple((f"m{k}", self.type()) for k in range(self.number(1, 3)))
        self.structs.append(T(name, members=members))
        return f"struct {name} {{ {' '.join(f'{type} {member};' for member, type in members)} }};"

    def function(self) -> str:
        name = self.choose([*dict.fromkeys(one.name for one in self.functions), f"f{len(self.functions)}"])
        result = self.type()
        parameters = tuple(
            (self.choose(["", "", "in", "const", "out", "inout", "inout"]), self.type())
            for _ in range(self.number(0, 3))
        )
        if any(
            one.name == name and [t for _, t in one.parameters] == [t for _, t in parameters] for one in self.functions
        ):
            name = f"f{len(self.functions)}"
        # Skia moves a function's body before the expression that calls it; its effects on globals are then Skia's own
        for variable in self.variables.values():
            variable.fixed = True
        for k, (way, type) in enumerate(parameters):
            if way != "out":
                self.variables[f"a{k}"] = Variable(type, fixed=way == "const")
        written = ""
        for k, (way, type) in enumerate(parameters):
            if way == "out" and not self.chance(12):
                written += f"a{k} = {self.expression(type, 1)}; "
                self.variables[f"a{k}"] = Variable(type)
        body = f"{written}{self.statements(2, 0)}"
        ending = "" if self.chance(60) else f"return {self.expression(result, 2)};"
        given = ", ".join(f"{way} {self.spelled(type)} a{k}".strip() for k, (way, type) in enumerate(parameters))
        self.functions.append(Function(name, result, parameters))
        return f"{self.choose(['', '', '', 'inline '])}{self.spelled(result)} {name}({given}) {{ {body} {ending} }}"

    # statements ------------------------------------------------------------------------------------------------------

    def statements(self, most: int, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.number(1, most)))

    def statement(self, depth: int) -> str:
        kinds = ["declare", "declare", "assign", "assign", "compound", "array", "part"]
        kinds += ["call"] if self.functions else []
        if depth < 2:
            kinds += ["if", "for", "switch", "block"]
        kinds += ["leave"] if self.loops or self.chance(40) else []
        return str(getattr(self, f"{self.choose(kinds)}_")(depth))

    def scope(self, depth: int) -> str:
        kept = dict(self.variables)
        text = self.statements(2, depth + 1)
        self.variables = kept
        return f"{{ {text} }}"

    def declare_(self, depth: int) -> str:
        type, name = self.type(), self.fresh()
        if self.chance(9):
            text = f"const {self.spelled(type)} {name} = {self.leaf(type, True)};"
            self.variables[name] = Variable(type, fixed=True)
            return text
        value = "" if self.chance(8) else f" = {self.expression(type, 2)}"
        shown = self.spelled(type)
        self.variables[name] = Variable(type)
        if self.chance(6):
            other = self.fresh()
            value += f", {other} = {self.expression(type, 1)}"
            self.variables[other] = Variable(type)
        return f"{shown} {name}{value};"

    def array_(self, depth: int) -> str:
        type, name, length = self.type(), self.fresh(), self.number(1, 3)
        size = "N" if "N" in self.variables and self.chance(4) else str(length)
        shown = f"{type}[{size}] {name};" if self.chance(2) else f"{type} {name}[{size}];"
        self.variables[name] = Variable(type, length=length if size != "N" else 1)
        return f"{shown} {name}[{self.index(1)}] = {self.expression(type, 1)};"

    def target(self) -> tuple[str, T]:
        """A place to write: a variable, an element, a member, a swizzle."""
        names = [n for n, v in self.variables.items() if not v.fixed or self.chance(self.wrong)]
        if not names:
            return "", BOOL
        name = self.choose(names)
        text, type = self.inside(name, self.variables[name])
        if type.rows > 1 and not type.is_matrix and not type.members and self.chance(3):
            alphabet = self.choose(SETS)[: type.rows]
            letters = list(dict.fromkeys(self.choose(list(alphabet)) for _ in range(self.number(1, type.rows))))
            return f"{text}.{''.join(letters)}", T(type.base, len(letters))
        return text, type

    def inside(self, name: str, variable: Variable) -> tuple[str, T]:
        text, type = name, variable.type
        if variable.length:
            text = f"{name}[{self.index(variable.length)}]"
        if type.members and self.chance(2):
            member, inner = type.members[self.number(0, len(type.members) - 1)]
            text, type = f"{text}.{member}", inner
        if type.rows > 1 and self.chance(4):
            text = f"{text}[{self.index(type.columns if type.is_matrix else type.rows)}]"
            type = T(type.base, type.rows) if type.is_matrix else T(type.base)
        return text, type

    def index(self, length: int) -> str:
        """An index, mostly constant; loop indices may pass the end."""
        if self.indices and length >= 3 and self.chance(2):
            return self.choose([*self.indices, f"{self.indices[-1]} * 1"])
        if self.chance(self.wrong):
            return self.choose([str(length), "-1", "1.0", "int(p.x)"])
        return str(self.number(0, length - 1))

    def assign_(self, depth: int) -> str:
        text, type = self.target()
        return f"{text} = {self.expression(type, 2)};" if text else ";"

    part_ = assign_

    def compound_(self, depth: int) -> str:
        text, type = self.target()
        if not text:
            return self.declare_(depth)
        if type.base == "bool" or type.members:
            return f"{text} = {self.expression(type, 1)};"
        if self.chance(4):
            sign = self.choose(["++", "--"])
            return f"{text}{sign};" if self.chance(2) else f"{sign}{text};"
        operator = self.choose(["+=", "-=", "*="] + ["/="] * type.is_float)
        given = type if operator == "*=" or self.chance(2) else self.choose_scalar(type)
        return f"{text} {operator} {self.expression(given, 2)};"

    def choose_scalar(self, type: T) -> T:
        return self.pick([type, T(type.base)])

    def call_(self, depth: int) -> str:
        one = self.functions[self.number(0, len(self.functions) - 1)]
        made = []
        for way, type in one.parameters:
            if way in ("out", "inout") and not self.written_to(type):
                name = self.fresh()
                made.append(f"{type} {name}{'' if self.chance(2) else f' = {self.leaf(type)}'}; ")
                self.variables[name] = Variable(type)
        return f"{''.join(made)}{self.called(one, 1)};"

    def written_to(self, type: T) -> list[str]:
        """Variables that can be passed to `out` parameters."""
        return [
            n
            for n, v in self.variables.items()
            if v.type == type and not v.length and (not v.fixed or self.chance(self.wrong))
        ]

    def called(self, one: Function, depth: int) -> str:
        given = []
        for way, type in one.parameters:
            if way in ("out", "inout"):
                given.append(self.choose(self.written_to(type) or [self.target()[0] or "p"]))
            else:
                given.append(self.expression(type, depth))
        if self.chance(self.wrong):
            given = given[1:] if given else ["1"]
        return f"{one.name}({', '.join(given)})"

    def block_(self, depth: int) -> str:
        return self.scope(depth)

    def leave_(self, depth: int) -> str:
        kinds = ["break", "continue"] if not self.breaks or self.chance(20) else ["break"]
        return f"if ({self.expression(BOOL, 1)}) {{ {self.choose(kinds)}; }}"

    def switch_(self, depth: int) -> str:
        self.breaks += 1
        labels = [str(k) for k in range(self.number(1, 3))]
        if self.chance(20):
            labels.append(self.choose(["0", "1.0", "int(p.x)"]))
        cases = " ".join(f"case {label}: {self.scope(depth)} {self.choose(['break;', ''])}" for label in labels)
        rest = f"default: {self.scope(depth)}" if self.chance(2) else ""
        self.breaks -= 1
        return f"switch ({self.expression(INT, 1)}) {{ {cases} {rest} }}"

    def for_(self, depth: int) -> str:
        name = self.fresh()
        type = self.choose(["int", "int", "int", "float", "short", "half"])
        start, relation, bound, step = self.choose(
            ["0 < 3 ++", "0 <= 2 ++", "1 < 5 +=2", "3 > 0 --", "2 >= 0 -=1", "0 != 3 ++", "0 < N ++", "4 > 0 -=2",
            "0 == 0 ++", "0 < 3 --"]
            if self.chance(12) else ["0 < 3 ++", "0 <= 2 ++", "1 < 5 +=2", "3 > 0 --", "2 >= 0 -=1", "0 != 3 ++",
            "4 > 0 -=2"]
        ).split()  # fmt: skip
        moved = f"{name}{step}" if step in ("++", "--") else f"{name} {step[:2]} {step[2:]}"
        self.variables[name] = Variable(T(type), fixed=True)
        if type in ("int", "short") and start in "012":
            self.indices.append(name)
        self.loops += 1
        outside, self.breaks = self.breaks, 0
        body = self.scope(depth)
        self.breaks = outside
        self.loops -= 1
        self.indices = [one for one in self.indices if one != name]
        del self.variables[name]
        return f"for ({type} {name} = {start}; {name} {relation} {bound}; {moved}) {body}"

    def if_(self, depth: int) -> str:
        rest = f" else {self.scope(depth)}" if self.chance(2) else ""
        return f"if ({self.expression(BOOL, 2)}) {self.scope(depth)}{rest}"

    # expressions -----------------------------------------------------------------------------------------------------

    def expression(self, type: T, depth: int) -> str:
        if self.chance(self.wrong):
            type = self.type()
        if depth <= 0 or self.chance(4):
            known = [name for name, other in self.variables.items() if other.type == type and not other.length]
            return self.choose(known) if known and not self.chance(3) else self.leaf(type)
        fitting = [one for one in self.functions if one.result == type and self.fits(one)]
        if fitting and self.chance(4):
            return self.called(fitting[self.number(0, len(fitting) - 1)], depth - 1)
        if self.chance(12):
            return (
                f"({self.expression(BOOL, depth - 1)} ? {self.expression(type, depth - 1)} :"
                f" {self.expression(type, depth - 1)})"
            )
        if type.members:
            return f"{type.base}({', '.join(self.expression(inner, depth - 1) for _, inner in type.members)})"
        if type.is_matrix:
            return self.matrix(type, depth)
        if type.base == "bool":
            return self.truth(depth) if type.rows == 1 else self.truths(type, depth)
        return self.floats(type, depth) if type.is_float else self.integers(type, depth)

    def fits(self, one: Function) -> bool:
        return all(way not in ("out", "inout") or self.written_to(type) for way, type in one.parameters)

    def leaf(self, type: T, constant: bool = False) -> str:
        if type.members:
            return f"{type.base}({', '.join(self.leaf(inner, constant) for _, inner in type.members)})"
        if type.rows == 1:
            if type.base == "bool":
                return self.choose(["true", "false"])
            if not type.is_float:
                return self.choose(["0", "1", "2", "3", "7", "0x1f", "-2"])
            moving = [] if constant else ["p.x"] if "p" in self.variables else []
            return self.choose(["0.5", "1.0", "2", "0.25", "1.5", "3.", ".1", "1e1", *moving])
        if type.base == "bool":
            return f"{self.spelled(type)}({self.choose(['true', 'false'])})"
        return f"{self.spelled(type)}({self.choose(['1', '0.5', '2', '3'] if type.is_float else ['1', '2', '3'])})"

    def integers(self, type: T, depth: int) -> str:
        one = self.expression(type, depth - 1)
        match self.choose(["sum", "sum", "sum", "negate", "cast", "swizzle", "divide"]):
            case "negate":
                return f"-{one}" if not one.startswith("-") else one
            case "cast":
                given = T(self.choose(["float", "half", "bool", "int", "short"]), type.rows)
                return f"{self.spelled(type)}({self.expression(given, depth - 1)})"
            case "swizzle":
                return self.swizzled(type, depth)
            case "divide":
                return f"({one} / {self.choose(['2', '3', '-2'])})"
        right = self.expression(self.choose_scalar(type), depth - 1)
        return f"({one} {self.choose(['+', '-', '*'])} {right})"

    def swizzled(self, type: T, depth: int) -> str:
        rows = self.number(1, 4)
        alphabet = list(self.choose(SETS)[:rows])
        letters = "".join(self.choose([*alphabet, *alphabet, "1", "0"]) for _ in range(type.rows))
        if set(letters) <= {"0", "1"} and not self.chance(12):
            letters = alphabet[0] + letters[1:]
        source = self.expression(T(type.base, rows), depth - 1)
        return f"({source}).{letters}" if source[0] in "-0123456789." else f"{source}.{letters}"

    def truth(self, depth: int) -> str:
        match self.choose(["compare", "compare", "logic", "not", "equal", "any", "cast"]):
            case "compare":
                type = T(self.choose(["float", "int", "half", "short"]))
                return (
                    f"({self.expression(type, depth - 1)} {self.choose(['<', '>', '<=', '>='])}"
                    f" {self.expression(type, depth - 1)})"
                )
            case "logic":
                return (
                    f"({self.expression(BOOL, depth - 1)} {self.choose(['&&', '||', '^^'])}"
                    f" {self.expression(BOOL, depth - 1)})"
                )
            case "not":
                return f"!{self.expression(BOOL, depth - 1)}"
            case "any":
                return f"{self.choose(PREDICATES)}({self.expression(T('bool', self.number(2, 4)), depth - 1)})"
            case "cast":
                return f"bool({self.expression(T(self.choose(['int', 'float', 'half'])), depth - 1)})"
        type = self.type()
        return f"({self.expression(type, depth - 1)} {self.choose(['==', '!='])} {self.expression(type, depth - 1)})"

    def truths(self, type: T, depth: int) -> str:
        match self.choose(["relate", "relate", "not", "swizzle", "cast"]):
            case "not":
                return f"not({self.expression(type, depth - 1)})"
            case "swizzle":
                return self.swizzled(type, depth)
            case "cast":
                return (
                    f"{self.spelled(type)}({self.expression(T(self.choose(['int', 'float']), type.rows), depth - 1)})"
                )
        name = self.choose(RELATIONS)
        bases = ["float", "half", "int", "short"] + ["bool"] * (name in ("equal", "notEqual"))
        given = T(self.choose(bases), type.rows)
        return f"{name}({self.expression(given, depth - 1)}, {self.expression(given, depth - 1)})"

    def matrix(self, type: T, depth: int) -> str:
        one = self.expression(type, depth - 1)
        scalar, column = T(type.base), T(type.base, type.rows)
        match self.choose(["sum", "scale", "product", "negate", "columns", "resize", "diagonal", "component"]):
            case "scale":
                parts = [one, self.choose(["*", "/", "+", "-"]), self.expression(scalar, depth - 1)]
                return f"({' '.join(parts if self.chance(2) else parts[::-1])})"
            case "product":
                return f"({one} * {self.expression(type, depth - 1)})"
            case "negate":
                return f"-{one}"
            case "columns":
                columns = ", ".join(self.expression(column, depth - 1) for _ in range(type.columns))
                return f"{self.spelled(type)}({columns})"
            case "resize":
                return f"{self.spelled(type)}({self.expression(self.pick(MATRICES), depth - 1)})"
            case "diagonal":
                return f"{self.spelled(type)}({self.expression(scalar, depth - 1)})"
            case "component":
                return f"matrixCompMult({one}, {self.expression(type, depth - 1)})"
        return f"({one} {self.choose(['+', '-'])} {self.expression(type, depth - 1)})"

    def floats(self, type: T, depth: int) -> str:
        kinds = ["sum", "sum", "sum", "unary", "binary", "ternary", "swizzle", "mixed", "negate", "divide", "cast"]
        kinds += ["build", "vector", "transform"] if type.rows > 1 else ["scalar", "element"]
        kinds += ["color"] if type in COLORS_OF else []
        one, scalar = self.expression(type, depth - 1), T(type.base)
        match self.choose(kinds):
            case "unary":
                return f"{self.choose(UNARY)}({one})"
            case "binary":
                return f"{self.choose(BINARY)}({one}, {self.expression(type, depth - 1)})"
            case "ternary":
                return (
                    f"{self.choose(TERNARY)}({one}, {self.expression(type, depth - 1)},"
                    f" {self.expression(type, depth - 1)})"
                )
            case "mixed":
                name, shape = self.choose(MIXED).split()
                given = {"G": type, "F": scalar}
                return f"{name}({', '.join(self.expression(given[letter], depth - 1) for letter in shape)})"
            case "vector":
                name, shape = self.choose(VECTORS).split()
                given = {"G": type, "F": scalar}
                if name == "cross" and type.rows != 3:
                    return one
                return f"{name}({', '.join(self.expression(given[letter], depth - 1) for letter in shape)})"
            case "scalar":
                rows = self.number(1, 4)
                name, count = self.choose(SCALARS).split()
                return f"{name}({', '.join(self.expression(T(type.base, rows), depth - 1) for _ in count)})"
            case "element":
                inner = self.expression(T(type.base, self.number(2, 4)), depth - 1)
                return f"({inner})[{self.choose(['0', '1'])}]"
            case "transform":
                parts = [self.expression(T(type.base, type.rows, type.rows), depth - 1), one]
                return f"({' * '.join(parts if self.chance(2) else parts[::-1])})"
            case "build":
                first = self.number(1, type.rows - 1)
                parts = [self.expression(T(type.base, rows), depth - 1) for rows in (first, type.rows - first)]
                return f"{self.spelled(type)}({', '.join(parts)})"
            case "color":
                return f"{COLORS_OF[type]}({one})"
            case "swizzle":
                return self.swizzled(type, depth)
            case "cast":
                given = T(self.choose(["float", "half", "int", "bool", "short"]), type.rows)
                return f"{self.spelled(type)}({self.expression(given, depth - 1)})"
            case "negate":
                return f"-{one}" if not one.startswith("-") else one
            case "divide":
                return f"({one} / {self.expression(self.choose_scalar(type), depth - 1)})"
        right = self.expression(self.pick([type, type, scalar]), depth - 1)
        return f"({one} {self.choose(['+', '-', '*'])} {right})"


COLORS_OF = {T(base, int(rows)): name for name, base, rows in (row.split() for row in COLORS)}
