"""Alternative versions of a shader: trees of shades.py printed as they are, or with twists that change no value.

Twists: dead code, statements wrapped in a loop of one iteration or in a condition that always holds, arms swapped under
the opposite condition, operations on vectors split into their components, expressions moved into functions, other
names, independent neighbours swapped, products with a uniform that is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shades import FLOATS, INPUTS, UNIFORMS, Expr, For, If, Let, Statement
from twisting import Twisting

from gpucc.fuzz.shading import Shell

TWISTS = (
    "dead code",
    "wrapped loop",
    "wrapped condition",
    "swapped arms",
    "split vectors",
    "outlined",
    "renamed",
    "reordered",
    "identity",
)
# uniforms for identities; the host sets all of them to 1
ONES = {"one": "float", "on": "float"}


@dataclass
class Printer(Twisting):
    names: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    # expressions -----------------------------------------------------------------------------------------------------

    def name(self, name: str) -> str:
        if name in INPUTS or name in UNIFORMS or "renamed" not in self.twists:
            return name
        if name not in self.names:
            self.names[name] = f"{self.draws.one(('tmp', 'q', 'color', 'zz', 'value', 'n'))}_{len(self.names)}"
            self.done["renamed"] += 1
        return self.names[name]

    def shown(self, e: Expr) -> str:
        parts = [self.shown(part) for part in e.parts]
        match e.op:
            case "name":
                return self.name(e.text)
            case "literal":
                return e.text
            case "?:":
                if self.wants("swapped arms"):
                    return f"(!({parts[0]}) ? {parts[2]} : {parts[1]})"
                return f"({parts[0]} ? {parts[1]} : {parts[2]})"
            case "swizzle":
                return f"({parts[0]}).{e.text}" if e.parts[0].op not in ("name",) else f"{parts[0]}.{e.text}"
        if len(parts) == 2 and not e.op[0].isalpha():
            return f"({parts[0]} {e.op} {parts[1]})"
        return f"{e.op}({', '.join(parts)})"

    # statements ------------------------------------------------------------------------------------------------------

    def lines(self, statements: Sequence[Statement]) -> list[str]:
        found: list[str] = []
        for statement in self.reordered(statements):
            found += self.statement(statement)
            if self.wants("dead code"):
                found.append(self.dead(statement))
        return found

    def reordered(self, statements: Sequence[Statement]) -> list[Statement]:
        """Swap adjacent statements that are independent of each other."""
        order = list(statements)
        for i in range(len(order) - 1):
            first, second = order[i], order[i + 1]
            if isinstance(first, Let) and isinstance(second, Let) and first.declared and second.declared:
                used = {name for name, _ in second.value.variables()}
                if first.name not in used and self.wants("reordered"):
                    order[i], order[i + 1] = second, first
        return order

    def statement(self, statement: Statement) -> list[str]:
        match statement:
            case Let():
                return self.let(statement)
            case If(test, then, other):
                arms = (self.block(then), self.block(other))
                if self.wants("swapped arms"):
                    return [f"if (!({self.shown(test)})) {arms[1]} else {arms[0]}"]
                return [f"if ({self.shown(test)}) {arms[0]} else {arms[1]}"]
            case For(counter, rounds, body, until):
                end = f" if ({self.shown(until)}) break;" if until else ""
                counter = self.name(counter)
                inner = " ".join(self.lines(body))
                return [f"for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{ {inner}{end} }}"]

    def block(self, statements: Sequence[Statement]) -> str:
        return f"{{ {' '.join(self.lines(statements))} }}"

    def let(self, statement: Let) -> list[str]:
        type, name = statement.value.type, self.name(statement.name)
        self.types[name] = type
        lines, value = self.value(statement.value)
        if self.wants("identity", 3):
            value = f"({value}) * one" if self.draws.chance(2) else f"one * ({value})"
        declared = f"{type} {name} = {value};" if statement.declared else f"{name} = {value};"
        wrapped = self.wrapped([*lines, f"{name} = {value};"])
        if wrapped is None:
            return [*lines, declared]
        # the initial value is never read
        return [f"{type} {name} = {type}(0.0);", wrapped] if statement.declared else [wrapped]

    def wrapped(self, lines: list[str]) -> str | None:
        if self.wants("wrapped loop", 3):
            counter = self.fresh("w")
            return f"for (int {counter} = 0; {counter} < 1; {counter}++) {{ {' '.join(lines)} }}"
        if self.wants("wrapped condition", 3):
            return f"if (on > 0.5) {{ {' '.join(lines)} }}"
        return None

    def value(self, e: Expr) -> tuple[list[str], str]:
        """Statements to put before the expression, and the expression."""
        if (
            e.elementwise
            and e.type != "float"
            and all(part.type == e.type for part in e.parts)
            and self.wants("split vectors")
        ):
            names, lines = [], []
            for part in e.parts:
                names.append(self.fresh("s"))
                lines.append(f"{e.type} {names[-1]} = {self.shown(part)};")
            each = [
                self.shown_op(e, [f"{name}.{letter}" for name in names])
                for letter in "xyzw"[: FLOATS.index(e.type) + 1]
            ]
            return lines, f"{e.type}({', '.join(each)})"
        if self.wants("outlined"):
            used = dict(e.variables())
            name = self.fresh("g")
            parameters = ", ".join(f"{type} {self.name(variable)}" for variable, type in used.items())
            self.functions.append(f"{e.type} {name}({parameters}) {{ return {self.shown(e)}; }}")
            return [], f"{name}({', '.join(self.name(variable) for variable in used)})"
        return [], self.shown(e)

    def shown_op(self, e: Expr, parts: list[str]) -> str:
        return f"{e.op}({', '.join(parts)})" if e.op[0].isalpha() else f" {e.op} ".join(parts)

    def dead(self, statement: Statement) -> str:
        name = self.fresh("dead")
        if isinstance(statement, Let) and self.draws.chance(2):
            old = self.name(statement.name)
            return f"{statement.value.type} {name} = sin({old}) * {old}; {name} += {old};"
        return self.draws.one(
            (
                f"float {name} = c * k + 1.0;",
                f"vec4 {name} = u * u.x; if ({name}.x > k) {{ {name} = vec4(c); }}",
                f"float {name} = 0.0; for (int {name}i = 0; {name}i < 3; {name}i++) {{ {name} += c; }}",
            )
        )


def printed(
    statements: Sequence[Statement], result: Expr, language: str, stage: str, printer: Printer
) -> tuple[str, str]:
    """(text, name) of the whole program."""
    lines = printer.lines(statements)
    value = printer.shown(result)
    uniforms = [f"{type} {name}" for name, type in {**UNIFORMS, **ONES}.items()]
    shell = Shell(language, stage, INPUTS, uniforms, printer.functions)  # type: ignore[arg-type]
    return shell.program(lines, value), shell.name
