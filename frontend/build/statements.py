"""Translation of statements to basic blocks and branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from llvmlite.ir.values import MDValue

from gpucc.frontend.build import shapes
from gpucc.frontend.build.base import Spot
from gpucc.frontend.build.expressions import ExpressionBuilder
from gpucc.frontend.build.extremes import extreme_kept
from gpucc.frontend.build.samplers import nothing_else, only_samplers
from gpucc.frontend.build.shapes import BOOL, INT, Tree
from gpucc.frontend.check.live import late_locals
from gpucc.frontend.typed import (
    BranchCode,
    Callee,
    Do,
    GroupCode,
    Leave,
    LocalCode,
    Repeat,
    SwitchCode,
    Symbol,
    TypedCode,
    variable_of,
)

TRUE = ir.Constant(BOOL, 1)


class StatementBuilder:
    """Builds the statements of the current function, `callee`, with the LLVM return type `result`. `leave_function` is
    given by the caller and builds a return."""

    callee: Callee
    result: Any

    def __init__(self, expressions: ExpressionBuilder, leave_function: Callable[[Tree], None]) -> None:
        self.expressions = expressions
        self.emit = expressions.emit
        self.b = expressions.b
        self.dialect = expressions.dialect
        self.leave_function = leave_function
        # the variables of the cases of a switch, which begin before it
        self.begun: set[Symbol] = set()

    def code(self, code: TypedCode) -> None:
        """Build a statement; nothing is emitted for unreachable ones."""
        if not self.b.block.is_terminated:
            EMIT[type(code)](self, code)

    def group(self, code: GroupCode) -> None:
        for one in code.body:
            self.code(one)

    def do(self, code: Do) -> None:
        self.expressions.tree(code.node)

    def local(self, code: LocalCode) -> None:
        if code.symbol.value is not None:
            return
        tree = self.expressions.tree(code.initial) if code.initial is not None else None
        self.emit.at(code.place)
        if self.emit.copy is not None and code.direct:
            self.emit.copy.begin(code.symbol, code.initial)
        self.begin_variable(code.symbol, tree, code.direct)

    def begin_variable(self, symbol: Symbol, tree: Tree, direct: bool) -> None:
        """Begin a variable: as an SSA value if it is never written, else in memory. Samplers are always values."""
        type = symbol.type
        if type.holds("opaque") and nothing_else(type):
            self.emit.trees[symbol] = tree
            return
        if tree is not None:
            tree = self.emit.stored(symbol, tree)
        if direct and tree is not None and not symbol.written and not symbol.indexed:
            self.emit.trees[symbol] = tree
            return
        spot = self.emit.spots[symbol] if symbol in self.begun else self.emit.variable(type)
        if type.holds("opaque"):
            spot = Spot(type, spot.pointer, samplers=only_samplers(type, tree))
        self.emit.spots[symbol] = spot
        if tree is not None:
            self.emit.store(spot, tree)
        elif self.dialect.zero_locals:
            self.emit.clear(spot)

    # branches ---------------------------------------------------------------------------------------------------------

    def branch(self, code: BranchCode) -> None:
        if self.emit.without_nan and (found := extreme_kept(code)) is not None:
            store, extreme = found
            value = self.emit.stored(variable_of(store.target), self.expressions.extreme(code.place, extreme))
            self.expressions.write(store.target, value)
            return
        after = None
        for test, body in code.arms:
            if test.value is not None:
                if not test.value[0]:
                    continue
                self.code(body)
                break
            condition = self.expressions.tree(test)
            self.emit.at(test.place)
            if len(code.arms) == 1 and code.otherwise is None and is_discard(body):
                self.discard(condition)
                return
            function = self.b.function
            yes, no = function.append_basic_block(), function.append_basic_block()
            after = after or function.append_basic_block()
            self.b.cbranch(condition, yes, no)
            self.b.position_at_end(yes)
            self.code(body)
            self.jump(after)
            self.b.position_at_end(no)
        else:
            if code.otherwise is not None:
                self.code(code.otherwise)
        if after is not None:
            self.jump(after)
            self.b.position_at_end(after)

    def jump(self, block: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def discard(self, condition: Any) -> None:
        self.b.call(self.emit.declare("gpucc.discard", ir.VoidType(), [BOOL]), [condition])

    def choice(self, code: SwitchCode) -> None:
        """Build a switch. The variables of its cases begin before it: a case may use one whose declaration stands in
        another case, even behind a jump."""
        on = self.expressions.tree(code.on)
        self.emit.at(code.place)
        late = [one.symbol for one in late_locals(inner for _, body in code.cases for inner in body)]
        for symbol in late:
            if symbol.value is None and not symbol.type.holds("opaque"):
                self.begin_variable(symbol, None, direct=False)
                self.begun.add(symbol)
        function = self.b.function
        blocks = [function.append_basic_block() for _ in code.cases]
        after = function.append_basic_block()
        default = next((block for block, (label, _) in zip(blocks, code.cases, strict=True) if label is None), after)
        switch = self.b.switch(on, default)
        for block, (label, _) in zip(blocks, code.cases, strict=True):
            if label is not None:
                switch.add_case(ir.Constant(INT, label), block)
        self.emit.breaks.append(after)
        for index, (_, body) in enumerate(code.cases):
            self.b.position_at_end(blocks[index])
            for one in body:
                self.code(one)
            self.jump(blocks[index + 1] if index + 1 < len(blocks) else after)
        self.begun.difference_update(late)
        self.emit.breaks.pop()
        self.b.position_at_end(after)

    # loops ------------------------------------------------------------------------------------------------------------

    def repeat(self, code: Repeat) -> None:
        if code.first is not None:
            self.code(code.first)
        function = self.b.function
        test, body, step, after = (function.append_basic_block() for _ in range(4))
        self.emit.at(code.place)
        self.b.branch(body if code.tested_last else test)
        self.b.position_at_end(test)
        condition = TRUE
        if code.declared is not None:
            self.local(code.declared)
            symbol = code.declared.symbol
            condition = (
                self.emit.trees[symbol] if symbol in self.emit.trees else self.emit.load(self.emit.spots[symbol])
            )
        elif code.condition is not None:
            condition = self.expressions.tree(code.condition)
        self.emit.at(code.place)
        self.b.cbranch(condition, body, after)
        self.b.position_at_end(body)
        self.emit.breaks.append(after)
        self.emit.continues.append(step)
        self.code(code.body)
        self.emit.at(code.place)
        self.jump(step)
        self.emit.breaks.pop()
        self.emit.continues.pop()
        self.b.position_at_end(step)
        if code.step is not None:
            self.expressions.tree(code.step)
        back = self.b.branch(test)
        if code.unrolled:
            back.set_metadata("llvm.loop", self.loop_to_unroll())
        self.b.position_at_end(after)

    def loop_to_unroll(self) -> Any:
        """Metadata that makes LLVM unroll a loop whose index chooses samplers. LLVM requires its first operand to be
        itself."""
        enable = self.emit.module.add_metadata(["llvm.loop.unroll.enable"])
        name = str(len(self.emit.module.metadata))
        mark = MDValue(self.emit.module, [], name)
        mark.operands = (mark, enable)
        return mark

    # leaving ----------------------------------------------------------------------------------------------------------

    def leave(self, code: Leave) -> None:
        tree = self.expressions.tree(code.node) if code.node is not None else None
        self.emit.at(code.place)
        if code.kind == "break":
            self.b.branch(self.emit.breaks[-1])
        elif code.kind == "continue":
            self.b.branch(self.emit.continues[-1])
        elif code.kind == "return":
            self.leave_function(tree)
        else:
            self.discard(TRUE)
            self.leave_function(shapes.zeros(self.callee.result) if self.callee.result.base != "void" else None)


def is_discard(code: TypedCode) -> bool:
    match code:
        case Leave(kind="discard"):
            return True
        case GroupCode(body=[one]):
            return is_discard(one)
    return False


EMIT: dict[type[TypedCode], Callable[[Any, Any], None]] = {
    GroupCode: StatementBuilder.group,
    Do: StatementBuilder.do,
    LocalCode: StatementBuilder.local,
    BranchCode: StatementBuilder.branch,
    SwitchCode: StatementBuilder.choice,
    Repeat: StatementBuilder.repeat,
    Leave: StatementBuilder.leave,
}
