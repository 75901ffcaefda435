"""Checking of statements and local variables, including AGSL's rules for loops and paths."""

from __future__ import annotations

import math
from collections.abc import Callable

from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.check.declared import DeclaredTypes
from gpucc.frontend.check.expressions import ExpressionChecker
from gpucc.frontend.check.live import live_branch, live_switch, written
from gpucc.frontend.check.loops import LoopChecker
from gpucc.frontend.check.simplify import is_constant_expression
from gpucc.frontend.check.sizes import completed
from gpucc.frontend.syntax import (
    BlockStmt,
    Declarator,
    Declare,
    Evaluate,
    Expr,
    IfStmt,
    JumpStmt,
    ListExpr,
    LoopStmt,
    Precision,
    ReturnStmt,
    Stmt,
    Switch,
)
from gpucc.frontend.typed import (
    BranchCode,
    Do,
    GroupCode,
    Leave,
    LocalCode,
    Repeat,
    SwitchCode,
    Symbol,
    TypedCode,
    TypedNode,
)
from gpucc.frontend.types import BOOL, ERROR, VOID, ShadingType, firm

# a longer loop whose index chooses samplers is not unrolled: on targets with loops, each iteration reads all samplers
MOST_UNROLLED = 32
LIMITS = {"lowp": 2.0, "mediump": 16384.0}
# from here down: the labels of cases that are errors; no integer of a shader is so small
WRONG_LABEL = -(2**40)


class StatementChecker:
    """Checks the statements of one function and manages the scopes that they open."""

    def __init__(self, context: CheckContext, expressions: ExpressionChecker, types: DeclaredTypes) -> None:
        self.context = context
        self.dialect = context.dialect
        self.report = context.report
        self.stage = context.stage
        self.expressions = expressions
        self.types = types
        self.loops = LoopChecker(context.report)
        # the number of loops and switches around the statement at hand
        self.open_loops = 0
        self.switches = 0
        # whether the current function has variables without an initial value
        self.begun_empty = False
        # whether the function that is being read has a return statement
        self.has_return = False

    def statement(self, stmt: Stmt) -> TypedCode:
        return STATEMENTS[type(stmt)](self, stmt)

    def scoped(self, stmt: Stmt, what: str) -> TypedCode:
        """Check the body of a branch or loop, which is a scope of its own with or without braces."""
        if isinstance(stmt, Declare) and self.dialect.checks_paths:
            name = stmt.names[0].name if stmt.names else "this"
            self.report.error(
                f"the variable `{name}` is declared outside a block",
                stmt.place,
                f"put braces around the body of `{what}`",
            )
        self.context.scopes.append({})
        code = self.statement(stmt)
        self.context.scopes.pop()
        return code

    def block(self, stmt: BlockStmt) -> TypedCode:
        self.context.scopes.append({})
        self.context.precisions.append({})
        body = [self.statement(one) for one in stmt.body]
        self.context.precisions.pop()
        self.context.scopes.pop()
        return GroupCode(stmt.place, body)

    def evaluate(self, stmt: Evaluate) -> TypedCode:
        node = self.expressions.check(stmt.value)
        return Do(stmt.place, node)

    # variables -------------------------------------------------------------------------------------------------------

    def declare(self, stmt: Declare) -> TypedCode:
        for word, place in stmt.qualifiers.items():
            if word not in ("const", "lowp", "mediump", "highp"):
                self.report.error(f"a variable in a function cannot be `{word}`", place)
        if stmt.type.struct is not None and not self.dialect.local_structs:
            self.report.error("structs are declared at the top level only", stmt.place)
        found = []
        base = self.types.resolve(stmt.type, given=0 if any(one.initial for one in stmt.names) else None)
        self.types.check_bare_struct(stmt, base)
        for one in stmt.names:
            type = self.types.sized(stmt, base, one)
            found.append(self.variable(stmt, one, type))
        return found[0] if len(found) == 1 else GroupCode(stmt.place, found)

    def variable(self, stmt: Declare, one: Declarator, type: ShadingType) -> TypedCode:
        """Check the declaration of a variable. The name is not yet visible in its initial value."""
        if type.base == "void" or type.holds("opaque"):
            self.report.error(f"a variable cannot be of type {type}", one.place)
            type = ERROR
        initial = self.initial(one, type)
        type = completed(type, initial.type) if initial is not None else type
        fixed = "const" in stmt.qualifiers
        # GLSL 4.20 has constants of a function that are known only when the shader runs
        late = self.context.packs and initial is not None and initial.value is None
        constant = fixed and not late
        symbol = Symbol(
            one.name, type, one.place, "const" if constant else "local", self.types.precision_of(stmt, type)
        )
        if fixed:
            symbol.readonly = "it is a constant"
        if constant:
            self.constant(symbol, one, initial)
        elif initial is not None:
            self.warn_range(symbol, initial)
        else:
            self.begun_empty = True
        self.shadowing(one)
        self.context.add(symbol)
        if initial is not None and initial.type is ERROR:
            initial = None
        return LocalCode(one.place, symbol, initial)

    def shadowing(self, one: Declarator) -> None:
        """Check a variable that hides a parameter. In AGSL, the outermost block of a function shares the scope of its
        parameters."""
        if len(self.context.scopes) != 3 or one.name not in self.context.scopes[1]:
            return
        if self.dialect.checks_paths:
            self.report.error(f"`{one.name}` is a parameter of this function already", one.place)
        else:
            self.report.warn(f"`{one.name}` hides the parameter of the same name", one.place)

    def initial(self, one: Declarator, type: ShadingType) -> TypedNode | None:
        if one.initial is None:
            return None
        if isinstance(one.initial, ListExpr):
            return self.expressions.calls.lists.first_value(one.initial, type)
        node = self.expressions.value_of(one.initial)
        if type.holds("array") and not self.dialect.array_values:
            self.report.error("arrays cannot be initialised", one.place, "assign the elements one by one")
            return None
        return self.context.coerce(node, completed(type, node.type), f"`{one.name}` cannot hold this")

    def constant(self, symbol: Symbol, one: Declarator, initial: TypedNode | None) -> None:
        if one.initial is None:
            self.report.error(f"the constant `{one.name}` has no value", one.place)
        elif initial is not None and initial.type is not ERROR:
            if (
                initial.value is None
                and self.dialect.simplifies
                and self.context.current is not None
                and is_constant_expression(initial)
            ):
                return
            if initial.value is None:
                note = "uniforms, variables and functions of the source are known only when the shader runs"
                self.report.error(f"the value of the constant `{one.name}` is not constant", initial.place, note)
                symbol.type = ERROR
            symbol.value = initial.value
            self.warn_range(symbol, initial)

    def warn_range(self, symbol: Symbol, initial: TypedNode) -> None:
        limit = LIMITS.get(symbol.precision)
        if limit is None or initial.value is None or not initial.type.is_float:
            return
        worst = max(abs(value) for value in initial.value)
        if worst > limit and math.isfinite(worst):
            self.report.warn(
                f"{symbol.precision} is sure to hold numbers up to {limit:g} only; {symbol.name} is {worst:g}",
                symbol.place,
            )

    # branches --------------------------------------------------------------------------------------------------------

    def branch(self, stmt: IfStmt) -> TypedCode:
        arms = [(self.expressions.condition(test, "`if`"), self.scoped(body, "if")) for test, body in stmt.arms]
        otherwise = self.scoped(stmt.otherwise, "else") if stmt.otherwise is not None else None
        code = BranchCode(stmt.place, arms, otherwise)
        return live_branch(code) if self.dialect.simplifies else code

    def switch(self, stmt: Switch) -> TypedCode:
        on = self.expressions.value_of(stmt.value)
        if on.type is not ERROR and not (on.type.is_scalar and on.type.is_integer):
            self.report.error(f"a switch takes an int, not {on.type}", on.place)
        self.context.scopes.append({})
        self.switches += 1
        cases: list[tuple[int | None, list[TypedCode]]] = []
        seen: set[int | None] = set()
        for case in stmt.cases:
            label = None if case.value is None else self.label(case.value, WRONG_LABEL - len(cases))
            if label in seen:
                self.report.error(
                    "this case is there twice" if label is not None else "`default` is there twice", case.place
                )
            if None in seen and label is not None and self.dialect.simplifies:
                self.report.error("`default` must be the last case", case.place)
            seen.add(label)
            cases.append((label, [_entered_late(self.statement(one)) for one in case.body]))
        self.switches -= 1
        self.context.scopes.pop()
        if stmt.cases and not stmt.cases[-1].body and self.dialect.es and not self.dialect.simplifies:
            self.report.error("a statement is needed after the last label", stmt.cases[-1].place, "write break;")
        code = SwitchCode(stmt.place, self.context.firm(on), cases)
        return live_switch(code) if self.dialect.simplifies else code

    def label(self, expr: Expr, wrong: int) -> int:
        """The number behind `case`, or `wrong` where an error is reported."""
        node = self.expressions.value_of(expr)
        if node.type is ERROR:
            return wrong
        if node.value is None or not node.type.is_integer or not node.type.is_scalar:
            self.report.error("a case must be a constant whole number", expr.place)
            return wrong
        self.context.check_range(node.value, firm(node.type), expr.place)
        return int(node.value[0])

    # loops -----------------------------------------------------------------------------------------------------------

    def loop(self, stmt: LoopStmt) -> TypedCode:
        self.context.scopes.append({})
        first = self.statement(stmt.first) if stmt.first is not None else None
        declared: LocalCode | None = None
        condition: TypedNode | None = None
        if isinstance(stmt.condition, Declare):
            made = self.declare(stmt.condition)
            assert isinstance(made, LocalCode)
            declared = made
            if made.symbol.type not in (BOOL, ERROR):
                message = (
                    f"the condition of `{stmt.kind}` must be one bool, but `{made.symbol.name}` is {made.symbol.type}"
                )
                self.report.error(message, made.place, "declare it before the loop, and compare it here")
            made.symbol.read = True
        elif stmt.condition is not None:
            condition = self.expressions.condition(stmt.condition, f"`{stmt.kind}`")
        step = self.expressions.check(stmt.step) if stmt.step is not None else None
        index, trips = (
            (None, 1)
            if self.dialect.any_loop or stmt.kind != "for"
            else self.loops.bounded(stmt, first, condition, step)
        )
        counter, rounds = self.loops.counter(first, condition, step) if self.dialect.any_loop else (index, trips)
        if counter is not None:
            counter.loop = True
        outside, self.switches = self.switches, 0
        self.open_loops += 1
        body = self.loop_body(stmt)
        self.open_loops -= 1
        self.switches = outside
        self.context.scopes.pop()
        if index is not None and (place := written(body).get(index)) is not None:
            self.report.error(f"cannot change `{index.name}`: a loop changes its index by itself", place)
        if not trips and self.dialect.simplifies:
            return GroupCode(stmt.place, [])
        unrolled = counter is not None and counter.chooses and rounds <= MOST_UNROLLED
        return Repeat(stmt.place, first, declared, condition, step, body, stmt.kind == "do", trips, unrolled)

    def loop_body(self, stmt: LoopStmt) -> TypedCode:
        """Check the body of a loop. In GLSL ES 1.00 the head of a loop and the block after it share one scope
        (4.2.2)."""
        if self.dialect.checks_paths or stmt.kind == "do":
            return self.scoped(stmt.body, stmt.kind)
        if not isinstance(stmt.body, BlockStmt):
            return self.statement(stmt.body)
        self.context.precisions.append({})
        body = [self.statement(one) for one in stmt.body.body]
        self.context.precisions.pop()
        return GroupCode(stmt.body.place, body)

    # leaving ---------------------------------------------------------------------------------------------------------

    def return_(self, stmt: ReturnStmt) -> TypedCode:
        self.has_return = True
        wanted = self.context.current.result if self.context.current is not None else VOID
        if stmt.value is None:
            if wanted.base not in ("void", "error"):
                self.report.error(f"this function returns {wanted}", stmt.place, "give a value")
            return Leave(stmt.place, "return")
        node = self.expressions.check(stmt.value)
        if wanted.base == "void":
            if node.type is not ERROR:
                self.report.error("this function returns nothing", node.place)
            return Leave(stmt.place, "return")
        if node.type.base == "void":
            self.report.error("this has no value: the function returns nothing", node.place)
            return Leave(stmt.place, "return")
        return Leave(stmt.place, "return", self.context.coerce(node, wanted, "this cannot be returned"))

    def jump(self, stmt: JumpStmt) -> TypedCode:
        if stmt.kind == "discard":
            if self.stage != "fragment" or self.dialect.checks_paths:
                where = "AGSL has no discard" if self.dialect.checks_paths else "only fragment shaders can discard"
                self.report.error(where, stmt.place, "return half4(0) instead" if self.dialect.checks_paths else "")
        elif not self.open_loops and not self.dialect.simplifies and not (stmt.kind == "break" and self.switches):
            self.report.error(f"`{stmt.kind}` stands outside a loop", stmt.place)
        return Leave(stmt.place, stmt.kind)


def _entered_late(code: TypedCode) -> TypedCode:
    """Mark the variables of a case: control may enter their scope past their declaration."""
    match code:
        case LocalCode(place, symbol, initial):
            return LocalCode(place, symbol, initial, direct=False)
        case GroupCode(place, body) if all(isinstance(one, LocalCode) for one in body):
            return GroupCode(place, [_entered_late(one) for one in body])
    return code


STATEMENTS: dict[type[Stmt], Callable[..., TypedCode]] = {
    BlockStmt: StatementChecker.block,
    Declare: StatementChecker.declare,
    Evaluate: StatementChecker.evaluate,
    IfStmt: StatementChecker.branch,
    Switch: StatementChecker.switch,
    LoopStmt: StatementChecker.loop,
    ReturnStmt: StatementChecker.return_,
    JumpStmt: StatementChecker.jump,
    Precision: lambda self, stmt: self.types.set_precision(stmt),
}
